import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import type fastCheck from 'fast-check';
import type { SuiteEntry } from '../../harness/run/subject.ts';
import { type Declared, unitTests } from './unit-tests.ts';

/** The bundle's own words for what it holds. */
interface Exports {
  readonly SUITES: readonly SuiteEntry[];
  /** Evaluates a file of tests, by its name. */
  readonly TESTS: Readonly<Record<string, () => void>>;
}

/** The judges' code in the state in which a process would find it. */
export interface Instance {
  readonly suites: readonly SuiteEntry[];
  /** What a file of tests declares. */
  tests(file: string): readonly Declared[];
}

/** Bundles what lies in these folders of `from`; everything else is loaded once, from `root`, and shared. */
function shared(from: string, root: string, folders: readonly string[]): Plugin {
  return {
    name: 'shared',
    setup(builder) {
      builder.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
        const file = relative(from, join(resolveDir, path));
        if (folders.some((folder) => file.startsWith(`${folder}/`))) return undefined;
        return { path: join(root, file), external: true };
      });
    },
  };
}

/** A module as the bundle asks for it: what a package in the older form exports is its default. */
async function loaded(name: string, root: string): Promise<unknown> {
  const file = isAbsolute(name) ? name : createRequire(join(root, 'package.json')).resolve(name);
  const module = (await import(isAbsolute(file) ? pathToFileURL(file).href : file)) as { readonly default?: unknown };
  return typeof module.default === 'function' ? module.default : module;
}

/**
 * The code of the judges in `from`, bundled with files of tests so that it can be evaluated again and again: each call gives
 * an instance none of whose tables is filled yet. Data, schemas, vendors and all else that isn't in `folders` is loaded once
 * from `root`.
 */
export async function freshJudges(
  from: string,
  root: string,
  folders: readonly string[],
  tests: readonly string[] = [],
): Promise<() => Instance> {
  const lazily = tests.map((file) => `${JSON.stringify(file)}: () => require('./${file}'),`);
  const contents = `export { SUITES } from './suites/index.ts';\nexport const TESTS = {${lazily.join('')}};`;
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: from, loader: 'ts' },
    absWorkingDir: from,
    bundle: true,
    write: false,
    metafile: true,
    outfile: 'judges.js',
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    supported: { 'dynamic-import': false },
    // What is bundled as CommonJS has no place of its own, and loads packages from the checkout.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, 'package.json')).href) },
    logLevel: 'error',
    plugins: [shared(from, root, folders)],
  });
  const modules = new Map<string, unknown>();
  const names = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  for (const name of new Set(names)) if (name !== 'vitest') modules.set(name, await loaded(name, root));
  // Whether a mutation is noticed must not depend on luck: what a test leaves to chance is the same each time.
  (modules.get('fast-check') as typeof fastCheck | undefined)?.configureGlobal({ seed: 1 });
  const script = new Script(`(module, require) => {${outputFiles[0]?.text ?? ''}}`);
  const evaluate = script.runInThisContext() as (
    module: { exports: Exports },
    require: (name: string) => unknown,
  ) => void;
  return () => {
    const module = { exports: { SUITES: [], TESTS: {} } as Exports };
    const { module: vitest, take } = unitTests();
    evaluate(module, (name) => (name === 'vitest' ? vitest : modules.get(name)));
    // A bundle evaluates a file once: what it declared must not be asked of it again.
    const declared = new Map<string, readonly Declared[]>();
    return {
      suites: module.exports.SUITES,
      tests: (file) => {
        const known = declared.get(file);
        if (known !== undefined) return known;
        module.exports.TESTS[file]?.();
        const own = take(dirname(join(root, file)));
        declared.set(file, own);
        return own;
      },
    };
  };
}
