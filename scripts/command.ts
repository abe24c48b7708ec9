import { mkdtempSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTree } from '../harness/process/tree.ts';

/** The command was called wrongly: exit 2, and one line that says what to write instead. */
export class UsageError extends Error {}

/** What a command can't go on after: exit 1, and one line that says why. */
export class Failure extends Error {}

/**
 * Runs a command of this folder, which gives how many things are wrong; exit 1 where any is. Temporary files of the command
 * and of all that it starts lie in one folder, which goes with the process, however that ends: on Ctrl-C and SIGTERM, too,
 * with one line and the exit code of the signal. Engines end their subjects themselves. Such a command is started by `node
 * --import tsx`: the program `tsx` kills what takes more than a moment to end.
 */
export async function command(name: string, work: () => Promise<number>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hookconf-'));
  process.env['TMPDIR'] = folder;
  process.on('exit', () => removeTree(folder));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      console.error(`${name}: interrupted by ${signal}; what it has written so far stays`);
      process.exit(128 + constants.signals[signal]);
    });
  }
  try {
    process.exitCode = (await work()) === 0 ? 0 : 1;
  } catch (error) {
    const usage = error instanceof UsageError || calledWrongly(error);
    if (!usage && !(error instanceof Failure)) throw error;
    console.error(`${name}: ${(error as Error).message}`);
    process.exitCode = usage ? 2 : 1;
  }
}

/** Of `parseArgs`: an option that there is not, or one without its value. */
function calledWrongly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

/** A number of times that an option was given, at least so many, or what it is without one. */
export function countOf(option: string, text: string | undefined, otherwise: number, least = 0): number {
  if (text === undefined) return otherwise;
  if (!/^\d+$/.test(text) || Number(text) < least) {
    const wanted = least > 0 ? `a whole number from ${least} on` : 'a whole number';
    throw new UsageError(`--${option} takes ${wanted}, not "${text}"`);
  }
  return Number(text);
}
