import { expect, test } from 'vitest';
import { instantOf } from './instant.ts';

const MOMENT = Date.UTC(2026, 1, 23, 10, 15, 30);

test.each([
  ['2026-02-23T10:15:30Z', 0],
  ['2026-02-23t10:15:30z', 0],
  ['2026-02-23T11:15:30+01:00', 0],
  ['2026-02-23T10:15:30.123456789Z', 123],
  ['20260223T101530Z', 0],
  ['20260223T101530,25Z', 250],
  ['2026-02-23T11:15:30+0100', 0],
  ['2026-02-23T05:15:30-05', 0],
  ['2026-02-23T05:15:30\u221205:00', 0],
])('%s is a moment', (stamp, after) => {
  expect(instantOf(stamp)).toBe(MOMENT + after);
});

test.each([
  undefined,
  null,
  0,
  1771841730000,
  '',
  'now',
  '2026',
  '2026-02-23',
  '2026-02-23T10:15:30',
  '2026-02-23 10:15:30Z',
  '2026-02-30T10:15:30Z',
  'Mon, 23 Feb 2026 10:15:30 GMT',
  '1771841730',
  '2026-054T10:15:30Z',
  '2026-W09-1T10:15:30Z',
  '2026-12-31T23:59:60Z',
])('%s names none', (stamp) => {
  expect(instantOf(stamp)).toBeUndefined();
});
