import type * as R from '../../types/generated/report.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Verdict } from '../model/words.ts';
import type { CaseResult, EditionRun, RunOfCase, SubjectRun } from './case-result.ts';
import { costOf, worse } from './verdict.ts';
import { count, list } from './view.ts';

type FlakyCase = NonNullable<R.SubjectReport['flaky']>[number];

/** Requirements that some runs of the case broke and others didn't. */
function unsteady(runs: readonly RunOfCase[]): readonly string[] {
  const ids = [...new Set(runs.flatMap(({ broken }) => broken))].sort();
  return ids.filter((id) => !runs.every(({ broken }) => broken.includes(id)));
}

/** Requirements of an edition that one and the same case broke only in some of its runs. */
export function unsteadyOf(results: readonly (CaseResult | undefined)[]): ReadonlySet<string> {
  return new Set(results.flatMap((result) => unsteady(result?.runs ?? [])));
}

/** `denied in 1 of 2 runs and let pass in the other`; nothing where all the runs that ended decided alike. */
function decided(runs: readonly RunOfCase[]): readonly string[] {
  const times = new Map<string, number>();
  for (const { decided: what = 'not decided', hung } of runs) if (!hung) times.set(what, (times.get(what) ?? 0) + 1);
  if (times.size < 2) return [];
  const [first, ...others] = [...times].map(([what, n]) => ({ what, n }));
  if (first === undefined) return [];
  const [other] = others;
  const rest =
    others.length === 1 && other !== undefined && first.n + other.n === runs.length
      ? [`${other.what} in the other${other.n === 1 ? '' : 's'}`]
      : others.map(({ what, n }) => `${what} in ${n}`);
  return [`was ${list([`${first.what} in ${first.n} of ${count(runs.length, 'run')}`, ...rest])}`];
}

/** What differed between the runs, a clause each; none where nothing did that counts. */
function differences(runs: readonly RunOfCase[], requirements: readonly string[]): readonly string[] {
  const often = (times: number): string => `in ${times} of ${count(runs.length, 'run')}`;
  const hung = runs.filter((run) => run.hung).length;
  const clauses = [
    ...(hung > 0 && hung < runs.length ? [`was not answered within its time limit ${often(hung)}`] : []),
    ...requirements.map((id) => `broke ${id} ${often(runs.filter(({ broken }) => broken.includes(id)).length)}`),
  ];
  return clauses.length > 0 ? clauses : decided(runs);
}

function verdictOf({ broken, hung }: RunOfCase, rows: ReadonlyMap<string, Requirement>): Verdict {
  const costs = broken.map((id): Verdict => costOf(rows.get(id)?.grade ?? 'info') ?? 'pass');
  return costs.reduce(worse, hung ? 'untested' : 'pass');
}

function casesOf(edition: EditionRun, unmet: ReadonlySet<string>): FlakyCase[] {
  const rows = new Map(edition.requirements.map((row) => [row.id, row]));
  return edition.results.flatMap((result): FlakyCase[] => {
    if (result?.runs === undefined) return [];
    // What one case breaks by itself, the whole run may still meet: a budget is a percentile.
    const requirements = unsteady(result.runs).filter((id) => unmet.has(id));
    const clauses = differences(result.runs, requirements);
    if (clauses.length === 0) return [];
    return [
      {
        case: result.case.id,
        verdicts: result.runs.map((run) => verdictOf(run, rows)),
        message: `The same input ${list(clauses, 4)}.`,
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
