/**
 * Writes the suite's own latest results. `npm run reports` runs the reference implementations into reports/reference/;
 * `npm run interop` installs the public hook packages of subjects/, pinned and without their install scripts, and runs
 * them into reports/interop/. Neither is part of the tests: the one takes minutes, the other needs the registry.
 */

import { join } from 'node:path';
import { execa } from 'execa';

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

const [what = 'reference'] = process.argv.slice(2);
if (what === 'reference') process.exitCode = await results('reference', 'reference/hookconf.json');
else if (what === 'interop') {
  await execa('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: join(root, 'subjects'),
    stdio: 'inherit',
  });
  // What is found in other people's programs is a result, not a failure of this command.
  const code = await results('interop', 'subjects/hookconf.json');
  process.exitCode = code <= 1 ? 0 : code;
} else {
  console.error(`reports: there is no "${what}"; write reference or interop`);
  process.exitCode = 2;
}
