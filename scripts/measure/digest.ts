import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import type { Mutant } from '../mutants/mutant.ts';
import { subjectNamed } from '../mutants/plant.ts';
import { corpusDigests, sha256, sharedDigest, suiteDigest } from './ground.ts';

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
  const key = join(root, folder);
  let code = folders.get(key);
  if (code === undefined) {
    code = sha256(JSON.stringify(programs(root, folder)));
    folders.set(key, code);
  }
  return code;
}

/** The specification that judges a reference subject. */
export function specOf(subject: Readonly<Record<string, unknown>>): string {
  return String(subject['spec'] ?? (subject['role'] === 'hook' ? 'native' : 'hook-interchange'));
}

/** Digest of a mutant: its declaration, and all that its fate rests on. What it says of itself changes nothing. */
export async function mutantDigest(
  root: string,
  mutant: Pick<Mutant, 'subject' | 'says' | 'only' | 'with'>,
): Promise<string> {
  const { says: _, ...declared } = mutant;
  const subject = { ...subjectNamed(root, mutant.subject), ...mutant.with };
  return sha256(
    JSON.stringify([
      declared,
      subject,
      programsDigest(root, mutant.subject),
      await suiteDigest(root, specOf(subject)),
      await sharedDigest(root, ''),
      corpusDigests(root, subject, mutant.only),
    ]),
  );
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
