import { expect, test } from 'vitest';
import type { Case } from '../model/case.ts';
import type { Requirement } from '../model/requirement.ts';
import { select } from './select.ts';

const requirements = ['AP-EMI-001', 'AP-PRIV-002', 'DC-LEAK'].map((id) => ({ id }) as Requirement);
const cases = [
  { id: 'one', requirements: ['AP-EMI-001'] },
  { id: 'two', requirements: ['AP-PRIV-002'] },
].map((one) => one as unknown as Case);
const NONE = { only: [], skip: [], shard: null };

test('what --fail-on-leak asks for is not left out by --only, and is not called decided either', () => {
  const { cases: kept, dropped, leftOut } = select(cases, requirements, { ...NONE, only: ['AP-EMI-*'] });
  expect(kept.map(({ id }) => id)).toEqual(['one']);
  expect([...dropped]).toEqual(['AP-PRIV-002']);
  expect(leftOut.get('DC-LEAK')).toBe('some cases were left out by --only');
});

test('--skip leaves it out when it names it, and nothing else does', () => {
  expect([...select(cases, requirements, { ...NONE, skip: ['DC-*'] }).dropped]).toEqual(['DC-LEAK']);
  const { dropped, leftOut } = select(cases, requirements, NONE);
  expect([dropped.size, leftOut.size]).toEqual([0, 0]);
});
