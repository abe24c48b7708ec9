import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

/** The programs under `reference/<folder>/bin/`: each is one file that runs alone, so that a mutant is one file too. */
function referencePrograms(root: string): string[] {
  const folder = join(root, 'reference');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => join(folder, entry.name, 'bin'))
    .filter((bin) => existsSync(bin))
    .flatMap((bin) => readdirSync(bin).map((file) => join(bin, file)))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort();
}

/** Bundles reference programs to `<outdir>/<name>.js`, with what they import, so that they import nothing of ours. */
export async function buildReference(
  root: string,
  outdir: string = join(root, 'dist/reference'),
  programs: readonly string[] = referencePrograms(root),
): Promise<void> {
  if (programs.length === 0) return;
  await build({
    entryPoints: Object.fromEntries(programs.map((file) => [basename(file, '.ts'), file])),
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    legalComments: 'none',
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    logLevel: 'warning',
  });
}
