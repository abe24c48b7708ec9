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

  test('a pointer leads to its place in the text', () => {
    const text = '{"a": {"b~/": [1, {"c": true}]},\n "d": 1}';
    expect(position(text, offsetOf(text, '/a/b~0~1/1/c'))).toEqual({ line: 1, column: 25 });
    expect(position(text, offsetOf(text, '/d'))).toEqual({ line: 2, column: 7 });
    expect(offsetOf(text, '/a/missing')).toBe(6);
  });
});
