/** Where characters of a canary stand, how they are coded, how far that is undone, and where it is given up. */
import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makeCanary } from './canary.ts';
import { base32 } from './encodings.ts';
import { LeakScanner } from './scanner.ts';
import { Search, type Sighting } from './search.ts';
import { STDOUT } from './testing.ts';

const [ONE, OTHER] = [0, 1].map((spawn) => makeCanary({ seed: 11, scope: 'search', spawn }, '/p', 'prompt')) as [
  ReturnType<typeof makeCanary>,
  ReturnType<typeof makeCanary>,
];
const { value } = ONE;
const search = new Search([ONE, OTHER]);
const scanner = new LeakScanner([ONE, OTHER]);

/** What is seen in a piece of a channel, the pieces that are too short for a leak included. */
function seen(content: Buffer | string, first = true): readonly Sighting[] {
  const all: Sighting[] = [];
  search.in(Buffer.from(content), first, (sighting) => all.push(sighting));
  return all;
}
const found = (content: Buffer | string, by = scanner): readonly unknown[] =>
  by
    .scan(STDOUT, Buffer.from(content))
    .map(({ canary, encoding, offset }) => [canary === ONE.id ? 1 : 2, encoding, offset]);
const hex = (text: string): string => Buffer.from(text).toString('hex');
const base64 = (content: string | Buffer): string => Buffer.from(content).toString('base64');
const spaced = (text: string): string => [...text].join(' ');
const reverse = (text: string): string => [...text].reverse().join('');
const FAR = ' and then, '.repeat(30);

describe('which characters stand there', () => {
  test('is told of a whole and of a part, either way round', () => {
    expect(seen(`xx${value.slice(9, 35)}!`)).toEqual([{ canary: 0, encoding: 'plain', offset: 2, from: 9, to: 35 }]);
    expect(seen(`xx${reverse(value.slice(9, 35))}!`)).toEqual([
      { canary: 0, encoding: 'reversed', offset: 2, from: 9, to: 35 },
    ]);
    expect(seen(`xx${reverse(OTHER.value)}!`)).toEqual([
      { canary: 1, encoding: 'reversed', offset: 2, from: 0, to: 40 },
    ]);
  });

  test('wherever the bytes lie in memory', () => {
    for (const before of [0, 1, 2, 3, 4]) {
      const all: Sighting[] = [];
      search.in(Buffer.from(`${'.'.repeat(before)}${value}`).subarray(before), true, (one) => all.push(one));
      expect(all.map(({ offset, encoding }) => [offset, encoding])).toEqual([[0, 'plain']]);
    }
  });

  test('but not of fewer than eight', () => {
    const pieces = (size: number, form: (text: string) => string): string =>
      Array.from({ length: Math.floor(40 / size) }, (_, n) => `<${form(value.slice(n * size, n * size + size))}>`).join(
        FAR,
      );
    const plain = (text: string): string => text;
    expect(found(pieces(8, plain))).toEqual([[1, 'split', 1]]);
    expect(found(pieces(7, plain))).toEqual([]);
    expect(found(pieces(8, hex))).toEqual([[1, 'split of hex', 1]]);
    expect(found(pieces(7, hex))).toEqual([]);
  });
});

describe('signs in between', () => {
  test.each([
    ['split', value],
    ['split of hex', hex(value)],
    ['split of reversed', reverse(value)],
    ['split of base64', base64(value).replace(/=+$/, '')],
  ])('%s', (encoding, text) => {
    expect(found(`! ${spaced(text)} !`).map((one) => (one as unknown[])[1])).toEqual([encoding]);
  });

  test('of pieces that are too short by themselves make no leak', () => {
    const piece = (from: number, to: number): string => `<${spaced(value.slice(from, to))}>`;
    expect(found([piece(12, 24), piece(24, 36)].join(FAR))).toEqual([]);
    expect(found(piece(0, 23))).toEqual([]);
    expect(found(piece(0, 24)).length).toBe(1);
  });

  test('are told where nothing of the same canary stands beside them', () => {
    const kinds = (content: string): readonly unknown[] => seen(content).map((one) => [one.canary, one.encoding]);
    const [plain, split, other] = [
      [0, 'plain'],
      [0, 'split'],
      [1, 'plain'],
    ];
    expect(kinds(`${spaced(value)}. ${value}`)).toEqual([plain]);
    expect(kinds(`${value}. ${spaced(value)}`)).toEqual([plain]);
    expect(kinds(`${spaced(value)}. ${OTHER.value}`)).toEqual([other, split]);
    expect(kinds(`${value}${FAR}${spaced(value)}`)).toEqual([plain, split]);
    expect(kinds(`${spaced(value)}${FAR}${value}`)).toEqual([plain, split]);
  });
});

describe('what is undone', () => {
  test('leads back to its place, escapes before it included', () => {
    const escaped = [...value].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('');
    expect(found(`\\u0041\\u0041 ${escaped}`)).toEqual([[1, 'JSON-escaped', 13]]);
    expect(found(`\\\\u0041 ${escaped.replaceAll('\\', '\\\\')}`)).toEqual([[1, 'JSON-escaped', 8]]);
  });

  test('is base32 in small letters, too', () => {
    expect(found(`! ${base32(Buffer.from(value)).toLowerCase()}`)).toEqual([[1, 'base32', 2]]);
  });

  test('is hexadecimal over several lines', () => {
    const lines = (
      gzipSync(`it is ${value}`)
        .toString('hex')
        .match(/.{1,64}/g) ?? []
    ).join('\n');
    expect(found(`! ${lines}`)).toEqual([[1, 'hex of gzip', 2]]);
  });

  test('is base64 that letters stand before', () => {
    const packed = base64(gzipSync(`it is ${value}`));
    for (const before of ['', 'a', 'abc', 'abcd', 'abcdefghij'])
      expect(found(`! ${before}${packed}`).map((one) => (one as unknown[])[1])).toEqual(['base64 of gzip']);
  });

  test('is raw deflate at a beginning: of a channel, or within something else', () => {
    const raw = deflateRawSync(`some text before ${value}`);
    expect(seen(raw).map(({ encoding }) => encoding)).toEqual(['deflate']);
    expect(seen(raw, false)).toEqual([]);
    expect(found(gzipSync(raw))).toEqual([[1, 'gzip of deflate', 0]]);
    const short = new LeakScanner([{ ...ONE, value: 'Ab1Cd2Ef' }]);
    expect(found(deflateRawSync('Ab1Cd2Ef'), short)).toEqual([[1, 'deflate', 0]]);
  });
});

describe('a text that is full of what only looks compressed', () => {
  test('is given up after 256 beginnings', () => {
    const none = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0x2e]);
    const behind = (count: number): Buffer =>
      Buffer.concat([...Array.from({ length: count }, () => none), gzipSync(`it is ${value}`)]);
    expect(found(behind(255))).toEqual([[1, 'gzip', 255 * none.length]]);
    expect(found(behind(256))).toEqual([]);
  });

  test('and after 64 runs of digits that may be anything', () => {
    const run = base64(Buffer.alloc(24, 0xff));
    const behind = (count: number): string =>
      `${`${run} `.repeat(count)}${base64(deflateRawSync(`some text before ${value}`))}`;
    expect(found(behind(63))).toEqual([[1, 'base64 of deflate', 63 * (run.length + 1)]]);
    expect(found(behind(64))).toEqual([]);
  });
});
