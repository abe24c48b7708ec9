import { expect, test } from 'vitest';
import { readToml } from './toml.ts';

const TEXT = `model = "x"
"a key".b.c = 1
text = """
not = "a key"
"""
list = [
  { x = 1 }, # = comment
]
[[hooks.PreToolUse]]
matcher = "^Bash$"
[[hooks.PreToolUse.hooks]]
type = "command"
  command = "a=b"
[[hooks.PreToolUse]]
[[hooks.PreToolUse.hooks]]
type = "prompt"
`;

test.each([
  ['/model', 1],
  ['/a key/b/c', 2],
  ['/text', 3],
  ['/not', 1],
  ['/list/0/x', 6],
  ['/hooks/PreToolUse/0', 9],
  ['/hooks/PreToolUse/0/matcher', 10],
  ['/hooks/PreToolUse/0/hooks/0/command', 13],
  ['/hooks/PreToolUse/1', 14],
  ['/hooks/PreToolUse/1/hooks/0/type', 16],
  ['/hooks/PreToolUse/1/hooks/0/type/nothing', 16],
])('%s stands on line %d', (pointer, line) => {
  const offset = readToml(TEXT).locate(pointer)?.value ?? -1;
  expect(TEXT.slice(0, offset).split('\n')).toHaveLength(line);
});

test('a line with many equals signs and no key takes no longer than others', () => {
  const text = `text = '''\n${'a\n'.repeat(250)}${'( = '.repeat(300_000)}\n'''\nlast = 1\n`;
  // A pattern that went back at each of them would take an hour.
  expect(readToml(text).locate('/last')?.name).toBe(text.indexOf('last'));
});

test('dates are texts, and what is no TOML has a place', () => {
  expect(readToml('day = 2026-01-02\n').value).toEqual({ day: '2026-01-02' });
  const { problems } = readToml('a = 1\nb = \n');
  expect(problems).toEqual([{ code: 'syntax', offset: expect.any(Number), message: expect.any(String) }]);
  expect(problems[0]?.offset).toBeGreaterThan(5);
});
