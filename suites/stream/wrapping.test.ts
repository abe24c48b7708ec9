/** Events inside of deliveries, and where what is said of them stands in the whole. */
import { describe, expect, test } from 'vitest';
import { at } from '../../harness/model/json.ts';
import { wrappedIn } from './wrapping.ts';

const EVENT = { spec_version: '0.1.0', event_type: 'Session.Start', data: { 'a/b': [1, { c: true }] } };
const text = JSON.stringify(EVENT);
const packed = (of: string): string => Buffer.from(of).toString('base64');
const cloud = (more: Readonly<Record<string, unknown>>): unknown => ({ specversion: '1.0', ...more });
const logs = (...bodies: readonly unknown[]): unknown => ({
  resourceLogs: [{ scopeLogs: [{ logRecords: bodies.map((body) => ({ body })) }] }],
});

/** The values inside, or undefined where it is no delivery. */
const values = (of: unknown): readonly unknown[] | undefined => wrappedIn(of)?.map(({ value }) => value);

/** A plain value as an OTLP AnyValue. */
function any(value: unknown): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(any) } };
  const members = Object.entries(value as object).map(([key, inner]) => ({ key, value: any(inner) }));
  return { kvlistValue: { values: members } };
}

describe('a CloudEvent', () => {
  test.each([
    ['an event', cloud({ data: EVENT })],
    ['an event of OpenHook', cloud({ data: { openhook: '0.1' } })],
    ['a type alone', cloud({ data: { event_type: 'x' } })],
    ['a text that is one', cloud({ data: text })],
    ['bytes that are one', cloud({ data_base64: packed(text) })],
    ['bytes beside something else', cloud({ data: 'x', data_base64: packed(text) })],
  ])('holds %s', (_, document) => {
    expect(values(document)?.length).toBe(1);
    expect(wrappedIn(document)?.[0]?.by).toBe('cloudevents');
  });

  test.each([
    ['no data', cloud({})],
    ['something that is no event', cloud({ data: { a: 1 } })],
    ['a list', cloud({ data: [EVENT] })],
    ['a text that is no JSON', cloud({ data: 'hello' })],
    ['a text that is no event', cloud({ data: '7' })],
    ['bytes that are no event', cloud({ data_base64: packed('7') })],
    ['bytes that are no JSON', cloud({ data_base64: packed('{') })],
    ['a number', cloud({ data_base64: 7 })],
    ['a version that is no text', { specversion: 1, data: EVENT }],
    ['what is an event itself', { ...(cloud({ data: EVENT }) as object), spec_version: '0.1.0' }],
    ['nothing but an event', { data: EVENT }],
  ])('is none with %s', (_, document) => {
    expect(wrappedIn(document)).toBe(undefined);
  });

  test('what is said of its event stands in its data', () => {
    const outer = (more: Readonly<Record<string, unknown>>): string | undefined =>
      wrappedIn(cloud(more))?.[0]?.outer('/event_type');
    expect(outer({ data: EVENT })).toBe('/data/event_type');
    expect(outer({ data: text })).toBe('/data');
    expect(outer({ data_base64: packed(text) })).toBe('/data_base64');
  });
});

describe('log records', () => {
  test('hold an event each, as a text or member by member', () => {
    expect(values(logs({ stringValue: text }, any(EVENT)))).toEqual([EVENT, EVENT]);
    expect(wrappedIn(logs(any(EVENT)))?.[0]?.by).toBe('otlp');
    const two = {
      resourceLogs: [
        { scopeLogs: [{ logRecords: [{ body: any('a') }] }, { logRecords: [{ body: any('b') }] }] },
        { scopeLogs: [{ logRecords: [{ body: any('c') }, { body: any('d') }] }] },
      ],
    };
    expect(values(two)).toEqual(['a', 'b', 'c', 'd']);
    expect(wrappedIn(two)?.map(({ outer }) => outer(''))).toEqual(
      [
        '0/scopeLogs/0/logRecords/0',
        '0/scopeLogs/1/logRecords/0',
        '1/scopeLogs/0/logRecords/0',
        '1/scopeLogs/0/logRecords/1',
      ].map((place) => `/resourceLogs/${place}/body/stringValue`),
    );
  });

  test('hold whatever an AnyValue can', () => {
    for (const [body, value] of [
      [{ stringValue: 'hello' }, 'hello'],
      [{ stringValue: '7' }, '7'],
      [{ stringValue: '[1]' }, '[1]'],
      [{ stringValue: '' }, ''],
      [{ intValue: '7' }, 7],
      [{ intValue: 0 }, 0],
      [{ boolValue: false }, false],
      [{ doubleValue: 1.5 }, 1.5],
      [{ arrayValue: { values: [{ intValue: '1' }, {}] } }, [1, null]],
      [{ arrayValue: {} }, []],
      [{ kvlistValue: {} }, {}],
      [{ kvlistValue: { values: [7, { key: 'a', value: { intValue: 1 } }] } }, { a: 1 }],
      [{ kvlistValue: { values: [{ key: 'a' }] } }, { a: undefined }],
      [{}, null],
      [undefined, undefined],
      ['a', 'a'],
    ] as const)
      expect(values(logs(body)), JSON.stringify(body)).toEqual([value]);
  });

  test('are none where there are none', () => {
    expect(values({ resourceLogs: [] })).toEqual([]);
    expect(values({ resourceLogs: [7, { scopeLogs: 'x' }, { scopeLogs: [{ logRecords: {} }, null] }] })).toEqual([]);
    expect(values({ resourceLogs: [{ scopeLogs: [{ logRecords: [7] }] }] })).toEqual([undefined]);
    for (const other of [{ resourceLogs: {} }, { resourceSpans: [] }, [EVENT], EVENT, null, 'a'])
      expect(wrappedIn(other)).toBe(undefined);
  });

  test('a pointer into the event leads to its place in the record', () => {
    const document = logs(any(EVENT)) as Readonly<Record<string, unknown>>;
    const outer = (pointer: string): unknown => {
      const place = wrappedIn(document)?.[0]?.outer(pointer) ?? '';
      expect(place).toMatch(/^\/resourceLogs\/0\/scopeLogs\/0\/logRecords\/0\/body\//);
      return at(document, place);
    };
    expect(outer('/event_type')).toBe('Session.Start');
    expect(outer('/data/a~1b/0')).toBe('1');
    expect(outer('/data/a~1b/1/c')).toBe(true);
    expect(outer('/data')).toHaveProperty('values');
    expect(outer('')).toHaveProperty('values.length', 3);
    // As far as it leads.
    expect(outer('/missing')).toBe(outer(''));
    expect(outer('/data/missing/x')).toBe(outer('/data'));
    expect(outer('/data/a~1b/7')).toBe(outer('/data/a~1b'));
    expect(outer('/event_type/x')).toBe('Session.Start');
    expect(wrappedIn(logs(undefined))?.[0]?.outer('/a')).toBe('/resourceLogs/0/scopeLogs/0/logRecords/0/body');
    expect(wrappedIn(logs({ kvlistValue: { values: [7, { key: 'a' }] } }))?.[0]?.outer('/a')).toBe(
      '/resourceLogs/0/scopeLogs/0/logRecords/0/body/kvlistValue/values/1/value',
    );
    expect(wrappedIn(logs({ stringValue: text }))?.[0]?.outer('/event_type')).toMatch(/\/body\/stringValue$/);
  });
});
