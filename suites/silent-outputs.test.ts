/** Outputs in which nothing stood are filled up and planted, of each tool those of the payload that has most of them. */
import { expect, test } from 'vitest';
import type { Fixture } from '../harness/model/corpus.ts';
import { at, type JsonValue } from '../harness/model/json.ts';
import { spokenOutputs } from './silent-outputs.ts';
import { fixtureOf } from './testing.ts';

const fed = (name: string, event: string, stdin: Readonly<Record<string, JsonValue>>): Fixture =>
  fixtureOf('claude-code', event, { session_id: 'n', hook_event_name: event, ...stdin }, name);
const ran = (name: string, stdout: string, stderr: string, event = 'PostToolUse', tool = 'Bash'): Fixture =>
  fed(name, event, { tool_name: tool, tool_input: { command: 'ls' }, tool_response: { stdout, stderr } });

const spoken = (...fixtures: readonly Fixture[]): ReturnType<typeof spokenOutputs> =>
  spokenOutputs(fixtures, (name) => ({ seed: 1, scope: name, spawn: 0 }), 512);

test('of each tool the payload with the most empty outputs is taken', () => {
  const made = spoken(
    ran('none', 'x', 'y'),
    ran('one', 'x', ''),
    ran('two', '', ''),
    ran('another two', '', ''),
    ran('one of another tool', 'x', '', 'PostToolUse', 'Other'),
  );
  expect(made.map(({ name, fixture }) => [name, fixture.name])).toEqual([
    ['silent-output/PostToolUse-Bash', 'two+spoken'],
    ['silent-output/PostToolUse-Other', 'one of another tool+spoken'],
  ]);
});

test('what was empty is filled up and planted in three parts, and nothing else is', () => {
  const [made] = spoken(ran('one', 'x', ''));
  expect(made?.canaries.map(({ field, kind }) => [field, kind])).toEqual(
    Array.from({ length: 3 }, () => ['/tool_response/stderr', 'tool-result']),
  );
  const text = at(made?.fixture.stdin, '/tool_response/stderr') as string;
  expect(text.length).toBeGreaterThanOrEqual(512);
  for (const { value } of made?.canaries ?? []) expect(text).toContain(value);
  expect(at(made?.fixture.stdin, '/tool_response/stdout')).toBe('x');
  expect(made?.fixture.how).toBe('synthetic');
});

test('an empty text that is no output stays empty, and counts for nothing', () => {
  const about = (name: string, command: string, stderr: string): Fixture =>
    fed(name, 'PostToolUse', { tool_name: 'Bash', tool_input: { command }, tool_response: { stdout: 'x', stderr } });
  const [made] = spoken(about('no command', '', 'y'), about('silent', '', ''));
  expect(made?.fixture.name).toBe('silent+spoken');
  expect(spoken(about('no command', '', 'y'))).toEqual([]);
  expect(at(made?.fixture.stdin, '/tool_input/command')).toBe('');
  expect(new Set(made?.canaries.map(({ field }) => field))).toEqual(new Set(['/tool_response/stderr']));
});

test('a tool that has no name is one, too; an error that no tool had is none', () => {
  const nameless = fed('nameless', 'PostToolUse', { tool_input: {}, tool_response: { stdout: '' } });
  expect(spoken(nameless).map(({ name }) => name)).toEqual(['silent-output/PostToolUse-tool']);
  expect(spoken(fed('limit', 'StopFailure', { error: 'rate_limit', error_details: '' }))).toEqual([]);
});

test('nothing is taken of a tool that has not run, or that always says something', () => {
  expect(spoken(ran('early', '', '', 'PreToolUse'), ran('full', 'x', 'y'))).toEqual([]);
  expect(spoken()).toEqual([]);
});
