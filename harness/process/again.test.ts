import { afterAll, expect, test } from 'vitest';
import { runAgain } from './again.ts';
import { Engine } from './engine.ts';
import { launching, testCase } from './testing.ts';

const engine = new Engine();
afterAll(() => engine.close());

test.each([
  ['pwd; echo "$HOME" >&2; echo x > file', 1],
  ['date +%s%N', 3],
  ['echo $$', 3],
  ['cat /proc/sys/kernel/random/uuid > "$TMPDIR/x"', 3],
])('%s', async (script, different) => {
  const launch = launching('/bin/sh', '-c', script);
  const observe = (one: ReturnType<typeof testCase>) => engine.runCase(one, launch);
  expect(await runAgain(testCase({ observeFiles: true }), 3, observe)).toEqual({ runs: 3, different });
  expect((await runAgain(testCase(), 3, observe, ({ spawns }) => spawns[0]?.end.kind ?? '')).different).toBe(1);
});
