import type * as R from '../../types/generated/report.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Verdict } from '../model/words.ts';
import type { CaseResult, EditionRun, SubjectRun } from './case-result.ts';
import { costOf, worse } from './verdict.ts';
import { count, list } from './view.ts';

/** What each run of one case broke. */
type Runs = NonNullable<CaseResult['runs']>;
type FlakyCase = NonNullable<R.SubjectReport['flaky']>[number];

/** Requirements that some runs of the case broke and others didn't. */
function unsteady(runs: Runs): readonly string[] {
  return [...new Set(runs.flat())].sort().filter((id) => !runs.every((broken) => broken.includes(id)));
}

/** Requirements of an edition that one and the same case broke only in some of its runs. */
export function unsteadyOf(results: readonly (CaseResult | undefined)[]): ReadonlySet<string> {
  return new Set(results.flatMap((result) => unsteady(result?.runs ?? [])));
}

function message(runs: Runs, requirements: readonly string[]): string {
  const broke = requirements.map((id) => {
    const times = runs.filter((broken) => broken.includes(id)).length;
    return `broke ${id} in ${times} of ${count(runs.length, 'run')}`;
  });
  return `The same input ${list(broke, 4)}.`;
}

function verdictOf(broken: readonly string[], rows: ReadonlyMap<string, Requirement>): Verdict {
  const costs = broken.map((id): Verdict => costOf(rows.get(id)?.grade ?? 'info') ?? 'pass');
  return costs.reduce(worse, 'pass');
}

function casesOf(edition: EditionRun, unmet: ReadonlySet<string>): FlakyCase[] {
  const rows = new Map(edition.requirements.map((row) => [row.id, row]));
  return edition.results.flatMap((result): FlakyCase[] => {
    if (result?.runs === undefined) return [];
    // What one case breaks by itself, the whole run may still meet: a budget is a percentile.
    const requirements = unsteady(result.runs).filter((id) => unmet.has(id));
    if (requirements.length === 0) return [];
    return [
      {
        case: result.case.id,
        verdicts: result.runs.map((broken) => verdictOf(broken, rows)),
        message: message(result.runs, requirements),
        requirements: [...requirements],
      },
    ];
  });
}

/** Cases that did not come out the same twice, in what the subject is held against; absent where there is none. Pure. */
export function flakyOf(run: SubjectRun, requirements: readonly R.RequirementReport[]): Pick<R.SubjectReport, 'flaky'> {
  const unmet = new Set(requirements.filter(({ failures }) => failures.length > 0).map(({ id }) => id));
  const flaky = run.editions.flatMap((edition) => casesOf(edition, unmet));
  return flaky.length === 0 ? {} : { flaky };
}
