import { describe, expect, test } from 'vitest';
import type { Subject } from '../harness/model/subject.ts';
import { buildSubject } from '../harness/report/build.ts';
import { editionRun, planSubject } from '../harness/run/run-subject.ts';
import { setsNamed, underSets } from './frozen.ts';
import { openHookSuite } from './openhook/index.ts';
import { newestSet, type RequirementSet } from './sets.ts';
import { subjectOf } from './testing.ts';

const newest = newestSet('openhook', '0.1') as RequirementSet;
const subject = { role: 'emitter', drive: 'native', supports: [], surfaces: [] } as unknown as Subject;
const SETTINGS = { only: [], skip: [], shard: null, seed: 1, runs: 4, allEvents: false } as const;
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

describe('what the catalogue lost since the set was frozen', () => {
  const lost = { id: 'OH-ENV-900', keyword: 'MUST', grade: 'fail', level: 'L1' };
  const free = { id: 'OH-ENV-901', keyword: 'MAY', grade: 'info', level: 'L1' };
  const consumers = { id: 'OH-ENV-902', keyword: 'MUST', grade: 'fail', level: 'Consumer' };
  const set: RequirementSet = {
    ...newest,
    set: 'openhook/0.1@2026-01-02',
    requirements: [...newest.requirements, lost, free, consumers],
  };
  const suite = underSets(openHookSuite, [set]);
  const whole = subjectOf({
    role: 'emitter',
    spec: 'openhook',
    editions: ['0.1'],
    vendors: [],
    vendorsDeclared: false,
  });
  const planned = planSubject(whole, suite, { fixtures: () => [] }, SETTINGS);
  const report = buildSubject({
    subject: whole,
    suite,
    editions: planned.editions.map((edition) => editionRun(edition, suite, [])),
    unusable: null,
    complete: true,
    leftOut: new Map(),
    repro: (id) => id,
    rerun: (id) => id,
  });

  test('is untested, with the reason, and keeps its level from being granted', () => {
    expect(report.requirements.find(({ id }) => id === lost.id)).toMatchObject({
      verdict: 'untested',
      reason: 'in openhook/0.1@2026-01-02, and no longer in the catalogue of this version',
      grade: 'fail',
      level: 'L1',
      cases: 0,
    });
    const levels = report.levels.filter(({ missing }) => missing?.includes(lost.id));
    expect(levels.map(({ level }) => level)).toEqual(['L1', 'L2', 'L3']);
    expect(levels.map(({ status }) => status)).toEqual(['undecided', 'undecided', 'undecided']);
  });

  test('is told where it has no verdict: information, and levels of other roles', () => {
    const reason = 'in openhook/0.1@2026-01-02, and no longer in the catalogue of this version';
    expect(report.notScored).toEqual([
      { id: free.id, reason },
      { id: consumers.id, reason },
    ]);
    expect(report.requirements.map(({ id }) => id)).not.toContain(consumers.id);
  });

  test('is asked of no plan', () => {
    const [edition] = planned.editions;
    expect(edition?.plan.cases.filter(({ requirements }) => requirements.includes(lost.id))).toEqual([]);
    const plain = planSubject(whole, openHookSuite, { fixtures: () => [] }, SETTINGS);
    expect(edition?.plan.cases).toEqual(plain.editions[0]?.plan.cases);
  });
});

test('a set of another specification changes nothing', () => {
  expect(underSets(openHookSuite, [{ ...older, spec: 'agent-hooks' }])).toBe(openHookSuite);
});

test('an unknown set is named with those that there are', () => {
  expect(() => setsNamed(['openhook/0.1@2020-01-01'])).toThrow(/no frozen set "openhook\/0.1@2020-01-01"/);
  expect(setsNamed([newest.set])).toEqual([newest]);
});
