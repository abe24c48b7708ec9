import { gzipSync } from 'node:zlib';
import { ProtobufLogsSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';
import { describe, expect, test } from 'vitest';
import type { Observation } from '../../harness/model/observation.ts';
import { requestContent } from '../../harness/process/bodies/content.ts';
import { subjectOf } from '../testing.ts';
import { outputDocuments } from './collect.ts';

const event = (id: string): Record<string, unknown> => ({
  spec_version: '0.1.0',
  event_id: id,
  event_type: 'Session.Start',
  source: { tool: 'cursor' },
});
const envelope = (of: Record<string, unknown>, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  specversion: '1.0',
  id: of['event_id'],
  source: '/relay',
  type: 'hook',
  data: of,
  ...more,
});
const records = (...of: unknown[]): unknown => ({
  resourceLogs: [{ scopeLogs: [{ logRecords: of.map((one) => ({ body: { stringValue: JSON.stringify(one) } })) }] }],
});

/** The documents of one request: ids of the events in it, and what was remarked of each. */
async function read(
  body: string | Buffer,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  url = '/',
): Promise<{ ids: unknown[]; remarks: string[]; faults: number }> {
  const bytes = Buffer.from(body);
  const content = requestContent(url, headers, bytes);
  const request = {
    method: 'POST',
    url,
    headers,
    body: { bytes, total: bytes.length, truncated: false },
    content,
    spawn: 0,
  };
  const observation = { requests: [request], spawns: [], files: [] } as unknown as Observation;
  const subject = subjectOf({
    role: 'emitter',
    spec: 'agent-hooks',
    vendors: [],
    command: ['x'],
    output: { http: 'RELAY_URL' },
  });
  const lines = outputDocuments(observation, subject, 'log').map(({ line }) => line);
  return {
    ids: lines.map(({ value }) => (value as Record<string, unknown> | undefined)?.['event_id']),
    remarks: lines.flatMap(({ remarks }) => remarks.map((one) => (one.kind === 'delivery' ? one.id : one.kind))),
    faults: lines.filter(({ fault }) => fault !== undefined).length,
  };
}

const [a, b] = [event('a'), event('b')];
const json = JSON.stringify;
const type = (name: string): Record<string, string> => ({ 'content-type': name });
const CLOUD = type('application/cloudevents+json');
const lines = `${json(a)}\n${json(b)}\n`;
const BINARY = { 'ce-specversion': '1.0', 'ce-id': 'a', 'ce-source': '/relay', 'ce-type': 'hook' };

describe('what is handed over over HTTP', () => {
  test.each<[string, string | Buffer, Record<string, string>, string, string]>([
    ['one event', json(a), type('application/vnd.agent-hooks.event+json'), '/', 'a'],
    ['one event over several lines', json(a, null, 2), type('application/json; charset=utf-8'), '/', 'a'],
    ['a list', json([a, b]), type('application/json'), '/', 'ab'],
    ['a list over several lines', json([a, b], null, 2), type('Application/JSON'), '/', 'ab'],
    ['a packed list', gzipSync(json([a, b])), { ...type('application/json'), 'content-encoding': 'gzip' }, '/', 'ab'],
    ['lines', lines, type('application/vnd.agent-hooks.stream+jsonl'), '/', 'ab'],
    ['lines by another name', lines, type('application/x-ndjson'), '/', 'ab'],
    ['packed lines', gzipSync(lines), { ...type('application/jsonl'), 'content-encoding': 'gzip' }, '/', 'ab'],
    ['a CloudEvent', json(envelope(a)), type('application/cloudevents+json; charset=utf-8'), '/', 'a'],
    ['a batch', json([envelope(a), envelope(b)]), type('application/cloudevents-batch+json'), '/', 'ab'],
    ['binary mode', json(a), { ...type('application/json'), ...BINARY }, '/', 'a'],
    ['log records', json(records(a, b)), type('application/json'), '/v1/logs', 'ab'],
    ['traces beside them', json({ resourceSpans: [] }), type('application/json'), '/v1/traces', ''],
  ])('%s is read, and nothing is said of it', async (_, body, headers, url, ids) => {
    expect(await read(body, headers, url)).toEqual({ ids: [...ids], remarks: [], faults: 0 });
  });

  test.each<[string, string, Record<string, string>, string]>([
    ['one event as text', json(a), type('text/plain;charset=UTF-8'), 'HC-MEDIA-TYPE'],
    ['one event as nothing', json(a), {}, 'HC-MEDIA-TYPE'],
    ['a made-up type', json(a), type('application/vnd.agent-hooks.events+json'), 'HC-MEDIA-TYPE'],
    ['a list as one event', json([a]), type('application/vnd.agent-hooks.event+json'), 'HC-MEDIA-TYPE'],
    ['a list as lines', json([a]), type('application/x-ndjson'), 'HC-MEDIA-TYPE'],
    ['a batch as one', json([envelope(a)]), type('application/cloudevents+json'), 'HC-MEDIA-TYPE'],
    ['a draft', json(envelope(a, { specversion: '0.3' })), type('application/cloudevents+json'), 'HC-CLOUDEVENT'],
    ['no type', json(envelope(a, { type: '' })), type('application/cloudevents+json'), 'HC-CLOUDEVENT'],
    ['the type of another event', json(envelope(a, { type: 'Session.End' })), CLOUD, 'HC-CLOUDEVENT'],
    ['a type of its own', json(envelope(a, { type: 'dev.acme.hook' })), CLOUD, ''],
    ['another event with a prefix', json(envelope(a, { type: 'dev.acme.Action.Before' })), CLOUD, 'HC-CLOUDEVENT'],
    ['the source of another', json(envelope(a, { source: '/agents/codex' })), CLOUD, 'HC-CLOUDEVENT'],
    ['its own type and source', json(envelope(a, { type: 'Session.Start', source: 'urn:agent:cursor' })), CLOUD, ''],
    [
      'a type in a header',
      json(a),
      { ...type('application/json'), ...BINARY, 'ce-type': 'Session.End' },
      'HC-CLOUDEVENT',
    ],
    ['half of the headers', json(a), { ...type('application/json'), 'ce-id': 'a' }, 'HC-CLOUDEVENT'],
  ])('%s is read, and remarked where it is wrong', async (_, body, headers, id) => {
    expect(await read(body, headers)).toEqual({ ids: ['a'], remarks: id === '' ? [] : [id], faults: 0 });
  });

  test('log records in Protocol Buffers are read as those in JSON, packed or not', async () => {
    const record = (one: unknown): ReadableLogRecord =>
      ({
        hrTime: [1_700_000_000, 5],
        hrTimeObserved: [1_700_000_001, 0],
        body: one,
        attributes: {},
        droppedAttributesCount: 0,
        resource: resourceFromAttributes({ 'service.name': 'agent' }),
        instrumentationScope: { name: 'scope', version: '1' },
      }) as ReadableLogRecord;
    // One event as a text, one as a structured body.
    const body = Buffer.from(ProtobufLogsSerializer.serializeRequest([record(json(a)), record(b)]) ?? []);
    const read1 = await read(body, type('application/x-protobuf'), '/v1/logs');
    expect(read1).toEqual({ ids: ['a', 'b'], remarks: [], faults: 0 });
    const packed = { ...type('application/x-protobuf'), 'content-encoding': 'gzip' };
    expect(await read(gzipSync(body), packed, '/v1/logs')).toEqual(read1);
    // A body that is no message is no event, and isn't taken for nothing.
    const garbled = await read(body.subarray(0, -3), type('application/x-protobuf'), '/v1/logs');
    expect(garbled.ids.filter((id) => id !== undefined)).toEqual([]);
    expect(garbled.faults).toBeGreaterThan(0);
  });

  test('a version that is no text makes no envelope, and what is in a list by mistake is seen', async () => {
    expect((await read(json(envelope(a, { specversion: 1 })))).ids).toEqual([undefined]);
    expect((await read(json([a, 'oops', [b]]))).ids).toEqual(['a', undefined, undefined]);
    expect((await read('{"event_id": "a"')).faults).toBe(1);
  });
});
