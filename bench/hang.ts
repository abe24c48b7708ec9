import { Engine } from '../harness/process/engine.ts';
import { hook, launching, spawnPlan, testCase } from '../harness/process/testing.ts';
import type { Figure } from './measure.ts';

const TIMEOUT_MS = 500;
const GRACE_MS = 200;
const KINDS = [
  'ignores-sigterm.sh',
  'never-reads-stdin.sh',
  'floods-forever.sh',
  'stops-itself.sh',
  'leaves-group.py',
  'forks-until-limited.py',
];

/** How long after timeout and grace the engine has its observation, for each kind of hang. */
export async function overshoot(): Promise<Figure[]> {
  const engine = new Engine({ graceMs: GRACE_MS });
  const figures: Figure[] = [];
  for (const kind of KINDS) {
    const stdin = { kind: 'bytes', bytes: Buffer.alloc(1 << 20) } as const;
    const plan = testCase({ spawns: [spawnPlan({ timeoutMs: TIMEOUT_MS, stdin })] });
    const began = performance.now();
    const { spawns } = await engine.runCase(plan, launching(hook(kind)));
    const end = spawns[0]?.end;
    const allowed = TIMEOUT_MS + (end?.kind === 'timeout' && end.forced ? GRACE_MS : 0);
    figures.push({
      name: `overshoot, ${kind}`,
      value: performance.now() - began - allowed,
      unit: 'ms',
      bound: { most: 300 },
    });
  }
  await engine.close();
  return figures;
}
