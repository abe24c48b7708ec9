import type { Report, RequirementReport, SubjectReport } from '../../../types/generated/report.ts';
import { assertNever } from '../../model/words.ts';
import { type Problem, problemsOf } from '../problems.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';
import { failsRun, flakyAlone } from '../view.ts';
import { failuresText, flakyLines, headline, titleOf } from './case-text.ts';
import { placeOf } from './subject-file.ts';

type CtrfStatus = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

/** CTRF keeps the word of the source in `rawStatus`; only `pass` is passed, and only what fails the run is failed. */
function status(entry: RequirementReport, report: Report): CtrfStatus {
  if (failsRun(entry, report)) return 'failed';
  const { verdict } = entry;
  switch (verdict) {
    case 'pass':
      return 'passed';
    case 'untested':
      return 'pending';
    case 'undecidable':
    case 'not-applicable':
      return 'skipped';
    // A failure that a baseline knows.
    case 'fail':
    case 'warn':
    case 'error':
      return 'other';
    default:
      return assertNever(verdict);
  }
}

interface CtrfTest {
  readonly name: string;
  readonly status: CtrfStatus;
  readonly duration: number;
  readonly suite: readonly string[];
  readonly rawStatus: string;
  readonly type: string;
  readonly message?: string;
  readonly trace?: string;
  readonly tags?: readonly string[];
  readonly filePath?: string;
  readonly line?: number;
  readonly flaky?: boolean;
}

function test(subject: SubjectReport, entry: RequirementReport, report: Report, options: ReporterOptions): CtrfTest {
  const where = entry.failures[0]?.where;
  const place = where === undefined ? undefined : placeOf(subject, where, report, options);
  return {
    name: titleOf(entry, options.requirement(entry.id)),
    status: status(entry, report),
    duration: 0,
    suite: [subject.name, entry.spec, ...(entry.level === undefined ? [] : [entry.level])],
    rawStatus: entry.verdict,
    type: 'conformance',
    tags: [entry.keyword, `grade:${entry.grade}`],
    ...(entry.verdict === 'pass' ? {} : { message: headline(entry) }),
    ...(entry.failures.length > 0 ? { trace: failuresText(entry) } : {}),
    ...(entry.flaky === true ? { flaky: true } : {}),
    ...(place === undefined ? {} : { filePath: place.file, line: place.line }),
  };
}

/** What decides the exit code and is no requirement's verdict. */
function problemTest({ kind, subject, title, message }: Problem): CtrfTest {
  return {
    name: title,
    status: kind === 'failed' ? 'failed' : 'other',
    duration: 0,
    suite: [subject ?? 'hookconf'],
    rawStatus: kind,
    type: 'conformance',
    message,
  };
}

/** Common Test Report Format: a test for each requirement of each subject. */
export const ctrf: Reporter = (report, options) => {
  const start = Date.parse(report.startedAt);
  const judged = report.subjects.flatMap((subject): readonly CtrfTest[] =>
    typeof subject.unusable === 'string'
      ? [
          {
            name: subject.name,
            status: 'other',
            duration: 0,
            suite: [subject.name],
            rawStatus: 'unusable',
            type: 'conformance',
            message: subject.unusable,
          },
        ]
      : subject.requirements.map((entry) => test(subject, entry, report, options)),
  );
  const tests = [...judged, ...problemsOf(report).map(problemTest)];
  // Cases that belong to no test: of those that do, the tests say it.
  const flaky = report.subjects.flatMap((subject) =>
    flakyLines({ flaky: flakyAlone(subject) }).map((line) => `${subject.name}: ${line}`),
  );
  const having = (wanted: CtrfStatus): number => tests.filter((entry) => entry.status === wanted).length;
  const document = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: report.startedAt,
    generatedBy: `hookconf ${report.hookconf}`,
    results: {
      tool: { name: 'hookconf', version: report.hookconf },
      summary: {
        tests: tests.length,
        passed: having('passed'),
        failed: having('failed'),
        skipped: having('skipped'),
        pending: having('pending'),
        other: having('other'),
        flaky: tests.filter((entry) => entry.flaky === true).length,
        start,
        stop: start + Math.round(report.durationMs),
        extra: {
          complete: report.complete,
          seed: report.seed,
          evidence: report.evidence,
          ...(flaky.length === 0 ? {} : { flaky }),
        },
      },
      tests,
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
};
