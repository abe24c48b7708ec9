/** What came of which payload, how an emitter ended, and whether its times are those of the events. */
import { describe, expect, test } from 'vitest';
import type { Fixture } from '../harness/model/corpus.ts';
import type { JsonValue } from '../harness/model/json.ts';
import type { End, Observation } from '../harness/model/observation.ts';
import type { Subject } from '../harness/model/subject.ts';
import type { PlanContext } from '../harness/model/suite.ts';
import { observed } from './approved.ts';
import { type Emission, emissionsOf, isNear, judgeEnds, judgeTimes, withEnd } from './emissions.ts';
import { LOG_FILE, nativeCase } from './native-case.ts';
import { Verdicts } from './stream/verdicts.ts';
import { fixtureOf, subjectOf } from './testing.ts';

const fed = (event: string, stdin: Readonly<Record<string, JsonValue>> = {}, vendor = 'claude-code'): Fixture =>
  fixtureOf(vendor, event, { session_id: 'n', ...stdin });

const INPUTS = [fed('SessionStart'), fed('Stop')];
const ROWS = { object: 'OBJECT', oneLine: null };
const EXIT = (code: number): End => ({ kind: 'exit', code });

/** What is read of these outputs; an event whose `ok` is false is invalid. */
function read(given: {
  readonly out?: readonly string[];
  readonly log?: string;
  readonly inputs?: readonly Fixture[];
  readonly ends?: readonly End[];
}): ReturnType<typeof emissionsOf> {
  const { out = [], log, inputs = INPUTS } = given;
  const subject: Subject = subjectOf({
    role: 'emitter',
    spec: 'agent-hooks',
    output: log === undefined ? 'stdout' : 'log',
  });
  const testCase = nativeCase({ id: 'x', title: 'x', requirements: [], kind: 'session', inputs }, {
    subject,
    edition: '0.1.0',
  } as PlanContext);
  const bytes = Buffer.from(log ?? '');
  const seen = observed(testCase, out);
  const observation: Observation = {
    ...seen,
    spawns: seen.spawns.flatMap((spawn, index) => {
      const end = given.ends === undefined ? spawn.end : given.ends[index];
      return end === undefined ? [] : [{ ...spawn, end }];
    }),
    files:
      log === undefined
        ? []
        : [{ path: LOG_FILE, area: 'tmp', change: 'created', bytes, total: bytes.length, truncated: false }],
  };
  return emissionsOf(testCase, observation, subject, ROWS, new Verdicts(), ({ value }) => value['ok'] !== false);
}

const names = (emission: Emission | undefined): readonly unknown[] | undefined =>
  emission?.events.map(({ value }) => value['n']);

describe('what came of a payload', () => {
  test('is what its process wrote, event by event', () => {
    const found = read({ out: ['{"n":1}\n{"n":2,"ok":false}\n', '{"n":3}'] });
    expect(found.emissions.map(names)).toEqual([[1, 2], [3]]);
    expect(found.emissions.map(({ valid, garbled, fixture }) => [valid, garbled, fixture.event])).toEqual([
      [[true, false], false, 'SessionStart'],
      [[true], false, 'Stop'],
    ]);
    expect(found.all.map(({ value, spawn }) => [value['n'], spawn])).toEqual([
      [1, 0],
      [2, 0],
      [3, 1],
    ]);
    expect([found.valid, found.invalid, found.attributed]).toEqual([2, 1, true]);
  });

  test('may be something that is no event', () => {
    const found = read({ out: ['{"n":1}', 'hello\n7'] });
    expect(found.emissions.map(({ garbled }) => garbled)).toEqual([false, true]);
    expect([found.valid, found.invalid]).toEqual([1, 2]);
    expect(read({}).emissions.map(({ garbled }) => garbled)).toEqual([false, false]);
    expect(read({}).emissions.map(names)).toEqual([[], []]);
  });

  test('can’t be told where several wrote one log', () => {
    const two = read({ log: '{"n":1}\n{"n":2}\nhello\n' });
    expect(two.attributed).toBe(false);
    expect(two.emissions.map(names)).toEqual([[], []]);
    expect(two.all.map(({ value }) => value['n'])).toEqual([1, 2]);
    expect(two.emissions[0]?.garbled).toBe(true);
    const [first] = INPUTS;
    const one = read({ log: '{"n":1}\n', inputs: first === undefined ? [] : [first] });
    expect([one.attributed, one.emissions.map(names)]).toEqual([true, [[1]]]);
  });

  test('has the end of its process', () => {
    const killed: End = { kind: 'signal', signal: 'SIGTERM' };
    expect(read({ ends: [EXIT(3), killed] }).emissions.map(({ end }) => end)).toEqual([EXIT(3), killed]);
    expect(read({ ends: [EXIT(3)] }).emissions.map(({ end }) => end)).toEqual([EXIT(3), EXIT(0)]);
  });
});

const emission = (fixture: Fixture, ...stamps: readonly unknown[]): Emission => ({
  fixture,
  events: stamps.map((time) => ({ value: { time }, text: '', spawn: 0, line: 1 })),
  valid: stamps.map(() => true),
  garbled: false,
  end: EXIT(0),
});

test('an emitter ends with exit code 0', () => {
  const said = (end: End): readonly unknown[] => {
    const verdicts = new Verdicts();
    judgeEnds([{ ...emission(fed('Stop')), end }], verdicts);
    return verdicts.findings().map((one) => (one.kind === 'notice' ? `${one.id} ${one.message.split(';')[0]}` : one));
  };
  expect(said(EXIT(0))).toEqual([]);
  const notice = (how: string): readonly string[] => [
    `HC-EMITTER-EXIT the emitter ended with ${how} on claude-code Stop`,
  ];
  expect(said(EXIT(2))).toEqual(notice('exit code 2'));
  expect(said({ kind: 'signal', signal: 'SIGTERM' })).toEqual(notice('SIGTERM'));
  expect(said({ kind: 'timeout', timeoutMs: 1, forced: false })).toEqual(notice('timeout'));
});

test('a message says how a process ended, where that is worth a word', () => {
  expect(
    [
      EXIT(0),
      EXIT(2),
      { kind: 'signal', signal: 'SIGTERM' } as const,
      { kind: 'timeout', timeoutMs: 1, forced: false } as const,
      { kind: 'not-started', reason: 'x' } as unknown as End,
    ].map(withEnd),
  ).toEqual(['', ' and exit code 2', ' and death by SIGTERM', ' within its time', ' because it could not be started']);
});

describe('the time of an event', () => {
  const BEGAN = Date.UTC(2026, 1, 8);
  const spawn = observed({ spawns: [{}, {}] } as unknown as Parameters<typeof observed>[0], [], { beganAt: BEGAN });
  const iso = (time: number): string => new Date(time).toISOString();

  test('is near that of its process, give or take a minute', () => {
    // The second process was started after 100 ms and ran for 50.
    for (const [time, near] of [
      [BEGAN + 100 - 60_000, true],
      [BEGAN + 100 - 60_001, false],
      [BEGAN + 150 + 60_000, true],
      [BEGAN + 150 + 60_001, false],
    ] as const)
      expect(isNear(time, spawn, 1), String(time - BEGAN)).toBe(near);
    expect(isNear(BEGAN, spawn, 2)).toBe(undefined);
    const { beganAt: _, ...unknown } = spawn;
    expect(isNear(BEGAN, unknown, 0)).toBe(undefined);
  });

  /** For each event whether its time is right; the payload is fed to the first process, at the beginning. */
  function right(
    native: JsonValue | undefined,
    stamps: readonly unknown[],
    observation: Observation = spawn,
  ): readonly string[] {
    const told: string[] = [];
    const stdin = native === undefined ? {} : { timestamp: native };
    const fixture = fed('preToolUse', stdin, 'copilot-cli');
    judgeTimes('time', [emission(fixture, ...stamps)], observation, (ok, fault) => {
      const { message, expected } = fault();
      expect(message).toContain('the time of an event of copilot-cli preToolUse is neither');
      told.push(ok ? '+' : expected);
    });
    return told;
  }
  const NATIVE = Date.UTC(2025, 5, 5, 12);

  test('is that of the payload, or that of its process', () => {
    expect(right(NATIVE, [iso(NATIVE), iso(BEGAN), iso(NATIVE + 999), iso(NATIVE - 999)])).toEqual([
      '+',
      '+',
      '+',
      '+',
    ]);
    const wrong = `${NATIVE}, or now`;
    expect(right(NATIVE, [iso(NATIVE + 1000), iso(BEGAN - 60_001)])).toEqual([wrong, wrong]);
    expect(right(undefined, [iso(BEGAN), iso(NATIVE)])).toEqual(['+', 'the time when the event happened']);
  });

  test('may stand in the payload as a date, or as seconds or milliseconds', () => {
    for (const native of [NATIVE, NATIVE / 1000, String(NATIVE), String(NATIVE / 1000), iso(NATIVE)])
      expect(right(native, [iso(NATIVE)]), String(native)).toEqual(['+']);
    for (const native of ['now', `x${NATIVE}`, `${NATIVE}x`, true, 99_999_999_999])
      expect(right(native, [iso(NATIVE)])[0], String(native)).not.toBe('+');
    expect(right(1e11, [iso(1e11)])).toEqual(['+']);
  });

  test('is judged where there is one, and where it is known when it was fed', () => {
    expect(right(NATIVE, [undefined, 7, 'now', null])).toEqual([]);
    const { beganAt: _, ...unknown } = spawn;
    expect(right(NATIVE, [iso(BEGAN), iso(NATIVE)], unknown)).toEqual(['+']);
  });
});
