/** What stands on a hook's stdout, and how values and ends stand in messages. */
import { expect, test } from 'vitest';
import { broken, endOf, jsonType, met, printed, shown } from './answer-checks.ts';

test('the type of a value is that of JSON', () => {
  const values = [null, [], 'a', 0, false, {}];
  expect(values.map(jsonType)).toEqual(['null', 'array', 'string', 'number', 'boolean', 'object']);
});

test.each([
  ['', { kind: 'nothing' }],
  [' \n\t', { kind: 'nothing' }],
  ['{"a":1}', { kind: 'object', document: { a: 1 } }],
  ['\n {}\n', { kind: 'object', document: {} }],
  ['[1]', { kind: 'json', type: 'array' }],
  ['"a"', { kind: 'json', type: 'string' }],
  ['7', { kind: 'json', type: 'number' }],
  ['true', { kind: 'json', type: 'boolean' }],
  ['null', { kind: 'json', type: 'null' }],
  ['hello\nthere', { kind: 'text', holdsJson: false, because: 'it begins with "hello"' }],
  ['  hello', { kind: 'text', holdsJson: false, because: 'it begins with "hello"' }],
  ['log {"a":1}', { kind: 'text', holdsJson: true, because: 'it begins with "log {\\"a\\":1}"' }],
  ['{"a":1} {"b":2}', { kind: 'text', holdsJson: true, because: 'it begins with "{\\"a\\":1} {\\"b\\":2}"' }],
  ['x { }', { kind: 'text', holdsJson: true, because: 'it begins with "x { }"' }],
  ['x [ ]', { kind: 'text', holdsJson: true, because: 'it begins with "x [ ]"' }],
  ['x {a', { kind: 'text', holdsJson: false, because: 'it begins with "x {a"' }],
  ['x { "', { kind: 'text', holdsJson: true, because: 'it begins with "x { \\""' }],
  ['"a', { kind: 'text', holdsJson: false, because: 'it begins with "\\"a"' }],
  ['a "b', { kind: 'text', holdsJson: false, because: 'it begins with "a \\"b"' }],
  ['\uFEFF{}', { kind: 'text', holdsJson: true, because: 'a byte order mark stands before it' }],
  ['{\0"\0a\0"\0', { kind: 'text', holdsJson: true, because: 'it is UTF-16, not UTF-8' }],
  ['h\0i\0', { kind: 'text', holdsJson: false, because: 'it is UTF-16, not UTF-8' }],
  ['\uFEFF{\0', { kind: 'text', holdsJson: true, because: 'it is UTF-16, not UTF-8' }],
  ['a\uFEFF', { kind: 'text', holdsJson: false, because: 'it begins with "a"' }],
] as const)('%j is read', (stdout, expected) => {
  expect(printed(stdout)).toEqual(expected);
});

test('a value stands in a message as JSON, cut where it is long', () => {
  expect(['', 'a', 7, null, undefined, {}].map((one) => shown(one))).toEqual([
    '""',
    '"a"',
    '7',
    'null',
    'nothing',
    '{}',
  ]);
  expect(shown('x'.repeat(78))).toBe(`"${'x'.repeat(78)}"`);
  expect(shown('x'.repeat(79))).toBe(`"${'x'.repeat(78)}…`);
});

test('each end has its words', () => {
  expect(
    [
      { kind: 'exit', code: 3 } as const,
      { kind: 'signal', signal: 'SIGKILL' } as const,
      { kind: 'timeout', timeoutMs: 1, forced: false } as const,
      { kind: 'not-started', reason: 'x' } as const,
    ].map((one) => endOf(one as Parameters<typeof endOf>[0])),
  ).toEqual(['exit 3', 'killed by SIGKILL', 'still running at its limit', 'not started']);
});

test('a finding is met, or broken with what was wrong', () => {
  expect(met('A')).toEqual({ kind: 'met', requirement: 'A' });
  expect(broken('A', 'm', 'e', 'a')).toEqual({
    kind: 'broken',
    requirement: 'A',
    message: 'm',
    expected: 'e',
    actual: 'a',
  });
});
