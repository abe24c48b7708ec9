import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { processesWhere, type TreeProcess } from './survivors.ts';

/** Bytes; null: no limit. */
type Limit = number | null;

/** The limit that this process has and gives to what it starts. Linux only; undefined elsewhere. */
function currentLimit(): Limit | undefined {
  try {
    const soft = /^Max file size\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? undefined : soft === 'unlimited' ? null : Number(soft);
  } catch {
    return undefined;
  }
}

/** The soft limit only: it can be taken back. Whoever raises it for himself does so on purpose. */
function setLimit(limit: Limit): boolean {
  const words = ['--pid', String(process.pid), `--fsize=${limit ?? 'unlimited'}:`];
  return spawnSync('prlimit', words, { stdio: 'ignore', timeout: 5000 }).status === 0;
}

/** GiB that the largest file of a subject may have, where nobody asks for another limit. */
export const LARGEST_FILE_GIB = 1;

/** A limit that was set. */
export interface FileSizeLimit {
  /** Its exact number of bytes; null where none could be set. */
  readonly bytes: number | null;
  readonly undo: () => void;
}

/** So many limits are told apart: bytes that are added to what was asked for. */
const MARKS = 1 << 20;

/**
 * Bounds every file that a subject writes. Set once on ourselves, and inherited: a program in between for every start would
 * cost as much as the start. We write nothing so large. The number is one of a million, so that it also marks whatever was
 * started under it: a process can empty its environment and leave its group, session and folder, and has its limits still.
 * Does nothing where there is no such limit to set, or a lower one.
 */
export function limitFileSize(wanted: number): FileSizeLimit {
  const now = currentLimit();
  if (now === undefined || (now !== null && now <= wanted)) return NONE;
  const bytes = wanted + randomInt(now === null ? MARKS : Math.min(MARKS, now - wanted));
  if (!setLimit(bytes)) return NONE;
  if (active.length === 0) original = now;
  active.push(bytes);
  return { bytes, undo: () => lift(bytes) };
}

const NONE: FileSizeLimit = { bytes: null, undo: () => undefined };
/** Limits that are in force, the last one set on this process; and what it had before the first of them. */
const active: number[] = [];
let original: Limit = null;

/** Runs need not end in the order in which they began. */
function lift(bytes: number): void {
  const at = active.indexOf(bytes);
  if (at === -1) return;
  active.splice(at, 1);
  setLimit(active.at(-1) ?? original);
}

/**
 * Processes under this limit whose parent has gone, so that somebody who is not has taken its place: daemons of a subject.
 * What we, or a program that uses us, have started and still hold is no orphan.
 */
export function orphansMarked(bytes: number): readonly TreeProcess[] {
  const pattern = new RegExp(`^Max file size\\s+${bytes}\\s`, 'm');
  const marked = (pid: string): boolean => pattern.test(readLimits(pid));
  return processesWhere((pid, parent) => parent !== process.pid && marked(pid) && !marked(String(parent)));
}

function readLimits(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/limits`, 'latin1');
  } catch {
    return '';
  }
}
