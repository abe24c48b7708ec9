/**
 * Checks types and style, runs vitest, and closes, however that ends, with the plain line `N passed, N failed[, N skipped]`
 * that continuous integration reads.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTree } from '../harness/process/tree.ts';
import { type Results, tallied } from './tally.ts';

const root = join(import.meta.dirname, '..');

let interrupted = false;
let interrupt: () => unknown = () => undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true;
    interrupt();
  });
}

/** Ends a group of processes; one of them may still be waiting for what no longer comes. */
function end(group: number | undefined): void {
  try {
    if (group !== undefined && process.platform !== 'win32') process.kill(-group, 'SIGKILL');
  } catch {
    // Nobody is left.
  }
}

/** Runs a program of node_modules; its exit code, null where a signal ended it. Nothing that it has started stays behind. */
function run(program: string, words: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number | null> {
  if (interrupted) return Promise.resolve(null);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', program), ...words], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env,
      detached: process.platform !== 'win32',
    });
    interrupt = () => child.kill('SIGTERM');
    child.on('error', () => resolve(null));
    child.on('exit', (code) => {
      end(child.pid);
      resolve(code);
    });
  });
}

function read(file: string): Results | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Results;
  } catch {
    return undefined;
  }
}

async function tested(): Promise<ReturnType<typeof tallied>> {
  for (const [program, ...words] of [
    ['typescript/lib/tsc.js', '--noEmit'],
    ['@biomejs/biome/bin/biome', 'check', '.'],
  ] as const) {
    const status = await run(program, words);
    if (status !== 0) return tallied(undefined, status);
  }
  // Everything that a test forgets lies in it, and goes with it.
  const folder = mkdtempSync(join(tmpdir(), 'test-'));
  try {
    const file = join(folder, 'results.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const env = { ...process.env, TMPDIR: folder, HOOKCONF_HOLD_OWN: '1' };
    const status = await run('vitest/vitest.mjs', ['run', ...reporters, ...process.argv.slice(2)], env);
    return tallied(read(file), status);
  } finally {
    removeTree(folder);
  }
}

const { line, exitCode } = await tested().catch((error: unknown) => {
  console.error(error);
  return tallied(undefined, 1);
});
console.log(line);
process.exitCode = exitCode;
