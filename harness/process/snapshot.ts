import { closeSync, lstatSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';
import type { FileObservation, TreePaths } from '../model/observation.ts';

const AREAS = ['project', 'home', 'tmp'] as const;
type Area = (typeof AREAS)[number];

/** Bytes kept of one file, and of all files of a case together. */
const FILE_CAP = 1024 * 1024;
const ALL_CAP = 64 * 1024 * 1024;
/** A subject that makes files without end must not make us walk without end. */
const MOST_ENTRIES = 50_000;

interface Stamp {
  readonly area: Area;
  readonly path: string;
  /** Inode, size, and both times in nanoseconds: no write leaves all of them as they were. */
  readonly mark: string;
  readonly size: number;
  readonly link: boolean;
}

export type Snapshot = ReadonlyMap<string, Stamp>;

/** A path as bytes, one character each: names need not be UTF-8, and one that isn't would be lost as text. */
const bytesOf = (path: string): Buffer => Buffer.from(path, 'latin1');

/** Every file and link of a private tree. Folders count only through what is in them. */
export function takeSnapshot(tree: TreePaths): Snapshot {
  const found = new Map<string, Stamp>();
  const walk = (area: Area, folder: string, prefix: string): void => {
    let entries: ReturnType<typeof readdir>;
    try {
      entries = readdir(folder);
    } catch {
      return;
    }
    for (const entry of entries) {
      if (found.size >= MOST_ENTRIES) return;
      const name = entry.name;
      const full = `${folder}/${name}`;
      const path = prefix + name;
      if (entry.isDirectory()) {
        walk(area, full, `${path}/`);
        continue;
      }
      try {
        const stat = lstatSync(bytesOf(full), { bigint: true });
        const mark = `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
        found.set(`${area}/${path}`, { area, path, mark, size: Number(stat.size), link: stat.isSymbolicLink() });
      } catch {
        // Deleted between the two calls.
      }
    }
  };
  for (const area of AREAS) walk(area, Buffer.from(tree[area]).toString('latin1'), '');
  return found;
}

/** Absolute paths of all folders within a private tree, and of the tree itself; none behind a link. */
export function foldersIn({ root }: TreePaths): readonly string[] {
  const found: string[] = [];
  const walk = (folder: string): void => {
    if (found.length >= MOST_ENTRIES) return;
    found.push(bytesOf(folder).toString());
    try {
      for (const entry of readdir(folder)) if (entry.isDirectory()) walk(`${folder}/${entry.name}`);
    } catch {
      // Not ours to read, or gone: what is in it can't be told.
    }
  };
  walk(Buffer.from(root).toString('latin1'));
  return found;
}

function readdir(folder: string): import('node:fs').Dirent[] {
  return readdirSync(bytesOf(folder), { withFileTypes: true, encoding: 'latin1' });
}

/** The first `cap` bytes of a file; a fifo or a device is never opened, it could block us for ever. */
function readHead(file: Buffer, cap: number): Buffer {
  try {
    const stat = lstatSync(file);
    if (stat.isSymbolicLink()) return Buffer.from(readlinkSync(file));
    if (!stat.isFile()) return Buffer.alloc(0);
    const bytes = Buffer.allocUnsafe(Math.min(stat.size, cap));
    const handle = openSync(file, 'r');
    try {
      return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, 0));
    } finally {
      closeSync(handle);
    }
  } catch {
    return Buffer.alloc(0);
  }
}

/** What differs between then and now, in a stable order, with the content as it is now. */
export function changesSince(before: Snapshot, tree: TreePaths): readonly FileObservation[] {
  const after = takeSnapshot(tree);
  const changes: FileObservation[] = [];
  let left = ALL_CAP;
  for (const [key, { area, path, mark, size }] of after) {
    const old = before.get(key);
    if (old?.mark === mark) continue;
    const file = Buffer.concat([Buffer.from(`${tree[area]}/`), bytesOf(path)]);
    const bytes = readHead(file, Math.min(FILE_CAP, left));
    left -= bytes.length;
    const change = old === undefined ? 'created' : 'changed';
    changes.push({ path: bytesOf(path).toString(), area, change, bytes, total: size, truncated: bytes.length < size });
  }
  for (const [key, { area, path }] of before) {
    if (!after.has(key)) {
      changes.push({
        path: bytesOf(path).toString(),
        area,
        change: 'deleted',
        bytes: Buffer.alloc(0),
        total: 0,
        truncated: false,
      });
    }
  }
  return changes.sort((a, b) => (a.area + a.path < b.area + b.path ? -1 : 1));
}
