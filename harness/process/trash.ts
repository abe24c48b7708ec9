import { type ChildProcess, spawn } from 'node:child_process';
import { renameSync } from 'node:fs';
import { withoutMounts } from './mounts.ts';
import { removeTree } from './tree.ts';

/** Trees that are removed by one process: starting it costs us less than removing a single tree ourselves. */
const BATCH = 16;

/**
 * Where the trees of finished cases go. A tree is out of its place at once, by one rename; what is in it is removed later and
 * by another process, because removing a folder can keep us waiting for the disk while subjects wait for us.
 */
export class Trash {
  readonly #folder: string;
  #waiting: string[] = [];
  readonly #removing = new Set<Promise<void>>();
  readonly #removers = new Set<ChildProcess>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The place that a path in the trash had before. */
  static original(folder: string, path: string): string {
    return path.startsWith(`${folder}/-`) ? `${folder}/${path.slice(folder.length + 2)}` : path;
  }

  add(root: string): void {
    if (process.platform === 'win32') {
      removeTree(root);
      return;
    }
    const name = root.slice(this.#folder.length + 1);
    const discarded = `${this.#folder}/-${name}`;
    try {
      renameSync(root, discarded);
    } catch {
      // Never made, or taken away by its subject.
      removeTree(root);
      return;
    }
    this.#waiting.push(discarded);
    if (this.#waiting.length >= BATCH) this.#empty(this.#waiting.splice(0));
  }

  /** Removes the engine's folder with all that is left in it. */
  async close(): Promise<void> {
    await Promise.all(this.#removing);
    if (process.platform !== 'win32' && this.#waiting.length > 2) {
      this.#empty(this.#waiting.splice(0));
      await Promise.all(this.#removing);
    }
    removeTree(this.#folder);
  }

  /** Ends the removal that is under way, so that somebody else can do it: two at once stumble over each other. */
  stop(): void {
    for (const child of this.#removers) child.kill('SIGKILL');
  }

  #empty(discarded: readonly string[]): void {
    const paths = withoutMounts(discarded);
    if (paths.length === 0) return;
    const done = new Promise<void>((resolve) => {
      const child = spawn('/bin/rm', ['-rf', '--', ...paths], { stdio: 'ignore', detached: true });
      this.#removers.add(child);
      child.on('close', (code) => {
        this.#removers.delete(child);
        // A subject may have taken away its own permissions; that is worth a second, slower try.
        if (code !== 0) for (const path of paths) removeTree(path);
        resolve();
      });
      child.on('error', () => {
        for (const path of paths) removeTree(path);
        resolve();
      });
    });
    this.#removing.add(done);
    void done.then(() => this.#removing.delete(done));
  }
}
