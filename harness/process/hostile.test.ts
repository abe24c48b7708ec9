import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Case } from '../model/case.ts';
import type { Observation } from '../model/observation.ts';
import { Engine } from './engine.ts';
import { processesOf } from './survivors.ts';
import { hook, lacks, lacksFor, launching, spawnPlan, testCase, text } from './testing.ts';

const GRACE_MS = 200;
/** A busy machine takes its time to start a program, which ignores nothing before it has started. */
const STARTED_MS = 5000;
let engine: Engine;
let folder = '';

async function run(program: string, changes: Partial<Case> = {}, ...args: string[]): Promise<Observation> {
  const observation = await engine.runCase(testCase(changes), launching(hook(program), ...args));
  folder = dirname(observation.tree.root);
  return observation;
}
function hanging(timeoutMs: number, bytes = Buffer.alloc(0)): Partial<Case> {
  return { spawns: [spawnPlan({ timeoutMs, stdin: { kind: 'bytes', bytes } })] };
}

function isAsMade(root: string): boolean {
  return readdirSync(root, { recursive: true }).length === 'home tmp project .git HEAD objects refs'.split(' ').length;
}

beforeAll(() => {
  engine = new Engine({ graceMs: GRACE_MS, streamCapBytes: 1 << 20 });
});
afterEach(() => {
  expect(processesOf(folder)).toEqual([]);
  // What begins with a dash waits for its removal, and trees as they were made for a later case.
  const used = readdirSync(folder).filter((name) => !name.startsWith('-') && !isAsMade(`${folder}/${name}`));
  expect(used).toEqual([]);
});
afterAll(async () => {
  await engine.close();
  expect(existsSync(folder)).toBe(false);
});

// How soon is what `npm run bench` measures.
describe('a subject that hangs is ended', () => {
  const cases: [string, boolean][] = [
    ['ignores-sigterm.sh', true],
    ['never-reads-stdin.sh', false],
    ['floods-forever.sh', false],
    ['stops-itself.sh', true],
    ['leaves-group.py', false],
    ['forks-until-limited.py', true],
  ];
  for (const [program, forced] of cases)
    test.skipIf(lacksFor(program))(program, async () => {
      const timeoutMs = forced ? STARTED_MS : 500;
      const { spawns } = await run(program, hanging(timeoutMs, Buffer.alloc(1 << 20, 120)));
      expect(spawns[0]?.end).toEqual({ kind: 'timeout', timeoutMs, forced });
    });

  test.skipIf(lacks('python3'))('what left the group at a timeout is observed', async () => {
    const { survivors } = await run('leaves-group.py', hanging(STARTED_MS));
    expect(survivors.map(({ command }) => command)).toEqual([expect.stringContaining('leaves-group.py')]);
  });
});

describe('children that outlive a subject', () => {
  // Neither of the two ends by itself: who waited for it would still be waiting.
  test('a grandchild that holds stdout delays nobody', async () => {
    const { spawns, survivors } = await run('holds-stdout.sh');
    expect(spawns[0]?.end).toEqual({ kind: 'exit', code: 0 });
    expect(spawns[0]?.stdoutHeldOpen).toBe(true);
    expect(text(spawns[0]?.stdout)).toBe('{"decision":"allow"}\n');
    expect(survivors.map(({ command }) => command)).toEqual(['sleep 300']);
  });

  test('a grandchild that writes all the time delays nobody', async () => {
    const { spawns } = await run('steady-grandchild.sh');
    expect(spawns[0]?.stdoutHeldOpen).toBe(true);
  });

  test.skipIf(lacks('python3')).each(['daemonises.py', 'hides-daemon.py'])(
    '%s is found where the case asks',
    async (program) => {
      const { spawns, survivors } = await run(program, { observeSurvivors: true });
      expect(spawns[0]?.end).toEqual({ kind: 'exit', code: 0 });
      expect(spawns[0]?.stdoutHeldOpen).toBe(false);
      expect(survivors).toHaveLength(1);
    },
  );

  test.skipIf(lacks('python3'))('and where it does not, as long as that costs next to nothing', async () => {
    const { survivors } = await run('daemonises.py');
    expect(survivors).toHaveLength(1);
  });

  test('what turns up later is found with the batch', async () => {
    const other = new Engine();
    const { tree } = await other.runCase(testCase({ id: 'stray' }), launching('/bin/true'));
    const stray = spawn('/bin/sleep', ['300'], { env: { TMPDIR: tree.tmp }, stdio: 'ignore' });
    const ended = new Promise((resolve) => stray.once('exit', (_code, signal) => resolve(signal)));
    for (let n = 1; n < 64; n++) await other.runCase(testCase(), launching('/bin/true'));
    expect(await ended).toBe('SIGKILL');
    expect(other.strays).toEqual([{ caseId: 'stray', command: '/bin/sleep 300' }]);
    await other.close();
  });

  test('a case may wait for them', async () => {
    const { spawns, survivors } = await run('late-writer.sh', {
      lingerMs: 5000,
      awaits: [{ area: 'home', path: 'log', containing: 'end' }],
    });
    // On a busy machine it may still have been read as its own.
    expect(text(spawns[0]?.stdout) + text(spawns[0]?.late)).toBe('early\nlate\n');
    expect(survivors).toEqual([]);
  });

  test('also for one that has written what was awaited, and ends a little later', async () => {
    const { survivors } = await run('late-ender.sh', {
      lingerMs: 5000,
      awaits: [{ area: 'home', path: 'log', containing: 'end' }],
    });
    expect(survivors).toEqual([]);
  });

  test('but not longer than any case may: that is our fault, and no verdict', async () => {
    const { fault, spawns } = await run('late-writer.sh', { lingerMs: 10_001 });
    expect([fault, spawns]).toEqual(['it waits 10001 ms for children, and no case may wait over 10000 ms', []]);
  });

  test('and gives up at lingerMs', async () => {
    const began = performance.now();
    const { survivors } = await run('holds-stdout.sh', { lingerMs: 300, awaits: [{ area: 'home', path: 'never' }] });
    expect(performance.now() - began).toBeGreaterThan(300);
    expect(survivors).toHaveLength(1);
  });
});

describe('output', () => {
  test.skipIf(lacks('python3'))('both streams flooded at once are read to their end and kept to the cap', async () => {
    const { spawns } = await run('floods-both.py');
    expect(spawns[0]?.end).toEqual({ kind: 'exit', code: 0 });
    for (const stream of [spawns[0]?.stdout, spawns[0]?.stderr]) {
      expect(stream?.total).toBe(320 * 65536);
      expect(stream?.bytes.length).toBe(1 << 20);
      expect(stream?.truncated).toBe(true);
    }
  });

  for (const [program, timeoutMs, least] of [
    ['one-long-line.py', 50_000, 300_000_000],
    // As much as the machine is able to.
    ['floods-forever.sh', 3000, 1 << 20],
  ] as const)
    test.skipIf(lacksFor(program))(`${program} keeps memory flat`, async () => {
      let most = 0;
      const watch = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss());
      }, 20);
      const before = process.memoryUsage.rss();
      const { spawns } = await run(program, hanging(timeoutMs));
      clearInterval(watch);
      expect(spawns[0]?.stdout.total).toBeGreaterThan(least);
      expect(most - before).toBeLessThan(150 << 20);
    });

  test.skipIf(lacks('python3'))('single bytes arrive as they were written', async () => {
    expect((await run('bytes.py')).spawns[0]?.stdout.bytes).toEqual(Buffer.alloc(30000, 'b'));
  });

  test('invalid UTF-8 and half a document, too', async () => {
    expect((await run('invalid-utf8.sh')).spawns[0]?.stdout.bytes).toEqual(
      Buffer.from('7b22726561736f6e223a22fffec080227d0a', 'hex'),
    );
    expect(text((await run('half-document.sh')).spawns[0]?.stdout)).toBe('{"decision":"al');
  });

  test('closed streams do not end a case early', async () => {
    const { spawns } = await run('closes-stdout.sh');
    expect(spawns[0]?.end).toEqual({ kind: 'exit', code: 3 });
    expect(spawns[0]?.durationMs).toBeGreaterThan(350);
  });
});

describe('input', () => {
  for (const program of ['exits-unread.sh', 'closes-stdin.py'])
    test.skipIf(lacksFor(program))(`${program}: a closed stdin is an observation`, async () => {
      const { spawns } = await run(program, hanging(50_000, Buffer.alloc(4 << 20)));
      expect(spawns[0]?.end).toEqual({ kind: 'exit', code: 0 });
      expect(spawns[0]?.stdin).toEqual({ bytes: 4 << 20, closedEarly: true });
      expect(spawns[0]?.stdout.total).toBeGreaterThan(0);
    });
});

describe('ends', () => {
  const signals = 'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM XCPU XFSZ VTALRM SYS'.split(
    ' ',
  );
  test('a death by signal is never an exit', async () => {
    const ends = await Promise.all(
      signals.map(
        async (name) => (await engine.runCase(testCase(), launching(hook('dies-by.sh'), name))).spawns[0]?.end,
      ),
    );
    expect(ends).toEqual(signals.map((name) => ({ kind: 'signal', signal: `SIG${name}` })));
  });

  // Without a limit it would fill the disk.
  test.skipIf(process.platform !== 'linux' || lacks('prlimit'))(
    'a file-size limit, which is ours and gone with the engine',
    async ({ skip }) => {
      const limits = (): string | undefined =>
        /^Max file size.*$/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[0];
      const before = limits();
      const limited = new Engine({ fileSizeLimit: 4 << 20 });
      if (limited.mark === null) skip('whoever runs the tests has a lower one');
      const launch = launching(hook('writes-until-limit.sh'));
      const { spawns, files } = await limited.runCase(testCase({ observeFiles: true }), launch);
      expect(spawns[0]?.end).toEqual({ kind: 'signal', signal: 'SIGXFSZ' });
      expect(files.map(({ path, area, total }) => [area, path, total])).toEqual([['tmp', 'big', limited.mark]]);
      await limited.close();
      expect(limits()).toBe(before);
    },
  );

  test.each([
    ['/nowhere/at-all', 'ENOENT'],
    [hook('../json.test.ts'), 'EACCES'],
    ['/', 'EACCES'],
  ])('%s is not started', async (program, code) => {
    const { spawns, fault } = await engine.runCase(testCase(), launching(program));
    expect(spawns[0]?.end).toMatchObject({ kind: 'not-started', code });
    expect(fault).toBeUndefined();
  });

  test('arguments that no system takes are not started either', async () => {
    for (const argument of ['a\0b', 'x'.repeat(1 << 20)]) {
      const { spawns } = await run('echoes.mjs', {}, argument);
      expect(spawns[0]?.end.kind).toBe('not-started');
    }
  });

  test('a file without #! runs as a shell would run it', async () => {
    expect(text((await run('no-shebang')).spawns[0]?.stdout)).toContain('whichever shell');
  });

  test('a deleted working directory is there again for the next spawn', async () => {
    const { spawns } = await run('deletes-cwd.sh', { spawns: [spawnPlan(), spawnPlan()] });
    expect(spawns.map(({ end }) => end)).toEqual(Array(2).fill({ kind: 'exit', code: 0 }));
  });
});
