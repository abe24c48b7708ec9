import { expect, test } from 'vitest';
import type { Finding } from '../model/finding.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Grade } from '../model/words.ts';
import { tally } from './verdict.ts';

const requirement = (id: string, grade: Grade): Requirement => ({
  id,
  grade,
  spec: 'x',
  edition: '1',
  section: '1',
  keyword: 'MUST',
  level: 'L',
  roles: ['hook'],
  statement: 's',
  testability: 'yes',
  dependsOn: [],
  errata: [],
});
const met = (id: string): Finding => ({ kind: 'met', requirement: id });
const broken = (id: string): Finding => ({ kind: 'broken', requirement: id, message: 'm', expected: 'e', actual: 'a' });
const cases = (...findings: Finding[][]) =>
  findings.map((list, index) => ({ caseId: `c${index}`, findings: list, planned: ['A'] }));
const of = (grade: Grade, ...findings: Finding[][]) => tally([requirement('A', grade)], cases(...findings)).get('A');

test('the grade decides what breaking costs', () => {
  expect(of('fail', [broken('A')])?.verdict).toBe('fail');
  expect(of('warn', [broken('A')])?.verdict).toBe('warn');
  expect(of('info', [broken('A')])?.verdict).toBeNull();
  expect(of('info', [met('A')])?.verdict).toBeNull();
});

test('the worst case decides, and a case counts once', () => {
  expect(of('fail', [met('A')], [met('A'), broken('A'), broken('A')])).toEqual({
    cases: 2,
    verdict: 'fail',
    reason: null,
  });
  expect(of('warn', [broken('A')], [{ kind: 'untested', requirement: 'A', reason: 'hung' }])).toEqual({
    cases: 2,
    verdict: 'untested',
    reason: 'hung',
  });
  expect(of('fail', [met('A')], [{ kind: 'not-applicable', requirement: 'A', reason: 'no' }])).toEqual({
    cases: 1,
    verdict: 'pass',
    reason: null,
  });
  expect(of('fail', [{ kind: 'not-applicable', requirement: 'A', reason: 'no' }])).toEqual({
    cases: 0,
    verdict: 'not-applicable',
    reason: 'no',
  });
});

test('nothing said is no verdict, and a fault of ours is never the subject’s', () => {
  expect(of('fail', [])?.verdict).toBeNull();
  const [result] = [
    ...tally(
      [requirement('A', 'fail')],
      [{ caseId: 'c', findings: [broken('A')], planned: ['A'], fault: 'no space' }],
    ).values(),
  ];
  expect(result).toEqual({ cases: 1, verdict: 'error', reason: 'no space' });
});
