import type { Digests, Report, RequirementReport, SubjectReport } from '../../types/generated/report.ts';
import { list } from './view.ts';

/**
 * One thing that a report claims, and whether this installation bears it out. `unknown`: it could not be told and should
 * have been; `nothing`: there is nothing that could be compared, as of a command that names no file.
 */
export interface Check {
  readonly what: string;
  readonly status: 'matches' | 'differs' | 'unknown' | 'nothing';
  readonly message: string;
}

/** Digests of the files that a subject's command names, by the word that names it, and one over all. */
export interface SubjectFiles {
  readonly files: Readonly<Record<string, string>>;
  readonly whole: string;
}

/** What can be found here to hold a report against. */
export interface Present {
  readonly version: string;
  readonly digests: Required<Digests>;
  /** The files that a subject's command names, where they are here; undefined where none is. */
  readonly subject: (words: readonly string[]) => SubjectFiles | undefined;
  /** Where those were looked for, as the report says it: `reference/` or `this folder`. */
  readonly place: string;
}

const TITLES: readonly (readonly [keyof Digests, string])[] = [
  ['requirements', 'catalogue of requirements'],
  ['corpus', 'corpus of fixtures'],
  ['registries', 'registries and vendor contracts'],
  ['schemas', 'schemas'],
  ['suite', 'program of the suite'],
];

function compared(what: string, claimed: string | undefined, found: string | undefined): Check {
  if (claimed === undefined) return { what, status: 'unknown', message: `the report has no digest of the ${what}` };
  if (found === undefined) return { what, status: 'unknown', message: `the ${what} is not here to be compared` };
  return claimed === found
    ? { what, status: 'matches', message: `${what}: ${claimed.slice(0, 19)}` }
    : {
        what,
        status: 'differs',
        message: `${what}: the report rests on ${claimed.slice(0, 19)}, here is ${found.slice(0, 19)}`,
      };
}

/**
 * The words of everything that is started for a subject, as digests are computed from; a word with `{vendor}` or `{edition}`
 * once for each. `files` are those that were found before, of which some are named by no word alone.
 */
export function subjectWords(subject: {
  readonly command: readonly string[];
  readonly commands?: Readonly<Record<string, readonly string[]>>;
  readonly start?: readonly string[];
  readonly vendors?: readonly string[];
  readonly editions?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}): readonly string[] {
  const written = [...subject.command, ...Object.values(subject.commands ?? {}).flat(), ...(subject.start ?? [])];
  const filled = written.flatMap((word) =>
    [word, ...(subject.vendors ?? []).map((slug) => word.replaceAll(/\{(?:vendor|provider)\}/g, slug))].flatMap(
      (one) => [one, ...(subject.editions ?? []).map((edition) => one.replaceAll('{edition}', edition))],
    ),
  );
  return [...new Set([...filled, ...Object.keys(subject.files ?? {})])];
}

/** The files of one subject against those that were tested; says which of them is another. */
function comparedSubject(subject: SubjectReport, present: Present): Check {
  const what = `subject ${subject.name}`;
  const found = present.subject(subjectWords(subject));
  if (subject.digest === undefined) {
    return found === undefined
      ? { what, status: 'nothing', message: `${what}: its command names no file` }
      : { what, status: 'unknown', message: `the report has no digest of the ${what}` };
  }
  if (found?.whole === subject.digest) return compared(what, subject.digest, found.whole);
  const claimed = Object.entries(subject.files ?? {});
  const missing = claimed.flatMap(([word]) => (found?.files[word] === undefined ? [word] : []));
  if (found === undefined || missing.length > 0) {
    const files = missing.length > 0 ? list(missing, 3) : 'what its command names';
    const message = `${what}: ${files} can't be found in ${present.place}; verify it where it ran, with everything installed`;
    return { what, status: 'unknown', message };
  }
  const other = claimed.flatMap(([word, digest]) => (found.files[word] === digest ? [] : [word]));
  const more = Object.keys(found.files).filter((word) => !claimed.some(([known]) => known === word));
  const files = list([...other, ...more], 3);
  return files === ''
    ? compared(what, subject.digest, found.whole)
    : { what, status: 'differs', message: `${what}: ${files} is not what was tested` };
}

/** Holds a report against this installation, without running anything. Pure. */
export function verifyDigests(report: Report, present: Present): readonly Check[] {
  const version: Check =
    report.hookconf === present.version
      ? { what: 'version', status: 'matches', message: `hookconf ${report.hookconf}` }
      : {
          what: 'version',
          status: 'differs',
          message: `the report is of hookconf ${report.hookconf}, this is ${present.version}`,
        };
  const parts = TITLES.map(([part, what]) => compared(what, report.digests?.[part], present.digests[part]));
  const subjects = report.subjects.map((subject) => comparedSubject(subject, present));
  return [version, ...parts, ...subjects];
}

/** Requirements that a run decided by cases, and that can therefore be run again. */
function decided(report: Report): readonly RequirementReport[] {
  return report.subjects
    .flatMap((subject) => subject.requirements)
    .filter((entry) => entry.cases > 0 && ['pass', 'fail', 'warn'].includes(entry.verdict));
}

/**
 * Ids to run again: what failed first, then requirements spread over the report by the seed, so that whoever wrote the
 * report could not know which.
 */
export function sampleOf(report: Report, size: number, seed: number): readonly string[] {
  const all = [...new Set(decided(report).map((entry) => entry.id))];
  // A small linear congruential walk: any order will do that follows from the seed.
  let state = (seed >>> 0) + 1;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const shuffled = all.map((id) => ({ id, at: next() })).sort((a, b) => a.at - b.at);
  return shuffled.slice(0, size).map(({ id }) => id);
}

/** Compares what a report claims with what a second run found for these requirements. Pure. */
export function verifyRerun(claimed: Report, found: Report, ids: ReadonlySet<string> | 'all'): readonly Check[] {
  return claimed.subjects.flatMap((subject) => {
    const again = found.subjects.find((other) => other.name === subject.name && other.role === subject.role);
    if (again === undefined) {
      return [{ what: subject.name, status: 'unknown' as const, message: `${subject.name} did not run again` }];
    }
    return subject.requirements
      .filter((entry) => (ids === 'all' ? true : ids.has(entry.id)))
      .map((entry): Check => {
        const verdict = again.requirements.find((other) => other.id === entry.id)?.verdict;
        const what = `${subject.name}: ${entry.id}`;
        if (verdict !== entry.verdict && entry.flaky === true) {
          const message = `${what}: flaky, ${entry.verdict} in the report and ${verdict ?? 'not judged'} now`;
          return { what, status: 'nothing', message };
        }
        if (verdict === entry.verdict) return { what, status: 'matches', message: `${what} ${verdict}` };
        return {
          what,
          status: verdict === undefined ? 'unknown' : 'differs',
          message: `${what}: the report says ${entry.verdict}, now it is ${verdict ?? 'not judged'}`,
        };
      });
  });
}
