import type { Pattern } from './encodings.ts';

/** A run of bytes that equals a run of a pattern. */
export interface Match {
  readonly pattern: number;
  /** Where it begins in the searched bytes, and how long it is. */
  readonly start: number;
  readonly length: number;
  /** Where it begins in the pattern. */
  readonly offset: number;
  /** False when letters differ in case. */
  readonly exact: boolean;
}

const GRAM = 4;
/** A run of this many bytes holds a whole gram at a multiple of four, wherever it begins. */
export const SHORTEST_RUN: number = GRAM * 2 - 1;
/** Bits of the filter for each gram, so that few words that are no gram get past it; and its bounds. */
const SPARSENESS = 6;
const [FEWEST_BITS, MOST_BITS] = [12, 22] as const;
/** The table behind the filter is this much smaller: chains are compared gram by gram anyway. */
const TABLE_SHIFT = 5;
const MIX = 0x9e3779b1;
/** Lower-cases ASCII letters and folds some other characters with them: a filter, never the last word. */
const FOLD = 0x20202020;

const LOWER = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

/** 0: different; 1: the same letter in another case, where the pattern allows that; 2: the same. */
type Sameness = 0 | 1 | 2;

function compare(bytes: Uint8Array, at: number, pattern: Pattern, offset: number): Sameness {
  const left = bytes[at];
  const right = pattern.bytes[offset];
  if (left === undefined || right === undefined) return 0;
  if (left === right) return 2;
  return pattern.foldable && LOWER[left] === LOWER[right] ? 1 : 0;
}

/**
 * Finds runs of many patterns at once, in one pass and without looking at every byte: the searched bytes are read as aligned
 * 32-bit words; a word that is a gram of some pattern is extended to both sides. Its time is linear in the input and does not
 * depend on the number of patterns until the filter fills up (some 300 canaries).
 */
export class Matcher {
  readonly #patterns: readonly Pattern[];
  readonly #shift: number;
  readonly #filter: Uint8Array;
  /** First entry of each hash; entries are chained, and entry 0 is the end. */
  readonly #heads: Int32Array;
  readonly #chain: Int32Array;
  readonly #gramOf: Int32Array;
  readonly #patternOf: Int32Array;
  readonly #offsetOf: Int32Array;

  constructor(patterns: readonly Pattern[]) {
    this.#patterns = patterns;
    const grams = patterns.reduce((sum, { bytes }) => sum + Math.max(0, bytes.length - GRAM + 1), 0);
    const bits = Math.min(MOST_BITS, Math.max(FEWEST_BITS, 32 - Math.clz32(grams) + SPARSENESS));
    this.#shift = 32 - bits;
    this.#filter = new Uint8Array(1 << (bits - 3));
    this.#heads = new Int32Array(1 << (bits - TABLE_SHIFT));
    this.#chain = new Int32Array(grams + 1);
    this.#gramOf = new Int32Array(grams + 1);
    this.#patternOf = new Int32Array(grams + 1);
    this.#offsetOf = new Int32Array(grams + 1);
    let entry = 1;
    for (const [pattern, { bytes }] of patterns.entries()) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let offset = 0; offset + GRAM <= bytes.length; offset++, entry++) {
        const gram = view.getInt32(offset, true) | FOLD;
        const slot = Math.imul(gram, MIX) >>> this.#shift;
        this.#filter[slot >>> 3] = (this.#filter[slot >>> 3] ?? 0) | (1 << (slot & 7));
        const head = slot >>> TABLE_SHIFT;
        this.#gramOf[entry] = gram;
        this.#chain[entry] = this.#heads[head] ?? 0;
        this.#patternOf[entry] = pattern;
        this.#offsetOf[entry] = offset;
        this.#heads[head] = entry;
      }
    }
  }

  /**
   * Calls `found` for each run of at least `shortest(pattern)` bytes. The bytes must begin at a multiple of four of their
   * buffer. A run may be reported more than once.
   */
  search(bytes: Uint8Array, shortest: (pattern: number) => number, found: (match: Match) => void): void {
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
    const filter = this.#filter;
    const shift = this.#shift;
    for (let index = 0; index < words.length; index++) {
      const gram = (words[index] as number) | FOLD;
      const slot = Math.imul(gram, MIX) >>> shift;
      if (((filter[slot >>> 3] as number) & (1 << (slot & 7))) === 0) continue;
      const end = this.#extend(bytes, index * GRAM, gram, this.#heads[slot >>> TABLE_SHIFT] as number, shortest, found);
      // What has just been matched need not be matched again from its next word.
      if (end > (index + 1) * GRAM) index = (end >>> 2) - 1;
    }
  }

  #extend(
    bytes: Uint8Array,
    at: number,
    gram: number,
    head: number,
    shortest: (pattern: number) => number,
    found: (match: Match) => void,
  ): number {
    let furthest = 0;
    for (let entry = head; entry !== 0; entry = this.#chain[entry] as number) {
      if (this.#gramOf[entry] !== gram) continue;
      const index = this.#patternOf[entry] ?? 0;
      const offset = this.#offsetOf[entry] ?? 0;
      const pattern = this.#patterns[index];
      if (pattern === undefined) continue;
      let exact = true;
      let after = 0;
      let before = 0;
      let how = compare(bytes, at, pattern, offset);
      while (how !== 0) {
        if (how === 1) exact = false;
        after++;
        how = compare(bytes, at + after, pattern, offset + after);
      }
      if (after < GRAM) continue;
      how = compare(bytes, at - 1, pattern, offset - 1);
      while (how !== 0) {
        if (how === 1) exact = false;
        before++;
        how = compare(bytes, at - before - 1, pattern, offset - before - 1);
      }
      const length = before + after;
      if (length < shortest(index)) continue;
      found({ pattern: index, start: at - before, length, offset: offset - before, exact });
      furthest = Math.max(furthest, at + after);
    }
    return furthest;
  }
}
