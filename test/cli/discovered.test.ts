import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Report } from '../../types/generated/report.ts';
import { hookconf } from './hookconf.ts';

// People keep their repositories in places that have a space in their path.
const repository = mkdtempSync(join(tmpdir(), 'registered here-'));
afterAll(() => rmSync(repository, { recursive: true, force: true }));

function file(path: string, content: unknown, mode = 0o644): void {
  const place = join(repository, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, typeof content === 'string' ? content : JSON.stringify(content));
  chmodSync(place, mode);
}

mkdirSync(join(repository, '.git'));
mkdirSync(join(repository, 'src'));
const guard = '#!/bin/sh\ngrep -q "rm -rf" || exit 0\necho "no rm -rf" >&2\nexit 2\n';
file('.claude/guard.sh', guard, 0o755);
const command = { type: 'command', command: '"$CLAUDE_PROJECT_DIR"/.claude/guard.sh', timeout: 10 };
file('.claude/settings.json', {
  hooks: {
    PreToolUse: [{ matcher: 'Bash', hooks: [command] }],
    SessionStart: [{ hooks: [{ type: 'command', command: 'touch "$CLAUDE_PROJECT_DIR"/started' }] }],
    Sometimes: [{ hooks: [command] }],
  },
});
file('.codex/config.toml', '[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "exit 1"\n');
file('hooks/hooks.json', {
  hooks: { SessionEnd: [{ hooks: [{ type: 'command', command: 'sh "$CLAUDE_PLUGIN_ROOT/end.sh"' }] }] },
});
file('end.sh', 'cat >/dev/null\nexit 0\n');

test('without a yes they are listed, in whole, and nothing runs', async () => {
  const ran = await hookconf(['run'], { cwd: join(repository, 'src') });
  expect(ran.code).toBe(2);
  expect(ran.out).toBe('');
  expect(ran.err.trimEnd().split('\n')).toEqual([
    'hookconf: .claude/settings.json: it registers a hook for Sometimes, which is no event of this vendor',
    "The repository's vendor configurations register these 4 hooks:",
    '  claude-code PreToolUse (Bash): "$CLAUDE_PROJECT_DIR"/.claude/guard.sh  [.claude/settings.json]',
    '  claude-code SessionStart: touch "$CLAUDE_PROJECT_DIR"/started  [.claude/settings.json]',
    '  claude-code SessionEnd: sh "$CLAUDE_PLUGIN_ROOT/end.sh"  [hooks/hooks.json]',
    '  codex PreToolUse: exit 1  [.codex/config.toml]',
    'hookconf: nothing was run; add --yes to run these 4 hooks',
  ]);
  expect(existsSync(join(repository, 'started'))).toBe(false);
});

test('with --yes they run as their vendor runs them, in copies of the repository', async () => {
  const ran = await hookconf(['run', '--yes', '--json', '--runs', '1'], { cwd: repository });
  const { subjects } = JSON.parse(ran.out) as Report;
  expect(subjects.map(({ files, registeredIn }) => [Object.keys(files ?? {}), registeredIn])).toEqual([
    [['.claude/guard.sh'], '.claude/settings.json'],
    [[], '.claude/settings.json'],
    [['end.sh'], 'hooks/hooks.json'],
    [[], '.codex/config.toml'],
  ]);
  expect(subjects.map(({ name, vendors, summary }) => [name, vendors, summary.failed])).toEqual([
    ['claude-code PreToolUse (Bash)', ['claude-code'], 0],
    ['claude-code SessionStart', ['claude-code'], 0],
    ['claude-code SessionEnd', ['claude-code'], 0],
    ['codex PreToolUse', ['codex'], 1],
  ]);
  const [first] = subjects;
  expect(new Set(first?.outcomes.map(({ event }) => event))).toEqual(new Set(['PreToolUse']));
  expect(first?.outcomes.find(({ scenario }) => scenario === 'shell rm -rf /')?.effect).toBe('deny');
  expect(first?.outcomes.some(({ scenario }) => scenario.startsWith('file_read'))).toBe(false);
  expect(subjects[3]?.requirements.find(({ verdict }) => verdict === 'fail')?.failures[0]?.repro).toContain('--yes');
  expect(existsSync(join(repository, 'started'))).toBe(false);
  expect(ran.code).toBe(1);
});

test('a hook whose program is not there is named in one line, and the others are judged', async () => {
  const missing = mkdtempSync(join(tmpdir(), 'missing here-'));
  const commands = [
    '"$CLAUDE_PROJECT_DIR"/.claude/gone.sh --fast',
    'python3 "${CLAUDE_PROJECT_DIR}/gone.py"',
    'no-such-program-here <&0',
    'exit 0',
  ];
  mkdirSync(join(missing, '.git'));
  mkdirSync(join(missing, '.claude'));
  const hooks = (list: readonly string[]): string =>
    JSON.stringify({
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: list.map((one) => ({ type: 'command', command: one })) }] },
    });
  const settings = join(missing, '.claude/settings.json');
  writeFileSync(settings, hooks(commands));
  const some = await hookconf(['run', '--yes', '--json', '--runs', '1'], { cwd: missing });
  writeFileSync(settings, hooks(commands.slice(0, 1)));
  const none = await hookconf(['run', '--yes'], { cwd: missing });
  rmSync(missing, { recursive: true, force: true });
  expect(some.code).toBe(2);
  expect(some.err).toContain('there is no file .claude/gone.sh; correct it in .claude/settings.json');
  expect(some.err).toContain('there is no file gone.py for python3 to run; correct it in .claude/settings.json');
  expect(some.err).toContain('there is no program "no-such-program-here" on PATH; correct it in .claude/settings.json');
  expect((JSON.parse(some.out) as Report).subjects.map(({ name }) => name)).toEqual([
    'claude-code PreToolUse (Bash), number 4',
  ]);
  expect(none.code).toBe(2);
  expect(none.err.trimEnd().split('\n').at(-1)).toBe(
    'hookconf: there is no file .claude/gone.sh; correct it in .claude/settings.json',
  );
});

test('--vendor and --event choose among them', async () => {
  const ran = await hookconf(['run', '--vendor', 'claude-code', '--event', 'session_end'], { cwd: repository });
  expect(ran.err).toContain('register this hook:\n  claude-code SessionEnd: ');
  const none = await hookconf(['run', '--vendor', 'kiro', '--yes'], { cwd: repository });
  expect(none.code).toBe(2);
  expect(none.err).toContain('no vendor configuration that registers a hook of that vendor or event');
});
