import { gzipSync } from 'node:zlib';
import { JsonLogsSerializer, ProtobufLogsSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';
import { afterAll, describe, expect, test } from 'vitest';
import { makeCanary } from '../leaks/canary.ts';
import type { Case } from '../model/case.ts';
import type { JsonValue } from '../model/json.ts';
import type { Observation } from '../model/observation.ts';
import { requestContent } from './bodies/content.ts';
import { Engine } from './engine.ts';
import { hook, lacks, launching, spawnPlan, testCase, text } from './testing.ts';

const engine = new Engine();
afterAll(() => engine.close());

function sending(plan: JsonValue, changes: Partial<Case> = {}): Promise<Observation> {
  const spawns = [spawnPlan({ stdin: { kind: 'payload', payload: plan, newline: false } })];
  return engine.runCase(testCase({ spawns, sink: { variable: 'ENDPOINT' }, ...changes }), launching(hook('sends.mjs')));
}

describe('the sink', () => {
  test('observes what is sent and answers', async () => {
    const plan = { path: '/e?x=1', headers: { 'content-type': 'application/json', 'x-a': 'b' }, body: '{"type":"t"}' };
    const { requests, spawns } = await sending(plan);
    expect(text(spawns[0]?.stdout)).toBe('200\n');
    expect(requests).toEqual([
      expect.objectContaining({
        method: 'POST',
        url: '/e?x=1',
        headers: expect.objectContaining({ 'x-a': 'b' }) as unknown,
        content: { format: 'json', documents: [{ type: 't' }] },
        spawn: 0,
      }),
    ]);
  });

  test('waits for a detached sender', async () => {
    const { requests, survivors } = await sending(
      { path: '/late', body: '1', detach: true },
      { lingerMs: 5000, sink: { variable: 'ENDPOINT', expectRequests: 1 } },
    );
    expect(requests.map(({ url, spawn }) => [url, spawn])).toEqual([['/late', -1]]);
    // It may not have heard the answer yet when the case ends; that is no reason to wait.
    expect(survivors.length).toBeLessThan(2);
  });

  test.skipIf(lacks('python3'))('a proxy setting makes other addresses observations', async () => {
    const { requests } = await engine.runCase(
      testCase({ sink: { variable: '', proxy: true } }),
      launching('/usr/bin/env', 'python3', '-c', PYTHON),
    );
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET http://telemetry.invalid/v1?a=b',
      'CONNECT telemetry.invalid:443',
    ]);
  });

  test('a variable that is more than an address', async () => {
    const { spawns } = await engine.runCase(
      testCase({ sink: { variable: 'CONNECTION', template: 'Key=1;Ingest={url}/', otlp: true } }),
      launching('/bin/sh', '-c', 'echo $CONNECTION $OTEL_EXPORTER_OTLP_ENDPOINT'),
    );
    expect(text(spawns[0]?.stdout)).toMatch(/^Key=1;Ingest=http:\/\/127.0.0.1:\d+\/ http:\/\/127.0.0.1:\d+\n$/);
  });

  test('a canary is found in a compressed protobuf body, at its place', async () => {
    const canary = makeCanary({ seed: 1, scope: 's', spawn: 0 }, '/prompt', 'prompt');
    const body = Buffer.from(ProtobufLogsSerializer.serializeRequest([record(`says ${canary.value}`)]) ?? []);
    const headers = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' };
    const { leaks } = await sending(
      { path: '/v1/logs', headers, base64: gzipSync(body).toString('base64') },
      { canaries: [canary] },
    );
    expect(leaks.map(({ channel, place, encoding }) => [channel, place, encoding])).toEqual([
      ['request', 'POST /v1/logs body /resourceLogs/0/scopeLogs/0/logRecords/0/body/stringValue', 'plain'],
    ]);
  });
});

const PYTHON = `
import urllib.request
for url in ("http://telemetry.invalid/v1?a=b", "https://telemetry.invalid/v1"):
    try:
        urllib.request.urlopen(url)
    except OSError:
        pass
`;

function record(body: string): ReadableLogRecord {
  return {
    hrTime: [1_700_000_000, 5],
    hrTimeObserved: [1_700_000_001, 0],
    severityNumber: 9,
    severityText: 'INFO',
    body,
    eventName: 'session.start',
    attributes: { count: 3, ratio: 0.5, yes: true, list: ['a', 'b'], deep: { k: 'v' } },
    droppedAttributesCount: 0,
    spanContext: { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 },
    resource: resourceFromAttributes({ 'service.name': 'agent' }),
    instrumentationScope: { name: 'scope', version: '1' },
  };
}

describe('bodies', () => {
  const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

  test('OTLP in protobuf reads as OTLP in JSON', () => {
    const records = [record('hello'), record('wörld')];
    const binary = Buffer.from(ProtobufLogsSerializer.serializeRequest(records) ?? []);
    const expected = JSON.parse(Buffer.from(JsonLogsSerializer.serializeRequest(records) ?? []).toString()) as unknown;
    const { format, documents } = requestContent('/v1/logs', { 'content-type': 'application/x-protobuf' }, binary);
    expect(format).toBe('otlp');
    // Integers are texts or numbers in the JSON mapping, and defaults may be left out: both are the same message.
    const normal = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (name, member: unknown) =>
          name === 'droppedAttributesCount' && member === 0
            ? undefined
            : typeof member === 'number'
              ? `${member}`
              : member,
        ),
      );
    expect(normal(documents[0])).toEqual(normal(expected));
  });

  test.each([
    ['json', { 'content-type': 'application/json' }, json([{ a: 1 }, { a: 2 }]), [{ a: 1 }, { a: 2 }]],
    ['jsonl', {}, Buffer.from('{"a":1}\n\n{"a":2}\n'), [{ a: 1 }, { a: 2 }]],
    ['json', { 'content-encoding': 'gzip' }, gzipSync('{"a":1}'), [{ a: 1 }]],
    ['cloudevents', { 'content-type': 'application/cloudevents+json' }, json({ id: '1', data: { a: 1 } }), [{ a: 1 }]],
    [
      'cloudevents',
      { 'content-type': 'application/cloudevents-batch+json; charset=utf-8' },
      json([{ data_base64: json({ a: 1 }).toString('base64') }, { id: 'bare' }]),
      [{ a: 1 }, { id: 'bare' }],
    ],
    ['cloudevents', { 'ce-specversion': '1.0', 'ce-type': 't' }, json({ a: 1 }), [{ a: 1 }]],
    ['form', { 'content-type': 'application/x-www-form-urlencoded' }, Buffer.from('a=1&b=c+d'), [{ a: '1', b: 'c d' }]],
    ['text', {}, Buffer.from('hello'), []],
    ['binary', { 'content-type': 'application/x-protobuf' }, Buffer.from([1, 2, 3]), []],
    ['empty', {}, Buffer.alloc(0), []],
  ])('%s %o', (format, headers, body, documents) => {
    const { plain, ...content } = requestContent('/x', headers, body);
    expect(content).toEqual({ format, documents });
    expect(plain?.toString()).toBe('content-encoding' in headers ? '{"a":1}' : undefined);
  });
});
