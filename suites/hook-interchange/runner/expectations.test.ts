/** What is expected of a runner of canonical hooks, each kind of expectation met and missed by what could be seen. */
import { expect, test } from 'vitest';
import type { ProbeRun, Trace } from '../../../harness/probes/trace.ts';
import type { Answer, Outcome } from '../../runner-answers.ts';
import { answered, atOnce, inTurn, ranProbe, silent } from '../../testing.ts';
import { mismatch } from './judge.ts';
import type { Expectation } from './scenario.ts';
import type { View } from './view.ts';

const run = (probe: string, changes: Partial<ProbeRun> = {}): ProbeRun =>
  ranProbe(probe, {
    args: ['--word', 'argued'],
    env: { WORD: 'x' },
    stdin: '{"tool_name":"B\\u0061sh"}',
    beats: 2,
    childBeats: 3,
    ...changes,
  });

const seen = (answers: readonly Answer[], trace: Trace = inTurn(), more: Partial<View> = {}): View => ({
  answers,
  chatter: [],
  trace,
  files: new Map(),
  ...more,
});

const ALLOW = { decision: 'allow' };
const warned = (text: string): Outcome => ({ ...ALLOW, warnings: [text] });
const both = inTurn(run('a'), run('b'));
const overlapping = atOnce(run('a'), run('b'));
const REFUSED = silent({ code: 2, stderr: 'no such event' });

const CASES: readonly (readonly [boolean, Expectation, View])[] = [
  [true, { kind: 'decision', any: ['block', 'allow'] }, seen([answered(ALLOW)])],
  [false, { kind: 'decision', any: ['block'] }, seen([answered(ALLOW)])],
  [false, { kind: 'decision', any: ['allow'] }, seen([answered(ALLOW, { code: 1 })])],
  [false, { kind: 'decision', any: ['allow'] }, seen([silent()])],
  [true, { kind: 'decision', any: ['allow'], warned: true }, seen([answered(warned('x'))])],
  [false, { kind: 'decision', any: ['allow'], warned: true }, seen([answered(ALLOW)])],
  [false, { kind: 'decision', any: ['allow'], warned: false }, seen([answered(warned('x'))])],
  [true, { kind: 'decision', any: ['allow'], warned: false }, seen([answered(warned('x'))], both, { chatter: ['x'] })],
  [
    true,
    { kind: 'outcomes', any: [['allow', 'ask'], ['block']] },
    seen([answered(ALLOW, { outcomes: [ALLOW, { decision: 'block' }] })]),
  ],
  [
    false,
    { kind: 'outcomes', any: [['allow'], ['allow']] },
    seen([answered(ALLOW, { outcomes: [ALLOW, { decision: 'block' }] })]),
  ],
  [false, { kind: 'outcomes', any: [['allow']] }, seen([answered(ALLOW, { outcomes: [ALLOW, ALLOW] })])],
  [false, { kind: 'outcomes', any: [['allow']] }, seen([answered(ALLOW, { code: 1 })])],
  [true, { kind: 'ran', probes: ['b', 'a'] }, seen([answered(ALLOW)], both)],
  [false, { kind: 'ran', probes: ['a'] }, seen([answered(ALLOW)], both)],
  [true, { kind: 'ran', probes: ['a'], except: ['b'] }, seen([answered(ALLOW)], both)],
  [false, { kind: 'ran', probes: ['a', 'c'] }, seen([REFUSED], both)],
  [true, { kind: 'order', probes: ['a', 'b'] }, seen([answered(ALLOW)], both)],
  [false, { kind: 'order', probes: ['b', 'a'] }, seen([answered(ALLOW)], both)],
  [false, { kind: 'order', probes: ['a', 'b'] }, seen([answered(ALLOW)], overlapping)],
  [false, { kind: 'order', probes: ['a'] }, seen([REFUSED])],
  [true, { kind: 'refused' }, seen([REFUSED])],
  [false, { kind: 'refused' }, seen([REFUSED], both)],
  [false, { kind: 'refused' }, seen([silent()])],
  [false, { kind: 'refused' }, seen([silent({ code: undefined })])],
  [false, { kind: 'refused' }, seen([answered(warned('left out'))])],
  [true, { kind: 'refused', orAside: 2 }, seen([answered(warned('left out'))], both)],
  [false, { kind: 'refused', orAside: 1 }, seen([answered(warned('left out'))], both)],
  [false, { kind: 'refused', orAside: 2 }, seen([answered(ALLOW)], both)],
  [false, { kind: 'refused', orAside: 2 }, seen([answered(warned('left out'), { code: 1 })], both)],
  [true, { kind: 'noticed', names: ['event'] }, seen([REFUSED])],
  [true, { kind: 'noticed', names: ['x', 'event'] }, seen([answered(warned('no such event'))], both)],
  [true, { kind: 'noticed', names: ['event'] }, seen([answered(ALLOW, { stderr: 'no such event' })], both)],
  [false, { kind: 'noticed', names: ['event'] }, seen([answered(warned('odd'))], both)],
  [false, { kind: 'noticed', names: ['event'] }, seen([answered(warned('event'), { code: 1 })], both)],
  [true, { kind: 'noticed', names: [] }, seen([answered(warned('odd'))], both)],
  [false, { kind: 'noticed', names: [] }, seen([answered(ALLOW, { stderr: 'odd' })], both)],
  [true, { kind: 'member', member: 'context', holds: 'ne' }, seen([answered({ context: 'one' })])],
  [false, { kind: 'member', member: 'context', holds: 'two' }, seen([answered({ context: 'one' })])],
  [false, { kind: 'member', member: 'context', holds: 'one' }, seen([answered({ context: ['one'] })])],
  [true, { kind: 'member', member: 'context', holds: undefined }, seen([answered(ALLOW)])],
  [true, { kind: 'member', member: 'context', holds: undefined }, seen([answered({ context: null })])],
  [false, { kind: 'member', member: 'context', holds: undefined }, seen([answered({ context: true })])],
  [true, { kind: 'member', member: 'continue', holds: undefined }, seen([answered({ continue: true })])],
  [false, { kind: 'member', member: 'continue', holds: undefined }, seen([answered({ continue: false })])],
  [true, { kind: 'member', member: 'continue', holds: false }, seen([answered({ continue: false })])],
  [false, { kind: 'member', member: 'continue', holds: false }, seen([answered({ continue: true })])],
  [true, { kind: 'member', member: 'updated_input', holds: { a: 1 } }, seen([answered({ updated_input: { a: 1 } })])],
  [false, { kind: 'member', member: 'updated_input', holds: { a: 1 } }, seen([answered({ updated_input: { a: 2 } })])],
  [false, { kind: 'member', member: 'context', holds: undefined }, seen([silent()])],
  [true, { kind: 'logged', texts: ['why'] }, seen([answered(ALLOW, { stderr: 'why' })])],
  [true, { kind: 'logged', texts: ['why'] }, seen([answered(warned('why'))])],
  [true, { kind: 'logged', texts: ['why'] }, seen([answered(ALLOW)], both, { files: new Map([['log', 'why']]) })],
  [false, { kind: 'logged', texts: ['why', 'how'] }, seen([answered(ALLOW, { stderr: 'why' })])],
  [true, { kind: 'time', fromMs: 100, toMs: 100 }, seen([answered(ALLOW)])],
  [false, { kind: 'time', fromMs: 101, toMs: 200 }, seen([answered(ALLOW)])],
  [false, { kind: 'time', fromMs: 0, toMs: 99 }, seen([answered(ALLOW)])],
  [true, { kind: 'time', fromMs: 0, toMs: 99, cut: 'a' }, seen([answered(ALLOW)], inTurn(run('a', { ended: false })))],
  [true, { kind: 'time', fromMs: 0, toMs: 100, cut: 'a' }, seen([answered(ALLOW)], both)],
  [false, { kind: 'time', fromMs: 0, toMs: 99, cut: 'a' }, seen([answered(ALLOW)], both)],
  [false, { kind: 'time', fromMs: 0, toMs: 99, cut: 'a' }, seen([answered(ALLOW)], inTurn(run('b', { ended: false })))],
  [
    false,
    { kind: 'time', fromMs: 101, toMs: 200, cut: 'a' },
    seen([answered(ALLOW)], inTurn(run('a', { ended: false }))),
  ],
  [
    false,
    { kind: 'time', fromMs: 0, toMs: 99, cut: 'a' },
    seen([answered(ALLOW)], inTurn(run('a', { ended: false }), run('a'))),
  ],
  [false, { kind: 'time', fromMs: 0, toMs: 200 }, seen([silent({ timedOut: true })])],
  [false, { kind: 'time', fromMs: 0, toMs: 200 }, seen([])],
  [true, { kind: 'stopped', probe: 'a', byMs: 300 }, seen([answered(ALLOW)], both)],
  [false, { kind: 'stopped', probe: 'a', byMs: 299 }, seen([answered(ALLOW)], both)],
  [
    false,
    { kind: 'stopped', probe: 'a', byMs: 299 },
    seen([answered(ALLOW)], inTurn(run('a', { beats: 4, childBeats: 0 }))),
  ],
  [false, { kind: 'stopped', probe: 'c', byMs: 300 }, seen([answered(ALLOW)], both)],
  [true, { kind: 'given', probe: 'a', texts: ['Bash', 'argued'] }, seen([answered(ALLOW)], both)],
  [true, { kind: 'given', probe: 'a', texts: ['B\\u0061sh'] }, seen([answered(ALLOW)], both)],
  [false, { kind: 'given', probe: 'a', texts: ['Bash', 'Write'] }, seen([answered(ALLOW)], both)],
  [true, { kind: 'input-ended', probe: 'a' }, seen([answered(ALLOW)], both)],
  [false, { kind: 'input-ended', probe: 'a' }, seen([answered(ALLOW)], inTurn(run('a', { inputLeftOpen: true })))],
  [true, { kind: 'ended', probe: 'a' }, seen([answered(ALLOW)], both)],
  [false, { kind: 'ended', probe: 'a' }, seen([answered(ALLOW)], inTurn(run('a', { ended: false })))],
  [true, { kind: 'cwd', probe: 'a', cwd: '.' }, seen([answered(ALLOW)], both)],
  [false, { kind: 'cwd', probe: 'a', cwd: 'sub' }, seen([answered(ALLOW)], both)],
  [true, { kind: 'env', probe: 'a', name: 'WORD', value: 'x' }, seen([answered(ALLOW)], both)],
  [false, { kind: 'env', probe: 'a', name: 'WORD', value: 'y' }, seen([answered(ALLOW)], both)],
  [false, { kind: 'env', probe: 'a', name: 'MORE', value: 'x' }, seen([answered(ALLOW)], both)],
  [true, { kind: 'file', path: 'f', content: null }, seen([answered(ALLOW)])],
  [false, { kind: 'file', path: 'f', content: null }, seen([answered(ALLOW)], both, { files: new Map([['f', '']]) })],
  [true, { kind: 'file', path: 'f', content: 'x' }, seen([answered(ALLOW)], both, { files: new Map([['f', 'x\n']]) })],
  [false, { kind: 'file', path: 'f', content: 'x' }, seen([answered(ALLOW)], both, { files: new Map([['f', 'xx']]) })],
  [false, { kind: 'file', path: 'f', content: 'x' }, seen([answered(ALLOW)])],
  [true, { kind: 'rewritten', input: { a: 1 } }, seen([answered({ updated_input: { a: 1 } })])],
  [true, { kind: 'rewritten', input: { a: 1 } }, seen([answered({ decision: 'block' })])],
  [false, { kind: 'rewritten', input: { a: 1 } }, seen([answered({ updated_input: { a: 1, b: 2 } })])],
  [false, { kind: 'rewritten', input: { a: 1 } }, seen([silent()])],
  [true, { kind: 'same-outcome' }, seen([answered(ALLOW), answered({ ...ALLOW, continue: true, own: 1 })])],
  [true, { kind: 'same-outcome' }, seen([answered(warned('one')), answered(warned('another'))])],
  [false, { kind: 'same-outcome' }, seen([answered(ALLOW), answered(warned('x'))])],
  [false, { kind: 'same-outcome' }, seen([answered(ALLOW), answered({ ...ALLOW, continue: false })])],
  [false, { kind: 'same-outcome' }, seen([answered(ALLOW), answered({ decision: 'ask' })])],
  [false, { kind: 'same-outcome' }, seen([answered(ALLOW), answered({ ...ALLOW, context: 'x' })])],
  [false, { kind: 'same-outcome' }, seen([answered(ALLOW), answered({ ...ALLOW, system_message: 'x' })])],
  [false, { kind: 'same-outcome' }, seen([answered(ALLOW), answered({ ...ALLOW, suppress_output: true })])],
  [false, { kind: 'same-outcome' }, seen([answered(ALLOW), answered({ ...ALLOW, updated_input: {} })])],
  [false, { kind: 'same-outcome' }, seen([answered(ALLOW), silent({ code: 1 })])],
  [true, { kind: 'same-outcome' }, seen([silent({ code: 1 }), silent({ code: 1 })])],
];

for (const [index, [met, expectation, view]] of CASES.entries())
  test(`${index}: ${expectation.kind} is ${met ? 'met' : 'missed'}`, () => {
    const found = mismatch(expectation, view);
    expect(found === undefined).toBe(met);
    if (found !== undefined) expect(`${found.expected}${found.actual}`).not.toContain('undefined');
  });
