/** The bytes that a canary becomes under one encoding, and how far apart its characters then stand. */
export interface Pattern {
  /** Index of the canary. */
  readonly canary: number;
  readonly encoding: string;
  readonly bytes: Uint8Array;
  /** Characters of the canary per byte of the pattern. */
  readonly density: number;
  /** It runs from the canary's end to its beginning. */
  readonly reversed: boolean;
  /** Whether letters may differ in case: the place is then still one of this canary. */
  readonly foldable: boolean;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 base32 without padding. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32[(held >>> bits) & 31] ?? '';
    }
    held &= (1 << bits) - 1;
  }
  if (bits > 0) text += BASE32[(held << (5 - bits)) & 31] ?? '';
  return text;
}

/**
 * What stays the same of an encoded value whatever stands around it: whole groups are aligned to the beginning of the
 * encoded text, so the value may start at any byte of a group, and its outermost digits mix with its neighbours.
 */
function aligned(
  value: Buffer,
  groupBytes: number,
  bitsPerDigit: number,
  encode: (bytes: Buffer) => string,
): readonly string[] {
  return Array.from({ length: groupBytes }, (_, before) => {
    const digits = encode(Buffer.concat([Buffer.alloc(before), value])).replace(/=+$/, '');
    const first = Math.ceil((before * 8) / bitsPerDigit);
    const whole = Math.floor(((before + value.length) * 8) / bitsPerDigit);
    return digits.slice(first, whole);
  });
}

/** Every encoding that is searched as it stands; compression and escapes are undone first and then searched as plain. */
export function patternsOf(canary: number, value: string): readonly Pattern[] {
  const bytes = Buffer.from(value);
  const patterns: Pattern[] = [];
  const seen = new Set<string>();
  const add = (
    encoding: string,
    form: string | Uint8Array,
    density: number,
    foldable = false,
    reversed = false,
  ): void => {
    const encoded = typeof form === 'string' ? Buffer.from(form) : form;
    const key = Buffer.from(encoded).toString('latin1');
    if (seen.has(key)) return;
    seen.add(key);
    patterns.push({ canary, encoding, bytes: encoded, density, reversed, foldable });
  };
  add('plain', value, 1, true);
  add('reversed', [...value].reverse().join(''), 1, true, true);
  add('hex', bytes.toString('hex'), 1 / 2, true);
  for (const form of aligned(bytes, 3, 6, (text) => text.toString('base64'))) {
    add('base64', form, 6 / 8);
    add('base64url', form.replaceAll('+', '-').replaceAll('/', '_'), 6 / 8);
  }
  for (const form of aligned(bytes, 5, 5, base32)) add('base32', form, 5 / 8, true);
  const wide = Buffer.from(value, 'utf16le');
  add('utf-16', wide, 1 / 2, true);
  for (const form of aligned(wide, 3, 6, (text) => text.toString('base64'))) add('base64 of utf-16', form, 6 / 16);
  return patterns;
}
