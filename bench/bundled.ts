import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '../harness/assets.ts';
import type { Figure } from './measure.ts';

/**
 * What a file prints as JSON, bundled like the command itself and run in plain Node. A loader that compiles while it runs
 * would have twice the memory in use, and memory is what each spawn has to copy the page tables of.
 */
export async function bundled(file: string, ...args: string[]): Promise<Figure[]> {
  const outfile = join(packageRoot(), 'node_modules/.cache/hookconf-bench', file.replace(/\.ts$/, '.mjs'));
  await build({
    entryPoints: [join(packageRoot(), 'bench', file)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'warning',
  });
  const { stdout, status } = spawnSync(process.execPath, [outfile, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`bench/${file} ended with ${status}`);
  return JSON.parse(stdout) as Figure[];
}
