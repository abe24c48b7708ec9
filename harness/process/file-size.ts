import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

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

/**
 * Bounds every file that a subject writes. Set once on ourselves, and inherited: a program in between for every start would
 * cost as much as the start. We write nothing so large. Gives what undoes it; does nothing where there is no such limit
 * to set, or a lower one.
 */
export function limitFileSize(bytes: number): () => void {
  const before = currentLimit();
  if (before === undefined || (before !== null && before <= bytes) || !setLimit(bytes)) return () => undefined;
  return () => void setLimit(before);
}
