/** What is said of a recorded stream beyond its single events, and where in it that stands. */
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../harness/model/finding.ts';
import { inShort } from '../approved.ts';
import type { Locate } from '../stream/emitted.ts';
import { AgentHooksStream } from './stream.ts';

type Document = Readonly<Record<string, unknown>>;

let made = 0;
const event = (event_type: unknown, data?: unknown, more: Document = {}): Document => ({
  spec_version: '0.1.0',
  event_id: `550e8400-e29b-41d4-a716-${String(446655440000 + made++)}`,
  event_type,
  timestamp: '2026-02-08T19:22:11.000Z',
  source: { tool: 'acme' },
  session_id: 's',
  ...(data === undefined ? {} : { data }),
  ...more,
});
const at = (second: number): Document => ({ timestamp: `2026-02-08T19:22:${String(second).padStart(2, '0')}.000Z` });
const id = (of: unknown): Document => ({ event_id: of });
const risk = (score: unknown, level: unknown): Document =>
  event('Agent.Response', undefined, { risk: { score, level } });

const here: Locate = ({ line }, pointer) => ({ file: pointer, line, column: 1 });

function found(events: readonly Document[], locate: Locate = here): readonly Finding[] {
  const stream = new AgentHooksStream(Date.parse('2026-02-08T20:00:00Z'));
  for (const [index, value] of events.entries()) stream.event({ value, text: '{}', spawn: 0, line: index + 1 }, locate);
  const findings = stream.end();
  inShort(findings);
  return findings;
}

/** Mark, line and pointer of what is said of one row, or of a notice. */
function said(row: string, events: readonly Document[], locate?: Locate): readonly string[] {
  return found(events, locate).flatMap((one) => {
    const where = 'where' in one && one.where !== undefined ? ` ${one.where.line} ${one.where.file}` : '';
    if (one.kind === 'notice') return one.id === row ? [`notice${where}`] : [];
    if (!('requirement' in one) || one.requirement !== row) return [];
    return [`${one.kind}${where}`];
  });
}

describe('AH-ENV-010: an id is there once', () => {
  const two = (one: unknown, other: unknown): readonly Document[] => [
    event('Session.Start', undefined, id(one)),
    event('Session.End', undefined, id(other)),
  ];
  test.each([
    ['two ids', ['met'], two('a', 'b')],
    ['one id twice', ['broken 2 /event_id'], two('a', 'a')],
    ['two empty ids, which identify nothing', [], two('', '')],
    ['an empty id and another', ['met'], two('', 'a')],
    ['two numbers', [], two(7, 7)],
    ['two absent ones', [], two(undefined, undefined)],
  ] as const)('%s: %j', (_, expected, events) => {
    expect(said('AH-ENV-010', events)).toEqual(expected);
  });
});

describe('AH-TAX-026: a session begins with its start and ends with its end', () => {
  const [start, asked, end] = [
    event('Session.Start'),
    event('Prompt.Submitted', {}, at(12)),
    event('Session.End', {}, at(13)),
  ];
  const of = (type: unknown, session_id: unknown): Document => event(type, undefined, { session_id });
  test.each([
    ['a whole session', ['met'], [start, asked, end]],
    ['a start alone', ['met'], [start]],
    ['an end alone', ['met'], [end]],
    ['an abort alone', ['met'], [event('Session.Abort')]],
    ['neither start nor end', [], [asked]],
    ['a start that is no first', ['broken 2 /event_type'], [asked, start]],
    ['something after the end', ['broken 2 /event_type'], [end, asked]],
    ['something after an abort', ['broken 2 /event_type'], [event('Session.Abort'), asked]],
    ['a start after the end, which goes on', ['met'], [start, end, event('Session.Start', {}, at(14))]],
    ['a start that says it goes on', ['met'], [asked, event('Session.Start', { start_reason: 'resume' })]],
    [
      'something else that says it goes on',
      ['broken 2 /event_type'],
      [end, event('Agent.Response', { start_reason: 'resume' })],
    ],
    ['two sessions', ['met'], [end, of('Session.Start', 'other')]],
    ['sessions that have no name', [], [of('Session.End', 7), of('Session.Start', 7), of('Agent.Response', 7)]],
    ['types that are no text', [], [event(7, {}), event(undefined, {})]],
    ['a start after a type that is no text', ['met'], [event(7, {}), start]],
  ] as const)('%s: %j', (_, expected, events) => {
    expect(said('AH-TAX-026', events)).toEqual(expected);
  });
});

describe('AH-TAX-027: an action ends after it began', () => {
  const began = (second: number, name: unknown = 'shell', input: unknown = { a: 1 }): Document =>
    event('Action.Before', { action: { name, input } }, at(second));
  const ended = (second: number, name: unknown = 'shell', input: unknown = { a: 1 }): Document =>
    event('Action.After', { action: { name, input } }, at(second));
  test.each([
    ['later', ['met'], [began(11), ended(12)]],
    ['at the same time', ['met'], [began(11), ended(11)]],
    ['earlier', ['broken 2 /timestamp'], [began(12), ended(11)]],
    ['earlier, of another input', [], [began(12), ended(11, 'shell', { a: 2 })]],
    ['earlier, of another name', [], [began(12), ended(11, 'web_search')]],
    ['earlier, of names that are no text', [], [began(12, 7), ended(11, 7)]],
    ['no end', [], [began(11), began(12)]],
    ['no beginning', [], [ended(11), ended(12)]],
    ['no action', [], [event('Action.Before', {}), event('Action.After'), event('Action.After', { action: null })]],
  ] as const)('%s: %j', (_, expected, events) => {
    expect(said('AH-TAX-027', events)).toEqual(expected);
  });
});

describe('AH-RSK-005: a higher score never has a lower level', () => {
  test.each([
    ['levels that rise', ['met'], [risk(5, 'low'), risk(60, 'high')]],
    ['levels that fall', ['broken'], [risk(60, 'low'), risk(5, 'high')]],
    ['the highest of a level counts', ['broken'], [risk(5, 'low'), risk(61, 'low'), risk(60, 'high')]],
    ['the lowest of a level counts', ['broken'], [risk(50, 'low'), risk(60, 'high'), risk(49, 'high')]],
    ['a score that is no number', [], [risk('9', 'low'), risk(undefined, 'high')]],
    ['a level that is none', [], [risk(60, 'none'), risk(5, 3), risk(5, undefined)]],
    ['one score that is no number', ['met'], [risk('9', 'low'), risk(5, 'high')]],
  ] as const)('%s: %j', (_, expected, events) => {
    expect(said('AH-RSK-005', events)).toEqual(expected);
  });
});

describe('what is only remarked', () => {
  const response = (data: unknown, second: number, more: Document = {}): Document =>
    event('Agent.Response', data, { ...at(second), ...more });
  test.each([
    ['an equal event at once', ['notice 2 /event_type'], [response({ a: 1 }, 11), response({ a: 1 }, 11)]],
    ['an equal event a second later', [], [response({ a: 1 }, 11), response({ a: 1 }, 12)]],
    ['an event of other data', [], [response({ a: 1 }, 11), response({ a: 2 }, 11)]],
    ['an equal event of another session', [], [response({}, 11), response({}, 11, { session_id: 't' })]],
    ['an equal event of another type', [], [response({}, 11), event('Agent.Error', {}, at(11))]],
    ['events without data', [], [response(undefined, 11), response(undefined, 11)]],
    ['the same state of a context', [], [event('Context.Compaction', {}), event('Context.Compaction', {})]],
    ['equal events without a time', [], [response({}, 11, { timestamp: 'x' }), response({}, 11, { timestamp: 'x' })]],
  ] as const)('%s: %j', (_, expected, events) => {
    expect(said('HC-DUPLICATE-EVENT', events)).toEqual(expected);
  });

  test('times that go back', () => {
    expect(said('HC-EVENT-ORDER', [response({}, 13), response({ a: 1 }, 11)])).toEqual(['notice 2 /timestamp']);
    expect(said('HC-EVENT-ORDER', [response({}, 11), response({ a: 1 }, 13)])).toEqual([]);
    expect(said('HC-EVENT-ORDER', [response({}, 13), response({}, 11, { session_id: 't' })])).toEqual([]);
  });

  test('a time more than a year after the stream was read', () => {
    const events = (timestamp: string): readonly Document[] => [event('Agent.Response', {}, { timestamp })];
    expect(said('HC-EVENT-TIME', events('2028-01-01T00:00:00Z'))).toEqual(['notice 1 /timestamp']);
    expect(said('HC-EVENT-TIME', events('2026-12-01T00:00:00Z'))).toEqual([]);
    const [notice] = found(events('2028-01-01T00:00:00Z')).filter(({ kind }) => kind === 'notice');
    expect(notice).toHaveProperty('message', expect.stringContaining('the timestamp of an event'));
  });
});

test('what stands nowhere is told without a place', () => {
  const all = [
    event('Session.End', { action: {} }, { event_id: 'a', timestamp: '2028-01-01T00:00:00Z' }),
    event('Session.Start', { a: 1 }, { event_id: 'a', session_id: 's' }),
    event('Action.Before', { action: { name: 'x' } }, at(12)),
    event('Action.After', { action: { name: 'x' } }, at(11)),
    event('Action.After', { action: { name: 'x' } }, at(11)),
  ];
  const told = found(all, () => undefined);
  expect(told.some(({ kind }) => kind === 'broken')).toBe(true);
  for (const one of told) expect(one).not.toHaveProperty('where');
});

test('that an event keeps its schema is told by what it breaks', () => {
  expect(said('AH-ENV-001', [event('Session.Start')])).toEqual(['met']);
  const broken = [event('Session.Start', undefined, { source: null })];
  expect(said('AH-ENV-001', broken)).toEqual([]);
  expect(said('AH-ENV-006', broken)).toEqual(['broken 1 /source']);
});
