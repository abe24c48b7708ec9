import type {
  BaselineUse,
  Failure,
  Report,
  RequirementReport,
  SubjectReport,
} from '../../../types/generated/report.ts';
import { didYouMean } from '../../text/nearest.ts';
import { fingerprint } from './fingerprint.ts';
import type { BaselineEntry } from './read.ts';

/** A requirement, or one case of it, that an entry could be about. */
export interface Target {
  readonly subject: SubjectReport;
  readonly entry: RequirementReport;
  readonly failures: readonly Failure[];
}

/** Only what failed or warned can be excused; an error is our own fault and no business of a baseline. */
function breaks(entry: RequirementReport): boolean {
  return entry.verdict === 'fail' || entry.verdict === 'warn';
}

/** What an entry names that is broken in this report: a requirement in every subject, or a case in every requirement. */
export function targetsOf(report: Report, wanted: Pick<BaselineEntry, 'id' | 'subject'>): readonly Target[] {
  return report.subjects
    .filter((subject) => wanted.subject === undefined || subject.name === wanted.subject)
    .flatMap((subject) =>
      subject.requirements.filter(breaks).flatMap((entry): readonly Target[] => {
        if (entry.id === wanted.id) return [{ subject, entry, failures: entry.failures }];
        const failures = entry.failures.filter((failure) => failure.case === wanted.id);
        return failures.length > 0 ? [{ subject, entry, failures }] : [];
      }),
    );
}

/** Options that leave out something of subjects that a configuration describes. */
const CHOOSING: readonly string[] = ['--role', '--spec', '--edition', '--vendor', '--event'];

/** A part of what a configuration describes was chosen; for a command, the same options say what it is. */
function isChosen({ options }: Report): boolean {
  const { words = [], shaping = [] } = options ?? {};
  return words.length === 0 && shaping.some((word) => CHOOSING.includes(word));
}

/** True when a run left something out by choice or by force, so that what did not fail may only not have run. */
export function isPartial(report: Report): boolean {
  const { only = [], skip = [] } = report.options ?? {};
  return !report.complete || report.shard !== undefined || only.length > 0 || skip.length > 0;
}

/** Tells whether an id is one at all: of a requirement that this version knows, or of a case of the whole plan. */
export type Known = (id: string) => boolean;

/** What an entry names that there is not; undefined where it names something, or this run can't tell. */
function unknownOf(report: Report, wanted: BaselineEntry, known: Known): string | undefined {
  const { id, subject } = wanted;
  const others = isChosen(report) || report.subjects.some((one) => typeof one.unusable === 'string');
  if (subject !== undefined && !others && !report.subjects.some((one) => one.name === subject))
    return `There is no subject "${subject}" in this run${didYouMean(
      subject,
      report.subjects.map((one) => one.name),
    )}`;
  // Cases of what was not chosen are in no plan; ids of requirements never hold a slash, those of cases always do.
  if (known(id) || (others && id.includes('/'))) return undefined;
  return `${id} is no requirement or case that this version knows`;
}

/** False where the run says nothing about the entry, so that it cannot be called stale. */
export function wasDecided(report: Report, wanted: Pick<BaselineEntry, 'id' | 'subject'>): boolean {
  const bound = report.subjects
    .filter((subject) => wanted.subject === undefined || subject.name === wanted.subject)
    .flatMap((subject) => subject.requirements.filter((entry) => entry.id === wanted.id));
  if (bound.some((entry) => entry.verdict === 'untested' || entry.verdict === 'error')) return false;
  return bound.length > 0 || !(isPartial(report) || isChosen(report));
}

function use(entry: BaselineEntry, message: string): BaselineUse {
  return { id: entry.id, subject: entry.subject ?? null, message, reason: entry.reason, line: entry.line };
}

/**
 * The report with known failures marked, and with what became of each entry. An entry that is stale (also one that names
 * nothing that there is), expired or about another failure excuses nothing and fails the run. `today` is a day as YYYY-MM-DD.
 */
export function applyBaseline(
  report: Report,
  entries: readonly BaselineEntry[],
  file: string,
  today: string,
  known: Known,
): Report {
  const applied: BaselineUse[] = [];
  const stale: BaselineUse[] = [];
  const expired: BaselineUse[] = [];
  const changed: BaselineUse[] = [];
  const excused = new Map<Failure, string>();
  for (const entry of entries) {
    const targets = targetsOf(report, entry);
    const whose = entry.subject === undefined ? entry.id : `${entry.id} of ${entry.subject}`;
    if (entry.until !== undefined && entry.until < today) {
      expired.push(
        use(entry, `${whose} was excused until ${entry.until}; fix it or renew the entry (line ${entry.line}).`),
      );
    } else if (targets.length === 0) {
      const unknown = unknownOf(report, entry, known);
      if (unknown !== undefined)
        stale.push(use(entry, `${unknown}; correct or remove the entry (line ${entry.line}).`));
      else if (wasDecided(report, entry))
        stale.push(use(entry, `${whose} no longer fails; remove the entry (line ${entry.line}).`));
    } else {
      const now = fingerprint(targets.flatMap((target) => target.failures));
      if (now !== entry.fingerprint) {
        const first = targets[0]?.failures[0]?.message ?? '';
        changed.push(use(entry, `${whose} fails in another way than the entry says (line ${entry.line}): ${first}`));
      } else {
        applied.push(use(entry, `${whose} is known: ${entry.reason}`));
        for (const failure of targets.flatMap((target) => target.failures)) excused.set(failure, entry.reason);
      }
    }
  }
  return {
    ...report,
    subjects: report.subjects.map((subject) => ({
      ...subject,
      requirements: subject.requirements.map((entry) => ({
        ...entry,
        failures: entry.failures.map((failure) => {
          const reason = excused.get(failure);
          return reason === undefined ? failure : { ...failure, known: reason };
        }),
      })),
    })),
    baseline: { file, applied, stale, expired, changed },
  };
}
