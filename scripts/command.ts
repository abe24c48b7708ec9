import { mkdtempSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../harness/errors.ts';
import { removeTree } from '../harness/process/tree.ts';
import { anyGlob } from '../harness/text/glob.ts';
import { didYouMean } from '../harness/text/nearest.ts';

/** What a command can't go on after: exit 1, and one line that says why. */
export class Failure extends Error {}

/**
 * Runs a command of this folder, which gives how many things are wrong: exit 1 where any is, exit 2 and one line where it was
 * called wrongly. Temporary files of the command and of all that it starts lie in one folder, which goes with the process,
 * however that ends: on Ctrl-C and SIGTERM, too, with one line and the exit code of the signal. Engines end their subjects
 * themselves. Such a command is started by `node --import tsx`: the program `tsx` kills what takes more than a moment to end.
 * Errors other than {@link UsageError} and {@link Failure} are thrown on.
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
    const usage = usageOf(error);
    if (usage === undefined && !(error instanceof Failure)) throw error;
    console.error(`${name}: ${usage ?? (error as Failure).message}`);
    process.exitCode = usage === undefined ? 1 : 2;
  }
}

/** The line that tells how a command was called wrongly; of `parseArgs` an option that there is not, or one without its value. */
function usageOf(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.line;
  const ofOptions = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
  return ofOptions ? error.message : undefined;
}

/**
 * Which of these names the globs choose: all without any glob.
 * @throws UsageError for a glob that chooses none; `what` completes "there is no …".
 */
export function chosenBy(
  globs: readonly string[],
  names: () => readonly string[],
  what: string,
): (name: string) => boolean {
  if (globs.length === 0) return () => true;
  const known = names();
  const missing = globs.find((glob) => !known.some(anyGlob([glob])));
  if (missing !== undefined)
    throw new UsageError('unknown-name', `there is no ${what} "${missing}"${didYouMean(missing, known)}`);
  return anyGlob(globs);
}

/**
 * A number of times that an option was given, at least so many, or what it is without one.
 * @throws UsageError for anything but digits, and for less.
 */
export function countOf(option: string, text: string | undefined, otherwise: number, least = 0): number {
  if (text === undefined) return otherwise;
  if (!/^\d+$/.test(text) || Number(text) < least) {
    const wanted = least > 0 ? `a whole number from ${least} on` : 'a whole number';
    throw new UsageError('not-a-number', `--${option} takes ${wanted}, not "${text}"`);
  }
  return Number(text);
}
