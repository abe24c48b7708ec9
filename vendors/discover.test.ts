import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { discoverHooks } from './discover.ts';

const folder = mkdtempSync(join(tmpdir(), 'repository-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(path: string, content: unknown): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
}

file('.claude/settings.json', {
  permissions: {},
  hooks: {
    PreToolUse: [
      {
        matcher: 'Bash|Write',
        hooks: [
          { type: 'command', command: './guard.sh', timeout: 10 },
          { type: 'prompt', prompt: 'ok?' },
        ],
      },
      { matcher: '*', hooks: [{ type: 'command', command: 'node', args: ['it.js', "it's"] }] },
    ],
    PreToolCall: [{ hooks: [{ type: 'command', command: './lost.sh' }] }],
  },
});
file('hooks/hooks.json', {
  hooks: { SessionStart: [{ hooks: [{ type: 'command', command: '"${CLAUDE_PLUGIN_ROOT}/start.sh"' }] }] },
});
file('.gemini/settings.json', {
  hooks: {
    BeforeTool: [{ matcher: 'run_shell_command', hooks: [{ type: 'command', command: './g.sh', timeout: 5000 }] }],
  },
});
file('.cursor/hooks.json', {
  version: 1,
  hooks: { beforeShellExecution: [{ command: '.cursor/gate.mjs', timeout: 20 }] },
});
file('.github/hooks/guard.json', {
  version: 1,
  hooks: { preToolUse: [{ type: 'command', bash: './c.sh', powershell: './c.ps1', timeoutSec: 5 }] },
});
file('.windsurf/hooks.json', '{"hooks": ');
file('.kiro/agents/dev.json', {
  hooks: { preToolUse: [{ matcher: 'fs_write', command: 'node k.mjs', timeout_ms: 5000 }] },
});
file('.kiro/hooks/gate.json', {
  version: 'v1',
  hooks: [
    { name: 'a', trigger: 'PreToolUse', matcher: 'shell', action: { type: 'command', command: './s.sh' }, timeout: 20 },
    { name: 'b', trigger: 'Stop', action: { type: 'command', command: './e.sh' }, timeout: 0, enabled: true },
    { name: 'c', trigger: 'Stop', action: { type: 'agent', prompt: 'look again' } },
    { name: 'd', trigger: 'Stop', action: { type: 'command', command: './off.sh' }, enabled: false },
    { name: 'e', trigger: 'PreTool', action: { type: 'command', command: './lost.sh' } },
  ],
});
file(
  '.codex/config.toml',
  `model = "x"
[[hooks.PreToolUse]]
matcher = "^Bash$"
[[hooks.PreToolUse.hooks]]
type = "command"
command = "python3 .codex/gate.py"
timeout = 30
`,
);
file('.clinerules/hooks/PreToolUse', '#!/bin/sh\n');
file('.clinerules/hooks/README', 'no hook');
chmodSync(join(folder, '.clinerules/hooks/PreToolUse'), 0o755);

test('finds what every vendor would run, with its matcher, shell and limit', () => {
  const { hooks } = discoverHooks(folder);
  expect(
    hooks.map(({ vendor, event, matcher, command, shell, timeoutMs }) => [
      vendor,
      event,
      matcher,
      command,
      shell,
      timeoutMs,
    ]),
  ).toEqual([
    ['claude-code', 'PreToolUse', 'Bash|Write', './guard.sh', 'sh', 10_000],
    ['claude-code', 'PreToolUse', null, `node 'it.js' 'it'\\''s'`, 'sh', null],
    ['claude-code', 'SessionStart', null, '"${CLAUDE_PLUGIN_ROOT}/start.sh"', 'sh', null],
    ['codex', 'PreToolUse', '^Bash$', 'python3 .codex/gate.py', 'sh', 30_000],
    ['cursor', 'beforeShellExecution', null, '.cursor/gate.mjs', 'sh', 20_000],
    ['gemini-cli', 'BeforeTool', 'run_shell_command', './g.sh', 'bash', 5000],
    ['copilot-cli', 'preToolUse', null, './c.sh', 'bash', 5000],
    ['kiro', 'preToolUse', 'fs_write', 'node k.mjs', 'sh', 5000],
    ['kiro', 'PreToolUse', 'shell', './s.sh', 'sh', 20_000],
    ['kiro', 'Stop', null, './e.sh', 'sh', null],
    ['cline', 'PreToolUse', null, './.clinerules/hooks/PreToolUse', null, null],
  ]);
  expect(hooks.find(({ event }) => event === 'SessionStart')?.pluginRoot).toBe('.');
});

test('says what it could not take, and why', () => {
  expect(discoverHooks(folder).skipped.map(({ file: path, reason }) => `${path}: ${reason.split(': Un')[0]}`)).toEqual([
    '.claude/settings.json: an entry of PreToolUse is no command (prompt)',
    '.claude/settings.json: it registers a hook for PreToolCall, which is no event of this vendor',
    '.windsurf/hooks.json: it is not JSON',
    '.kiro/hooks/gate.json: an entry of Stop is no command (agent)',
    '.kiro/hooks/gate.json: a hook of Stop is switched off (enabled: false)',
    '.kiro/hooks/gate.json: it registers a hook for PreTool, which is no event of this vendor',
  ]);
});

test('an empty repository has none', () => {
  expect(discoverHooks(join(folder, 'hooks'))).toEqual({ hooks: [], skipped: [] });
});

test('a file of hooks may have its events at the top', () => {
  const own = mkdtempSync(join(tmpdir(), 'bare-'));
  const events = { PreToolUse: [{ matcher: 'Execute', hooks: [{ type: 'command', command: './d.sh', timeout: 7 }] }] };
  try {
    mkdirSync(join(own, '.factory'));
    for (const document of [events, { hooks: events }]) {
      writeFileSync(join(own, '.factory/hooks.json'), JSON.stringify(document));
      expect(discoverHooks(own).hooks).toMatchObject([
        { vendor: 'factory-droid', event: 'PreToolUse', matcher: 'Execute', command: './d.sh', timeoutMs: 7000 },
      ]);
    }
    rmSync(join(own, '.factory/hooks.json'));
    writeFileSync(join(own, '.factory/settings.json'), JSON.stringify(events));
    expect(discoverHooks(own).hooks).toEqual([]);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
});
