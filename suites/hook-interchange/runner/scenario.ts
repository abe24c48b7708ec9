import type { Case, TreeFile } from '../../../harness/model/case.ts';
import type { JsonObject } from '../../../harness/model/json.ts';
import type { PlanContext } from '../../../harness/model/suite.ts';
import { type Probe, probeFiles, probePath } from '../../../harness/probes/probe.ts';
import { type HifEdition, specOf } from '../documents.ts';
import { nativeTool } from '../vocabulary.ts';
import { shownJob } from './shown.ts';

export type Decision = 'allow' | 'block' | 'ask';

/** What must be seen for a requirement to be met. All of it is data, so that a case can be stored and repeated. */
export type Expectation =
  /** The decision of the outcome; `warned` asks for a warning (true) or for none (false) beside what is said without any hook, too. */
  | { readonly kind: 'decision'; readonly any: readonly Decision[]; readonly warned?: boolean }
  /** One outcome for each event of the job, in their order, with one of these decisions. */
  | { readonly kind: 'outcomes'; readonly any: readonly (readonly Decision[])[] }
  /** Exactly these probes, each once, in any order; `except` may have run or not. */
  | { readonly kind: 'ran'; readonly probes: readonly string[]; readonly except?: readonly string[] }
  /** These probes one after another, each ended before the next starts; later ones may be missing after a block. */
  | { readonly kind: 'order'; readonly probes: readonly string[] }
  /** Nothing runs and the runner says why; `orAside`: or it goes on with so many other hooks and warns. */
  | { readonly kind: 'refused'; readonly orAside?: number }
  /** Refused, or taken with a word about one of the names. */
  | { readonly kind: 'noticed'; readonly names: readonly string[] }
  /** The outcome's member is this value, or for texts holds it; undefined: the member is absent (or true, for `continue`). */
  | { readonly kind: 'member'; readonly member: string; readonly holds: JsonObject | string | boolean | undefined }
  /** Each text stands somewhere: in the outcome, on stderr or in a file that is not the probes'. */
  | { readonly kind: 'logged'; readonly texts: readonly string[] }
  /**
   * Milliseconds from start to answer; both ends included. `cut`: a probe that sleeps past `toMs`. Where it was ended before its
   * own end nobody waited for it, and an answer that comes later still is the machine's doing.
   */
  | { readonly kind: 'time'; readonly fromMs: number; readonly toMs: number; readonly cut?: string }
  | { readonly kind: 'stopped'; readonly probe: string; readonly byMs: number }
  | { readonly kind: 'ended'; readonly probe: string }
  | { readonly kind: 'cwd'; readonly probe: string; readonly cwd: string }
  | { readonly kind: 'env'; readonly probe: string; readonly name: string; readonly value: string }
  /** The probe was given these texts, on stdin or as arguments. */
  | { readonly kind: 'given'; readonly probe: string; readonly texts: readonly string[] }
  | { readonly kind: 'input-ended'; readonly probe: string }
  | { readonly kind: 'file'; readonly path: string; readonly content: string | null }
  /** The tool gets exactly this input, or the call is blocked. */
  | { readonly kind: 'rewritten'; readonly input: JsonObject }
  /** The canonical form of two spawns' outcomes is equal, warnings by their number only. */
  | { readonly kind: 'same-outcome' };

export interface Check {
  readonly requirements: readonly string[];
  readonly expect: Expectation;
  /** What the requirement says in this case, as a sentence without its end: "exit 2 of a blocking hook prevents the action". */
  readonly says: string;
}

export interface HookSpec {
  readonly probe: Probe;
  readonly hook?: JsonObject;
  readonly handler?: JsonObject;
}

export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly hooks: readonly HookSpec[];
  readonly checks: readonly Check[];
  readonly event?: string;
  readonly payload?: JsonObject;
  readonly provider?: string;
  readonly job?: JsonObject;
  readonly env?: Readonly<Record<string, string>>;
  /** Folder of manifest and probes; absent: the project itself. */
  readonly folder?: string;
  /** The manifest's text in place of the one made of `hooks`. */
  readonly manifestText?: string;
  /** The text keeps the schema of the edition; it may be broken on purpose, or be YAML. */
  readonly soundText?: boolean;
  readonly manifestName?: string;
  readonly files?: readonly TreeFile[];
  readonly timeoutMs?: number;
  readonly lingerMs?: number;
  /** Further jobs in the same project, one spawn each. */
  readonly again?: readonly JsonObject[];
  /** Where hanging for ever is the fault that the case is about. */
  readonly hangs?: boolean;
}

/** What the judge needs of a scenario. */
export interface RunnerContext {
  readonly kind: 'runner';
  readonly checks: readonly Check[];
  readonly manifest: string;
  readonly provider: string;
  readonly hangs: boolean;
  /** Manifest, hooks and job as a person would want to see them. */
  readonly shown: string;
  /** The first job is of an event without hooks and shows what the runner warns of whatever a hook does. */
  readonly unhooked: boolean;
}

const DEFAULT_TIMEOUT_MS = 25_000;

/** The payload of a tool call as a runner gets it: canonical and native name, input, session. */
export function toolPayload(tool: string, provider: string, input: JsonObject = { command: 'git status' }): JsonObject {
  const native = tool.startsWith('mcp__') ? tool : (nativeTool(tool, provider) ?? tool);
  return { tool_name: tool, native_tool_name: native, tool_input: input, session_id: 'session-1' };
}

/** The hook definition of a probe: blocking and unmatched unless the scenario says otherwise. */
export function hookOf({ probe, hook, handler }: HookSpec, event: string): JsonObject {
  const command = `./${probe.folder === undefined ? probePath(probe) : probePath({ ...probe, folder: probe.folder })}`;
  return { event, handler: { type: 'command', command, ...handler }, blocking: true, ...hook };
}

/** A case without checks of this edition is none. */
export function scenarioCase(scenario: Scenario, context: PlanContext, bound: ReadonlySet<string>): Case | undefined {
  const checks = scenario.checks
    .map((check) => ({
      ...check,
      requirements: check.requirements.filter((id) => bound.has(id) || id.startsWith('HC-')),
    }))
    .filter((check) => check.requirements.length > 0);
  if (!checks.some((check) => check.requirements.some((id) => bound.has(id)))) return undefined;
  const edition = context.edition as HifEdition;
  const provider = scenario.provider ?? defaultProvider(context);
  const event = scenario.event ?? 'before_tool_execute';
  const name = scenario.manifestName ?? 'hooks.json';
  const path = scenario.folder === undefined ? name : `${scenario.folder}/${name}`;
  const inFolder = (probe: Probe): Probe =>
    scenario.folder === undefined
      ? probe
      : { ...probe, folder: [scenario.folder, probe.folder].filter((part) => part !== undefined).join('/') };
  const manifest =
    scenario.manifestText ??
    JSON.stringify({ spec: specOf(edition), hooks: scenario.hooks.map((hook) => hookOf(hook, event)) });
  const job = {
    manifest: path,
    edition,
    event,
    provider,
    payload: scenario.payload ?? toolPayload('shell', provider),
    interactive: false,
    ...scenario.job,
  };
  const unhooked = checks.some(({ expect }) => expect.kind === 'decision' && expect.warned !== undefined);
  const other = event === 'before_tool_execute' ? 'after_tool_execute' : 'before_tool_execute';
  const jobs = [
    ...(unhooked ? [{ ...job, event: other }] : []),
    job,
    ...(scenario.again ?? []).map((change) => ({ ...job, ...change })),
  ];
  const hangs = scenario.hangs === true;
  const shown = shownJob(
    path,
    manifest,
    scenario.hooks.map(({ probe }) => inFolder(probe)),
    job,
  );
  const runnerContext: RunnerContext = { kind: 'runner', checks, manifest, provider, hangs, shown, unhooked };
  return {
    id: `run/${edition}/${scenario.id}`,
    title: scenario.title,
    requirements: [...new Set(checks.flatMap((check) => check.requirements))].filter((id) => bound.has(id)),
    vendor: provider,
    event,
    spawns: jobs.map((payload) => ({
      placeholders: { vendor: provider, event, edition },
      appendArgs: [],
      stdin: { kind: 'payload', payload, newline: true, keeps: [{ schema: 'hookconf/hook-interchange-job' }] },
      env: scenario.env ?? {},
      timeoutMs: scenario.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    })),
    files: [
      {
        area: 'project',
        path,
        content: manifest,
        ...(scenario.manifestText === undefined || scenario.soundText === true
          ? { keeps: [{ schema: `hook-interchange/${edition}/manifest` }] }
          : {}),
      },
      ...probeFiles(scenario.hooks.map(({ probe }) => inFolder(probe))),
      ...(scenario.files ?? []),
    ],
    substitutions: [],
    lingerMs: scenario.lingerMs ?? 0,
    observeFiles: true,
    canaries: [],
    context: runnerContext,
  };
}

/** The provider that a runner is asked to stand for where the case is not about one. */
export function defaultProvider(context: PlanContext): string {
  const { vendors, vendorsDeclared } = context.subject;
  if (!vendorsDeclared || vendors.includes('claude-code')) return 'claude-code';
  return vendors[0] ?? 'claude-code';
}
