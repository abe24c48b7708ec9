import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** Bundled, because loading it as a package costs a third of the command's start-up. Everything else stays a dependency. */
const BUNDLED = ['commander'];

/** Loads `node:child_process` where it is used: commander has it for programs of another kind, and it costs every start. */
const lazyChildProcess: Plugin = {
  name: 'lazy-child-process',
  setup(build) {
    build.onLoad({ filter: /commander[\\/]lib[\\/]command\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const eager = "const childProcess = require('node:child_process');";
      if (!text.includes(eager))
        throw new Error('commander no longer loads node:child_process as it did: drop this plugin');
      const lazy = "const childProcess = { get spawn() { return require('node:child_process').spawn; } };";
      return { contents: text.replace(eager, lazy), loader: 'js' };
    });
  },
};

/**
 * What every start loads, and `hookconf list`: one file each, because loading a dozen small ones costs more than the rest of
 * such a start. What they load later is a file of the other build, or never asked for; see harness/list.ts.
 */
const ALONE = ['bin.ts', 'list.ts'];

const laterFromElsewhere: Plugin = {
  name: 'later-from-elsewhere',
  setup(build) {
    build.onResolve({ filter: /\.ts$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' && path !== './commands/list.ts'
        ? { path: path.replace(/\.ts$/, '.js'), external: true }
        : undefined,
    );
  },
};

/** Bundles the command into dist/, split by what a command needs, so that `--version` loads next to nothing. */
export async function buildBundle(root: string): Promise<void> {
  const entries = [
    'harness/cli/start.ts',
    'harness/index.ts',
    'harness/registries.ts',
    'harness/types.ts',
    // Started as a process of its own, see harness/process/isolation/namespace.ts.
    'harness/process/isolation/keeper.ts',
  ]
    .map((file) => join(root, file))
    .filter((file) => existsSync(file));
  if (entries.length === 0) return;
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  const packages = [...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.devDependencies ?? {})];
  const common = {
    outdir: join(root, 'dist'),
    outbase: join(root, 'harness'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: packages.filter((name) => !BUNDLED.includes(name)),
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
    },
    legalComments: 'none',
    logLevel: 'warning',
  } as const;
  const { metafile } = await build({
    ...common,
    entryPoints: entries,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [lazyChildProcess],
    metafile: true,
  });
  const alone = ALONE.map((file) => join(root, 'harness', file)).filter((file) => existsSync(file));
  await build({ ...common, entryPoints: alone, minify: true, plugins: [lazyChildProcess, laterFromElsewhere] });
  removeStaleChunks(root, Object.keys(metafile.outputs));
  writeLicences(root);
}

/** Chunks of earlier builds are found by nobody; left in place they would be shipped. */
function removeStaleChunks(root: string, outputs: readonly string[]): void {
  const folder = join(root, 'dist/chunks');
  if (!existsSync(folder)) return;
  const current = new Set(outputs.map((output) => output.split('/').at(-1)));
  for (const file of readdirSync(folder)) if (!current.has(file)) rmSync(join(folder, file), { force: true });
}

/** The licences of what is bundled go with it. */
function writeLicences(root: string): void {
  const texts = BUNDLED.map(
    (name) => `${name}\n\n${readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8').trim()}\n`,
  );
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, 'dist/THIRD-PARTY-LICENSES.txt'), texts.join('\n---\n\n'));
}
