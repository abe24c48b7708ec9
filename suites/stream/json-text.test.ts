/** Where values and members stand in a text, and where and why a text is not JSON. */
import { describe, expect, test } from 'vitest';
import { jsonFault } from './json-fault.ts';
import { duplicateKeys, offsetOf, position, valueEnd } from './json-text.ts';

describe('the first fault of a text', () => {
  test.each([
    ...['{}', '[]', '""', '0', '-0.5e+10', '1E-2', 'true', 'false', 'null', ' \t\r\n1 \n', '[1,"a",{}]', '[[],[]]'],
    ...['{"a":1,"b":[{"c":null}]}', '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9"', '{"a":[],"b":{}}', '[{},{"a":[]} ]'],
  ])('%s has none', (text) => {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(jsonFault(text)).toBe(undefined);
  });

  const VALUE = 'a value is expected';
  const STRING = 'a string is not closed or holds a control character';
  const NAME = 'a member name in double quotes is expected';
  const AFTER = 'something follows the document';
  const EARLY = 'the document ends too early';
  test.each([
    ['', 0, EARLY],
    ['  ', 2, EARLY],
    ['[', 1, EARLY],
    ['[1', 2, EARLY],
    ['[1,', 3, EARLY],
    ['{', 1, EARLY],
    ['{"a"', 4, EARLY],
    ['{"a":', 5, EARLY],
    ['{"a":1', 6, EARLY],
    ['{"a":1,', 7, EARLY],
    ['[[]', 3, EARLY],
    ['{"a":{}', 7, EARLY],
    ['x', 0, VALUE],
    [']', 0, VALUE],
    ['}', 0, VALUE],
    [',', 0, VALUE],
    ['[,1]', 1, VALUE],
    ['[1,]', 3, VALUE],
    ['[1,,2]', 3, VALUE],
    ['[}', 1, VALUE],
    ['{"a":}', 5, VALUE],
    ['{"a":]', 5, VALUE],
    ['-', 0, VALUE],
    ['+1', 0, VALUE],
    ['.5', 0, VALUE],
    ['True', 0, VALUE],
    ['01', 1, AFTER],
    ['1.', 1, AFTER],
    ['1e', 1, AFTER],
    ['12a', 2, AFTER],
    ['truex', 4, AFTER],
    ['1 2', 2, AFTER],
    ['{} {}', 3, AFTER],
    ['[]]', 2, AFTER],
    ['"a', 0, STRING],
    ['"a\nb"', 0, STRING],
    ['"\\x"', 0, STRING],
    ['"\\u12"', 0, STRING],
    ['"\\u12g4"', 0, STRING],
    ['["a]', 1, STRING],
    ['{]', 1, NAME],
    ['{,}', 1, NAME],
    ['{a:1}', 1, NAME],
    ['{"a":1,}', 7, NAME],
    ['{"a":1,,', 7, NAME],
    ['{1:2}', 1, NAME],
    ['{"a"}', 4, 'a colon is expected'],
    ['{"a",', 4, 'a colon is expected'],
    ['{"a" 1}', 5, 'a colon is expected'],
    ['[1 2]', 3, 'a comma or ] is expected'],
    ['[1}', 2, 'a comma or ] is expected'],
    ['[1:2]', 2, 'a comma or ] is expected'],
    ['{"a":1 "b":2}', 7, 'a comma or } is expected'],
    ['{"a":1]', 6, 'a comma or } is expected'],
    ['[{"a":1]', 7, 'a comma or } is expected'],
    ['{"a":[1}', 7, 'a comma or ] is expected'],
  ])('%j: at %i, %s', (text, offset, reason) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(jsonFault(text)).toEqual({ offset, reason });
  });
});

describe('the end of a value', () => {
  test.each([
    ['{"a":[1]} x', 0, 9],
    ['[[],{}],1', 0, 7],
    ['"a b" c', 0, 5],
    ['"a\\"b",1', 0, 6],
    ['["]"]', 0, 5],
    ['{"}":1}', 0, 7],
    ['12,3', 0, 2],
    ['true]', 0, 4],
    ['true}', 0, 4],
    ['1 2', 0, 1],
    ['1\n2', 0, 1],
    ['1\t2', 0, 1],
    ['1\r2', 0, 1],
    ['  7', 0, 3],
    [' {"a":1} ', 0, 8],
    ['[1,2]', 1, 2],
    ['{"a":1}', 1, 4],
    ['a:1', 0, 1],
    ['a"b"', 0, 1],
    ['a{', 0, 1],
    ['a[', 0, 1],
    [',1', 0, 1],
    [']', 0, 1],
    ['{', 0, undefined],
    ['{"a":[1]', 0, undefined],
    ['["a', 0, undefined],
    ['', 0, undefined],
    ['  ', 0, undefined],
  ] as const)('%j from %i: %s', (text, start, end) => {
    expect(valueEnd(text, start)).toBe(end);
  });
});

test('a member that stands twice in one object is found, in no other', () => {
  const keys = (text: string): readonly string[] => {
    JSON.parse(text);
    return duplicateKeys(text).map(({ key, offset }) => `${key} ${offset}`);
  };
  expect(keys('{"a":1,"a":2}')).toEqual(['a 7']);
  expect(keys('{"a" \n:1,"a"\t\r:2}')).toEqual(['a 9']);
  expect(keys('{"a":1,"\\u0061":2,"a":3}')).toEqual(['a 7', 'a 18']);
  expect(keys('{"a":{"a":1},"b":{"a":1}}')).toEqual([]);
  expect(keys('{"a":[{"a":1},{"a":1}]}')).toEqual([]);
  expect(keys('{"a":{"b":1},"a":1}')).toEqual(['a 13']);
  expect(keys('{"a":[1],"a":1}')).toEqual(['a 9']);
  expect(keys('["a","a",{"b":"b"}]')).toEqual([]);
  expect(keys('{"a":"b","b":"a:"}')).toEqual([]);
  expect(keys('[{"a":[]},"a"]')).toEqual([]);
  expect(keys('{"":1,"":2}')).toEqual([' 6']);
});

test('a pointer leads to its value, or as far as it leads', () => {
  const text = ' { "a" : [ 10 , {"b~/":"x"} , [] ] , "c":{} ,"d":null}';
  const at = (pointer: string): string => text.slice(offsetOf(text, pointer));
  expect(offsetOf(text, '')).toBe(1);
  expect(at('/a')).toMatch(/^\[ 10/);
  expect(at('/a/0')).toMatch(/^10/);
  expect(at('/a/1')).toMatch(/^\{"b~/);
  expect(at('/a/1/b~0~1')).toMatch(/^"x"/);
  expect(at('/a/2')).toMatch(/^\[\]/);
  expect(at('/c')).toMatch(/^\{\}/);
  expect(at('/d')).toMatch(/^null/);
  for (const [missing, there] of [
    ['/e', ''],
    ['/a/3', '/a'],
    ['/a/b', '/a'],
    ['/a/0/x', '/a/0'],
    ['/a/1/x/y', '/a/1'],
    ['/a/2/0', '/a/2'],
    ['/c/x', '/c'],
    ['/d/x', '/d'],
  ] as const)
    expect(offsetOf(text, missing), missing).toBe(offsetOf(text, there));
  expect(offsetOf('{"a":1,"a":2}', '/a')).toBe(11);
  expect(offsetOf('[1,2', '/1')).toBe(3);
  expect(offsetOf('{"a":{"b":', '/a')).toBe(5);
  expect(offsetOf('{"a":{"b":', '/c')).toBe(0);
});

test('lines and columns are counted as an editor counts them', () => {
  const text = 'ab\n👩c\n\nd';
  const places = [0, 1, 2, 3, 5, 6, 7, 8].map((offset) => position(text, offset));
  expect(places.map(({ line, column }) => [line, column])).toEqual([
    [1, 1],
    [1, 2],
    [1, 3],
    [2, 1],
    [2, 2],
    [2, 3],
    [3, 1],
    [4, 1],
  ]);
});
