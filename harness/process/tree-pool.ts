import { lstatSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import type { TreePaths } from '../model/observation.ts';
import type { ProjectCopy } from './project.ts';
import { createTree, HEAD } from './tree.ts';

/** Trees that are kept for later cases; more than run at once are never needed. */
const MOST_SPARE = 16;

/**
 * Private trees that nobody has touched are given, under a new name, to later cases: most hooks write nothing, and making
 * and removing folders costs more than everything else that we do for a case. A tree in which anything is, or was changed, is
 * never given again.
 */
export class TreePool {
  readonly #folder: string;
  readonly #copy: ProjectCopy | null;
  readonly #spare: Spare[] = [];
  /** Stamps of trees that are given again and in use, by root. */
  readonly #stamps = new Map<string, readonly number[]>();
  #kept = 0;

  constructor(folder: string, copy: ProjectCopy | null) {
    this.#folder = folder;
    this.#copy = copy;
  }

  take(root: string): TreePaths {
    // The one that has rested longest: see #stamped.
    const spare = this.#spare.shift();
    if (spare === undefined) return createTree(root, this.#copy);
    try {
      renameSync(spare.place, root);
    } catch {
      return createTree(root, this.#copy);
    }
    this.#stamped(root, spare.stamps);
    return { root, home: `${root}/home`, tmp: `${root}/tmp`, project: `${root}/project` };
  }

  /** False: it is not as it was made, and has to be removed. The caller vouches that no process of its case is left. */
  giveBack(root: string): boolean {
    const known = this.#stamps.get(root);
    this.#stamps.delete(root);
    if (this.#copy !== null || this.#spare.length >= MOST_SPARE) return false;
    const stamps = unchanged(root, known) ?? (untouched(root) ? stampsOf(root) : undefined);
    if (stamps === undefined) return false;
    const place = `${this.#folder}/-s${this.#kept++}`;
    try {
      renameSync(root, place);
    } catch {
      return false;
    }
    this.#spare.push({ place, stamps });
    return true;
  }

  /**
   * The clock of a file system is too coarse to tell a quick change from none, but a change after now is told from one
   * before all stamps where the clock has moved on since; the renaming that just happened says what it shows.
   */
  #stamped(root: string, stamps: readonly number[]): void {
    const now = lstatSync(root).ctimeMs;
    if (stamps.every((stamp) => stamp < now && stamp % SECOND_MS !== 0)) this.#stamps.set(root, stamps);
  }
}

/** A tree that waits for a case, and when each of its parts was changed last. */
interface Spare {
  readonly place: string;
  readonly stamps: readonly number[];
}

const SECOND_MS = 1000;

/** Names in each folder of a new tree. */
const CONTENTS: readonly (readonly [string, string])[] = [
  ['', 'home project tmp'],
  ['/home', ''],
  ['/tmp', ''],
  ['/project', '.git'],
  ['/project/.git', 'HEAD objects refs'],
  ['/project/.git/objects', ''],
  ['/project/.git/refs', ''],
];
const HEAD_FILE = '/project/.git/HEAD';
const MODE = 0o40000 | (0o777 & ~process.umask());

/** What a subject can change without a trace in the names at the root. */
const STAMPED: readonly string[] = [...CONTENTS.map(([folder]) => folder).filter((folder) => folder !== ''), HEAD_FILE];

function stampsOf(root: string): readonly number[] | undefined {
  try {
    return STAMPED.map((path) => lstatSync(root + path).ctimeMs);
  } catch {
    return undefined;
  }
}

/** By times that no program can set: whatever is done to a file or in a folder moves them. Seven calls less than by content. */
function unchanged(root: string, known: readonly number[] | undefined): readonly number[] | undefined {
  try {
    if (known === undefined || !isAsMade(root, '', CONTENTS[0]?.[1] ?? '')) return undefined;
    return stampsOf(root)?.every((stamp, index) => stamp === known[index]) === true ? known : undefined;
  } catch {
    return undefined;
  }
}

function isAsMade(root: string, folder: string, names: string): boolean {
  const found = readdirSync(root + folder).sort();
  return found.join(' ') === names && lstatSync(root + folder).mode === MODE;
}

/** By content: what was made a moment ago has times that are too close to tell. */
function untouched(root: string): boolean {
  try {
    if (!CONTENTS.every(([folder, names]) => isAsMade(root, folder, names))) return false;
    return readFileSync(root + HEAD_FILE, 'latin1') === HEAD;
  } catch {
    return false;
  }
}
