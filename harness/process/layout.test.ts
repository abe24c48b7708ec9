import { expect, test } from 'vitest';
import { laidOut } from './layout.ts';

const value = { 'a-b': ['--force', 'say "hi"\n', '🚀 ü', 1, true, null] };

test.each(['indented', 'escaped'] as const)('%s is the same document in other bytes', (layout) => {
  const text = laidOut(value, layout);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toBe(JSON.stringify(value));
});

test('escaped hides every sign', () => {
  expect(laidOut({ c: 'git push --force' }, 'escaped')).toBe('{"c":"git push \\u002d\\u002dforce"}');
});

test('indented has CRLF line ends, marked a byte order mark', () => {
  expect(laidOut({ a: 1 }, 'indented')).toBe('{\r\n  "a": 1\r\n}');
  expect(laidOut({ a: 1 }, 'marked')).toBe('\uFEFF{"a":1}');
});
