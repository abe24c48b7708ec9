import { expect, test } from 'vitest';
import type { Subject } from '../harness/model/subject.ts';
import { unknownEvents } from './registration.ts';

function told(vendors: string[], events: Subject['events']): string[] {
  return unknownEvents({ vendors, events } as unknown as Subject).map((finding) =>
    finding.kind === 'notice' ? finding.message : finding.kind,
  );
}

test('an event that a vendor of the subject has is no news, by whatever name', () => {
  expect(told(['claude-code'], null)).toEqual([]);
  expect(told(['claude-code', 'gemini-cli'], { '*': ['PreToolUse', 'BeforeTool', 'before_tool_execute'] })).toEqual([]);
  expect(told(['claude-code'], { 'claude-code': ['Stop'] })).toEqual([]);
});

test('an event that none of them has is told once, with what may be meant', () => {
  expect(told(['claude-code'], { '*': ['PreToolUse', 'Stpo', 'Stpo'] })).toEqual([
    'it is registered for "Stpo", an event that Claude Code doesn\'t have, so nothing of it was fed; did you mean "Stop"?',
  ]);
  expect(told(['claude-code', 'codex'], { '*': ['BeforeTool'] })).toEqual([
    'it is registered for "BeforeTool", an event that none of its vendors has, so nothing of it was fed; Claude Code calls it "PreToolUse"',
  ]);
  expect(told(['claude-code', 'gemini-cli'], { 'gemini-cli': ['PreToolUse'] })).toEqual([
    expect.stringContaining("an event that Gemini CLI doesn't have"),
  ]);
});
