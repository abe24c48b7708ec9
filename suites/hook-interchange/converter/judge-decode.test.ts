/** What is said of a decoding, expectation by expectation: a conforming answer, and answers with one thing changed. */
import { describe, expect, it } from 'vitest';
import type { Spawned } from '../../testing.ts';
import type { Expectation } from './scenario.ts';
import { printed, type Row, read, refused, rowsOf, saidBy, saidOf, wrote } from './testing.ts';

const marker = './m.sh';
const hook = (more: object = {}, handler: object = {}): object => ({
  event: 'before_tool_execute',
  ...more,
  handler: { type: 'command', command: marker, ...handler },
});
const matched = (matcher: unknown): object => hook({ matcher });
const OTHER = hook({ event: 'agent_stop', matcher: 'find', blocking: true }, { command: './x.sh' });
const manifest = (value: unknown): Spawned => printed({ manifest: value });

const TABLES: readonly (readonly [string, Expectation, readonly Row[]])[] = [
  [
    'an event',
    { kind: 'decoded-event', marker, any: ['before_tool_execute', 'before_prompt'] },
    [
      ['the first', '+', read([hook()])],
      ['the second', '+', read([OTHER, hook({ event: 'before_prompt' })])],
      ['beside what is no hook', '+', read([null as never, hook()])],
      ['another', '!', read([hook({ event: 'agent_stop' })])],
      ['another of two', '!', read([hook(), hook({ event: 'agent_stop' })])],
      ['the hook is lost', '!', read([OTHER])],
      ['refused', '!', refused()],
    ],
  ],
  [
    'a matcher',
    { kind: 'decoded-selects', marker, any: ['shell', ['file_read', 'find']], literals: ['Own'] },
    [
      ['the first', '+', read([matched('shell')])],
      ['the second', '+', read([matched(['find', 'file_read'])])],
      ['by a pattern', '+', read([matched({ pattern: '^Bash$' })])],
      ['in two hooks', '+', read([matched('find'), matched('file_read')])],
      ['less', '!', read([matched('find')])],
      ['more', '!', read([matched(['shell', 'find'])])],
      ['more of the literals', '!', read([matched(['shell', 'Own'])])],
      ['everything', '!', read([hook()])],
      ['the hook is lost', '!', read([OTHER])],
      ['refused', '!', refused()],
    ],
  ],
  [
    'every tool',
    { kind: 'decoded-selects', marker, any: [null], literals: [] },
    [
      ['no matcher', '+', read([hook()])],
      ['a matcher', '!', read([matched('shell')])],
    ],
  ],
  [
    'no tool',
    { kind: 'decoded-selects', marker, any: ['nothing'], literals: [] },
    [
      ['none', '+', read([matched('none')])],
      ['the hook is lost', '!', read([])],
    ],
  ],
  [
    'a member',
    { kind: 'decoded-member', marker, pointer: '/handler/timeout', value: 10 },
    [
      ['it is so', '+', read([hook({}, { timeout: 10 })])],
      ['another', '!', read([hook({}, { timeout: 11 })])],
      ['absent', '!', read([hook()])],
      ['absent in one of two', '!', read([hook({}, { timeout: 10 }), hook()])],
      ['the hook is lost', '!', read([])],
    ],
  ],
  [
    'no member',
    { kind: 'decoded-member', marker, pointer: '/handler/timeout', value: null },
    [
      ['absent', '+', read([hook()])],
      ['there', '!', read([hook({}, { timeout: 10 })])],
      ['the hook is lost', '!', read([])],
    ],
  ],
  [
    'an MCP tool',
    { kind: 'decoded-mcp', marker, server: 'github', tool: 'create_issue' },
    [
      ['it', '+', read([matched({ mcp: { server: 'github', tool: 'create_issue' } })])],
      ['among others', '+', read([matched(['shell', { mcp: { server: 'github', tool: 'create_issue' } }])])],
      ['another tool', '!', read([matched({ mcp: { server: 'github', tool: 'close_issue' } })])],
      ['the whole server', '!', read([matched({ mcp: { server: 'github' } })])],
      ['another server', '!', read([matched({ mcp: { server: 'gitlab', tool: 'create_issue' } })])],
      ['a name', '!', read([matched('mcp__github__create_issue')])],
      ['no object', '!', read([matched({ mcp: 'github' })])],
      ['none', '!', read([hook()])],
      ['the hook is lost', '!', read([])],
    ],
  ],
  [
    'an MCP server',
    { kind: 'decoded-mcp', marker, server: 'github', tool: null },
    [
      ['it', '+', read([matched({ mcp: { server: 'github' } })])],
      ['a tool of it', '!', read([matched({ mcp: { server: 'github', tool: 'create_issue' } })])],
      ['another', '!', read([matched({ mcp: { server: 'gitlab' } })])],
    ],
  ],
  [
    'no bare matcher',
    { kind: 'decoded-not', marker, value: 'shell' },
    [
      ['another', '+', read([matched({ pattern: 'shell' })])],
      ['that one', '!', read([matched('shell')])],
      ['that one of two', '!', read([hook(), matched('shell')])],
      ['the hook is lost', '!', read([])],
    ],
  ],
  [
    'a hook that observes',
    { kind: 'decoded-observing', marker },
    [
      ['nothing said', '+', read([hook()])],
      ['false', '+', read([hook({ blocking: false }), OTHER])],
      ['true', '!', read([hook({ blocking: true })])],
      ['true of one of two', '!', read([hook(), hook({ blocking: true })])],
      ['the hook is lost', '!', read([])],
    ],
  ],
  [
    'an ambiguous name',
    { kind: 'ambiguous', server: 'a__b', tool: 'c' },
    [
      ['whole', '+', [wrote({}), read([matched({ mcp: { server: 'a__b', tool: 'c' } })])]],
      ['cut elsewhere', '!', [wrote({}), read([matched({ mcp: { server: 'a', tool: 'b__c' } })])]],
      ['cut elsewhere, with a warning of the first', '+', [wrote({}, ['x']), read([matched('x')])]],
      ['cut elsewhere, with one of the second', '+', [wrote({}), read([matched('x')], ['x'])]],
      ['lost', '!', [wrote({}), read([])]],
      ['refused', '+', [refused(), read([])]],
      ['refused the second time', '!', [wrote({}), refused()]],
      ['no answer', '+', []],
    ],
  ],
  [
    'a version',
    { kind: 'decoded-version' },
    [
      ['major and minor', '+', read([])],
      ['of more digits', '+', read([], [], 'hooks/10.20')],
      ['a patch', '!', read([], [], 'hooks/1.0.0')],
      ['no minor', '!', read([], [], 'hooks/1')],
      ['something before', '!', read([], [], 'xhooks/1.0')],
      ['other letters', '!', read([], [], 'hooks/x.y')],
      ['none', '!', manifest({ hooks: [] })],
      ['a number', '!', manifest({ spec: 1, hooks: [] })],
      ['a list', '!', manifest({ spec: ['hooks/1.0'], hooks: [] })],
    ],
  ],
  [
    'a manifest that comes back',
    { kind: 'canonical-trip', manifest: { spec: 'hooks/1.0', hooks: [hook({ matcher: 'shell' })] } as never },
    [
      ['it does', '+', [wrote({}), read([matched('shell')])]],
      ['another matcher', '!', [wrote({}), read([matched('find')])]],
      ['nothing', '!', [wrote({}), read([])]],
      ['refused', '!', [wrote({}), refused()]],
    ],
  ],
  [
    'no manifest that comes back',
    { kind: 'canonical-trip', manifest: { spec: 'hooks/1.0', hooks: [] } },
    [
      ['it does', '+', read([])],
      ['hooks that are no list', '+', manifest({ spec: 'hooks/1.0', hooks: 'none' })],
      ['refused', '!', refused()],
      ['no answer', '!', []],
    ],
  ],
  [
    'a manifest',
    { kind: 'decoded-valid' },
    [
      ['one', '+', read([hook({ blocking: true })])],
      ['an event of the older edition', '+', read([hook({ event: 'tool_use_failure' })])],
      ['every event that an edition has', '+', read([hook({ event: 'before_model' }), hook({ blocking: false })])],
      ['another handler', '+', read([{ event: 'agent_stop', handler: { type: 'http', url: 'https://a.example/' } }])],
      ['none', '!', printed({})],
      ['a list', '!', manifest([])],
      ['a patch', '!', read([hook()], [], 'hooks/1.0.0')],
      ['no hooks', '!', manifest({ spec: 'hooks/1.0' })],
      ['an empty list', '!', read([])],
      ['hooks that are no list', '!', manifest({ spec: 'hooks/1.0', hooks: { length: 1 } })],
      ['a hook that is none', '!', manifest({ spec: 'hooks/1.0', hooks: [hook(), 'hook'] })],
      ['no event', '!', read([hook({ event: undefined })])],
      ['an event that is no text', '!', read([hook({ event: 3 })])],
      ['an event that nobody knows', '!', read([hook({ event: 'PreToolUse' })])],
      ['no handler', '!', read([{ event: 'agent_stop' }])],
      ['a handler that is a text', '!', read([{ event: 'agent_stop', handler: marker }])],
      ['a handler without a type', '!', read([hook({}, { type: undefined })])],
      ['no command', '!', read([hook({}, { command: undefined })])],
      ['a command in a list', '!', read([hook({}, { command: [marker] })])],
      ['blocking as a text', '!', read([hook({ blocking: 'true' })])],
      ['refused', '!', refused()],
    ],
  ],
];

describe.each(TABLES)('%s', (_, expectation, rows) => {
  it.each(rowsOf(rows))('%s: %s', (__, said, spawned, context) =>
    expect(saidOf(expectation, spawned, context)).toBe(`${said}R`),
  );
});

it('a manifest that is none has no wrong version', () => {
  const checks = [{ requirements: ['HIF-VER-001', 'R'], expect: { kind: 'decoded-version' }, says: 'so' }] as const;
  expect(saidBy(checks, [printed({})])).toEqual(['!R']);
  expect(saidBy(checks, [manifest({ spec: 'hooks/1' })])).toEqual(['!HIF-VER-001', '!R']);
});
