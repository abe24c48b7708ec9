import { expect, test } from 'vitest';
import { withoutFolder } from './without-folder.ts';

test.each([
  ['File "/home/ada/hooks/guard.py", line 3', 'File "./guard.py", line 3'],
  ['exit 1, stderr File "/home/ada…', 'exit 1, stderr File ".…'],
  ['exit 1, stderr … and /home', 'exit 1, stderr … and /home'],
  ['nothing of it', 'nothing of it'],
])('%s', (text, expected) => {
  expect(withoutFolder({ a: [text], n: 1, none: null }, '/home/ada/hooks')).toEqual({
    a: [expected],
    n: 1,
    none: null,
  });
});

test('a folder that is the root is left alone', () => {
  expect(withoutFolder('/bin/true', '/')).toBe('/bin/true');
});
