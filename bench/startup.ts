import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../harness/assets.ts';
import { childCpu, type Figure, median } from './measure.ts';

/** CPU of a whole start of the command against Node's own, interleaved. */
export function startup(rounds: number): Figure[] {
  const bin = join(packageRoot(), 'dist/bin.js');
  const commands: Readonly<Record<string, readonly string[]>> = {
    'node -e 0': ['-e', '0'],
    'hookconf --version': [bin, '--version'],
    'hookconf list': [bin, 'list'],
  };
  const spent = new Map<string, number[]>(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(commands)) {
      const before = childCpu();
      // Five at a time: the system counts CPU in steps of 10 ms.
      for (let time = 0; time < 5; time++) {
        const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
        if (status !== 0) throw new Error(`${name} ended with ${status}: build first (npm run build)`);
      }
      spent.get(name)?.push((childCpu() - before) / 5);
    }
  }
  const of = (name: string): number => median(spent.get(name) ?? []);
  const node = of('node -e 0');
  return [
    { name: 'node -e 0', value: node, unit: 'ms of CPU' },
    ...['hookconf --version', 'hookconf list'].map((name) => ({
      name: `${name} / node -e 0`,
      value: of(name) / node,
      unit: 'x',
      bound: { most: 1.4 },
    })),
  ];
}
