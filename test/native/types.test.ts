import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import { isTool } from '../../harness/types.ts';
import { nativeTypes } from '../../scripts/generate-native-types.ts';
import type {
  AnswerOf,
  PayloadFrom,
  PayloadOf,
  ToolCallOf,
  ToolInputOf,
  ToolPayloadOf,
  ToolResultOf,
} from '../../types/generated/native/index.d.ts';
import { root } from './ajv.ts';

test('the types are what the schemas say (npm run generate)', () => {
  for (const [file, text] of nativeTypes(root)) {
    expect([file, readFileSync(join(root, file), 'utf8')]).toEqual([file, text]);
  }
});

test('a payload is found by vendor and event', () => {
  expectTypeOf<PayloadOf<'claude-code', 'PreToolUse'>['tool_name']>().toEqualTypeOf<string>();
  expectTypeOf<PayloadOf<'claude-code', 'PreToolUse'>['hook_event_name']>().toEqualTypeOf<'PreToolUse'>();
  expectTypeOf<PayloadOf<'codex', 'Stop'>['transcript_path']>().toEqualTypeOf<string | null>();
  expectTypeOf<PayloadOf<'copilot-cli', 'preToolUse'>['toolArgs']>().toEqualTypeOf<Record<string, unknown> | string>();
  expectTypeOf<AnswerOf<'claude-code', 'PreToolUse'>['decision']>().toEqualTypeOf<'approve' | 'block' | undefined>();
});

test('the payloads of a vendor are a union that the name of the event narrows', () => {
  const read = (payload: PayloadFrom<'gemini-cli'>): string => {
    switch (payload.hook_event_name) {
      case 'BeforeTool':
        return payload.tool_name;
      case 'SessionEnd':
        return payload.reason;
      default:
        return payload.session_id;
    }
  };
  const ended = {
    session_id: 's',
    transcript_path: 't',
    cwd: '/',
    hook_event_name: 'SessionEnd',
    timestamp: 'x',
    reason: 'exit',
  } as const;
  expect(read(ended)).toBe('exit');
});

test('the arguments and the result of a known tool are found by its name', () => {
  expectTypeOf<ToolInputOf<'claude-code', 'Bash'>['command']>().toEqualTypeOf<string>();
  expectTypeOf<ToolInputOf<'opencode', 'edit'>['oldString']>().toEqualTypeOf<string>();
  expectTypeOf<ToolResultOf<'codex', 'Bash'>>().toEqualTypeOf<string>();
  expectTypeOf<ToolResultOf<'claude-code', 'TodoWrite'>['newTodos']>().toEqualTypeOf<Record<string, unknown>[]>();
  type Written = ToolPayloadOf<'gemini-cli', 'AfterTool', 'write_file'>;
  expectTypeOf<Written['tool_name']>().toEqualTypeOf<'write_file'>();
  expectTypeOf<Written['tool_input']['content']>().toEqualTypeOf<string>();
  expectTypeOf<Written['session_id']>().toEqualTypeOf<string>();
});

test('a call of a known tool is a union that the name of the tool narrows', () => {
  const read = (call: ToolCallOf<'claude-code', 'PreToolUse'>): string => {
    switch (call.tool_name) {
      case 'Bash':
        return call.tool_input.command;
      case 'Edit':
        return call.tool_input.old_string;
      default:
        return call.session_id;
    }
  };
  const call = { tool_name: 'Bash', tool_input: { command: 'ls' } } as ToolCallOf<'claude-code', 'PreToolUse'>;
  expect(read(call)).toBe('ls');
});

test('a tool is told wherever its vendor names it', () => {
  expect(isTool('claude-code', { tool_name: 'Bash' }, 'Bash')).toBe(true);
  expect(isTool('claude-code', { tool_name: 'mcp__a__b' }, 'Bash')).toBe(false);
  expect(isTool('copilot-cli', { toolName: 'bash' }, 'bash')).toBe(true);
  expect(isTool('cline', { preToolUse: { toolName: 'execute_command' } }, 'execute_command')).toBe(true);
  expect(isTool('opencode', { input: { tool: 'bash' } }, 'bash')).toBe(true);
  expect(isTool('codex', null, 'Bash')).toBe(false);
});
