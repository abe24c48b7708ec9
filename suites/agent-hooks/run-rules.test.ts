/** What is said of a whole run: one id for one event, styles, risk levels, formats, and what there was no occasion for. */
import { describe, expect, test } from 'vitest';
import type { CaseFacts, PlanContext } from '../../harness/model/suite.ts';
import { spawnPlan, testCase } from '../../harness/process/testing.ts';
import { inShort } from '../approved.ts';
import { subjectOf } from '../testing.ts';
import type { AgentHooksFacts } from './judge.ts';
import { judgeAgentHooksRun } from './run-rules.ts';

const NOTHING: AgentHooksFacts = { ids: [], styles: [], emitted: [], risks: [], valid: 0, invalid: 0 };

/** What one case found out, that started so many processes. */
function found(facts: Partial<AgentHooksFacts> | undefined, spawns = 1, vendor?: string): CaseFacts {
  const own = testCase({
    spawns: Array.from({ length: spawns }, () => spawnPlan()),
    ...(vendor === undefined ? {} : { vendor }),
  });
  return { case: own, facts: facts === undefined ? undefined : { ...NOTHING, ...facts } };
}

/** Everything but that there was no occasion. */
function said(...facts: readonly CaseFacts[]): readonly string[] {
  const context = { subject: subjectOf({ role: 'emitter', spec: 'agent-hooks' }) } as PlanContext;
  return [...inShort(judgeAgentHooksRun(facts, context))].filter((one) => !one.startsWith('/'));
}

describe('AH-ENV-010: an id stands for one event', () => {
  const ids = (...pairs: readonly (readonly [string, string])[]): Partial<AgentHooksFacts> => ({ ids: pairs });
  const UUID = '550e8400-e29b-41d4-a716-446655440000';
  test.each([
    ['one event', '+', [found(ids(['a', 'x Stop']))]],
    ['two ids of one payload', '+', [found(ids(['a', 'x Stop'], ['b', 'x Stop']))]],
    ['one id twice of one payload', '!', [found(ids(['a', 'x Stop'], ['a', 'x Stop']))]],
    ['one id twice of one payload, in two types', '!', [found(ids(['a', 'x Stop'], ['a', 'x End']))]],
    ['the same payload fed twice in one case', '+', [found(ids(['a', 'x Stop'], ['a', 'x Stop']), 2)]],
    ['the same payload fed in two cases', '+', [found(ids(['a', 'x Stop'])), found(ids(['a', 'x Stop']))]],
    ['two payloads in one case', '!', [found(ids(['a', 'x Stop'], ['a', 'y Stop']), 2)]],
    ['two payloads in two cases', '!', [found(ids(['a', 'x Stop'])), found(ids(['a', 'y Stop']))]],
    ['one payload planted for two sessions', '+', [found(ids(['a', 'x+a Stop'], ['a', 'x+b Stop']), 2)]],
    ['one payload as it is and planted', '+', [found(ids(['a', 'x Stop'])), found(ids(['a', 'x+b Stop']))]],
    ['one payload in two spellings', '+', [found(ids(['a', 'x Stop'], ['a', 'x+printed Stop']), 2)]],
    ['two payloads whose names differ by a plus', '!', [found(ids(['a', 'x+c Stop'], ['a', 'x Stop']), 2)]],
    ['one UUID in two cases of letters', '!', [found(ids([UUID, 'x Stop'], [UUID.toUpperCase(), 'y Stop']), 2)]],
    [
      'a third payload under the id of the first',
      '!',
      [found(ids(['a', 'x Stop'])), found(ids(['a', 'x Stop'])), found(ids(['a', 'y Stop']))],
    ],
  ] as const)('%s: "%s"', (_, expected, facts) => {
    expect(said(...facts)).toEqual([`${expected}AH-ENV-010`]);
  });

  test('a case that found nothing out says nothing', () => {
    expect(said(found(undefined), found({}))).toEqual([]);
    const context = { subject: subjectOf({ role: 'emitter', spec: 'agent-hooks' }) } as PlanContext;
    expect(judgeAgentHooksRun([found(undefined)], context)).toEqual([]);
    expect(judgeAgentHooksRun([found({})], context).every(({ kind }) => kind === 'not-applicable')).toBe(true);
  });
});

describe('AH-SEC-013, AH-WLD-001: the log holds what the same payloads give without it', () => {
  const emitted = (...types: readonly string[]): CaseFacts => found({ emitted: [['x', types]] });
  const logged = (...types: readonly string[]): CaseFacts => found({ logged: { fixtures: ['x', 'y'], types } });
  test.each([
    ['all of it', '+', [logged('A', 'B'), emitted('A', 'B')]],
    ['and more', '+', [emitted('A'), logged('A', 'B')]],
    ['where nothing else was fed', '+', [logged('A')]],
    ['where they give nothing', '+', [logged('A'), emitted()]],
    ['not all of it', '!', [emitted('A', 'B'), logged('A')]],
    ['nothing of it', '!', [emitted('A'), logged()]],
    ['nothing, where they give nothing', '', [emitted(), logged()]],
    ['nothing, where other payloads give something', '', [found({ emitted: [['z', ['A']]] }), logged()]],
    ['no log', '', [emitted('A')]],
  ] as const)('%s: "%s"', (_, expected, facts) => {
    const rows = expected === '' ? [] : [`${expected}AH-SEC-013`, `${expected}AH-WLD-001`];
    expect(said(...facts)).toEqual(rows);
  });
});

describe('a cell of a vendor with two styles', () => {
  const fault = { message: 'it gave nothing', expected: 'x', actual: 'nothing' };
  const style = (name: string, wrong: boolean, vendor = 'copilot-cli'): CaseFacts =>
    found({ styles: [{ row: 'AH-MAP-015', vendor, style: name, fault: wrong ? fault : null }] });
  test.each([
    ['one understood', '+', [style('a', false)]],
    ['one of two understood', '+', [style('a', true), style('b', false)]],
    ['the first of two understood', '+', [style('a', false), style('b', true)]],
    ['none of two understood', '!', [style('a', true), style('b', true)]],
    ['one of no use', '!', [style('a', true)]],
    ['one that is understood only at times', '!', [style('a', true), style('a', false)]],
    ['the other one of another vendor', '!', [style('a', true), style('b', false, 'copilot-cloud-agent')]],
  ] as const)('%s: "%s"', (_, expected, facts) => {
    expect(said(...facts)).toEqual([`${expected}AH-MAP-015`]);
  });
});

describe('AH-RSK-005: a higher score never has a lower level', () => {
  test.each([
    ['', []],
    ['+', [[5, 'low']]],
    [
      '+',
      [
        [5, 'low'],
        [60, 'high'],
      ],
    ],
    [
      '+',
      [
        [60, 'low'],
        [60, 'high'],
      ],
    ],
    [
      '!',
      [
        [61, 'low'],
        [60, 'high'],
      ],
    ],
    [
      '!',
      [
        [5, 'low'],
        [61, 'low'],
        [60, 'high'],
        [90, 'high'],
      ],
    ],
    [
      '!',
      [
        [61, 'low'],
        [5, 'low'],
        [90, 'high'],
        [60, 'high'],
      ],
    ],
    [
      '!',
      [
        [61, 'medium'],
        [60, 'critical'],
      ],
    ],
    ['', [[61, 'none']]],
  ] as const)('says "%s" of %o', (expected, risks) => {
    expect(said(found({ risks }))).toEqual(expected === '' ? [] : [`${expected}AH-RSK-005`]);
  });
});

describe('AH-MPX-001: events of the one format come of every vendor', () => {
  const of = (vendor: string | undefined, valid: number, invalid: number): CaseFacts =>
    found({ valid, invalid }, 1, vendor);
  test.each([
    ['+', [of('cursor', 1, 0)]],
    ['+', [of('cursor', 0, 3), of('cursor', 1, 0)]],
    ['!', [of('cursor', 0, 1)]],
    ['!', [of('cursor', 0, 1), of('codex', 5, 0)]],
    ['', [of('cursor', 0, 0)]],
    ['', [of(undefined, 0, 1)]],
  ] as const)('says "%s"', (expected, facts) => {
    expect(said(...facts)).toEqual(expected === '' ? [] : [`${expected}AH-MPX-001`]);
  });
});

test('AH-TAX-025 has been exercised where the type was emitted', () => {
  const emitted = (types: readonly string[]): CaseFacts => found({ emitted: [['x', types]] });
  expect(said(emitted(['Session.End', 'Context.UntilCompaction']))).toEqual(['+AH-TAX-025']);
  expect(said(emitted(['Session.End']))).toEqual([]);
});
