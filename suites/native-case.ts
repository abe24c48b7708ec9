import type { Canary, Case, Kept, Substitution, TreeFile } from '../harness/model/case.ts';
import type { Fixture } from '../harness/model/corpus.ts';
import type { PlanContext } from '../harness/model/suite.ts';
import { spawnOf, substitutionsOf, transcriptFiles } from '../vendors/payload-case.ts';
import { timeoutFor } from './feed.ts';

/** What the emitter suites keep in `Case.context`: one payload for each spawn, canaries planted, paths not yet rewritten. */
export interface EmitterContext {
  /** What the case is (one payload, a session, …); each suite has its own words. */
  readonly kind: string;
  readonly inputs: readonly Fixture[];
}

/** The folder that stands for the place of an event log until the harness puts the case's own there. */
const LOG_FOLDER = '/var/log/agent-events';
export const LOG_FILE = 'events.jsonl';

/** Environment and substitution that put the log named by `variable` into the private tree. */
function logPlan(variable: string): { env: Record<string, string>; substitution: Substitution } {
  return {
    env: { [variable]: `${LOG_FOLDER}/${LOG_FILE}` },
    substitution: { from: LOG_FOLDER, to: 'tmp' },
  };
}

export interface NativeCaseOptions {
  readonly id: string;
  readonly title: string;
  readonly requirements: readonly string[];
  readonly kind: string;
  readonly inputs: readonly Fixture[];
  readonly canaries?: readonly Canary[];
  /** Name of the variable that a subject's log is named by; set where its output is the log, or the case tests it. */
  readonly logVariable?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: readonly TreeFile[];
  /** Transcript files instead of those that every case has. */
  readonly transcript?: readonly TreeFile[];
  readonly observeFiles?: boolean;
  readonly observeFolders?: boolean;
  /** The schemas that a payload keeps, where it isn't the vendor's: another document's, or none. */
  readonly keeps?: (fixture: Fixture) => readonly Kept[];
  /** Bytes that are written instead of the payload: what a vendor never sends. */
  readonly bytes?: Buffer;
}

/** A case that feeds native payloads in order, one spawn each, in one private tree. */
export function nativeCase(options: NativeCaseOptions, context: PlanContext): Case {
  const { subject } = context;
  const output = subject.output;
  const log = options.logVariable === undefined ? undefined : logPlan(options.logVariable);
  const env = { ...options.env, ...log?.env };
  const places = new Map<string, Substitution>();
  for (const fixture of options.inputs) for (const place of substitutionsOf(fixture)) places.set(place.from, place);
  if (log !== undefined) places.set(log.substitution.from, log.substitution);
  const files = new Map<string, TreeFile>();
  for (const file of options.files ?? []) files.set(`${file.area}/${file.path}`, file);
  for (const file of options.transcript ?? options.inputs.flatMap(transcriptFiles))
    files.set(`${file.area}/${file.path}`, file);
  const first = options.inputs[0];
  return {
    id: options.id,
    title: options.title,
    requirements: options.requirements,
    ...(first === undefined ? {} : { vendor: first.vendor, event: first.event }),
    spawns: options.inputs.map((fixture) => {
      const spawn = spawnOf(fixture, context.edition, timeoutFor(subject, fixture.vendor));
      const stdin = options.bytes === undefined ? spawn.stdin : ({ kind: 'bytes', bytes: options.bytes } as const);
      const keeps = stdin.kind === 'payload' ? options.keeps?.(fixture) : undefined;
      return { ...spawn, stdin: keeps === undefined ? stdin : { ...stdin, keeps }, env: { ...spawn.env, ...env } };
    }),
    files: [...files.values()],
    substitutions: [...places.values()].sort((a, b) => b.from.length - a.from.length || (a.from < b.from ? -1 : 1)),
    lingerMs: 0,
    observeFiles: log !== undefined || (options.observeFiles ?? false),
    ...(options.observeFolders === true ? { observeFolders: true } : {}),
    ...(typeof output === 'object' ? { sink: { variable: output.http } } : {}),
    canaries: options.canaries ?? [],
    context: { kind: options.kind, inputs: options.inputs } satisfies EmitterContext,
  };
}
