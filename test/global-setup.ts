import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Tests read what the build derives; build once before them, so that a test never sees yesterday's data. */
export default function setup(): void {
  if (process.env['HOOKCONF_SKIP_BUILD'] === '1') return;
  const root = join(import.meta.dirname, '..');
  execFileSync(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'scripts/build.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
}
