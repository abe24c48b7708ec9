import type { JsonObject } from './json.ts';
import type { Posture, Role } from './words.ts';

/** The parts of an agent that a subject may declare absent (contract, section 2). */
export const SURFACES = [
  'subagents',
  'compaction',
  'model_events',
  'prompts',
  'mcp',
  'file_writes',
  'notifications',
  'errors',
  'session_end',
] as const;
export type Surface = (typeof SURFACES)[number];

/** An implementation under test: hookconf.json's subject or the command line, resolved and with every default applied. */
export interface Subject {
  readonly name: string;
  readonly role: Role;
  /** Suite that plans and judges: `native` for a hook by default. */
  readonly spec: string;
  readonly editions: readonly string[];
  /** As the user wrote it, for the report; never the resolved one, which holds paths of one machine. */
  readonly command: readonly string[];
  readonly commands: Readonly<Record<string, readonly string[]>>;
  readonly url?: string;
  /** What starts the server of `url`. */
  readonly start?: readonly string[];
  /** The vendor's configuration that registers it, from the repository's root; absent for what its author described. */
  readonly registeredIn?: string;
  /** Canonical slugs, in the order that the user gave. */
  readonly vendors: readonly string[];
  /** False when the vendors are the default five. */
  readonly vendorsDeclared: boolean;
  /** Declared events: for every vendor (`*`) or one, native or canonical names; null when undeclared. */
  readonly events: Readonly<Record<string, readonly string[]>> | null;
  readonly tools: readonly string[] | null;
  readonly guard: boolean;
  readonly posture: Posture | null;
  readonly output: 'stdout' | 'log' | { readonly http: string };
  readonly drive: 'native' | 'scenario';
  readonly worker: boolean;
  readonly supports: readonly string[];
  readonly surfaces: readonly string[];
  readonly surface: Readonly<Record<Surface, boolean>>;
  /** Levels that the subject claims for its spec. */
  readonly claims: readonly string[];
  readonly rollout: boolean;
  readonly verbose: Readonly<Record<string, string>> | null;
  /** Milliseconds; `declaredTimeoutMs` only when the user gave one. */
  readonly declaredTimeoutMs: number | null;
  readonly budgetMs: number | null;
  /** Kinds of planted text that the user declared must not come out (`--fail-on-leak`). */
  readonly failOnLeak?: readonly string[];
  /** The configuration entry as written, for suites that read members of their own. */
  readonly raw: JsonObject;
}
