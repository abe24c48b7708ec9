import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import type { Digests } from '../../types/generated/report.ts';
import { wordsOfText } from '../text/shell.ts';

/** Which files each digest covers: a folder and the endings that count. */
const COVERED: Readonly<Record<Exclude<keyof Digests, 'suite'>, readonly (readonly [string, string])[]>> = {
  corpus: [['fixtures', '']],
  requirements: [['suites', '.yaml']],
  registries: [
    ['registries', '.yaml'],
    ['vendors', '.yaml'],
  ],
  schemas: [['schemas', '.json']],
};

function filesOf(root: string, folder: string, ending: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && statSync(join(path, file)).isFile())
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .sort();
}

/** One digest over names and contents, in an order that no file system decides. */
function digestOf(root: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return `sha256:${hash.digest('hex')}`;
}

/** The bundle: what its entry loads, and what that loads. Chunks that an earlier build left behind are no part of it. */
function bundleOf(root: string): string[] {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file) || !existsSync(join(root, file))) return;
    found.add(file);
    for (const [, other = ''] of readFileSync(join(root, file), 'utf8').matchAll(/["'](\.{1,2}\/[\w./-]+\.js)["']/g)) {
      visit(posix.join(posix.dirname(file), other));
    }
  };
  visit('dist/bin.js');
  return [...found].sort();
}

/** Digests of everything that a verdict rests on, from the files themselves: what `report --verify` recomputes. */
export function computeDigests(root: string): Required<Digests> {
  const one = (part: keyof typeof COVERED): string =>
    digestOf(
      root,
      COVERED[part].flatMap(([folder, ending]) => filesOf(root, folder, ending)),
    );
  return {
    suite: digestOf(root, bundleOf(root)),
    corpus: one('corpus'),
    requirements: one('requirements'),
    registries: one('registries'),
    schemas: one('schemas'),
  };
}

/** Nobody's hook is larger; a word that names a disk image is not read. */
const LARGEST = 64 * 1024 * 1024;

/** A whole text for a shell is a word too, and may be longer than any path. */
function isReadable(path: string): boolean {
  try {
    const found = statSync(path);
    return found.isFile() && found.size <= LARGEST;
  } catch {
    return false;
  }
}

/**
 * Digest of each file that a command names, by the word that names it; programs that are found through PATH are not among
 * them. A word that is itself a command line (a text for a shell) names what its own words name. `whole` is one digest over
 * all.
 */
export function subjectDigest(
  words: readonly string[],
  folder: string,
): { readonly files: Record<string, string>; readonly whole: string } | undefined {
  const files: Record<string, string> = {};
  const add = (word: string): boolean => {
    if (word === '' || word.startsWith('-') || word.includes('\0')) return true;
    if (Object.hasOwn(files, word)) return true;
    const path = resolve(folder, word);
    if (!isReadable(path)) return false;
    files[word] = `sha256:${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
    return true;
  };
  for (const word of words) if (!add(word) && /[\s"'\\;|&<>()]/.test(word)) wordsOfText(word).forEach(add);
  const names = Object.keys(files).sort();
  if (names.length === 0) return undefined;
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${name}\0${files[name]}\0`);
  return { files, whole: `sha256:${hash.digest('hex')}` };
}
