import type { Report } from '../../types/generated/report.ts';
import { isKnown } from '../report/view.ts';

/** What decides the exit code of a run (contract, section 3), beside the report. */
export interface ExitBasis {
  readonly report: Report;
  readonly interrupted: boolean;
  /** Subjects or options that could not be used, one line each. */
  readonly unusable: readonly string[];
  readonly strict: boolean;
  /** A case ended at our own limit of time, which no author declared. */
  readonly hitOwnLimit: boolean;
  /** The plan was narrowed by --only, --skip or --shard: a claim that is undecided for that alone is no fault. */
  readonly narrowed: boolean;
}

/** The exit code and, for 3, why: the first of the contract's list that applies. Pure. */
export function exitCode(basis: ExitBasis): { readonly code: 0 | 1 | 2 | 3 | 130; readonly why: readonly string[] } {
  const { report } = basis;
  if (basis.interrupted) return { code: 130, why: ['interrupted: what was decided until then is reported'] };
  if (basis.unusable.length > 0) return { code: 2, why: basis.unusable };
  const levels = [...report.subjects.flatMap((subject) => subject.levels), ...report.project.levels].filter(
    (level) => level.claimed,
  );
  const open = (verdict: 'fail' | 'warn'): boolean =>
    report.subjects.some((subject) => subject.requirements.some((row) => row.verdict === verdict && !isKnown(row)));
  const { stale = [], expired = [], changed = [] } = report.baseline ?? {};
  const baselineBroken = stale.length + expired.length + changed.length > 0;
  if (
    open('fail') ||
    levels.some((level) => level.status === 'withheld') ||
    baselineBroken ||
    (basis.strict && open('warn'))
  )
    return { code: 1, why: [] };
  const why: string[] = [];
  for (const subject of report.subjects) {
    // One part of a run decides little by itself; what was not decided is asked of the merged report.
    if (report.shard !== undefined && subject.summary.errors === 0) continue;
    const { cases, errors, passed, failed: known, warned: warnings, untested } = subject.summary;
    if (cases === 0) why.push(`${subject.name}: no case applied${reasonOf(subject)}`);
    else if (passed + known + warnings === 0 && untested > 0)
      why.push(`${subject.name}: nothing could be decided${reasonOf(subject)}`);
    if (errors > 0) why.push(`${subject.name}: ${errors} requirement(s) ended in an error of the suite itself`);
  }
  if (basis.hitOwnLimit)
    why.push('a case ended at our own limit of time; give --timeout <s> to judge by what its author allows');
  if (!basis.narrowed) {
    for (const level of levels.filter((one) => one.status === 'undecided'))
      why.push(`${level.spec} ${level.level} is claimed and undecided: ${level.reason ?? ''}`);
  }
  if (!report.complete) why.push(`the run is incomplete: ${report.incomplete ?? 'it was cut off'}`);
  return why.length > 0 ? { code: 3, why } : { code: 0, why: [] };
}

function reasonOf(subject: Report['subjects'][number]): string {
  const reason = subject.requirements.find((row) => row.reason !== null && row.verdict !== 'undecidable')?.reason;
  return reason === undefined || reason === null ? '' : `: ${reason}`;
}
