import type { Report, SubjectReport } from '../../types/generated/report.ts';

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
export function fateOf(id: string, kills: readonly string[], reference: Report, mutated: Report): Fate {
  const before = brokenIn(reference.subjects[0]);
  const after = brokenIn(mutated.subjects[0]);
  const fresh = [...after].filter((one) => !before.has(one));
  const by = kills.filter((one) => fresh.includes(one));
  const missed = kills.filter((one) => !fresh.includes(one));
  const wrongly = fresh.filter((one) => !kills.includes(one) && !one.startsWith('HC-'));
  const status = by.length > 0 && missed.length === 0 ? 'killed' : fresh.length > 0 ? 'killed-by-another' : 'survived';
  return { mutant: id, status, by, missed, wrongly };
}
