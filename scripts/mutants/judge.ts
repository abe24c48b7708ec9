import { anyGlob } from '../../harness/text/glob.ts';
import type { SubjectReport } from '../../types/generated/report.ts';
import type { Mutant } from './mutant.ts';

/** What became of one mutant. */
export interface Fate {
  readonly mutant: string;
  readonly status: 'killed' | 'killed-by-another' | 'survived' | 'broken';
  /** Declared requirements that reported it. */
  readonly by: readonly string[];
  /** Declared requirements that didn't. */
  readonly missed: readonly string[];
  /** Requirements that reported it though it doesn't break them. */
  readonly wrongly: readonly string[];
  /** How many cases it took. */
  readonly cases: number;
  /** Names of the cases that show it ({@link caseName}); empty unless it was killed. */
  readonly shown: readonly string[];
  readonly note?: string;
}

/** Requirements that a report says are broken, notices of info-grade requirements included. */
export function brokenIn(subject: SubjectReport | undefined): Set<string> {
  const broken = new Set<string>();
  for (const row of subject?.requirements ?? [])
    if (row.verdict === 'fail' || row.verdict === 'warn') broken.add(row.id);
  for (const notice of subject?.notices ?? []) broken.add(notice.id);
  return broken;
}

/** Compares what the reference and the mutant broke. House rules (HC-) are notices and judged by no mutant unless declared. */
export function fateOf(
  mutant: Mutant,
  reference: SubjectReport,
  mutated: SubjectReport,
): Omit<Fate, 'cases' | 'shown'> {
  const { id, kills } = mutant;
  const before = brokenIn(reference);
  const fresh = [...brokenIn(mutated)].filter((one) => !before.has(one));
  const by = kills.filter((one) => fresh.includes(one));
  const missed = kills.filter((one) => !fresh.includes(one));
  const allowed = mutant.also.length === 0 ? () => false : anyGlob(mutant.also);
  const wrongly = fresh.filter((one) => !kills.includes(one) && !one.startsWith('HC-') && !allowed(one));
  const status = by.length > 0 && missed.length === 0 ? 'killed' : fresh.length > 0 ? 'killed-by-another' : 'survived';
  return { mutant: id, status, by, missed, wrongly };
}
