import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Bundles the command into dist/, split by what a command needs, so that `--version` loads next to nothing. */
export async function buildBundle(root: string): Promise<void> {
  const entries = ['harness/bin.ts', 'harness/index.ts']
    .map((file) => join(root, file))
    .filter((file) => existsSync(file));
  if (entries.length === 0) return;
  await build({
    entryPoints: entries,
    outdir: join(root, 'dist'),
    outbase: join(root, 'harness'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    chunkNames: 'chunks/[name]-[hash]',
    legalComments: 'none',
    logLevel: 'warning',
  });
}
