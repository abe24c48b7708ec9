import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Case } from '../model/case.ts';
import type { JsonValue } from '../model/json.ts';
import { Engine } from './engine.ts';
import type { Launch } from './launch.ts';
import { processesOf } from './survivors.ts';
import { hook, launching, spawnPlan, testCase, text } from './testing.ts';
import { isWorkerCase, type Worker } from './worker.ts';

const engine = new Engine({ graceMs: 200 });
afterAll(async () => {
  await engine.close();
  expect(processesOf(engine.folder)).toEqual([]);
});

function saying(payload: JsonValue, timeoutMs = 50_000): Case {
  return testCase({ spawns: [spawnPlan({ stdin: { kind: 'payload', payload, newline: false }, timeoutMs })] });
}

/** A port that nobody listens on; none of those that the system itself gives to whoever asks for any, meanwhile perhaps. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 30_000);
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise((resolve) => server.close(resolve));
    if (free) return port;
  }
}

describe('a hook at a URL', () => {
  let url = '';
  const asked = (): Launch => ({ ...launching('')(), url: `${url}/hook` });
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    await engine.startServer(launching(hook('serves.mjs'), String(port))(), url, 50_000);
  });

  test('answers with status and body, case after case', async () => {
    for (const [say, status, code] of [
      ['hello', 200, 0],
      ['teapot', 418, 1],
    ] as const) {
      const { spawns } = await engine.runCase(saying({ say }), asked);
      expect(spawns[0]).toMatchObject({
        end: { kind: 'exit', code },
        http: { status, headers: { 'x-hook': 'yes' } },
      });
      expect(JSON.parse(text(spawns[0]?.stdout))).toEqual({ said: say });
    }
  });

  test('that hangs, breaks off, or is not there', async () => {
    const ends = await Promise.all([
      engine.runCase(saying({ say: 'hang' }, 300), asked),
      engine.runCase(saying({ say: 'reset' }), asked),
      engine.runCase(saying({ say: 'x' }), () => ({ ...asked(), url: 'http://127.0.0.1:1/' })),
    ]);
    expect(ends.map(({ spawns }) => spawns[0]?.end)).toEqual([
      { kind: 'timeout', timeoutMs: 300, forced: false },
      expect.objectContaining({ kind: 'not-started', code: 'ECONNRESET' }),
      expect.objectContaining({ kind: 'not-started', code: 'ECONNREFUSED' }),
    ]);
  });

  test('whose server does not come up is said so', async () => {
    const broken = engine.startServer(
      launching('/bin/sh', '-c', 'echo no such port >&2; exit 3')(),
      'http://127.0.0.1:1',
    );
    await expect(broken).rejects.toThrow('ended before anything listened at its URL: no such port');
  });
});

describe('a worker', () => {
  let worker: Worker;
  beforeAll(() => {
    worker = engine.openWorker(launching(hook('answers-lines.mjs'))());
  });
  const said = async (payload: JsonValue, timeoutMs?: number): Promise<string> => {
    const { spawns } = await worker.runCase(saying(payload, timeoutMs));
    const [spawned] = spawns;
    const end = spawned?.end.kind === 'exit' ? `exit ${spawned.end.code}` : spawned?.end.kind;
    return `${end} ${text(spawned?.stdout).replaceAll(/,"pid":\d+/g, '')}`;
  };

  test('answers many questions in order, from one process', async () => {
    const many = await Promise.all(
      Array.from({ length: 500 }, (_, n) => said({ say: 'x'.repeat(n % 7 === 0 ? 4000 : 3), n })),
    );
    expect(many.map((line) => (JSON.parse(line.slice(6)) as { n: number }).n)).toEqual(many.map((_, n) => n));
    expect(worker.starts).toBe(1);
  });

  test('answers with no line, or with several', async () => {
    expect(
      await Promise.all([said({ say: 'nothing' }), said({ say: 'two' }), said({ say: 'nothing' }), said({ say: 'a' })]),
    ).toEqual(['exit 0 ', 'exit 0 {"said":"two"}\n{"more":1}\n', 'exit 0 ', 'exit 0 {"said":"a"}\n']);
  });

  test('that dies, ends or hangs costs one question', async () => {
    const before = worker.starts;
    const answers = await Promise.all([
      said({ say: 'a' }),
      said({ say: 'die' }),
      said({ say: 'b' }),
      said({ say: 'end' }),
      said({ say: 'c' }),
      said({ say: 'hang' }, 400),
      said({ say: 'd' }),
    ]);
    const ok = (say: string): string => `exit 0 {"said":"${say}"}\n`;
    expect(answers).toEqual([ok('a'), 'signal ', ok('b'), 'exit 1 ', ok('c'), 'timeout ', ok('d')]);
    expect(worker.starts - before).toBe(3);
  });

  test('gets only cases that are one question', () => {
    expect(isWorkerCase(saying({}))).toBe(true);
    expect(isWorkerCase(testCase())).toBe(false);
    expect(isWorkerCase({ ...saying({}), observeFiles: true })).toBe(false);
    expect(isWorkerCase({ ...saying({}), spawns: [...saying({}).spawns, spawnPlan()] })).toBe(false);
  });
});
