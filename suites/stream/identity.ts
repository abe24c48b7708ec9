import { createHash } from 'node:crypto';

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
  if (id.length === 36) {
    const a = hexWord(id, 0, 8);
    const b = hexWord(id, 9, 13) * 0x10000 + hexWord(id, 14, 18);
    const c = hexWord(id, 19, 23) * 0x10000 + hexWord(id, 24, 28);
    const d = hexWord(id, 28, 36);
    const isUuid = HYPHENS.every((at) => id.charCodeAt(at) === HYPHEN) && a + b + c + d >= 0;
    if (isUuid) return [a, b, c, d];
  }
  const digest = createHash('sha256').update(id).digest();
  return [digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8), digest.readUInt32LE(12)];
}

const HYPHEN = 0x2d;
const HYPHENS = [8, 13, 18, 23];

/** The number that hexadecimal digits stand for; NaN where something else is among them. */
function hexWord(id: string, from: number, to: number): number {
  let word = 0;
  for (let here = from; here < to; here++) {
    const code = id.charCodeAt(here);
    const lower = code | 0x20;
    const digit = code >= 0x30 && code <= 0x39 ? code - 0x30 : lower >= 0x61 && lower <= 0x66 ? lower - 87 : Number.NaN;
    word = word * 16 + digit;
  }
  return word;
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

interface Past {
  readonly time: number;
  readonly value: unknown;
}

const KEPT = 8;

/** Whether two values of JSON are equal, in whatever order their members stand. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const left = one as Readonly<Record<string, unknown>>;
  const right = other as Readonly<Record<string, unknown>>;
  let members = 0;
  for (const name in left) {
    members++;
    if (!Object.hasOwn(right, name) || !sameJson(left[name], right[name])) return false;
  }
  for (const _ in right) members--;
  return members === 0;
}

/**
 * What was said lately under a name, to find an equal value again. Values are compared only where their times are near, which
 * in most streams is never.
 */
export class Lately {
  private readonly names: Recent<Past[]>;

  constructor(most: number) {
    this.names = new Recent(most);
  }

  /** Remembers a value; true when an equal one was remembered less than `within` milliseconds before or after it. */
  again(name: string, time: number, value: unknown, within: number): boolean {
    const past = this.names.get(name) ?? [];
    const found = past.some((one) => Math.abs(one.time - time) < within && sameJson(one.value, value));
    this.remember(name, past, { time, value });
    return found;
  }

  /** Remembers a value until {@link take} asks for it. */
  put(name: string, time: number, value: unknown): void {
    this.remember(name, this.names.get(name) ?? [], { time, value });
  }

  /** The time at which an equal value was put, and forgets it; undefined where there is none. */
  take(name: string, value: unknown): number | undefined {
    const past = this.names.get(name);
    if (past === undefined) return undefined;
    const index = past.findIndex((one) => sameJson(one.value, value));
    const found = past[index]?.time;
    if (index >= 0) past.splice(index, 1);
    if (past.length === 0) this.names.delete(name);
    return found;
  }

  private remember(name: string, past: Past[], now: Past): void {
    past.push(now);
    if (past.length > KEPT) past.shift();
    this.names.set(name, past);
  }
}
