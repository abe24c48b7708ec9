/** Which documents stand for events in what a case saw: in a log, on stdout, in the bodies of requests. */
import { describe, expect, test } from 'vitest';
import type { Case } from '../../harness/model/case.ts';
import type { FileObservation, Observation, RequestObservation } from '../../harness/model/observation.ts';
import { observed } from '../approved.ts';
import { subjectOf } from '../testing.ts';
import { type Document, logDocuments, outputDocuments } from './collect.ts';

const json = JSON.stringify;
const casesOf = (spawns: number): Case => ({ spawns: Array.from({ length: spawns }, () => ({})) }) as unknown as Case;

const file = (text: string, more: Partial<FileObservation> = {}): FileObservation => {
  const bytes = Buffer.from(text);
  return { path: 'log', area: 'tmp', change: 'created', bytes, total: bytes.length, truncated: false, ...more };
};

const told = (documents: readonly Document[]): readonly unknown[] =>
  documents.map(({ line, spawn, channel }) => [line.fault?.kind ?? line.value, spawn, channel]);

describe('a log', () => {
  const logged = (spawns: number, ...files: readonly FileObservation[]): readonly unknown[] =>
    told(logDocuments({ ...observed(casesOf(spawns), []), files }, 'log'));

  test('is a file in the folder for it, of one process or of nobody knows which', () => {
    expect(logged(1, file('{"a":1}\n7'))).toEqual([
      [{ a: 1 }, 0, 'log'],
      [7, 0, 'log'],
    ]);
    expect(logged(2, file('{"a":1}'))).toEqual([[{ a: 1 }, -1, 'log']]);
    expect(logged(0, file('{"a":1}'))).toEqual([[{ a: 1 }, -1, 'log']]);
    expect(logged(1, file('{"a":1}', { change: 'changed' }))).toEqual([[{ a: 1 }, 0, 'log']]);
  });

  test('is no other file', () => {
    for (const more of [{ path: 'other' }, { area: 'home' }, { change: 'deleted' }] as const)
      expect(logged(1, file('{"a":1}', more)), json(more)).toEqual([]);
  });

  test('is what a subject puts out that says so', () => {
    const seen: Observation = { ...observed(casesOf(1), ['{"b":1}']), files: [file('{"a":1}')] };
    const subject = (output: 'log' | 'stdout'): ReturnType<typeof subjectOf> =>
      subjectOf({ role: 'emitter', spec: 'agent-hooks', output });
    expect(told(outputDocuments(seen, subject('log'), 'log'))).toEqual([[{ a: 1 }, 0, 'log']]);
    expect(told(outputDocuments(seen, subject('stdout'), 'log'))).toEqual([[{ b: 1 }, 0, 'stdout']]);
    const two = observed(casesOf(2), ['{"a":1}', 'hello\n{"b":1}']);
    expect(told(outputDocuments(two, subject('stdout'), 'log'))).toEqual([
      [{ a: 1 }, 0, 'stdout'],
      ['not-json', 1, 'stdout'],
      [{ b: 1 }, 1, 'stdout'],
    ]);
  });

  test('may hold events in an envelope, each of which counts', () => {
    const event = { event_type: 'x' };
    const envelope = { specversion: '1.0', id: '1', source: '/', type: 'y', data: event };
    const [line] = logDocuments({ ...observed(casesOf(1), []), files: [file(json(envelope))] }, 'log');
    expect(line?.line).toMatchObject({ number: 1, value: event, text: json(event), remarks: [] });
    const records = ['a', event].map((body) => ({
      body: { stringValue: typeof body === 'string' ? body : json(body) },
    }));
    const export_ = { resourceLogs: [{ scopeLogs: [{ logRecords: records }] }] };
    const found = logDocuments({ ...observed(casesOf(1), []), files: [file(json(export_))] }, 'log');
    expect(found.map(({ line: { value, text } }) => [value, text])).toEqual([
      ['a', ''],
      [event, json(event)],
    ]);
    // A fault hides whatever stands in it, and a fault of the envelope is remarked at its event.
    const draft = json({ ...envelope, specversion: '0.3' });
    const [drafted] = logDocuments({ ...observed(casesOf(1), []), files: [file(draft)] }, 'log');
    expect(drafted?.line.remarks).toMatchObject([{ kind: 'delivery', id: 'HC-CLOUDEVENT' }]);
    const doubled = draft.replace('0.3', '1.0').replace('"id"', '"x":1,"x":2,"id"');
    const [both] = logDocuments({ ...observed(casesOf(1), []), files: [file(doubled)] }, 'log');
    expect(both?.line.remarks).toMatchObject([{ kind: 'duplicate-key', key: 'x' }]);
  });
});

describe('the body of a request', () => {
  interface Body {
    readonly text?: string;
    readonly type?: string;
    readonly plain?: string;
    readonly packed?: unknown;
    readonly spawn?: number;
  }
  function request({ text = '', type, plain, packed, spawn = 3 }: Body): RequestObservation {
    const bytes = Buffer.from(text);
    return {
      method: 'POST',
      url: '/',
      headers: type === undefined ? {} : { 'content-type': type },
      body: { bytes, total: bytes.length, truncated: false },
      content: {
        kind: 'json',
        documents: packed === undefined ? [] : [packed],
        ...(plain === undefined ? {} : { plain: Buffer.from(plain) }),
      },
      spawn,
    } as unknown as RequestObservation;
  }
  const subject = subjectOf({ role: 'emitter', spec: 'agent-hooks', output: { http: 'URL' } });
  const sent = (...bodies: readonly Body[]): readonly Document[] =>
    outputDocuments({ ...observed(casesOf(1), ['{"no":1}']), requests: bodies.map(request) }, subject, 'log');
  const remarks = (body: Body): readonly string[] =>
    sent(body).flatMap(({ line }) => line.remarks.map((one) => (one.kind === 'delivery' ? one.id : one.kind)));
  const JSON_TYPE = 'application/json';

  test('is one document, a list of them, or one a line', () => {
    expect(
      told(sent({ text: '{"a":1}', type: JSON_TYPE }, { text: '[{"b":1},7,[]]', type: JSON_TYPE, spawn: 4 })),
    ).toEqual([
      [{ a: 1 }, 3, 'request'],
      [{ b: 1 }, 4, 'request'],
      [7, 4, 'request'],
      [[], 4, 'request'],
    ]);
    expect(sent({ text: '[{"b":1},7]', type: JSON_TYPE }).map(({ line }) => line.text)).toEqual(['{"b":1}', '']);
    expect(told(sent({ text: '{"a":1}\n{"b":1}\n', type: 'application/x-ndjson' }))).toEqual([
      [{ a: 1 }, 3, 'request'],
      [{ b: 1 }, 3, 'request'],
    ]);
    expect(told(sent({ text: 'xx', plain: '{"a":1}', type: JSON_TYPE }))).toEqual([[{ a: 1 }, 3, 'request']]);
    expect(sent({})).toEqual([]);
  });

  test('may be spread over lines, of which nothing is said, unlike of what else it holds', () => {
    expect(remarks({ text: '{"a":\n1}', type: JSON_TYPE })).toEqual([]);
    expect(remarks({ text: '[{"a":\n1}]', type: JSON_TYPE })).toEqual([]);
    expect(remarks({ text: '{"a":1,"a":2}', type: JSON_TYPE })).toEqual(['duplicate-key']);
    expect(remarks({ text: '{"a":1,"a":2}', type: 'text/plain' })).toEqual(['duplicate-key', 'HC-MEDIA-TYPE']);
    expect(remarks({ text: '{"a":\n1}\n{"b":\n1}', type: 'application/x-ndjson' })).toEqual(['spread', 'spread']);
    expect(remarks({ text: '{"a":\n1}\n{"b":\n1}', type: 'text/plain' })).toEqual([
      'spread',
      'HC-MEDIA-TYPE',
      'spread',
      'HC-MEDIA-TYPE',
    ]);
  });

  test('may be Protocol Buffers that were read already', () => {
    const event = { event_type: 'x' };
    const packed = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: json(event) } }] }] }] };
    for (const type of ['application/protobuf', 'application/x-protobuf', 'Application/X-Protobuf; a=b']) {
      const [found] = sent({ text: '\0\x01', type, packed });
      expect(found, type).toMatchObject({ spawn: 3, channel: 'request' });
      expect(found?.line).toEqual({ number: 1, text: json(event), bytes: 2, value: event, remarks: [] });
    }
    expect(sent({ text: 'x', type: 'application/protobuf', packed: { a: 1 } })[0]?.line).toMatchObject({
      text: '{"a":1}',
      value: { a: 1 },
    });
    for (const type of ['application/protobuf2', 'x-application/protobuf', JSON_TYPE])
      expect(told(sent({ text: '7', type, packed })), type).toEqual([[7, 3, 'request']]);
    expect(told(sent({ text: 'hello', type: 'application/protobuf' }))).toEqual([['not-json', 3, 'request']]);
  });

  test('is no event where it is another kind of telemetry', () => {
    for (const other of [{ resourceSpans: [] }, { resourceMetrics: [] }]) {
      expect(sent({ text: json(other), type: JSON_TYPE })).toEqual([]);
      expect(sent({ text: 'x', type: 'application/protobuf', packed: other })).toEqual([]);
    }
    for (const event of [{ resourceSpans: 1 }, { resourceMetrics: {} }])
      expect(sent({ text: json(event), type: JSON_TYPE }).length).toBe(1);
    expect(sent({ text: '{"resourceSpans":[]}\n{"a":1}', type: 'application/x-ndjson' }).length).toBe(2);
  });
});
