import { describe, expect, test } from 'vitest';
import type { Finding } from '../model/finding.ts';
import { spawnPlan, testCase } from '../process/testing.ts';
import type { CaseResult } from './case-result.ts';
import { decisionsOf } from './decisions.ts';

type Outcome = Extract<Finding, { kind: 'outcome' }>;
const outcome = (changes: Partial<Outcome> = {}): Finding => ({
  kind: 'outcome',
  vendor: 'claude-code',
  event: 'PreToolUse',
  scenario: 'shell ls',
  answer: 'exit 0',
  effect: 'none',
  adds: [],
  why: 'w',
  provenance: 'recorded',
  ...changes,
});
const result = (findings: readonly Finding[], more: Partial<CaseResult> = {}): CaseResult => ({
  edition: '1',
  case: testCase(),
  findings,
  facts: undefined,
  leaks: [],
  input: '',
  spawns: 1,
  timedOut: false,
  durations: [],
  ...more,
});
const key = (findings: readonly Finding[], more: Partial<CaseResult> = {}): string | undefined =>
  decisionsOf(result(findings, more))?.key;

describe('what a run decided', () => {
  test('is what the vendor would do with its answer', () => {
    expect(decisionsOf(result([outcome({ effect: 'deny' })]))).toEqual({
      key: 'claude-code PreToolUse: deny',
      phrase: 'denied',
    });
    expect(key([outcome()])).not.toBe(key([outcome({ effect: 'allow' })]));
  });

  test('is not the words of the answer, which may hold a time or an id, nor what the user is told', () => {
    const other = outcome({ answer: 'exit 0, {"at": "12:03"}', why: 'x', adds: ['message', 'ignored'] });
    expect(key([other])).toBe(key([outcome()]));
  });

  test('is what is added for the agent, too', () => {
    expect(decisionsOf(result([outcome({ adds: ['context'] })]))?.phrase).toBe('let pass with context');
    expect(key([outcome({ adds: ['input'] })])).not.toBe(key([outcome()]));
  });

  test('is how it ended, where no vendor’s outcome is known', () => {
    expect(decisionsOf(result([], { ends: ['exit 2'] }))).toEqual({ key: 'exit 2', phrase: 'answered with exit 2' });
    expect(key([outcome()], { ends: ['exit 2'] })).toBe(key([outcome()], { ends: ['exit 0'] }));
    expect(decisionsOf(result([]))).toBeNull();
  });

  test('is nothing where several ran at once, or nobody read: which of them came first is no decision', () => {
    for (const condition of [{ parallel: true }, { stdoutClosed: true }]) {
      const spawns = [spawnPlan(), spawnPlan(condition)];
      expect(decisionsOf(result([outcome()], { case: testCase({ spawns }), ends: ['exit 0'] }))).toBeNull();
    }
  });
});
