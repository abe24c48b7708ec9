import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Engine } from './engine.ts';
import { processesOf } from './survivors.ts';
import { hook, lacks, launching, spawnPlan, testCase, text } from './testing.ts';

let engine: Engine;
beforeAll(() => {
  process.env['SECRET_OF_THE_CALLER'] = 'x';
  engine = new Engine({ passEnv: ['PASSED'] });
});
afterAll(async () => {
  await engine.close();
  expect(existsSync(engine.folder)).toBe(false);
});

interface Told {
  stdin: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
}
const told = (out: Parameters<typeof text>[0]): Told => JSON.parse(text(out)) as Told;

describe('what a subject is given', () => {
  test('its own answer once more, where the case says so', async () => {
    const { spawns } = await engine.runCase(
      testCase({
        spawns: [
          spawnPlan({ stdin: { kind: 'bytes', bytes: Buffer.from('first') } }),
          spawnPlan({ stdin: { kind: 'answer', spawn: 0, member: 'stdin' } }),
          spawnPlan({ stdin: { kind: 'answer', spawn: 0, member: 'args' } }),
          spawnPlan({ stdin: { kind: 'answer', spawn: 0, member: 'nothing' } }),
        ],
      }),
      launching(hook('echoes.mjs')),
    );
    expect(spawns.map((spawn) => told(spawn.stdout).stdin)).toEqual(['first', 'first', '[]', '']);
  });

  test('private places and an allowlisted environment, nothing that names us', async () => {
    const { spawns, tree } = await engine.runCase(
      testCase({ spawns: [spawnPlan({ env: { CASE: 'c', BOTH: 'case' } })] }),
      () => ({ ...launching(hook('echoes.mjs'))(), env: { CONFIG: 'k', BOTH: 'config' } }),
    );
    const { env, cwd } = told(spawns[0]?.stdout);
    expect(cwd).toBe(tree.project);
    expect(env).toMatchObject({ HOME: tree.home, TMPDIR: tree.tmp, CASE: 'c', CONFIG: 'k', BOTH: 'case' });
    const allowed = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'HOME', 'TMPDIR', 'CASE', 'CONFIG', 'BOTH'];
    expect(Object.keys(env).filter((name) => !allowed.includes(name))).toEqual([]);
    const ours = Object.entries(env).filter(([name]) => name !== 'PATH');
    expect(JSON.stringify([ours, cwd])).not.toMatch(/hookconf/i);
  });

  test('a stdout that nobody reads, a project folder that is read-only, where the case says so', async () => {
    const plans = [{}, { stdoutClosed: true }, { projectReadOnly: true }, {}].map((changes) => spawnPlan(changes));
    const { spawns, fault } = await engine.runCase(testCase({ spawns: plans }), launching(hook('meets-conditions.sh')));
    expect(fault).toBeUndefined();
    expect(spawns.map((spawn) => text(spawn.stderr).trim().split('\n'))).toEqual([
      ['stdout: yes', 'folder: yes'],
      ['stdout: no', 'folder: yes'],
      ['stdout: yes', 'folder: no'],
      ['stdout: yes', 'folder: yes'],
    ]);
  });

  test('placeholders, and a shell only when it is asked for', async () => {
    const plan = spawnPlan({ placeholders: { vendor: 'codex', event: 'Stop' }, appendArgs: ['$HOME', "it's"] });
    const direct = await engine.runCase(
      testCase({ spawns: [plan] }),
      launching(hook('echoes.mjs'), '{vendor}', '--p={provider}', '{event}', '{other}'),
    );
    const args = ['codex', '--p=codex', 'Stop', '{other}', '$HOME', "it's"];
    expect(told(direct.spawns[0]?.stdout).args).toEqual(args);
    const shell = await engine.runCase(testCase({ spawns: [plan] }), () => ({
      ...launching(`X=1 '${hook('echoes.mjs')}' "$HOME" {event}`)(),
      shell: '/bin/sh',
    }));
    expect(told(shell.spawns[0]?.stdout).args).toEqual([shell.tree.home, 'Stop', '$HOME', "it's"]);
  });

  test.skipIf(lacks('git'))("the payload's paths are the case's own, and what they name is there", async () => {
    const payload = { cwd: '/home/dev/app', transcript: '/home/dev/.v/t.jsonl', files: { '/home/dev/app/a': 1 } };
    const stdin = { kind: 'payload' as const, payload, newline: true };
    const { spawns, tree } = await engine.runCase(
      testCase({
        spawns: [spawnPlan({ stdin, env: { ROOT: '/home/dev/app/' } })],
        substitutions: [
          { from: '/home/dev', to: 'home' },
          { from: '/home/dev/app', to: 'project' },
        ],
        named: [{ pointer: '/transcript', kind: 'file', content: '{"cwd":"/home/dev/app"}\n' }],
        files: [{ area: 'project', path: 'a', content: 'A', mode: 0o755 }],
      }),
      () => ({
        ...launching('cat - "$HOME/.v/t.jsonl"; stat -c %a a; printf "%s" "$ROOT"; git rev-parse --show-toplevel')(),
        shell: 'sh',
      }),
    );
    const [event, transcript, mode, env] = text(spawns[0]?.stdout).split('\n');
    expect(JSON.parse(event ?? '')).toEqual({
      cwd: tree.project,
      transcript: `${tree.home}/.v/t.jsonl`,
      files: { [`${tree.project}/a`]: 1 },
    });
    expect(transcript).toBe(`{"cwd":"${tree.project}"}`);
    expect(mode).toBe('755');
    expect(env).toBe(`${tree.project}/${tree.project}`);
  });

  test.skipIf(lacks('git'))('a copy of a project: ignored files linked, the original out of reach', async () => {
    const project = mkdtempSync(join(tmpdir(), 'copied-'));
    const git = (...args: string[]): unknown => execFileSync('git', ['-C', project, ...args], { stdio: 'ignore' });
    mkdirSync(join(project, 'node_modules/dep'), { recursive: true });
    mkdirSync(join(project, 'src'));
    writeFileSync(join(project, '.gitignore'), 'node_modules\n');
    writeFileSync(join(project, 'src/hook.sh'), '#!/bin/sh\n');
    chmodSync(join(project, 'src/hook.sh'), 0o755);
    git('init', '-q');
    git('add', '.');
    git('-c', 'user.name=n', '-c', 'user.email=e@e', 'commit', '-qm', 'first');
    const copying = new Engine({ project });
    const { spawns, files } = await copying.runCase(testCase({ observeFiles: true }), () => ({
      ...launching('git log --format=%s; git status --short; ls -ld node_modules | cut -c1; echo x >> src/hook.sh')(),
      shell: 'sh',
    }));
    expect(text(spawns[0]?.stdout)).toBe('first\nl\n');
    expect(files.map(({ path }) => path).filter((path) => !path.startsWith('.git/'))).toEqual(['src/hook.sh']);
    expect(readFileSync(join(project, 'src/hook.sh'), 'utf8')).toBe('#!/bin/sh\n');
    await copying.close();
    expect(lstatSync(join(project, 'node_modules/dep')).isDirectory()).toBe(true);
    rmSync(project, { recursive: true });
  });
});

describe('what is observed', () => {
  test('the folders that a case leaves, where it asks for them', async () => {
    const command = 'mkdir -p made/within gone linked-to; rmdir gone; ln -s linked-to link; echo x > made/file';
    const launch = () => ({ ...launching(command)(), shell: 'sh' as const });
    const { folders = [], tree } = await engine.runCase(testCase({ observeFolders: true }), launch);
    for (const path of ['', '/made', '/made/within', '/linked-to']) expect(folders).toContain(`${tree.project}${path}`);
    expect(folders).toContain(tree.root);
    for (const path of ['/gone', '/link', '/made/file']) expect(folders).not.toContain(`${tree.project}${path}`);
    expect((await engine.runCase(testCase({}), launch)).folders).toBeUndefined();
  });

  test('files created, changed and deleted, wherever they are', async () => {
    const { files, tree } = await engine.runCase(
      testCase({
        observeFiles: true,
        files: ['given.txt', 'gone.txt', 'same.txt'].map((path) => ({ area: 'project', path, content: 'x\n' })),
      }),
      launching(hook('writes-files.sh')),
    );
    const seen = files.map(({ area, path, change, bytes }) => [change, area, path, bytes.toString()]);
    expect(seen.filter(([, , path]) => path !== 'locked/inside')).toEqual([
      ['created', 'home', '.cache/app/state', 'state\n'],
      ['created', 'project', 'created.txt', 'new\n'],
      ['changed', 'project', 'given.txt', 'x\nmore\n'],
      ['deleted', 'project', 'gone.txt', ''],
      ['created', 'tmp', 'fifo', ''],
      ['created', 'tmp', 'link', '/etc/hostname'],
    ]);
    expect(existsSync(tree.root)).toBe(false);
  });

  test('parallel spawns run at once, others one after the other', async () => {
    const plans = [spawnPlan(), spawnPlan({ parallel: true }), spawnPlan()];
    const { spawns } = await engine.runCase(testCase({ spawns: plans }), launching('/bin/sleep', '0.3'));
    const [first, second, third] = spawns.map(
      ({ startedMs, durationMs }) => [startedMs, startedMs + durationMs] as const,
    );
    expect(second?.[0]).toBeLessThan(first?.[1] ?? 0);
    expect(third?.[0]).toBeGreaterThanOrEqual(Math.max(first?.[1] ?? 0, second?.[1] ?? 0));
  });

  test('our own mistake is a fault and not a verdict', async () => {
    const { fault, spawns } = await engine.runCase(
      testCase({ files: [{ area: 'home', path: '../out', content: '' }] }),
      launching('/bin/true'),
    );
    expect(fault).toContain('outside of its tree');
    expect(spawns).toEqual([]);
  });
});

describe('one case and the next', () => {
  const names = async (script: string): Promise<string> => {
    const { spawns, tree } = await engine.runCase(testCase(), launching('/bin/sh', '-c', script));
    return text(spawns[0]?.stdout).replaceAll(tree.root, '');
  };
  test.each([
    'echo x > left',
    'echo x > "$HOME/left"',
    'mkdir "$TMPDIR/left"',
    'echo x > ../left',
    'echo other > .git/HEAD',
    'mkdir .git/hooks',
    'chmod 755 . && chmod 700 "$HOME"',
    'rm -rf "$HOME"',
    'rm -rf "$HOME" && ln -s /tmp "$HOME"',
  ])('never share what the first did: %s', async (script) => {
    const look =
      'ls -a . .. "$HOME" "$TMPDIR" .git .git/*; cat .git/HEAD; stat -c %a . "$HOME"; cat left ../left 2>/dev/null';
    const fresh = await names(look);
    await names(script);
    for (let turn = 0; turn < 3; turn++) expect(await names(look)).toBe(fresh);
  });

  test('have paths of their own', async () => {
    const roots = await Promise.all(['a', 'b'].map(() => engine.runCase(testCase(), launching('/bin/true'))));
    roots.push(await engine.runCase(testCase(), launching('/bin/true')));
    expect(new Set(roots.map(({ tree }) => tree.root)).size).toBe(3);
  });
});

describe('interruption', () => {
  test('an aborted case rejects and leaves nothing', async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error('stop')), 200);
    // Longer than a test may take.
    const spawns = [spawnPlan({ timeoutMs: 3_600_000 })];
    const running = engine.runCase(testCase({ spawns }), launching(hook('ignores-sigterm.sh')), abort.signal);
    await expect(running).rejects.toThrow('stop');
    expect(processesOf(engine.folder)).toEqual([]);
  });

  const ways: [string, NodeJS.Signals | undefined][] = [
    ['exception', undefined],
    ['exit', undefined],
    ['signal', 'SIGINT'],
    ['signal', 'SIGTERM'],
    ['signal', 'SIGHUP'],
    ['signal', 'SIGKILL'],
    ['isolated', 'SIGTERM'],
    ['isolated', 'SIGKILL'],
    ['worker', 'SIGINT'],
    ['worker', 'SIGKILL'],
  ];
  test('nor in a temporary folder of an odd name', async () => {
    const odd = `${mkdtempSync(join(tmpdir(), 'odd-'))}/a b'c[(+é`;
    mkdirSync(odd);
    const host: ChildProcess = spawn(process.execPath, ['--import', 'tsx', hook('engine-host.ts'), 'signal'], {
      env: { ...process.env, TMPDIR: odd },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const folder = await new Promise<string>((resolve) =>
      host.stdout?.once('data', (line) => resolve(`${line}`.trim())),
    );
    expect(folder.startsWith(`${odd}/`)).toBe(true);
    host.kill('SIGKILL');
    await vi.waitUntil(() => !existsSync(folder), { timeout: 50_000, interval: 50 });
    expect(processesOf(folder)).toEqual([]);
    rmSync(join(odd, '..'), { recursive: true });
  });

  test.each(ways)('nothing outlives us: %s %s', async (way, signal) => {
    const host: ChildProcess = spawn(process.execPath, ['--import', 'tsx', hook('engine-host.ts'), way], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const folder = await new Promise<string>((resolve) =>
      host.stdout?.once('data', (line) => resolve(`${line}`.trim())),
    );
    if (signal !== undefined) host.kill(signal);
    await new Promise<void>((resolve) => host.once('exit', () => resolve()));
    // Of a process that was killed, somebody else cleans up after it.
    if (signal === 'SIGKILL') await vi.waitUntil(() => !existsSync(folder), { timeout: 50_000, interval: 50 });
    expect(existsSync(folder)).toBe(false);
    expect(processesOf(folder)).toEqual([]);
  });
});
