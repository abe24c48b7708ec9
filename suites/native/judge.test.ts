/** What the judge of one native case keeps of what it saw, and what it says of it at once. */
import { describe, expect, test } from 'vitest';
import type { Case } from '../../harness/model/case.ts';
import type { JsonObject } from '../../harness/model/json.ts';
import type { End, Observation } from '../../harness/model/observation.ts';
import type { Subject } from '../../harness/model/subject.ts';
import type { PlanContext } from '../../harness/model/suite.ts';
import { SHELL_MARKER } from './broken-inputs.ts';
import type { NativeContext, NativeFacts } from './context.ts';
import { judgeNative } from './judge.ts';
import { observation, type Scripted, subject } from './testing.ts';

const CATALOGUE = ['NV-CLAUDE-CODE-TIMEOUT', 'DC-TIMEOUT', 'NV-CLAUDE-CODE-LOOP', 'NV-CLAUDE-CODE-EXIT'];

interface Asked extends Partial<Omit<NativeContext, 'fixture'>> {
  readonly event?: string;
  readonly stdin?: JsonObject;
  readonly declared?: Partial<Subject>;
  readonly seen?: Partial<Observation>;
}

function judged(asked: Asked, ...answers: readonly Scripted[]) {
  const { event = 'PreToolUse', stdin = { tool_name: 'Bash' }, declared = {}, seen = {}, ...about } = asked;
  const fixture = { vendor: 'claude-code', event, stdin };
  const native = { kind: 'payload', scenario: 'shell ls', limitMs: 1000, fixture, ...about };
  const testCase = { id: 'one', canaries: [], context: native } as unknown as Case;
  const context = { subject: subject(declared), catalogue: CATALOGUE.map((id) => ({ id })) } as unknown as PlanContext;
  const { findings, facts } = judgeNative(testCase, { ...observation(...answers), ...seen }, context);
  return { findings, facts: facts as NativeFacts };
}

const json = (value: JsonObject): Scripted => ({ stdout: JSON.stringify(value) });
const factsOf = (...asked: Parameters<typeof judged>): NativeFacts => judged(...asked).facts;
const noticed = (...asked: Parameters<typeof judged>): readonly string[] =>
  factsOf(...asked).notices.map(({ id, message }) => (message === '' ? 'silent' : id));
const met = (...asked: Parameters<typeof judged>): readonly string[] =>
  judged(...asked).findings.flatMap((one) => (one.kind === 'met' ? [one.requirement] : []));
const DENY = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } };

describe('a hook that was ended', () => {
  const late = (timeoutMs: number): Scripted => ({ end: { kind: 'timeout', timeoutMs, forced: false } });
  test.each<[string, Asked, Scripted, NativeFacts['hang']]>([
    ['at the limit of the vendor', {}, late(1000), 'vendor'],
    ['after it', {}, late(1001), 'vendor'],
    ['before it', {}, late(999), 'ours'],
    ['where the vendor has none', { limitMs: null }, late(600_000), 'ours'],
    ['at the limit that its author gave', { declared: { declaredTimeoutMs: 500 } }, late(500), 'declared'],
    ['by itself', {}, { end: { kind: 'exit', code: 1 } }, null],
    ['by a signal', { declared: { declaredTimeoutMs: 500 } }, { end: { kind: 'signal', signal: 'SIGTERM' } }, null],
  ])('%s', (_, asked, answer, hang) => {
    const { findings, facts } = judged(asked, answer);
    expect(facts.hang).toBe(hang);
    const rows = findings.flatMap((one) => (one.kind === 'met' ? [one.requirement] : []));
    for (const row of ['DC-TIMEOUT', 'NV-CLAUDE-CODE-TIMEOUT']) expect(rows.includes(row)).toBe(hang === null);
  });

  test('in one of several spawns, after the longest time', () => {
    const facts = factsOf({ kind: 'parallel' }, {}, late(1000), late(2000));
    expect([facts.hang, facts.timeoutMs]).toEqual(['vendor', 2000]);
    expect(factsOf({}, {}).timeoutMs).toBe(0);
  });
});

test('a condition that this machine cannot make fills its cell with nothing', () => {
  const { findings, facts } = judged({ seen: { unmet: 'no such user' } }, {});
  expect(findings).toEqual([expect.objectContaining({ kind: 'outcome', effect: 'unknown', why: 'no such user' })]);
  expect(facts).toBeUndefined();
  expect(judged({}).findings).toEqual([]);
});

describe('broken input', () => {
  const file = (path: string): Partial<Observation> => ({ files: [{ path }] as unknown as Observation['files'] });
  test('of which a part ran as a command', () => {
    expect(noticed({ kind: 'broken', seen: file(`sub/${SHELL_MARKER}`) }, {})).toEqual(['HC-PAYLOAD']);
    expect(noticed({ kind: 'broken', seen: file(SHELL_MARKER) }, {})).toEqual(['HC-PAYLOAD']);
    expect(noticed({ kind: 'broken', seen: file('notes.txt') }, {})).toEqual([]);
    expect(noticed({ kind: 'payload', seen: file(SHELL_MARKER) }, {})).toEqual([]);
  });

  test('that is repeated where a person or a model reads it', () => {
    const leak = (channel: string): Partial<Observation> => ({
      leaks: [{ channel }] as unknown as Observation['leaks'],
    });
    for (const channel of ['stdout', 'stderr'])
      expect(noticed({ kind: 'broken', seen: leak(channel) }, {})).toEqual(['HC-SECRET']);
    expect(noticed({ kind: 'broken', seen: leak('file') }, {})).toEqual([]);
    expect(noticed({ kind: 'payload', seen: leak('stdout') }, {})).toEqual([]);
  });

  test('is held to no contract, and its time counts for nothing', () => {
    const facts = factsOf({ kind: 'broken' }, { stdout: 'no JSON', end: { kind: 'exit', code: 1 } });
    expect([facts.results, facts.durationsMs, facts.tried]).toEqual([[], [], false]);
    expect(factsOf({ kind: 'danger' }, {}).durationsMs).toEqual([5]);
    expect(factsOf({ kind: 'broken', sound: false }, {}).sound).toBe(false);
    expect(factsOf({ kind: 'broken' }, {}).sound).toBe(true);
  });
});

test('what an answer comes to is its effect and what the model is given, whatever the user is told', () => {
  expect(factsOf({}, {}).whole).toBe('none');
  expect(factsOf({}, json({ systemMessage: 'saw it' })).whole).toBe('none');
  expect(factsOf({}, json({ systemMessage: 'saw it' })).outcome.adds).toContain('message');
  expect(factsOf({}, json(DENY)).whole).toBe('deny');
  const context = { hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'x' } };
  expect(factsOf({}, json(context)).whole).toBe('none +context');
});

test('a hook has tried something where it breaks a rule, and is silent where nothing stands on stderr', () => {
  expect(factsOf({}, {})).toMatchObject({ silent: true, tried: false, durationsMs: [5] });
  expect(factsOf({}, { stderr: ' \n' }).silent).toBe(true);
  expect(factsOf({}, { stderr: 'saw it' }).silent).toBe(false);
  expect(factsOf({}, { end: { kind: 'exit', code: 1 } }).tried).toBe(true);
});

test('only a large payload shows that not all of stdin was read', () => {
  const early = (closedEarly: boolean): Partial<Observation> => ({
    spawns: observation({}).spawns.map((one) => ({ ...one, stdin: { bytes: 10, closedEarly } })),
  });
  expect(factsOf({ kind: 'broken', situation: 'one-megabyte', seen: early(true) }).closedStdinEarly).toBe(true);
  expect(factsOf({ kind: 'broken', situation: 'one-megabyte', seen: early(false) }).closedStdinEarly).toBe(false);
  expect(factsOf({ kind: 'broken', situation: 'empty', seen: early(true) }).closedStdinEarly).toBe(false);
});

describe('a sound answer of which something is passed over', () => {
  const told = (...asked: Parameters<typeof judged>): readonly string[] =>
    factsOf(...asked).notices.map(({ id, message }) => `${id} ${message}`);
  test('is told with what that is', () => {
    expect(told({}, json({ somethingElse: 1, other: 2 }))).toEqual([
      "HC-UNREAD Claude Code doesn't read /somethingElse, /other of its answers",
    ]);
    expect(told({}, { stdout: 'checked' })).toEqual([
      "HC-UNREAD Claude Code doesn't read text on stdout of its answers",
    ]);
    expect(factsOf({}, json({ somethingElse: 1 })).whole).toBe('none');
  });

  test('is nothing to speak of where all is read, or where it is no sound answer', () => {
    expect(told({}, {})).toEqual([]);
    expect(told({}, json({ systemMessage: 'saw it' }))).toEqual([]);
    expect(told({}, json({ continue: 'no', somethingElse: 1 }))).toEqual([]);
    expect(told({ kind: 'generated' }, json({ somethingElse: 1 }))).toEqual([]);
    expect(told({}, { ...json({ systemMessage: 'x' }), end: { kind: 'exit', code: 2 }, stderr: 'no' })).toEqual([]);
  });
});

describe('the same payload said otherwise', () => {
  const variants = [
    { label: 'once more', unsent: false },
    { label: 'with spaces', unsent: true },
  ];
  test('is told with the outcome of its own spawn', () => {
    const all = factsOf({ kind: 'danger', variants }, json(DENY), {}, json(DENY)).variants;
    expect(all.map(({ label, unsent, effect }) => [label, unsent, effect])).toEqual([
      ['once more', false, 'none'],
      ['with spaces', true, 'deny'],
    ]);
    expect(factsOf({ kind: 'danger', variants }, json(DENY), {}).variants).toHaveLength(1);
    expect(factsOf({ kind: 'danger' }, json(DENY), {}).variants).toEqual([]);
  });
});

describe('the end of a turn that was held up before', () => {
  const loop = (event: string, answer: Scripted): readonly boolean[] =>
    factsOf({ kind: 'loop', event, stdin: { stop_hook_active: true } }, answer).results.flatMap(({ kind, broken }) =>
      kind === 'loop' ? [broken === null] : [],
    );
  test('may not be held up again', () => {
    expect(loop('Stop', {})).toEqual([true]);
    expect(loop('Stop', json({ decision: 'block', reason: 'more' }))).toEqual([false]);
    expect(loop('Stop', { end: { kind: 'exit', code: 2 }, stderr: 'more' })).toEqual([false]);
    expect(loop('Stop', { end: { kind: 'exit', code: 1 } })).toEqual([true]);
    // Where the vendor calls it a denial.
    expect(loop('PreToolUse', json(DENY))).toEqual([false]);
    expect(met({ kind: 'loop', event: 'Stop' }, {})).toContain('NV-CLAUDE-CODE-LOOP');
    expect(met({ kind: 'payload', event: 'Stop' }, {})).not.toContain('NV-CLAUDE-CODE-LOOP');
  });
});

describe('several at once', () => {
  const FAILS: { readonly end: End } = { end: { kind: 'exit', code: 1 } };
  const exits = (...answers: readonly Scripted[]): readonly boolean[] =>
    factsOf({ kind: 'parallel' }, ...answers).results.map(({ broken }) => broken === null);
  test('fail where only some of them fail', () => {
    expect(exits({}, {}, {})).toEqual([true]);
    expect(exits({}, FAILS, {})).toEqual([false]);
    expect(exits(FAILS, {}, {})).toEqual([false]);
    // What fails alone, too, is told by other cases.
    expect(exits(FAILS, FAILS)).toEqual([]);
    const failed = { kind: 'exit', broken: expect.objectContaining({ actual: 'exit 1' }) };
    expect(factsOf({ kind: 'parallel' }, {}, FAILS, {}).results).toEqual([failed]);
    expect(met({ kind: 'parallel' }, {}, {})).toContain('NV-CLAUDE-CODE-EXIT');
    expect(met({ kind: 'parallel' }, {}, FAILS)).not.toContain('NV-CLAUDE-CODE-EXIT');
  });
});

describe('a hook of which nobody said what it is registered for', () => {
  const declared = (event: string): Asked => ({ event, declared: { events: { '*': [event] } } });
  const block = json({ decision: 'block', reason: 'no' });

  test('blocks a prompt, which is worth a notice', () => {
    expect(noticed({ event: 'UserPromptSubmit' }, block)).toEqual(['HC-EVENT']);
    expect(noticed(declared('UserPromptSubmit'), block)).toEqual([]);
    expect(noticed({ event: 'UserPromptSubmit' }, {})).toEqual([]);
    expect(noticed({}, json(DENY))).toEqual([]);
  });

  test('answers in the name of another event', () => {
    const named = (hookEventName: string): Scripted =>
      json({ hookSpecificOutput: { hookEventName, additionalContext: 'x' } });
    const broken = (...asked: Parameters<typeof judged>): readonly string[] =>
      factsOf(...asked).results.flatMap(({ kind, broken: fault }) => (fault === null ? [] : [kind]));
    expect(noticed({}, named('SessionStart'))).toContain('HC-EVENT');
    expect(broken({}, named('SessionStart'))).toEqual([]);
    expect(noticed(declared('PreToolUse'), named('SessionStart'))).not.toContain('HC-EVENT');
    expect(broken(declared('PreToolUse'), named('SessionStart'))).toContain('event-name');
    // No event of the vendor at all is wrong everywhere.
    expect(broken({}, named('Zeta'))).toContain('event-name');
    expect(noticed({}, named('Zeta'))).not.toContain('HC-EVENT');
    expect(noticed({}, named('PreToolUse'))).toEqual([]);
  });

  test('breaks other rules by a word that is the name of an event', () => {
    const results = factsOf({}, json({ decision: 'SessionStart' })).results;
    expect(results.flatMap(({ kind, broken }) => (broken === null ? [] : [kind]))).toContain('word');
  });

  test('blocks what can be blocked by nobody', () => {
    const broken = (asked: Asked): readonly string[] =>
      factsOf(asked, block).results.flatMap(({ kind, broken: fault }) => (fault === null ? [] : [kind]));
    expect(noticed({ event: 'SessionEnd' }, block)).toContain('HC-EVENT');
    expect(broken({ event: 'SessionEnd' })).not.toContain('decide');
    expect(noticed(declared('SessionEnd'), block)).not.toContain('HC-EVENT');
    expect(broken(declared('SessionEnd'))).toContain('decide');
  });
});
