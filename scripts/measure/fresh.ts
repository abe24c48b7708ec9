import { createRequire } from 'node:module';
import { isAbsolute, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import type { SuiteEntry } from '../../harness/run/subject.ts';

/** What a fresh instance of the judges' code gives: all suites there are. */
interface Instance {
  readonly SUITES: readonly SuiteEntry[];
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

/**
 * The code of the judges in `from`, bundled so that it can be evaluated again and again: each call gives it in the state in
 * which a process would find it, with none of its tables filled yet. Data, schemas, vendors and all else that isn't in
 * `folders` is shared by all instances.
 */
export async function freshJudges(
  from: string,
  root: string,
  folders: readonly string[],
): Promise<() => readonly SuiteEntry[]> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: "export { SUITES } from './suites/index.ts';", resolveDir: from, loader: 'ts' },
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
    logLevel: 'error',
    plugins: [shared(from, root, folders)],
  });
  const resolve = createRequire(join(root, 'package.json')).resolve;
  const modules = new Map<string, unknown>();
  const names = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  for (const name of new Set(names)) {
    const file = isAbsolute(name) ? name : resolve(name);
    const url = file.startsWith('/') ? pathToFileURL(file).href : file;
    modules.set(name, await import(url));
  }
  const script = new Script(`(module, require) => {${outputFiles[0]?.text ?? ''}}`);
  const evaluate = script.runInThisContext() as (
    module: { exports: Instance },
    require: (name: string) => unknown,
  ) => void;
  return () => {
    const module = { exports: { SUITES: [] } as Instance };
    evaluate(module, (name) => modules.get(name));
    return module.exports.SUITES;
  };
}
