import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { compiledValidator } from '../../harness/validate/compiled.ts';
import type { Report } from '../../types/generated/report.ts';
import { hookconf, ROOT, running } from './hookconf.ts';

const folder = mkdtempSync(join(tmpdir(), 'run-hook-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, text: string, mode = 0o755): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

async function report(words: readonly string[]): Promise<{ code: number | undefined; report: Report; err: string }> {
  const ran = await hookconf(['run', '--json', ...words]);
  return { code: ran.code, report: JSON.parse(ran.out) as Report, err: ran.err };
}

const few = ['--vendor', 'claude-code', '--vendor', 'gemini-cli'];

test('--json prints one document that fits the published schema, and nothing else', async () => {
  const ran = await hookconf(['run', '--json', ...few, './examples/guard.sh']);
  const document: unknown = JSON.parse(ran.out);
  expect((await compiledValidator('hookconf/report'))(document)).toEqual([]);
  expect(ran.err).toBe('');
  expect(ran.code).toBe(0);
});

test('the faulty example is found, with what was sent, what came back, what was expected and how to replay it', async () => {
  const { code, report: document } = await report([...few, './examples/read-only.mjs']);
  expect(code).toBe(1);
  const failed = document.subjects[0]?.requirements.filter((row) => row.verdict === 'fail') ?? [];
  expect(failed.map((row) => row.id)).toEqual(['NV-CLAUDE-CODE-EXIT', 'NV-GEMINI-CLI-EXIT']);
  const failure = failed[0]?.failures[0];
  expect(failure?.input).toContain('"tool_name":"Write"');
  expect(failure?.actual).toContain('exit 1');
  expect(failure?.expected).not.toBe('');
  const replay = (failure?.repro ?? '')
    .replace(/^hookconf /, '')
    .match(/'[^']*'|\S+/g)
    ?.map((word) => word.replaceAll("'", ''));
  const again = await hookconf(replay ?? []);
  expect(again.code).toBe(1);
  expect(again.out).toContain('broken          NV-CLAUDE-CODE-EXIT');
});

describe('what is no fault of a hook', () => {
  test.each([
    ['/bin/true', []],
    ['a program that ignores its stdin', []],
  ])('%s passes', async (name) => {
    const command = name.startsWith('/') ? name : program('ignores.sh', '#!/bin/sh\nexit 0\n');
    const { code, report: document } = await report([...few, command]);
    expect(code).toBe(0);
    expect(document.subjects[0]?.summary.failed).toBe(0);
    expect(document.subjects[0]?.outcomes.every((outcome) => outcome.effect === 'none')).toBe(true);
  });
});

test.each([
  ['/bin/false', '/bin/false'],
  ['a hook killed by SIGKILL', ''],
])('%s fails once a vendor, not once a case', async (_, command) => {
  const words = command === '' ? [program('killed.sh', '#!/bin/sh\nkill -9 $$\n')] : [command];
  const { code, report: document } = await report([...few, ...words]);
  expect(code).toBe(1);
  const failed = document.subjects[0]?.requirements.filter((row) => row.verdict === 'fail') ?? [];
  expect(failed.length).toBeGreaterThan(0);
  for (const row of failed) {
    expect(row.id).toMatch(/^NV-(CLAUDE-CODE|GEMINI-CLI)-EXIT$/);
    expect(row.failures).toHaveLength(1);
  }
});

// Words that no other program on this machine was started with.
test.each([`sleep 100${process.pid}`, `yes ${basename(folder)}`])(
  '%s is ended at its declared time, and nothing is left',
  async (line) => {
    const ran = await hookconf(['run', '--json', '--timeout', '1', ...few, ...line.split(' ')]);
    expect(ran.code).toBe(1);
    const subject = (JSON.parse(ran.out) as Report).subjects[0];
    const declared = subject?.requirements.find((row) => row.id === 'DC-TIMEOUT');
    expect(declared?.verdict).toBe('fail');
    expect(declared?.failures[0]?.message).toMatch(/not what you declared.*would have waited/);
    expect(running(line)).toEqual([]);
  },
);

test('two runs with one seed give one report, apart from times', async () => {
  const runs = await Promise.all(
    [1, 2].map((lanes) =>
      hookconf([
        'run',
        '--json',
        '--runs',
        '10',
        '--concurrency',
        String(lanes),
        '--vendor',
        'gemini-cli',
        './examples/read-only.mjs',
      ]),
    ),
  );
  const [one, two] = runs.map((ran) =>
    ran.out
      .replace(/"startedAt": "[^"]*"/, '')
      .replace(/"durationMs": \d+/, '')
      .replaceAll(/"p(50|95)Ms": [\d.]+/g, ''),
  );
  expect(one).toBe(two);
});

test.each([
  ['Ctrl-C', 'SIGINT'],
  ['a cancelled job', 'SIGTERM'],
  ['a terminal that is closed', 'SIGHUP'],
] as const)('%s: what was decided is reported, exit 130, and nothing is left', async (_, signal) => {
  const own = mkdtempSync(join(tmpdir(), 'cancelled-'));
  const started = join(own, 'started');
  const slow = program('slow.sh', `#!/bin/sh\necho x >> ${started}\nsleep 0.3\nexit 0\n`);
  const temporary = join(own, 'tmp');
  mkdirSync(temporary);
  const child = execa(
    process.execPath,
    [join(ROOT, 'dist/bin.js'), 'run', '--json', '--concurrency', '2', '--vendor', 'claude-code', slow],
    { reject: false, env: { TMPDIR: temporary } },
  );
  // With the fifth of them, at two at once, one at least has ended.
  await vi.waitUntil(() => existsSync(started) && readFileSync(started, 'utf8').length >= 10, { timeout: 250_000 });
  child.kill(signal);
  const ended = await child;
  expect(ended.exitCode).toBe(130);
  const document = JSON.parse(ended.stdout) as Report;
  expect(document.complete).toBe(false);
  expect(document.subjects[0]?.summary.cases).toBeGreaterThan(0);
  expect(running(slow)).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
  rmSync(own, { recursive: true });
});

describe('bad input is one line on stderr, exit 2', () => {
  test.each([
    [['run', './no-such-hook'], 'there is no file ./no-such-hook'],
    [['run', './README.md'], 'is not executable'],
    [['run', '--vendor', 'claude', '/bin/true'], 'did you mean "claude-code"?'],
    [['run', '--spec', 'agent-hook', '--role', 'emitter', '/bin/true'], 'did you mean "agent-hooks"?'],
    [['run', '--spec', 'agent-hooks', '/bin/true'], 'add --role emitter'],
    [['run', '--role', 'emitter', '/bin/true'], 'add --spec agent-hooks'],
    [['run', '--only', 'NV-CLAUDE-CODE-EXITT', '/bin/true'], 'did you mean "NV-CLAUDE-CODE-EXIT"?'],
    [['run', '--seed'], '--seed needs a value'],
    [['run', '--seed', 'x', '/bin/true'], 'a whole number'],
    [['run', '--fast', '/bin/true'], 'come after --'],
    [['run', '--reporter', 'tabel', '/bin/true'], 'did you mean "table"?'],
    [['explain', 'AH-ENV-0003'], 'did you mean "AH-ENV-003"?'],
    [
      ['repro', 'native/claude-code/004-PreToolUse-Bsh', '/bin/true'],
      'did you mean "native/claude-code/004-PreToolUse-Bash"?',
    ],
    [['schema', 'agent-hooks/0.1.0/events'], 'did you mean "agent-hooks/0.1.0/event"?'],
    [['lst'], 'did you mean "list"?'],
    [['run'], 'name your program'],
  ])('%j', async (words, says) => {
    const ran = await hookconf(words, { cwd: words.length === 1 ? folder : ROOT });
    expect(ran.err).toContain(says);
    expect(ran.err.trimEnd().split('\n')).toHaveLength(1);
    expect(ran.code).toBe(2);
    expect(ran.out).toBe('');
  });
});

test('no case applies: exit 3 and why', async () => {
  const ran = await hookconf(['run', '--vendor', 'claude-code', '--event', 'NoSuchEvent', '/bin/true']);
  expect(ran.code).toBe(3);
  expect(ran.err).toContain('no case applied');
});

test('a command that only starts with the caller’s HOME is exit 2 with that hint', async () => {
  const shim = program('shim.sh', `#!/bin/sh\n[ -d "$HOME/versions" ] || exit 127\nexit 0\n`);
  const home = mkdtempSync(join(folder, 'home-'));
  await execa('mkdir', [join(home, 'versions')]);
  const ran = await hookconf(['run', '--vendor', 'claude-code', shim], { env: { HOME: home } });
  expect(ran.err).toContain('"home": "caller"');
  expect(ran.code).toBe(2);
});
