import { expect, test } from 'vitest';
import type { Subject } from '../harness/model/subject.ts';
import { setsNamed, underSets } from './frozen.ts';
import { openHookSuite } from './openhook/index.ts';
import { newestSet, type RequirementSet } from './sets.ts';

const newest = newestSet('openhook', '0.1') as RequirementSet;
const subject = { role: 'emitter', drive: 'native', supports: [], surfaces: [] } as unknown as Subject;
const older: RequirementSet = {
  ...newest,
  set: 'openhook/0.1@2026-01-01',
  requirements: newest.requirements
    .filter(({ id }) => id !== 'OH-ENV-018')
    .map((row) => (row.id === 'OH-ENV-019' ? { ...row, grade: 'warn' } : row)),
};

test('what is newer than the set is not scored under it, and says so', () => {
  const suite = underSets(openHookSuite, [older]);
  const ids = suite.requirements('emitter', '0.1', subject).map(({ id }) => id);
  expect(ids).not.toContain('OH-ENV-018');
  expect(ids).toContain('OH-ENV-019');
  expect(suite.notScored?.('emitter', '0.1', subject)).toEqual([
    { id: 'OH-ENV-018', reason: 'newer than openhook/0.1@2026-01-01' },
  ]);
});

test('a row costs what it cost when the set was frozen, and levels name the set', () => {
  const suite = underSets(openHookSuite, [older]);
  const row = suite.requirements('emitter', '0.1', subject).find(({ id }) => id === 'OH-ENV-019');
  expect(row?.grade).toBe('warn');
  expect(suite.levels.map(({ sets }) => sets?.['0.1'])).toEqual(suite.levels.map(() => older.set));
});

test('a set of another specification changes nothing', () => {
  expect(underSets(openHookSuite, [{ ...older, spec: 'agent-hooks' }])).toBe(openHookSuite);
});

test('an unknown set is named with those that there are', () => {
  expect(() => setsNamed(['openhook/0.1@2020-01-01'])).toThrow(/no frozen set "openhook\/0.1@2020-01-01"/);
  expect(setsNamed([newest.set])).toEqual([newest]);
});
