import { describe, expect, test } from 'vitest';
import { plain, sample } from '../../test/reports/samples.ts';
import type { Report, RequirementReport, SubjectReport } from '../../types/generated/report.ts';
import { testCase } from '../process/testing.ts';
import { exitCode } from '../run/exit-code.ts';
import { badgeOf } from './badge/badge.ts';
import type { CaseResult, EditionRun, RunOfCase, SubjectRun } from './case-result.ts';
import { flakyOf } from './flaky.ts';
import { ctrf } from './reporters/ctrf.ts';
import { github } from './reporters/github.ts';
import { junit } from './reporters/junit.ts';
import { markdown } from './reporters/markdown.ts';
import { sarif } from './reporters/sarif.ts';
import { tap } from './reporters/tap.ts';
import { reportStatus, subjectStatus, summaryText } from './view.ts';

const run = (changes: Partial<RunOfCase> = {}): RunOfCase => ({ broken: [], hung: false, ...changes });
const denied = run({ decided: 'denied' });
const passed = run({ decided: 'let pass' });
const hung = run({ hung: true });

/** What is told of a case with these runs, where these requirements of grade `fail` are not met. */
function told(runs: readonly RunOfCase[], unmet: readonly string[] = []): SubjectReport['flaky'] {
  const results = [{ case: testCase(), findings: [], runs } as unknown as CaseResult];
  const requirements = ['A', 'B'].map((id) => ({ id, grade: 'fail' }));
  const edition = { requirements, results } as unknown as EditionRun;
  const rows = unmet.map((id) => ({ id, failures: [{}] }) as RequirementReport);
  return flakyOf({ editions: [edition] } as unknown as SubjectRun, rows).flaky;
}

describe('what is told of a case whose runs differ', () => {
  test.each<[string, readonly RunOfCase[], readonly string[], string, readonly string[]]>([
    [
      'two decisions, each of them allowed',
      [denied, passed],
      [],
      'was denied in 1 of 2 runs and let pass in the other',
      ['pass', 'pass'],
    ],
    [
      'a decision of its last run',
      [passed, passed, passed, denied],
      [],
      'was let pass in 3 of 4 runs and denied in the other',
      ['pass', 'pass', 'pass', 'pass'],
    ],
    [
      'decisions of a case that always breaks a rule',
      [run({ broken: ['A'], decided: 'denied' }), run({ broken: ['A'], decided: 'let pass' })],
      ['A'],
      'was denied in 1 of 2 runs and let pass in the other',
      ['fail', 'fail'],
    ],
    ['a hang', [passed, hung], [], 'was not answered within its time limit in 1 of 2 runs', ['pass', 'untested']],
    [
      'a broken rule, which says more than the decisions',
      [run({ broken: ['A'], decided: 'denied' }), passed],
      ['A'],
      'broke A in 1 of 2 runs',
      ['fail', 'pass'],
    ],
  ])('%s', (_, runs, unmet, message, verdicts) => {
    const [one] = told(runs, unmet) ?? [];
    expect(one).toMatchObject({ case: 'engine/test', message: `The same input ${message}.`, verdicts });
    expect(one?.requirements).toEqual(message.startsWith('broke') ? unmet : []);
  });

  test('nothing of what the whole run meets, and of runs that decided alike', () => {
    expect(told([run({ broken: ['A'] }), run()])).toBeUndefined();
    expect(told([denied, denied])).toBeUndefined();
  });
});

describe('a subject whose answers differ and are all allowed', () => {
  const flaky = (change: (report: Report) => void = () => undefined): Report => {
    const report = sample('hook-passes');
    const message = 'The same input was denied in 1 of 2 runs and let pass in the other.';
    Object.assign(report.subjects[0] ?? {}, {
      flaky: [{ case: 'native/x', verdicts: ['pass', 'pass'], message, requirements: [] }],
    });
    change(report);
    return report;
  };

  test('is flaky and not passed, and fails nobody', () => {
    const report = flaky();
    const [subject] = report.subjects;
    if (subject === undefined) throw new Error('the sample has a subject');
    expect([subjectStatus(subject, report), reportStatus(report)]).toEqual(['flaky', 'flaky']);
    expect(summaryText(subject)).toMatch(/requirements; 1 flaky case$/);
    expect(badgeOf(report, {})).toMatchObject({ colour: 'lightgrey', message: expect.stringMatching(/^flaky/) });
    const basis = { report, interrupted: false, unusable: [], hitOwnLimit: false, narrowed: false };
    expect(exitCode({ ...basis, strict: true }).code).toBe(0);
  });

  test('hides nothing that is worse', () => {
    const other = (name: 'hook-fails' | 'hook-passes'): SubjectReport => sample(name).subjects[0] as SubjectReport;
    expect(reportStatus(flaky(({ subjects }) => subjects.push(other('hook-fails'))))).toBe('failed');
    const open = { ...other('hook-passes'), summary: { ...other('hook-passes').summary, errors: 1 } };
    expect(reportStatus(flaky(({ subjects }) => subjects.push(open)))).toBe('undecided');
    expect(reportStatus(flaky((report) => Object.assign(report, { complete: false })))).toBe('undecided');
  });

  test.each(Object.entries({ ctrf, github, junit, markdown, sarif, tap }))('is told by %s', (_, reporter) => {
    const said = 'was denied in 1 of 2 runs and let pass in the other';
    expect(reporter(flaky(), plain)).toContain(said);
    expect(reporter(sample('hook-passes'), plain)).not.toContain(said);
  });
});
