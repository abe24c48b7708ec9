/**
 * hookconf as a library: hold documents to the formats without the command. Nothing is loaded before it is needed, so that
 * importing this costs next to nothing.
 */
import type { CheckOptions } from './check/check-options.ts';
import type { CheckResult } from './check/result.ts';

export type { CheckOptions } from './check/check-options.ts';
export type { CheckedFile, CheckFinding, CheckResult, Taken } from './check/result.ts';
export { UsageError } from './errors.ts';
export type { Grade } from './model/words.ts';
export {
  adviceWith,
  compiledValidator,
  examineWith,
  hasValidator,
  preloadValidators,
  type Validation,
  validateWith,
} from './validate/compiled.ts';
export type { ValidationIssue } from './validate/issue.ts';
export { type Kind, kinds, type NameRule, type WordList } from './validate/kinds.ts';
export { type DocumentFinding, type ValidateOptions, type ValidationResult, validate } from './validate/validate.ts';

/**
 * Checks files as `hookconf check` does: what each was taken for and why, what it does not keep, and at which line and column.
 * A file that can't be read or judged is part of the result (`unusable`).
 * @param paths files, or `-` for standard input; with `drift` also folders
 * @throws UsageError only for options that name nothing.
 */
export async function checkFiles(paths: readonly string[], options?: CheckOptions): Promise<CheckResult> {
  const [{ checkFiles: run }, { STREAM_JUDGING }] = await Promise.all([
    import('./check/check-files.ts'),
    import('../suites/stream-judges.ts'),
  ]);
  return run(paths, { judging: STREAM_JUDGING, ...options });
}
