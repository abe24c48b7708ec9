import type { RequirementReport, SubjectReport, Verdict } from '../../../types/generated/report.ts';
import { assertNever } from '../../model/words.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';
import { failuresText, headline, titleOf } from './case-text.ts';

type CtrfStatus = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

/** CTRF keeps the word of the source in `rawStatus`; only `pass` is passed. */
function status(verdict: Verdict): CtrfStatus {
  switch (verdict) {
    case 'pass':
      return 'passed';
    case 'fail':
      return 'failed';
    case 'untested':
      return 'pending';
    case 'undecidable':
    case 'not-applicable':
      return 'skipped';
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

function test(subject: SubjectReport, entry: RequirementReport, options: ReporterOptions): CtrfTest {
  const where = entry.failures[0]?.where;
  return {
    name: titleOf(entry, options.requirement(entry.id)),
    status: status(entry.verdict),
    duration: 0,
    suite: [subject.name, entry.spec, ...(entry.level === undefined ? [] : [entry.level])],
    rawStatus: entry.verdict,
    type: 'conformance',
    tags: [entry.keyword, `grade:${entry.grade}`],
    ...(entry.verdict === 'pass' ? {} : { message: headline(entry) }),
    ...(entry.failures.length > 0 ? { trace: failuresText(entry) } : {}),
    ...(entry.flaky === true ? { flaky: true } : {}),
    ...(where === undefined ? {} : { filePath: where.file, line: where.line }),
  };
}

/** Common Test Report Format: a test for each requirement of each subject. */
export const ctrf: Reporter = (report, options) => {
  const start = Date.parse(report.startedAt);
  const tests = report.subjects.flatMap((subject): readonly CtrfTest[] =>
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
      : subject.requirements.map((entry) => test(subject, entry, options)),
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
        extra: { complete: report.complete, seed: report.seed, evidence: report.evidence },
      },
      tests,
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
};
