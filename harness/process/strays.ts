import { readdirSync, readlinkSync } from 'node:fs';
import { markersOf, placeOf, readProc, statOf, type TreeProcess, treeProcess } from './survivors.ts';
import type { Younger } from './younger.ts';

/** What a look among a few processes found out. */
export interface Look {
  readonly found: readonly TreeProcess[];
  /** Nobody else can be of this tree. */
  readonly certain: boolean;
}

/** What a process has of a folder, by an open file or in its memory; '': nothing. Throws where it doesn't tell. */
function heldPlace(folder: string, pid: string): string {
  const below = `${folder}/`;
  for (const file of readdirSync(`/proc/${pid}/fd`)) {
    try {
      const path = readlinkSync(`/proc/${pid}/fd/${file}`);
      if (path.startsWith(below)) return path;
    } catch {
      // Closed meanwhile.
    }
  }
  return readProc(pid, 'maps').includes(below) ? below : '';
}

let own: number | undefined;

/** When this process was started. */
function ownStart(): number {
  own ??= statOf(String(process.pid)).started;
  return own;
}

/**
 * Looks for processes of a private tree among those that are younger than its case, also for those that have emptied their
 * environment and stand elsewhere, but hold something of the tree: they could still write to it. Who is in a session older
 * than the case is not of it, for whoever makes a new one gives it his own number; and a session of a process that runs for
 * another case is that case's. `leaders`: the processes of all cases that run.
 */
export function straysOf(root: string, younger: Younger, leaders: ReadonlySet<number>): Look {
  if (younger.pids.length === 0) return { found: [], certain: true };
  const markers = markersOf(root);
  const found: TreeProcess[] = [];
  let certain = true;
  for (const pid of younger.pids) {
    const stat = statOf(pid);
    if (Number(pid) === process.pid || leaders.has(stat.session) || stat.started < ownStart()) continue;
    // Whom somebody who has gone started meanwhile isn't known.
    if (stat.ending) certain = false;
    else if (younger.covers(stat.session)) {
      try {
        const place = placeOf(root, markers, pid) || heldPlace(root, pid);
        const one = place === '' ? undefined : treeProcess(pid, place);
        if (one !== undefined) found.push(one);
        else if (place !== '') certain = false;
      } catch {
        certain = false;
      }
    }
  }
  return { found, certain };
}
