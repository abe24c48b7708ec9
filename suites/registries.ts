import { data } from '../harness/assets.ts';

/**
 * The tables of the specifications (registries/*.yaml; schemas in schemas/hookconf/registry/). Every cell says which text
 * states it; where today's vendors differ both are kept. Reading them is pure: nothing here knows a vendor's habits.
 */

/** `seed+upstream`, `seed-changed`, … (the registries explain them under `marks`). */
export type Mark = 'seed+upstream' | 'seed-changed' | 'seed-only' | 'upstream-only' | 'withdrawn';

/** The texts of Hook Interchange that may state a cell: the seed (edition 1.0), two older full texts, the newest (0.1). */
export type Text = 'seed' | 'draft' | 'v0_1_0' | 'upstream';

/** Native names as each text states them: [] says "not supported", a missing member that the text is silent. */
export interface NameCell {
  readonly mark: Mark;
  readonly seed?: readonly string[];
  readonly draft?: readonly string[];
  readonly v0_1_0?: readonly string[];
  readonly upstream?: readonly string[];
  readonly audit?: string;
  /** Tools only: the provider names an event and not a tool. */
  readonly bound_by_event?: string;
  readonly editions?: readonly string[];
  readonly requirement?: string;
}

/** A canonical event of Hook Interchange: in which tier each text has it, and each provider's name for it. */
export interface EventEntry {
  readonly name: string;
  readonly summary: string;
  readonly blocking_semantic?: string;
  readonly tier: Readonly<Partial<Record<Text, 'core' | 'extended' | 'provider-exclusive'>>>;
  readonly origin?: string;
  readonly origin_on_seed_page?: string;
  readonly mark: Mark;
  readonly requirements?: Readonly<Partial<Record<'core' | 'extended' | 'exclusive' | 'unmapped', string>>>;
  readonly cells: Readonly<Record<string, NameCell>>;
}

/** A tool that runs hooks, as Hook Interchange names it, and how its hooks are attached. */
export interface Provider {
  readonly slug: string;
  readonly name: string;
  readonly model: 'unified' | 'split' | 'in-process' | 'script-file';
  readonly on_seed_page: boolean;
  readonly in_slug_list_of_core_spec: boolean;
}

/** registries/events.yaml. */
export interface EventRegistry {
  readonly providers: readonly Provider[];
  readonly events: readonly EventEntry[];
}

/** A canonical tool of Hook Interchange and each provider's names for it. */
export interface ToolEntry {
  readonly name: string;
  readonly summary: string;
  readonly mark: Mark;
  readonly requirements?: Readonly<Partial<Record<'without', string>>>;
  readonly cells: Readonly<Record<string, NameCell>>;
}

/** registries/tools.yaml. */
export interface ToolRegistry {
  readonly tools: readonly ToolEntry[];
}

/** Whether a provider has a capability, how, and which texts say so. */
export interface CapabilityCell {
  readonly mark: Mark;
  readonly status: 'supported' | 'unsupported' | 'partial' | 'undocumented' | 'not-applicable';
  readonly mechanism?: string;
  readonly editions: readonly Text[];
  readonly note?: string;
  readonly audit?: string;
  readonly requirement?: string;
}

/** What a converter does with a hook whose capability the target lacks. */
export type Strategy = 'block' | 'warn' | 'exclude';

/** A capability of Hook Interchange: how it is inferred, how it degrades, who has it. */
export interface CapabilityEntry {
  readonly name: string;
  readonly summary: string;
  readonly default_degradation: { readonly mark: Mark; readonly value: Strategy };
  readonly infer: Readonly<Record<string, string>>;
  readonly required_by_level: 'Extended' | 'Full';
  readonly requirements: Readonly<Record<'registered' | 'inferred' | 'default' | 'without', string>>;
  readonly cells: Readonly<Record<string, CapabilityCell>>;
}

/** registries/capabilities.yaml. */
export interface CapabilityRegistry {
  readonly capabilities: readonly CapabilityEntry[];
}

/** What a provider does when a hook blocks on an event. */
export type Blocking = 'prevent' | 'retry' | 'observe' | 'unsupported';

/** What each text says of blocking on one event with one provider. */
export interface BlockingCell {
  readonly mark: Mark;
  readonly draft?: Blocking;
  readonly v0_1_0?: Blocking;
  readonly upstream?: Blocking;
  readonly note?: string;
  readonly audit?: string;
  readonly requirement?: string;
}

/** registries/blocking.yaml. */
export interface BlockingRegistry {
  readonly matrix: readonly {
    readonly event: string;
    readonly seed_semantic?: { readonly mark: Mark; readonly text: string };
    readonly cells: Readonly<Record<string, BlockingCell>>;
  }[];
}

/** How a vendor's native events give one event of Agent Hooks. */
export interface AlignmentCell {
  readonly kind: 'native' | 'via' | 'conditional' | 'implicit' | 'not-exposed' | 'none';
  readonly events?: readonly string[];
  /** The vendor's own spelling where the table prints another. */
  readonly sent?: readonly string[];
  /** A native event that the table does not name and another source does. */
  readonly inferred?: readonly string[];
  readonly printed?: string;
  readonly condition?: string;
  /** One id for each native event, or one for the whole cell where there is none. */
  readonly requirements: readonly string[];
}

/** registries/agent-hooks-alignment.yaml: the alignment table of Agent Hooks. */
export interface AlignmentRegistry {
  readonly vendors: readonly { readonly slug: string; readonly column: string }[];
  readonly alignment: readonly { readonly event: string; readonly vendors: Readonly<Record<string, AlignmentCell>> }[];
}

/** A row of the event taxonomy of Agent Hooks. */
export interface AgentHooksEvent {
  readonly event: string;
  readonly category: string;
  readonly can_deny: boolean;
  readonly means: string;
  readonly section: string;
  readonly requirement: string;
}

/** A member of a payload as the agent-payloads document lists it. */
export interface PayloadField {
  readonly name: string;
  readonly type?: string;
  readonly values?: readonly string[];
  readonly optional?: boolean;
  readonly note?: string;
  /** What the vendor's program sends instead, where that was recorded. */
  readonly recorded?: string;
  readonly requirement: string;
}

/** The payloads of Claude Code as the agent-payloads document has them. */
export interface ClaudeCodePayloads {
  readonly events: readonly {
    readonly event: string;
    readonly section: string;
    readonly reader: string;
    readonly async: boolean;
    readonly matchers?: readonly string[];
    readonly requirements: Readonly<Partial<Record<'read' | 'name' | 'async' | 'matcher', string>>>;
    readonly fields: readonly PayloadField[];
  }[];
  readonly tools: readonly {
    readonly tool: string;
    readonly any?: boolean;
    readonly required: Readonly<Record<string, string>>;
    readonly optional: Readonly<Record<string, string>>;
    readonly recorded?: string;
    readonly requirements: Readonly<Record<'input' | 'handled', string>>;
  }[];
  readonly statusLine: readonly PayloadField[];
}

/** A hook point of Base Coat and its name on each platform. */
export interface BaseCoatName {
  readonly basecoat: string;
  readonly in_mirror_edition: boolean;
  readonly fires: string;
  readonly platform_support_cell: string;
  /** The name in a native file of VS Code and Copilot CLI; null where there is none. */
  readonly vscode_copilot_cli: string | null;
  readonly cloud_agent: string;
  readonly note: string;
  readonly requirements: Readonly<Record<'name' | 'cloud' | 'support' | 'fires', string>>;
}

/** registries/basecoat-platforms.yaml. */
export interface BaseCoatPlatforms {
  readonly names: readonly BaseCoatName[];
}

/** One moment of an agent's life, or one question, in the words of each specification (registries/crosswalk.yaml). */
export interface CrosswalkMoment extends Readonly<Record<CrosswalkSpec, readonly string[]>> {
  readonly moment: string;
  readonly conflict?: string;
  readonly errata?: readonly string[];
}

/** A question that several specifications answer, what each says, and where they conflict. */
export interface CrosswalkTopic {
  readonly topic: string;
  /** `requirements` are ids; one without a number is a whole group. */
  readonly says: Readonly<Record<CrosswalkSpec, { readonly text: string; readonly requirements: readonly string[] }>>;
  readonly conflict: string;
  readonly errata?: readonly string[];
}

/** The specifications that the crosswalk compares. */
export const CROSSWALK_SPECS = ['hook-interchange', 'agent-hooks', 'openhook', 'agent-payloads', 'base-coat'] as const;
/** See {@link CROSSWALK_SPECS}. */
export type CrosswalkSpec = (typeof CROSSWALK_SPECS)[number];

/** registries/crosswalk.yaml. */
export interface Crosswalk {
  readonly moments: readonly CrosswalkMoment[];
  readonly topics: readonly CrosswalkTopic[];
}

/** A field of a Codex payload as the agent-payloads document has it. */
export interface CodexField {
  readonly name: string;
  readonly type: string;
  /** True, false, or in words where the text says two things. */
  readonly required?: boolean | string;
}

/** The payloads of Codex as the agent-payloads document has them. */
export interface CodexPayloads {
  readonly events_named: readonly string[];
  /** The fields of the three groups that an event's `field_groups` name. */
  readonly common_fields: readonly CodexField[];
  readonly turn_fields: readonly CodexField[];
  readonly tool_fields: readonly CodexField[];
  readonly events: readonly {
    readonly event: string;
    readonly scope: 'session' | 'turn';
    readonly field_groups: readonly ('common' | 'turn' | 'tool')[];
    readonly extra_fields?: readonly CodexField[];
    readonly matchers?: readonly string[];
    readonly matcher_note?: string;
    readonly guaranteed?: readonly string[];
    readonly not_guaranteed?: readonly string[];
    readonly must_not_read?: readonly string[];
    readonly decision_field?: string;
    readonly differs_from_claude?: string;
  }[];
  readonly privacy: { readonly never_read: readonly string[]; readonly from_apply_patch_input: string };
  readonly cross_check: {
    readonly window_seconds: number;
    readonly merge_key: readonly string[];
    readonly keys: readonly {
      readonly tool: string;
      readonly preferred?: string;
      readonly fallback?: string;
      readonly note?: string;
    }[];
  };
}

/** One thing that a native configuration can or cannot say, where it stands there, and how that is known. */
export interface NativePart {
  readonly source: string;
  /** A word of `confidence_words`, or one with its limits. */
  readonly confidence: string;
  readonly where?: string;
  readonly text?: string;
  readonly note?: string;
  readonly reading?: string;
  readonly accept?: string;
}

/** How the hook configuration of one provider is written and read. */
export interface NativeFormat {
  readonly file: Omit<NativePart, 'where'> & { readonly write: string; readonly also?: readonly string[] };
  readonly shape: NativePart;
  /** A small configuration in that shape. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly event: NativePart;
  readonly matcher: NativePart & { readonly syntax?: string; readonly array?: string; readonly mcp?: string };
  readonly command: NativePart;
  readonly timeout: NativePart & { readonly unit?: string; readonly default?: string | number };
  readonly blocking: NativePart & { readonly decode_as?: string };
  readonly async: NativePart;
  readonly env: NativePart;
  readonly cwd: NativePart;
  readonly platform: NativePart;
  readonly http: NativePart;
  readonly llm: NativePart;
  /** Members that only this vendor has. */
  readonly vendor_members: readonly string[];
}

/** registries/native-config.yaml: how providers write their hook configurations, and what may be read either way. */
export interface NativeConfig {
  readonly applies_to: string;
  readonly providers_covered: readonly string[];
  readonly confidence_words: Readonly<Record<string, string>>;
  readonly sources: Readonly<Record<string, string>>;
  /** What a judge of a converter's output must treat as equal. */
  readonly comparison_rules: readonly { readonly rule: string; readonly source: string }[];
  readonly providers: Readonly<Record<string, NativeFormat>>;
  readonly ambiguities_that_a_judge_must_allow: readonly { readonly case: string; readonly accept: string }[];
}

/** The registries by name, as their file is called. */
export interface Registries {
  readonly events: EventRegistry;
  readonly tools: ToolRegistry;
  readonly capabilities: CapabilityRegistry;
  readonly blocking: BlockingRegistry;
  readonly 'agent-hooks-alignment': AlignmentRegistry;
  readonly 'agent-hooks-events': { readonly events: readonly AgentHooksEvent[] };
  readonly 'claude-code-payloads': ClaudeCodePayloads;
  readonly 'basecoat-platforms': BaseCoatPlatforms;
  readonly crosswalk: Crosswalk;
  readonly codex: CodexPayloads;
  readonly 'native-config': NativeConfig;
}

/** Name of a registry: its file below registries/ without the ending. */
export type RegistryName = keyof Registries;

/** The names of all registries. */
export const REGISTRIES: readonly RegistryName[] = [
  'events',
  'tools',
  'capabilities',
  'blocking',
  'agent-hooks-alignment',
  'agent-hooks-events',
  'claude-code-payloads',
  'basecoat-platforms',
  'codex',
  'crosswalk',
  'native-config',
];

/** A registry as its file states it, read when it is first asked for. */
export function registry<N extends RegistryName>(name: N): Registries[N] {
  return data<Registries[N]>(`registries/${name}`);
}

/** What the text of an edition of Hook Interchange states for a cell; undefined where it is silent. */
export function namesIn(cell: NameCell, edition: '1.0' | '0.1'): readonly string[] | undefined {
  return edition === '1.0' ? cell.seed : cell.upstream;
}
