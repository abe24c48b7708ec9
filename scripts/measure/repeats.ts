import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Report } from '../../types/generated/report.ts';
import { digestOfAll } from './digest.ts';
import { measuredNow } from './results.ts';

const RUNS = 20;
const MOST_AT_ONCE = 16;

/** What two runs of one suite over one subject must agree in. */
export function verdictsOf(report: Report): string[] {
  return report.subjects.flatMap(({ name, requirements, notices }) => [
    ...requirements.map(({ id, verdict, cases }) => `${name} ${id} ${verdict} ${cases}`),
    ...notices.map(({ id, message }) => `${name} ${id} ${message}`),
  ]);
}

/**
 * Runs the whole suite over the reference 20 times, each time with another number of cases at once, and compares the
 * verdicts. Writes reports/repeats.json; gives the number of verdicts that were not the same every time.
 */
export async function measureRepeats(root: string, program: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'repeats-'));
  const runs: { concurrency: number; durationMs: number }[] = [];
  const seen = new Map<string, number>();
  let digests: Record<string, string> = {};
  try {
    for (let run = 0; run < RUNS; run++) {
      const concurrency = 1 + Math.floor(Math.random() * MOST_AT_ONCE);
      const file = join(folder, `${run}.json`);
      await execa(
        process.execPath,
        [
          program,
          'run',
          '--config',
          'reference/hookconf.json',
          '--concurrency',
          String(concurrency),
          '--reporter',
          `json=${file}`,
          '--quiet',
        ],
        { cwd: root, reject: false, stdio: ['ignore', 'ignore', 'inherit'] },
      );
      const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
      digests = { ...report.digests };
      runs.push({ concurrency, durationMs: report.durationMs });
      for (const verdict of verdictsOf(report)) seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
      console.log(`run ${run + 1} of ${RUNS}, ${concurrency} cases at once: ${report.durationMs} ms`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const unsteady = [...seen].filter(([, times]) => times !== RUNS).map(([verdict, times]) => ({ verdict, times }));
  const digest = digestOfAll(Object.entries(digests));
  const result = { ...measuredNow(root, 'hookconf-repeats/1', digest), runs, verdicts: seen.size, unsteady };
  writeFileSync(join(root, 'reports/repeats.json'), `${JSON.stringify(result, null, 2)}\n`);
  console.log(`${unsteady.length} of ${seen.size} verdicts differed between ${RUNS} runs`);
  return unsteady.length;
}
