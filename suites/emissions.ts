import type { Case } from '../harness/model/case.ts';
import type { Fixture } from '../harness/model/corpus.ts';
import type { End, Observation } from '../harness/model/observation.ts';
import type { Subject } from '../harness/model/subject.ts';
import { partOf } from '../vendors/vendor.ts';
import { type EmitterContext, LOG_FILE } from './native-case.ts';
import { outputDocuments } from './stream/collect.ts';
import type { Emitted } from './stream/emitted.ts';
import { eventOnLine, type LineRows } from './stream/event-line.ts';
import { instantOf } from './stream/instant.ts';
import { type Fault, shown, type Verdicts } from './stream/verdicts.ts';

/** What came of one native payload. */
export interface Emission {
  readonly fixture: Fixture;
  readonly events: readonly Emitted[];
  /** Whether the envelope of each event is valid, in the order of `events`. */
  readonly valid: readonly boolean[];
  /** Something was written that is no event. */
  readonly garbled: boolean;
  readonly end: End;
}

export interface Emissions {
  readonly emissions: readonly Emission[];
  /** Every event, those that can't be told to come of one payload included. */
  readonly all: readonly Emitted[];
  readonly valid: number;
  readonly invalid: number;
  /** False where several spawns wrote one log: which payload an event came of can't be told then. */
  readonly attributed: boolean;
}

const nowhere = (): undefined => undefined;

/** Reads what a subject wrote in one case and judges every event by itself; `judgeEvent` tells whether its envelope is valid. */
export function emissionsOf(
  testCase: Case,
  observation: Observation,
  subject: Subject,
  rows: LineRows,
  verdicts: Verdicts,
  judgeEvent: (event: Emitted) => boolean,
): Emissions {
  const { inputs } = testCase.context as EmitterContext;
  const perSpawn = inputs.map((): { event: Emitted; valid: boolean }[] => []);
  const garbled = inputs.map(() => false);
  const all: Emitted[] = [];
  let valid = 0;
  const documents = outputDocuments(observation, subject, LOG_FILE);
  for (const { line, spawn } of documents) {
    const event = eventOnLine(line, spawn, rows, verdicts, nowhere);
    if (event === undefined) {
      garbled[Math.max(spawn, 0)] = true;
      continue;
    }
    const good = judgeEvent(event);
    if (good) valid++;
    all.push(event);
    perSpawn[spawn]?.push({ event, valid: good });
  }
  const emissions = inputs.map(
    (fixture, index): Emission => ({
      fixture,
      events: (perSpawn[index] ?? []).map(({ event }) => event),
      valid: (perSpawn[index] ?? []).map((one) => one.valid),
      garbled: garbled[index] ?? false,
      end: observation.spawns[index]?.end ?? { kind: 'exit', code: 0 },
    }),
  );
  const attributed = subject.output !== 'log' || inputs.length <= 1;
  return { emissions, all, valid, invalid: documents.length - valid, attributed };
}

/** An emitter ends with exit 0 (contract, section 2); no specification says so, so that it is a notice. */
export function judgeEnds(emissions: readonly Emission[], verdicts: Verdicts): void {
  for (const { fixture, end } of emissions) {
    if (end.kind === 'exit' && end.code === 0) continue;
    const how = end.kind === 'exit' ? `exit code ${end.code}` : end.kind === 'signal' ? end.signal : end.kind;
    verdicts.notice(
      'HC-EMITTER-EXIT',
      `the emitter ended with ${how} on ${fixture.vendor} ${fixture.event}; a vendor may take that for a verdict of a hook`,
    );
  }
}

/** How a process ended, for the end of a message; empty for exit 0. */
export function withEnd(end: End): string {
  if (end.kind === 'exit') return end.code === 0 ? '' : ` and exit code ${end.code}`;
  if (end.kind === 'signal') return ` and death by ${end.signal}`;
  return end.kind === 'timeout' ? ' within its time' : ' because it could not be started';
}

/** Largest distance between an event's timestamp and the time when it happened, in milliseconds. */
const SKEW = 60_000;

/** Whether a time is that of a spawn, with some skew; undefined where nobody knows when it ran. */
export function isNear(time: number, { beganAt, spawns }: Observation, index: number): boolean | undefined {
  const spawn = spawns[index];
  if (beganAt === undefined || spawn === undefined) return undefined;
  const fed = beganAt + spawn.startedMs;
  return time >= fed - SKEW && time <= fed + spawn.durationMs + SKEW;
}

/** The timestamp is that of the native payload, or the time when it was fed; `report` is told of each event. */
export function judgeTimes(
  member: string,
  emissions: readonly Emission[],
  observation: Observation,
  report: (ok: boolean, fault: () => Fault) => void,
): void {
  for (const [index, { fixture, events }] of emissions.entries()) {
    const native = partOf(fixture, 'timestamp');
    for (const event of events) {
      const time = instantOf(event.value[member]);
      if (time === undefined) continue;
      const same = Math.abs(nativeTime(native) - time) < 1000;
      const near = isNear(time, observation, index);
      if (near === undefined && !same) continue;
      report(same || near === true, () => ({
        message: `the ${member} of an event of ${fixture.vendor} ${fixture.event} is neither that of the payload nor the time when it was fed`,
        expected: native === undefined ? 'the time when the event happened' : `${shown(native)}, or now`,
        actual: 'more than a minute from it',
      }));
    }
  }
}

/** A native timestamp in milliseconds since 1970: a date, or a number (also as text) of seconds or milliseconds. */
function nativeTime(value: unknown): number {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof number === 'string') return Date.parse(number);
  if (typeof number !== 'number') return Number.NaN;
  return number < 1e11 ? number * 1000 : number;
}
