import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { changed, type Mutant } from './mutant.ts';

/** Scripts that run as they are, and what is bundled. */
const SCRIPTS = 'reference/hooks';
const BUILT = 'dist/reference';

/** Gives esbuild the changed text of some files instead of what lies on the disk. */
function planted(texts: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'planted',
    setup(builder) {
      builder.onLoad({ filter: /\.ts$/ }, (args) => {
        const contents = texts.get(args.path);
        return contents === undefined ? undefined : { contents, loader: 'ts' };
      });
    },
  };
}

/**
 * Writes the programs that the mutant's subject runs, with one fault, into `folder`, and gives the folder in which their
 * configuration stands. Programs in TypeScript are bundled anew from the changed text; scripts are copied and changed in place.
 */
export async function plant(root: string, mutant: Mutant, folder: string): Promise<string> {
  const texts = new Map<string, string>();
  for (const change of mutant.change) {
    const file = resolve(root, change.file);
    texts.set(file, changed(texts.get(file) ?? readFileSync(file, 'utf8'), change, mutant.id));
  }
  cpSync(join(root, SCRIPTS), join(folder, SCRIPTS), { recursive: true });
  for (const [file, text] of texts)
    if (!file.endsWith('.ts')) writeFileSync(join(folder, file.slice(root.length + 1)), text);
  mkdirSync(join(folder, BUILT), { recursive: true });
  const sources = [...texts.keys()].filter((file) => file.endsWith('.ts'));
  const programs = sources.length === 0 ? [] : programsOf(root, mutant);
  for (const name of builtNames(root, mutant))
    if (!programs.some((file) => basename(file, '.ts') === name))
      cpSync(join(root, BUILT, `${name}.js`), join(folder, BUILT, `${name}.js`));
  if (programs.length === 0) return join(folder, 'reference');
  await build({
    entryPoints: Object.fromEntries(programs.map((file) => [basename(file, '.ts'), file])),
    outdir: join(folder, BUILT),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    logLevel: 'error',
    plugins: [planted(texts)],
  });
  return join(folder, 'reference');
}

/** Names of the built programs that a subject runs. */
function builtNames(root: string, mutant: Mutant): string[] {
  const subject = { ...subjectNamed(root, mutant.subject), ...mutant.with };
  const words = [
    subject['command'],
    ...Object.values((subject['commands'] as Record<string, unknown>) ?? {}),
    subject['start'],
  ].flat(2);
  const built = words
    .filter((word): word is string => typeof word === 'string' && /dist\/reference\/[\w-]+\.js$/.test(word))
    .map((word) => basename(word, '.js'));
  return [...new Set(built)];
}

/** The programs beside the changed sources: `reference/<folder>/bin/*.ts`. */
function programsOf(root: string, mutant: Mutant): string[] {
  const folders = [...new Set(mutant.change.map((change) => change.file.split('/').slice(0, 2).join('/')))];
  const files = builtNames(root, mutant).flatMap((name) =>
    folders.map((folder) => join(root, folder, 'bin', `${name}.ts`)),
  );
  const present = files.filter((file) => {
    try {
      readFileSync(file);
      return true;
    } catch {
      return false;
    }
  });
  if (present.length === 0)
    throw new Error(
      `mutant ${mutant.id}: no program of ${mutant.subject} lies beside ${mutant.change.map((change) => dirname(change.file)).join(', ')}`,
    );
  return present;
}

/** A subject of reference/hookconf.json, as written. */
export function subjectNamed(root: string, name: string): Record<string, unknown> {
  const config = JSON.parse(readFileSync(join(root, 'reference/hookconf.json'), 'utf8')) as {
    subjects: Record<string, unknown>[];
  };
  const subject = config.subjects.find((one) => one['name'] === name);
  if (subject === undefined) throw new Error(`there is no subject "${name}" in reference/hookconf.json`);
  return subject;
}
