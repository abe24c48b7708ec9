import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../harness/assets.ts';
import type { Case } from '../harness/model/case.ts';
import type { JsonValue } from '../harness/model/json.ts';
import { Engine } from '../harness/process/engine.ts';
import type { Launch } from '../harness/process/launch.ts';
import { childCpu, type Figure, ownCpu, times } from './measure.ts';

const PAYLOAD: JsonValue = {
  session_id: 's-1',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  cwd: '/home/dev/app',
  tool_input: { command: 'x'.repeat(1900) },
};
const CASE: Case = {
  id: 'bench',
  title: 'bench',
  requirements: [],
  spawns: [
    {
      placeholders: {},
      appendArgs: [],
      stdin: { kind: 'payload', payload: PAYLOAD, newline: true },
      env: {},
      timeoutMs: 30_000,
    },
  ],
  files: [],
  substitutions: [{ from: '/home/dev/app', to: 'project' }],
  lingerMs: 0,
  observeFiles: false,
  canaries: [],
  context: null,
};

export function hook(name: string): string {
  return join(packageRoot(), 'bench/hooks', name);
}

function launch(name: string): Launch {
  const program = name.endsWith('.mjs') ? process.execPath : '/bin/sh';
  return { program, args: [hook(name)], shell: null, cwd: 'project', env: {}, home: 'private' };
}

/** What everybody would write: the same pipes, nothing else. */
function bare(name: string): Promise<void> {
  const { program, args } = launch(name);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => out.push(chunk));
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', () => resolve());
    child.stdin.end(`${JSON.stringify(PAYLOAD)}\n`);
  });
}

/**
 * Our CPU a spawn against a bare spawn's, in short interleaved rounds so that a busy neighbour hits both alike, once the
 * compiler has done with what both run. What they cost until then, as in a short run, is told beside.
 */
export async function harnessCpu(spawns: number): Promise<Figure[]> {
  const engine = new Engine();
  const ways = [() => engine.runCase(CASE, () => launch('hook.sh')), () => bare('hook.sh')];
  for (const way of ways) await times(20, 1, way);
  const cold = await cpuOf(ways, spawns * WARM_UP);
  const [ours = Number.NaN, theirs = Number.NaN] = await cpuOf(ways, spawns);
  await engine.close();
  return [
    { name: 'harness CPU per cold spawn', value: ours, unit: 'ms' },
    { name: 'bare child_process.spawn', value: theirs, unit: 'ms' },
    { name: 'harness CPU / bare spawn', value: ours / theirs, unit: 'x', bound: { most: 1.25 } },
    {
      name: `the same in the ${spawns * WARM_UP} spawns before`,
      value: (cold[0] ?? Number.NaN) / (cold[1] ?? 0),
      unit: 'x',
    },
  ];
}

/** Milliseconds of CPU that each way takes a spawn. */
async function cpuOf(ways: readonly (() => Promise<unknown>)[], spawns: number): Promise<number[]> {
  const spent = ways.map(() => 0);
  for (let done = 0; done < spawns; done += ROUND) {
    for (const [index, way] of ways.entries()) {
      const before = ownCpu();
      await times(ROUND, 1, way);
      spent[index] = (spent[index] ?? 0) + ownCpu() - before;
    }
  }
  return spent.map((cpu) => cpu / (Math.ceil(spawns / ROUND) * ROUND));
}

const ROUND = 25;
/** So many times the spawns that count. */
const WARM_UP = 3;

/** How often the two ways of {@link wallTime} take turns. */
const TURNS = 5;

/**
 * Wall time of a plan at full concurrency against the least that the subject's own CPU allows on these cores; beside it the
 * same by bare spawns, which shows what of it is the subject's own waiting and the system's.
 */
export async function wallTime(cases: number): Promise<Figure[]> {
  const cores = availableParallelism();
  const figures: Figure[] = [];
  for (const [name, most, count] of [
    ['hook.mjs', 1.25, cases],
    ['hook.sh', 2, cases * 4],
  ] as const) {
    const engine = new Engine();
    const ways = [() => engine.runCase(CASE, () => launch(name)), () => bare(name)];
    for (const way of ways) await times(8, cores, way);
    const spent = ways.map(() => ({ wall: 0, cpu: 0 }));
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [index, way] of ways.entries()) {
        const [cpu, began] = [childCpu(), performance.now()];
        await times(Math.ceil(count / TURNS), cores, way);
        const into = spent[index];
        if (into === undefined) continue;
        into.wall += performance.now() - began;
        into.cpu += childCpu() - cpu;
      }
    }
    await engine.close();
    const [ours, theirs] = spent.map(({ wall, cpu }) => wall / (cpu / cores));
    figures.push(
      { name: `wall / (subject CPU / cores), ${name}`, value: ours ?? Number.NaN, unit: 'x', bound: { most } },
      { name: `the same by bare spawns, ${name}`, value: theirs ?? Number.NaN, unit: 'x' },
    );
  }
  return figures;
}
