/**
 * `npm run bench`: bundles the benchmark like the command itself is bundled and runs it in plain Node. A loader that compiles
 * while it runs would have twice the memory in use, and memory is what each spawn has to copy the page tables of.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const outfile = join(root, 'node_modules/.cache/hookconf-bench/run.mjs');
await build({
  entryPoints: [join(root, 'bench/run.ts')],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
});
const { status, signal } = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = signal === null ? (status ?? 1) : 1;
