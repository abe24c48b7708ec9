import { afterAll, expect, test } from 'vitest';
import { makeCanary } from '../leaks/canary.ts';
import type { Observation } from '../model/observation.ts';
import { Engine } from './engine.ts';
import { hook, launching, spawnPlan, testCase } from './testing.ts';

const engine = new Engine({ streamCapBytes: 1000 });
afterAll(() => engine.close());

const origin = { seed: 1, scope: 'leaks', spawn: 0 };
const prompt = makeCanary(origin, '/prompt', 'prompt');
const token = makeCanary(origin, 'TOKEN', 'secret');

function run(program: string, ...args: string[]): Promise<Observation> {
  const stdin = { kind: 'bytes' as const, bytes: Buffer.from(`${prompt.value}\n`) };
  return engine.runCase(
    testCase({
      spawns: [spawnPlan({ stdin, env: { TOKEN: token.value } })],
      canaries: [prompt, token],
      observeFiles: true,
    }),
    launching(program, ...args),
  );
}

test('every channel', async () => {
  const { leaks } = await run(hook('leaks-everywhere.sh'));
  expect(leaks.map(({ canary, channel, place, encoding }) => `${canary} ${channel} | ${place} | ${encoding}`)).toEqual([
    '0:/prompt stdout | stdout /said | plain',
    '0:/prompt stderr | stderr byte 0 | base64',
    '0:/prompt file | home/.app/log.gz byte 0 | gzip',
    '0:/prompt argv | command line of a child byte 17 | plain',
    '0:TOKEN environment | environment of a child byte 5 | plain',
  ]);
});

test('what is cut off at the cap is searched, too', async () => {
  const { leaks, spawns } = await run('/bin/sh', '-c', 'head -c 3000000 /dev/zero; cat');
  expect(spawns[0]?.stdout.bytes).toHaveLength(1000);
  expect(leaks).toEqual([expect.objectContaining({ canary: '0:/prompt', place: 'stdout byte 3000000' })]);
});

test('nobody who keeps it to himself is accused', async () => {
  const { leaks } = await run('/bin/sh', '-c', 'sha256sum; sleep 0.2; sh -c "sleep 0.2"');
  expect(leaks).toEqual([]);
});
