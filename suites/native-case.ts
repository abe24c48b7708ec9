import type { Canary, Case, SpawnPlan, Substitution } from '../harness/model/case.ts';
import type { Fixture } from '../harness/model/corpus.ts';
import type { PlanContext } from '../harness/model/suite.ts';
import { deliveredPayload, substitutionsFor, vendor } from '../vendors/vendor.ts';
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
  readonly observeFiles?: boolean;
}

function spawnPlan(fixture: Fixture, context: PlanContext, env: Readonly<Record<string, string>>): SpawnPlan {
  return {
    placeholders: { vendor: fixture.vendor, event: fixture.event, edition: context.edition },
    appendArgs: fixture.delivery === 'argument' ? [JSON.stringify(fixture.stdin)] : [],
    stdin: stdinOf(fixture),
    env: { ...fixture.env, ...env },
    timeoutMs: timeoutFor(context.subject, fixture.vendor),
  };
}

function stdinOf(fixture: Fixture): SpawnPlan['stdin'] {
  if (fixture.delivery === 'argument') return { kind: 'empty' };
  if (fixture.raw !== undefined) return { kind: 'bytes', bytes: Buffer.from(fixture.raw, 'base64') };
  return {
    kind: 'payload',
    payload: deliveredPayload(fixture, fixture.stdin ?? null),
    newline: vendor(fixture.vendor).newline,
  };
}

/** A case that feeds native payloads in order, one spawn each, in one private tree. */
export function nativeCase(options: NativeCaseOptions, context: PlanContext): Case {
  const { subject } = context;
  const output = subject.output;
  const log = options.logVariable === undefined ? undefined : logPlan(options.logVariable);
  const env = { ...options.env, ...log?.env };
  const places = new Map<string, Substitution>();
  for (const fixture of options.inputs)
    for (const place of substitutionsFor(fixture.vendor, fixture.event, fixture.stdin)) places.set(place.from, place);
  if (log !== undefined) places.set(log.substitution.from, log.substitution);
  const first = options.inputs[0];
  return {
    id: options.id,
    title: options.title,
    requirements: options.requirements,
    ...(first === undefined ? {} : { vendor: first.vendor, event: first.event }),
    spawns: options.inputs.map((input) => spawnPlan(input, context, env)),
    files: [],
    substitutions: [...places.values()].sort((a, b) => b.from.length - a.from.length || (a.from < b.from ? -1 : 1)),
    lingerMs: 0,
    observeFiles: log !== undefined || (options.observeFiles ?? false),
    ...(typeof output === 'object' ? { sink: { variable: output.http } } : {}),
    canaries: options.canaries ?? [],
    context: { kind: options.kind, inputs: options.inputs } satisfies EmitterContext,
  };
}
