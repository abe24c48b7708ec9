import { createHash } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * A set of ids in 16 bytes each: a UUID is its own bytes, anything else the first half of its sha256. Two ids are taken for one
 * only if 128 bits agree. Open addressing in one typed array, so that a million ids cost no objects.
 */
export class IdentitySet {
  private words = new Uint32Array(4 * 1024);
  private count = 0;
  private hasZero = false;

  /** Adds an id; false when it was there already. */
  add(id: string): boolean {
    const [a, b, c, d] = key(id);
    if (a === 0 && b === 0 && c === 0 && d === 0) {
      const before = this.hasZero;
      this.hasZero = true;
      return !before;
    }
    if ((this.count + 1) * 4 > this.slots * 3) this.grow();
    return this.place(a, b, c, d);
  }

  private get slots(): number {
    return this.words.length / 4;
  }

  private place(a: number, b: number, c: number, d: number): boolean {
    const { words } = this;
    const mask = this.slots - 1;
    for (let slot = (a ^ b ^ c ^ d) & mask; ; slot = (slot + 1) & mask) {
      const at = slot * 4;
      const empty = words[at] === 0 && words[at + 1] === 0 && words[at + 2] === 0 && words[at + 3] === 0;
      if (empty) {
        words[at] = a;
        words[at + 1] = b;
        words[at + 2] = c;
        words[at + 3] = d;
        this.count++;
        return true;
      }
      if (words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d) return false;
    }
  }

  private grow(): void {
    const old = this.words;
    this.words = new Uint32Array(old.length * 2);
    this.count = 0;
    for (let at = 0; at < old.length; at += 4) {
      const [a = 0, b = 0, c = 0, d = 0] = old.subarray(at, at + 4);
      if (a !== 0 || b !== 0 || c !== 0 || d !== 0) this.place(a, b, c, d);
    }
  }
}

function key(id: string): readonly [number, number, number, number] {
  if (UUID.test(id)) {
    const word = (from: number, to: number): number => Number.parseInt(id.slice(from, to), 16);
    return [
      word(0, 8),
      (word(9, 13) * 0x10000 + word(14, 18)) >>> 0,
      (word(19, 23) * 0x10000 + word(24, 28)) >>> 0,
      word(28, 36),
    ];
  }
  const digest = createHash('sha256').update(id).digest();
  return [digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8), digest.readUInt32LE(12)];
}

/** A map that forgets what was set longest ago, so that a stream of any length costs the same. */
export class Recent<V> {
  private readonly entries = new Map<string, V>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get(name: string): V | undefined {
    return this.entries.get(name);
  }

  set(name: string, value: V): void {
    this.entries.delete(name);
    this.entries.set(name, value);
    if (this.entries.size > this.most) {
      const oldest = this.entries.keys().next();
      if (oldest.done !== true) this.entries.delete(oldest.value);
    }
  }

  delete(name: string): void {
    this.entries.delete(name);
  }
}
