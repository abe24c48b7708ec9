import { lstatSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import type { TreePaths } from '../model/observation.ts';
import type { ProjectCopy } from './project.ts';
import { createTree, HEAD, treeAt } from './tree.ts';

/** Trees that are kept for later cases. */
const MOST_SPARE = 16;
/** The clock of a file system is too coarse to tell a quick change from none: after so long it has certainly moved on. */
const TICK_MS = 20;

/**
 * Private trees that nobody has touched are given, under a new name, to later cases: most hooks write nothing, and making
 * and removing folders costs more than everything else that we do for a case. Whether a tree was touched is told by the times
 * of its parts alone, and for certain: content says nothing of attributes, owners, links and times, which the next one would
 * see. So a tree serves for the first time when the clock has moved on since it was made; where none has rested that long, a
 * new one serves once, and if it seems that nothing was written, one for a later case is made beside it.
 */
export class TreePool {
  readonly #folder: string;
  readonly #copy: ProjectCopy | null;
  readonly #discard: (root: string) => void;
  /** The one that has rested longest first. */
  readonly #spare: Spare[] = [];
  /** Trees whose times are known and that are in use, by root. */
  readonly #known = new Map<string, readonly number[]>();
  #next = 0;

  /** `discard`: what to do with a tree that was changed while nobody used it. */
  constructor(folder: string, copy: ProjectCopy | null, discard: (root: string) => void) {
    this.#folder = folder;
    this.#copy = copy;
    this.#discard = discard;
  }

  /** Where the next case has its tree. It is there after {@link take}. */
  reserve(): string {
    for (let spare = this.#rested(); spare !== undefined; spare = this.#rested()) {
      // Asked now and not when it was given back, so that what was done to it meanwhile is seen, too.
      if (isAsKnown(spare.root, spare.stamps)) {
        this.#known.set(spare.root, spare.stamps);
        return spare.root;
      }
      this.#discard(spare.root);
    }
    return this.#name();
  }

  take(root: string): TreePaths {
    if (!this.#known.has(root)) return createTree(root, this.#copy);
    return treeAt(root);
  }

  /** False: the caller has to remove it. `leftNobody`: it is certain that no process of its case is left. */
  giveBack(root: string, leftNobody: boolean): boolean {
    const known = this.#known.get(root);
    this.#known.delete(root);
    if (!leftNobody || this.#copy !== null || this.#spare.length >= MOST_SPARE) return false;
    const place = this.#name();
    try {
      if (known === undefined) {
        if (!seemsUntouched(root)) return false;
        createTree(place, null);
        this.#keep(place, stampsOf(place));
        return false;
      }
      // The rest is asked before it serves again; the renaming hides what was done to the root.
      if (lstatSync(root).ctimeMs !== known[0]) return false;
      // At once: what was told the old name finds nothing there.
      renameSync(root, place);
      this.#keep(place, [lstatSync(place).ctimeMs, ...known.slice(1)]);
    } catch {
      return false;
    }
    return true;
  }

  #keep(root: string, stamps: readonly number[]): void {
    this.#spare.push({ root, since: performance.now(), stamps });
  }

  #rested(): Spare | undefined {
    const [first] = this.#spare;
    return first !== undefined && performance.now() - first.since > TICK_MS ? this.#spare.shift() : undefined;
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

/** Whatever is done to a file or in a folder moves the time of its change, which no program can set. The root comes first. */
const STAMPED: readonly string[] = [...CONTENTS.map(([folder]) => folder), HEAD_FILE];

function stampsOf(root: string): readonly number[] {
  return STAMPED.map((path) => lstatSync(root + path).ctimeMs);
}

/** Never where the file system tells whole seconds alone. */
function isAsKnown(root: string, known: readonly number[]): boolean {
  try {
    return (
      STAMPED.every((path, index) => lstatSync(root + path).ctimeMs === known[index]) &&
      known.some((stamp) => stamp % SECOND_MS !== 0)
    );
  } catch {
    return false;
  }
}

/** By content, which decides nothing but whether a tree made ahead is likely to be of use. */
function seemsUntouched(root: string): boolean {
  try {
    if (
      !CONTENTS.every(
        ([folder, names]) =>
          readdirSync(root + folder)
            .sort()
            .join(' ') === names,
      )
    )
      return false;
    return readFileSync(root + HEAD_FILE, 'latin1') === HEAD;
  } catch {
    return false;
  }
}
