/**
 * Writes the suite's own latest results. `npm run reports` runs the reference implementations into reports/reference/ and
 * writes what `hookconf coverage --json` then says into reports/coverage.json; `npm run interop` installs the public hook
 * packages of subjects/, pinned and without their install scripts, and runs them into reports/interop/. Both renew
 * reports/README.md. Neither is part of the tests: the one takes minutes, the other needs the registry.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { HOLD_VARIABLE } from '../harness/validate/own.ts';
import { COVERAGE, reportsDocument } from './docs/reports.ts';

const root = join(import.meta.dirname, '..');
const program = join(root, 'dist/bin.js');

async function results(folder: string, config: string): Promise<number> {
  const into = join('reports', folder);
  const ran = await execa(
    process.execPath,
    [
      program,
      'run',
      '--config',
      config,
      '--reporter',
      `json=${into}/report.json`,
      '--reporter',
      `markdown=${into}/README.md`,
      '--reporter',
      `badge=${into}/badge.svg`,
      '--quiet',
    ],
    { cwd: root, reject: false, stdio: 'inherit' },
  );
  return ran.exitCode ?? 2;
}

/** The build holds the digests that a report pins and the ledger that coverage prints: both must be those of these files. */
async function build(): Promise<void> {
  await execa('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function coverage(): Promise<void> {
  const { stdout } = await execa(process.execPath, [program, 'coverage', '--json'], {
    cwd: root,
    env: { [HOLD_VARIABLE]: '1' },
  });
  writeFileSync(join(root, COVERAGE), `${stdout}\n`);
}

const parts = process.argv.slice(2);
const known = ['reference', 'coverage', 'interop'];
const unknown = parts.find((part) => !known.includes(part));
if (unknown !== undefined || parts.length === 0) {
  console.error(`reports: there is no "${unknown ?? ''}"; write ${known.join(', ')}`);
  process.exitCode = 2;
} else {
  await build();
  if (parts.includes('reference')) process.exitCode = await results('reference', 'reference/hookconf.json');
  if (parts.includes('coverage')) {
    // The ledger is built from the report that has just been written.
    if (parts.includes('reference')) await build();
    await coverage();
  }
  if (parts.includes('interop')) {
    const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    await execa('npm', install, { cwd: join(root, 'subjects'), stdio: 'inherit' });
    // What is found in other people's programs is a result, not a failure of this command.
    const code = await results('interop', 'subjects/hookconf.json');
    if (code > 1) process.exitCode = code;
  }
  writeFileSync(join(root, 'reports/README.md'), reportsDocument());
}
