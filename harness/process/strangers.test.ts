/** Programs that nobody wrote for a test: each ends in an observation, and none of them leaves anything behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Case } from '../model/case.ts';
import type { Observation } from '../model/observation.ts';
import { Engine } from './engine.ts';
import { orphansMarked } from './file-size.ts';
import { lacks, launching, spawnPlan, testCase, text } from './testing.ts';

const linux = process.platform === 'linux';
const outside = mkdtempSync(join(tmpdir(), 'outside-'));
let engine: Engine;
beforeAll(() => {
  engine = new Engine({ graceMs: 200 });
});
afterAll(async () => {
  await engine.close();
  expect(existsSync(engine.folder)).toBe(false);
  rmSync(outside, { recursive: true });
});

const sh = (script: string, changes: Partial<Case> = {}): Promise<Observation> =>
  engine.runCase(testCase(changes), launching('/bin/sh', '-c', script));
const files = { observeFiles: true };
const big = { spawns: [spawnPlan({ stdin: { kind: 'bytes', bytes: Buffer.alloc(1 << 20, 97) } })] };
const brief = { spawns: [spawnPlan({ timeoutMs: 4000 })] };

describe('a stranger that', () => {
  test.each<[string, string, Partial<Case>, string]>([
    ['puts something else in the place of its input', 'exec 0</dev/null; sleep 0.1; echo done', big, 'done\n'],
    ['opens files and leaves them open', 'cd "$TMPDIR"; exec 8>a 9>b; echo ok', {}, 'ok\n'],
    ['prints NULs', 'printf "a\\0b\\0"', {}, 'a\0b\0'],
    ['removes the whole tree', 'rm -rf "$(dirname "$HOME")"; echo gone', files, 'gone\n'],
    ['and makes it anew, as a file', 'R=$(dirname "$HOME"); rm -rf "$R"; echo x >"$R"; echo gone', files, 'gone\n'],
    ['locks its own home', 'mkdir -p "$HOME/a/b"; chmod 000 "$HOME/a/b" "$HOME/a" "$HOME"; echo ok', files, 'ok\n'],
    [
      'leaves pipes, devices, loops of links',
      'cd "$HOME"; mkfifo f; mknod d c 1 3 2>/dev/null; ln -s / r; ln -s l l; echo ok',
      files,
      'ok\n',
    ],
    [
      'goes deeper than a path can say',
      'cd "$HOME"; n=$(printf "%0200d" 0); for i in $(seq 40); do mkdir $n; cd -P $n 2>/dev/null || break; done; echo ok',
      files,
      'ok\n',
    ],
    [
      'makes a file that may not be removed',
      'echo x >"$HOME/f"; chattr +i "$HOME/f" 2>/dev/null; echo ok',
      files,
      'ok\n',
    ],
  ])('%s', async (_, script, changes, out) => {
    const { spawns, fault } = await sh(script, changes);
    expect(fault).toBeUndefined();
    expect(spawns[0]?.end).toEqual({ kind: 'exit', code: 0 });
    expect(text(spawns[0]?.stdout)).toBe(out);
  });

  test('kills its own group, or stops itself', async () => {
    expect((await sh('kill -9 0')).spawns[0]?.end).toEqual({ kind: 'signal', signal: 'SIGKILL' });
    expect((await sh('kill -STOP $$', brief)).spawns[0]?.end).toMatchObject({ kind: 'timeout', forced: true });
  });

  test('gives files names that hold a line break, or are no text', async () => {
    const seen = await sh('cd "$HOME"; printf 1 >"a\nb"; printf 2 >"$(printf "\\377")"', files);
    expect(seen.files.map(({ path, bytes }) => [path, bytes.toString()])).toEqual([
      ['a\nb', '1'],
      ['\uFFFD', '2'],
    ]);
  });

  test('makes more files than anyone reads', async () => {
    const seen = await sh('cd "$HOME"; seq 700 | xargs touch', {
      ...files,
    });
    expect(seen.files).toHaveLength(700);
  });

  test('puts a link to somebody else’s folder in the place of its own changes nothing there', async () => {
    chmodSync(outside, 0o700);
    const plans = [spawnPlan(), spawnPlan({ projectReadOnly: true })];
    const { fault } = await sh(
      `[ -e "$HOME/once" ] || { : >"$HOME/once"; R="$PWD"; cd /; rm -rf "$R"; ln -s ${outside} "$R"; }`,
      {
        spawns: plans,
      },
    );
    expect(fault).toBeUndefined();
    expect(statSync(outside).mode & 0o777).toBe(0o700);
    expect(readdirSync(outside)).toEqual([]);
  });

  test('mounts somebody else’s folder in its own removes nothing there', async ({ skip }) => {
    writeFileSync(join(outside, 'kept'), '');
    const own = new Engine();
    const mounting = launching(
      '/bin/sh',
      '-c',
      // On a folder below, and on the whole tree.
      `mkdir "$HOME/a b" && mount --bind ${outside} "$HOME/a b" && mount --bind ${outside} "$(dirname "$HOME")"`,
    );
    const seen = await Promise.all(Array.from({ length: 18 }, () => own.runCase(testCase(), mounting)));
    await own.close();
    expect(existsSync(own.folder)).toBe(false);
    expect(readdirSync(outside)).toEqual(['kept']);
    rmSync(join(outside, 'kept'));
    if (seen.some(({ spawns }) => spawns[0]?.end.kind !== 'exit' || spawns[0].end.code !== 0))
      skip('who may not mount');
  });

  test('writes after its end through a grandchild is read to its end and no further', async () => {
    const { spawns } = await sh('(sleep 0.05; echo late; sleep 300) & echo early');
    expect(spawns[0]?.stdoutHeldOpen).toBe(true);
    expect(text(spawns[0]?.stdout)).toMatch(/^early\n/);
  });
});

describe.runIf(linux && !lacks('setsid'))('who leaves its group, its folder and its environment', () => {
  const hides = (opens: string): string =>
    `(exec env -i setsid sh -c 'cd "$0"; exec 9${opens}; cd /; exec sleep 300' "$HOME" >/dev/null 2>&1 </dev/null &); sleep 0.3`;
  test.each([
    ['a folder', '<.'],
    ['a file', '<>../project/.git/HEAD'],
  ])('and holds %s of its tree is found with its case', async (_, opens) => {
    const [seen, beside] = await Promise.all([sh(hides(opens)), sh('sleep 0.6; ls')]);
    expect(seen.survivors.map(({ command }) => command)).toEqual(['sleep 300']);
    expect(beside.survivors).toEqual([]);
  });

  test('is known by its home, where the configuration sets another TMPDIR', async () => {
    const script = 'cd /; setsid sleep 300 >/dev/null 2>&1 </dev/null & sleep 0.3';
    const launch = { ...launching('/bin/sh', '-c', script)(), env: { TMPDIR: '/var' } };
    const { survivors } = await engine.runCase(testCase(), () => launch);
    expect(survivors.map(({ command }) => command)).toEqual(['sleep 300']);
  });

  test('nobody is taken for it who is given its number later', async ({ skip }) => {
    const told = join(outside, 'number');
    const running = sh(`[ -e ${told} ] && sleep 2; echo $$ >${told}`, {
      spawns: [spawnPlan(), spawnPlan()],
      observeSurvivors: true,
    });
    let number = 0;
    while (!(number > 0)) {
      await delay(20);
      number = existsSync(told) ? Number(readFileSync(told, 'latin1')) : 0;
    }
    const other = takeNumber(number);
    const seen = await running;
    rmSync(told);
    if (other === undefined) skip('nobody may say here which number is given out next');
    expect(seen.survivors).toEqual([]);
    expect(other?.kill('SIGKILL')).toBe(true);
    await once(other as ChildProcess, 'exit');
  });
});

/** A process in a session of its own that has this number, as when numbers have come round to it. */
function takeNumber(number: number): ChildProcess | undefined {
  for (let turn = 0; turn < 100; turn++) {
    try {
      writeFileSync('/proc/sys/kernel/ns_last_pid', String(number - 1));
    } catch {
      return undefined;
    }
    const child = spawn('/bin/sleep', ['300'], { detached: true, stdio: 'ignore' });
    if (child.pid === number) return child;
    child.kill('SIGKILL');
  }
  return undefined;
}

// Known by the limit that they were started with.
describe.runIf(linux && !lacks('prlimit'))('who hides from every look is found at the end', () => {
  const hidden = 'cd /; (exec env -i setsid sleep 300 >/dev/null 2>&1 </dev/null &); sleep 0.1';
  const crowd =
    'for i in $(seq 50); do (cd /; exec env -i setsid sh -c "trap \\"\\" TERM; sleep 300") >/dev/null 2>&1 </dev/null & done; sleep 0.3';
  test.each([
    ['one', hidden, 1],
    ['a crowd that ignores SIGTERM', crowd, 50],
  ])('%s', async (_, script, count) => {
    const own = new Engine({ graceMs: 200 });
    const { survivors } = await own.runCase(testCase(), launching('/bin/sh', '-c', script));
    await own.close();
    // On a busy machine some are not hidden yet when their case ends.
    expect(own.strays.length + survivors.length).toBeGreaterThanOrEqual(count);
    expect(orphansMarked(own.mark ?? 0)).toEqual([]);
  });

  test('and what we, or who uses us, have started besides is not touched', async () => {
    const own = new Engine();
    const child = spawn('/bin/sh', ['-c', 'sleep 300 & wait'], { stdio: 'ignore', detached: true });
    await own.runCase(testCase(), launching('/bin/true'));
    await own.close();
    expect(own.strays).toEqual([]);
    expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).toContain('sleep');
    process.kill(-(child.pid ?? 0), 'SIGTERM');
  });
});
