import type { Captured } from '../model/observation.ts';

const BLOCK = 64 * 1024;
/** Smaller chunks are copied together: a subject that writes byte by byte must not cost a Buffer object a byte. */
const SMALL = 4 * 1024;

/** Keeps the first `cap` bytes of a stream, counts the rest, and shows every byte to `tap` before it is dropped. */
export class Capture {
  readonly #cap: number;
  readonly #tap: ((chunk: Buffer) => void) | undefined;
  readonly #parts: Buffer[] = [];
  #block: Buffer | undefined;
  #filled = 0;
  #kept = 0;
  #total = 0;

  constructor(cap: number, tap?: (chunk: Buffer) => void) {
    this.#cap = cap;
    this.#tap = tap;
  }

  get total(): number {
    return this.#total;
  }

  push(chunk: Buffer): void {
    this.#tap?.(chunk);
    this.#total += chunk.length;
    const room = this.#cap - this.#kept;
    if (room <= 0) return;
    const kept = chunk.length > room ? chunk.subarray(0, room) : chunk;
    this.#kept += kept.length;
    // Most subjects write once: nothing is to be put together then.
    if (kept.length >= SMALL || this.#total === chunk.length) {
      this.#flush();
      this.#parts.push(kept);
      return;
    }
    if (this.#block === undefined || this.#filled + kept.length > this.#block.length) {
      this.#flush();
      this.#block = Buffer.allocUnsafe(this.#parts.length <= 1 ? SMALL : BLOCK);
    }
    kept.copy(this.#block, this.#filled);
    this.#filled += kept.length;
  }

  finish(): Captured {
    this.#flush();
    const [only] = this.#parts;
    const bytes = only !== undefined && this.#parts.length === 1 ? only : Buffer.concat(this.#parts);
    return { bytes, total: this.#total, truncated: this.#total > bytes.length };
  }

  #flush(): void {
    if (this.#block !== undefined && this.#filled > 0) {
      const used = this.#block.subarray(0, this.#filled);
      // A block that is mostly empty would be kept alive whole.
      this.#parts.push(this.#filled * 2 < this.#block.length ? Buffer.from(used) : used);
    }
    this.#block = undefined;
    this.#filled = 0;
  }
}
