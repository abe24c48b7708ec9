/** What is expected of a runner of Base Coat hooks, each kind of expectation met and missed by what could be seen. */
import { describe, expect, test } from 'vitest';
import type { ProbeRun, Trace } from '../../../harness/probes/trace.ts';
import type { Answer, Outcome } from '../../runner-answers.ts';
import { answered, atOnce, inTurn, ranProbe, silent } from '../../testing.ts';
import { envelopeFault } from './envelope.ts';
import { mismatch } from './expectations.ts';
import { type Expectation, eventOf, type RunnerContext } from './scenario.ts';
import type { View } from './view.ts';

const run = (probe: string, changes: Partial<ProbeRun> = {}): ProbeRun =>
  ranProbe(probe, { stdin: JSON.stringify(eventOf()), ...changes });

function seen(answers: readonly Answer[], trace: Trace = inTurn(), files: readonly string[] = []): View {
  return { answers, outcomes: answers.map((answer) => answer.outcomes.at(-1)), trace, files };
}

const context = (events: RunnerContext['events'] = [eventOf()]): RunnerContext => ({
  kind: 'runner',
  checks: [],
  surface: 'middleware',
  tried: false,
  events,
  hangs: false,
});

const PASSED = { action: 'passThrough', additionalContext: [], warnings: [] };
const both = inTurn(run('a'), run('b'));
const overlapping = atOnce(run('a'), run('b'));
const warned = (text: string): Outcome => ({ ...PASSED, warnings: [text] });
const REFUSED = silent({ code: 2, stderr: 'no such point' });

describe('an expectation', () => {
  const cases: readonly (readonly [boolean, Expectation, View])[] = [
    [true, { kind: 'action', any: ['passThrough'] }, seen([answered(PASSED)])],
    [false, { kind: 'action', any: ['block', 'modify'] }, seen([answered(PASSED)])],
    [true, { kind: 'action', any: ['passThrough'], warned: true }, seen([answered(warned('x'))])],
    [false, { kind: 'action', any: ['passThrough'], warned: true }, seen([answered(PASSED)])],
    [false, { kind: 'action', any: ['passThrough'], warned: false }, seen([answered(warned('x'))])],
    [false, { kind: 'action', any: ['passThrough'] }, seen([silent()])],
    [true, { kind: 'ran', probes: ['b', 'a'] }, seen([answered(PASSED)], both)],
    [false, { kind: 'ran', probes: ['a'] }, seen([answered(PASSED)], both)],
    [true, { kind: 'ran', probes: ['a'], except: ['b'] }, seen([answered(PASSED)], both)],
    [false, { kind: 'ran', probes: ['a', 'b', 'c'] }, seen([REFUSED], both)],
    [true, { kind: 'starts', probes: ['a', 'b'] }, seen([answered(PASSED)], both)],
    [false, { kind: 'starts', probes: ['b', 'a'] }, seen([answered(PASSED)], both)],
    [true, { kind: 'starts', probes: ['b'], except: ['a'] }, seen([answered(PASSED)], both)],
    [true, { kind: 'same-order', hooks: 2 }, seen([answered(PASSED)], both)],
    [false, { kind: 'same-order', hooks: 3 }, seen([answered(PASSED)], both)],
    [false, { kind: 'same-order', hooks: 1 }, seen([answered(PASSED)], both)],
    [true, { kind: 'before', first: 'a', next: 'b' }, seen([answered(PASSED)], both)],
    [false, { kind: 'before', first: 'b', next: 'a' }, seen([answered(PASSED)], both)],
    [false, { kind: 'before', first: 'a', next: 'b' }, seen([answered(PASSED)], overlapping)],
    [false, { kind: 'before', first: 'c', next: 'a' }, seen([answered(PASSED)], both)],
    [true, { kind: 'awaited', probe: 'a', ms: 150 }, seen([answered(PASSED)], both)],
    [false, { kind: 'awaited', probe: 'a', ms: 151 }, seen([answered(PASSED)], both)],
    [false, { kind: 'awaited', probe: 'a', ms: 50 }, seen([answered(PASSED)], inTurn(run('a', { ended: false })))],
    [false, { kind: 'awaited', probe: 'c', ms: 50 }, seen([answered(PASSED)], both)],
    [false, { kind: 'awaited', probe: 'a', ms: 50 }, seen([silent()], both)],
    [true, { kind: 'at-most', probe: 'a', times: 1 }, seen([answered(PASSED)], both)],
    [false, { kind: 'at-most', probe: 'a', times: 0 }, seen([answered(PASSED)], both)],
    [false, { kind: 'at-most', probe: 'a', times: 1 }, seen([silent()], both)],
    [true, { kind: 'context', holds: ['one', 'two'] }, seen([answered({ additionalContext: ['one', 'two'] })])],
    [false, { kind: 'context', holds: ['two', 'one'] }, seen([answered({ additionalContext: ['one', 'two'] })])],
    [false, { kind: 'context', holds: ['one one'] }, seen([answered({ additionalContext: ['one', 'one'] })])],
    [false, { kind: 'context', holds: ['one', 'one'] }, seen([answered({ additionalContext: ['one'] })])],
    [false, { kind: 'context', holds: [], without: ['x', 'one'] }, seen([answered({ additionalContext: ['one'] })])],
    [true, { kind: 'context', holds: [], without: ['two'] }, seen([answered({ additionalContext: ['one'] })])],
    [false, { kind: 'context', holds: [] }, seen([silent()])],
    [
      true,
      { kind: 'changed', member: 'modifiedInput', value: { x: 1 } },
      seen([answered({ modifiedInput: { x: 1 } })]),
    ],
    [false, { kind: 'changed', member: 'modifiedInput', value: { x: 1 } }, seen([answered({ modifiedInput: null })])],
    [true, { kind: 'changed', member: 'modifiedInput', value: null }, seen([answered(PASSED)])],
    [true, { kind: 'changed', member: 'modifiedInput', value: null }, seen([answered({ modifiedInput: null })])],
    [
      true,
      { kind: 'changed', member: 'modifiedInput', value: null },
      seen([answered({ modifiedInput: { command: 'git status' } })]),
    ],
    [false, { kind: 'changed', member: 'modifiedOutput', value: null }, seen([answered({ modifiedOutput: {} })])],
    [false, { kind: 'changed', member: 'modifiedOutput', value: null }, seen([silent()])],
    [true, { kind: 'kept-out', text: 'secret' }, seen([answered(PASSED)])],
    [false, { kind: 'kept-out', text: 'secret' }, seen([answered(warned('a secret'))])],
    [false, { kind: 'kept-out', text: 'secret' }, seen([silent()])],
    [true, { kind: 'reason', holds: 'why' }, seen([answered({ action: 'block', reason: 'that is why' })])],
    [false, { kind: 'reason', holds: 'why' }, seen([answered({ action: 'block', reason: ['why'] })])],
    [false, { kind: 'reason', holds: 'why' }, seen([silent()])],
    [true, { kind: 'warning', words: ['HOOK', 'error'] }, seen([answered(warned('the Hook failed'))])],
    [false, { kind: 'warning', words: ['hook'] }, seen([answered(warned('failed'))])],
    [true, { kind: 'warning', words: [] }, seen([answered(warned('failed'))])],
    [false, { kind: 'warning', words: [] }, seen([answered(PASSED)])],
    [true, { kind: 'logged', texts: [['x', 'why']] }, seen([answered(PASSED, { stderr: 'why' })])],
    [true, { kind: 'logged', texts: [['why']] }, seen([answered(warned('why'))])],
    [true, { kind: 'logged', texts: [['why']] }, seen([answered(PASSED)], inTurn(), ['why'])],
    [false, { kind: 'logged', texts: [['why'], ['how']] }, seen([answered(PASSED, { stderr: 'why' })])],
    [true, { kind: 'time', fromMs: 100, toMs: 100 }, seen([answered(PASSED)])],
    [false, { kind: 'time', fromMs: 101, toMs: 200 }, seen([answered(PASSED)])],
    [false, { kind: 'time', fromMs: 0, toMs: 99 }, seen([answered(PASSED)])],
    [
      true,
      { kind: 'time', fromMs: 0, toMs: 99, cut: 'a' },
      seen([answered(PASSED)], inTurn(run('a', { ended: false }))),
    ],
    [false, { kind: 'time', fromMs: 0, toMs: 99, cut: 'a' }, seen([answered(PASSED)], both)],
    [false, { kind: 'time', fromMs: 0, toMs: 99, cut: 'a' }, seen([answered(PASSED)])],
    [false, { kind: 'time', fromMs: 0, toMs: 99, cut: 'a' }, seen([silent()], inTurn(run('a', { ended: false })))],
    [false, { kind: 'time', fromMs: 0, toMs: 200 }, seen([silent()])],
    [false, { kind: 'time', fromMs: 0, toMs: 200 }, seen([answered(PASSED, { timedOut: true })])],
    [true, { kind: 'envelope', rule: 'hook' }, seen([answered(PASSED)], both)],
    [false, { kind: 'envelope', rule: 'hook' }, seen([answered(PASSED)])],
    [
      false,
      { kind: 'envelope', rule: 'object' },
      seen([answered(PASSED)], inTurn(run('a'), run('b', { stdin: 'no JSON' }))),
    ],
    [
      true,
      { kind: 'envelope', rule: 'object', probe: 'a' },
      seen([answered(PASSED)], inTurn(run('a'), run('b', { stdin: 'no JSON' }))),
    ],
    [true, { kind: 'stdin', probe: 'a', holds: 'git status' }, seen([answered(PASSED)], both)],
    [false, { kind: 'stdin', probe: 'a', holds: 'git push' }, seen([answered(PASSED)], both)],
    [false, { kind: 'stdin', probe: 'c', holds: '' }, seen([answered(PASSED)], both)],
    [true, { kind: 'cwd', probe: 'a', cwd: '.' }, seen([answered(PASSED)], both)],
    [false, { kind: 'cwd', probe: 'a', cwd: 'sub' }, seen([answered(PASSED)], both)],
    [false, { kind: 'cwd', probe: 'c', cwd: '.' }, seen([answered(PASSED)], both)],
    [true, { kind: 'unset', probe: 'a', name: 'X' }, seen([answered(PASSED)], both)],
    [false, { kind: 'unset', probe: 'a', name: 'X' }, seen([answered(PASSED)], inTurn(run('a', { env: { X: '1' } })))],
    [false, { kind: 'unset', probe: 'c', name: 'X' }, seen([answered(PASSED)], both)],
    [true, { kind: 'shape' }, seen([answered(PASSED)])],
    [false, { kind: 'shape' }, seen([answered({ ...PASSED, action: 'deny' })])],
    [false, { kind: 'shape' }, seen([answered({ ...PASSED, warnings: 'x' })])],
    [false, { kind: 'shape' }, seen([answered({ ...PASSED, additionalContext: 'x' })])],
    [false, { kind: 'shape' }, seen([answered(PASSED), silent()])],
    [true, { kind: 'noticed', probe: 'a' }, seen([REFUSED])],
    [false, { kind: 'noticed', probe: 'a' }, seen([REFUSED], both)],
    [false, { kind: 'noticed', probe: 'a' }, seen([silent()])],
    [true, { kind: 'noticed', probe: 'a' }, seen([answered(warned('x'))], both)],
    [true, { kind: 'noticed', probe: 'c' }, seen([answered(PASSED)], both)],
    [false, { kind: 'noticed', probe: 'a' }, seen([answered(PASSED)], both)],
    [true, { kind: 'noticed', probe: 'a', orRun: true }, seen([answered(PASSED)], both)],
    [false, { kind: 'noticed', probe: 'a', orRun: true }, seen([answered({ action: 'block' })], both)],
    [true, { kind: 'noticed', probe: 'a', words: ['Nope', 'POINT'] }, seen([answered(warned('no such point'))], both)],
    [false, { kind: 'noticed', probe: 'a', words: ['point'] }, seen([answered(warned('no'))], both)],
    [false, { kind: 'noticed', probe: 'c', words: ['point'] }, seen([answered(PASSED)], both)],
    [
      true,
      { kind: 'budget', probe: 'a' },
      seen([answered(PASSED), answered(warned('x')), answered(warned('x'))], inTurn(run('a'))),
    ],
    [
      false,
      { kind: 'budget', probe: 'a' },
      seen([answered(warned('x')), answered(warned('x')), answered(PASSED)], inTurn(run('a'))),
    ],
    [false, { kind: 'budget', probe: 'a' }, seen([answered(PASSED), answered(PASSED), answered(PASSED)], both)],
    [false, { kind: 'budget', probe: 'c' }, seen([answered(PASSED), answered(warned('x')), answered(PASSED)], both)],
    [false, { kind: 'budget', probe: 'a' }, seen([answered(PASSED), answered(warned('x')), silent()], both)],
    [false, { kind: 'budget', probe: 'a' }, seen([answered(PASSED), silent(), answered(PASSED)], both)],
  ];
  for (const [index, [met, expectation, view]] of cases.entries())
    test(`${index}: ${expectation.kind} is ${met ? 'met' : 'missed'}`, () => {
      const found = mismatch(expectation, view, context());
      expect(found === undefined).toBe(met);
      if (found !== undefined) expect(`${found.expected}${found.actual}`).not.toContain('undefined');
    });

  test('about another answer than the last', () => {
    const view = seen([answered({ action: 'block' }), answered(PASSED)]);
    expect(mismatch({ kind: 'action', any: ['block'] }, view, context(), 0)).toBeUndefined();
    expect(mismatch({ kind: 'action', any: ['block'] }, view, context())).toBeDefined();
  });

  test('of what a hook changes compares with the output of the event', () => {
    const view = seen([answered({ modifiedOutput: 'done' })]);
    const expectation = { kind: 'changed', member: 'modifiedOutput', value: null } as const;
    expect(mismatch(expectation, view, context([eventOf({ hook: 'PostToolUse' })]))).toBeUndefined();
    expect(mismatch(expectation, view, context([eventOf({ hook: 'SessionStart' })]))).toBeDefined();
  });
});

describe('an event on stdin', () => {
  const AFTER = eventOf({ hook: 'PostToolUse' });
  const tool = AFTER['tool'] as object;
  test.each([
    ['hook', {}, true],
    ['hook', { hook: 'NoSuchPoint' }, false],
    ['timestamp', {}, true],
    ['timestamp', { timestamp: '2026-02-23t10:15:30.123456+01:00' }, true],
    ['timestamp', { timestamp: '2026-02-23 10:15:30z' }, true],
    ['timestamp', { timestamp: '2026-02-30 25:15:30Z' }, false],
    ['timestamp', { timestamp: '2026-02-23T10:15:30' }, false],
    ['timestamp', { timestamp: 'at 2026-02-23T10:15:30Z' }, false],
    ['timestamp', { timestamp: '2026-02-23T10:15:30Z or so' }, false],
    ['timestamp', { timestamp: '02-23T10:15:30Z' }, false],
    ['timestamp', { timestamp: '+012026-02-23T10:15:30Z' }, false],
    ['timestamp', { timestamp: '2026-02-23 10:15:30Z (Zulu)' }, false],
    ['timestamp', { timestamp: '2026-02-23T10:15:30.Z' }, false],
    ['timestamp', { timestamp: 1_770_000_000 }, false],
    ['sessionId', {}, true],
    ['sessionId', { sessionId: '' }, false],
    ['sessionId', { sessionId: 4711 }, false],
    ['agent', { agent: undefined }, true],
    ['agent', { agent: 7 }, false],
    ['repository', { repository: undefined }, true],
    ['repository', { repository: 'acme/shop' }, true],
    ['repository', { repository: 'https://host/acme/shop' }, false],
    ['repository', { repository: 'acme/shop/more' }, false],
    ['repository', { repository: 'shop' }, false],
    ['repository', { repository: ['acme/shop'] }, false],
    ['branch', { branch: false }, false],
    ['budget', { budget: undefined }, true],
    ['budget', { budget: 'much' }, false],
    ['budget', { budget: { usedTokens: '1' } }, false],
    ['budget', { budget: { effectiveLimit: '1' } }, false],
    ['tokens', { budget: { usedTokens: 0, effectiveLimit: 0 } }, true],
    ['tokens', { budget: { usedTokens: -1 } }, false],
    ['tokens', { budget: { effectiveLimit: -1 } }, false],
    ['tokens', { budget: { usedTokens: '1' } }, true],
    ['tokens', { budget: 'much' }, true],
    ['tool', {}, true],
    ['tool', { tool: undefined }, false],
    ['tool', { tool: { input: {} } }, false],
    ['outcome', {}, true],
    ['outcome', { tool: { ...tool, success: 'yes' } }, false],
    ['outcome', { tool: { ...tool, durationMs: '6' } }, false],
    ['camelCase', {}, true],
    ['camelCase', { session_id: 'x' }, false],
    ['camelCase', { tool: { ...tool, duration_ms: 6 } }, false],
    ['camelCase', { budget: { used_tokens: 6 } }, false],
    ['types', {}, true],
    ['types', { hook: 7 }, false],
    ['types', { sessionId: 7 }, false],
    ['types', { timestamp: 'now' }, false],
    ['types', { hook: undefined, sessionId: undefined, timestamp: undefined }, true],
    ['failed', { tool: { ...tool, success: false } }, true],
    ['failed', {}, false],
    ['failed', { tool: undefined }, false],
    ['session-end', { hook: 'SessionEnd' }, true],
    ['session-end', {}, false],
    ['one-session', {}, true],
    ['one-session', { sessionId: 'sess-4712' }, false],
  ] as const)('rule %s, with %j', (rule, changes, ok) => {
    expect(envelopeFault(rule, JSON.stringify({ ...AFTER, ...changes })) === undefined).toBe(ok);
  });

  test.each([
    ['hook', 'hook'],
    ['timestamp', 'timestamp'],
    ['sessionId', 'sessionId'],
    ['tool', 'tool'],
    ['failed', 'tool.success'],
    ['session-end', 'hook'],
    ['one-session', 'sessionId'],
  ] as const)('that lacks what rule %s asks for is told so by its name', (rule, name) => {
    expect(envelopeFault(rule, '{}')?.actual).toBe(`${name} is absent`);
    expect(envelopeFault('outcome', '{"tool":{"success":1}}')?.actual).toBe('tool.success is 1');
    expect(envelopeFault(rule, 'no JSON')?.actual).toBe('no JSON on stdin: no JSON');
    expect(envelopeFault(rule, ' ')?.actual).toBe('nothing on stdin');
  });

  test('is one JSON object', () => {
    expect(envelopeFault('object', '{}')).toBeUndefined();
    for (const text of ['', '[]', 'null', '{"a"']) expect(envelopeFault('object', text)).toBeDefined();
  });
});
