import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Ways to take a mount away, of root and of whoever made it; each also where it is in use. */
const WAYS: readonly (readonly [string, ...string[]])[] = [
  ['umount', '-l'],
  ['fusermount3', '-uz'],
  ['fusermount', '-uz'],
];

function unescaped(place: string): string {
  return place.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

/**
 * Where something is mounted on a folder or below it, the last one first. `mountinfo`: lines "id parent device root place
 * options …", a byte a character.
 */
export function mountsBelow(folder: string, mountinfo: string): readonly string[] {
  const own = Buffer.from(folder).toString('latin1');
  return mountinfo
    .split('\n')
    .map((line) => unescaped(line.split(' ')[4] ?? ''))
    .filter((place) => place === own || place.startsWith(`${own}/`))
    .map((place) => Buffer.from(place, 'latin1').toString())
    .reverse();
}

function read(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'latin1');
  } catch {
    return '';
  }
}

/**
 * Takes away what a subject has mounted in its tree (root may, and anybody by FUSE, as an AppImage does in its TMPDIR): who
 * removes a tree would remove what is mounted there. Gives the folders in which nothing is mounted any more, and which may
 * be removed.
 */
export function withoutMounts(folders: readonly string[]): readonly string[] {
  if (process.platform !== 'linux') return folders;
  const before = read();
  const places = folders.flatMap((folder) => mountsBelow(folder, before));
  if (places.length === 0) return folders;
  for (const place of places) WAYS.some(([program, ...flags]) => spawnSync(program, [...flags, place]).status === 0);
  const after = read();
  return folders.filter((folder) => mountsBelow(folder, after).length === 0);
}
