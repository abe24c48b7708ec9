import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Report } from '../../types/generated/report.ts';
import { digestOfAll } from './digest.ts';
import { holdResults, measuredNow } from './results.ts';

const REPEATS = 'reports/repeats.json';
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

/**
 * Runs the whole suite over the reference 20 times, each time with another number of cases at once, and compares the
 * verdicts. Writes reports/repeats.json after each run, which says how many there were: one that is stopped keeps what it
 * has. Gives the number of verdicts that were not the same every time.
 */
export async function measureRepeats(root: string, program: string, part: Repeats = WHOLE): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'repeats-'));
  const runs: { concurrency: number; durationMs: number }[] = [];
  const seen = new Map<string, number>();
  try {
    for (let run = 0; run < part.runs; run++) {
      const concurrency = 1 + Math.floor(Math.random() * MOST_AT_ONCE);
      const file = join(folder, `${run}.json`);
      await execa(
        process.execPath,
        [
          program,
          'run',
          '--config',
          part.config,
          '--concurrency',
          String(concurrency),
          '--reporter',
          `json=${file}`,
          '--quiet',
        ],
        { cwd: root, reject: false, stdio: ['ignore', 'ignore', 'inherit'] },
      );
      const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
      runs.push({ concurrency, durationMs: report.durationMs });
      for (const verdict of verdictsOf(report)) seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
      console.log(`run ${run + 1} of ${part.runs}, ${concurrency} cases at once: ${report.durationMs} ms`);
      if (part.config === WHOLE.config) write(root, digestOfAll(Object.entries({ ...report.digests })), runs, seen);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (part.config === WHOLE.config) await holdResults(root, REPEATS, 'hookconf/repeats');
  const unsteady = unsteadyIn(seen, part.runs);
  console.log(`${unsteady.length} of ${seen.size} verdicts differed between ${part.runs} runs`);
  for (const { verdict, times } of unsteady) console.log(`  ${times} of ${part.runs}: ${verdict}`);
  return unsteady.length;
}

/** Verdicts that not every run gave. */
function unsteadyIn(seen: ReadonlyMap<string, number>, runs: number): { verdict: string; times: number }[] {
  return [...seen].filter(([, times]) => times !== runs).map(([verdict, times]) => ({ verdict, times }));
}

function write(
  root: string,
  digest: string,
  runs: readonly { concurrency: number; durationMs: number }[],
  seen: ReadonlyMap<string, number>,
): void {
  const unsteady = unsteadyIn(seen, runs.length);
  const result = { ...measuredNow(root, 'hookconf-repeats/1', digest), runs, verdicts: seen.size, unsteady };
  writeFileSync(join(root, REPEATS), `${JSON.stringify(result, null, 2)}\n`);
}
