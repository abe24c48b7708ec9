import { expect, test } from 'vitest';
import type { Scripted } from './testing.ts';
import { judgeAll, planContext } from './testing.ts';

const NO: Scripted = { end: { kind: 'exit', code: 2 }, stderr: 'no' };
const context = await planContext({
  guard: true,
  vendors: ['claude-code'],
  events: { '*': ['PreToolUse'] },
  tools: ['shell'],
});

/** What a guard against `rm -rf` isn't, by its answers. */
function notDeclared(answer: (spawn: number) => Scripted): readonly string[] {
  const dangerous = /rm\s+-rf|rm\\u0020-rf|\\u0072\\u006d/u;
  return judgeAll(context, (_vendor, _event, { stdin, spawn }) => (dangerous.test(stdin) ? answer(spawn) : {})).flatMap(
    (finding) => (finding.kind === 'broken' && finding.requirement === 'DC-GUARD' ? [finding.message] : []),
  );
}

test('a guard that stops only the first of several at once is found', () => {
  // Alone each spawn is the first; of six that run at once one gets the lock.
  const plan = (spawn: number): Scripted => (spawn < 4 ? NO : {});
  expect(notDeclared(plan)).toContainEqual(
    expect.stringMatching(/when it runs alone and lets \d of 6 pass that run at once$/),
  );
});

test('a guard that decides by chance is found, whichever way the first one fell', () => {
  expect(notDeclared((spawn) => (spawn === 0 ? NO : {}))).toContainEqual(expect.stringContaining('once more'));
  expect(notDeclared((spawn) => (spawn === 0 ? {} : NO))).toContainEqual(
    expect.stringMatching(/lets shell rm -rf \/ pass and stops it when it is sent once more/),
  );
});
