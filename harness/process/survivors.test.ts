import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { awaitsKill, kill, processesOf, readStat } from './survivors.ts';

const stat = (name: string, state: string, flags: number): string =>
  `7 (${name}) ${state} 3 5 5 0 -1 ${flags} 102 0 0 0 0 0 0 0 20 0 1 0 5491006 3133440 414`;

test.each([
  ['S', 4194304, false],
  ['Z', 4194304, true],
  ['R', 4194304 | 0x4, true],
  ['D', 4194304 | 0x400, true],
])('a process in state %s with the flags %d is ending: %s', (state, flags, ending) => {
  expect(readStat(stat('sh) R (x', state, flags))).toEqual({
    state,
    parent: 3,
    group: 5,
    session: 5,
    started: 5491006,
    ending,
  });
});

test('one that is gone, or tells nothing of itself, has ended', () => {
  expect(readStat('').ending).toBe(true);
});

test.each([
  ['0000000000000000', '0000000000000100', true],
  ['0000000000000100', '0000000000004000', true],
  ['00000100', '00000000', true],
  ['0000000100000000', '0000000000004000', false],
  ['0000000000000000', '0000000000010000', false],
])('with the signals %s and %s pending it is as good as dead: %s', (own, shared, dead) => {
  expect(awaitsKill(`Name:\tsh\nSigPnd:\t${own}\nShdPnd:\t${shared}\nSigBlk:\t0000000000000100\n`)).toBe(dead);
});

test.runIf(process.platform === 'linux')('who has been sent a deadly signal is nobody’s survivor at once', async () => {
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    for (let turn = 0; turn < 10; turn++) {
      const folder = `/nowhere/${process.pid}-${signal}-${turn}`;
      const child = spawn('/bin/sleep', ['300'], { env: { TMPDIR: `${folder}/tmp` }, stdio: 'ignore' });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      expect(processesOf(folder).map(({ command }) => command)).toEqual(['/bin/sleep 300']);
      kill(child.pid ?? 0, signal);
      expect(processesOf(folder)).toEqual([]);
      await ended;
    }
  }
});
