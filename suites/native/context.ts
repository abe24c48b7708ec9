import type { Case } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { JsonValue } from '../../harness/model/json.ts';
import type { Effect } from '../../harness/model/words.ts';
import type { CheckKind } from '../../vendors/contract.ts';
import type { Outcome } from '../../vendors/outcome.ts';

/**
 * What a case is about: a payload of the corpus; a `danger` put into one (its further spawns say the same otherwise); a
 * `broken` or unusual input; several at once; the end of a turn that a hook held up before; an event
 * `generated` from the vendor's schema (its further spawns say the same otherwise); one with planted texts, for `traces`.
 */
export type NativeKind = 'payload' | 'danger' | 'broken' | 'parallel' | 'loop' | 'generated' | 'traces';

/** What a case of this suite carries for its judge. */
export interface NativeContext {
  readonly kind: NativeKind;
  readonly fixture: Fixture;
  /** The payload that was sent, where it is not the fixture's own. */
  readonly payload?: JsonValue;
  /** A few words on what the payload is about, for the outcome table. */
  readonly scenario: string;
  /** Id in suites/native/scenarios.yaml or of the broken input: the same for every vendor. */
  readonly situation?: string;
  /** Milliseconds after which the vendor ends a hook; null where it states none. */
  readonly limitMs: number | null;
  /** What the spawns after the first are: the same payload said otherwise. */
  readonly variants?: readonly { readonly label: string; readonly unsent: boolean }[];
  /** A broken input that is still a payload which the vendor may send. */
  readonly sound?: boolean;
}

export function contextOf(testCase: Case): NativeContext {
  return testCase.context as NativeContext;
}

/** What an answer breaks, or meets, of one check. */
export interface CheckResult {
  readonly kind: CheckKind;
  /** Null: met. */
  readonly broken: { readonly message: string; readonly expected: string; readonly actual: string } | null;
}

/** Whose limit ended a spawn. */
export type Hang = 'declared' | 'vendor' | 'ours';

/** What one case contributes to the rules about the whole run. */
export interface NativeFacts {
  readonly kind: NativeKind;
  readonly vendor: string;
  readonly event: string;
  readonly scenario: string;
  readonly situation: string | null;
  readonly sound: boolean;
  readonly results: readonly CheckResult[];
  readonly notices: readonly { readonly id: string; readonly message: string }[];
  readonly outcome: Outcome;
  /** As in `variants`. */
  readonly whole: string;
  /** The answer in a few words. */
  readonly answer: string;
  /** Nothing on stderr. */
  readonly silent: boolean;
  /** The hook tried to hold the action up, or failed. */
  readonly tried: boolean;
  readonly hang: Hang | null;
  readonly timeoutMs: number;
  readonly durationsMs: readonly number[];
  readonly closedStdinEarly: boolean;
  /** The same payload said otherwise, with its effect. */
  readonly variants: readonly {
    readonly label: string;
    readonly unsent: boolean;
    readonly effect: Effect;
    /** What the answer comes to, with everything that it adds. */
    readonly whole: string;
    readonly answer: string;
  }[];
}

/** Effects that hold something up, or send the agent on against its will. */
export const HOLDS_UP: readonly Effect[] = ['deny', 'ask', 'continue', 'stop', 'error-closed'];

/** `NV-<VENDOR>-<KIND>`. */
export function rowId(vendor: string, kind: CheckKind): string {
  return `NV-${vendor.toUpperCase()}-${kind.toUpperCase()}`;
}
