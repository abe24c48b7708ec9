import { describe, expect, test } from 'vitest';
import type { End } from '../harness/model/observation.ts';
import { outcomeOf } from './outcome.ts';

function told(vendor: string, event: string, code: number | End, stdout: unknown = '', stderr = ''): string {
  const end: End = typeof code === 'number' ? { kind: 'exit', code } : code;
  const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout);
  const { effect, adds } = outcomeOf(vendor, event, { end, stdout: text, stderr });
  return [effect, ...adds].join(' ');
}

const TIMEOUT: End = { kind: 'timeout', timeoutMs: 1000, forced: false };
const nested = (decision: object): object => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } });

describe('surprises that cost people their guards', () => {
  test('Gemini CLI lets exit 2 with empty stderr proceed and blocks on exit 3 with stderr', () => {
    expect(told('gemini-cli', 'BeforeTool', 2)).toBe('error-open');
    expect(told('gemini-cli', 'BeforeTool', 3, '', 'no')).toBe('deny');
  });

  test('Codex rejects a plain allow, ask and a deny without a reason and then runs the tool', () => {
    for (const permissionDecision of ['allow', 'ask', 'deny']) {
      expect(told('codex', 'PreToolUse', 0, nested({ permissionDecision }))).toMatch(/^error-open/);
    }
    expect(told('codex', 'PreToolUse', 0, nested({ permissionDecision: 'deny', permissionDecisionReason: 'no' }))).toBe(
      'deny',
    );
  });

  test('Copilot CLI denies on any non-zero exit of preToolUse but not on a timeout', () => {
    for (const code of [1, 3, 127]) expect(told('copilot-cli', 'preToolUse', code)).toBe('error-closed');
    expect(told('copilot-cli', 'preToolUse', 2)).toBe('deny');
    expect(told('copilot-cli', 'preToolUse', TIMEOUT)).toBe('error-open');
  });

  test('Claude Code honours JSON at exit 1 and ignores stdout at exit 2', () => {
    expect(told('claude-code', 'PreToolUse', 1, { decision: 'block', reason: 'no' })).toBe('deny');
    expect(told('claude-code', 'PreToolUse', 2, { decision: 'approve' }, 'no')).toBe('deny ignored');
  });

  test('Qwen Code ignores the updatedInput that it documents', () => {
    expect(
      told('qwen-code', 'PreToolUse', 0, nested({ permissionDecision: 'allow', updatedInput: { command: 'ls' } })),
    ).toBe('none ignored');
  });
});

test('the other spelling of an event is another dialect of Copilot CLI', () => {
  const denial = nested({ permissionDecision: 'deny', permissionDecisionReason: 'no' });
  expect(told('copilot-cli', 'preToolUse', 0, denial)).toBe('none ignored');
  expect(told('copilot-cli', 'PreToolUse', 0, denial)).toBe('deny');
});

test('what no rule covers is unknown, and says so', () => {
  expect(told('gemini-cli', 'NoSuchEvent', 3)).toBe('unknown');
  expect(outcomeOf('no-such-vendor', 'X', { end: TIMEOUT, stdout: '', stderr: '' }).effect).toBe('unknown');
});

test('a reason is filled in', () => {
  const { why } = outcomeOf('claude-code', 'PreToolUse', { end: { kind: 'exit', code: 7 }, stdout: '', stderr: '' });
  expect(why).toBe("exit 7 is a failed hook, which doesn't block; only exit 2 does");
});

test('a byte order mark is skipped only by vendors that were seen to; of others the outcome is not known', () => {
  const denial = '\uFEFF{"decision":"deny","reason":"no"}';
  expect(told('gemini-cli', 'BeforeTool', 0, denial)).toBe('deny');
  expect(told('qwen-code', 'PreToolUse', 0, denial)).toBe('deny');
  const block = `\uFEFF${JSON.stringify({ decision: 'block', reason: 'no' })}`;
  for (const vendor of ['claude-code', 'codex', 'factory-droid'])
    expect(told(vendor, 'PreToolUse', 0, block)).toBe('unknown');
  // Where nothing printed is read the mark changes nothing.
  expect(told('claude-code', 'PreToolUse', 2, block, 'no')).toBe('deny ignored');
});

test('what a vendor takes out of a stream line by line is no text around the answer', () => {
  const cancel = '{"cancel":true,"errorMessage":"no"}';
  expect(told('cline', 'PreToolUse', 0, `log\n${cancel}`)).toBe('deny');
  expect(told('cline', 'tool_call', 0, `log\n${cancel}`)).toBe('none ignored');
  expect(told('cline', 'tool_call', 0, cancel)).toBe('deny');
  expect(told('cline', 'tool_call', 0, `log\nHOOK_CONTROL\t${cancel}\nmore`)).toBe('deny');
  const deny = '{"permissionDecision":"deny","permissionDecisionReason":"no"}';
  const progress = '{"type":"progress","message":"looking"}';
  expect(told('copilot-cli', 'preToolUse', 0, `${progress}\n${deny}`)).toBe('deny');
  expect(told('copilot-cloud-agent', 'preToolUse', 0, `${progress}\n${deny}`)).toBe('none ignored');
});

test('a follow-up of a sub-agent counts only where it has completed its task', () => {
  const answer = { end: { kind: 'exit', code: 0 }, stdout: '{"followup_message":"go on"}', stderr: '' } as const;
  expect(outcomeOf('cursor', 'subagentStop', answer, { status: 'completed' }).effect).toBe('continue');
  expect(outcomeOf('cursor', 'subagentStop', answer, { status: 'error' }).effect).toBe('none');
  expect(outcomeOf('cursor', 'stop', answer, { status: 'error' }).effect).toBe('continue');
});
