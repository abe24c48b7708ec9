import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { computeDigests } from '../../harness/report/digests.ts';
import type { Report } from '../../types/generated/report.ts';
import { digestOfAll, programsDigest } from './digest.ts';
import { holdResults, measuredNow } from './results.ts';

const REPEATS = 'reports/repeats.json';
const REFERENCE = 'reports/reference/report.json';
const RUNS = 20;
const MOST_AT_ONCE = 16;

/** What two runs of one suite over one subject must agree in. */
export function verdictsOf(report: Report): string[] {
  return report.subjects.flatMap(({ name, requirements, notices, levels, outcomes, leaks }) => [
    ...requirements.map(({ id, verdict, cases }) => `${name} ${id} ${verdict} ${cases}`),
    ...notices.map(({ id, message }) => `${name} ${id} ${message}`),
    ...levels.map(({ spec, edition, level, status }) => `${name} ${spec} ${edition} ${level} ${status}`),
    ...outcomes.map(({ vendor, event, scenario, effect, ...one }) =>
      [name, vendor, event, scenario, effect, one.case].join(' '),
    ),
    ...leaks.map(({ canary, place, encoding, ...one }) => [name, canary, place, encoding, one.case].join(' ')),
  ]);
}

/** How often, and on what; of anything but the whole suite no result is written. */
export interface Repeats {
  readonly runs: number;
  readonly config: string;
}

export const WHOLE: Repeats = { runs: RUNS, config: 'reference/hookconf.json' };

/** One run, as it is kept until all are there. */
interface Run {
  readonly concurrency: number;
  readonly durationMs: number;
  readonly verdicts: readonly string[];
}

/** Runs of the checkout as it is: what changes a verdict changes the digest, and begins anew. Git ignores the folder. */
function keptRuns(root: string, digest: string): { readonly folder: string; readonly runs: Run[] } {
  const folder = join(root, '.hookconf/repeats', digest.slice('sha256:'.length).slice(0, 16));
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(folder).sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
  return { folder, runs: files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Run) };
}

/**
 * Runs the whole suite over the reference 20 times, each time with another number of cases at once, and compares the
 * verdicts. The report of the reference counts as the first. Writes reports/repeats.json after each run, which says how many
 * there were; one that is stopped goes on where it was, as long as nothing has changed. Gives the number of verdicts that
 * were not the same every time.
 */
export async function measureRepeats(root: string, program: string, part: Repeats = WHOLE): Promise<number> {
  const whole = part.config === WHOLE.config;
  const scratch = mkdtempSync(join(tmpdir(), 'repeats-'));
  const digest = digestOfRun(root);
  const kept = whole ? keptRuns(root, digest) : undefined;
  const runs = kept?.runs ?? [];
  try {
    while (runs.length < part.runs) {
      const reported = whole && runs.length === 0 ? await reportedRun(root, program) : undefined;
      const run = reported ?? (await oneRun(root, program, part.config, join(scratch, 'report.json')));
      if (kept !== undefined) writeFileSync(join(kept.folder, `${runs.length}.json`), JSON.stringify(run));
      runs.push(run);
      console.log(`run ${runs.length} of ${part.runs}, ${run.concurrency} cases at once: ${run.durationMs} ms`);
      if (whole) write(root, digest, runs);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  if (whole) {
    write(root, digest, runs);
    await holdResults(root, REPEATS, 'hookconf/repeats');
  }
  const { verdicts, unsteady } = compared(runs);
  console.log(`${unsteady.length} of ${verdicts} verdicts differed between ${runs.length} runs`);
  for (const { verdict, times } of unsteady) console.log(`  ${times} of ${runs.length}: ${verdict}`);
  return unsteady.length;
}

/** Of everything that a verdict rests on, the reference programs included. */
function digestOfRun(root: string): string {
  const { subjects } = JSON.parse(readFileSync(join(root, WHOLE.config), 'utf8')) as { subjects: { name: string }[] };
  const programs = subjects.map(({ name }): [string, string] => [`subject ${name}`, programsDigest(root, name)]);
  return digestOfAll([...Object.entries({ ...computeDigests(root) }), ...programs]);
}

/** The report of the reference, which is a run of the whole suite, too: the first, where it is of this very checkout. */
async function reportedRun(root: string, program: string): Promise<Run | undefined> {
  const options = ['report', '--verify', REFERENCE];
  const { exitCode } = await execa(process.execPath, [program, ...options], { cwd: root, reject: false });
  if (exitCode !== 0) return undefined;
  const report = JSON.parse(readFileSync(join(root, REFERENCE), 'utf8')) as Report;
  const { environment, durationMs } = report;
  // It is written with as many cases at once as there are processors.
  return { concurrency: environment?.cpus ?? 1, durationMs, verdicts: verdictsOf(report) };
}

async function oneRun(root: string, program: string, config: string, file: string): Promise<Run> {
  const concurrency = 1 + Math.floor(Math.random() * MOST_AT_ONCE);
  const options = ['--concurrency', String(concurrency), '--reporter', `json=${file}`, '--quiet'];
  await execa(process.execPath, [program, 'run', '--config', config, ...options], {
    cwd: root,
    reject: false,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  rmSync(file);
  return { concurrency, durationMs: report.durationMs, verdicts: verdictsOf(report) };
}

/** How many verdicts were given, and those that not every run gave. */
function compared(runs: readonly Run[]): { verdicts: number; unsteady: { verdict: string; times: number }[] } {
  const seen = new Map<string, number>();
  for (const { verdicts } of runs) for (const one of new Set(verdicts)) seen.set(one, (seen.get(one) ?? 0) + 1);
  const unsteady = [...seen].filter(([, times]) => times !== runs.length);
  return { verdicts: seen.size, unsteady: unsteady.map(([verdict, times]) => ({ verdict, times })) };
}

function write(root: string, digest: string, runs: readonly Run[]): void {
  const result = {
    ...measuredNow(root, 'hookconf-repeats/1', digest),
    runs: runs.map(({ concurrency, durationMs }) => ({ concurrency, durationMs })),
    ...compared(runs),
  };
  writeFileSync(join(root, REPEATS), `${JSON.stringify(result, null, 2)}\n`);
}
