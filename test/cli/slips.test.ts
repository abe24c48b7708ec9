import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, expect, test } from 'vitest';
import { hookconf, ROOT } from './hookconf.ts';

const folder = mkdtempSync(join(tmpdir(), 'slips-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'a-file'), '');

const hook = ['--vendor', 'claude-code', '/bin/true'];

test.each<[string, string[], string]>([
  ['a project that is not there', ['run', '--project', 'nope', ...hook], 'there is no project folder nope; name'],
  ['a project that is a file', ['run', '--project', 'a-file', ...hook], 'the project a-file is not a folder; name'],
  ['a report file that is a folder', ['run', '--reporter', 'json=.', ...hook], "can't be written (it is a folder)"],
  ['half a vendor with a slip', ['run', '--vendor', 'clade', '/bin/true'], 'did you mean "claude-code"?'],
  ['a program for the shell that is not there', ['run', '--shell', './nope.sh'], 'there is no file ./nope.sh; give'],
  [
    'a word for the shell that is no program',
    ['run', '--shell', 'nope | cat'],
    'there is no program "nope" on PATH; give',
  ],
  ['help of what is no command', ['help', 'chekc'], 'unknown command "chekc"; did you mean "check"?'],
  [
    'a folder for schemas below a file',
    ['schema', '--out', 'a-file/x'],
    "a-file/x can't be written (a file is in the way); name",
  ],
  [
    'a folder for types that is a file',
    ['types', '--out', 'a-file'],
    "a-file can't be written (a file is in the way); name",
  ],
  ['an option before any command', ['--foo'], 'unknown option --foo; see hookconf --help'],
])('%s is one line and exit 2', async (_, words, line) => {
  const ran = await hookconf(words, { cwd: folder });
  expect(ran.err).toContain(line);
  expect(ran.err.trim().split('\n')).toHaveLength(1);
  expect(ran.out).toBe('');
  expect(ran.code).toBe(2);
});

test.runIf(existsSync('/proc/self'))(
  'schemas into a file system that takes no folder: one line and exit 2',
  async () => {
    const ran = await hookconf(['schema', '--out', '/proc/x'], { cwd: folder });
    expect(ran.err).toMatch(/^hookconf: \/proc\/x can't be written \(\w+\); name another folder\n$/);
    expect(ran.code).toBe(2);
  },
);

test('nowhere to write is one line and exit 2', async () => {
  const ran = await hookconf(['run', ...hook], { cwd: folder, env: { TMPDIR: '/nowhere' } });
  expect(ran.err).toMatch(/^hookconf: no folder for the cases can be made in \/nowhere .*; set TMPDIR to a folder/);
  expect(ran.code).toBe(2);
});

test('an event that no vendor has: exit 3, with the one that was meant', async () => {
  const ran = await hookconf(['run', '--event', 'PreTool', ...hook], { cwd: folder });
  expect(ran.err).toContain('did you mean "PreToolUse"?');
  expect(ran.code).toBe(3);
});

const emitter = { role: 'emitter', spec: 'agent-hooks', command: ['/bin/true'], vendors: ['claude-code'] };

test.each<[string, object, string]>([
  [
    'a claim of the project that its specification lacks',
    { subjects: [emitter], claims: { 'agent-hooks': 'Mappign' } },
    'unknown level "Mappign" of agent-hooks; did you mean "Mapping"?',
  ],
  [
    'a claim of a subject that nothing judges',
    { subjects: [{ command: ['/bin/true'], claims: { 'agent-hooks': 'Mapping' } }] },
    'claims a level of agent-hooks and is judged by native',
  ],
  [
    'a URL and a command',
    { subjects: [{ command: ['/bin/true'], url: 'http://127.0.0.1:1/' }] },
    'has a url and a command; keep one of them',
  ],
  ['a start of nothing', { subjects: [{ command: ['/bin/true'], start: ['/bin/true'] }] }, 'has "start" and no "url"'],
  ['a project that is missing', { subjects: [{ command: ['/bin/true'], project: 'x' }] }, 'no project folder x; name'],
])('in hookconf.json, %s is one line and exit 2', async (_, config, line) => {
  writeFileSync(join(folder, 'hookconf.json'), JSON.stringify(config));
  const ran = await hookconf(['run'], { cwd: folder });
  expect(ran.err).toContain(line);
  expect(ran.err.trim().split('\n')).toHaveLength(1);
  expect(ran.code).toBe(2);
});

test('each specification is listed once, with the roles that it judges', async () => {
  const ran = await hookconf(['list', 'specs'], { cwd: folder });
  const named = ran.out
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/)[0]);
  expect(new Set(named).size).toBe(named.length);
  expect(ran.out).toMatch(/^hook-interchange +hook, converter, runner$/m);
});

test('repro judges its case alone', async () => {
  const ran = await hookconf(['repro', 'native/claude-code/004-PreToolUse-Bash', '--', '/bin/true'], { cwd: folder });
  expect(ran.out).toContain('met             NV-CLAUDE-CODE-EXIT');
  expect(ran.err).toBe('');
  expect(ran.code).toBe(0);
});

test('repro shows the files of every case, and judges no more by them', async () => {
  const noted = ['repro', 'native/claude-code/004-PreToolUse-Bash', '--shell', 'cat >"$HOME/noted"'];
  const ran = await hookconf(noted, { cwd: folder });
  expect(ran.out).toMatch(/^file created home\/noted:\n {2}\{"session_id"/m);
  expect(ran.out).not.toMatch(/^ {2}(?:leak|broken) /m);
  expect(ran.code).toBe(0);
});

test.each([
  [['list', 'scenarios', 'shell-success'], 'takes no further words'],
  [['repro', 'a/b'], 'name your program: hookconf repro a/b -- ./my-hook'],
])('%j says what to write', async (words, says) => {
  // Beside no hookconf.json, as tests before this one leave behind.
  const empty = join(folder, 'empty');
  mkdirSync(empty, { recursive: true });
  const ran = await hookconf(words, { cwd: empty });
  expect(ran.err).toContain(says);
  expect(ran.code).toBe(2);
});

test('a file name with a line break or an escape sequence in it stays on one line', async () => {
  const name = '\u001b[31mred\n.json';
  writeFileSync(join(folder, name), '{');
  const ran = await hookconf(['check', name, 'none\n.json'], { cwd: folder });
  expect(ran.err.split('\n')).toEqual([
    "hookconf: \\e[31mred\\n.json:1:2: this is not JSON: the text ends where a member's name in double quotes belongs",
    'hookconf: none\\n.json: there is no such file',
    '',
  ]);
  expect(ran.code).toBe(2);
});

test.skipIf(process.platform === 'win32').each([
  [['check', '-'], 'hookconf: -: interrupted before it was read to its end\n'],
  [['report', '-'], ''],
])('Ctrl-C ends a command that waits for its input: %j', async (words, said) => {
  const child = execa(process.execPath, [join(ROOT, 'dist/bin.js'), ...words], {
    cwd: folder,
    reject: false,
    timeout: 290_000,
  });
  // More than a pipe holds: once it is written somebody has begun to read, and has his handlers.
  await new Promise((resolve) => child.stdin?.write(' '.repeat(4 << 20), resolve));
  child.kill('SIGINT');
  const ended = await child;
  expect(ended.exitCode).toBe(130);
  expect(ended.stderr).toBe(said.trim());
});
