import { expect, test } from 'vitest';
import type { CaseResult } from './case-result.ts';
import { timingsOf } from './timings.ts';

const result = (event: string, first: number, timed = true): CaseResult =>
  ({
    case: { vendor: 'codex', event, ...(timed ? { timed: { limitMs: 600_000 } } : {}) },
    durations: [first, 9999],
  }) as unknown as CaseResult;

test('median and 95th percentile of each event, from first answers to usual input alone', () => {
  const all = [...Array.from({ length: 20 }, (_, index) => result('Stop', index + 1)), result('PreToolUse', 7.04)];
  expect(timingsOf([...all, result('Stop', 5000, false)], 50).timings).toEqual([
    { vendor: 'codex', event: 'Stop', limitMs: 600_000, spawns: 20, p50Ms: 10, p95Ms: 19, budgetMs: 50 },
    { vendor: 'codex', event: 'PreToolUse', limitMs: 600_000, spawns: 1, p50Ms: 7, p95Ms: 7, budgetMs: 50 },
  ]);
});

test('nothing where nothing tells it', () => {
  expect(timingsOf([result('Stop', 1, false)], null)).toEqual({});
});
