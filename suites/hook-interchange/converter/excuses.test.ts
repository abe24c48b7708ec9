import { describe, expect, it } from 'vitest';
import { excuses, type Side } from './excuses.ts';

/** Whether one warning excuses a loss of the second of three hooks, which stands on before_prompt. */
function of(warning: string, side: Side): boolean {
  return excuses(warning, { side, index: 1, event: 'before_prompt' }, 3);
}

describe('a warning about something else excuses nothing', () => {
  it.each([
    ['hook 2: windsurf has no timeout: 10 seconds are dropped', 'hook'],
    ['hook 2: windsurf has no timeout: 10 seconds are dropped', 'matcher'],
    ['hooks[1].handler.env is not supported', 'hook'],
    ['{"code":"custom_env","message":"variables are dropped","hook":2}', 'matcher'],
    ['hook 2: cwd is ignored', 'hook'],
    ['platform_commands is degraded', 'matcher'],
    ['blocking has no effect there', 'hook'],
    ['the hook ./g-1.sh is dropped', 'hook'],
    ['hooks[2] is skipped: no such event', 'hook'],
    ['session_end has no equivalent', 'hook'],
    ['PreToolUse: the matcher is lost', 'matcher'],
    ['hooks[0].matcher cannot be expressed', 'matcher'],
    ['the hook ./g-1.sh: env is lost', 'env'],
    ['hook 2: its matcher is lost', 'env'],
    ['hook 2 on before_prompt is an approximation', 'env'],
    ['hook 2 is reduced', 'env'],
    ['/hooks/0 is reduced', 'hook'],
    ['hooks[12] is reduced', 'hook'],
    ['{"hookIndex":5}', 'hook'],
    ['{"hook":5}', 'hook'],
    ['hook : 5 is reduced', 'hook'],
    ['hook: 5 is reduced', 'hook'],
    ['hook #5 is reduced', 'hook'],
    ['hook 15 is reduced', 'hook'],
    ['the shell has no env', 'hook'],
  ] as const)('%s (%s)', (warning, side) => expect(of(warning, side)).toBe(false));
});

describe('a warning excuses what it may be about, in whatever words', () => {
  it.each([
    ['something was lost', 'hook'],
    ['something was lost', 'matcher'],
    ['lossy', 'env'],
    ['2 hooks skipped', 'hook'],
    ['hook ./g-2.sh (timeout 10 s): not supported', 'hook'],
    ['hook 2 skipped: environment variables are not available', 'hook'],
    ['{"code":"hook-dropped","message":"blocking on before_prompt","hook":1}', 'hook'],
    ['UserPromptSubmit has no counterpart', 'hook'],
    ['beforeSubmitPrompt: unsupported', 'matcher'],
    ['before_prompt and session_end are left out', 'hook'],
    ['{"code":"W7","message":"reduced","hook":1}', 'matcher'],
    ['{"code":"W7","message":"reduced","hook":2}', 'hook'],
    ['no tool filter is possible, timeouts neither', 'matcher'],
    ['run_shell_command runs without env', 'matcher'],
    ['the whole hook and its timeout are dropped', 'hook'],
    ['$.hooks[1].handler.timeout rounded', 'time'],
    ['env: dropped', 'env'],
    ['the hook(its env)dropped', 'hook'],
    ['the notification is reduced', 'hook'],
    ['the event has no cwd', 'hook'],
    ['no counterpart; env is lost', 'hook'],
    ['the event with that cwd is not supported', 'matcher'],
    ['at position 2, Umgebungsvariablen (env) entfallen', 'env'],
  ] as const)('%s (%s)', (warning, side) => expect(of(warning, side)).toBe(true));
});

it('numbers of a decoder may count the hooks of the configuration', () => {
  const loss = { side: 'hook', index: 1, event: 'before_prompt' } as const;
  expect(excuses('hook 7 is lost', loss, 3, false)).toBe(true);
  expect(excuses('hook 7 is lost', loss, 3)).toBe(false);
});

it.each([
  ['before_tool_selection: env is lost', 'before_tool_selection', 'hook'],
  ['tool.execute.before: reduced', 'before_tool_execute', 'env'],
  ['BeforeToolSelection: env is lost', 'before_tool_selection', 'hook'],
] as const)('the name of an event says nothing of a matcher: %s', (warning, event, side) => {
  expect(excuses(warning, { side, index: 0, event }, 1)).toBe(false);
});
