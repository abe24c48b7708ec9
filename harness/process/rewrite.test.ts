import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rewriter } from './rewrite.ts';

const tree = { root: '/t/1', home: '/t/1/home', tmp: '/t/1/tmp', project: '/t/1/project' };
const { text, json } = rewriter(
  [
    { from: '/home/dev', to: 'home' },
    { from: '/home/dev/app', to: 'project' },
    { from: '/home/dev/app/pkg/', to: 'project', suffix: 'packages' },
    { from: 'C:\\Users\\dev', to: 'home' },
    { from: '/home/zoë', to: 'home', suffix: 'ë' },
  ],
  tree,
);

test.each([
  ['/home/dev', '/t/1/home'],
  ['/home/dev/app', '/t/1/project'],
  ['/home/dev/app/pkg/x', '/t/1/project/packages/x'],
  ['cd /home/dev/app && ls "/home/dev/app/a b"', 'cd /t/1/project && ls "/t/1/project/a b"'],
  ['see /home/dev/app.', 'see /t/1/project.'],
  ['file:///home/dev/app', 'file:///t/1/project'],
  ['PATH=/bin:/home/dev/bin', 'PATH=/bin:/t/1/home/bin'],
  ['{"c":"a\\n/home/dev/app"}', '{"c":"a\\n/t/1/project"}'],
  ['"\\/home\\/dev\\/app\\/a"', '"\\/t\\/1\\/project\\/a"'],
  ['C:\\Users\\dev\\x', '/t/1/home\\x'],
  ['{"p":"C:\\\\Users\\\\dev\\\\x"}', '{"p":"/t/1/home\\\\x"}'],
  ['"{\\"p\\":\\"C:\\\\\\\\Users\\\\\\\\dev\\"}"', '"{\\"p\\":\\"/t/1/home\\"}"'],
  ['C:/Users/dev/x', '/t/1/home/x'],
  ['file:///C:/Users/dev/x', 'file:///t/1/home/x'],
  ['{"c":"ls \\u003e/home/dev/app/out\\u0026"}', '{"c":"ls \\u003e/t/1/project/out\\u0026"}'],
  ['/home/zoë/a', '/t/1/home/ë/a'],
  ['{"c":"/home/zo\\u00eb/a"}', '{"c":"/t/1/home/\\u00eb/a"}'],
  ['{"c":"\\/home\\/zo\\u00eb"}', '{"c":"\\/t\\/1\\/home\\/\\u00eb"}'],
])('%s', (from, to) => expect(text(from)).toBe(to));

test.each([
  '/home/developer',
  '/home/dev.bak',
  '/home/dev-2',
  '/mnt/home/dev',
  'x/home/dev',
  '/home/devé',
  '/home/dev\\u00e9',
  '\\u00e9/home/dev',
  '\\u41/home/dev',
  '',
])('not a border: %s', (same) => expect(text(same)).toBe(same));

test('names and values, a member named __proto__ included', () => {
  const value = JSON.parse('{"/home/dev/a":{"__proto__":"/home/dev"},"n":[1,null,"/home/dev"]}');
  expect(JSON.stringify(json(value))).toBe('{"/t/1/home/a":{"__proto__":"/t/1/home"},"n":[1,null,"/t/1/home"]}');
});

test('a root is rewritten where it stands alone, and nothing is for an empty path', () => {
  const roots = rewriter(
    [
      { from: '/', to: 'project' },
      { from: 'D:\\', to: 'tmp' },
      { from: '', to: 'home' },
    ],
    tree,
  );
  expect(roots.json({ '/': ['/', 'D:\\', 'D:'], x: 'https://a/ D:\\x a / b', '': '' })).toEqual({
    '/t/1/project': ['/t/1/project', '/t/1/tmp', '/t/1/tmp'],
    x: 'https://a/ D:\\x a / b',
    '': '',
  });
});

/** The same rule as one pattern: what the walk has to agree with. */
function byPattern(value: string): string {
  const targets = new Map([
    ['/home/dev', '/t/1/home'],
    ['/home/dev/app', '/t/1/project'],
    ['/home/dev/app/pkg', '/t/1/project/packages'],
    ['C:\\Users\\dev', '/t/1/home'],
  ]);
  const escaped = (path: string): string => path.replaceAll(/[\\/]/g, '\\$&');
  for (const [from, to] of [...targets]) {
    if (from.includes('/')) targets.set(from.replaceAll('/', '\\/'), to.replaceAll('/', '\\/'));
    else targets.set(from.replaceAll('\\', '\\\\'), to);
  }
  const paths = [...targets.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const border = [
    '(?:(?<![\\p{L}\\p{N}_.-])|(?<=\\\\(?:[bfnrt]|u003e)))',
    '(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}_]|\\\\u00e9)',
  ];
  return value.replace(
    new RegExp(`${border[0]}(?:${paths.join('|')})${border[1]}`, 'gu'),
    (path) => targets.get(path) ?? path,
  );
}

test('any text of paths and what may stand around them, as by one pattern', () => {
  const pieces = ['/home/dev', '/app', '/pkg', '/', '\\/home\\/dev', '\\/app', 'C:\\Users\\dev', 'C:\\\\Users\\\\dev'];
  const around = [
    '\\n',
    '\\u003e',
    '\\u00e9',
    '\\',
    'n',
    '.',
    '-',
    '_',
    ' ',
    '"',
    'é',
    '\u{1F600}',
    '\u{10400}',
    '\ud800',
    '7',
    'x',
  ];
  const texts = fc.array(fc.constantFrom(...pieces, ...around), { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (value) => void expect(text(value)).toBe(byPattern(value))),
    { numRuns: 3000 },
  );
});
