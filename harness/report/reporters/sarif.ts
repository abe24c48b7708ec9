import type { Log, Notification, PhysicalLocation, ReportingDescriptor, Result } from 'sarif';
import type { Report, RequirementReport, SubjectReport, Where } from '../../../types/generated/report.ts';
import type { Requirement } from '../../model/requirement.ts';
import { problemsOf } from '../problems.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';
import { lines } from '../text/safe.ts';
import { citation, failsRun, flakyAlone, isKnown } from '../view.ts';
import { failureText, flakyLines, leakText } from './case-text.ts';
import { placeOf } from './subject-file.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
/** Leaks that touch no requirement still need a rule to hang on. */
const LEAK_RULE = 'HC-LEAK';

/** A relative reference: `#`, `?` and `:` are parts of a file's name, and half a surrogate pair is no character of a URI. */
function uriOf(file: string): string {
  return Buffer.from(file, 'utf8').toString('utf8').split('/').map(encodeURIComponent).join('/');
}

function physical(
  subject: SubjectReport,
  where: Where | undefined,
  report: Report,
  options: ReporterOptions,
): PhysicalLocation {
  const { file, line, column } = placeOf(subject, where, report, options);
  return {
    artifactLocation: { uri: uriOf(file), uriBaseId: '%SRCROOT%' },
    region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) },
  };
}

function help(requirement: Requirement): { text: string; markdown: string } {
  const parts: [string, string | undefined][] = [
    ['Why', requirement.why],
    ['How it is tested', requirement.observe ?? requirement.undecidable],
    ['Passes', requirement.positive ?? requirement.pass],
    ['Fails', requirement.negative],
  ];
  const given = parts.flatMap(([title, text]) => (text === undefined ? [] : [[title, lines(text)] as const]));
  const source = `${citation(requirement)}, ${requirement.keyword}`;
  return {
    text: [requirement.statement, `Source: ${source}`, ...given.map(([title, text]) => `${title}: ${text}`)].join('\n'),
    markdown: [
      requirement.statement,
      `**Source** ${source}`,
      ...given.map(([title, text]) => `**${title}** ${text}`),
      `\`hookconf explain ${requirement.id}\` says more.`,
    ].join('\n\n'),
  };
}

function rule(entry: RequirementReport, requirement: Requirement | undefined): ReportingDescriptor {
  const level = entry.grade === 'fail' ? 'error' : entry.grade === 'warn' ? 'warning' : 'note';
  const tags = [entry.spec, entry.keyword, ...(entry.level === undefined ? [] : [entry.level])];
  return {
    id: entry.id,
    name: entry.id,
    shortDescription: { text: requirement?.statement ?? entry.id },
    ...(requirement === undefined ? {} : { fullDescription: { text: requirement.statement }, help: help(requirement) }),
    defaultConfiguration: { level },
    properties: { tags, keyword: entry.keyword, grade: entry.grade },
  };
}

function results(subject: SubjectReport, report: Report, options: ReporterOptions): readonly Result[] {
  const failures = subject.requirements
    .filter((entry) => entry.verdict === 'fail' || entry.verdict === 'warn')
    .flatMap((entry) =>
      entry.failures.map(
        (failure): Result => ({
          ruleId: entry.id,
          level: entry.verdict === 'fail' || failsRun(entry, report) ? 'error' : 'warning',
          kind: 'fail',
          message: { text: lines(`${entry.flaky === true ? 'flaky: ' : ''}${failureText(failure)}`) },
          locations: [
            {
              physicalLocation: physical(subject, failure.where, report, options),
              logicalLocations: [{ name: subject.name, fullyQualifiedName: failure.case, kind: 'module' }],
            },
          ],
          partialFingerprints: { 'hookconf/v1': `${subject.name}:${entry.id}:${failure.fingerprint ?? failure.case}` },
          ...(isKnown(entry) ? { suppressions: [{ kind: 'external', justification: failure.known ?? '' }] } : {}),
          properties: {
            subject: subject.name,
            case: failure.case,
            repro: failure.repro,
            ...(entry.flaky === true ? { flaky: true } : {}),
          },
        }),
      ),
    );
  const leaks = subject.leaks
    .filter((leak) => leak.requirements.length === 0)
    .map(
      (leak): Result => ({
        ruleId: LEAK_RULE,
        level: 'note',
        kind: 'informational',
        message: { text: lines(leakText(leak)) },
        locations: [{ physicalLocation: physical(subject, undefined, report, options) }],
        properties: { subject: subject.name },
      }),
    );
  // SARIF allows no level but `none` for what is not a failure.
  return [...failures, ...leaks.map((leak) => ({ ...leak, level: 'none' as const }))];
}

function notifications(report: Report): Notification[] {
  const faults = report.subjects.flatMap((subject): readonly Notification[] => [
    ...(typeof subject.unusable === 'string'
      ? [{ level: 'error' as const, message: { text: lines(`${subject.name}: ${subject.unusable}`) } }]
      : []),
    ...subject.requirements
      .filter((entry) => entry.verdict === 'error')
      .flatMap((entry) => entry.failures)
      .map((failure) => ({ level: 'error' as const, message: { text: lines(failureText(failure)) } })),
  ]);
  if (!report.complete) {
    faults.push({ level: 'error', message: { text: lines(report.incomplete ?? 'The run is incomplete.') } });
  }
  return faults;
}

function rules(report: Report, options: ReporterOptions): ReportingDescriptor[] {
  const found = new Map<string, ReportingDescriptor>();
  for (const entry of report.subjects.flatMap((subject) => subject.requirements)) {
    const shown = entry.verdict === 'fail' || entry.verdict === 'warn';
    if (shown && !found.has(entry.id)) found.set(entry.id, rule(entry, options.requirement(entry.id)));
  }
  if (report.subjects.some((subject) => subject.leaks.some((leak) => leak.requirements.length === 0))) {
    found.set(LEAK_RULE, {
      id: LEAK_RULE,
      name: LEAK_RULE,
      shortDescription: { text: 'A planted text came out again where no specification forbids it.' },
      defaultConfiguration: { level: 'note' },
    });
  }
  return [...found.values()];
}

/** SARIF 2.1.0: rules are requirements with their help, results are failing cases at the hook's file or the document. */
export const sarif: Reporter = (report, options) => {
  const descriptors = rules(report, options);
  const index = new Map(descriptors.map((descriptor, at) => [descriptor.id, at]));
  const faults = notifications(report);
  // They are no results of a rule, and the tool itself did what it should.
  const problems = problemsOf(report).map(
    ({ kind, subject, title, message }): Notification => ({
      level: kind === 'failed' ? 'error' : 'warning',
      message: { text: lines(`${subject ?? 'hookconf'}: ${title}: ${message}`) },
    }),
  );
  const flaky = report.subjects.flatMap((subject) =>
    flakyLines({ flaky: flakyAlone(subject) }).map(
      (line): Notification => ({ level: 'note', message: { text: lines(`${subject.name}: flaky: ${line}`) } }),
    ),
  );
  const told = [...faults, ...problems, ...flaky];
  const log: Log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'hookconf',
            version: report.hookconf,
            semanticVersion: report.hookconf,
            rules: descriptors,
          },
        },
        originalUriBaseIds: {
          '%SRCROOT%': {
            description: { text: 'The root of the repository; in none, the folder in which hookconf ran.' },
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: faults.length === 0,
            startTimeUtc: report.startedAt,
            ...(told.length > 0 ? { toolExecutionNotifications: told } : {}),
          },
        ],
        results: report.subjects
          .flatMap((subject) => results(subject, report, options))
          .map((result) => ({
            ...result,
            ruleIndex: index.get(result.ruleId ?? '') ?? -1,
          })),
        properties: { seed: report.seed, complete: report.complete, evidence: report.evidence },
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
};
