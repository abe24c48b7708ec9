import { describe, expect, test } from 'vitest';
import type { Requirement } from '../model/requirement.ts';
import type { Level } from '../model/suite.ts';
import type { Grade, Verdict } from '../model/words.ts';
import { judgeLevel } from './levels.ts';

const row = (id: string, level: string, grade: Grade = 'fail'): Requirement => ({
  id,
  level,
  grade,
  spec: 'x',
  edition: '1',
  section: '1',
  keyword: 'MUST',
  roles: ['hook'],
  statement: 's',
  testability: 'yes',
  dependsOn: [],
  errata: [],
});
const low: Level = { name: 'Low', includes: [], ours: true, roles: ['hook'], floor: [['A']] };
const high: Level = {
  name: 'High',
  includes: ['Low'],
  ours: true,
  roles: ['hook'],
  floor: [],
  withheldByWarning: ['W'],
};
const rows = [row('A', 'Low'), row('B', 'High'), row('W', 'High', 'warn'), row('I', 'High', 'info')];

function judge(
  level: Level,
  verdicts: Readonly<Record<string, Verdict>>,
  more: { complete?: boolean; vendorless?: string[]; passedInPart?: string[] } = {},
) {
  return judgeLevel({
    level,
    levels: [low, high],
    role: 'hook',
    requirements: rows,
    verdicts: new Map(Object.entries(verdicts)),
    passedInPart: new Set(more.passedInPart),
    complete: more.complete ?? true,
    vendorsWithoutCase: more.vendorless ?? [],
  });
}
const all: Readonly<Record<string, Verdict>> = { A: 'pass', B: 'pass', W: 'pass' };

describe('a level', () => {
  test('is granted when everything of it, and of what it includes, passed', () => {
    expect(judge(high, all)).toMatchObject({ status: 'granted', reason: null, passed: 3 });
  });

  test.each([
    ['a failure of an included level', { ...all, A: 'fail' }, 'withheld'],
    ['a warning that withholds', { ...all, W: 'warn' }, 'withheld'],
    ['what was not decided', { ...all, B: 'untested' }, 'undecided'],
    ['an error of our own', { ...all, B: 'error' }, 'undecided'],
    ['a row without any verdict', { A: 'pass', W: 'pass' }, 'undecided'],
    ['a floor that was declared absent', { ...all, A: 'not-applicable' }, 'undecided'],
    ['a floor that was only warned about', { ...all, A: 'warn' }, 'undecided'],
  ] as const)('is not granted on %s', (_, verdicts, status) => {
    expect(judge(high, verdicts as Record<string, Verdict>).status).toBe(status);
  });

  test('reaches its floor by one case that passed, whatever the others are warned about', () => {
    expect(judge(high, { ...all, A: 'warn' }, { passedInPart: ['A'] }).status).toBe('granted');
  });

  test('is not decided by half a run, nor with a claimed vendor that had no case', () => {
    expect(judge(high, all, { complete: false }).status).toBe('undecided');
    expect(judge(high, all, { vendorless: ['codex'] })).toMatchObject({
      status: 'undecided',
      reason: 'no case ran for codex',
    });
  });

  test('does not look at the levels above it', () => {
    expect(judge(low, { ...all, B: 'fail' }).status).toBe('granted');
  });
});
