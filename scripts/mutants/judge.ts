import { anyGlob } from '../../harness/text/glob.ts';
import { catalogueSpecs, loadRequirements } from '../../suites/catalogue.ts';
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
  /** Requirements that reported it, too, because they rest on a broken one (the catalogue's `dependsOn`, or `also`). */
  readonly beside: readonly string[];
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

const resting = new Map<string, ReadonlySet<string>>();

/** Requirements that rest on another one, directly or not, as the catalogues say (`dependsOn`). */
export function restingOn(id: string): ReadonlySet<string> {
  if (resting.size === 0) {
    const direct = new Map<string, string[]>();
    for (const spec of catalogueSpecs())
      for (const row of loadRequirements(spec))
        for (const base of row.dependsOn) direct.set(base, [...(direct.get(base) ?? []), row.id]);
    for (const base of direct.keys()) {
      const all = new Set<string>();
      const add = (from: string): void => {
        for (const next of direct.get(from) ?? []) {
          if (all.has(next)) continue;
          all.add(next);
          add(next);
        }
      };
      add(base);
      resting.set(base, all);
    }
  }
  return resting.get(id) ?? new Set();
}

/** Whether a mutant's fault lets this requirement report it, too: it rests on a broken one, or the mutant says so. */
export function mayReport({ kills, also }: Pick<Mutant, 'kills' | 'also'>, id: string): boolean {
  return (also.length > 0 && anyGlob(also)(id)) || kills.some((killed) => restingOn(killed).has(id));
}

/** The first requirement that ended in an error of the suite itself, in one sentence. */
function errorIn(subject: SubjectReport): string | undefined {
  const row = subject.requirements.find(({ verdict }) => verdict === 'error');
  return row === undefined ? undefined : `${row.id} ended in an error: ${row.reason}`;
}

/**
 * Compares what the reference and the mutant broke. House rules (HC-) are notices and judged by no mutant unless declared. Where
 * the suite itself failed, nothing is known of the mutant, whatever else was reported.
 */
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
  const others = fresh.filter((one) => !kills.includes(one) && !one.startsWith('HC-'));
  const wrongly = others.filter((one) => !mayReport(mutant, one));
  const beside = others.filter((one) => !wrongly.includes(one));
  const found = { mutant: id, by, missed, wrongly, beside };
  const note = errorIn(reference) ?? errorIn(mutated);
  if (note !== undefined) return { ...found, status: 'broken', note };
  const status = by.length > 0 && missed.length === 0 ? 'killed' : fresh.length > 0 ? 'killed-by-another' : 'survived';
  return { ...found, status };
}
