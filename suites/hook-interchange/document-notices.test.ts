/** What an author of a manifest or of a vendor's own configuration is told beyond its validity, at which place, and what not. */
import { describe, expect, test } from 'vitest';
import { lossOn, manifestNotices, reachOf } from './manifest.ts';
import { nativeNotices } from './native-notices.ts';

type Hook = Readonly<Record<string, unknown>>;
const command = (more: object = {}): object => ({ type: 'command', command: './x.sh', ...more });
const hook = (more: object = {}): Hook => ({ event: 'before_tool_execute', handler: command(), ...more });

/** Requirement and place of each notice; that about where the manifest runs is always the last. */
const placed = (...hooks: readonly Hook[]): readonly string[] =>
  manifestNotices({ spec: 'hooks/1.0', hooks }, '1.0').map(({ requirement, pointer }) => `${requirement} ${pointer}`);
const REACH = 'HC-REACH ';

describe('a manifest', () => {
  test('in order is told where it runs and no more', () => {
    const matcher = ['shell', { pattern: '^Bash$' }, { mcp: { server: 'github' } }];
    expect(placed(hook(), hook({ matcher, blocking: true, handler: command({ timeout: 600 }) }))).toEqual([REACH]);
  });

  test('without hooks is told nothing', () => {
    for (const document of [{}, { hooks: [] }, { hooks: 'none' }, [], null, 'x'])
      expect(manifestNotices(document, '1.0')).toEqual([]);
  });

  test('whose hooks are none is read as far as it can be', () => {
    const found = manifestNotices({ spec: 'hooks/1.0', hooks: ['x', hook()] }, '1.0');
    expect(found.map(({ requirement }) => requirement)).toEqual(['HC-REACH']);
  });

  test('learns each pattern that matches nothing, at its place', () => {
    expect(placed(hook(), hook({ matcher: { pattern: 'Bash(git commit*)' } }))).toEqual([
      'HC-PATTERN /hooks/1/matcher/pattern',
      REACH,
    ]);
    expect(placed(hook({ matcher: ['shell', { pattern: '^Bash$' }, { pattern: 'Bish' }] }))).toEqual([
      'HC-PATTERN /hooks/0/matcher/2/pattern',
      REACH,
    ]);
    expect(placed(hook({ matcher: { pattern: '^$' } }))).toContain('HC-PATTERN /hooks/0/matcher/pattern');
  });

  test('is spared where a pattern may well match', () => {
    // An alias of Cursor, an MCP tool in Copilot's form, servers and paths that no registry knows, and what is no pattern.
    for (const pattern of ['^Task$', String.raw`^\w+-\w+$`, 'mcp_x', 'my__tool', 'server/tool', '@server', 'Bash('])
      expect(placed(hook({ matcher: { pattern } }))).toEqual([REACH]);
    expect(placed(hook({ matcher: { pattern: 7 } }))).toEqual([REACH]);
  });

  test('learns that nobody honours its blocking, where a provider neither prevents nor tries again', () => {
    expect(placed(hook({ event: 'session_end', blocking: true }))).toEqual(['HC-BLOCKING /hooks/0/blocking', REACH]);
    for (const event of ['before_tool_execute', 'session_start', 'agent_stop', 'future_event'])
      expect(placed(hook({ event, blocking: true }))).not.toContain('HC-BLOCKING /hooks/0/blocking');
    for (const blocking of [false, undefined, 'yes'])
      expect(placed(hook({ event: 'session_end', blocking }))).toEqual([REACH]);
  });

  test('learns of a timeout beyond ten minutes', () => {
    const of = (timeout: unknown): readonly string[] => placed(hook({ handler: command({ timeout }) }));
    expect(of(600)).toEqual([REACH]);
    expect(of(601)).toEqual(['HC-TIMEOUT /hooks/0/handler/timeout', REACH]);
    for (const timeout of ['30000', Number.POSITIVE_INFINITY, Number.NaN, null]) expect(of(timeout)).toEqual([REACH]);
    expect(placed(hook({ handler: 'x' }))).toEqual([REACH]);
  });
});

describe('what is lost of a hook', () => {
  type Row = readonly [string, object, string | null | undefined];
  const shell = { pattern: '^Bash$' };
  const github = { mcp: { server: 'github' } };
  const rows: readonly Row[] = [
    ['claude-code', { matcher: ['shell', 'future_tool', shell, github] }, null],
    ['claude-code', { event: 'future_event' }, undefined],
    ['codex', { event: 'session_end' }, undefined],
    // Matchers.
    ['gemini-cli', { matcher: ['shell', 'agent'] }, 'matcher "agent"'],
    ['gemini-cli', { matcher: 'agent' }, undefined],
    ['gemini-cli', { event: 'session_start', matcher: 'agent' }, null],
    ['windsurf', { matcher: 'shell' }, null],
    ['windsurf', { matcher: ['shell', 'agent'] }, 'matcher "agent"'],
    ['windsurf', { matcher: github }, null],
    ['windsurf', { matcher: ['shell', shell] }, 'matcher {"pattern":"^Bash$"}'],
    ['windsurf', { matcher: shell }, undefined],
    ['windsurf', { matcher: ['shell', 'future_tool'] }, 'matcher "future_tool"'],
    ['opencode', { matcher: ['shell', github] }, 'matcher {"mcp":{"server":"github"}}'],
    ['opencode', { matcher: github }, undefined],
    ['kiro', { matcher: ['shell', 7] }, null],
    // Capabilities, by the strategy of the hook or that of the registry.
    ['cursor', { handler: { type: 'http', url: 'https://x.example' } }, 'http_handler'],
    ['claude-code', { handler: { type: 'http', url: 'https://x.example' } }, null],
    ['cursor', { handler: { type: 'prompt' } }, undefined],
    ['cursor', { handler: { type: 'agent' } }, undefined],
    ['cursor', { handler: { type: 'agent' }, degradation: { llm_evaluated: 'warn' } }, 'llm_evaluated'],
    ['kiro', { handler: { type: 'prompt' } }, null],
    ['cursor', { handler: command({ async: true }) }, 'async_execution'],
    ['cursor', { handler: command({ async: false }) }, null],
    ['cursor', { handler: command({ platform: { windows: 'x.cmd' } }) }, 'platform_commands'],
    ['vs-code-copilot', { handler: command({ platform: { windows: 'x.cmd' } }) }, null],
    ['cursor', { handler: command({ cwd: 'sub', env: {} }) }, 'custom_env, configurable_cwd'],
    ['cursor', { degradation: { input_rewrite: 'warn' } }, 'input_rewrite'],
    ['cursor', { degradation: { input_rewrite: 'block' } }, 'it always blocks without input_rewrite'],
    ['cursor', { degradation: { input_rewrite: 'exclude' } }, undefined],
    ['claude-code', { degradation: { input_rewrite: 'exclude' } }, null],
    ['cursor', { handler: command({ env: {} }), degradation: { custom_env: 'exclude' } }, undefined],
    // Blocking.
    ['claude-code', { event: 'after_tool_execute', blocking: true }, 'blocking'],
    ['gemini-cli', { event: 'after_tool_execute', blocking: true }, null],
    ['claude-code', { event: 'after_tool_execute', blocking: false }, null],
    ['kiro', { event: 'before_prompt', blocking: true, handler: command({ env: {} }) }, 'custom_env, blocking'],
  ];
  test.each(rows)('on %s, %j', (provider, more, lost) => {
    expect(lossOn(provider, hook(more))).toBe(lost);
  });

  test('is said of the whole manifest in one sentence', () => {
    expect(reachOf([hook()])).toMatch(/^this manifest runs whole on claude-code, [^();]*, cline$/);
    const reach = reachOf([
      hook({ matcher: ['shell', 'agent'] }),
      hook({ event: 'session_end', handler: command({ env: {} }) }),
    ]);
    for (const part of [
      'runs in part on claude-code (hook 2 without custom_env), ',
      'gemini-cli (hook 1 without matcher "agent"), ',
      'windsurf (lost or reduced: hook 1 without matcher "agent"; hook 2), ',
    ])
      expect(reach).toContain(part);
    expect(reach).not.toContain('whole on');
    expect(reach).toMatch(/; not at all on vs-code-copilot$/);
    expect(reachOf([hook({ event: 'session_end' })])).toMatch(
      /runs whole on claude-code, .*; not at all on windsurf, vs-code-copilot, kiro, codex$/,
    );
  });
});

describe("matchers of a vendor's own configuration", () => {
  const places = (vendor: string, event: string, ...matchers: readonly unknown[]): readonly string[] => {
    const groups = matchers.map((matcher) => ({ matcher, hooks: [{ type: 'command', command: './x.sh' }] }));
    return nativeNotices(vendor, { hooks: { [event]: groups } }).map(
      ({ requirement, pointer }) => `${requirement} ${pointer}`,
    );
  };

  test('that select no known tool are named with their event', () => {
    expect(places('claude-code', 'PreToolUse', 'Bash(git commit*)')).toEqual(['HC-PATTERN /hooks/PreToolUse']);
    expect(places('claude-code', 'PostToolUse', 'Bash', '^Bish$', 'Bash(rm:*)')).toEqual([
      'HC-PATTERN /hooks/PostToolUse',
      'HC-PATTERN /hooks/PostToolUse',
    ]);
    expect(places('gemini-cli', 'BeforeTool', '^Bash$')).toEqual(['HC-PATTERN /hooks/BeforeTool']);
    // A tool of Claude Code that is no canonical one.
    expect(places('gemini-cli', 'BeforeTool', '^AskUserQuestion$')).toEqual(['HC-PATTERN /hooks/BeforeTool']);
  });

  test.each([
    [
      'plain names, known or not',
      ['Bash', 'Bash|Edit', 'Future', 'Read, Write', 'server@tool', 'my/tool', 'Bas*', '*'],
    ],
    ['expressions that select a tool', ['^Bash$', '.*', 'Notebook.+', '(Read|Write)', '^AskUserQuestion$']],
    ['names of MCP tools', ['mcp__github__(a)', '(x)__(y)', '^mcp.(x)']],
    ['none', [undefined]],
  ])('are spared: %s', (_name, matchers) => {
    expect(places('claude-code', 'PreToolUse', ...matchers)).toEqual([]);
  });

  test('are spared where the event is not about tools, or is none', () => {
    for (const event of ['SessionStart', 'UserPromptSubmit', 'FutureEvent', 'toString'])
      expect(places('claude-code', event, 'Bash(git commit*)')).toEqual([]);
  });

  test('are spared where a vendor has none, or its form is not agreed on', () => {
    expect(places('windsurf', 'pre_run_command', 'Bash(git commit*)')).toEqual([]);
    expect(places('codex', 'PreToolUse', 'Bash(git commit*)')).toEqual([]);
  });

  test('are looked for in a document that holds hooks', () => {
    for (const document of [null, [], 'x', { hooks: 7 }, {}])
      expect(nativeNotices('claude-code', document)).toEqual([]);
  });
});
