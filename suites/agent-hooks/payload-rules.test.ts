/** What is said of the events that came of one native payload: section 8, names and arguments of actions, and the rest. */
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../harness/model/json.ts';
import { inShort } from '../approved.ts';
import type { Emission } from '../emissions.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { fixtureOf, subjectOf } from '../testing.ts';
import { judgeEmission, type StyleFact, typeOfEvent } from './payload-rules.ts';

type Document = Readonly<Record<string, unknown>>;
type Payload = Readonly<Record<string, JsonValue>>;

interface Given {
  readonly vendor?: string;
  readonly event: string;
  readonly stdin?: Payload;
  readonly events: readonly Document[];
  readonly changes?: Partial<Emission>;
  readonly prompts?: boolean;
}

let made = 0;
const event = (event_type: unknown, more: Document = {}): Document => ({
  event_type,
  event_id: String(made++),
  source: { tool: '' },
  ...more,
});

function judged(given: Given): { readonly findings: readonly string[]; readonly styles: readonly StyleFact[] } {
  const { vendor = 'claude-code', event: name, stdin = {}, events, changes = {}, prompts = true } = given;
  const verdicts = new Verdicts();
  const subject = subjectOf({ role: 'emitter', spec: 'agent-hooks' });
  const emission: Emission = {
    fixture: fixtureOf(vendor, name, stdin),
    events: events.map((value, index) => ({ value, text: JSON.stringify(value), spawn: 0, line: index + 1 })),
    valid: events.map(() => true),
    garbled: false,
    end: { kind: 'exit', code: 0 },
    ...changes,
  };
  const styles = judgeEmission(emission, { ...subject, surface: { ...subject.surface, prompts } }, verdicts);
  return { findings: [...inShort(verdicts.findings())], styles };
}

/** What is said of one row: its mark, or nothing. */
function said(row: string, given: Given): string {
  const found = judged(given).findings.filter((one) => one.slice(1) === row);
  return found.map((one) => one[0]).join('');
}

test('an event whose type is no text has none', () => {
  expect(typeOfEvent({ value: { event_type: 7 } })).toBe('');
});

describe('a cell of section 8', () => {
  const PROMPT = event('Prompt.Submitted');
  const asked = (events: readonly Document[], changes: Partial<Emission> = {}): Given => ({
    event: 'UserPromptSubmit',
    stdin: { prompt: 'hi' },
    events,
    changes,
  });
  const other = event('Agent.Response');
  test.each([
    ['its type', '+', asked([PROMPT])],
    ['its type beside something else', '+', asked([other, PROMPT], { garbled: true })],
    ['another type', '!', asked([other])],
    ['nothing', '!', asked([])],
    ['nothing and an end by a signal', '!', asked([], { end: { kind: 'signal', signal: 'SIGKILL' } })],
    ['a type that is no text', '!', asked([event(7)])],
    ['something that is no event', '?', asked([], { garbled: true })],
    ['another type and something that is no event', '?', asked([other], { garbled: true })],
    ['its type in a broken envelope', '?', asked([PROMPT], { valid: [false] })],
    ['its type twice, once whole', '+', asked([PROMPT, event('Prompt.Submitted')], { valid: [false, true] })],
    ['nothing of a subject that has no prompts', '', { ...asked([]), prompts: false }],
  ] as const)('%s: "%s"', (_, expected, given) => {
    expect(said('AH-MAP-013', given)).toBe(expected);
  });

  test('one of the two styles of a vendor is left to the run', () => {
    const given = (events: readonly Document[]): Given => ({
      vendor: 'copilot-cli',
      event: 'userPromptSubmitted',
      events,
    });
    const fact = { row: 'AH-MAP-015', vendor: 'copilot-cli', style: 'userPromptSubmitted' };
    expect(judged(given([PROMPT]))).toEqual({ findings: [], styles: [{ ...fact, fault: null }] });
    const { findings, styles } = judged(given([]));
    expect(findings).toEqual([]);
    expect(styles).toMatchObject([{ ...fact, fault: { expected: 'Prompt.Submitted', actual: 'nothing' } }]);
    expect(styles[0]?.fault?.message).toContain('userPromptSubmitted gave nothing');
  });
});

test('AH-MPX-002: two events of one payload have two ids', () => {
  const [one, two] = [event('Agent.Response', { event_id: 'a' }), event('Agent.Response', { event_id: 'b' })];
  expect(said('AH-MPX-002', { event: 'Stop', events: [one, two] })).toBe('+');
  expect(said('AH-MPX-002', { event: 'Stop', events: [one, two, one] })).toBe('!');
  expect(said('AH-MPX-002', { event: 'Stop', events: [one] })).toBe('');
  const nameless = [undefined, null, 7, 7].map((event_id) => ({ ...one, event_id }));
  expect(said('AH-MPX-002', { event: 'Stop', events: nameless })).toBe('');
  expect(said('AH-MPX-002', { event: 'Stop', events: [one, ...nameless, two] })).toBe('+');
});

/** A tool call of Claude Code, and an action with this name that came of it. */
function call(tool_name: string, name: unknown, more: Partial<Given> = {}, tool_input: JsonValue = {}): Given {
  const events = [event('Action.Before', { data: { action: { name } } })];
  return { event: 'PreToolUse', stdin: { tool_name, tool_input }, events, ...more };
}

describe('the standard name of an action', () => {
  test.each([
    [
      'AH-DAT-031',
      'Bash',
      [
        ['shell', '+'],
        ['bash', '!'],
        ['', ''],
        [7, ''],
        [undefined, ''],
      ],
    ],
    [
      'AH-DAT-032',
      'Read',
      [
        ['read_file', '+'],
        ['Read', '!'],
      ],
    ],
    [
      'AH-DAT-033',
      'Write',
      [
        ['write_file', '+'],
        ['code_edit', '+'],
        ['read_file', '!'],
      ],
    ],
    [
      'AH-DAT-035',
      'WebSearch',
      [
        ['web_search', '+'],
        ['search', '!'],
      ],
    ],
    [
      'AH-DAT-035',
      'WebFetch',
      [
        ['web_search', '+'],
        ['fetch', '+'],
      ],
    ],
    ['AH-DAT-031', 'Agent', [['agent', '']]],
  ] as const)('%s of %s', (row, tool, names) => {
    for (const [name, expected] of names) expect(said(row, call(tool, name)), String(name)).toBe(expected);
  });

  test('only actions have one', () => {
    const events = [event('Agent.Response', { data: { action: { name: 'bash' } } })];
    expect(said('AH-DAT-031', call('Bash', '', { events }))).toBe('');
  });

  test.each([
    ['+', 'search_code', 'mcp:search_code'],
    ['+', 'search_code', 'mcp:github.search_code'],
    ['+', 'search_code', 'mcp:github_search_code'],
    ['+', 'github-search', 'mcp:srv/github.search'],
    ['!', 'search_code', 'mcp:github'],
    ['!', 'search_code', 'mcp:search'],
    ['!', 'search_code', 'mcp:'],
    ['!', 'search_code', 'search_code'],
    ['!', 'search_code', 'xmcp:search_code'],
  ] as const)('AH-DAT-034: "%s" of %s under the name %s', (expected, tool, name) => {
    expect(said('AH-DAT-034', call(`mcp__github__${tool}`, name))).toBe(expected);
    expect(said('AH-DAT-034', call(`mcp__github__${tool}`, name, { event: 'NobodyKnows' }))).toBe(expected);
  });

  test('AH-DAT-034: an event that stands for MCP tools names the tool itself, or none', () => {
    const cursor = (name: string, stdin: Payload): Given => ({
      ...call('', name),
      vendor: 'cursor',
      event: 'beforeMCPExecution',
      stdin,
    });
    expect(said('AH-DAT-034', cursor('mcp:search', { tool_name: 'search' }))).toBe('+');
    expect(said('AH-DAT-034', cursor('mcp:other', { tool_name: 'search' }))).toBe('!');
    expect(said('AH-DAT-034', cursor('mcp:other', {}))).toBe('+');
  });

  test('AH-DAT-034: a tool that calls MCP tools names the real one only in its input', () => {
    const stdin = { preToolUse: { toolName: 'use_mcp_tool', parameters: {} } };
    expect(said('AH-DAT-034', call('', 'mcp:anything', { vendor: 'cline', stdin }))).toBe('+');
    expect(said('AH-DAT-034', call('', 'use_mcp_tool', { vendor: 'cline', stdin }))).toBe('!');
  });
});

test('AH-MPX-004: a failed tool has not succeeded', () => {
  const failed = (result: unknown, type = 'Action.After', name = 'PostToolUseFailure'): string =>
    said('AH-MPX-004', {
      event: name,
      stdin: { tool_name: 'Agent' },
      events: [event(type, { data: { action: { name: 'agent', result } } })],
    });
  expect(failed({ success: false })).toBe('+');
  expect(failed({ success: true })).toBe('!');
  expect(failed({})).toBe('!');
  for (const none of [undefined, 'failed']) expect(failed(none)).toBe('');
  expect(failed({ success: true }, 'Action.Before')).toBe('');
  expect(failed({ success: true }, 'Action.After', 'PostToolUse')).toBe('');
});

describe('AH-MPX-005: what the tool was called with is in the action', () => {
  const kept = (tool: string, input: JsonValue, action: Document): string =>
    said('AH-MPX-005', call(tool, '', { events: [event('Action.Before', { data: { action } })] }, input));
  const long = (length: number): string => 'git '.padEnd(length, 'x');
  test.each([
    ['+', 'Bash', { command: 'git status' }, { name: 'shell', input: { command: 'git status' } }],
    ['+', 'Bash', { command: 'git status' }, { name: 'shell', input: ['git'] }],
    ['+', 'Bash', { command: 'git status' }, { name: 'shell', input: { command: '[REDACTED]' } }],
    ['!', 'Bash', { command: 'git status' }, { name: 'shell', input: { command: '' } }],
    ['!', 'Bash', { command: 'git status' }, { name: 'git' }],
    ['!', 'Bash', { command: 'git status' }, { input: { command: 'git status' } }],
    ['!', 'Bash', { command: 'git status' }, { name: 7, input: { command: 'git status' } }],
    ['+', 'Bash', { command: 'cat /tmp/x.md' }, { name: 'shell', input: { command: 'cat …' } }],
    ['!', 'Bash', { command: 'git' }, { name: 'shell' }],
    ['', 'Bash', { command: 'ls' }, { name: 'shell' }],
    ['!', 'Bash', { timeout: 700, command: 'git status' }, { name: 'shell' }],
    ['!', 'Bash', { command: long(299) }, { name: 'shell' }],
    ['', 'Bash', { command: long(300) }, { name: 'shell' }],
    ['', 'Bash', { timeout: 700 }, { name: 'shell' }],
    ['', 'Bash', { command: ' git status' }, {}],
    ['!', 'Bash', '{"command":"git status"}', { name: 'shell', input: '{"command' }],
    ['+', 'Bash', '{"command":"git status"}', { name: 'shell', input: 'git' }],
    ['+', 'Bash', 'git status', { name: 'shell', input: 'git' }],
    ['!', 'Bash', 'git status', { name: 'shell', input: 'status' }],
    ['+', 'Bash', ['git', 'status'], { name: 'shell', input: 'git' }],
    ['!', 'Bash', ['git', 'status'], { name: 'shell', input: 'status' }],
    ['+', 'Read', { file_path: '/home/dev/notes.md' }, { name: 'read_file', input: { path: '/elsewhere/notes.md' } }],
    ['!', 'Edit', { file_path: '/home/dev/notes.md' }, { name: 'code_edit', input: { path: '/home/dev' } }],
    ['', 'Write', { file_path: '/home/dev/' }, {}],
    ['', 'WebSearch', { query: 'hooks' }, { name: 'web_search' }],
  ] as const)('"%s" of %s %o as %o', (expected, tool, input, action) => {
    expect(kept(tool, input as JsonValue, action)).toBe(expected);
  });
});

test('AH-MPX-003: only a Plan sub-agent plans', () => {
  const started = (stdin: Payload, type: string, name = 'SubagentStart'): string =>
    said('AH-MPX-003', { event: name, stdin, events: [event(type)] });
  expect(started({ agent_type: 'Explore' }, 'Agent.Notification')).toBe('+');
  expect(started({ agent_type: 'Explore' }, 'Agent.Plan.Start')).toBe('!');
  expect(started({ agent_type: 'Plan' }, 'Agent.Plan.Start')).toBe('');
  expect(started({}, 'Agent.Plan.Start')).toBe('');
  expect(started({ agent_type: 'Explore' }, 'Agent.Plan.Start', 'SubagentStop')).toBe('');
});

describe('the start of a compaction', () => {
  const compacted = (row: string, more: Document, trigger = 'auto', name = 'PreCompact'): string =>
    said(row, { event: name, stdin: { trigger }, events: [event('Context.Compaction', more)] });
  test('AH-DAT-051: nobody knows yet what will be left, unless it is counted', () => {
    for (const [tokens_after, expected] of [
      [undefined, '+'],
      [5, '+'],
      [1.5, '!'],
      ['few', '!'],
      [null, '!'],
    ] as const)
      expect(compacted('AH-DAT-051', { data: { tokens_after } }), String(tokens_after)).toBe(expected);
    expect(compacted('AH-DAT-051', { data: { tokens_after: 'few' } }, 'auto', 'Stop')).toBe('');
  });

  test('AH-ACT-008: the system compacts of its own accord', () => {
    const by = (type: unknown, trigger?: string): string => compacted('AH-ACT-008', { actor: { type } }, trigger);
    expect([by('system'), by('user'), by('ai_agent')]).toEqual(['+', '!', '!']);
    expect([by(7), by(undefined), by('user', 'manual')]).toEqual(['', '', '']);
  });
});

test('AH-SRC-004: source.tool as section 6.1 spells it', () => {
  const from = (tool: unknown, vendor = 'claude-code'): string =>
    said('AH-SRC-004', { vendor, event: 'Stop', events: [event('Agent.Response', { source: { tool } })] });
  expect([from('claude-code'), from('Claude Code')]).toEqual(['+', '!']);
  expect([from('copilot', 'copilot-cli'), from('copilot-cli', 'copilot-cli')]).toEqual(['+', '!']);
  expect([from(''), from(7), from(undefined), from('anything', 'codex')]).toEqual(['', '', '', '']);
});

describe('AH-DAT-036: an edit that the editor itself made', () => {
  const edited = (event_type: string, name: unknown, event = 'afterTabFileEdit'): string =>
    said('AH-DAT-036', {
      vendor: 'cursor',
      event,
      stdin: { file_path: '/a.ts', edits: [], hook_event_name: event },
      events: [{ event_type, data: { action: { name } } }],
    });
  test.each([
    ['Action.After', 'code_edit', '+'],
    ['Action.Before', 'code_edit', '+'],
    ['Action.After', 'write_file', '!'],
    ['Action.After', 'tab_edit', '!'],
    ['Action.After', undefined, ''],
    ['Action.After', null, ''],
    ['Action.After', '', ''],
    ['vendor.cursor.TabFileEdit', 'tab_edit', ''],
  ] as const)('%s named %s: "%s"', (type, name, expected) => {
    expect(edited(type, name)).toBe(expected);
    expect(edited(type, name, 'afterFileEdit')).toBe('');
  });
});
