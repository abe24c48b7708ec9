/** What is said of a whole run of a reader: one form of a payload will do, and lines are judged where there are any. */
import { expect, test } from 'vitest';
import type { Finding } from '../../harness/model/finding.ts';
import type { CaseFacts, PlanContext } from '../../harness/model/suite.ts';
import { subjectOf } from '../testing.ts';
import type { PayloadFacts } from './judge.ts';
import { judgePayloadsRun } from './run-rules.ts';

const NOTHING: PayloadFacts = { taken: [], lines: [], anyLine: false, kinds: [] };
const CATALOGUE = [{ id: 'AP-COM-001' }, { id: 'AP-COM-019', undecidable: 'a reason' }, { id: 'AP-CDX-017' }];

function said(...facts: readonly (Partial<PayloadFacts> | undefined)[]): readonly Finding[] {
  const subject = subjectOf({ role: 'emitter', spec: 'agent-payloads' });
  const context = { subject, catalogue: CATALOGUE } as unknown as PlanContext;
  const found = facts.map((one) => ({ facts: one === undefined ? undefined : { ...NOTHING, ...one } }) as CaseFacts);
  return judgePayloadsRun(found, context);
}

const payload = (form: 'seed' | 'vendor', ok: boolean): PayloadFacts['taken'][number] => ({
  row: 'AP-CC-001',
  form,
  what: `the payload of the ${form}`,
  ok,
  how: 'exit code 1',
});
const ofRow = (findings: readonly Finding[], id: string): readonly Finding[] =>
  findings.filter((one) => 'requirement' in one && one.requirement === id);

test('nothing is said where nothing was found out', () => {
  expect(said()).toEqual([]);
  expect(said(undefined)).toEqual([]);
});

test('one form that is always taken will do', () => {
  const findings = said(undefined, { taken: [payload('seed', true), payload('vendor', false)] });
  expect(ofRow(findings, 'AP-CC-001')).toEqual([{ kind: 'met', requirement: 'AP-CC-001' }]);
});

test('a reader that copes with neither is told how it ended', () => {
  const findings = said({ taken: [payload('seed', false), payload('vendor', true), payload('vendor', false)] });
  const message = 'the payload of the seed ended with exit code 1; it should be taken';
  expect(ofRow(findings, 'AP-CC-001')).toMatchObject([
    { kind: 'broken', message, expected: 'exit code 0 and no complaint', actual: message },
  ]);
});

test('lines are judged in a run that has any, and only there', () => {
  const lines = [{ row: 'AP-EMI-001', form: 'seed', fault: 'it has no kind' }] as const;
  expect(ofRow(said({ lines }), 'AP-EMI-001')).toEqual([]);
  expect(ofRow(said({ lines }, { anyLine: true }), 'AP-EMI-001')).toMatchObject([
    { kind: 'broken', message: 'it has no kind', expected: 'as the seed has it' },
  ]);
});

test('rows without an occasion are told why, and those that nobody can decide are left out', () => {
  const reasons = (anyLine: boolean): readonly unknown[] =>
    said({ anyLine }).flatMap((one) => (one.kind === 'not-applicable' ? [[one.requirement, one.reason]] : []));
  const surfaces = 'what a reader surfaces is seen only through an adapter that prints it';
  expect(reasons(true)).toEqual([
    ['AP-COM-001', 'nothing that was fed, or nothing that was emitted, gives occasion for it'],
    ['AP-CDX-017', surfaces],
  ]);
  expect(reasons(false)).toEqual([
    ['AP-COM-001', 'the subject writes no lines with a kind, by which emission could be judged'],
    ['AP-CDX-017', surfaces],
  ]);
});
