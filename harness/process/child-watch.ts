import { readFileSync } from 'node:fs';

const STEP_MS = 4;
/** Command lines that are remembered of one subject. */
const MOST_SEEN = 200;

/** What a child of a subject was started with. */
export interface SeenChild {
  readonly argv: Buffer;
  readonly environment: Buffer;
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

/**
 * Looks at a subject's children while it runs, for canaries in their arguments and environment, which are gone when they
 * are. It can miss a child that lives for less than a look, so it finds leaks and never proves that there are none. Linux
 * only, and only in cases that carry canaries.
 */
export class ChildWatch {
  readonly #leader: number;
  readonly #seen = new Map<string, SeenChild>();
  readonly #timer: NodeJS.Timeout;

  constructor(leader: number) {
    this.#leader = leader;
    this.#timer = setInterval(() => this.#look(), STEP_MS);
  }

  stop(): readonly SeenChild[] {
    clearInterval(this.#timer);
    return [...this.#seen.values()];
  }

  #look(): void {
    const own = read(`/proc/${this.#leader}/cmdline`).toString('latin1');
    const queue = [this.#leader];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      for (const child of read(`/proc/${next}/task/${next}/children`).toString('latin1').split(' ')) {
        const pid = Number(child);
        if (pid === 0) continue;
        queue.push(pid);
        const argv = read(`/proc/${pid}/cmdline`);
        const key = argv.toString('latin1');
        // Between fork and exec a child still has its parent's command line.
        if (key === '' || key === own || this.#seen.has(key) || this.#seen.size >= MOST_SEEN) continue;
        this.#seen.set(key, { argv, environment: read(`/proc/${pid}/environ`) });
      }
    }
  }
}

/** Where the kernel tells a process's children. */
export function canWatchChildren(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    readFileSync(`/proc/${process.pid}/task/${process.pid}/children`);
    return true;
  } catch {
    return false;
  }
}
