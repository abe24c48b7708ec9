import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, transformSync } from 'esbuild';
import { parse } from 'yaml';
import { loadRequirements } from '../../suites/catalogue.ts';
import { subjectNamed } from '../mutants/plant.ts';

export function sha256(text: string | Buffer): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** The modules that a specification's suites are loaded from (suites/index.ts). */
function entriesOf(root: string, spec: string): string[] {
  return ['index.ts', 'suite.ts', 'hook-suite.ts']
    .map((file) => join(root, 'suites', spec, file))
    .filter((file) => existsSync(file));
}

/** What of a row of the catalogue a verdict rests on; its words may change without a new measurement. */
function judged(spec: string): unknown {
  return loadRequirements(spec).map(({ id, edition, roles, grade, level, drive, testability }) => [
    id,
    edition,
    roles,
    grade,
    level,
    drive,
    testability,
  ]);
}

/** Data of a suite, without the catalogue (see {@link judged}) and without what only explains. */
function suiteData(root: string, spec: string): unknown {
  const folder = join(root, 'suites', spec);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml') && !/(^|\/)(requirements|tables|groups)\.yaml$/.test(file))
    .sort()
    .map((file) => [file, parse(readFileSync(join(folder, file), 'utf8'), { merge: true }) as unknown]);
}

const suites = new Map<string, Promise<string>>();

/**
 * Digest of a specification's suite: the code that plans and judges, bundled and minified so that comments, layout and what
 * is not used change nothing, its data, and the catalogue as far as verdicts rest on it.
 */
function suiteDigest(root: string, spec: string): Promise<string> {
  const key = `${root} ${spec}`;
  let digest = suites.get(key);
  if (digest === undefined) {
    digest = build({
      entryPoints: entriesOf(root, spec),
      bundle: true,
      minify: true,
      write: false,
      outdir: '/',
      format: 'esm',
      platform: 'node',
      packages: 'external',
      logLevel: 'error',
    }).then(({ outputFiles }) =>
      sha256(JSON.stringify([outputFiles.map(({ text }) => text).sort(), suiteData(root, spec), judged(spec)])),
    );
    suites.set(key, digest);
  }
  return digest;
}

/** The programs of a folder below reference/, as far as they are run: code without its comments, everything else as it is. */
function programs(root: string, folder: string): unknown {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => {
      const text = readFileSync(file, 'utf8');
      const code = file.endsWith('.ts') ? transformSync(text, { loader: 'ts', minifyWhitespace: true }).code : text;
      return [file.slice(root.length), code];
    });
}

/** Folders below reference/ whose programs a subject is made of. */
const FOLDERS: Readonly<Record<string, string>> = {
  hook: 'reference/hooks',
  emitter: 'reference/emitters',
};

function folderOf(root: string, subject: Readonly<Record<string, unknown>>): string {
  const words = [subject['command'], ...Object.values((subject['commands'] as object | undefined) ?? {})].flat(2);
  const name = words
    .map(String)
    .flatMap((word) => /([\w-]+)\.(?:js|mjs|py|sh|pl|c)$/.exec(word)?.[1] ?? [])
    .at(0);
  const found = readdirSync(join(root, 'reference'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .find((entry) =>
      readdirSync(join(root, 'reference', entry.name), { recursive: true, encoding: 'utf8' }).some(
        (file) => name !== undefined && new RegExp(`(^|/)${name}\\.\\w+$`).test(file),
      ),
    );
  return found === undefined ? (FOLDERS[String(subject['role'])] ?? 'reference/hooks') : `reference/${found.name}`;
}

const folders = new Map<string, string>();

/** Digest of the programs that a reference subject is made of. */
export function programsDigest(root: string, name: string): string {
  const folder = folderOf(root, subjectNamed(root, name));
  let code = folders.get(folder);
  if (code === undefined) {
    code = sha256(JSON.stringify(programs(root, folder)));
    folders.set(folder, code);
  }
  return code;
}

/** The specification that judges a reference subject. */
export function specOf(subject: Readonly<Record<string, unknown>>): string {
  return String(subject['spec'] ?? (subject['role'] === 'hook' ? 'native' : 'hook-interchange'));
}

/** Digest of a reference subject: how it is described, what it runs, and the suite that judges it. */
export async function subjectDigest(root: string, name: string): Promise<string> {
  const subject = subjectNamed(root, name);
  return sha256(JSON.stringify([subject, programsDigest(root, name), await suiteDigest(root, specOf(subject))]));
}

/** Digest of a mutant: its declaration, and all that its subject rests on. What it says of itself changes nothing. */
export async function mutantDigest(
  root: string,
  mutant: { readonly subject: string; readonly says: string },
): Promise<string> {
  const { says: _, ...declared } = mutant;
  return sha256(JSON.stringify([declared, await subjectDigest(root, mutant.subject)]));
}

/** One digest over many. */
export function digestOfAll(parts: readonly (readonly [name: string, digest: string])[]): string {
  return sha256(
    [...parts]
      .map(([name, digest]) => `${name} ${digest}\n`)
      .sort()
      .join(''),
  );
}
