import type { Case, Kept, SpawnPlan } from '../../../harness/model/case.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../harness/model/json.ts';
import type { PlanContext } from '../../../harness/model/suite.ts';
import { nativeEventOf } from '../../../vendors/vendor.ts';
import { type HifEdition, specOf } from '../documents.ts';
import type { CanonicalMatcher } from '../native/select.ts';

export type Verb = 'decode' | 'encode' | 'validate';

/** What must be seen of a conversion. `spawn` counts from 0; absent: the last one. `marker` finds a hook by its command. */
export type Expectation =
  /** The hook stands under one of these native events and under no other. */
  | { readonly kind: 'event'; readonly marker: string; readonly any: readonly string[] }
  /** The hook is left out and a warning (or the refusal) says so, or it stands under an event that the provider has. */
  | {
      readonly kind: 'absent';
      readonly marker: string;
      readonly known: readonly string[];
      readonly words: readonly string[];
    }
  /** The native hooks fire for the calls that the canonical matcher means; less only with a warning, more never. */
  | {
      readonly kind: 'selects';
      readonly marker: string;
      readonly matcher: CanonicalMatcher | null;
      readonly literals: readonly string[];
      /** Calls that may be selected beside those meant: tools that share a name or an event there. */
      readonly beside: readonly string[];
      readonly words: readonly string[];
    }
  /** One of these texts stands in the hook's matcher, or a warning names one of the words. */
  | {
      readonly kind: 'matcher-text';
      readonly marker: string;
      readonly any: readonly string[];
      readonly words?: readonly string[];
      readonly exact?: boolean;
    }
  | { readonly kind: 'timeout'; readonly marker: string; readonly seconds: number }
  | { readonly kind: 'warned'; readonly words: readonly string[] }
  /** No warning says that something of this is lost. */
  | { readonly kind: 'not-lost'; readonly words: readonly string[] }
  /** The hook is there; with `words`, or a warning (or the refusal) says of one of them why not. */
  | { readonly kind: 'present'; readonly marker: string; readonly words?: readonly string[] }
  | { readonly kind: 'gone'; readonly marker: string }
  /** A command that always exits 2 and says why stands in the hook's place, or the conversion is refused. */
  | { readonly kind: 'blocks'; readonly marker: string }
  | { readonly kind: 'entry'; readonly marker: string; readonly member: string; readonly value: JsonValue }
  | { readonly kind: 'without'; readonly text: string }
  /** None of these texts stands in the configuration without a warning about one of the words. */
  | { readonly kind: 'not-copied'; readonly texts: readonly string[]; readonly words: readonly string[] }
  | { readonly kind: 'done' }
  /** Answered or refused in good order, and no hook has taken over members that only a prototype could have given it. */
  | { readonly kind: 'untainted' }
  | { readonly kind: 'code'; readonly aspect: 'parses' | 'imports' | 'marked' }
  | { readonly kind: 'refused' }
  /** Two spawns print the same configuration and as many warnings. */
  | { readonly kind: 'same' }
  /** The second spawn warns of blocking where the first, without blocking, does not (`lost`), or it does not. */
  | { readonly kind: 'blocking'; readonly lost: boolean }
  | { readonly kind: 'order'; readonly markers: readonly string[] }
  | { readonly kind: 'hook-named'; readonly names: readonly string[] }
  | { readonly kind: 'no-file'; readonly path: string }
  | { readonly kind: 'decoded-event'; readonly marker: string; readonly any: readonly string[] }
  | {
      readonly kind: 'decoded-selects';
      readonly marker: string;
      readonly any: readonly (CanonicalMatcher | null)[];
      readonly literals: readonly string[];
    }
  /** A member of the canonical hook, as a pointer, has this value; null: it is absent. */
  | { readonly kind: 'decoded-member'; readonly marker: string; readonly pointer: string; readonly value: JsonValue }
  | { readonly kind: 'decoded-mcp'; readonly marker: string; readonly server: string; readonly tool: string | null }
  | { readonly kind: 'decoded-not'; readonly marker: string; readonly value: string }
  | { readonly kind: 'decoded-observing'; readonly marker: string }
  | { readonly kind: 'decoded-valid' }
  /** Whatever else a decoded manifest holds, its `spec` names major and minor. */
  | { readonly kind: 'decoded-version' }
  /** The MCP name comes back whole from the second spawn, or the first one warned about it. */
  | { readonly kind: 'ambiguous'; readonly server: string; readonly tool: string }
  | { readonly kind: 'round-trip'; readonly native: JsonObject }
  | { readonly kind: 'canonical-trip'; readonly manifest: JsonObject }
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'noticed'; readonly names: readonly string[] }
  | { readonly kind: 'quiet'; readonly names: readonly string[] }
  | { readonly kind: 'capability'; readonly capability: string; readonly present: boolean };

export interface Check {
  readonly requirements: readonly string[];
  readonly expect: Expectation;
  readonly says: string;
  readonly spawn?: number;
}

export type ConvertInput =
  | { readonly json: JsonValue }
  /** A text, which may be broken on purpose; `sound`: it is JSON and keeps its schema. */
  | { readonly text: string; readonly sound?: boolean }
  | { readonly from: number; readonly member: 'config' | 'manifest' };

export interface Step {
  readonly verb: Verb;
  readonly input: ConvertInput;
}

export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly vendor: string;
  readonly steps: readonly Step[];
  readonly checks: readonly Check[];
  /** No hook can survive, so that refusing is as good as answering with warnings. */
  readonly mayRefuse?: boolean;
  readonly edition?: HifEdition;
}

export interface ConverterContext {
  readonly kind: 'converter';
  readonly checks: readonly Check[];
  readonly vendor: string;
  readonly verbs: readonly Verb[];
  readonly mayRefuse: boolean;
  readonly declared: boolean;
}

const TIMEOUT_MS = 20_000;

export function check(
  requirements: string | readonly string[],
  expect: Expectation,
  says: string,
  spawn?: number,
): Check {
  const ids = typeof requirements === 'string' ? requirements.split(' ') : requirements;
  return { requirements: ids, expect, says, ...(spawn === undefined ? {} : { spawn }) };
}

/** A canonical manifest of hooks with command handlers. */
export function manifestOf(edition: HifEdition, hooks: readonly JsonObject[]): JsonObject {
  return { spec: specOf(edition), hooks };
}

/** One hook: a command that can be found again, and whatever the case adds. */
export function hook(event: string, command: string, more: JsonObject = {}, handler: JsonObject = {}): JsonObject {
  return { event, handler: { type: 'command', command, ...handler }, ...more };
}

export function encode(manifest: JsonValue): Step {
  return { verb: 'encode', input: { json: manifest } };
}

export function decode(native: JsonValue): Step {
  return { verb: 'decode', input: { json: native } };
}

/** Commands that the subject names; without `commands` one command takes all three verbs as arguments. */
export function hasVerb(context: PlanContext, verb: Verb): boolean {
  const { commands } = context.subject;
  return Object.keys(commands).length === 0 || Object.hasOwn(commands, verb);
}

/** What a document keeps that is given whole: a manifest, or the vendor's configuration. Texts may be broken on purpose. */
function keptBy({ input, verb }: Step, slug: string, edition: string): readonly Kept[] {
  const manifest = `hook-interchange/${edition}/manifest`;
  if ('text' in input && input.sound === true && verb !== 'decode') return [{ schema: manifest }];
  if (!('json' in input)) return [];
  if (verb !== 'decode') return [{ schema: manifest, document: input.json }];
  // The tables of the specification name events, and spellings of them, that a vendor doesn't document.
  const events = isObject(input.json) && isObject(input.json['hooks']) ? Object.keys(input.json['hooks']) : [];
  const documented = events.every((event) => nativeEventOf(slug, event) !== undefined);
  return documented ? [{ schema: `native/${slug}/config`, document: input.json }] : [];
}

function spawnOf(step: Step, scenario: Scenario, context: PlanContext): SpawnPlan {
  const { vendor } = scenario;
  const named = Object.keys(context.subject.commands).length > 0;
  const { input, verb } = step;
  const stdin: SpawnPlan['stdin'] =
    'json' in input
      ? { kind: 'bytes', bytes: Buffer.from(JSON.stringify(input.json)), keeps: keptBy(step, vendor, context.edition) }
      : 'text' in input
        ? { kind: 'bytes', bytes: Buffer.from(input.text), keeps: keptBy(step, vendor, context.edition) }
        : { kind: 'answer', spawn: input.from, member: input.member };
  return {
    placeholders: { vendor, event: '', edition: context.edition },
    appendArgs: named ? [] : [verb, verb === 'decode' ? '--from' : '--to', vendor],
    ...(named ? { command: verb } : {}),
    stdin,
    env: {},
    timeoutMs: TIMEOUT_MS,
  };
}

/** The case, or undefined where nothing that it decides binds in this edition. */
export function scenarioCase(scenario: Scenario, context: PlanContext, bound: ReadonlySet<string>): Case | undefined {
  const checks = scenario.checks
    .map((one) => ({ ...one, requirements: one.requirements.filter((id) => bound.has(id)) }))
    .filter((one) => one.requirements.length > 0);
  if (checks.length === 0 || !scenario.steps.every(({ verb }) => hasVerb(context, verb))) return undefined;
  const { vendors, vendorsDeclared } = context.subject;
  const own: ConverterContext = {
    kind: 'converter',
    checks,
    vendor: scenario.vendor,
    verbs: scenario.steps.map(({ verb }) => verb),
    mayRefuse: scenario.mayRefuse === true,
    declared: vendorsDeclared && vendors.includes(scenario.vendor),
  };
  return {
    id: `convert/${context.edition}/${scenario.id}`,
    title: scenario.title,
    requirements: [...new Set(checks.flatMap(({ requirements }) => requirements))],
    vendor: scenario.vendor,
    spawns: scenario.steps.map((step) => spawnOf(step, scenario, context)),
    files: [],
    substitutions: [],
    lingerMs: 0,
    observeFiles: checks.some(({ expect }) => expect.kind === 'no-file'),
    canaries: [],
    context: own,
  };
}
