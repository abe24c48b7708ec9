import { expect, test } from 'vitest';
import { checkMembers } from './member-roles.ts';

test.each([
  ['converter', 'guard', true],
  ['runner', 'worker', true],
  ['hook', 'supports', ['session']],
  ['hook', 'output', 'log'],
  ['hook', 'drive', 'scenario'],
  ['emitter', 'url', 'http://127.0.0.1/'],
  ['emitter', 'surfaces', ['vs-code']],
  ['hook', 'commands', { decode: ['x'] }],
  ['runner', 'tools', ['shell']],
] as const)('a %s with "%s" is refused', (role, name, value) => {
  expect(() => checkMembers({ command: ['./x'], [name]: value }, role)).toThrow(
    new RegExp(`^"${name}" belongs to an? .*, and the subject \\./x is an? ${role}$`),
  );
});

test('what says no more than its absence is taken, and so is what a hook shares with an emitter', () => {
  checkMembers({ guard: false, output: 'stdout', supports: [], worker: false, timeout: 3 }, 'converter');
  checkMembers({ verbose: { env: {} }, rollout: true }, 'hook', 'emitter');
});
