import { lstatSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import type { TreePaths } from '../model/observation.ts';
import type { ProjectCopy } from './project.ts';
import { createTree, HEAD } from './tree.ts';

/** Trees that are kept for later cases. */
const MOST_SPARE = 16;
/** The clock of a file system is too coarse to tell a quick change from none: after so long it has certainly moved on. */
const TICK_MS = 20;

/**
 * Private trees that nobody has touched are given, under a new name, to later cases: most hooks write nothing, and making
 * and removing folders costs more than everything else that we do for a case. A tree in which anything is, or was changed, is
 * never given again.
 */
export class TreePool {
  readonly #folder: string;
  readonly #copy: ProjectCopy | null;
  /** The one that has rested longest first. */
  readonly #spare: Spare[] = [];
  /** Trees that are given again and in use, by root. */
  readonly #again = new Map<string, readonly number[] | undefined>();
  #next = 0;

  constructor(folder: string, copy: ProjectCopy | null) {
    this.#folder = folder;
    this.#copy = copy;
  }

  /** Where the next case has its tree. It is there after {@link take}. */
  reserve(): string {
    const rested = this.#spare[0] !== undefined && performance.now() - this.#spare[0].since > TICK_MS;
    const spare = rested || this.#spare.length >= MOST_SPARE ? this.#spare.shift() : undefined;
    if (spare === undefined) return this.#name();
    this.#again.set(spare.root, rested ? spare.stamps : undefined);
    return spare.root;
  }

  take(root: string): TreePaths {
    if (!this.#again.has(root)) return createTree(root, this.#copy);
    return { root, home: `${root}/home`, tmp: `${root}/tmp`, project: `${root}/project` };
  }

  /** False: it has to be removed, because it is not as it was made or, as the caller says, a process of its case may be left. */
  giveBack(root: string, leftNobody: boolean): boolean {
    const stamps = this.#again.get(root);
    this.#again.delete(root);
    if (!leftNobody || this.#copy !== null || this.#spare.length >= MOST_SPARE) return false;
    const known = unchanged(root, stamps) ? stamps : undefined;
    if (known === undefined && !untouched(root)) return false;
    const place = this.#name();
    try {
      // At once: what was told the old name finds nothing there.
      renameSync(root, place);
      this.#spare.push({ root: place, since: performance.now(), stamps: stampsOf(place, known) });
    } catch {
      return false;
    }
    return true;
  }

  #name(): string {
    return `${this.#folder}/${this.#next++}`;
  }
}

/** A tree that waits for a case, and when each of its parts was changed last. */
interface Spare {
  readonly root: string;
  /** Since when it rests, on the clock of this process. */
  readonly since: number;
  readonly stamps: readonly number[] | undefined;
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

/** Whatever is done to a file or in a folder moves the time of its change, which no program can set. The root comes first. */
const STAMPED: readonly string[] = [...CONTENTS.map(([folder]) => folder), HEAD_FILE];

/**
 * Of a tree that was just renamed, which moves the root's time alone: the others are as they were `known`. Undefined where
 * the file system tells whole seconds.
 */
function stampsOf(root: string, known: readonly number[] | undefined): readonly number[] | undefined {
  const stamps =
    known === undefined
      ? STAMPED.map((path) => lstatSync(root + path).ctimeMs)
      : [lstatSync(root).ctimeMs, ...known.slice(1)];
  return stamps.some((stamp) => stamp % SECOND_MS === 0) ? undefined : stamps;
}

/** By times alone: a dozen calls less than by content. */
function unchanged(root: string, known: readonly number[] | undefined): boolean {
  try {
    return known !== undefined && STAMPED.every((path, index) => lstatSync(root + path).ctimeMs === known[index]);
  } catch {
    return false;
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
