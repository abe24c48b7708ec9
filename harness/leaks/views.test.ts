/** What is undone of a text before it is searched, byte for byte, and how its places lead back to where they came from. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { base32, patternsOf } from './encodings.ts';
import { type Match, Matcher, SHORTEST_RUN } from './matcher.ts';
import {
  compressedStarts,
  digitRuns,
  inflate,
  joinedTexts,
  squeezed,
  unescaped,
  type View,
  worthDecoding,
} from './views.ts';

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
/** The view's text, the source offset of each of its bytes and of its end. */
const read = (view: View | undefined): readonly [string, readonly number[]] | undefined =>
  view === undefined
    ? undefined
    : [latin1(view.bytes), Array.from({ length: view.bytes.length + 1 }, (_, at) => view.source(at))];

describe('escapes', () => {
  const undone = (text: string): string | undefined => {
    const view = unescaped(Buffer.from(text, 'latin1'));
    return view === undefined ? undefined : latin1(view.bytes);
  };
  test.each([
    ['a\\nb', 'a\nb'],
    ['\\r\\t\\b\\f\\"\\/\\\\\\\'', '\r\t\b\f"/\\\''],
    ['\\u0041\\x42', 'AB'],
    ['\\u00e9\\u00FF', '\u00e9\u00ff'],
    // Above a byte: a sign that stands for it.
    ['\\u0100\\uffff', '??'],
    ['%41%2f%2F%c3', 'A//\u00c3'],
    ['&amp;&lt;&gt;&quot;&apos;&nbsp;&sol;', '&<>"\' /'],
    ['&#65;&#x42;&#X43;&#x4d;&#x4D;', 'ABCMM'],
    ['&#255;&#256;', '\u00ff?'],
    ['&#x00000041;', 'A'],
    ['x%41y\\u0042z&amp;', 'xAyBz&'],
  ])('%j is %j', (text, expected) => {
    expect(undone(text)).toBe(expected);
    expect(undone(`${text}.`)).toBe(`${expected}.`);
  });

  test.each([
    '',
    'plain',
    '\\',
    '\\q',
    '\\u004',
    '\\u00g1',
    '\\x4',
    '%4',
    '%g1',
    '100 %',
    '%',
    '& b',
    '&;',
    '&nope;',
    '&#;',
    '&#x;',
    '&#xg;',
    '&#12a;',
    '&amp',
    '&#x000000041;',
  ])('%j holds none', (text) => {
    expect(undone(text)).toBeUndefined();
  });

  test('lead back to where they stood, by what kind they were', () => {
    const view = unescaped(Buffer.from('a\\u0042c%44&#69;f'));
    expect(read(view)).toEqual(['aBcDEf', [0, 1, 7, 8, 11, 16, 17]]);
    expect([view?.undone(0, 1), view?.undone(1, 2), view?.undone(3, 4), view?.undone(4, 5)]).toEqual([
      '',
      'JSON-escaped',
      'URL-escaped',
      'HTML-escaped',
    ]);
    expect([view?.undone(0, 6), view?.undone(2, 5), view?.undone(2, 3), view?.undone(5, 6)]).toEqual([
      'JSON-escaped, URL-escaped, HTML-escaped',
      'URL-escaped, HTML-escaped',
      '',
      '',
    ]);
  });

  test('are told apart however many there are', () => {
    const view = unescaped(Buffer.from('%41b'.repeat(1500)));
    expect(view?.bytes).toHaveLength(3000);
    expect(view === undefined ? '' : latin1(view.bytes)).toBe('Ab'.repeat(1500));
    expect([view?.source(0), view?.source(2), view?.source(1999), view?.source(2998)]).toEqual([0, 4, 3999, 5996]);
  });
});

test('letters and digits alone, each with its place', () => {
  expect(read(squeezed(Buffer.from('a-b_ 9\nZ!z')))).toEqual(['ab9Zz', [0, 1, 3, 6, 8, 10]]);
  expect(read(squeezed(Buffer.from('@[`{/:')))?.[0]).toBe('');
  const long = squeezed(Buffer.from('a,'.repeat(200)));
  expect(latin1(long.bytes)).toBe('a'.repeat(200));
  for (const at of [0, 1, 63, 64, 65, 128, 199]) {
    const place = long.source(at);
    expect([place, place + 1]).toContain(at * 2);
  }
  expect(long.undone(0, 9)).toBe('split');
});

describe('the texts of JSON', () => {
  const joined = (text: string): string | undefined => read(joinedTexts(Buffer.from(text)))?.[0];
  test.each([
    ['["ab","cd"]', 'abcd'],
    ['{"a":"b","c" :"d","e"  : "f"}', 'bdf'],
    ['{"a":["b","c"]}', 'bc'],
    ['"a\\"b" "c"', 'a\\"bc'],
    ['"a\\\\" "b"', 'a\\\\b'],
    ['say "a', ''],
    ['"a" and "b', 'a'],
    // A line end puts a wrong start right.
    ['it"s\n{"a":"b"}\n{"a":"c"}', 'bc'],
    ['{"a":"b"}\nno "text\n{"a":"c"}', 'bc'],
    ['{"a":"b"}\n\n{"a":"c"}', 'bc'],
  ])('%j: %j', (text, expected) => {
    expect(joined(text)).toBe(expected);
  });

  test('are not there without quotes', () => {
    expect(joined('no text')).toBeUndefined();
    expect(joined('')).toBeUndefined();
  });

  test('lead back to their places', () => {
    expect(read(joinedTexts(Buffer.from('["ab","cd","e"]')))).toEqual(['abcde', [2, 3, 7, 8, 12, 13]]);
    expect(joinedTexts(Buffer.from('"a"'))?.undone(0, 1)).toBe('split');
  });
});

describe('runs of digits', () => {
  const runs = (text: string, least = 8): readonly string[] => {
    const found: string[] = [];
    digitRuns(Buffer.from(text), least, (start, end) => found.push(text.slice(start, end)));
    return found;
  };
  test.each([
    ['abcdefgh', ['abcdefgh']],
    ['abcdefg', []],
    [' abcd+/-_ ', ['abcd+/-_']],
    ['.abcdefgh.', ['abcdefgh']],
    ['12345678 87654321', ['12345678', '87654321']],
    ['1234567.7654321', []],
    ['....12345678....', ['12345678']],
    ['1234 5678', []],
    ['', []],
  ])('%j: %j', (text, expected) => {
    expect(runs(text)).toEqual(expected);
  });

  test('go on in the next line where the line is long', () => {
    const [long, short] = ['a'.repeat(60), 'b'.repeat(59)];
    for (const end of ['\n', '\r\n']) expect(runs(`${long}${end}cc${end}dd.`)).toEqual([`${long}${end}cc${end}dd`]);
    expect(runs(`${short}\n${short}`)).toEqual([short, short]);
    expect(runs(`${long}\n\n${long}`)).toEqual([long, long]);
    expect(runs(`${long}\r${long}`)).toEqual([long, long]);
    expect(runs(`${long}\n`)).toEqual([long]);
    expect(runs(`${long}\r\n`)).toEqual([long]);
  });
});

describe('what is worth decoding', () => {
  const worth = (bytes: Buffer, before = ''): boolean => {
    const text = Buffer.from(`${before}${bytes.toString('base64').replace(/=+$/, '')}`);
    return worthDecoding(text, before.length, text.length);
  };
  const noise = Buffer.from(Array.from({ length: 48 }, (_, at) => 200 + (at % 40)));
  test('begins like something compressed, or has a middle that is text', () => {
    expect(worth(gzipSync('x'))).toBe(true);
    expect(worth(gzipSync('x'), 'abc')).toBe(true);
    for (const level of [1, 6, 9]) expect(worth(deflateSync('a text of some length', { level }))).toBe(true);
    expect(worth(Buffer.from('a text of some length, all of it'))).toBe(true);
    expect(worth(Buffer.from('\t\r\n~ '.repeat(6)))).toBe(true);
    expect(worth(Buffer.concat([noise.subarray(0, 15), Buffer.from('text '.repeat(6)), noise.subarray(0, 3)]))).toBe(
      true,
    );
  });

  test('is nothing else', () => {
    expect(worth(noise)).toBe(false);
    for (const byte of [0, 8, 11, 12, 14, 31, 127, 128, 255]) expect(worth(Buffer.alloc(48, byte))).toBe(false);
    for (const [at, size] of [24, 25, 26, 27, 28, 29].entries()) {
      const text = Buffer.alloc(48, 97);
      text[size] = 200;
      expect([at, worth(text)]).toEqual([at, false]);
    }
    for (const at of [0, 23, 30, 47]) {
      const text = Buffer.alloc(48, 97);
      text[at] = 200;
      expect(worth(text)).toBe(true);
    }
    expect(worth(Buffer.concat([Buffer.from([0x1f, 0x8b, 0x09]), noise]))).toBe(false);
    expect(worth(Buffer.concat([Buffer.from([0x78, 0x9d]), noise]))).toBe(false);
    expect(worth(Buffer.concat([Buffer.from([0x79, 0x18]), noise]))).toBe(false);
  });
});

describe('inflating', () => {
  const text = 'what was said, and said again, and again';
  const plain = (bytes: Buffer | undefined): string | undefined => bytes?.toString();
  test.each([
    ['gzip', gzipSync(text)],
    ['zlib', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['brotli', brotliCompressSync(text)],
  ] as const)('%s, whole, cut off and with something after it', (how, bytes) => {
    expect(plain(inflate(bytes, how))).toBe(text);
    expect(plain(inflate(Buffer.concat([bytes, Buffer.from('and more')]), how))).toBe(text);
    expect(inflate(Buffer.from('\u0000 nothing of that kind, I am afraid'), how)?.toString() ?? '').not.toContain(
      'said',
    );
    if (how !== 'brotli') expect(text.startsWith(plain(inflate(bytes.subarray(0, -9), how)) ?? 'none')).toBe(true);
  });

  test('skips what a gzip header holds', () => {
    const body = deflateRawSync(text);
    const gzip = (flags: number, ...fields: readonly Buffer[]): Buffer =>
      Buffer.concat([Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3]), ...fields, body]);
    const extra = Buffer.concat([Buffer.from([4, 1]), Buffer.alloc(260, 7)]);
    const name = Buffer.from('name.txt\u0000');
    expect(plain(inflate(gzip(0), 'gzip'))).toBe(text);
    expect(plain(inflate(gzip(4, extra), 'gzip'))).toBe(text);
    expect(plain(inflate(gzip(8, name), 'gzip'))).toBe(text);
    expect(plain(inflate(gzip(16, name), 'gzip'))).toBe(text);
    expect(plain(inflate(gzip(24, name, name), 'gzip'))).toBe(text);
    expect(plain(inflate(gzip(2, Buffer.from([9, 9])), 'gzip'))).toBe(text);
    expect(plain(inflate(gzip(30, extra, name, name, Buffer.from([9, 9])), 'gzip'))).toBe(text);
    expect(plain(inflate(gzip(1), 'gzip'))).toBe(text);
  });

  test('gives up no place where something compressed may begin', () => {
    const starts = (bytes: Buffer): readonly string[] =>
      [...compressedStarts(bytes)].map(({ at, how }) => `${how} ${at}`);
    const gzip = Buffer.from([0x1f, 0x8b, 8]);
    expect(starts(Buffer.concat([gzip, gzip, Buffer.from('x'), gzip]))).toEqual(['gzip 0', 'gzip 3', 'gzip 7']);
    for (const second of [0x01, 0x5e, 0x9c, 0xda])
      expect(starts(Buffer.from([0x78, second, 0, 0x78, second]))).toEqual(['zlib 0', 'zlib 3']);
    expect(starts(Buffer.from([0x78, 0x02, 0x1f, 0x8b, 9, 0x77, 0x9c]))).toEqual([]);
  });
});

test('base32 as RFC 4648 shows it, without its padding', () => {
  const rows = { '': '', f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' };
  for (const [text, coded] of Object.entries(rows)) expect(base32(Buffer.from(text))).toBe(coded);
  expect(base32(Buffer.from([255, 255, 255, 255, 255, 0, 1]))).toBe('77777777AAAQ');
});

test('each form of a canary, told by name, density and what may differ in it', () => {
  const value = 'Ab1?xyz~89';
  const forms = patternsOf(3, value);
  const told = forms.map(({ encoding, bytes, density, foldable, reversed }) => [
    encoding,
    encoding.includes('utf-16') && !encoding.includes('base64')
      ? Buffer.from(bytes).toString('utf16le')
      : latin1(bytes),
    density,
    `${foldable ? 'folds' : 'exact'}${reversed ? ', reversed' : ''}`,
  ]);
  const base64 = (before: number, from: number, to: number): string =>
    Buffer.from('\u0000'.repeat(before) + value)
      .toString('base64')
      .slice(from, to);
  expect(told.slice(0, 3)).toEqual([
    ['plain', value, 1, 'folds'],
    ['reversed', '98~zyx?1bA', 1, 'folds, reversed'],
    ['hex', Buffer.from(value).toString('hex'), 0.5, 'folds'],
  ]);
  // Ten bytes at each of three places in a group of three: 80 bits, less those that neighbours share a digit with.
  expect(told.filter(([name]) => name === 'base64')).toEqual([
    ['base64', base64(0, 0, 13), 0.75, 'exact'],
    ['base64', base64(1, 2, 14), 0.75, 'exact'],
    ['base64', base64(2, 3, 16), 0.75, 'exact'],
  ]);
  const other = told.filter(([name]) => name === 'base64url').map(([, text]) => String(text));
  expect(other.length).toBeGreaterThan(0);
  for (const text of other) expect(text).toMatch(/^[\w-]+$/);
  const fives = told.filter(([name]) => name === 'base32');
  expect(fives.map(([, text, density, folds]) => [String(text).length, density, folds])).toEqual([
    [16, 5 / 8, 'folds'],
    [15, 5 / 8, 'folds'],
    [15, 5 / 8, 'folds'],
    [15, 5 / 8, 'folds'],
    [15, 5 / 8, 'folds'],
  ]);
  expect(fives[0]?.[1]).toBe(base32(Buffer.from(value)));
  expect(told.filter(([name]) => name === 'utf-16')).toEqual([['utf-16', value, 0.5, 'folds']]);
  expect(told.filter(([name]) => name === 'base64 of utf-16').map(([, , density, folds]) => [density, folds])).toEqual(
    Array.from({ length: 3 }, () => [6 / 16, 'exact']),
  );
  expect(new Set(forms.map(({ canary }) => canary))).toEqual(new Set([3]));
  expect(forms.every(({ bytes }) => bytes instanceof Uint8Array)).toBe(true);
  const url = patternsOf(0, '>>>???~~~').filter(({ encoding }) => encoding === 'base64url');
  expect(url.map(({ bytes, density }) => [latin1(bytes), density])).toContainEqual(['Pj4-Pz8_fn5-', 0.75]);
  // What two encodings write alike is searched once.
  expect(new Set(forms.map(({ bytes }) => latin1(bytes))).size).toBe(forms.length);
});

describe('the matcher', () => {
  const pattern = (text: string, foldable = true) =>
    ({ canary: 0, encoding: 'plain', bytes: Buffer.from(text), density: 1, reversed: false, foldable }) as const;
  const search = (texts: readonly ReturnType<typeof pattern>[], text: string, least = 7): readonly Match[] => {
    const found = new Map<string, Match>();
    const bytes = Buffer.from(new ArrayBuffer(Buffer.byteLength(text)));
    bytes.write(text);
    new Matcher(texts).search(
      bytes,
      () => least,
      (match) => found.set(JSON.stringify(match), match),
    );
    return [...found.values()];
  };
  const one = pattern('KeepThisQuiet');

  test('finds a run wherever it begins, and where in the pattern', () => {
    for (let before = 0; before < 9; before++) {
      const text = `${'.'.repeat(before)}KeepThisQuiet!`;
      expect(search([one], text)).toEqual([{ pattern: 0, start: before, length: 13, offset: 0, exact: true }]);
      const part = `${'.'.repeat(before)}epThisQ!`;
      expect(search([one], part)).toEqual([{ pattern: 0, start: before, length: 7, offset: 2, exact: true }]);
    }
  });

  test('and one that is too short not at all', () => {
    for (let before = 0; before < 5; before++) {
      expect(search([one], `${'.'.repeat(before)}epThis! QuietKee`)).toEqual([]);
      expect(search([one], `${'.'.repeat(before)}KeepThisQuiet`, 14)).toEqual([]);
    }
    expect(search([one], '')).toEqual([]);
    expect(search([one], 'Kee')).toEqual([]);
    expect(search([], 'KeepThisQuiet')).toEqual([]);
    expect(search([pattern('abc')], 'abcabcabc')).toEqual([]);
  });

  test('tells another case, where the pattern allows that', () => {
    const found = { pattern: 0, start: 2, length: 13, offset: 0, exact: false };
    for (const text of ['  KEEPTHISQUIET', '  keepthisquiet', '  KeepThisQuieT', '  keepThisQuiet'])
      expect(search([one], text)).toEqual([found]);
    expect(search([pattern('KeepThisQuiet', false)], '  KEEPTHISQUIET')).toEqual([]);
    expect(search([pattern('KeepThisQuiet', false)], '  KeepThisQuiet')).toEqual([{ ...found, exact: true }]);
    // Not letters: what only differs in the same bit is another sign.
    expect(search([pattern('[{@`1234567')], '{[`@1234567')).toEqual([
      { pattern: 0, start: 4, length: 7, offset: 4, exact: true },
    ]);
    expect(search([pattern('[{@`123456')], '{[`@123456')).toEqual([]);
  });

  test('finds the last of a pattern, and each of many', () => {
    expect(SHORTEST_RUN).toBe(7);
    for (let before = 0; before < 9; before++)
      expect(search([one], `${'.'.repeat(before)}isQuiet!`)).toEqual([
        { pattern: 0, start: before, length: 7, offset: 6, exact: true },
      ]);
    expect(search([pattern('AZazAZaz')], 'azAZazAZ').map(({ exact, length }) => [exact, length])).toContainEqual([
      false,
      8,
    ]);
    const texts = Array.from({ length: 300 }, (_, n) => base32(Buffer.from(`${n * 7919} and ${n * 104_729} more`)));
    const many = texts.map((text) => pattern(text));
    for (const at of [0, 1, 17, 100, 150, 200, 298, 299])
      expect(search(many, texts[at] ?? '', 20).some((match) => match.pattern === at && match.start === 0)).toBe(true);
  });

  test('finds several, in one text, over one another and repeated', () => {
    const two = pattern('QuietAsMice');
    const both = search([one, two], 'KeepThisQuietAsMice, KeepThisQuiet');
    expect(both).toEqual(
      expect.arrayContaining([
        { pattern: 0, start: 0, length: 13, offset: 0, exact: true },
        { pattern: 1, start: 8, length: 11, offset: 0, exact: true },
        { pattern: 0, start: 21, length: 13, offset: 0, exact: true },
      ]),
    );
    expect(both).toHaveLength(3);
    const apart = search([pattern('abcdefgh'), pattern('abcdefgh and more')], 'abcdefgh');
    expect(apart.map((match) => [match.pattern, match.length])).toEqual(
      expect.arrayContaining([
        [0, 8],
        [1, 8],
      ]),
    );
    expect(search([pattern('abababababab')], 'abababab').every(({ length }) => length === 8)).toBe(true);
  });
});
