import type { Level, Report, SubjectReport } from '../../../types/generated/report.ts';
import { baselineProblems } from '../problems.ts';
import { count, failsRun, list } from '../view.ts';

/** What a badge is about, where a report holds more than one thing to say. */
export interface BadgeChoice {
  readonly spec?: string;
  readonly level?: string;
  readonly role?: string;
  /** Name of a subject; without it the project's levels, where there are any. */
  readonly subject?: string;
  /** Levels that a level includes, so that only the highest is named. */
  readonly includes?: (spec: string, level: string) => readonly string[];
}

export type BadgeColour = 'brightgreen' | 'red' | 'lightgrey';

/** What stands on a badge. Everything that limits the claim stands in `message`: a badge is read without its report. */
export interface Badge {
  readonly label: string;
  readonly message: string;
  readonly colour: BadgeColour;
}

function absentText(levels: readonly Level[]): string {
  const absent = [...new Set(levels.flatMap((level) => level.absent ?? []))];
  return absent.length > 0 ? ` without ${list(absent)}` : '';
}

function evidenceText(report: Report, levels: readonly Level[]): string {
  const evidence = new Set(levels.map((level) => level.evidence ?? report.evidence));
  if (evidence.has('stream')) return ', from a recorded stream';
  return evidence.has('scenario') ? ', by scenario' : '';
}

function roleText(levels: readonly Level[]): string {
  const roles = [...new Set(levels.flatMap((level) => (level.role === null ? [] : [level.role])))];
  const vendors = [...new Set(levels.flatMap((level) => (level.vendor === null ? [] : [level.vendor])))];
  const words = [...roles, ...vendors];
  return words.length > 0 ? ` (${words.join(', ')})` : '';
}

function names(levels: readonly Level[]): string {
  return [...new Set(levels.map((level) => level.level))].join(' + ');
}

/** Only the highest: a level that another one of the list includes need not be named. */
function highest(levels: readonly Level[], choice: BadgeChoice): readonly Level[] {
  const included = new Set(levels.flatMap((level) => choice.includes?.(level.spec, level.level) ?? []));
  const top = levels.filter((level) => !included.has(level.level));
  return top.length > 0 ? top : levels;
}

interface Verdict {
  readonly text: string;
  readonly colour: BadgeColour;
}

/** The subjects that these levels are about. */
function subjectsOf(report: Report, levels: readonly Level[], choice: BadgeChoice): readonly SubjectReport[] {
  const specs = new Set(levels.map((level) => level.spec));
  return report.subjects.filter(
    (subject) =>
      (choice.subject === undefined || subject.name === choice.subject) &&
      (choice.role === undefined || subject.role === choice.role) &&
      specs.has(subject.spec ?? ''),
  );
}

/** A subject of these levels that does not come out the same twice: what it passed, it may have passed by luck. */
function isFlaky(report: Report, levels: readonly Level[], choice: BadgeChoice): boolean {
  return subjectsOf(report, levels, choice).some((subject) => (subject.flaky ?? []).length > 0);
}

/** Warnings that make a strict run fail, of the subjects that the badge is about; none where warnings fail nobody. */
function strictWarnings(report: Report, subjects: readonly SubjectReport[]): number {
  return subjects
    .flatMap((subject) => subject.requirements)
    .filter((entry) => entry.verdict === 'warn' && failsRun(entry, report)).length;
}

/** One specification's levels: what is claimed decides; without claims the highest that was granted. */
function verdictOf(report: Report, levels: readonly Level[], choice: BadgeChoice): Verdict {
  const claimed = levels.filter((level) => level.claimed);
  const judged = choice.level !== undefined || claimed.length === 0 ? levels : claimed;
  const withheld = judged.filter((level) => level.status === 'withheld');
  const granted = judged.filter((level) => level.status === 'granted');
  const demanded = choice.level !== undefined || claimed.length > 0;
  const grey = (text: string): Verdict => ({ text, colour: 'lightgrey' });
  if (!report.complete) return grey(`${names(judged)} incomplete run`.trim());
  if (demanded && withheld.length > 0)
    return { text: `${names(withheld)}${roleText(withheld)} withheld`, colour: 'red' };
  if (isFlaky(report, levels, choice)) return grey('flaky');
  if (demanded && granted.length < judged.length) {
    return grey(`${names(judged.filter((level) => level.status !== 'granted'))} undecided`);
  }
  const warned = strictWarnings(report, subjectsOf(report, levels, choice));
  if (warned > 0) return { text: `${count(warned, 'warning')} (strict)`, colour: 'red' };
  const real = granted.filter((level) => level.passed > 0);
  if (real.length === 0 || (demanded && real.length < judged.length)) return grey('nothing granted');
  const top = highest(real, choice);
  return {
    text: `${names(top)}${roleText(top)}${absentText(top)}${evidenceText(report, top)}`,
    colour: 'brightgreen',
  };
}

/** A subject without levels, such as a hook judged by its vendors' contracts. */
function plainVerdict(report: Report, subjects: readonly SubjectReport[]): Verdict {
  const total = subjects.reduce(
    (sum, { summary }) => ({
      passed: sum.passed + summary.passed,
      failed: sum.failed + summary.failed,
      open: sum.open + summary.untested + summary.errors,
      warned: sum.warned + summary.warned,
    }),
    { passed: 0, failed: 0, open: 0, warned: 0 },
  );
  const vendors = list([...new Set(subjects.flatMap((subject) => subject.vendors ?? []))], 5);
  const absent = [...new Set(subjects.flatMap((subject) => subject.absent ?? []))];
  const unusable = subjects.some((subject) => typeof subject.unusable === 'string');
  if (!report.complete) return { text: 'incomplete run', colour: 'lightgrey' };
  if (total.failed > 0) return { text: `${count(total.failed, 'requirement')} failed`, colour: 'red' };
  if (subjects.some((subject) => (subject.flaky ?? []).length > 0)) return { text: 'flaky', colour: 'lightgrey' };
  if (total.passed === 0 || unusable) return { text: 'nothing tested', colour: 'lightgrey' };
  const warned = strictWarnings(report, subjects);
  if (warned > 0) return { text: `${count(warned, 'warning')} (strict)`, colour: 'red' };
  if (total.open > 0) return { text: `${count(total.open, 'requirement')} undecided`, colour: 'lightgrey' };
  const roles = list([...new Set(subjects.map((subject) => subject.role))]);
  return {
    text: `${total.passed} passed${total.warned > 0 ? `, ${count(total.warned, 'warning')}` : ''} (${[roles, vendors]
      .filter((word) => word !== '')
      .join(': ')})${absent.length > 0 ? ` without ${list(absent)}` : ''}`,
    colour: 'brightgreen',
  };
}

function chosenLevels(report: Report, choice: BadgeChoice): readonly Level[] {
  const own = report.subjects
    .filter((subject) => choice.subject === undefined || subject.name === choice.subject)
    .flatMap((subject) => subject.levels);
  const useProject = choice.subject === undefined && choice.role === undefined && report.project.levels.length > 0;
  return (useProject ? report.project.levels : own).filter(
    (level) =>
      (choice.spec === undefined || level.spec === choice.spec) &&
      (choice.level === undefined || level.level === choice.level) &&
      (choice.role === undefined || level.role === choice.role),
  );
}

/**
 * What a report says on a badge: grey when incomplete or untested, red when a claim is withheld, never green on nothing, and
 * not of a run that a baseline made fail.
 */
export function badgeOf(report: Report, choice: BadgeChoice): Badge {
  const badge = badgeOfVerdicts(report, choice);
  if (badge.colour !== 'brightgreen' || baselineProblems(report).length === 0) return badge;
  return { ...badge, message: `baseline out of date: ${badge.message}`, colour: 'lightgrey' };
}

function badgeOfVerdicts(report: Report, choice: BadgeChoice): Badge {
  const stamp = ` · hookconf ${report.hookconf}, ${report.startedAt.slice(0, 10)}`;
  const levels = chosenLevels(report, choice);
  const groups = new Map<string, Level[]>();
  for (const level of levels) {
    const key = `${level.spec} ${level.edition}`;
    groups.set(key, [...(groups.get(key) ?? []), level]);
  }
  if (groups.size === 0) {
    const subjects = report.subjects.filter(
      (subject) =>
        (choice.subject === undefined || subject.name === choice.subject) &&
        (choice.role === undefined || subject.role === choice.role) &&
        (choice.spec === undefined || subject.spec === choice.spec),
    );
    const asked =
      choice.level === undefined
        ? plainVerdict(report, subjects)
        : { text: 'not judged', colour: 'lightgrey' as const };
    const specs = [...new Set(subjects.map((subject) => subject.spec ?? 'hooks'))];
    const label =
      choice.spec ?? (specs.length === 1 ? (specs[0] ?? 'hooks').replace('native', 'vendor contracts') : 'hooks');
    return { label, message: asked.text + stamp, colour: asked.colour };
  }
  const verdicts = [...groups].map(([name, group]) => ({ name, ...verdictOf(report, group, choice) }));
  const [only] = verdicts;
  if (only !== undefined && verdicts.length === 1)
    return { label: only.name, message: only.text + stamp, colour: only.colour };
  const colour = (['red', 'lightgrey'] as const).find((wanted) =>
    verdicts.some((verdict) => verdict.colour === wanted),
  );
  return {
    label: 'conformance',
    message: verdicts.map((verdict) => `${verdict.name} ${verdict.text}`).join('; ') + stamp,
    colour: colour ?? 'brightgreen',
  };
}
