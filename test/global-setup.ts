import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTree } from '../harness/process/tree.ts';

/**
 * Variables by which whoever runs the tests would change what programs print and do, or (NODE_EXTRA_CA_CERTS) double what a
 * start of Node costs; others have a value in vitest.config.ts.
 */
const UNWANTED =
  /^(?:FORCE_COLOR|CLICOLOR(?:_FORCE)?|NODE_OPTIONS|NODE_DEBUG|NODE_EXTRA_CA_CERTS|NODE_DISABLE_COLORS|TERM|DEBUG|GITHUB_.*|RUNNER_.*|GITLAB_CI|CI_.*|GIT_.*|HTTPS?_PROXY|ALL_PROXY|CDPATH|BASH_ENV|ENV|PYTHON.*|PERL5.*|OTEL_.*)$/i;

/**
 * Tests read what the build derives; build once before them, so that a test never sees yesterday's data, and one never sees
 * a file that another one writes. Temporary files of all tests lie in one folder, which goes with whatever was forgotten in it.
 */
export default function setup(): () => void {
  for (const name of Object.keys(process.env)) if (UNWANTED.test(name)) delete process.env[name];
  if (process.env['HOOKCONF_SKIP_BUILD'] !== '1') {
    const root = join(import.meta.dirname, '..');
    execFileSync(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'scripts/build.ts')], {
      cwd: root,
      stdio: 'inherit',
    });
  }
  const before = process.env['TMPDIR'];
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  process.env['TMPDIR'] = folder;
  return () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    removeTree(folder);
  };
}
