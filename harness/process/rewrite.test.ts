import { expect, test } from 'vitest';
import { rewriter } from './rewrite.ts';

const tree = { root: '/t/1', home: '/t/1/home', tmp: '/t/1/tmp', project: '/t/1/project' };
const { text, json } = rewriter(
  [
    { from: '/home/dev', to: 'home' },
    { from: '/home/dev/app', to: 'project' },
    { from: '/home/dev/app/pkg/', to: 'project', suffix: 'packages' },
    { from: 'C:\\Users\\dev', to: 'home' },
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
])('%s', (from, to) => expect(text(from)).toBe(to));

test.each(['/home/developer', '/home/dev.bak', '/home/dev-2', '/mnt/home/dev', 'x/home/dev', '/home/devé', ''])(
  'not a border: %s',
  (same) => expect(text(same)).toBe(same),
);

test('names and values, a member named __proto__ included', () => {
  const value = JSON.parse('{"/home/dev/a":{"__proto__":"/home/dev"},"n":[1,null,"/home/dev"]}');
  expect(JSON.stringify(json(value))).toBe('{"/t/1/home/a":{"__proto__":"/t/1/home"},"n":[1,null,"/t/1/home"]}');
});
