/** What is said of the name of an event and of its data; what single members hold stands in approved/data.txt. */
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../harness/model/finding.ts';
import { inShort } from '../approved.ts';
import { registry } from '../registries.ts';
import type { Emitted, Locate } from '../stream/emitted.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { isCoreEvent, isVendorEvent, judgeData, judgeName, memberRows } from './taxonomy.ts';

const NAMES = registry('agent-hooks-events').events.map(({ event }) => event);

type Judge = (event: Emitted, verdicts: Verdicts, locate: Locate) => void;

function found(judge: Judge, event_type: unknown, data?: unknown, locate?: Locate): readonly Finding[] {
  const verdicts = new Verdicts();
  const value = { event_type, ...(data === undefined ? {} : { data }) };
  judge({ value, text: '{}', spawn: 0, line: 1 }, verdicts, locate ?? (() => undefined));
  const findings = verdicts.findings();
  inShort(findings);
  return findings;
}

const said = (judge: Judge, event_type: unknown, data?: unknown): readonly string[] => [
  ...inShort(found(judge, event_type, data)),
];
const row = (id: string, event_type: unknown, data?: unknown): string =>
  said(judgeData, event_type, data)
    .filter((one) => one.slice(1) === id)
    .map((one) => one[0])
    .join('');

const here: Locate = (_, pointer) => ({ file: pointer, line: 1, column: 1 });

test('every name of appendix A is one of a core event, dotted and of a category, and no custom one', () => {
  expect(NAMES.length).toBeGreaterThan(20);
  for (const name of NAMES) {
    expect(isCoreEvent(name), name).toBe(true);
    expect(isVendorEvent(name), name).toBe(false);
    expect(name).toMatch(/^[A-Z][A-Za-z]+(\.[A-Z][A-Za-z]+)+$/);
  }
  for (const name of ['', 'Session', 'session.start', 'vendor.a.b', ['Session.Start'], 7, undefined])
    expect([name, isCoreEvent(name)]).toEqual([name, false]);
});

test('a custom name has the prefix of its vendor', () => {
  for (const name of ['vendor.acme.x', 'vendor.a-1.b.c']) expect(isVendorEvent(name), name).toBe(true);
  for (const name of [
    'vendor.acme',
    'vendor.acme.',
    'vendor..x',
    'vendor.Acme.x',
    'xvendor.acme.x',
    'Session.Start',
    ['vendor.acme.x'],
    7,
    undefined,
  ])
    expect([name, isVendorEvent(name)]).toEqual([name, false]);
});

describe('names', () => {
  const FINE = ['+AH-EXT-002', '+AH-NAM-001', '+AH-NAM-010'];
  test.each([
    ['Session.Start', [...FINE, '+AH-NAM-002']],
    ['Action.Before', [...FINE, '+AH-NAM-005']],
    ['vendor.acme.x', ['+AH-EXT-001', ...FINE]],
    ['Session.Begin', ['!AH-EXT-002', '!AH-NAM-002', '+AH-NAM-001', '+AH-NAM-010']],
    ['session.start', ['!AH-EXT-002', '!AH-NAM-010', '+AH-NAM-001']],
    ['acme.x', ['!AH-EXT-002', '+AH-NAM-001', '+AH-NAM-010']],
    ['constructor.x', ['!AH-EXT-002', '+AH-NAM-001', '+AH-NAM-010']],
    ['Session', ['!AH-EXT-002', '!AH-NAM-001', '+AH-NAM-010']],
    ['Session.', ['!AH-EXT-002', '!AH-NAM-001', '!AH-NAM-002', '+AH-NAM-010']],
    ['Session Start.x', ['!AH-EXT-002', '!AH-NAM-001', '+AH-NAM-010']],
    ['', []],
    [7, []],
    [undefined, []],
  ] as const)('%j: %j', (name, expected) => {
    expect(said(judgeName, name)).toEqual([...expected].sort());
  });

  test('a fault stands at the name, and names it', () => {
    for (const name of ['Session', 'session.start', 'Session.Begin', 'acme.x'])
      for (const one of found(judgeName, name, undefined, here))
        if (one.kind === 'broken') {
          expect(one.where?.file).toBe('/event_type');
          expect([one.actual, one.message]).toEqual([name, expect.stringContaining(name)]);
        }
    for (const one of found(judgeName, 'session.start')) expect(one).not.toHaveProperty('where');
  });
});

describe('data', () => {
  const left = { tokens_limit: 200, tokens_used: 150 };
  const USED = 'Context.UntilCompaction';
  const removed = { tokens_before: 9, tokens_after: 4 };
  test.each([
    ['AH-DAT-043', USED, '+', { ...left, tokens_remaining: 50 }],
    ['AH-DAT-043', USED, '!', { ...left, tokens_remaining: 51 }],
    ['AH-DAT-043', USED, '!', { ...left, tokens_remaining: 49 }],
    ['AH-DAT-043', USED, '!', { ...left, tokens_remaining: '50' }],
    ['AH-DAT-043', USED, '+', { tokens_used: 150, tokens_remaining: 50 }],
    ['AH-DAT-043', USED, '+', { tokens_limit: 200, tokens_remaining: 50 }],
    ['AH-DAT-044', USED, '+', { ...left, percentage_used: 75 }],
    ['AH-DAT-044', USED, '+', { ...left, percentage_used: 75.5 }],
    ['AH-DAT-044', USED, '+', { ...left, percentage_used: 74.5 }],
    ['AH-DAT-044', USED, '!', { ...left, percentage_used: 75.75 }],
    ['AH-DAT-044', USED, '!', { ...left, percentage_used: 74.25 }],
    ['AH-DAT-044', USED, '', { tokens_limit: 0, tokens_used: 0, percentage_used: 0 }],
    ['AH-DAT-049', 'Context.Compaction', '+', { ...removed, tokens_removed: 5 }],
    ['AH-DAT-049', 'Context.Compaction', '!', { ...removed, tokens_removed: 4 }],
    ['AH-DAT-049', USED, '', { ...removed, tokens_removed: 4 }],
    ['AH-DAT-063', 'Action.Before', '+', { action: { name: 'shell' } }],
    ['AH-DAT-063', 'Action.After', '+', { action: { name: 'shell' } }],
    ['AH-DAT-063', 'Action.After', '!', { action: { name: '' } }],
    ['AH-DAT-063', 'Action.Before', '!', { action: {} }],
    ['AH-DAT-063', 'Action.Before', '!', undefined],
    ['AH-DAT-063', 'Action.Before', '', 7],
    ['AH-DAT-063', 'Agent.Response', '', { action: {} }],
    ['AH-DAT-063', 'vendor.acme.x', '', { action: {} }],
    ['AH-TAX-024', 'Action.Before', '+', { decision: { outcome: 'deny' } }],
    ['AH-TAX-024', 'Action.Before', '+', { decision: { outcome: 'ask' } }],
    ['AH-TAX-024', 'Prompt.Submitted', '+', { decision: { outcome: 'deny' } }],
    ['AH-TAX-024', 'Action.After', '+', { decision: { outcome: 'allow' } }],
    ['AH-TAX-024', 'Action.After', '!', { decision: { outcome: 'deny' } }],
    ['AH-TAX-024', 'Action.After', '!', { decision: { outcome: 'ask' } }],
    ['AH-TAX-024', 'Session.Start', '!', { decision: { outcome: 'deny' } }],
    ['AH-TAX-024', 'Action.After', '', { decision: {} }],
    ['AH-TAX-024', 'Action.After', '', {}],
  ] as const)('%s of %s: "%s" of %j', (id, type, expected, data) => {
    expect(row(id, type, data)).toBe(expected);
  });

  test.each([
    ['AH-DAT-043', USED, { ...left, tokens_remaining: 51 }, '/data/tokens_remaining', '50'],
    ['AH-DAT-044', USED, { ...left, percentage_used: 5 }, '/data/percentage_used', '75'],
    ['AH-DAT-063', 'Action.Before', { action: {} }, '/data/action/name', 'a name'],
    ['AH-TAX-024', 'Action.After', { decision: { outcome: 'ask' } }, '/data/decision/outcome', expect.any(String)],
  ] as const)('what breaks %s stands at its member', (id, type, data, pointer, expected) => {
    const broken = found(judgeData, type, data, here).find((one) => one.kind === 'broken' && one.requirement === id);
    expect(broken).toMatchObject({ where: { file: pointer }, expected });
  });
});

test('each row about data or a category names events that exercise it', () => {
  const rows = new Map(memberRows().map(({ row: id, events }) => [id, events]));
  expect(rows.get('AH-DAT-001')).toEqual(['Session.Start']);
  expect(rows.get('AH-DAT-049')).toEqual(['Context.Compaction']);
  expect(rows.get('AH-NAM-002')).toEqual(['Session.*']);
  for (const { events } of memberRows()) {
    expect(events.length).toBeGreaterThan(0);
    for (const name of events.filter((one) => one !== '*'))
      expect(
        NAMES.some((one) => one === name || one.startsWith(name.replace('*', ''))),
        name,
      ).toBe(true);
  }
});
