import { describe, expect, test } from 'vitest';
import type { HookAnswer } from '../answer-checks.ts';
import { judgeHookAnswer, unreadMembers } from './hook.ts';

function brokenBy(stdout: unknown, changes: Partial<HookAnswer> = {}): readonly string[] {
  const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout);
  const answer: HookAnswer = { end: { kind: 'exit', code: 0 }, stdout: text, stderr: '', ...changes };
  return judgeHookAnswer(answer).flatMap((finding) => (finding.kind === 'broken' ? [finding.requirement] : []));
}

describe('canonical hook output', () => {
  test.each([
    ['nothing', ''],
    ['an empty object', {}],
    ['a denial', { decision: 'deny', reason: 'no' }],
    [
      'every member',
      {
        decision: 'ask',
        reason: 'r',
        continue: true,
        context: 'c',
        updated_input: {},
        suppress_output: false,
        system_message: 's',
      },
    ],
    ['members of other origin', { decision: 'allow', vendor_extra: 1 }],
    ['white space around it', ' \n{"decision":"allow"}\r\n'],
  ])('%s passes', (_name, stdout) => {
    expect(brokenBy(stdout)).toEqual([]);
  });

  test.each([
    ['a banner before it', 'shell ready\n{"decision":"deny"}', 'HIF-OUT-001'],
    ['text after it', '{"decision":"deny"}\ndone', 'HIF-OUT-001'],
    ['two documents', '{}{}', 'HIF-OUT-001'],
    ['an array', '[{"decision":"deny"}]', 'HIF-OUT-001'],
    ['text', 'all is well', 'HIF-OUT-001'],
    ['a byte order mark', '\uFEFF{"decision":"deny"}', 'HIF-OUT-001'],
    ['another word', { decision: 'block' }, 'HIF-OUT-005'],
    ['a word in capitals', { decision: 'DENY' }, 'HIF-OUT-005'],
    ['a decision that is none', { decision: true }, 'HIF-OUT-005'],
    ['a reason that is an object', { reason: {} }, 'HIF-OUT-007'],
    ['continue as a text', { continue: 'no' }, 'HIF-OUT-009'],
    ['context as a list', { context: ['a'] }, 'HIF-OUT-012'],
    ['an input that is a text', { updated_input: 'ls' }, 'HIF-OUT-014'],
    ['an input that is null', { updated_input: null }, 'HIF-OUT-014'],
    ['suppress_output as a number', { suppress_output: 1 }, 'HIF-OUT-016'],
    ['a message that is a number', { system_message: 1 }, 'HIF-OUT-017'],
  ])('%s fails', (_name, stdout, requirement) => {
    expect(brokenBy(stdout)).toEqual([requirement]);
  });
});

describe('exit codes', () => {
  test.each([0, 1, 2])('%i has a meaning', (code) => {
    expect(brokenBy('', { end: { kind: 'exit', code } })).toEqual([]);
  });

  test.each([
    { kind: 'exit', code: 3 } as const,
    { kind: 'exit', code: 127 } as const,
    { kind: 'signal', signal: 'SIGSEGV' } as const,
  ])('%j has none', (end) => {
    expect(brokenBy('', { end })).toEqual(['HIF-EXIT-014']);
  });
});

test('what hides the JSON is said, and a member that nobody reads is named', () => {
  const exit = { kind: 'exit', code: 0 } as const;
  const why = (stdout: string): readonly string[] =>
    judgeHookAnswer({ end: exit, stdout, stderr: '' }).flatMap((one) => (one.kind === 'broken' ? [one.message] : []));
  const denial = '{"decision":"deny","reason":"no"}';
  expect(why(`\uFEFF${denial}`)).toEqual(['stdout is not one JSON document: a byte order mark stands before it']);
  expect(why(Buffer.from(denial, 'utf16le').toString('utf8'))).toEqual([
    'stdout is not one JSON document: it is UTF-16, not UTF-8',
  ]);
  expect(why(`hi\n${denial}`)).toEqual(['stdout is not one JSON document: it begins with "hi"']);
  expect(unreadMembers({ end: exit, stdout: '{"decison":"deny","hookSpecificOutput":{}}', stderr: '' })).toEqual([
    'decison; did you mean "decision"?',
    'hookSpecificOutput',
  ]);
  expect(unreadMembers({ end: exit, stdout: denial, stderr: '' })).toEqual([]);
});
