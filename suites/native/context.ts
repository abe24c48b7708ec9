import type { Case } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { Effect } from '../../harness/model/words.ts';
import type { CheckKind } from '../../vendors/contract.ts';
import type { Outcome } from '../../vendors/outcome.ts';

/** What a case of this suite carries for its judge. */
export interface NativeContext {
  readonly kind: 'payload';
  readonly fixture: Fixture;
  /** A few words on what the payload is about, for the outcome table. */
  readonly scenario: string;
  /** Milliseconds after which the vendor ends a hook; null where it states none. */
  readonly limitMs: number | null;
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

/** What one spawn contributes to the rules about the whole run. */
export interface NativeFacts {
  readonly vendor: string;
  readonly event: string;
  readonly scenario: string;
  readonly results: readonly CheckResult[];
  readonly notices: readonly { readonly id: string; readonly message: string }[];
  readonly outcome: Outcome;
  readonly effect: Effect;
  readonly end: string;
  /** It was still running when its time was over, and whose time that was. */
  readonly hang: 'declared' | 'vendor' | 'ours' | null;
  readonly timeoutMs: number;
  readonly durationMs: number;
  readonly closedStdinEarly: boolean;
}

/** `NV-<VENDOR>-<KIND>`. */
export function rowId(vendor: string, kind: CheckKind): string {
  return `NV-${vendor.toUpperCase()}-${kind.toUpperCase()}`;
}
