import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText } from './bytes.ts';
import { locateJson, MAX_DEPTH, scanJson } from './json-scan.ts';
import { LineMap } from './lines.ts';
import { readYaml } from './yaml.ts';

const BROKEN = [
  '',
  ' ',
  '{',
  '}',
  '[1,]',
  '{"a":1,}',
  '{a:1}',
  "{'a':1}",
  '01',
  '+1',
  '1.',
  '.5',
  '1e',
  '0x1',
  'NaN',
  'Infinity',
  'tru',
  'nul',
  '"a',
  '"\t"',
  '"\\x"',
  '"\\u12g4"',
  '[1 2]',
  '{"a" 1}',
  '{"a":}',
  '1 2',
  '{} x',
  '// c\n1',
  '\ufeff1',
  '\u00a01',
];

test.each(BROKEN)('%j is refused, as JSON.parse refuses it', (text) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(scanJson(text)).toMatchObject({ value: undefined, problems: [{ code: 'syntax' }] });
});

test('whatever JSON.stringify writes is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 5, noUnicodeString: false }),
      fc.constantFrom(undefined, 2, '\t'),
      (text, indent) => {
        const laidOut = JSON.stringify(JSON.parse(text), null, indent);
        expect(scanJson(laidOut).value).toEqual(JSON.parse(laidOut));
      },
    ),
    { seed: 1, numRuns: 300 },
  );
});

test('a text that JSON.parse takes or refuses is taken or refused, after any one change', () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', '0', '\\', ' ', 'e', '-'),
      (text, where, put) => {
        const at = where % (text.length + 1);
        const changed = text.slice(0, at) + put + text.slice(at + 1);
        let expected: unknown;
        try {
          expected = JSON.parse(changed);
        } catch {
          expected = undefined;
        }
        expect(scanJson(changed).value).toEqual(expected);
      },
    ),
    { seed: 1, numRuns: 1000 },
  );
});

test('__proto__ is a member like any other', () => {
  const { value } = scanJson('{"__proto__":{"a":1}}');
  expect(Object.keys(value as object)).toEqual(['__proto__']);
});

test('a member that is there twice is a problem with its place', () => {
  expect(scanJson('{"a":{"b":1, "b":2}}').problems).toMatchObject([
    { code: 'duplicate-member', offset: 13, pointer: '/a/b' },
  ]);
  expect(scanJson('{"a":{"b":2}}').problems).toEqual([]);
});

test('nesting up to the limit is read and beyond it refused', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  expect(scanJson(nested(MAX_DEPTH)).problems).toEqual([]);
  expect(scanJson(nested(MAX_DEPTH + 1)).problems).toMatchObject([{ code: 'too-deep', offset: MAX_DEPTH }]);
  expect(scanJson('['.repeat(1_000_000)).problems).toMatchObject([{ code: 'too-deep' }]);
});

test('values and names are found by pointer', () => {
  const text = '{ "a/b": [1, {"c~": null}], "d": 2, "d": 3 }';
  expect(locateJson(text, '/a~1b/1/c~0')).toEqual({ value: 20, name: 14 });
  expect(locateJson(text, '')).toEqual({ value: 0, name: null });
  expect(locateJson(text, '/d')).toEqual({ value: 41, name: 36 });
  expect(locateJson(text, '/x')).toBeNull();
});

test('lines end with LF, CR LF or CR', () => {
  const lines = new LineMap('a\nb\r\nc\rd');
  expect([0, 2, 3, 5, 7].map((offset) => lines.place(offset))).toEqual([
    { line: 1, column: 1 },
    { line: 2, column: 1 },
    { line: 2, column: 2 },
    { line: 3, column: 1 },
    { line: 4, column: 1 },
  ]);
});

test('only UTF-8 is read, and a byte order mark is told', () => {
  expect(decodeText(Buffer.from('\ufeff{}'))).toMatchObject({ text: '{}', problems: [{ code: 'byte-order-mark' }] });
  expect(decodeText(Buffer.from([0x7b, 0xff, 0x7d]))).toMatchObject({
    text: undefined,
    problems: [{ code: 'encoding', offset: 1 }],
  });
  expect(decodeText(Buffer.from('{}', 'utf16le')).problems).toMatchObject([
    { message: 'the text is UTF-16; save it as UTF-8' },
  ]);
  expect(decodeText(Buffer.from('{"\u0000"')).text).toBe('{"\u0000"');
  expect(decodeText(Buffer.from('\ufeff{}', 'utf16le')).problems).toMatchObject([
    { message: 'the text is UTF-16; save it as UTF-8' },
  ]);
});

test('YAML gives JSON values, places and duplicates', () => {
  const read = readYaml('a:\n  - b: 2026-01-01\n    c: yes\n');
  expect(read.value).toEqual({ a: [{ b: '2026-01-01', c: 'yes' }] });
  expect(read.locate('/a/0/c')).toEqual({ value: 28, name: 25 });
  expect(read.locate('/a/1')).toBeNull();
  expect(readYaml('a: 1\na: 2\n').problems).toMatchObject([{ code: 'duplicate-member', offset: 5 }]);
});

test.each([
  ['a: [', 'syntax'],
  ['a: b: c', 'syntax'],
  ['', 'syntax'],
  ['a: 1\n---\nb: 2\n', 'syntax'],
  ['? [x, y]\n: 1\n', 'syntax'],
  ['a: &a { b: *a }\n', 'syntax'],
  ['a: *x', 'syntax'],
  [
    `a: &a [x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c]\n`,
    'syntax',
  ],
  ['['.repeat(20_000) + ']'.repeat(20_000), 'too-deep'],
])('broken YAML is a problem, never an exception (case %#)', (text, code) => {
  expect(readYaml(text)).toMatchObject({ value: undefined, problems: [{ code }] });
});

test('what only YAML has is told and does not become something else', () => {
  expect(readYaml('a: .inf\nb: .nan\n').value).toEqual({ a: Number.POSITIVE_INFINITY, b: Number.NaN });
  expect(readYaml('a: &a { x: 1 }\nb: { <<: *a }\n')).toMatchObject({
    value: { b: { '<<': { x: 1 } } },
    problems: [{ code: 'yaml-merge', offset: 20 }],
  });
  expect(readYaml('"<<": 1\n').problems).toEqual([]);
  expect(readYaml('a: !mine 1\n')).toMatchObject({ value: { a: '1' }, problems: [{ code: 'yaml-tag', offset: 3 }] });
  expect(readYaml('__proto__: 1\n').value).toEqual(JSON.parse('{"__proto__":1}'));
});
