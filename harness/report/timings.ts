import type { SubjectReport, Timing } from '../../types/generated/report.ts';
import type { CaseResult } from './case-result.ts';

/** The value that so many of a hundred do not exceed, by nearest rank; `sorted` is in ascending order and not empty. */
function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}

/** Tenths of a millisecond: more would only be noise of the machine. */
const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/**
 * How long the subject took, event by event in plan order: the only part of a subject's report, beside its duration, that
 * differs between two runs. Absent where no case tells it.
 */
export function timingsOf(results: readonly CaseResult[], budgetMs: number | null): Pick<SubjectReport, 'timings'> {
  const groups = new Map<string, { timing: Pick<Timing, 'vendor' | 'event' | 'limitMs'>; all: number[] }>();
  for (const { case: one, durations } of results) {
    const [first] = durations;
    if (one.timed === undefined || first === undefined) continue;
    const [vendor, event] = [one.vendor ?? null, one.event ?? null];
    const key = JSON.stringify([vendor, event]);
    const group = groups.get(key) ?? { timing: { vendor, event, limitMs: one.timed.limitMs }, all: [] };
    group.all.push(first);
    groups.set(key, group);
  }
  if (groups.size === 0) return {};
  const timings = [...groups.values()].map(({ timing, all }): Timing => {
    const sorted = all.sort((a, b) => a - b);
    const [p50Ms, p95Ms] = [rounded(percentile(sorted, 50)), rounded(percentile(sorted, 95))];
    return { ...timing, spawns: sorted.length, p50Ms, p95Ms, budgetMs };
  });
  return { timings };
}
