import { expect, test } from 'vitest';
import type { Case } from '../../harness/model/case.ts';
import type { Observation, SpawnObservation } from '../../harness/model/observation.ts';
import type { PlanContext, Suite } from '../../harness/model/suite.ts';
import { withTimeLimit } from './time-limit.ts';

const suite: Suite = {
  spec: 'x',
  title: 'X',
  editions: ['1'],
  defaultEdition: '1',
  roles: ['emitter'],
  levels: [],
  requirements: () => [],
  plan: () => ({ cases: [], notFed: [] }),
  judge: () => ({ findings: [{ kind: 'met', requirement: 'X-1' }], facts: 1 }),
  judgeRun: (facts) => facts.map((one) => ({ kind: 'notice', id: 'HC-SEEN', message: one.case.id })),
};
const testCase = { id: 'c', requirements: ['X-1'], spawns: [] } as unknown as Case;
const seen = (end: SpawnObservation['end']): Observation => ({ spawns: [{ end }] }) as unknown as Observation;
const context = (declaredTimeoutMs: number | null): PlanContext =>
  ({ subject: { declaredTimeoutMs } }) as unknown as PlanContext;
const kinds = (end: SpawnObservation['end'], declared: number | null): string[] =>
  withTimeLimit(suite)
    .judge(testCase, seen(end), context(declared))
    .findings.map((finding) => `${finding.kind} ${'requirement' in finding ? finding.requirement : ''}`);

test.each([
  [{ kind: 'exit', code: 0 } as const, null, ['met X-1']],
  [{ kind: 'exit', code: 0 } as const, 1000, ['met X-1', 'met DC-TIMEOUT']],
  [{ kind: 'timeout', timeoutMs: 30_000, forced: false } as const, null, ['untested X-1']],
  [{ kind: 'timeout', timeoutMs: 1000, forced: false } as const, 1000, ['untested X-1', 'broken DC-TIMEOUT']],
])('%j under a declared limit of %j', (end, declared, expected) => {
  expect(kinds(end, declared)).toEqual(expected);
});

test('the row of the declaration is there only when there is one', () => {
  const rows = (declaredTimeoutMs: number | null): string[] =>
    withTimeLimit(suite)
      .requirements('emitter', '1', { declaredTimeoutMs } as never)
      .map((row) => row.id);
  expect(rows(null)).toEqual([]);
  expect(rows(1000)).toEqual(['DC-TIMEOUT']);
});

test('rules about the run never see a case that ran out of time', () => {
  const findings = withTimeLimit(suite).judgeRun?.(
    [
      { case: testCase, facts: undefined },
      { case: { ...testCase, id: 'd' }, facts: 1 },
    ],
    context(null),
  );
  expect(findings).toEqual([{ kind: 'notice', id: 'HC-SEEN', message: 'd' }]);
});

test('says whose limit it was', () => {
  const end = { kind: 'timeout', timeoutMs: 1500, forced: false } as const;
  const found = (declared: number | null) =>
    withTimeLimit(suite).judge(testCase, seen(end), context(declared)).findings;
  expect(found(null)).toEqual([
    {
      kind: 'untested',
      requirement: 'X-1',
      reason: 'it was still running at our own limit of 1.5 s; give --timeout <s> to judge by what its author allows',
    },
  ]);
  expect(found(1500)).toEqual([
    { kind: 'untested', requirement: 'X-1', reason: 'it was still running after 1.5 s' },
    {
      kind: 'broken',
      requirement: 'DC-TIMEOUT',
      message: 'not what you declared: still running after 1.5 s, and ended',
      expected: 'it ends within 1.5 s',
      actual: 'still running after 1.5 s',
    },
  ]);
});

test('a suite without rules about the run gets none', () => {
  const { judgeRun: _, ...without } = suite;
  expect(withTimeLimit(without).judgeRun).toBeUndefined();
});
