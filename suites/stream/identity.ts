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
    readKey(id);
    const [a, b, c, d] = [KEY[0] ?? 0, KEY[1] ?? 0, KEY[2] ?? 0, KEY[3] ?? 0];
    if ((a | b | c | d) === 0) {
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
      const [a, b, c, d] = [old[at] ?? 0, old[at + 1] ?? 0, old[at + 2] ?? 0, old[at + 3] ?? 0];
      if ((a | b | c | d) !== 0) this.place(a, b, c, d);
    }
  }
}

/** The 16 bytes of the id that was read last: a stream of ids makes no objects. */
const KEY = new Uint32Array(4);
const HYPHEN = 0x2d;

/** Reads the bytes that stand for an id into {@link KEY}. */
function readKey(id: string): void {
  if (id.length === 36 && readUuid(id)) return;
  const digest = createHash('sha256').update(id).digest();
  for (let word = 0; word < 4; word++) KEY[word] = digest.readUInt32LE(word * 4);
}

/** False where the id is no UUID; what is in {@link KEY} then means nothing. */
function readUuid(id: string): boolean {
  let word = 0;
  let digits = 0;
  for (let here = 0; here < 36; here++) {
    const code = id.charCodeAt(here);
    if (here === 8 || here === 13 || here === 18 || here === 23) {
      if (code !== HYPHEN) return false;
      continue;
    }
    const lower = code | 0x20;
    if (code >= 0x30 && code <= 0x39) word = (word << 4) | (code - 0x30);
    else if (lower >= 0x61 && lower <= 0x66) word = (word << 4) | (lower - 87);
    else return false;
    if (++digits % 8 === 0) KEY[digits / 8 - 1] = word;
  }
  return true;
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

interface Past {
  readonly time: number;
  readonly value: unknown;
}

/** Values under one name that are remembered at once. */
const KEPT = 8;

/** What was put under a name, until it is asked for. */
export class Waiting {
  private readonly names: Recent<Past[]>;

  constructor(most: number) {
    this.names = new Recent(most);
  }

  put(name: string, time: number, value: unknown): void {
    const past = this.names.get(name) ?? [];
    past.push({ time, value });
    if (past.length > KEPT) past.shift();
    this.names.set(name, past);
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
}

/**
 * The last events of a stream, to find one that comes again. Only those whose times are near are compared, which in most
 * streams none are, so that asking costs a look at a few numbers.
 */
export class Lately {
  private readonly times: Float64Array;
  private readonly groups: [string, string][];
  private readonly values: unknown[];
  private next = 0;

  constructor(most: number) {
    this.times = new Float64Array(most).fill(Number.NEGATIVE_INFINITY);
    this.groups = Array.from({ length: most }, () => ['', '']);
    this.values = Array.from({ length: most });
  }

  /** Remembers a value; true when an equal one of the same session and type lies less than `within` milliseconds away. */
  again(session: string, type: string, time: number, value: unknown, within: number): boolean {
    const { times, groups, values, next } = this;
    let found = false;
    for (let place = 0; place < times.length && !found; place++) {
      if (Math.abs((times[place] ?? 0) - time) >= within) continue;
      const [ofSession, ofType] = groups[place] ?? ['', ''];
      found = ofSession === session && ofType === type && sameJson(values[place], value);
    }
    times[next] = time;
    const group = groups[next];
    if (group !== undefined) {
      group[0] = session;
      group[1] = type;
    }
    values[next] = value;
    this.next = (next + 1) % times.length;
    return found;
  }
}
