/** How a provider reads its configuration, and which calls a matcher selects. */
import { describe, expect, it } from 'vitest';
import { readNative } from './read.ts';
import { type CanonicalMatcher, callsOf, canonicalSelects, nativeSelects, selectedBy } from './select.ts';

const canonical = (vendor: string, matcher: CanonicalMatcher | undefined, literals: readonly string[] = []): string =>
  callsOf(vendor, literals)
    .filter((call) => canonicalSelects(matcher, call))
    .map(({ label }) => label)
    .join(' ');

describe('the calls that matchers are compared on', () => {
  it('are the tools that a provider has a name or an event for, four of MCP servers, and those of the case', () => {
    expect(callsOf('windsurf', ['Own']).map(({ label, names }) => `${label}=${names.join('/')}`)).toEqual([
      'shell=',
      'file_read=',
      'file_write=',
      'file_edit=',
      'mcp:github/create_issue=github__create_issue',
      'mcp:github/close_issue=github__close_issue',
      'mcp:gitlab/create_issue=gitlab__create_issue',
      'mcp:github2/create_issue=github2__create_issue',
      'Own=Own',
    ]);
    expect(callsOf('codex')[1]).toEqual({
      label: 'file_write',
      tool: 'file_write',
      names: ['apply_patch', 'Edit', 'Write'],
    });
    expect(callsOf('cursor').find(({ tool }) => tool === 'file_read')?.names).toEqual(['read_file', 'Read']);
    expect(callsOf('copilot-cli').find(({ mcp }) => mcp)).toEqual({
      label: 'mcp:github/create_issue',
      mcp: { server: 'github', tool: 'create_issue' },
      names: ['github/create_issue', 'github-create_issue'],
    });
  });
});

describe('a canonical matcher', () => {
  it.each([
    ['shell', 'shell'],
    ['Bash', ''],
    ['mcp__github__create_issue', 'mcp:github/create_issue'],
    ['Own', 'Own'],
    [['shell', 'find', { mcp: { server: 'gitlab' } }], 'shell find mcp:gitlab/create_issue'],
    [[], ''],
    [{ pattern: '^Ba' }, 'shell'],
    [{ pattern: 'wn$' }, 'Own'],
    [{ pattern: '(' }, ''],
    [{ pattern: 'github' }, 'mcp:github/create_issue mcp:github/close_issue mcp:github2/create_issue'],
    [{ mcp: { server: 'github' } }, 'mcp:github/create_issue mcp:github/close_issue'],
    [{ mcp: { server: 'github', tool: 'close_issue' } }, 'mcp:github/close_issue'],
    [
      { mcp: { server: '*', tool: 'create_issue' } },
      'mcp:github/create_issue mcp:gitlab/create_issue mcp:github2/create_issue',
    ],
    [{ other: 1 } as never, ''],
  ] as const)('%j', (matcher, labels) =>
    expect(canonical('claude-code', matcher as CanonicalMatcher, ['Own'])).toBe(labels),
  );

  it('selects everything where there is none', () => {
    expect(canonical('windsurf', undefined)).toBe(
      callsOf('windsurf')
        .map(({ label }) => label)
        .join(' '),
    );
  });
});

/** Labels of the calls that a registration with this matcher fires for. */
function native(vendor: string, event: string, matcher: string | undefined, literals: readonly string[] = []): string {
  const entry = { command: 'x', ...(matcher === undefined ? {} : { matcher }) };
  return selectedBy(vendor, readNative(vendor, { hooks: { [event]: [entry] } }).hooks, callsOf(vendor, literals)).join(
    ' ',
  );
}

const all = (vendor: string): string =>
  callsOf(vendor)
    .map(({ label }) => label)
    .join(' ');
const MCP = 'mcp:github/create_issue mcp:github/close_issue mcp:gitlab/create_issue mcp:github2/create_issue';

describe('a native matcher', () => {
  it.each([
    ['claude-code', 'Bash', 'shell'],
    ['claude-code', 'bash', ''],
    ['claude-code', 'Ba', ''],
    ['claude-code', 'Bash|Read', 'shell file_read'],
    ['claude-code', 'Bash, Read', 'shell file_read'],
    ['claude-code', ' Bash | Glob ', 'shell find'],
    ['claude-code', '^Ba', 'shell'],
    ['claude-code', 'Gr.p', 'search'],
    ['claude-code', 'mcp__github__.*', 'mcp:github/create_issue mcp:github/close_issue'],
    ['claude-code', '(', ''],
    ['claude-code', '*', all('claude-code')],
    ['claude-code', '', all('claude-code')],
    ['gemini-cli', 'grep', 'search'],
    ['gemini-cli', 'web', 'web_search web_fetch'],
    ['gemini-cli', 'web_(', ''],
    ['copilot-cli', 'ba', ''],
    ['copilot-cli', 'bash', 'shell'],
    ['copilot-cli', 'bash|view', 'shell file_read'],
    ['copilot-cli', '(', ''],
    ['copilot-cli', '*', ''],
    ['copilot-cli', 'github/create_issue', 'mcp:github/create_issue'],
    ['kiro', 'execute_bash', 'shell'],
    ['kiro', 'execute', ''],
    ['kiro', 'execute*', 'shell'],
    ['kiro', 'fs_rea?', 'file_read'],
    ['kiro', 'fs_re?', ''],
    ['kiro', 'web.search', ''],
    ['kiro', 'web_.*', 'web_search web_fetch'],
    ['kiro', '@github', 'mcp:github/create_issue mcp:github/close_issue'],
    ['kiro', '@github/create_issue', 'mcp:github/create_issue'],
    ['kiro', '@github/create', ''],
    ['kiro', '@git?', ''],
    ['kiro', 'mcp__github__*', 'mcp:github/create_issue mcp:github/close_issue'],
    ['vs-code-copilot', 'nothing', MCP],
  ])('%s: %s', (vendor, matcher, labels) => expect(native(vendor, 'PreToolUse', matcher)).toBe(labels));

  it('that is absent selects everything', () => {
    expect(native('claude-code', 'PreToolUse', undefined)).toBe(all('claude-code'));
  });

  it('is compared with literals, too', () => {
    expect(native('kiro', 'preToolUse', 'a+b', ['a+b', 'aab'])).toBe('a+b');
    expect(native('kiro', 'preToolUse', 'pre/*', ['pre/x/y', 'pre'])).toBe('pre/x/y');
    expect(native('kiro', 'preToolUse', 'pre', ['pre/x', 'pre', 'xpre'])).toBe('pre');
    expect(native('kiro', 'preToolUse', '@s', ['@s', '@s/t', '@sx', 'x@s'])).toBe('@s @s/t');
    expect(native('kiro', 'preToolUse', '@s/t', ['@s/t', '@s/t/u'])).toBe('@s/t');
    expect(native('gemini-cli', 'BeforeTool', 'a(', ['a(', 'xa(b', 'a'])).toBe('a( xa(b');
    expect(native('copilot-cli', 'preToolUse', 'a|b', ['a', 'b', 'ab', 'xb'])).toBe('a b');
    expect(native('claude-code', 'PreToolUse', 'a b', ['a b', 'a', 'x a b'])).toBe('a b');
    expect(native('claude-code', 'PreToolUse', 'Own-tool', ['Own-tool', 'xOwn-tool'])).toBe('Own-tool');
    expect(native('claude-code', 'PreToolUse', 'Own$', ['Own', 'xOwn', 'Ownx'])).toBe('Own xOwn');
  });
});

describe('an event that stands for tools', () => {
  it.each([
    ['cursor', 'beforeShellExecution', undefined, 'shell'],
    ['cursor', 'beforeShellExecution', 'Read', 'shell'],
    ['cursor', 'afterFileEdit', undefined, 'file_write file_edit'],
    ['cursor', 'beforeMCPExecution', undefined, MCP],
    ['cursor', 'beforeMCPExecution', '*', MCP],
    ['cursor', 'beforeMCPExecution', 'gitlab__', 'mcp:gitlab/create_issue'],
    ['cursor', 'preToolUse', 'Shell', 'shell'],
    ['windsurf', 'pre_mcp_tool_use', 'gitlab__', MCP],
    ['windsurf', 'pre_write_code', undefined, 'file_write file_edit'],
  ])('%s %s %s', (vendor, event, matcher, labels) => expect(native(vendor, event, matcher)).toBe(labels));

  it('stands for no tool that no vocabulary has', () => {
    expect(native('cursor', 'beforeShellExecution', undefined, ['Own'])).toBe('shell');
    expect(
      nativeSelects(
        'cursor',
        { event: 'preToolUse', type: 'command', async: false, entry: {} },
        { label: 'Own', names: ['Own'] },
      ),
    ).toBe(true);
  });
});
