import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { type Figure, ownCpu, times } from './measure.ts';

/** Starts `/bin/sh -c :` with three pipes and waits for it. The same for every way. */
const COMMAND = ['/bin/sh', '-c', ':'] as const;

function direct(): Promise<unknown> {
  const [file, ...args] = COMMAND;
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end();
  child.stdout.resume();
  child.stderr.resume();
  return once(child, 'close');
}

const SPAWNER = `
const { spawn } = require('node:child_process');
const run = (done) => {
  const child = spawn('/bin/sh', ['-c', ':'], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(); child.stdout.resume(); child.stderr.resume();
  child.on('close', done);
};
`;

/** A small second Node process that spawns on request: less memory to copy the page tables of. */
const NODE = `${SPAWNER}
process.stdin.on('data', (data) => { for (const _ of data) run(() => process.stdout.write('.')); });`;
/** Spawning in a worker thread: the same process, so the same page tables, but not on the main thread. */
const THREAD = `${SPAWNER}
require('node:worker_threads').parentPort.on('message', () => run(() => require('node:worker_threads').parentPort.postMessage(0)));`;
/** Python starts children by vfork: no page tables are copied at all. What a posix_spawn of our own would cost. */
const PYTHON = `
import subprocess, sys, threading
def run():
    subprocess.run(["/bin/sh", "-c", ":"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, close_fds=False)
    sys.stdout.write(".\\n"); sys.stdout.flush()
for line in sys.stdin:
    run()
`;

/** CPU of process and descendants that have not ended, in ms: of a helper, whose own use our counters don't see. */
async function helperCpu(pid: number): Promise<number> {
  const { readFileSync } = await import('node:fs');
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function throughHelper(file: string, args: readonly string[], count: number, byLine: boolean): Promise<number> {
  const helper = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting: (() => void)[] = [];
  if (byLine) createInterface({ input: helper.stdout }).on('line', () => waiting.shift()?.());
  else helper.stdout.on('data', (data: Buffer) => data.forEach(() => void waiting.shift()?.()));
  const ask = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      helper.stdin.write(byLine ? '\n' : '.');
    });
  await times(20, 1, ask);
  const pid = helper.pid ?? 0;
  const before = ownCpu() + (await helperCpu(pid));
  await times(count, 1, ask);
  const spent = ownCpu() + (await helperCpu(pid)) - before;
  helper.stdin.end();
  helper.kill();
  return spent / count;
}

/** Ways to start a process, by all the CPU that is not the process's own. What was found stands in README.md. */
export async function spawners(count: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  const note = (name: string, value: number): void => {
    figures.push({ name: `CPU per spawn, ${name}`, value, unit: 'ms' });
  };
  await times(20, 1, direct);
  let before = ownCpu();
  await times(count, 1, direct);
  note('child_process.spawn', (ownCpu() - before) / count);

  // Memory that the process has touched is what a fork has to copy the page tables of.
  const ballast = Array.from({ length: 8 }, () => Buffer.alloc(64 * 1024 * 1024, 1));
  before = ownCpu();
  await times(count, 1, direct);
  note(`child_process.spawn, ${ballast.length * 64} MB more in use`, (ownCpu() - before) / count);
  ballast.length = 0;

  const thread = new Worker(THREAD, { eval: true });
  const inThread = async (): Promise<void> => {
    thread.postMessage(0);
    await once(thread, 'message');
  };
  await times(20, 1, inThread);
  before = ownCpu();
  await times(count, 1, inThread);
  note('in a worker thread', (ownCpu() - before) / count);
  await thread.terminate();

  note('by a small Node process', await throughHelper(process.execPath, ['-e', NODE], count, false));
  try {
    note('by a Python process (vfork)', await throughHelper('python3', ['-c', PYTHON], count, true));
  } catch {
    // No Python here: one way less.
  }
  return figures;
}
