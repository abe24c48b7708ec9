/** Runs vitest and closes with the plain line `N passed, N failed[, N skipped]` that continuous integration reads. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'test-report-'));
const file = join(folder, 'results.json');
const run = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, HOOKCONF_HOLD_OWN: '1' } },
);
let status = run.status ?? 1;
try {
  const results = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: { name: string; status: string; assertionResults: unknown[] }[];
  };
  // A file that could not even be loaded has no assertions; it counts as one failure, or it would vanish from the line.
  const broken = results.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
  );
  const failed = results.numFailedTests + broken.length;
  const skipped = results.numPendingTests + results.numTodoTests;
  if (results.numPassedTests === 0 || failed > 0) status = status === 0 ? 1 : status;
  console.log(`${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
} catch {
  console.log('0 passed, 1 failed');
  status = status === 0 ? 1 : status;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = status;
