/** What becomes of a converter's case before and after its expectations, and what is said of validations and refusals. */
import { describe, expect, it } from 'vitest';
import { madeFile, observedRuns, type Spawned } from '../../testing.ts';
import { factsOf } from './aggregate.ts';
import { judgeConverter } from './judge.ts';
import type { Check, Expectation } from './scenario.ts';
import { caseOf, grouped, printed, type Row, refused, rowsOf, saidBy, saidOf, wrote } from './testing.ts';

const marker = './m.sh';
const check = (expectation: Expectation, requirement: string, spawn?: number): Check => ({
  requirements: [requirement],
  expect: expectation,
  says: 'it is so',
  ...(spawn === undefined ? {} : { spawn }),
});
const PRESENT = { kind: 'present', marker } as const;
const THERE = wrote(grouped('Stop', undefined));
const GONE = wrote({ hooks: {} });
const checked = (errors: unknown, more: object = {}): Spawned => printed({ errors, ...more });
const VALID = checked([]);

const TABLES: readonly (readonly [string, Expectation, readonly Row[]])[] = [
  [
    'valid',
    { kind: 'valid' },
    [
      ['no errors', '+', VALID],
      ['no list of them', '+', checked('none')],
      ['errors', '!', checked(['x'])],
      ['refused', '!', refused()],
      ['no JSON', '!', { stdout: 'fine' }],
      ['killed', '!', { end: { kind: 'signal', signal: 'SIGSEGV' } }],
    ],
  ],
  [
    'invalid',
    { kind: 'invalid' },
    [
      ['errors', '+', checked(['x'])],
      ['refused', '+', refused()],
      ['no errors', '!', VALID],
      ['no list of them', '!', checked('x')],
      ['no JSON', '!', { stdout: 'wrong' }],
      ['killed', '!', { end: { kind: 'signal', signal: 'SIGSEGV' } }],
    ],
  ],
  [
    'noticed by name',
    { kind: 'noticed', names: ['evnt', 'evt2'] },
    [
      ['a warning', '+', checked([], { warnings: ['x', 'evnt is odd'] })],
      ['a warning of the second name', '+', checked([], { warnings: ['evt2 is odd'] })],
      ['a word on stderr', '+', { ...VALID, stderr: 'evnt is odd' }],
      ['another warning', '!', checked([], { warnings: ['x is odd'] })],
      ['errors', '+', checked(['x'])],
      ['refused', '+', refused('')],
      ['nothing', '!', VALID],
    ],
  ],
  [
    'noticed at all',
    { kind: 'noticed', names: [] },
    [
      ['a warning', '+', checked([], { warnings: ['x'] })],
      ['a word on stderr', '!', { ...VALID, stderr: 'x' }],
      ['nothing', '!', VALID],
    ],
  ],
  [
    'no complaint about a name',
    { kind: 'quiet', names: ['x_own', 'y_own'] },
    [
      ['nothing', '+', VALID],
      ['a word about it', '+', checked([], { warnings: ['x_own is written as it is'] })],
      ['a complaint', '!', checked([], { warnings: ['unknown member x_own'] })],
      ['a complaint in capitals', '!', checked([], { warnings: ['Y_own', 'UNRECOGNIZED: y_own'] })],
      ['a complaint on stderr', '!', { ...VALID, stderr: 'x\nno such slug: y_own' }],
      ['a complaint about another', '+', checked([], { warnings: ['unknown member z', 'x_own is fine'] })],
      ['errors', '!', checked(['x'])],
      ['refused', '!', refused('')],
    ],
  ],
  [
    'a capability',
    { kind: 'capability', capability: 'input_rewrite', present: true },
    [
      ['it is inferred', '+', printed({ capabilities: [['x', 'input_rewrite']] })],
      ['it is not', '!', printed({ capabilities: [['x']] })],
      ['of another hook', '!', printed({ capabilities: [[], ['input_rewrite']] })],
      ['no list in the list', '!', printed({ capabilities: ['input_rewrite'] })],
      ['no list', '!', printed({ capabilities: 'input_rewrite' })],
      ['refused', '!', refused()],
    ],
  ],
  [
    'no capability',
    { kind: 'capability', capability: 'input_rewrite', present: false },
    [
      ['it is not inferred', '+', printed({ capabilities: [['x']] })],
      ['of no hook', '+', printed({ capabilities: [] })],
      ['it is', '!', printed({ capabilities: [['input_rewrite']] })],
      ['no list', '!', printed({})],
    ],
  ],
  [
    'a refusal',
    { kind: 'refused' },
    [
      ['it is one', '+', refused()],
      ['it names the provider', '+', refused('claude-code has no such event'), { declared: false }],
      ['killed', '+', { end: { kind: 'signal', signal: 'SIGSEGV' } }],
      ['an answer', '!', THERE],
      ['an answer of the first only', '+', [THERE, refused()]],
    ],
  ],
];

describe.each(TABLES)('%s', (_, expectation, rows) => {
  it.each(rowsOf(rows))('%s: %s', (__, said, spawned, context) =>
    expect(saidOf(expectation, spawned, context)).toBe(`${said}R`),
  );
});

it('a file that must not be made', () => {
  const checks = [check({ kind: 'no-file', path: 'RAN' }, 'R')];
  expect(saidBy(checks, [THERE])).toEqual(['+R']);
  expect(saidBy(checks, [THERE], { files: [madeFile('a/RAN', '')] })).toEqual(['!R']);
  expect(saidBy(checks, [THERE], { files: [madeFile('RAN/a', '')] })).toEqual(['+R']);
});

describe('an answer', () => {
  const NO_LIST: Spawned = { stdout: '[]' };
  it('that is no JSON object is none', () => {
    for (const answer of [NO_LIST, { stdout: 'done' }, { stdout: 'null' }]) {
      expect(saidOf({ kind: 'refused' }, answer)).toBe('!R');
      expect(saidOf({ kind: 'valid' }, answer)).toBe('!R');
      expect(saidOf({ kind: 'noticed', names: [] }, answer)).toBe('!R');
    }
    expect(saidOf({ kind: 'noticed', names: [] }, { stdout: '{}' })).toBe('!R');
  });

  it('of one that failed counts for nothing', () => {
    expect(saidOf({ kind: 'done' }, { ...THERE, end: { kind: 'exit', code: 1 } })).toBe('!R');
    expect(saidOf(PRESENT, { ...THERE, end: { kind: 'exit', code: 1 } })).toBe('!R');
  });

  it('has warnings as they were written', () => {
    expect(saidOf({ kind: 'warned', words: ['say "a"'] }, wrote({}, ['say "a" x']))).toBe('+R');
    expect(saidOf({ kind: 'warned', words: ['a'] }, [])).toBe('!R');
  });

  it('that never came meets nothing', () => {
    for (const kind of ['valid', 'invalid', 'done', 'decoded-valid', 'same', 'untainted'] as const)
      expect(saidOf({ kind }, [])).toBe('!R');
    expect(saidOf({ kind: 'noticed', names: ['x'] }, [])).toBe('!R');
    expect(saidOf({ kind: 'blocking', lost: true }, [])).toBe('!R');
    expect(saidOf({ kind: 'code', aspect: 'parses' }, [])).toBe('!R');
  });
});

describe('a case of a converter', () => {
  const checks = [check(PRESENT, 'A'), check({ kind: 'gone', marker: './x.sh' }, 'B')];

  it('decides each requirement of each check', () => {
    expect(saidBy(checks, [THERE])).toEqual(['+A', '+B']);
    expect(saidBy(checks, [GONE])).toEqual(['!A', '+B']);
  });

  it('looks at the spawn that a check names, else at the last', () => {
    const own = [check(PRESENT, 'A', 0), check(PRESENT, 'B')];
    expect(saidBy(own, [THERE, GONE])).toEqual(['+A', '!B']);
    expect(saidBy(own, [GONE, THERE])).toEqual(['!A', '+B']);
    expect(saidBy([check({ kind: 'valid' }, 'A', 0), check({ kind: 'valid' }, 'B')], [VALID, refused()])).toEqual([
      '+A',
      '!B',
    ]);
  });

  it('is broken where one check of a requirement is, and says what of', () => {
    const gone = check({ kind: 'gone', marker }, 'A');
    expect(saidBy([check(PRESENT, 'A'), gone], [THERE])).toEqual(['!A']);
    expect(saidBy([gone, check(PRESENT, 'A')], [THERE])).toEqual(['!A']);
    const [first] = judgeConverter(
      caseOf([check(PRESENT, 'A'), check({ kind: 'entry', marker, member: 'x', value: 1 }, 'A')]),
      observedRuns([GONE]),
    );
    expect(first).toEqual({
      kind: 'broken',
      requirement: 'A',
      message: 'it is so; expected the hook in the configuration, but it is left out.',
      expected: 'the hook in the configuration',
      actual: 'it is left out',
    });
  });

  it('shows what was put to a spawn that is not the first', () => {
    const stdin = { kind: 'bytes', bytes: Buffer.from('{"é":1}'), keeps: [] } as const;
    const answer = { kind: 'answer', spawn: 0, member: 'config' } as const;
    const inputOf = (spawns: readonly object[], spawn?: number): unknown =>
      judgeConverter(caseOf([check(PRESENT, 'A', spawn)], { spawns: spawns as never }), observedRuns([GONE, GONE])).map(
        (one) => ('input' in one ? one.input : 'none'),
      )[0];
    expect(inputOf([{ stdin }, { stdin }])).toBe('{"é":1}');
    expect(inputOf([{ stdin }, { stdin }], 1)).toBe('{"é":1}');
    expect(inputOf([{ stdin }, { stdin }], 0)).toBe('none');
    expect(inputOf([{ stdin }, { stdin: answer }])).toBe('none');
    expect(inputOf([])).toBe('none');
  });

  it('decides nothing where the converter did not start or did not answer', () => {
    const unable: Spawned = { end: { kind: 'not-started', code: 'ENOENT', message: 'no such file' } };
    const slow: Spawned = { end: { kind: 'timeout', timeoutMs: 1, forced: false } };
    const put = { requirements: ['A', 'B', 'C'] };
    expect(saidBy(checks, [THERE, unable], put)).toEqual(['?A', '?B', '?C']);
    expect(saidBy(checks, [THERE, slow], put)).toEqual(['?A', '?B', '?C']);
    expect(saidBy(checks, [slow, THERE], put)).toEqual(['?A', '?B', '?C']);
  });

  it('is not for a converter that refuses a provider by name, which it did not declare', () => {
    const context = { declared: false };
    const no = refused('claude-code is not supported');
    expect(saidBy(checks, [no], { context })).toEqual(['/A', '/B']);
    expect(saidBy(checks, [no])).toEqual(['!A', '!B']);
    expect(saidBy(checks, [refused('no')], { context })).toEqual(['!A', '!B']);
    expect(saidBy(checks, [THERE, no], { context })).toEqual(['!A', '!B']);
    expect(saidBy(checks, [{ ...THERE, stderr: 'claude-code' }], { context })).toEqual(['+A', '+B']);
    expect(saidBy(checks, [], { context })).toEqual(['!A', '!B']);
    expect(
      saidBy(checks, [{ end: { kind: 'signal', signal: 'SIGSEGV' }, stderr: 'claude-code' }], { context }),
    ).toEqual(['!A', '!B']);
    expect(saidBy(checks, [no], { context: { ...context, mayRefuse: true } })).toEqual(['!A', '+B']);
    const refusal = [...checks, check({ kind: 'refused' }, 'C')];
    expect(saidBy(refusal, [no], { context })).toEqual(['!A', '!B', '+C']);
    expect(saidBy([check({ kind: 'invalid' }, 'C')], [no], { context })).toEqual(['+C']);
  });
});

it('a case contributes what it met, what it broke and what did not apply', () => {
  const requirement = 'A';
  expect(
    factsOf([
      { kind: 'met', requirement },
      { kind: 'broken', requirement: 'B', message: '', expected: '', actual: '' },
      { kind: 'not-applicable', requirement: 'C', reason: '' },
      { kind: 'untested', requirement: 'D', reason: '' },
    ]),
  ).toEqual({ met: ['A'], broken: ['B'], aside: ['C'] });
});
