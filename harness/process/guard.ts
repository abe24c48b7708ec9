import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Ends what belongs to a folder, and removes it, once its input is closed without a word: nobody but the system closes it
 * so, when the process that holds the other end is killed. Finds processes by the private tree in their environment, and by
 * the limit that they were started with.
 */
const SCRIPT = `trap '' INT TERM HUP
read -r word
[ "$word" = done ] && exit 0
for round in 1 2 3; do
  {
    grep -lzsF -e "TMPDIR=$1/" -e "HOME=$1/" /proc/[0-9]*/environ
    [ -n "$2" ] && grep -ls "^Max file size  *$2 " /proc/[0-9]*/limits
  } | while read -r file; do
    id=\${file#/proc/}
    id=\${id%/*}
    [ "$id" = $$ ] || kill -9 "$id" 2>/dev/null
  done
done
while read -r _ _ _ _ place _; do
  place=$(printf %b "$place")
  case $place in "$1"/*) umount -l "$place" || fusermount -uz "$place" || exit ;; esac
done </proc/self/mountinfo
rm -rf -- "$1" || { chattr -R -f -i -a "$1"; chmod -R u+rwx "$1"; rm -rf -- "$1"; }`;

/** A small process that cleans up after a run that was killed. Not on Windows. */
export class Guard {
  readonly #child: ChildProcess | undefined;

  constructor(folder: string, limit: number | null) {
    if (process.platform === 'win32') return;
    const words = ['-c', SCRIPT, 'sh', folder, limit === null ? '' : String(limit)];
    // In a session of its own: what ends ours by its group must not end it.
    this.#child = spawn('/bin/sh', words, { cwd: '/', stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    this.#child.on('error', () => undefined);
    this.#child.stdin?.on('error', () => undefined);
    this.#child.unref();
    (this.#child.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  }

  /** Everything is cleaned up already. */
  release(): void {
    this.#child?.stdin?.end('done\n');
    // The word may not get out of a process that ends right now.
    this.#child?.kill('SIGKILL');
  }
}
