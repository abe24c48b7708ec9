import { describe, expect, test } from 'vitest';
import { isDoubtful } from '../../harness/source/plain-json.ts';
import { duplicateKeys, offsetOf, position } from './json-text.ts';
import { documentsOf, LineReader, linesOf } from './lines.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');

describe('lines of a stream', () => {
  test('LF, CR LF, blank lines and a missing last line feed are all lines', () => {
    const lines = linesOf(bytes('{"a":1}\r\n\n  \n{"b":2}\n{"c":3}'));
    expect(lines.map((line) => [line.number, line.value])).toEqual([
      [1, { a: 1 }],
      [4, { b: 2 }],
      [5, { c: 3 }],
    ]);
  });

  test('chunks may end anywhere, even within a character', () => {
    const whole = bytes('{"ä":"€uro"}\n{"n":2}\n');
    for (let cut = 0; cut <= whole.length; cut++) {
      const reader = new LineReader();
      const lines = [...reader.push(whole.subarray(0, cut)), ...reader.push(whole.subarray(cut)), ...reader.end()];
      expect(lines.map((line) => line.value)).toEqual([{ ä: '€uro' }, { n: 2 }]);
    }
  });

  test('a byte order mark is a remark, not a fault', () => {
    expect(linesOf(bytes('\uFEFF{"a":1}\n'))[0]).toMatchObject({
      value: { a: 1 },
      remarks: [{ kind: 'byte-order-mark' }],
    });
  });

  test.each([
    ['{"a":nope}', 'not-json', 6, 'a value is expected'],
    ['{"a":1} x', 'not-json', 9, 'something follows the document'],
    ['{"a" 1}', 'not-json', 6, 'a colon is expected'],
    ["{'a':1}", 'not-json', 2, 'a member name in double quotes is expected'],
    ['[1 2]', 'not-json', 4, 'a comma or ] is expected'],
    ['{"a":"b', 'cut-off', 6, 'the stream ends within this document'],
    ['{"a":[1,{"b":', 'cut-off', 14, 'the stream ends within this document'],
  ])('%s is %s at column %i', (text, kind, column, detail) => {
    expect(linesOf(bytes(text))[0]?.fault).toEqual({ kind, column, detail });
  });

  test('bytes that are no UTF-8 are a fault at their byte, and the next line is read', () => {
    const lines = linesOf(Buffer.concat([bytes('{"a":"x'), Buffer.from([0xff]), bytes('yz"}\n{"b":1}\n')]));
    expect(lines[0]?.fault).toMatchObject({ kind: 'not-utf8', column: 8 });
    expect(lines[1]?.value).toEqual({ b: 1 });
  });

  test('a member that stands twice is found, at any depth, also when it is escaped', () => {
    const text = '{"a":{"b":1,"c":[{"d":1,"\\u0064":2}]},"a":2}';
    expect(isDoubtful(text, JSON.parse(text))).toBe(true);
    expect(duplicateKeys(text)).toEqual([
      { key: 'd', offset: 24 },
      { key: 'a', offset: 38 },
    ]);
    const fine = '{"a":{"a":"x:y\\":z"},"__proto__":1}';
    expect(isDoubtful(fine, JSON.parse(fine))).toBe(false);
  });

  test('documents that are spread over lines are still documents', () => {
    const documents = documentsOf(
      bytes(`${JSON.stringify({ a: 1 }, null, 2)}\n${JSON.stringify({ b: [1] }, null, 2)}\n`),
    );
    expect(documents.map((line) => [line.number, line.value])).toEqual([
      [1, { a: 1 }],
      [4, { b: [1] }],
    ]);
    expect(documents[0]?.remarks).toEqual([{ kind: 'spread', lines: 3 }]);
  });

  test('documents are read one by one only where lines alone are none', () => {
    const read = (text: string): readonly unknown[] =>
      documentsOf(bytes(text)).map(({ number, value, fault, remarks }) =>
        fault === undefined ? [number, value, ...remarks.map(({ kind }) => kind)] : [number, fault.kind],
      );
    expect(read('{"a":1}\n{"b":2}')).toEqual([
      [1, { a: 1 }],
      [2, { b: 2 }],
    ]);
    expect(read('{"a":1} {"b":\n2}')).toEqual([
      [1, { a: 1 }],
      [1, { b: 2 }, 'spread'],
    ]);
    expect(read('\uFEFF\n{"a":\n1}\n')).toEqual([[2, { a: 1 }, 'spread']]);
    expect(read('{"a":1}{"b":2}\n\n')).toEqual([
      [1, { a: 1 }],
      [1, { b: 2 }],
    ]);
    // What is no sequence of documents stays the lines that it is.
    expect(read('{"a":\n1')).toEqual([
      [1, 'not-json'],
      [2, 1],
    ]);
    expect(read('{"a":1}\nhello {')).toEqual([
      [1, { a: 1 }],
      [2, 'not-json'],
    ]);
    expect(documentsOf(Buffer.from([0x7b, 0x0a, 0xff])).map(({ fault }) => fault?.kind)).toEqual([
      'not-json',
      'not-utf8',
    ]);
    expect(documentsOf(bytes(''))).toEqual([]);
    const invalid = Buffer.concat([bytes('{"a":\n"'), Buffer.from([0xff]), bytes('"}')]);
    expect(documentsOf(invalid).map(({ fault }) => fault?.kind)).toEqual(['not-json', 'not-utf8']);
    expect(documentsOf(bytes('{"a":\n"\uFEFF"}'))[0]?.value).toEqual({ a: '\uFEFF' });
    expect(documentsOf(bytes('{"é":\n1}'))[0]).toMatchObject({ bytes: 9, text: '{"é":\n1}' });
  });

  test('a line has its number, its text without its end, and its bytes', () => {
    const [first, second] = linesOf(bytes('{"é":1}\r\n\r\n[2]\r'));
    expect(first).toEqual({ number: 1, text: '{"é":1}', bytes: 9, value: { é: 1 }, remarks: [] });
    expect(second).toEqual({ number: 3, text: '[2]', bytes: 4, value: [2], remarks: [] });
    // A carriage return that ends no line is a space of JSON.
    expect(linesOf(bytes('[1,\r2]'))[0]?.value).toEqual([1, 2]);
    expect(linesOf(bytes('[1]\r\r\n'))[0]?.text).toBe('[1]\r');
  });

  test('a byte order mark stands at the beginning only', () => {
    expect(linesOf(bytes('{}\n\uFEFF{}\n'))[1]?.fault?.kind).toBe('not-json');
    expect(linesOf(bytes('\uFEFF'))).toEqual([]);
    expect(linesOf(bytes('\uFEFF{'))[0]).toMatchObject({ text: '{', remarks: [{ kind: 'byte-order-mark' }] });
    expect(linesOf(Buffer.from([0xef, 0xbb, 0x7b]))[0]?.fault?.kind).toBe('not-utf8');
    expect(linesOf(bytes('{}'))[0]?.remarks).toEqual([]);
    // Letters that share two of its bytes.
    for (const letter of ['\u0EFF', '\uF03F', '\uFEC0'])
      expect(linesOf(bytes(`${letter}{}`))[0]?.fault?.kind, letter).toBe('not-json');
  });

  test('the first byte that is no UTF-8 is found, also behind a replacement character', () => {
    const at = (...parts: readonly (string | readonly number[])[]): number | undefined =>
      linesOf(Buffer.concat(parts.map((part) => (typeof part === 'string' ? bytes(part) : Buffer.from(part)))))[0]
        ?.fault?.column;
    expect(at([0xff])).toBe(1);
    expect(at('ab', [0xff])).toBe(3);
    expect(at('é', [0xc3])).toBe(3);
    expect(at('\uFFFDa\uFFFD', [0xff], 'b')).toBe(8);
    expect(at('\uFFFD', [0xff])).toBe(4);
    for (const first of [
      [0xef, 0xbf, 0x61],
      [0xef, 0x61, 0xbd],
      [0xff, 0xbf, 0xbd],
      [0xef, 0x61, 0x61],
      [0xff, 0xbf, 0x61],
      [0xff, 0x61, 0xbd],
    ])
      expect(at(first, 'aa', [0xff]), String(first)).toBe(1);
    expect(at([0xef], 'a')).toBe(1);
    const [line] = linesOf(Buffer.from([0x61, 0xff]));
    expect(line).toEqual({
      number: 1,
      text: '',
      bytes: 2,
      fault: { kind: 'not-utf8', column: 2, detail: 'byte 2 of the line is not UTF-8' },
      remarks: [],
    });
  });

  test.each([
    ['{"a":1', 'cut-off', 7],
    ['[1,', 'cut-off', 4],
    ['"abc', 'not-json', 1],
    ['  {"a":"b', 'cut-off', 8],
    ['{"a":1}}', 'not-json', 8],
    ['tru', 'not-json', 1],
    ['{"a":tru', 'cut-off', 6],
    ['{"a":tru}', 'not-json', 6],
    ['{"a":1\n', 'not-json', 7],
    ['[1,\n', 'not-json', 4],
  ] as const)('%j is %s at %i', (text, kind, column) => {
    expect(linesOf(bytes(text))[0]?.fault).toMatchObject({ kind, column });
  });

  test('members that stand twice are remarked with their column', () => {
    expect(linesOf(bytes('{"👩":1,"a":2,"a":3,"👩":4}'))[0]?.remarks).toEqual([
      { kind: 'duplicate-key', key: 'a', column: 14 },
      { kind: 'duplicate-key', key: '👩', column: 20 },
    ]);
  });

  test('a pointer leads to its place in the text', () => {
    const text = '{"a": {"b~/": [1, {"c": true}]},\n "d": 1}';
    expect(position(text, offsetOf(text, '/a/b~0~1/1/c'))).toEqual({ line: 1, column: 25 });
    expect(position(text, offsetOf(text, '/d'))).toEqual({ line: 2, column: 7 });
    expect(offsetOf(text, '/a/missing')).toBe(6);
  });
});
