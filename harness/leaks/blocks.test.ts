/** A channel is searched block by block, however its bytes come, and each finding says where it stands in the whole. */
import { createHash } from 'node:crypto';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { LeakHit } from '../model/observation.ts';
import { makeCanary } from './canary.ts';
import { LeakScanner } from './scanner.ts';

const [ONE, OTHER] = [0, 1].map((spawn) => makeCanary({ seed: 9, scope: 'blocks', spawn }, '/p', 'prompt')) as [
  ReturnType<typeof makeCanary>,
  ReturnType<typeof makeCanary>,
];
const scanner = new LeakScanner([ONE, OTHER]);
const INFO = { channel: 'file', name: 'tmp/log', spawn: 3 } as const;
const BLOCK = 1024 * 1024;
const OVERLAP = 8 * 1024;

/** What is found of a channel whose bytes come in these pieces. */
function found(pieces: readonly (Buffer | string)[], kept: Buffer | string = ''): readonly LeakHit[] {
  const scan = scanner.open(INFO);
  for (const piece of pieces) scan.push(Buffer.from(piece));
  return scan.finish(Buffer.from(kept));
}
const told = (hits: readonly LeakHit[]): readonly unknown[] =>
  hits.map(({ canary, encoding, offset, length }) => [canary === ONE.id ? 1 : 2, encoding, offset, length]);

test('a finding names its channel, its spawn and its place', () => {
  expect(found([`say ${ONE.value}`])).toEqual([
    { canary: ONE.id, channel: 'file', place: 'tmp/log byte 4', encoding: 'plain', spawn: 3, length: 40, offset: 4 },
  ]);
  expect(found([])).toEqual([]);
  expect(found([''])).toEqual([]);
});

test('bytes come in any cut', () => {
  const text = `say ${ONE.value}, and ${OTHER.value}.`;
  const all = [
    [1, 'plain', 4, 40],
    [2, 'plain', 50, 40],
  ];
  for (const cut of [0, 1, 4, 5, 24, 43, 44, 60, text.length])
    expect(told(found([text.slice(0, cut), text.slice(cut)]))).toEqual(all);
  expect(told(found([...text]))).toEqual(all);
  // Beyond what is first kept, and beyond four times that.
  for (const before of [OVERLAP - 20, OVERLAP, OVERLAP * 4 - 60, OVERLAP * 4 + 1])
    expect(told(found(['.'.repeat(before), text]))).toEqual([
      [1, 'plain', before + 4, 40],
      [2, 'plain', before + 50, 40],
    ]);
});

describe('more than a block', () => {
  /** Dots with canaries at these places. */
  const channel = (length: number, places: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(length, '.');
    for (const place of places) bytes.write(ONE.value, place);
    return bytes;
  };
  const ends = [0, BLOCK - 60, BLOCK, BLOCK + OVERLAP - 40, BLOCK + OVERLAP + 50, 2 * BLOCK + OVERLAP - 20];
  const whole = channel(2 * BLOCK + 2 * OVERLAP, ends);

  test('is searched to its end, and what a block cuts is found once', () => {
    const expected = ends.map((place) => [1, 'plain', place, 40]);
    expect(told(found([whole]))).toEqual(expected);
    expect(told(found([whole.subarray(0, BLOCK + OVERLAP), whole.subarray(BLOCK + OVERLAP)]))).toEqual(expected);
    expect(told(found([whole.subarray(0, 100), whole.subarray(100, BLOCK + 9), whole.subarray(BLOCK + 9)]))).toEqual(
      expected,
    );
    const cut = channel(BLOCK + OVERLAP + 30, [BLOCK + OVERLAP - 10]);
    expect(told(found([cut]))).toEqual([[1, 'plain', BLOCK + OVERLAP - 10, 40]]);
    expect(told(found([channel(BLOCK + OVERLAP, [BLOCK + OVERLAP - 40])]))).toEqual([
      [1, 'plain', BLOCK + OVERLAP - 40, 40],
    ]);
  });

  test('may cut a canary behind a part that looks otherwise than the whole', () => {
    const cut = channel(BLOCK + 2 * OVERLAP, []);
    cut.write(ONE.value.slice(0, 30) + ONE.value.slice(30).toUpperCase(), BLOCK + OVERLAP - 30);
    expect(told(found([cut]))).toEqual([[1, 'case-changed', BLOCK + OVERLAP - 30, 40]]);
  });

  test('has one beginning, where what has no mark of its own may be compressed', () => {
    const raw = deflateRawSync(`some text before ${ONE.value}`);
    expect(told(found([raw, channel(100, [])]))).toEqual([[1, 'deflate', 0, 40]]);
    expect(told(found([channel(BLOCK, []), raw, channel(2 * OVERLAP, [])]))).toEqual([]);
  });

  test('may hold pieces of a canary far from one another', () => {
    const bytes = channel(BLOCK + 3 * OVERLAP, []);
    bytes.write(ONE.value.slice(0, 14), 10);
    expect(told(found([bytes]))).toEqual([]);
    bytes.write(ONE.value.slice(14, 28), BLOCK + 2 * OVERLAP);
    expect(told(found([bytes]))).toEqual([[1, 'split', 10, 28]]);
  });

  test('may be compressed as a whole', () => {
    // Signs that are no digits of any coding, as many as eight bits less one can tell apart: little gets shorter.
    const noise = createHash('shake256', { outputLength: 1_300_000 }).update('noise').digest();
    const text = Buffer.from(noise.map((byte) => byte | 0x80));
    const packed = gzipSync(Buffer.concat([text, Buffer.from(ONE.value)]), { strategy: constants.Z_HUFFMAN_ONLY });
    expect(packed.length).toBeGreaterThan(BLOCK + OVERLAP);
    // What only looks like a beginning, before it and behind it, hides nothing.
    const magic = Buffer.from([0x1f, 0x8b, 8]);
    const hits = told(found(['head', magic, '...', packed, magic, channel(BLOCK, [])]));
    expect(hits).toEqual([[1, 'gzip', 10, 40]]);
  });
});

test('pieces of one canary are not those of another', () => {
  const piece = ({ value }: typeof ONE, from: number): string => `<${value.slice(from, from + 14)}>`;
  const far = ' and then, '.repeat(30);
  expect(told(found([piece(ONE, 0), far, piece(OTHER, 14)]))).toEqual([]);
  expect(told(found([piece(ONE, 0), far, OTHER.value, far, piece(ONE, 14)]))).toEqual([
    [2, 'plain', 16 + far.length, 40],
    [1, 'split', 1, 28],
  ]);
});

describe('documents', () => {
  const places = (content: string): readonly unknown[] =>
    found([content], content).map(({ place, pointer, line, offset, encoding }) => [
      place.replace('tmp/log', ''),
      pointer,
      line,
      offset,
      encoding,
    ]);

  test('turn places into pointers', () => {
    expect(places(JSON.stringify(ONE.value))).toEqual([[' (the whole text)', '', undefined, undefined, 'plain']]);
    expect(places(JSON.stringify({ a: ONE.value }))).toEqual([[' /a', '/a', undefined, undefined, 'plain']]);
    expect(places(`{"a":1}\n${JSON.stringify({ a: [ONE.value] })}\n`)).toEqual([
      [' line 2 /a/0', '/a/0', 2, undefined, 'plain'],
    ]);
    expect(places(`no\n${ONE.value}\n{"a":1}`)).toEqual([[' byte 3', undefined, undefined, 3, 'plain']]);
    // A name is a text, too.
    expect(places(JSON.stringify({ [ONE.value]: 1 }))).toEqual([
      [` /${ONE.value}`, `/${ONE.value}`, undefined, undefined, 'plain'],
    ]);
  });

  test('beside which a canary stands bare', () => {
    expect(places(`${ONE.value}\n{"a":"${ONE.value}"}\n`)).toEqual([
      [' line 2 /a', '/a', 2, undefined, 'plain'],
      [' byte 0', undefined, undefined, 0, 'plain'],
    ]);
    expect(places(`{"a":"${OTHER.value}"}\n${ONE.value}\n`)).toEqual([
      [' line 1 /a', '/a', 1, undefined, 'plain'],
      [` byte ${OTHER.value.length + 9}`, undefined, undefined, OTHER.value.length + 9, 'plain'],
    ]);
  });

  test('hold what is split over their texts', () => {
    const parts = ONE.value.match(/.{1,5}/g) ?? [];
    expect(places(JSON.stringify(parts))).toEqual([[' (over several texts)', '', undefined, undefined, 'split']]);
    expect(places(`{"a":1}\n${JSON.stringify({ k: parts })}\n`)).toEqual([
      [' line 2 (over several texts)', '', 2, undefined, 'split'],
    ]);
    // Pieces that are long enough to be seen by themselves and too short for a leak.
    const [first, second] = [ONE.value.slice(0, 20), ONE.value.slice(20)];
    expect(places(JSON.stringify({ a: first, b: 'x'.repeat(400), c: second }))).toEqual([
      [' (over several texts)', '', undefined, undefined, 'split'],
    ]);
  });

  test('tell what is just long enough, and nothing of a line where there is none', () => {
    const text = JSON.stringify({ a: ONE.value.slice(5, 29) });
    expect(found([text], text)).toStrictEqual([
      { canary: ONE.id, channel: 'file', place: 'tmp/log /a', encoding: 'plain', spawn: 3, length: 24, pointer: '/a' },
    ]);
    const short = new LeakScanner([{ ...ONE, value: 'Ab1Cd2Ef' }]);
    expect(short.scan(INFO, Buffer.from('{"a":"Ab1Cd2Ef"}')).map(({ place }) => place)).toEqual(['tmp/log /a']);
  });

  test('hold pieces of what is coded', () => {
    const hex = (from: number, to: number): string => Buffer.from(ONE.value.slice(from, to)).toString('hex');
    expect(places(JSON.stringify({ a: hex(0, 12), b: 'x'.repeat(400), c: hex(12, 30) }))).toEqual([
      [' (over several texts)', '', undefined, undefined, 'split of hex'],
    ]);
  });

  test('tell the longest run of a text, and each encoding of it', () => {
    const hex = Buffer.from(ONE.value).toString('hex');
    expect(places(JSON.stringify({ a: hex, b: `${ONE.value.slice(0, 30)} ${ONE.value}` }))).toEqual([
      [' /a', '/a', undefined, undefined, 'hex'],
      [' /b', '/b', undefined, undefined, 'plain'],
    ]);
    const text = JSON.stringify({ b: `${ONE.value.slice(0, 30)} ${ONE.value} ${ONE.value.slice(0, 26)}` });
    expect(found([text], text).map(({ length }) => length)).toEqual([40]);
  });
});
