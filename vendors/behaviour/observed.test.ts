import { describe, expect, test } from 'vitest';
import { answerOfCommand } from './command-text.ts';
import { observedIn } from './observed.ts';
import type { RecordedVendor } from './recorded.ts';

function observed(vendor: RecordedVendor, event: string, entry: Readonly<Record<string, unknown>>): string {
  const { effects, adds } = observedIn({ vendor, event, entry });
  return [effects.join('|'), ...adds].join(' ');
}

describe('what an observation of Claude Code shows', () => {
  const base = {
    hook: [{ outcome: 'success' }],
    hooks_fired: [],
    model_saw: {},
    tool_ran: false,
    swapped_ran: false,
    tool_result: null,
    result: { result: 'End one.', terminal_reason: 'completed' },
  };
  const seen = (changes: object, entry: object = { base: { allow: ['Bash'] } }): Readonly<Record<string, unknown>> => ({
    ...entry,
    observed: { ...base, ...changes },
  });

  test.each([
    ['a tool that ran by its own rule', 'PreToolUse', seen({ tool_ran: true }), 'none|allow'],
    ['a tool that ran without a rule', 'PreToolUse', seen({ tool_ran: true }, { base: { allow: ['Read'] } }), 'allow'],
    [
      'a tool that ran although the hook failed',
      'PreToolUse',
      seen({ tool_ran: true, hook: [{ outcome: 'error' }] }),
      'error-open',
    ],
    ['a hook that was cancelled', 'Stop', seen({ hook: [{ outcome: 'cancelled' }] }), 'error-open'],
    ['a tool that did not run', 'PreToolUse', seen({ tool_result: { content: 'MKREASON-1' } }), 'deny|ask'],
    [
      'a refusal by the vendor',
      'PreToolUse',
      seen({ tool_result: { content: 'Permission to use Bash has been denied.' } }),
      'none|allow',
    ],
    ['another command that ran', 'PreToolUse', seen({ swapped_ran: true }), 'none|allow input'],
    ['a loop that ended', 'PostToolUse', seen({ result: { result: '', terminal_reason: 'hook_stopped' } }), 'stop'],
    [
      'a prompt that was blocked',
      'UserPromptSubmit',
      seen({ result: { result: 'UserPromptSubmit operation blocked by hook:' } }),
      'deny',
    ],
    ['an event that fired again', 'Stop', seen({ hooks_fired: ['Stop', 'Stop'] }), 'continue'],
    ['a context that the model saw', 'SessionStart', seen({ model_saw: { 'MKCTX-1': {} } }), 'none|allow context'],
    [
      'a result that the model saw',
      'PostToolUse',
      seen({ tool_ran: true, model_saw: { 'MKOUT-1': {} } }),
      'none|allow result',
    ],
    [
      'a dialog that stayed',
      'PermissionRequest',
      { observed_in_words: 'Not a denial: the dialog stayed.' },
      'none|error-open',
    ],
    ['words that say nothing', 'PermissionRequest', { observed_in_words: 'It rained.' }, 'unknown'],
  ] as const)('%s', (_name, event, entry, expected) => {
    expect(observed('claude-code', event, entry)).toBe(expected);
  });
});

describe('what an observation of Gemini CLI and Qwen Code shows', () => {
  test.each([
    ['gemini-cli', 'BeforeTool', { outcome: 'blocked', agent_continued: true }, 'deny'],
    ['gemini-cli', 'BeforeTool', { outcome: 'blocked', agent_continued: false }, 'ask'],
    ['gemini-cli', 'BeforeTool', { outcome: 'proceeded', stderr_hook_lines: [] }, 'none|allow'],
    ['gemini-cli', 'BeforeTool', { outcome: 'proceeded', shown_on_stderr: [] }, 'none|allow|error-open'],
    [
      'gemini-cli',
      'BeforeTool',
      { outcome: 'proceeded with rewritten input', rewritten_tool_ran: true, stderr_hook_lines: [] },
      'none|allow input',
    ],
    ['gemini-cli', 'BeforeAgent', { model_calls: 0, stderr_hook_lines: ['Agent execution stopped: x'] }, 'stop'],
    ['gemini-cli', 'BeforeAgent', { model_calls: 0, stderr_hook_lines: [] }, 'deny'],
    [
      'gemini-cli',
      'BeforeAgent',
      { model_calls: 1, stderr_hook_lines: ['Hook(s) [x] failed for event BeforeAgent'] },
      'error-open',
    ],
    ['gemini-cli', 'AfterAgent', { model_calls: 2, stderr_hook_lines: [] }, 'continue'],
    ['gemini-cli', 'AfterTool', { model_saw: { error: 'HOOK-REASON' }, stderr_hook_lines: [] }, 'none result'],
    ['qwen-code', 'UserPromptSubmit', { model_calls: 0 }, 'deny|stop'],
    ['qwen-code', 'UserPromptSubmit', { model_calls: 2, hook_text_as_sent: 'x' }, 'none|allow|error-open context'],
    ['qwen-code', 'PreToolUse', { tool_ran: false, model_saw: 'HOOK-REASON' }, 'deny|ask'],
    ['qwen-code', 'PreToolUse', { ran: false, model_saw: 'Matching deny rule: x' }, 'none|allow'],
  ] as const)('%s %s %j', (vendor, event, seen, expected) => {
    expect(observed(vendor, event, { observed: seen })).toBe(expected);
  });
});

describe('what the words of a recording say', () => {
  test.each([
    ['codex', 'PreToolUse', { outcome: 'tool blocked' }, 'deny'],
    ['codex', 'PreToolUse', { outcome: 'proceeded, hook output had no effect' }, 'none|allow'],
    [
      'codex',
      'PreToolUse',
      { outcome: 'proceeded, hook output had no effect (hook reported as failed)' },
      'error-open',
    ],
    [
      'codex',
      'UserPromptSubmit',
      { outcome: 'turn stopped before any model request', hook_status_shown: ['UserPromptSubmit Stopped'] },
      'stop',
    ],
    ['codex', 'Stop', { outcome: 'agent continued (1 extra model requests)' }, 'continue'],
    ['codex', 'PostToolUse', { outcome: 'tool ran; its result was replaced by the hook text' }, 'none result'],
    [
      'codex',
      'PermissionRequest',
      { outcome: 'hook had no effect: user was asked', hook_lines_on_screen: ['• Hook failed'] },
      'error-open',
    ],
    [
      'copilot-cli',
      'preToolUse',
      { outcome: 'tool blocked', tool_output_seen_by_model: ['Denied (hook errored)'] },
      'error-closed',
    ],
    [
      'copilot-cli',
      'preToolUse',
      { outcome: 'tool blocked', tool_output_seen_by_model: ['Denied by preToolUse hook (unable to ask user)'] },
      'ask',
    ],
    ['copilot-cli', 'postToolUse', { outcome: 'rewritten' }, 'none|allow result'],
    ['copilot-cli', 'preToolUse', { outcome: 'rewritten' }, 'none|allow input'],
    ['opencode', 'tool.execute.before', { outcome: 'something new' }, 'unknown'],
  ] as const)('%s %s %j', (vendor, event, entry, expected) => {
    expect(observed(vendor, event, entry)).toBe(expected);
  });
});

describe('what the commands of the recordings answer', () => {
  test.each([
    [`echo '{"decision":"allow"}'`, 0, '{"decision":"allow"}\n', ''],
    ['echo HOOK-ERR one 1>&2; exit 2', 2, '', 'HOOK-ERR one\n'],
    [`sh -c 'cat >/dev/null; echo deny >&2; exit 2'`, 2, '', 'deny\n'],
    ['/home/dev/no-such-hook', 127, '', 'bash: line 1: /home/dev/no-such-hook: No such file or directory\n'],
  ])('%s', (command, code, stdout, stderr) => {
    expect(answerOfCommand(command)).toEqual({ end: { kind: 'exit', code }, stdout, stderr });
  });

  test('a command that kills itself', () => {
    expect(answerOfCommand('kill -9 $$').end).toEqual({ kind: 'signal', signal: 'SIGKILL' });
  });
});
