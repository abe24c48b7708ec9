import { expect, test } from 'vitest';
import { type Results, tallied } from '../scripts/tally.ts';

const run = (passed: number, failed: number, changes: Partial<Results> = {}): Results => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...changes,
});
const unloaded = { testResults: [{ status: 'failed', assertionResults: [] }] };

test.each<[string, Results | undefined, number | null, string, number]>([
  ['all pass', run(3, 0), 0, '3 passed, 0 failed', 0],
  ['some are skipped', run(3, 0, { numPendingTests: 1, numTodoTests: 1 }), 0, '3 passed, 0 failed, 2 skipped', 0],
  ['one fails', run(2, 1), 1, '2 passed, 1 failed', 1],
  ['one fails, and nobody said so', run(2, 1), 0, '2 passed, 1 failed', 1],
  ['a file does not load', run(2, 0, unloaded), 1, '2 passed, 1 failed', 1],
  ['a worker dies, or an error is in no test', run(2, 0), 1, '2 passed, 1 failed', 1],
  ['a signal ends it after its report', run(2, 0), null, '2 passed, 1 failed', 1],
  ['nothing was run', run(0, 0), 0, '0 passed, 1 failed', 1],
  ['it crashes before its report', undefined, 7, '0 passed, 1 failed', 1],
  ['a signal ends it', undefined, null, '0 passed, 1 failed', 1],
  ['it ends well and reports nothing', undefined, 0, '0 passed, 1 failed', 1],
])('%s', (_, results, status, line, exitCode) => {
  expect(tallied(results, status)).toEqual({ line, exitCode });
});
