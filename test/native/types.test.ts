import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import { nativeTypes } from '../../scripts/generate-native-types.ts';
import type { AnswerOf, PayloadFrom, PayloadOf } from '../../types/generated/native/index.d.ts';
import { root } from './ajv.ts';

test('the types are what the schemas say (npm run generate)', () => {
  for (const [file, text] of nativeTypes(root)) {
    expect([file, readFileSync(join(root, file), 'utf8')]).toEqual([file, text]);
  }
});

test('a payload is found by vendor and event', () => {
  expectTypeOf<PayloadOf<'claude-code', 'PreToolUse'>['tool_use_id']>().toEqualTypeOf<string>();
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
