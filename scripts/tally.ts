/** What vitest's JSON report says of a run, as far as its last line needs it. */
export interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

export interface Tally {
  readonly line: string;
  readonly exitCode: number;
}

/**
 * The line `N passed, N failed[, N skipped]` and the exit code of a run: of its results, undefined where it left none, and
 * of the exit code of vitest, null where a signal ended it. Whatever went wrong beside the tests counts as one failure, so
 * that the line and the code never say different things.
 */
export function tallied(results: Results | undefined, status: number | null): Tally {
  if (results === undefined) return { line: '0 passed, 1 failed', exitCode: 1 };
  const passed = results.numPassedTests;
  // A file that could not even be loaded has no assertions; it counts as one, or it would vanish from the line.
  const broken = results.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const counted = results.numFailedTests + broken.length;
  // An error outside of any test, a worker that died with the rest of its file, or nothing that was run at all.
  const failed = counted === 0 && (status !== 0 || passed === 0) ? 1 : counted;
  const skipped = results.numPendingTests + results.numTodoTests;
  return {
    line: `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    exitCode: failed === 0 ? 0 : 1,
  };
}
