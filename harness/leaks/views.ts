import { brotliDecompressSync, constants, inflateRawSync } from 'node:zlib';

/** Bytes as they are after something was undone, and where each came from. */
export interface View {
  readonly bytes: Uint8Array;
  /** Offset in the bytes it was made from. */
  source(offset: number): number;
  /** What was undone between two offsets of the view. */
  undone(from: number, to: number): string;
}

const KINDS = ['JSON-escaped', 'URL-escaped', 'HTML-escaped'] as const;
const NAMED: Readonly<Record<string, number>> = { amp: 38, lt: 60, gt: 62, quot: 34, apos: 39, nbsp: 32, sol: 47 };
const [BACKSLASH, PERCENT, AMPERSAND] = [92, 37, 38] as const;

function table(entries: readonly (readonly [string, number])[]): Int16Array {
  const values = new Int16Array(256).fill(-1);
  for (const [character, value] of entries) values[character.charCodeAt(0)] = value;
  return values;
}
/** What a letter after a backslash stands for, and what a hexadecimal digit is worth; -1 for nothing. */
const AFTER_BACKSLASH = table(Object.entries({ n: 10, r: 13, t: 9, b: 8, f: 12, '"': 34, '/': 47, '\\': 92, "'": 39 }));
const HEX = table([...'0123456789abcdefABCDEF'].map((digit) => [digit, Number.parseInt(digit, 16)] as const));

/** Value of `count` hexadecimal digits at `at`, or -1. */
function hexAt(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let index = at; index < at + count; index++) {
    const digit = index < bytes.length ? (HEX[bytes[index] as number] as number) : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/** The escape at `at`: its value in the upper bits, its length in the lower four; -1 where there is none. */
function escapeAt(bytes: Buffer, at: number): number {
  if (bytes[at] === BACKSLASH) {
    const letter = bytes[at + 1] ?? 0;
    const digits = letter === 117 ? 4 : letter === 120 ? 2 : 0;
    const value = digits === 0 ? (AFTER_BACKSLASH[letter] as number) : hexAt(bytes, at + 2, digits);
    return value < 0 ? -1 : value * 16 + 2 + digits;
  }
  if (bytes[at] === PERCENT) {
    const value = hexAt(bytes, at + 1, 2);
    return value < 0 ? -1 : value * 16 + 3;
  }
  let end = 1;
  while (end < 11 && bytes[at + 1 + end] !== 59) end++;
  if (end === 11) return -1;
  const name = bytes.toString('latin1', at + 1, at + 1 + end);
  const decimal = /^#\d+$/.test(name) ? Number(name.slice(1)) : undefined;
  const value = decimal ?? (/^#[xX][\da-fA-F]+$/.test(name) ? Number.parseInt(name.slice(2), 16) : NAMED[name]);
  return value === undefined ? -1 : value * 16 + end + 2;
}

/** Undoes JSON, URL and HTML escapes, all in one pass; undefined where there are none. Characters become single bytes. */
export function unescaped(bytes: Buffer): View | undefined {
  if (bytes.indexOf(BACKSLASH) === -1 && bytes.indexOf(PERCENT) === -1 && bytes.indexOf(AMPERSAND) === -1) {
    return undefined;
  }
  const out = Buffer.from(new ArrayBuffer(bytes.length));
  // Where an escape stood: its offset in the view, then the source offset after it and its kind in the lower two bits.
  let places = new Int32Array(1024);
  let count = 0;
  let read = 0;
  let written = 0;
  while (read < bytes.length) {
    const byte = bytes[read] as number;
    // A loop over bytes beats the native search here: where there are escapes at all, they stand close together.
    if (byte === BACKSLASH || byte === PERCENT || byte === AMPERSAND) {
      // Most of all escapes are a backslash and a letter.
      const letter =
        byte === BACKSLASH && read + 1 < bytes.length ? (AFTER_BACKSLASH[bytes[read + 1] as number] as number) : -1;
      const found = letter < 0 ? escapeAt(bytes, read) : letter * 16 + 2;
      if (found !== -1) {
        out[written] = found > 4095 ? 63 : found >>> 4;
        read += found & 15;
        if (count * 2 === places.length) {
          const more = new Int32Array(places.length * 2);
          more.set(places);
          places = more;
        }
        places[count * 2] = written;
        places[count * 2 + 1] = read * 4 + (byte === BACKSLASH ? 0 : byte === PERCENT ? 1 : 2);
        count++;
        written++;
        continue;
      }
    }
    out[written++] = byte;
    read++;
  }
  if (count === 0) return undefined;
  /** Number of escapes before an offset of the view. */
  const before = (offset: number): number => {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((places[middle * 2] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    bytes: out.subarray(0, written),
    source: (offset) => {
      const index = before(offset);
      if (index === 0) return offset;
      return ((places[index * 2 - 1] ?? 0) >>> 2) + (offset - (places[index * 2 - 2] ?? 0) - 1);
    },
    undone: (from, to) => {
      const [first, last] = [before(from), before(to)];
      const seen = new Set<number>();
      for (let index = first; index < last; index++) seen.add((places[index * 2 + 1] ?? 0) & 3);
      return KINDS.filter((_, kind) => seen.has(kind)).join(', ');
    },
  };
}

/** 1 for what base64, base64url and hex are written with. */
const DIGIT = new Uint8Array(256);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_') {
  DIGIT[character.charCodeAt(0)] = 1;
}
const ALPHANUMERIC = Uint8Array.from(DIGIT, (is, byte) =>
  is === 1 && !'+/-_'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

/** Letters and digits alone: undoes splits over lines, by punctuation, and in lists. */
export function squeezed(bytes: Uint8Array): View {
  const out = new Uint8Array(bytes.length);
  const steps: number[] = [];
  let written = 0;
  for (let read = 0; read < bytes.length; read++) {
    const byte = bytes[read] as number;
    if ((written & 63) === 0) steps[written >>> 6] = read;
    out[written] = byte;
    written += ALPHANUMERIC[byte] as number;
  }
  return {
    bytes: out.subarray(0, written),
    source: (offset) => {
      let at = steps[offset >>> 6] ?? 0;
      for (let left = offset & 63; left > 0 && at < bytes.length; at++)
        left -= ALPHANUMERIC[bytes[at] as number] as number;
      return at;
    },
    undone: () => 'split',
  };
}

/**
 * The texts that stand as values in JSON, one after the other, without their names: a canary that was cut over fields is
 * whole again. No document is parsed; a line end, which no text holds, puts a wrong start right.
 */
export function joinedTexts(bytes: Buffer): View | undefined {
  let open = bytes.indexOf(34);
  if (open === -1) return undefined;
  const out = Buffer.from(new ArrayBuffer(bytes.length));
  const starts: number[] = [];
  let written = 0;
  let line = bytes.indexOf(10, open);
  while (open !== -1) {
    let close = bytes.indexOf(34, open + 1);
    while (close !== -1 && escaped(bytes, close)) close = bytes.indexOf(34, close + 1);
    if (close === -1) break;
    if (line !== -1 && line < open) line = bytes.indexOf(10, open);
    if (line !== -1 && line < close) {
      open = bytes.indexOf(34, line);
      continue;
    }
    let after = close + 1;
    while (bytes[after] === 32) after++;
    if (bytes[after] !== 58) {
      starts.push(written, open + 1);
      written += bytes.copy(out, written, open + 1, close);
    }
    open = bytes.indexOf(34, close + 1);
  }
  const source = (offset: number): number => {
    let [low, high] = [0, starts.length >>> 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle * 2] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return (starts[low * 2 - 1] ?? 0) + offset - (starts[low * 2 - 2] ?? 0);
  };
  return { bytes: out.subarray(0, written), source, undone: () => 'split' };
}

/** True when an odd number of backslashes stands before. */
function escaped(bytes: Buffer, at: number): boolean {
  let count = 0;
  while (bytes[at - 1 - count] === BACKSLASH) count++;
  return count % 2 === 1;
}

/** The longest runs of base64 or hex digits of at least `least` characters; a line end within a run is allowed. */
export function digitRuns(bytes: Buffer, least: number, each: (start: number, end: number) => void): void {
  const stride = least >> 1;
  for (let at = stride - 1; at < bytes.length; at += stride) {
    if (DIGIT[bytes[at] as number] !== 1) continue;
    let start = at;
    while (start > 0 && DIGIT[bytes[start - 1] as number] === 1) start--;
    let end = at + 1;
    for (;;) {
      while (end < bytes.length && DIGIT[bytes[end] as number] === 1) end++;
      const line = bytes[end] === 13 && bytes[end + 1] === 10 ? end + 2 : bytes[end] === 10 ? end + 1 : end;
      if (line === end || end - start < 60 || DIGIT[bytes[line] ?? 0] !== 1) break;
      end = line;
    }
    if (end - start >= least) each(start, end);
    at = Math.max(at, end - 1);
  }
}

/** Value of each base64 digit. */
const SEXTET = new Uint8Array(256);
for (const [value, character] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  SEXTET[character.charCodeAt(0)] = value;
}
SEXTET[45] = 62;
SEXTET[95] = 63;

/** Three bytes that four digits stand for. */
function tripleAt(bytes: Uint8Array, at: number): number {
  return (
    ((SEXTET[bytes[at] ?? 0] as number) << 18) |
    ((SEXTET[bytes[at + 1] ?? 0] as number) << 12) |
    ((SEXTET[bytes[at + 2] ?? 0] as number) << 6) |
    (SEXTET[bytes[at + 3] ?? 0] as number)
  );
}

function isText(byte: number): boolean {
  return (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13;
}

/**
 * Whether decoding a run from `start` is worth it: it begins like something compressed, or its middle is text, which may
 * itself be coded or escaped. A canary in it needs no decoding: that is found in its coded form.
 */
export function worthDecoding(bytes: Uint8Array, start: number, end: number): boolean {
  const head = tripleAt(bytes, start);
  if (head === 0x1f8b08) return true;
  const zlib = head >>> 8;
  if (zlib >>> 8 === 0x78 && zlib % 31 === 0) return true;
  const middle = start + (((end - start) >> 3) << 2);
  for (const at of [middle, middle + 4]) {
    const triple = tripleAt(bytes, at);
    if (!isText(triple >>> 16) || !isText((triple >>> 8) & 255) || !isText(triple & 255)) return false;
  }
  return true;
}

const PARTIAL = { finishFlush: constants.Z_SYNC_FLUSH } as const;
/** How much is inflated at most of one compressed piece. */
const MOST_INFLATED = 32 * 1024 * 1024;

/** Length of a gzip member's header. Skipped by hand, because what follows the member must not be taken for an error. */
function gzipHeader(bytes: Buffer): number {
  const flags = bytes[3] ?? 0;
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256;
  for (const flag of [8, 16]) if ((flags & flag) !== 0) at = bytes.indexOf(0, at) + 1;
  return (flags & 2) !== 0 ? at + 2 : at;
}

/** Inflates as much as there is; a cut-off end, trailing bytes and a bomb do no harm. */
export function inflate(bytes: Buffer, how: 'gzip' | 'zlib' | 'deflate' | 'brotli'): Buffer | undefined {
  const options = { ...PARTIAL, maxOutputLength: MOST_INFLATED };
  try {
    if (how === 'gzip') return inflateRawSync(bytes.subarray(gzipHeader(bytes)), options);
    if (how === 'zlib') return inflateRawSync(bytes.subarray(2), options);
    if (how === 'deflate') return inflateRawSync(bytes, options);
    return brotliDecompressSync(bytes, {
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
      maxOutputLength: MOST_INFLATED,
    });
  } catch (error) {
    const tooMuch = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    // Deflate packs at most 1032 to 1, so this much always fits.
    return tooMuch && bytes.length > 31_000 ? inflate(bytes.subarray(0, 31_000), how) : undefined;
  }
}

/** Where something compressed may begin. */
export function* compressedStarts(bytes: Buffer): Generator<{ readonly at: number; readonly how: 'gzip' | 'zlib' }> {
  for (
    let at = bytes.indexOf('\x1f\x8b\x08', 0, 'latin1');
    at !== -1;
    at = bytes.indexOf('\x1f\x8b\x08', at + 1, 'latin1')
  ) {
    yield { at, how: 'gzip' };
  }
  for (const second of [0x01, 0x5e, 0x9c, 0xda]) {
    const magic = Buffer.from([0x78, second]);
    for (let at = bytes.indexOf(magic); at !== -1; at = bytes.indexOf(magic, at + 1)) yield { at, how: 'zlib' };
  }
}
