/** What is remarked of the way in which events are handed over: media types and CloudEvents envelopes. */
import { describe, expect, test } from 'vitest';
import type { RequestObservation } from '../../harness/model/observation.ts';
import { envelopeRemarks, headerRemarks, isOtherSource, mediaRemarks, mediaType } from './delivery.ts';

const request = (headers: Readonly<Record<string, string>>): RequestObservation =>
  ({ headers }) as unknown as RequestObservation;
const typed = (type: string): RequestObservation => request({ 'content-type': type });

test('a media type is read without its parameters, in small letters', () => {
  expect(mediaType(typed(' Application/JSON ; charset=utf-8;x'))).toBe('application/json');
  expect(mediaType(request({}))).toBe('');
});

describe('a media type says what a body is', () => {
  const LIST = 'a list of events';
  const LINES = 'several events on lines';
  const ONE = 'one event';
  const OWN = 'application/vnd.agent-hooks.';
  type Row = readonly [
    type: string,
    documents: number,
    list: boolean,
    says: readonly [what: string, fix: string] | undefined,
  ];
  const rows: readonly Row[] = [
    ['application/json', 1, false, undefined],
    ['application/json', 1, true, undefined],
    ['application/cloudevents+json', 1, false, undefined],
    ['application/cloudevents-batch+json', 1, true, undefined],
    [`${OWN}event+json`, 1, false, undefined],
    [`${OWN}stream+jsonl`, 1, false, undefined],
    [`${OWN}stream+jsonl`, 2, false, undefined],
    ...[
      'ndjson',
      'x-ndjson',
      'jsonl',
      'x-jsonl',
      'jsonlines',
      'json-lines',
      'json-seq',
      'vnd.x+jsonl',
      'y+ndjson',
      'y+json-seq',
    ].map((name): Row => [`application/${name}`, 2, false, undefined]),
    ['application/x-ndjson', 1, false, undefined],
    [`${OWN}events+json`, 1, false, [ONE, 'the types of Agent Hooks are']],
    [`${OWN}event+json`, 1, true, [LIST, 'that is the type of one event']],
    [`${OWN}event+json`, 2, false, [LINES, 'that is the type of one event']],
    ['application/cloudevents+json', 1, true, [LIST, 'a batch is application/cloudevents-batch+json']],
    ['application/cloudevents-batch+json', 1, false, [ONE, 'one is application/cloudevents+json']],
    ['application/x-ndjson', 1, true, [LIST, 'send application/json']],
    ['application/json', 2, false, [LINES, `send ${OWN}stream+jsonl or application/x-ndjson`]],
    ['text/plain', 1, false, [ONE, `send ${OWN}event+json or application/json`]],
    ['application/jsonx', 1, false, [ONE, 'send']],
    ['xapplication/json', 1, false, [ONE, 'send']],
    ['application/x+jsonx', 1, false, [ONE, 'send']],
    ['xapplication/ndjson', 2, false, [LINES, 'send']],
    ['application/ndjsonx', 2, false, [LINES, 'send']],
    ['text/ndjson', 2, false, [LINES, 'send']],
    ['application/y+jsonlx', 2, false, [LINES, 'send']],
  ];
  test.each(rows)('%s of %i, a list: %s', (type, documents, list, says) => {
    const found = mediaRemarks(typed(type), documents, list);
    if (says === undefined) expect(found).toEqual([]);
    else {
      expect(found).toMatchObject([{ kind: 'delivery', id: 'HC-MEDIA-TYPE' }]);
      const [what, fix] = says;
      expect(found[0]?.message.startsWith(`${what} came as "${type}"; ${fix}`), found[0]?.message).toBe(true);
    }
  });

  test('or it is none', () => {
    const [found] = mediaRemarks(request({}), 1, false);
    expect(found?.message).toMatch(/^one event came as no media type at all; send /);
  });
});

describe('an envelope', () => {
  const EVENT = { event_type: 'Session.Start', source: { tool: 'cursor' } };
  const ENVELOPE = { specversion: '1.0', id: '1', source: '/x', type: 'y' };
  const said = (more: object, event: unknown = EVENT): string =>
    envelopeRemarks({ ...ENVELOPE, ...more }, event)
      .map(({ message }) => message.replace('a CloudEvents envelope has ', '').split(';')[0])
      .join();

  test('has a version, an id, a source and a type', () => {
    expect(said({})).toBe('');
    expect(said({ specversion: '0.3' })).toBe('specversion "0.3" where it must be "1.0"');
    expect(said({ id: undefined, source: 7, type: ' ' })).toBe('no id, no source, no type');
    expect(envelopeRemarks({ ...ENVELOPE, id: '' }, EVENT)).toMatchObject([{ kind: 'delivery', id: 'HC-CLOUDEVENT' }]);
    for (const none of [{ id: '' }, { type: 'y' }, null, [], 'x']) expect(envelopeRemarks(none, EVENT)).toEqual([]);
  });

  test('may stand in headers', () => {
    const headers = { 'ce-specversion': '1.0', 'ce-id': '1', 'ce-source': '/x', 'ce-type': 'y' };
    expect(headerRemarks(request(headers), EVENT)).toEqual([]);
    expect(headerRemarks(request({ 'x-ce-id': '1', accept: 'ce-' }), EVENT)).toEqual([]);
    const [lacking] = headerRemarks(request({ 'ce-id': '1' }), EVENT);
    expect(lacking?.message).toContain('has ce-specversion absent where it must be "1.0", no ce-source, no ce-type;');
    const [other] = headerRemarks(request({ ...headers, 'ce-type': 'Session.End' }), EVENT);
    expect(other?.message).toContain('ce-type "Session.End" around an event whose own is "Session.Start"');
  });

  test.each([
    ['Session.Start', ''],
    ['dev.acme.Session.Start', ''],
    ['dev.acme.hook', ''],
    ['hook', ''],
    ['Session.End', 'Session.End'],
    ['dev.acme.Action.Before', 'dev.acme.Action.Before'],
    // Names of no event that share a half with the one inside.
    ['Session.Begin', 'Session.Begin'],
    ['Agent.Start', 'Agent.Start'],
    ['Start', ''],
    ['Begin.Session', ''],
    ['a.b.c', ''],
  ])('of the type %s around Session.Start', (type, remarked) => {
    expect(said({ type })).toBe(remarked === '' ? '' : `type "${type}" around an event whose own is "Session.Start"`);
  });

  test('of a type around an event of another form', () => {
    expect(said({ type: 'Session.End' }, { type: 'Session.Start' })).toContain('whose own is "Session.Start"');
    expect(said({ type: 'Session.End' }, { event_type: '', type: 'Session.Start' })).toContain('"Session.Start"');
    expect(said({ type: 'vendor.a.c' }, { type: 'vendor.a.b' })).toBe('');
    expect(said({ type: 'Session.End' }, { type: 'vendor.a.b' })).toContain('"vendor.a.b"');
    expect(said({ type: 'a.Session.End' }, { type: 'vendor.End' })).toContain('"vendor.End"');
    expect(said({ type: 'Session.End' }, { type: 'end' })).toBe('');
    for (const event of [{}, { event_type: 7 }, 'Session.Start', [], null])
      expect(said({ type: 'Session.End' }, event)).toBe('');
  });

  test('of a source around that of another', () => {
    expect(said({ source: '/agents/codex' })).toBe('source "/agents/codex" around an event whose own is "cursor"');
    expect(said({ source: '/agents/cursor' })).toBe('');
    expect(said({ source: '/codex' }, { source: 'cursor' })).toContain('whose own is "cursor"');
    expect(said({ source: '/codex' }, { source: {} })).toBe('');
    expect(said({ source: '/codex' }, {})).toBe('');
    expect(said({ type: 'Session.End', source: '/codex', id: '' })).toBe(
      'no id, type "Session.End" around an event whose own is "Session.Start", source "/codex" around an event whose own is "cursor"',
    );
  });
});

test('a source names a vendor as one of its parts', () => {
  for (const outer of [
    'codex',
    'urn:agent:codex',
    'https://x.example/codex?a=b',
    'x?tool=codex',
    'a#codex',
    'a&codex',
    '/codex/v1',
  ])
    expect(isOtherSource(outer, 'cursor'), outer).toBe(true);
  for (const outer of ['cursor', 'codex/cursor', 'cursor/codex', 'mycodex', 'codex-relay', '', '/x'])
    expect(isOtherSource(outer, 'cursor'), outer).toBe(false);
  expect(isOtherSource('codex', 'acme')).toBe(false);
  // Those that are called Copilot are not told apart.
  for (const inner of ['copilot', 'copilot-cli', 'vs-code-copilot', 'copilot-vscode']) {
    expect(isOtherSource('copilot', inner), inner).toBe(false);
    expect(isOtherSource('copilot-cli', inner), inner).toBe(false);
    expect(isOtherSource('codex', inner), inner).toBe(true);
    expect(isOtherSource(inner, 'codex'), inner).toBe(true);
  }
});
