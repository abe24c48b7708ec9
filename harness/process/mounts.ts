import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Ways to take a mount away, of root and of whoever made it; each also where it is in use. */
const WAYS: readonly (readonly [string, ...string[]])[] = [
  ['umount', '-l'],
  ['fusermount3', '-uz'],
  ['fusermount', '-uz'],
];

/** Where something is mounted below a folder, the last one first. From lines "id parent device root place options …". */
export function mountsBelow(folder: string, mountinfo: string): readonly string[] {
  return mountinfo
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .map((place) =>
      place.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8))),
    )
    .filter((place) => place.startsWith(`${Buffer.from(folder).toString('latin1')}/`))
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
