/** A machine that lets us run late: what happened in time counts as it happened, whenever we come to look. */
import { setImmediate as round } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { Engine } from './engine.ts';
import { launching, spawnPlan, testCase, text } from './testing.ts';

const engine = new Engine({ graceMs: 200 });
afterAll(() => engine.close());

/** Keeps this process from doing anything at all, as a machine that gives its processors to others. */
function stall(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('a subject that ended within its time has not hung', async () => {
  const spawns = [spawnPlan({ timeoutMs: 1000 })];
  const running = engine.runCase(testCase({ spawns }), launching('/bin/sh', '-c', 'sleep 0.3; echo done'));
  for (let n = 0; n < 5; n++) await round();
  stall(2500);
  const { spawns: seen } = await running;
  expect(seen[0]?.end).toEqual({ kind: 'exit', code: 0 });
  expect(text(seen[0]?.stdout)).toBe('done\n');
});

test('a limit that came late by our own fault says so, and one that came in time does not', { retry: 3 }, async () => {
  for (const stalled of [true, false]) {
    const spawns = [spawnPlan({ timeoutMs: 1000 })];
    const running = engine.runCase(testCase({ spawns }), launching('/bin/sh', '-c', 'exec sleep 60'));
    for (let n = 0; n < 5; n++) await round();
    if (stalled) stall(2500);
    const [seen] = (await running).spawns;
    expect([seen?.end.kind, seen?.starved]).toEqual(['timeout', stalled ? true : undefined]);
  }
});

test('a worker that answered within its time has not hung', async () => {
  const worker = engine.openWorker(launching('/bin/sh', '-c', 'while read -r line; do echo "$line"; echo; done')());
  const asked = worker.ask('{}', 500);
  // The question is on its way by then.
  await round();
  stall(1500);
  expect((await asked).end).toEqual({ kind: 'exit', code: 0 });
  expect(text((await asked).stdout)).toBe('{}\n');
  worker.close();
});

test('what a subject sent without waiting for an answer was sent by it, and not by the next one', async () => {
  const program = `
    const { hostname, port } = new URL(process.env.ENDPOINT);
    require('node:net').connect(port, hostname).end('POST /first HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 2\\r\\n\\r\\n{}', () => process.exit());`;
  const running = engine.runCase(
    testCase({
      sink: { variable: 'ENDPOINT' },
      spawns: [spawnPlan({ env: { SENDS: 'yes' } }), spawnPlan()],
    }),
    launching('/bin/sh', '-c', '[ -z "$SENDS" ] || exec "$0" -e "$1"', process.execPath, program),
  );
  // The sink listens and the first one has been started.
  for (let n = 0; n < 20; n++) await round();
  stall(1500);
  const { requests } = await running;
  expect(requests.map(({ url, spawn, content }) => [url, spawn, content.documents])).toEqual([['/first', 0, [{}]]]);
});

test('what a helper wrote last is read, however soon after it the helper ended', async () => {
  const script = '(sleep 0.2; echo late; echo end >> "$HOME/log") & echo early';
  const awaits = [{ area: 'home' as const, path: 'log' }];
  const running = engine.runCase(testCase({ lingerMs: 5000, awaits }), launching('/bin/sh', '-c', script));
  // Until after its own end, and before that of its helper.
  const began = performance.now();
  while (performance.now() - began < 150) await round();
  stall(1000);
  const { spawns, survivors } = await running;
  expect(text(spawns[0]?.stdout) + text(spawns[0]?.late)).toBe('early\nlate\n');
  expect(survivors).toEqual([]);
});

test('time in which the machine let nobody run is no time that a helper has had', async () => {
  const script = '(sleep 2.5; echo end >> "$HOME/log") >/dev/null 2>&1 &';
  const awaits = [{ area: 'home' as const, path: 'log' }];
  const running = engine.runCase(testCase({ lingerMs: 2000, awaits }), launching('/bin/sh', '-c', script));
  const began = performance.now();
  while (performance.now() - began < 500) await round();
  stall(1500);
  expect((await running).survivors).toEqual([]);
});
