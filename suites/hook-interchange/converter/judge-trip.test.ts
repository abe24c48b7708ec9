/** What is said of a manifest that a round trip encoded: a conforming configuration, and such as have one thing changed. */
import { describe, expect, it } from 'vitest';
import { REQUIREMENTS, saidOfTrip, source, type TripRow } from './testing.ts';

const [LOST, MEMBER, TIME, BLOCKING, , BARE, PATTERN, MCP, ARRAY, NONE] = REQUIREMENTS.map((id) => `!${id}`);

const PRE = 'before_tool_execute';
const POST = 'after_tool_execute';
const SHELL = source(PRE, 'shell');
const FULL = source(PRE, 'shell', {
  timeout: 10,
  env: { A: 'value-1', B: 'value-2' },
  cwd: 'in',
  platform: { windows: 'tools\\g.ps1' },
});
const MEMBERS = { timeoutSec: 10, env: { A: 'value-1', B: 'value-2' }, cwd: 'in', powershell: 'tools\\g.ps1' };
const GITHUB = { mcp: { server: 'github' } };
const ISSUE = { mcp: { server: 'github', tool: 'create_issue' } };

const full = (more: object, warnings: readonly string[] = []): TripRow => ({
  hooks: [FULL],
  native: [['preToolUse', 'bash', { ...MEMBERS, ...more }]],
  warnings,
});
const shell = (matcher: string | undefined, warnings: readonly string[] = [], back?: readonly object[]): TripRow => ({
  hooks: [SHELL],
  native: [['preToolUse', matcher]],
  warnings,
  ...(back === undefined ? {} : { back }),
});

const ENCODED: readonly (readonly [string, string | undefined, TripRow])[] = [
  ['everything is there', '+', full({})],
  ['the hook is left out', LOST, { hooks: [SHELL], native: [] }],
  [
    'the hook is left out with a warning',
    '+',
    { hooks: [SHELL], native: [], warnings: ['hook 1 is dropped'], back: [] },
  ],
  [
    'the hook is left out with another warning',
    LOST,
    { hooks: [SHELL], native: [], warnings: ['hook 1: env is lost'] },
  ],
  [
    'another hook is warned about',
    LOST,
    { hooks: [SHELL, SHELL], native: [['preToolUse', 'bash', {}, 1]], warnings: ['./g-2.sh is dropped'] },
  ],
  ['the matcher is another', BARE, shell('view')],
  ['the matcher is wider', BARE, shell('bash|view')],
  ['the matcher is wider, with a warning', BARE, shell('bash|view', ['the matcher is wider'])],
  ['the matcher is lost', BARE, shell(undefined)],
  ['the matcher selects nothing', BARE, shell('nothing')],
  ['the matcher selects nothing, with a warning', '+', shell('nothing', ['the matcher is lost'])],
  ['the matcher selects nothing, with another warning', BARE, shell('nothing', ['env is lost'])],
  [
    'a pattern is wider',
    PATTERN,
    { hooks: [source(PRE, { pattern: '^bash$' })], native: [['preToolUse', 'bash|view']] },
  ],
  ['an MCP server is wider', MCP, { hooks: [source(PRE, GITHUB)], native: [['preToolUse', 'git.*']] }],
  ['a list is wider', ARRAY, { hooks: [source(PRE, ['shell'])], native: [['preToolUse', 'bash|view']] }],
  ['every tool is narrower', NONE, { hooks: [source(PRE)], native: [['preToolUse', 'bash']] }],
  ['every tool', '+', { hooks: [source(PRE)], native: [['preToolUse', undefined]] }],
  [
    'in two hooks',
    '+',
    {
      hooks: [source(PRE, ['shell', 'file_read'])],
      native: [
        ['preToolUse', 'bash'],
        ['preToolUse', 'view', {}, 0],
      ],
    },
  ],
  [
    'on another event a matcher says nothing',
    '+',
    { hooks: [source('session_start')], native: [['sessionStart', 'x']] },
  ],
  ['a tool without a name is lost', BARE, { hooks: [source(PRE, 'web_search')], native: [['preToolUse', 'x']] }],
  [
    'a tool without a name stands as it is',
    '+',
    { hooks: [source(PRE, 'web_search')], native: [['preToolUse', 'web_search']] },
  ],
  [
    'a tool without a name is lost with a warning',
    '+',
    { hooks: [source(PRE, 'web_search')], native: [['preToolUse', 'x']], warnings: ['no tool web_search'] },
  ],
  [
    'a tool without a name is lost of a list',
    ARRAY,
    { hooks: [source(PRE, ['shell', 'web_search'])], native: [['preToolUse', 'bash']] },
  ],
  [
    'a tool without a name stands in a list',
    '+',
    { hooks: [source(PRE, ['shell', 'web_search'])], native: [['preToolUse', 'bash|web_search']] },
  ],
  ['the time is another', TIME, full({ timeoutSec: 20 })],
  ['the time is another, with a warning', '+', full({ timeoutSec: 20 }, ['timeout is rounded'])],
  ['the time is lost', TIME, full({ timeoutSec: undefined })],
  [
    'the time is another in one of two',
    TIME,
    {
      hooks: [source(PRE, 'shell', { timeout: 10 })],
      native: [
        ['preToolUse', 'bash', { timeoutSec: 10 }],
        ['preToolUse', 'bash', { timeoutSec: 1 }, 0],
      ],
    },
  ],
  ['a time is added', '+', { hooks: [SHELL], native: [['preToolUse', 'bash', { timeoutSec: 60 }]] }],
  ['the environment is lost', MEMBER, full({ env: undefined })],
  ['a variable is lost', MEMBER, full({ env: { A: 'value-1' } })],
  ['the environment is lost with a warning', '+', full({ env: undefined }, ['env is lost'])],
  ['the environment is lost with another warning', MEMBER, full({ env: undefined }, ['cwd is lost'])],
  ['the folder is lost', MEMBER, full({ cwd: undefined })],
  ['the folder is lost with a warning', '+', full({ cwd: undefined }, ['cwd is lost'])],
  ['a command of a system is lost', MEMBER, full({ powershell: undefined })],
  ['a command of a system is another', MEMBER, full({ powershell: 'tools/g.ps1' })],
  ['a command of a system is lost with a warning', '+', full({ powershell: undefined }, ['platform override lost'])],
  [
    'a hook that is waited for is not',
    MEMBER,
    {
      vendor: 'claude-code',
      hooks: [source(PRE, 'shell', { async: false })],
      native: [['PreToolUse', 'Bash', { async: true }]],
    },
  ],
  [
    'a hook that is waited for is',
    '+',
    {
      vendor: 'claude-code',
      hooks: [source(PRE, 'shell', { async: false })],
      native: [['PreToolUse', 'Bash', { async: false }]],
    },
  ],
  [
    'a hook that is not waited for',
    '+',
    {
      vendor: 'claude-code',
      hooks: [source(PRE, 'shell', { async: true })],
      native: [['PreToolUse', 'Bash', { async: true }]],
    },
  ],
  [
    'a hook of which nothing is said',
    '+',
    { vendor: 'claude-code', hooks: [SHELL], native: [['PreToolUse', 'Bash', { async: true }]] },
  ],
  [
    'a member that the provider does not read',
    '+',
    {
      hooks: [source(PRE, 'shell', { async: false })],
      native: [['preToolUse', 'bash', { async: true, undefined: true }]],
    },
  ],
];

describe('a manifest, encoded', () => {
  it.each(ENCODED.map(([what, said, row]) => [what, said, row] as const))('%s: %s', (_, said, row) =>
    expect(saidOfTrip(row)).toBe(said),
  );
});

const blocking = (event: string, value: unknown, native: string, warnings: readonly string[] = []): TripRow => ({
  vendor: 'claude-code',
  hooks: [source(event, undefined, {}, { blocking: value })],
  native: [[native]],
  warnings,
});
const WINDSURF = { vendor: 'windsurf', hooks: [source(PRE, GITHUB)] };
const LOSES = ['the matcher is lost'];

const PROVIDERS: readonly (readonly [string, string | undefined, TripRow])[] = [
  ['blocking where nothing can be blocked', BLOCKING, blocking(POST, true, 'PostToolUse')],
  [
    'blocking where nothing can be blocked, with a warning',
    '+',
    blocking(POST, true, 'PostToolUse', ['it cannot block']),
  ],
  [
    'blocking where nothing can be blocked, with another',
    BLOCKING,
    blocking(POST, true, 'PostToolUse', ['env is lost']),
  ],
  ['no blocking', '+', blocking(POST, false, 'PostToolUse')],
  ['blocking', '+', blocking(PRE, true, 'PreToolUse')],
  ['blocking where no row binds', '+', { ...blocking(POST, true, 'PostToolUse'), requirements: ['HIF-PIPE-016'] }],
  [
    'an event for every MCP tool, with a warning',
    '+',
    { ...WINDSURF, native: [['pre_mcp_tool_use']], warnings: LOSES },
  ],
  ['an event for every MCP tool', MCP, { ...WINDSURF, native: [['pre_mcp_tool_use']] }],
  [
    'an event for every MCP tool where there are matchers',
    MCP,
    { vendor: 'claude-code', hooks: [source(PRE, GITHUB)], native: [['PreToolUse', 'mcp__.*']], warnings: LOSES },
  ],
  [
    'an event for every MCP tool and another',
    MCP,
    { ...WINDSURF, native: [['pre_mcp_tool_use'], ['pre_read_code', undefined, {}, 0]], warnings: LOSES },
  ],
  [
    'an event for every MCP tool where none is meant',
    BARE,
    {
      vendor: 'windsurf',
      hooks: [SHELL],
      native: [['pre_run_command'], ['pre_mcp_tool_use', undefined, {}, 0]],
      warnings: LOSES,
    },
  ],
  [
    'an event for two tools',
    '+',
    { vendor: 'windsurf', hooks: [source(PRE, 'file_write')], native: [['pre_write_code']] },
  ],
  [
    'events that are not for the same tools',
    BARE,
    {
      vendor: 'windsurf',
      hooks: [source(PRE, 'file_write')],
      native: [['pre_write_code'], ['pre_read_code', undefined, {}, 0]],
    },
  ],
  [
    'a name for two tools',
    '+',
    { vendor: 'codex', hooks: [source(PRE, 'file_write')], native: [['PreToolUse', 'apply_patch']] },
  ],
  [
    'a name for two tools and another',
    BARE,
    { vendor: 'codex', hooks: [source(PRE, 'file_write')], native: [['PreToolUse', 'apply_patch|Bash']] },
  ],
  [
    'a name for tools of every server',
    '+',
    { vendor: 'cursor', hooks: [source(PRE, ISSUE)], native: [['beforeMCPExecution', '^MCP:create_issue$']] },
  ],
];

describe('a manifest, encoded for a provider of its own kind', () => {
  it.each(PROVIDERS.map(([what, said, row]) => [what, said, row] as const))('%s: %s', (_, said, row) =>
    expect(saidOfTrip(row)).toBe(said),
  );
});
