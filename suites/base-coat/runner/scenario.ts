import type { Case, TreeFile } from '../../../harness/model/case.ts';
import type { JsonObject, JsonValue } from '../../../harness/model/json.ts';
import type { PlanContext } from '../../../harness/model/suite.ts';
import { type Probe, probeFiles } from '../../../harness/probes/probe.ts';
import { EVENT_SCHEMA } from '../hook-events.ts';
import { type BaseCoatSurface, fileContent, fileOf, fileSchemas, keyOf } from '../surfaces.ts';
import type { EnvelopeRule } from './envelope.ts';

/** What must be seen for a requirement to be met. All of it is data, so that a case can be stored and repeated. */
export type Expectation =
  /** The action of the answer; `warned` asks for a warning (true) or for none (false). */
  | { readonly kind: 'action'; readonly any: readonly string[]; readonly warned?: boolean }
  /** Exactly these probes, each once, in any order; `except` may have run or not. */
  | { readonly kind: 'ran'; readonly probes: readonly string[]; readonly except?: readonly string[] }
  /** These probes started, in this order, and no others; `except` may stand anywhere. */
  | { readonly kind: 'starts'; readonly probes: readonly string[]; readonly except?: readonly string[] }
  /** The starts of every spawn are the same. */
  | { readonly kind: 'same-order'; readonly hooks: number }
  /** The first probe came to its end before the second one started. */
  | { readonly kind: 'before'; readonly first: string; readonly next: string }
  /** The probe came to its end before the runner answered, which took at least this long. */
  | { readonly kind: 'awaited'; readonly probe: string; readonly ms: number }
  | { readonly kind: 'at-most'; readonly probe: string; readonly times: number }
  /** Texts of additionalContext: each of `holds`, in this order, and none of `without`. */
  | { readonly kind: 'context'; readonly holds: readonly string[]; readonly without?: readonly string[] }
  /** modifiedInput or modifiedOutput: this value; null: absent, or equal to what the event held. */
  | { readonly kind: 'changed'; readonly member: 'modifiedInput' | 'modifiedOutput'; readonly value: JsonValue }
  /** The text is nowhere in the answer. */
  | { readonly kind: 'kept-out'; readonly text: string }
  | { readonly kind: 'reason'; readonly holds: string }
  /** A warning with one of the words, letter case aside; with none: any warning. */
  | { readonly kind: 'warning'; readonly words: readonly string[] }
  /** Of each list one text stands in the answer, on stderr or in a file that is not the probes'. */
  | { readonly kind: 'logged'; readonly texts: readonly (readonly string[])[] }
  /**
   * Milliseconds from start to answer; both ends included. `cut`: a probe that sleeps past `toMs`. Where it was ended before its
   * own end nobody waited for it, and an answer that comes later still is the machine's doing.
   */
  | { readonly kind: 'time'; readonly fromMs: number; readonly toMs: number; readonly cut?: string }
  /** What the probes got on stdin; of one probe only, where it is named. */
  | { readonly kind: 'envelope'; readonly rule: EnvelopeRule; readonly probe?: string }
  | { readonly kind: 'stdin'; readonly probe: string; readonly holds: string }
  | { readonly kind: 'cwd'; readonly probe: string; readonly cwd: string }
  | { readonly kind: 'unset'; readonly probe: string; readonly name: string }
  /** Every answer has the members that the protocol promises. */
  | { readonly kind: 'shape' }
  /** Refused, not run, or taken with a warning; `words`: one of which the warning must name; `orRun`: or run without a word. */
  | { readonly kind: 'noticed'; readonly probe: string; readonly words?: readonly string[]; readonly orRun?: boolean }
  /** Budget use at three events of a session: nothing, a warning, the probe. */
  | { readonly kind: 'budget'; readonly probe: string };

export interface Check {
  readonly requirements: readonly string[];
  readonly expect: Expectation;
  /** What the requirement says in this case, as a sentence without its end. */
  readonly says: string;
  /** Which answer it is about, counted over all events; absent: the last. */
  readonly at?: number;
}

export function check(requirements: string, expect: Expectation, says: string, at?: number): Check {
  return { requirements: requirements.split(' '), expect, says, ...(at === undefined ? {} : { at }) };
}

export interface HookSpec {
  readonly probe: Probe;
  /** Absent: the point of the scenario's event. */
  readonly point?: string;
  readonly priority?: number;
  readonly telemetryOnly?: boolean;
  /** Members of the entry that differ; undefined removes one. */
  readonly entry?: JsonObject;
  /** Absent: the surface's own file. */
  readonly file?: string;
  /** The probe lies there and is registered nowhere. */
  readonly unregistered?: boolean;
}

export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly hooks: readonly HookSpec[];
  readonly checks: readonly Check[];
  /** Where it can be tried: on the first of them that the subject knows; absent: on any that has the hook points. */
  readonly on?: readonly BaseCoatSurface[];
  /** The members that differ from an ordinary event. */
  readonly event?: JsonObject;
  /** Further events: one spawn each, or lines of one session. */
  readonly more?: readonly JsonObject[];
  readonly session?: boolean;
  /** The text of a configuration file in place of the one made of `hooks`. */
  readonly config?: { readonly path: string; readonly content: JsonValue | string };
  readonly job?: JsonObject;
  readonly files?: readonly TreeFile[];
  readonly timeoutMs?: number;
  /** Where hanging for ever is the fault that the case is about. */
  readonly hangs?: boolean;
}

export interface RunnerContext {
  readonly kind: 'runner';
  readonly checks: readonly Check[];
  readonly surface: BaseCoatSurface;
  /** The surface is tried and was not declared. */
  readonly tried: boolean;
  readonly events: readonly JsonObject[];
  readonly hangs: boolean;
}

const TIMEOUT_MS = 25_000;

/** What a tool is called with where a case is not about it. */
export const INPUT: JsonObject = { command: 'git status' };

/** The event envelope of section 4, with the tool's data. */
export function eventOf(change: JsonObject = {}): JsonObject {
  const hook = typeof change['hook'] === 'string' ? change['hook'] : 'PreToolUse';
  const tool: JsonObject =
    hook === 'PostToolUse' || hook === 'OnError'
      ? { name: 'powershell', success: hook === 'PostToolUse', durationMs: 6422, input: INPUT, output: 'done' }
      : { name: 'powershell', input: INPUT };
  return {
    hook,
    timestamp: '2026-02-23T10:15:30Z',
    sessionId: 'sess-4711',
    agent: 'backend-dev',
    repository: 'acme/shop',
    branch: 'feat/145-hooks',
    budget: { usedTokens: 40_000, effectiveLimit: 160_000 },
    ...(/ToolUse$|^OnError$/.test(hook) ? { tool } : {}),
    ...change,
  };
}

/** The events of a job, which are held to their schema; the job itself has none. */
function eventsIn({ event, events }: JsonObject): readonly JsonValue[] {
  if (Array.isArray(events)) return events as readonly JsonValue[];
  return event === undefined ? [] : [event as JsonValue];
}

function pruned(entry: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
}

/** The entry of a hook in the form of the surface. */
function entryOf(hook: HookSpec, surface: BaseCoatSurface): JsonObject {
  const command = `./${hook.probe.folder === undefined ? '' : `${hook.probe.folder}/`}${hook.probe.name}.sh`;
  switch (surface) {
    case 'middleware':
      return pruned({
        tool: `probes.${hook.probe.name.replaceAll('-', '_')}`,
        priority: hook.priority,
        command,
        telemetryOnly: hook.telemetryOnly,
        ...hook.entry,
      });
    case 'claude-code':
      return pruned({ type: 'command', command, ...hook.entry });
    default:
      return pruned({ type: 'command', bash: command, ...hook.entry });
  }
}

function configFiles(scenario: Scenario, surface: BaseCoatSurface, point: string): TreeFile[] {
  if (scenario.config !== undefined) {
    const { path, content } = scenario.config;
    return [{ area: 'project', path, content: typeof content === 'string' ? content : JSON.stringify(content) }];
  }
  const files = new Map<string, Record<string, JsonObject[]>>([[fileOf(surface), {}]]);
  for (const hook of scenario.hooks) {
    if (hook.unregistered === true) continue;
    const file = hook.file ?? fileOf(surface);
    const hooks = files.get(file) ?? {};
    files.set(file, hooks);
    const key = keyOf(hook.point ?? point, surface);
    hooks[key] = [...(hooks[key] ?? []), entryOf(hook, surface)];
  }
  return [...files].map(([path, hooks]) => ({
    area: path.startsWith('~/') ? 'home' : 'project',
    path: path.replace(/^~\//, ''),
    content: `${JSON.stringify(fileContent(surface, hooks), null, 2)}\n`,
    keeps: [{ schema: fileSchemas[surface] }],
  }));
}

/** The case on one surface; undefined where nothing that it decides binds. */
export function scenarioCase(
  scenario: Scenario,
  surface: BaseCoatSurface,
  context: PlanContext,
  bound: ReadonlySet<string>,
): Case | undefined {
  const checks = scenario.checks
    .map((one) => ({ ...one, requirements: one.requirements.filter((id) => bound.has(id)) }))
    .filter((one) => one.requirements.length > 0);
  if (checks.length === 0) return undefined;
  const events = [scenario.event ?? {}, ...(scenario.more ?? [])].map(eventOf);
  const point = String(events[0]?.['hook']);
  const configs = configFiles(scenario, surface, point);
  const paths = configs.map((file) => `${file.area === 'home' ? '~/' : ''}${file.path}`);
  const base = { config: surface === 'middleware' && paths.length === 1 ? (paths[0] ?? '') : paths, surface };
  const jobs: JsonObject[] =
    scenario.session === true
      ? [{ ...base, events, ...scenario.job }]
      : events.map((event) => ({ ...base, event, ...scenario.job }));
  const own: RunnerContext = {
    kind: 'runner',
    checks,
    surface,
    tried: !context.subject.surfaces.includes(surface),
    events,
    hangs: scenario.hangs === true,
  };
  return {
    id: `run/${surface}/${scenario.id}`,
    title: scenario.title,
    requirements: [...new Set(checks.flatMap(({ requirements }) => requirements))],
    event: point,
    spawns: jobs.map((payload) => ({
      placeholders: { vendor: surface, event: point, edition: context.edition },
      appendArgs: [],
      stdin: {
        kind: 'payload',
        payload,
        newline: true,
        keeps: [
          { schema: 'hookconf/base-coat-job' },
          ...eventsIn(payload).map((document) => ({ schema: EVENT_SCHEMA, document })),
        ],
      },
      env: {},
      timeoutMs: scenario.timeoutMs ?? TIMEOUT_MS,
    })),
    files: [...configs, ...probeFiles(scenario.hooks.map(({ probe }) => probe)), ...(scenario.files ?? [])],
    substitutions: [],
    lingerMs: 0,
    observeFiles: true,
    canaries: [],
    context: own,
  };
}
