/** What several reporters say of a report, worked out once. Pure. */
import type {
  Failure,
  Level,
  Report,
  RequirementReport,
  SubjectReport,
  Verdict,
} from '../../types/generated/report.ts';
import type { Requirement } from '../model/requirement.ts';
import { shellWord } from '../text/shell.ts';

/** `1 case`, `2 cases`; the plural is given where it isn't the singular with an s. */
export function count(n: number, one: string, many: string = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`; beyond `most` the rest is counted. */
export function list(items: readonly string[], most: number = Number.POSITIVE_INFINITY): string {
  if (items.length > most) return `${items.slice(0, most).join(', ')} and ${items.length - most} more`;
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}

/** The command as a person would type it; named commands and an address stand for those that have them. */
export function commandText(subject: SubjectReport): string {
  if (subject.command.length > 0) return subject.command.map(shellWord).join(' ');
  if (subject.url !== undefined) return subject.url;
  return Object.entries(subject.commands ?? {})
    .map(([name, command]) => `${name}: ${command.map(shellWord).join(' ')}`)
    .join('; ');
}

/** Where a requirement is stated, as one cites it. */
export function citation(requirement: Requirement): string {
  const section = /^\d/.test(requirement.section) ? `section ${requirement.section}` : requirement.section;
  return section === '' ? requirement.spec : `${requirement.spec}, ${section}`;
}

/** Seconds for people: `0.4 s`, `12 s`, `3 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Requirements that share verdict and reason, in the order in which the first of each appears. */
export interface ReasonGroup {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly ids: readonly string[];
}

/** What was not decided and why: the part of a summary that people skip and should not. */
export function notTested(subject: SubjectReport): readonly ReasonGroup[] {
  const groups = new Map<string, { verdict: Verdict; reason: string; ids: string[] }>();
  for (const verdict of ['untested', 'undecidable', 'not-applicable'] as const) {
    for (const requirement of subject.requirements) {
      if (requirement.verdict !== verdict) continue;
      const reason = requirement.reason ?? 'no reason was recorded';
      const key = `${verdict}\n${reason}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { verdict, reason, ids: [requirement.id] });
      else group.ids.push(requirement.id);
    }
  }
  return [...groups.values()];
}

/** Failures of one requirement that a person would call the same: equal message, expectation and answer. */
export interface FailureGroup {
  readonly first: Failure;
  readonly cases: readonly string[];
}

export function groupFailures(failures: readonly Failure[]): readonly FailureGroup[] {
  const groups = new Map<string, { first: Failure; cases: string[] }>();
  for (const failure of failures) {
    const key = `${failure.message}\n${failure.expected}\n${failure.actual}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: failure, cases: [failure.case] });
    else group.cases.push(failure.case);
  }
  return [...groups.values()];
}

/** A notice with the number of times that it was given. */
export interface NoticeGroup {
  readonly id: string;
  readonly message: string;
  readonly times: number;
  /** Said of the run as a whole, not of a case. */
  readonly whole: boolean;
}

/** Notices, the same one once; what was said of the whole run stands before what one case showed. */
export function noticeGroups(subject: SubjectReport): readonly NoticeGroup[] {
  const groups = new Map<string, NoticeGroup>();
  for (const { id, message, case: caseId } of subject.notices) {
    const key = `${id}\n${message}`;
    const group = groups.get(key);
    const whole = caseId === null && group?.whole !== false;
    groups.set(key, { id, message, times: (group?.times ?? 0) + 1, whole });
  }
  const all = [...groups.values()];
  return [...all.filter(({ whole }) => whole), ...all.filter(({ whole }) => !whole)];
}

/** Requirements with one of these verdicts, worst first, then in catalogue order. */
export function withVerdict(subject: SubjectReport, ...verdicts: readonly Verdict[]): readonly RequirementReport[] {
  return verdicts.flatMap((verdict) => subject.requirements.filter((requirement) => requirement.verdict === verdict));
}

/** Counts of the verdicts of some requirements. */
export function tally(requirements: readonly RequirementReport[]): Readonly<Record<Verdict, number>> {
  const counts: Record<Verdict, number> = {
    pass: 0,
    fail: 0,
    warn: 0,
    'not-applicable': 0,
    undecidable: 0,
    untested: 0,
    error: 0,
  };
  for (const requirement of requirements) counts[requirement.verdict]++;
  return counts;
}

/** `hook-interchange 1.0 Core (converter)`: the name of a level as a person says it. */
export function levelName(level: Level): string {
  const of = [level.role, level.vendor].filter((word) => word !== null);
  return `${level.spec} ${level.edition} ${level.level}${of.length > 0 ? ` (${of.join(', ')})` : ''}`;
}

/** True when a baseline excuses every failure of the requirement. */
export function isKnown(entry: RequirementReport): boolean {
  return entry.failures.length > 0 && entry.failures.every((failure) => failure.known !== undefined);
}

/** The configuration that the run was given by `--config`, as the command line named it; undefined where it was given none. */
export function configOf({ options }: Pick<Report, 'options'>): string | undefined {
  const shaping = options?.shaping ?? [];
  const at = shaping.lastIndexOf('--config');
  return at < 0 ? undefined : shaping[at + 1];
}

/** True when the requirement alone makes the run end with 1: it failed, or only warned under --strict, and nothing excuses it. */
export function failsRun(entry: RequirementReport, report: Pick<Report, 'options'>): boolean {
  const fails: readonly string[] = report.options?.strict === true ? ['fail', 'warn'] : ['fail'];
  return fails.includes(entry.verdict) && !isKnown(entry);
}

/** What a subject's run comes to, in one word, by the same order as the exit code. */
export type SubjectStatus = 'unusable' | 'failed' | 'flaky' | 'undecided' | 'passed';

/**
 * Nothing tested is never passed: without a decided requirement, or with one that had to be decided, it is undecided. Nor is
 * what came out otherwise on the same input, although every answer was allowed: that fails nobody, and is flaky.
 */
export function subjectStatus(subject: SubjectReport, report: Pick<Report, 'complete' | 'options'>): SubjectStatus {
  if (typeof subject.unusable === 'string') return 'unusable';
  const failed = subject.requirements.filter((entry) => failsRun(entry, report));
  const withheld = subject.levels.filter((level) => level.claimed && level.status === 'withheld');
  if (failed.length + withheld.length > 0) {
    // Where nothing stands against it but what failed on one input and not on the same once more, that is the word for it.
    const unsteady = new Set(failed.filter((entry) => entry.flaky === true).map((entry) => entry.id));
    const steady = withheld.flatMap((level) => level.missing ?? []).some((id) => !unsteady.has(id));
    return unsteady.size > 0 && unsteady.size === failed.length && !steady ? 'flaky' : 'failed';
  }
  const undecided = subject.levels.some((level) => level.claimed && level.status === 'undecided');
  const { passed, failed: known, warned, errors } = subject.summary;
  if (!report.complete || undecided || errors > 0 || passed + known + warned === 0) return 'undecided';
  return (subject.flaky ?? []).length > 0 ? 'flaky' : 'passed';
}

/** The whole report in one word: the worst of its subjects and of the project's claims. */
export function reportStatus(report: Report): SubjectStatus {
  const statuses = report.subjects.map((subject) => subjectStatus(subject, report));
  const claims = report.project.levels.filter((level) => level.claimed);
  if (statuses.includes('unusable')) return 'unusable';
  if (statuses.includes('failed') || claims.some((level) => level.status === 'withheld')) return 'failed';
  if (report.baseline !== undefined) {
    const { stale, expired, changed } = report.baseline;
    if (stale.length + expired.length + changed.length > 0) return 'failed';
  }
  const failing = report.subjects.some((subject) => subject.requirements.some((entry) => failsRun(entry, report)));
  if (failing && statuses.includes('flaky')) return 'flaky';
  if (statuses.length === 0 || statuses.includes('undecided')) return 'undecided';
  if (claims.some((level) => level.status === 'undecided')) return 'undecided';
  return statuses.includes('flaky') ? 'flaky' : 'passed';
}

/** Flaky cases that no requirement tells of, because every answer was allowed or there was none. */
export function flakyAlone(subject: SubjectReport): NonNullable<SubjectReport['flaky']> {
  return (subject.flaky ?? []).filter(({ requirements = [] }) => requirements.length === 0);
}

/** `14 passed, 2 failed, 1 warning, 3 untested of 24 requirements`: what is zero is left out, untested never folded away. */
export function summaryText(subject: SubjectReport): string {
  const { summary } = subject;
  const failed = subject.requirements.filter((entry) => entry.verdict === 'fail');
  const [unsteady, known] = [failed.filter((entry) => entry.flaky === true).length, failed.filter(isKnown).length];
  const aside = [...(known > 0 ? [`${known} known`] : []), ...(unsteady > 0 ? [`${unsteady} flaky`] : [])].join(', ');
  const parts = [
    `${summary.passed} passed`,
    ...(summary.failed > 0 ? [`${summary.failed} failed${aside === '' ? '' : ` (${aside})`}`] : []),
    ...(summary.errors > 0 ? [count(summary.errors, 'error of ours', 'errors of ours')] : []),
    ...(summary.untested > 0 ? [`${summary.untested} untested`] : []),
    ...(summary.warned > 0 ? [count(summary.warned, 'warning')] : []),
    ...(summary.notApplicable > 0 ? [`${summary.notApplicable} not applicable`] : []),
    ...(summary.undecidable > 0 ? [`${summary.undecidable} undecidable`] : []),
  ];
  const cases = flakyAlone(subject).length;
  const more = cases > 0 ? `; ${count(cases, 'flaky case')}` : '';
  return `${parts.join(', ')} of ${count(summary.requirements, 'requirement')}${more}`;
}
