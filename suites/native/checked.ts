/** What the checks of an answer look at, and what they say. */
import type { TreePaths } from '../../harness/model/observation.ts';
import type { Answer } from '../../vendors/answer.ts';
import type { CheckKind, Contract } from '../../vendors/contract.ts';
import type { Outcome } from '../../vendors/outcome.ts';
import type { CheckResult } from './context.ts';
import { answerText } from './words.ts';

export interface Checked {
  readonly contract: Contract;
  readonly event: string;
  readonly answer: Answer;
  readonly outcome: Outcome;
  /** What was sent. */
  readonly payload?: unknown;
  /** The folders of the case, which no text names as they are. */
  readonly tree?: TreePaths;
}

export function met(kind: CheckKind): CheckResult {
  return { kind, broken: null };
}

export function broken(
  kind: CheckKind,
  checked: Checked,
  message: string,
  expected: string,
  actual?: string,
): CheckResult {
  return { kind, broken: { message, expected, actual: actual ?? answerText(checked.answer, checked.tree) } };
}
