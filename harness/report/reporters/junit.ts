import type { Report, RequirementReport, SubjectReport } from '../../../types/generated/report.ts';
import { assertNever } from '../../model/words.ts';
import { type Problem, problemsOf } from '../problems.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';
import { failsRun } from '../view.ts';
import { failuresText, flakyLines, headline, leakText, titleOf } from './case-text.ts';
import { content, element } from './xml.ts';

function failed(entry: RequirementReport): readonly string[] {
  // Not `flakyFailure`: that word means passed in the end, and nothing but a pass may come out as passed.
  const type = entry.flaky === true ? `${entry.keyword} flaky` : entry.keyword;
  return [element('failure', { message: headline(entry), type }, [content(failuresText(entry))])];
}

/**
 * How a verdict is said in a format that knows passed, failed, error and skipped. Nothing but `pass` may come out as
 * passed, so a warning that fails nobody is skipped with its text; what was not decided is skipped with its reason.
 */
function outcome(entry: RequirementReport, report: Report): readonly string[] {
  if (failsRun(entry, report)) return failed(entry);
  switch (entry.verdict) {
    case 'pass':
      return [];
    case 'fail':
      return [element('skipped', { message: `known failure: ${headline(entry)}` })];
    case 'error':
      return [element('error', { message: headline(entry), type: 'hookconf' }, [content(failuresText(entry))])];
    case 'warn':
      return [
        element('skipped', { message: `warning: ${headline(entry)}` }),
        element('system-out', {}, [content(failuresText(entry))]),
      ];
    case 'untested':
    case 'undecidable':
    case 'not-applicable':
      return [element('skipped', { message: `${entry.verdict}: ${entry.reason ?? ''}` })];
    default:
      return assertNever(entry.verdict);
  }
}

function counts(testcases: readonly string[]): { failures: number; errors: number; skipped: number } {
  const having = (tag: string): number => testcases.filter((testcase) => testcase.includes(`<${tag}`)).length;
  return { failures: having('failure'), errors: having('error'), skipped: having('skipped') };
}

function suite(subject: SubjectReport, spec: string, report: Report, options: ReporterOptions): string {
  const entries = subject.requirements.filter((entry) => entry.spec === spec);
  const testcases = entries.map((entry) =>
    element(
      'testcase',
      { name: titleOf(entry, options.requirement(entry.id)), classname: `${subject.name}.${spec}`, time: 0 },
      outcome(entry, report),
    ),
  );
  const properties = [
    element('property', { name: 'hookconf', value: report.hookconf }),
    element('property', { name: 'role', value: subject.role }),
    element('property', { name: 'seed', value: report.seed }),
    element('property', { name: 'cases', value: subject.summary.cases }),
    ...subject.levels
      .filter((level) => level.spec === spec)
      .map((level) => element('property', { name: `level ${level.edition} ${level.level}`, value: level.status })),
  ];
  const leaks = subject.leaks.filter((leak) =>
    leak.requirements.some((id) => entries.some((entry) => entry.id === id)),
  );
  const flaky = flakyLines(subject);
  const told = [...leaks.map(leakText), ...(flaky.length > 0 ? ['flaky:', ...flaky] : [])];
  return element(
    'testsuite',
    {
      name: `${subject.name} (${subject.role}, ${spec})`,
      tests: testcases.length,
      ...counts(testcases),
      time: 0,
      timestamp: report.startedAt.slice(0, 19),
    },
    [
      element('properties', {}, properties),
      ...testcases,
      ...(told.length > 0 ? [element('system-out', {}, [content(told.join('\n'))])] : []),
    ],
  );
}

/** A suite of one error for what is no requirement's verdict: a subject that could not start, a run that was cut off. */
function faultSuite(name: string, message: string): string {
  return element('testsuite', { name, tests: 1, failures: 0, errors: 1, skipped: 0, time: 0 }, [
    element('testcase', { name: message, classname: name, time: 0 }, [
      element('error', { message, type: 'hookconf' }, [content(message)]),
    ]),
  ]);
}

/** A suite for what decides the exit code and is no requirement's verdict: claims, the baseline, nothing decided. */
function problemSuite(problems: readonly Problem[]): string {
  const failures = problems.filter(({ kind }) => kind === 'failed').length;
  const attributes = { name: 'hookconf', tests: problems.length, failures, errors: problems.length - failures };
  return element(
    'testsuite',
    { ...attributes, skipped: 0, time: 0 },
    problems.map(({ kind, subject, title, message }) => {
      const tag = kind === 'failed' ? 'failure' : 'error';
      return element('testcase', { name: title, classname: subject ?? 'hookconf', time: 0 }, [
        element(tag, { message, type: 'hookconf' }, [content(message)]),
      ]);
    }),
  );
}

/** JUnit XML: a suite for each subject and specification, a test case for each requirement. */
export const junit: Reporter = (report, options) => {
  const suites = report.subjects.flatMap((subject) => {
    if (typeof subject.unusable === 'string') return [faultSuite(subject.name, subject.unusable)];
    const specs = [...new Set(subject.requirements.map((entry) => entry.spec))];
    return specs.map((spec) => suite(subject, spec, report, options));
  });
  const problems = problemsOf(report);
  if (problems.length > 0) suites.push(problemSuite(problems));
  if (!report.complete) suites.push(faultSuite('hookconf', report.incomplete ?? 'The run is incomplete.'));
  const total = (name: string): number =>
    suites.reduce((sum, text) => sum + Number(new RegExp(`^<testsuite[^>]* ${name}="(\\d+)"`).exec(text)?.[1] ?? 0), 0);
  const root = element(
    'testsuites',
    {
      name: 'hookconf',
      tests: total('tests'),
      failures: total('failures'),
      errors: total('errors'),
      time: (report.durationMs / 1000).toFixed(3),
    },
    suites.length > 0 ? suites : [faultSuite('hookconf', 'Nothing was tested.')],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
};
