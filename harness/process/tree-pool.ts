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
  readonly #spare: string[] = [];
  #kept = 0;

  constructor(folder: string, copy: ProjectCopy | null) {
    this.#folder = folder;
    this.#copy = copy;
  }

  take(root: string): TreePaths {
    const spare = this.#spare.pop();
    if (spare === undefined) return createTree(root, this.#copy);
    try {
      renameSync(spare, root);
    } catch {
      return createTree(root, this.#copy);
    }
    return { root, home: `${root}/home`, tmp: `${root}/tmp`, project: `${root}/project` };
  }

  /** False: it is not as it was made, and has to be removed. The caller vouches that no process of its case is left. */
  giveBack(root: string): boolean {
    if (this.#copy !== null || this.#spare.length >= MOST_SPARE || !untouched(root)) return false;
    const spare = `${this.#folder}/-s${this.#kept++}`;
    try {
      renameSync(root, spare);
    } catch {
      return false;
    }
    this.#spare.push(spare);
    return true;
  }
}

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
const MODE = 0o40000 | (0o777 & ~process.umask());

/** By content and not by times: those are too coarse to tell a quick change from none. */
function untouched(root: string): boolean {
  try {
    for (const [folder, names] of CONTENTS) {
      if (
        readdirSync(root + folder)
          .sort()
          .join(' ') !== names
      )
        return false;
      if (lstatSync(root + folder).mode !== MODE) return false;
    }
    return readFileSync(`${root}/project/.git/HEAD`, 'latin1') === HEAD;
  } catch {
    return false;
  }
}
