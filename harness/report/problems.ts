/** What decides a run's exit code beside the verdicts of requirements: reporters say it, or they would look green. Pure. */
import type { Level, Report, SubjectReport } from '../../types/generated/report.ts';
import { levelName } from './view.ts';

export interface Problem {
  /** `failed` is exit code 1, `undecided` 3 (contract, section 3). */
  readonly kind: 'failed' | 'undecided';
  /** The subject's name; null for the project and the run as a whole. */
  readonly subject: string | null;
  readonly title: string;
  readonly message: string;
}

/** Cases were left out by choice: what a claim then lacks is no fault. */
function isNarrowed({ options, shard }: Report): boolean {
  return shard !== undefined || (options?.only ?? []).length + (options?.skip ?? []).length > 0;
}

function ofLevels(levels: readonly Level[], subject: string | null, narrowed: boolean): readonly Problem[] {
  return levels.flatMap((level): readonly Problem[] => {
    if (!level.claimed || level.status === 'granted' || (level.status === 'undecided' && narrowed)) return [];
    const kind = level.status === 'withheld' ? 'failed' : 'undecided';
    const title = `claim ${level.status}: ${levelName(level)}`;
    return [{ kind, subject, title, message: level.reason ?? title }];
  });
}

function nothingDecided(subject: SubjectReport): readonly Problem[] {
  const { passed, failed, warned, errors } = subject.summary;
  if (passed + failed + warned + errors > 0) return [];
  const reason = subject.requirements.find((row) => row.reason !== null && row.verdict !== 'undecidable')?.reason;
  const message = reason === undefined || reason === null ? 'No case applied.' : `Nothing was decided: ${reason}`;
  return [{ kind: 'undecided', subject: subject.name, title: 'nothing decided', message }];
}

/** An entry of a baseline that excuses nothing, and what is wrong with it in a word or two. */
export interface BaselineFault {
  readonly word: 'stale' | 'expired' | 'fails differently';
  readonly id: string;
  readonly message: string;
}

/** Entries of a baseline that excuse nothing, and fail the run. */
export function baselineFaults({ baseline }: Report): readonly BaselineFault[] {
  const parts = [
    ['stale', baseline?.stale],
    ['expired', baseline?.expired],
    ['fails differently', baseline?.changed],
  ] as const;
  return parts.flatMap(([word, uses = []]) => uses.map(({ id, message }) => ({ word, id, message })));
}

/** The same, as what decides the exit code. */
export function baselineProblems(report: Report): readonly Problem[] {
  return baselineFaults(report).map(({ word, id, message }) => ({
    kind: 'failed',
    subject: null,
    title: `baseline, ${word}: ${id}`,
    message,
  }));
}

/** Everything of that kind, subjects first; what a requirement's own verdict shows is not among them. */
export function problemsOf(report: Report): readonly Problem[] {
  const narrowed = isNarrowed(report);
  return [
    ...report.subjects.flatMap((subject) => {
      if (typeof subject.unusable === 'string') return [];
      const open = report.shard === undefined ? nothingDecided(subject) : [];
      return [...ofLevels(subject.levels, subject.name, narrowed), ...open];
    }),
    ...ofLevels(report.project.levels, null, narrowed),
    ...baselineProblems(report),
  ];
}
