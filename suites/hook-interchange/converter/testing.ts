import type { Case, SpawnPlan } from '../../../harness/model/case.ts';
import type { Finding } from '../../../harness/model/finding.ts';
import type { JsonObject } from '../../../harness/model/json.ts';
import type { FileObservation } from '../../../harness/model/observation.ts';
import { observedRuns, type Spawned } from '../../testing.ts';
import { markerAt } from './generate.ts';
import { type TripContext, withCommands } from './generated.ts';
import { judgeConverter } from './judge.ts';
import { judgeTrip } from './judge-trip.ts';
import type { Check, ConverterContext, Expectation } from './scenario.ts';

/** What tests of the converter's judges need: answers of a converter, and what is said of them. No process is started. */

/** What a converter prints that gave an answer. */
export function printed(result: object): Spawned {
  return { stdout: JSON.stringify({ warnings: [], ...result }) };
}

/** An encoding: a configuration, its warnings, and files beside it. */
export function wrote(config: unknown, warnings: readonly unknown[] = [], files: object = {}): Spawned {
  return printed({ config, warnings, files });
}

/** A decoding: the hooks of a manifest, and warnings. */
export function read(hooks: readonly object[], warnings: readonly string[] = [], spec: string = 'hooks/1.0'): Spawned {
  return printed({ manifest: { spec, hooks }, warnings });
}

export function refused(stderr: string = 'this cannot be converted', code: number = 1): Spawned {
  return { end: { kind: 'exit', code }, stderr };
}

/** A configuration in groups, as Claude Code has it: one entry under one event. */
export function grouped(event: string, matcher: string | undefined, entry: object = {}): object {
  const group = { ...(matcher === undefined ? {} : { matcher }) };
  return { hooks: { [event]: [{ ...group, hooks: [{ type: 'command', command: './m.sh', ...entry }] }] } };
}

/** A configuration in lists, as Cursor has it. */
export function listed(event: string, ...entries: readonly object[]): object {
  return { hooks: { [event]: entries.map((entry) => ({ command: './m.sh', ...entry })) } };
}

export interface Put {
  readonly context?: Partial<ConverterContext>;
  readonly requirements?: readonly string[];
  readonly files?: readonly FileObservation[];
  readonly spawns?: readonly Pick<SpawnPlan, 'stdin'>[];
}

export function caseOf(checks: readonly Check[], { context, requirements, spawns = [] }: Put = {}): Case {
  const own: ConverterContext = {
    kind: 'converter',
    checks,
    vendor: 'claude-code',
    verbs: ['encode'],
    mayRefuse: false,
    declared: true,
    ...context,
  };
  const all = requirements ?? checks.flatMap((one) => one.requirements);
  return { context: own, requirements: all, spawns } as unknown as Case;
}

const MARKS: Readonly<Record<string, string>> = { met: '+', broken: '!', untested: '?', 'not-applicable': '/' };

/** Findings in short: `+` met, `!` broken, `?` untested, `/` not applicable, each with its requirement. */
export function marked(findings: readonly Finding[]): readonly string[] {
  return findings.map((one) => `${MARKS[one.kind] ?? one.kind}${'requirement' in one ? String(one.requirement) : ''}`);
}

/** What is said of these answers by checks, in short. */
export function saidBy(checks: readonly Check[], spawned: readonly Spawned[], put: Put = {}): readonly string[] {
  const findings = judgeConverter(caseOf(checks, put), observedRuns(spawned, [], put.files));
  for (const one of findings)
    if (one.kind === 'broken' && !(one.expected && one.actual)) throw new Error(`${one.requirement} says nothing`);
  return marked(findings);
}

/** One row of a table: what the answers are, what is said of requirement R, and whom the case is for. */
export type Row = readonly [what: string, said: '+' | '!', spawned: Spawned | readonly Spawned[], put?: Put['context']];

/** Each row as a test takes it. */
export function rowsOf(
  rows: readonly Row[],
): [string, string, Spawned | readonly Spawned[], NonNullable<Put['context']>][] {
  return rows.map(([what, said, spawned, context = {}]) => [what, said, spawned, context]);
}

/** What is said of one expectation, the last answer being the one that it looks at. */
export function saidOf(
  expect: Expectation,
  spawned: Spawned | readonly Spawned[],
  context: Put['context'] = {},
): string {
  const all = Array.isArray(spawned) ? (spawned as readonly Spawned[]) : [spawned as Spawned];
  return saidBy([{ requirements: ['R'], expect, says: 'it is so' }], all, { context }).join(' ');
}

/** Of round trips: a manifest, the configuration that came of it, and what came back. */

/** The first row of each kind of fault, but for what is lost, which would share its row with a member. */
export const REQUIREMENTS: readonly string[] = [
  ...['HIF-PIPE-016', 'HIF-PIPE-007', 'HIF-PIPE-019', 'HIF-BLK-078', 'HIF-TOP-011', 'HIF-MAT-001', 'HIF-MAT-005'],
  ...['HIF-MAT-012', 'HIF-MAT-016', 'HIF-MAT-021', 'HIF-PIPE-025'],
];

export interface Told {
  readonly declared?: boolean;
  readonly requirements?: readonly string[];
}

export function judgedTrip(
  vendor: string,
  hooks: readonly object[],
  answers: readonly Spawned[],
  { declared = true, requirements = REQUIREMENTS }: Told = {},
): string | undefined {
  const trip = { way: 'canonical', vendor, hooks: hooks as readonly JsonObject[] } as const;
  const context: TripContext = { kind: 'trip', trip, declared };
  const findings = marked(judgeTrip({ context, requirements } as unknown as Case, observedRuns(answers)));
  return findings.length === requirements.length && findings.every((said) => said.startsWith('+'))
    ? '+'
    : findings.join(' ');
}

/** A hook of the source. */
export function source(event: string, matcher?: unknown, handler: object = {}, more: object = {}): object {
  return { event, ...(matcher === undefined ? {} : { matcher }), ...more, handler: { type: 'command', ...handler } };
}

export type Registered = readonly [event: string, matcher?: string | undefined, more?: object];

/** A configuration in lists: each hook under an event, in the order of the source unless it says `at`. */
export function config(vendor: string, ...registered: readonly (readonly [...Registered, at?: number])[]): object {
  const hooks: Record<string, object[]> = {};
  for (const [index, [event, matcher, more = {}, at = index]] of registered.entries()) {
    const command = { [vendor === 'copilot-cli' ? 'bash' : 'command']: `./g-${at + 1}.sh` };
    hooks[event] = [...(hooks[event] ?? []), { ...command, ...(matcher === undefined ? {} : { matcher }), ...more }];
  }
  return { hooks };
}

/** Each hook with the command of its place, unless it has one. */
function named(hooks: readonly JsonObject[]): readonly object[] {
  return hooks.map((hook, index) => ({
    ...hook,
    handler: { command: markerAt(index), ...(hook['handler'] as object) },
  }));
}

export interface TripRow {
  readonly vendor?: string;
  readonly hooks: readonly object[];
  readonly native: readonly (readonly [...Registered, at?: number])[];
  readonly warnings?: readonly string[];
  /** What comes back, where it isn't the source. */
  readonly back?: readonly object[];
  readonly told?: readonly string[];
  readonly requirements?: readonly string[];
}

export function saidOfTrip({
  vendor = 'copilot-cli',
  hooks,
  native,
  warnings = [],
  back,
  told = [],
  requirements,
}: TripRow): string | undefined {
  const decoded =
    back === undefined ? withCommands(hooks as readonly JsonObject[]) : named(back as readonly JsonObject[]);
  const first = wrote(config(vendor, ...native), warnings);
  return judgedTrip(vendor, hooks, [first, read(decoded, told)], requirements === undefined ? {} : { requirements });
}
