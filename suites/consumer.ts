import type { Case, SpawnPlan } from '../harness/model/case.ts';
import type { JsonValue } from '../harness/model/json.ts';
import type { End, Observation } from '../harness/model/observation.ts';
import type { PlanContext } from '../harness/model/suite.ts';
import type { Verdicts } from './stream/verdicts.ts';

/** One event that a consumer is given; several of one case are compared with the first. */
export interface Served {
  readonly says: string;
  readonly event: JsonValue;
  /** The schema that it keeps; absent where it is of another version, or no event. */
  readonly schema?: string;
  /** Bytes instead of the event: what is no event at all. */
  readonly bytes?: Buffer;
}

/** What a consumer case is about: which rows it decides, and how. */
export interface ConsumerContext {
  readonly kind: 'accepts' | 'same-exit' | 'warns' | 'recognises' | 'malformed' | 'confidential';
  readonly rows: readonly string[];
  readonly served: readonly Served[];
  /** What stderr must name, for `warns`. */
  readonly version?: string;
}

export function consumerCase(
  spec: string,
  name: string,
  about: ConsumerContext,
  context: PlanContext,
  more: Partial<Case> = {},
): Case {
  const timeoutMs = context.subject.declaredTimeoutMs ?? 30_000;
  const spawn = ({ event, schema, bytes }: Served): SpawnPlan => ({
    placeholders: { edition: context.edition, event: '', vendor: '' },
    appendArgs: [],
    stdin:
      bytes === undefined
        ? { kind: 'payload', payload: event, newline: true, ...(schema === undefined ? {} : { keeps: [{ schema }] }) }
        : { kind: 'bytes', bytes },
    env: {},
    timeoutMs,
  });
  return {
    id: `${spec}/consumer/${name}`,
    title: about.served.map(({ says }) => says).join('; '),
    requirements: about.rows.filter((row) => context.catalogue.some(({ id }) => id === row)),
    spawns: about.served.map(spawn),
    files: [],
    substitutions: [],
    lingerMs: 0,
    observeFiles: false,
    canaries: [],
    context: about,
    ...more,
  };
}

/** How a process ended, in the words of a message. */
export function ended(end: End | undefined): string {
  if (end === undefined) return 'never started';
  switch (end.kind) {
    case 'exit':
      return `exit code ${end.code}`;
    case 'signal':
      return `death by ${end.signal}`;
    case 'timeout':
      return 'no end within its time';
    case 'not-started':
      return 'no start';
  }
}

const well = (end: End | undefined): boolean => end?.kind === 'exit' && end.code === 0;

/** Judges what a consumer did with the events of one case. Pure. */
export function judgeConsumer(testCase: Case, observation: Observation, verdicts: Verdicts): void {
  const about = testCase.context as ConsumerContext;
  const { served, rows } = about;
  const ends = served.map((_, index) => observation.spawns[index]?.end);
  const first = ends[0];
  for (const [index, { says }] of served.entries()) {
    const end = ends[index];
    const broken = (message: string, expected: string): Parameters<Verdicts['broken']>[1] => ({
      message,
      expected,
      actual: ended(end),
    });
    switch (about.kind) {
      case 'accepts':
        for (const row of rows)
          verdicts.check(row, well(end), () =>
            broken(`${says}: the consumer ended with ${ended(end)}; it must go on`, 'exit code 0'),
          );
        break;
      case 'same-exit':
        if (index === 0) break;
        for (const row of rows)
          verdicts.check(row, ended(end) === ended(first) && end?.kind === 'exit', () =>
            broken(
              `${says}: ${ended(end)} where the event without it gave ${ended(first)}; what is not known is ignored`,
              ended(first),
            ),
          );
        break;
      case 'warns': {
        const spoken = observation.spawns[index]?.stderr.bytes.toString('utf8') ?? '';
        const names = about.version === undefined || spoken.includes(about.version);
        for (const row of rows)
          verdicts.check(row, spoken.trim() !== '' && names, () => ({
            message: `${says}: nothing on stderr names the version ${about.version ?? ''}; warn about a version that is not known`,
            expected: `a warning that names ${about.version ?? 'the version'}`,
            actual: spoken.trim() === '' ? 'silence' : 'a text without the version',
          }));
        break;
      }
      case 'recognises': {
        // The envelope is handled; what is none may be refused in any way but a death by signal.
        const ok = index === 0 ? well(end) : end?.kind === 'exit';
        for (const row of rows)
          verdicts.check(row, ok, () =>
            broken(`${says}: ${ended(end)}`, index === 0 ? 'exit code 0' : 'any exit code'),
          );
        break;
      }
      case 'malformed': {
        const silent = (observation.spawns[index]?.stderr.total ?? 0) === 0;
        if (end?.kind === 'signal' || end?.kind === 'timeout' || (end?.kind === 'exit' && end.code !== 0 && silent))
          verdicts.notice(
            'HC-CONSUMER-INPUT',
            `${says}: the consumer ended with ${ended(end)}${silent ? ' and said nothing' : ''}`,
          );
        break;
      }
      case 'confidential':
        for (const row of rows) {
          const leak = observation.leaks.find((hit) => hit.channel === 'stdout' || hit.channel === 'stderr');
          verdicts.check(row, leak === undefined, () => ({
            message: `${says}: what the transcript holds came out on ${leak?.channel}; treat it as confidential`,
            expected: 'nothing of the transcript',
            actual: `a part of it on ${leak?.channel}`,
          }));
        }
        break;
    }
  }
}

/** Inputs that are no event: an empty one, text, a cut-off event, bytes that are no UTF-8, another JSON value. */
export function noEvents(event: JsonValue): readonly Served[] {
  const text = JSON.stringify(event);
  const none = (says: string, bytes: Buffer): Served => ({ says, event: null, bytes });
  return [
    none('empty input', Buffer.alloc(0)),
    none('text that is no JSON', Buffer.from('no event\n')),
    none('an event that is cut off', Buffer.from(text.slice(0, text.length >> 1))),
    none('bytes that are no UTF-8', Buffer.concat([Buffer.from(text.slice(0, 10)), Buffer.from([0xff, 0xfe])])),
    none('a list of events', Buffer.from(`[${text}]\n`)),
  ];
}
