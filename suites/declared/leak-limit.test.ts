import { expect, test } from 'vitest';
import type { Case } from '../../harness/model/case.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { PlanContext, Suite } from '../../harness/model/suite.ts';
import { withLeakLimit } from './leak-limit.ts';

const suite = { spec: 'x', requirements: () => [], judge: () => ({ findings: [] }) } as unknown as Suite;
const testCase = { canaries: [{ id: 'c1', kind: 'prompt', field: '/prompt' }] } as unknown as Case;
const seen = (leaked: boolean): Observation =>
  ({
    leaks: leaked ? [{ canary: 'c1', channel: 'file', encoding: 'base64', place: 'log' }] : [],
  }) as unknown as Observation;
const judge = (leaked: boolean, failOnLeak?: readonly string[]): string[] =>
  withLeakLimit(suite)
    .judge(testCase, seen(leaked), { subject: { failOnLeak } } as unknown as PlanContext)
    .findings.map((finding) => finding.kind);

test.each([
  [true, undefined, []],
  [true, ['tool-result'], []],
  [true, ['prompt'], ['leak', 'broken']],
  [false, ['prompt'], ['met']],
])('leaked %j, declared %j', (leaked, kinds, expected) => {
  expect(judge(leaked, kinds)).toEqual(expected);
});

test('the row is there only when a kind was named', () => {
  const rows = (failOnLeak?: readonly string[]): string[] =>
    withLeakLimit(suite)
      .requirements('emitter', '1', { failOnLeak } as never)
      .map((row) => row.id);
  expect(rows()).toEqual([]);
  expect(rows(['prompt'])).toEqual(['DC-LEAK']);
});

test('what came out is named with its place, and a text of another case is not', () => {
  const leaks = [
    { canary: 'c0', channel: 'stderr', encoding: 'plain', place: 'stderr' },
    { canary: 'c1', channel: 'file', encoding: 'base64', place: 'log' },
  ];
  const context = { subject: { failOnLeak: ['prompt'] } } as unknown as PlanContext;
  const found = (of: readonly unknown[]) =>
    withLeakLimit(suite).judge(testCase, { leaks: of } as unknown as Observation, context).findings;
  expect(found(leaks)).toEqual([
    { kind: 'leak', canary: 'c1', requirements: ['DC-LEAK'] },
    {
      kind: 'broken',
      requirement: 'DC-LEAK',
      message: 'not what you declared: prompt of /prompt came out through file (base64)',
      expected: 'nothing of /prompt leaves the subject',
      actual: 'found in log',
    },
  ]);
  expect(found(leaks.slice(0, 1))).toEqual([{ kind: 'met', requirement: 'DC-LEAK' }]);
});
