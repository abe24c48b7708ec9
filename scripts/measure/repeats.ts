import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { execa } from 'execa';
import { computeDigests } from '../../harness/report/digests.ts';
import type { Report } from '../../types/generated/report.ts';
import { Failure } from '../command.ts';
import { digestOfAll, programsDigest } from './digest.ts';
import { holdResults, type Measured, measuredNow, REFERENCE, readResults } from './results.ts';
import { type Compared, type Run, Steadiness, verdictsOf } from './steadiness.ts';

export const REPEATS = 'reports/repeats.json';
/** So many runs should agree. */
export const RUNS = 20;
const MOST_AT_ONCE = 16;

/** What is written of the repeats: reports/repeats.json. */
export type Repeated = Measured & Compared;

/** How often, and on what; of anything but the whole suite no result is written. */
export interface Repeats {
  readonly runs: number;
  readonly config: string;
}

export const WHOLE: Repeats = { runs: RUNS, config: 'reference/hookconf.json' };

/**
 * Runs the whole suite over the reference 20 times, with a number of cases at once drawn for each, and compares the
 * verdicts. The report of the reference counts as the first. Writes reports/repeats.json after each run, which says how many
 * there were, and goes on from it as long as neither the machine nor anything that a verdict rests on is another. Gives the
 * number of verdicts that were not the same every time.
 * @throws Failure when a run gives no whole report, and when the checkout was changed meanwhile.
 */
export async function measureRepeats(root: string, program: string, part: Repeats = WHOLE): Promise<number> {
  const whole = part.config === WHOLE.config;
  const head = measuredNow(root, 'hookconf-repeats/1', digestOfRun(root));
  const runs = whole ? await runsBefore(root, program, head) : new Steadiness();
  if (runs.size > 0) {
    console.log(`${runs.size} runs are there already`);
    // The report of the reference alone: what was written is of another checkout or machine.
    if (runs.size === 1) await write(root, { ...head, ...runs.compared() });
  }
  while (runs.size < part.runs) {
    const run = await oneRun(root, program, part.config);
    if (digestOfRun(root) !== head.digest)
      throw new Failure('the checkout was changed during a run, which counts no more');
    runs.add(run);
    console.log(`run ${runs.size} of ${part.runs}, ${run.concurrency} cases at once: ${run.durationMs} ms`);
    if (whole) await write(root, { ...head, ...runs.compared() });
  }
  const { verdicts, unsteady } = runs.compared();
  console.log(`${unsteady.length} of ${verdicts} verdicts differed between ${runs.size} runs`);
  for (const { verdict, times } of unsteady) console.log(`  ${times} of ${runs.size}: ${verdict}`);
  return unsteady.length;
}

/** Of everything that a verdict rests on, the reference programs included. */
export function digestOfRun(root: string): string {
  const { subjects } = JSON.parse(readFileSync(join(root, WHOLE.config), 'utf8')) as { subjects: { name: string }[] };
  const programs = subjects.map(({ name }): [string, string] => [`subject ${name}`, programsDigest(root, name)]);
  return digestOfAll([...Object.entries({ ...computeDigests(root) }), ...programs]);
}

/**
 * The runs that reports/repeats.json tells of, if they are of this very checkout and machine. Else the report of the reference
 * alone, if that is: it is a run of the whole suite, too.
 */
async function runsBefore(root: string, program: string, head: Measured): Promise<Steadiness> {
  const alone = new Steadiness();
  const first = await reportedRun(root, program);
  if (first === undefined) return alone;
  alone.add(first);
  const written = readResults<Repeated>(root, REPEATS);
  if (written?.digest !== head.digest || !isDeepStrictEqual(written.machine, head.machine)) return alone;
  return Steadiness.from(written, first) ?? alone;
}

async function reportedRun(root: string, program: string): Promise<Run | undefined> {
  const options = ['report', '--verify', REFERENCE];
  const { exitCode } = await execa(process.execPath, [program, ...options], { cwd: root, reject: false });
  const report = exitCode === 0 ? readResults<Report>(root, REFERENCE) : undefined;
  // It is written with as many cases at once as there are processors.
  return report === undefined ? undefined : runOf(report, report.environment?.cpus ?? 1);
}

async function oneRun(root: string, program: string, config: string): Promise<Run> {
  const concurrency = 1 + Math.floor(Math.random() * MOST_AT_ONCE);
  const options = ['--concurrency', String(concurrency), '--reporter', 'json', '--quiet'];
  const { stdout, exitCode } = await execa(process.execPath, [program, 'run', '--config', config, ...options], {
    cwd: root,
    reject: false,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // What is wrong with the call has been said by the program that was called.
  if (stdout === '') throw new Failure(`a run ended with ${exitCode ?? 'a signal'} and no report`);
  const report = JSON.parse(stdout) as Report;
  if (!report.complete) throw new Failure('the run was interrupted, and counts no more');
  return runOf(report, concurrency);
}

function runOf(report: Report, concurrency: number): Run {
  return { concurrency, durationMs: report.durationMs, verdicts: verdictsOf(report) };
}

async function write(root: string, result: Repeated): Promise<void> {
  writeFileSync(join(root, REPEATS), `${JSON.stringify(result, null, 2)}\n`);
  await holdResults(root, REPEATS, 'hookconf/repeats');
}
