import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { STREAM_JUDGING } from '../../suites/stream-judges.ts';
import { checkFiles } from './check-files.ts';
import { checkStream } from './check-text.ts';
import { looksLikeLines } from './looks-like-lines.ts';
import type { CheckedFile } from './result.ts';
import { EVENT } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'streams-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BAD = { ...EVENT, event_id: '550e8400-e29b-41d4-a716-446655440001', event_type: 'Session.End', session_id: 7 };
const OPENHOOK = {
  openhook: '0.1',
  id: '0c9f3a1e-7a44-4d5b-8a8e-0f4f5c1d2e3f',
  source: 'cursor',
  type: 'session.end',
  time: 'yesterday',
  session_id: 's',
};

function told(file: CheckedFile): string[] {
  const lines = file.findings.map(
    ({ line, column, severity, requirement }) => `${line}:${column} ${severity} ${requirement ?? '-'}`,
  );
  return file.unusable === null ? lines : [...lines, `${file.unusable.line ?? ''} unusable ${file.unusable.message}`];
}

/** Checks bytes that come in pieces of any size. */
async function check(bytes: string | Buffer, size = 7): Promise<readonly string[]> {
  const whole = Buffer.from(bytes as string);
  const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, n) =>
    whole.subarray(n * size, (n + 1) * size),
  );
  return told(await checkStream('events.jsonl', pieces, {}, STREAM_JUDGING));
}

const line = (value: unknown): string => JSON.stringify(value);

test.each([
  [
    'CR LF, said once',
    `${line(EVENT)}\r\n\r\n${line(BAD)}\r\n`,
    ['1:201 info HC-LINE-END', '2:1 info HC-BLANK-LINE', '3:181 fail AH-ENV-015'],
  ],
  ['a byte order mark', `\ufeff${line(EVENT)}\n`, ['1:1 info HC-BYTE-ORDER-MARK']],
  ['a last line that is cut off', `${line(EVENT)}\n${line(BAD).slice(0, 50)}`, ['2:51 fail AH-ENV-001']],
  [
    'a damaged beginning, of which a later line tells what it should have been',
    `${line(EVENT).slice(0, 50)}\n\nno JSON\n${line(EVENT)}\n${line(BAD)}\n`,
    ['1:39 fail AH-ENV-001', '2:1 info HC-BLANK-LINE', '3:1 fail AH-ENV-001', '5:181 fail AH-ENV-015'],
  ],
  [
    'nothing but damage',
    'no JSON\n{"a":\n',
    [
      '1 unusable this line is not JSON: "n" stands where a value belongs; no line tells what it should have been, so name it with --spec',
    ],
  ],
  [
    'what nothing tells the kind of, before damage',
    '{"a":1}\nno JSON\n',
    [
      '1 unusable nothing tells what kind of document this is; name it with --spec, and where the specification has several kinds with --kind',
    ],
  ],
  ['a last line without a line feed', `${line(EVENT)}\n${line(BAD)}`, ['2:181 fail AH-ENV-015']],
  [
    'a member twice',
    `${line(EVENT).replace('"source"', '"session_id":"t","source"')}\n`,
    ['1:201 info HC-DUPLICATE-KEY'],
  ],
  [
    'bytes that are no UTF-8',
    Buffer.concat([Buffer.from(`${line(EVENT)}\n{"a":"`), Buffer.from([0xff]), Buffer.from('"}\n')]),
    ['2:7 fail AH-ENV-001'],
  ],
  ['an id twice', `${line(EVENT)}\n${line({ ...EVENT, event_type: 'Session.End' })}\n`, ['2:41 fail AH-ENV-010']],
  [
    'an event that nests deep',
    `${line(EVENT)}\n${'['.repeat(100_000)}\n${line(BAD)}\n`,
    ['3:181 fail AH-ENV-015', '2 unusable the text nests deeper than 512 levels'],
  ],
])('%s is a finding with its line', async (_, bytes, findings) => {
  const places = (all: readonly string[]): readonly string[] => all.map((one) => one.replace(/^(\d+):\d+ /, '$1 '));
  expect(places(await check(bytes))).toEqual(places(findings));
});

test('CloudEvents, lists of them and OTLP are judged as what they hold, with its place', async () => {
  const cloud = (data: unknown) => ({ specversion: '1.0', id: 'x', source: '/a', type: 'hook', data });
  const text = line(cloud(BAD));
  expect(await check(text)).toEqual([`1:${text.indexOf(':7}') + 2} fail AH-ENV-015`]);
  expect((await check(line([cloud(EVENT), cloud(BAD)]))).map((one) => one.slice(-15))).toEqual(['fail AH-ENV-015']);
  expect((await check(line(cloud(OPENHOOK)))).map((one) => one.slice(-15))).toEqual([
    'fail OH-ENV-018',
    'warn OH-ENV-025',
  ]);
  const kv = Object.entries(BAD).map(([key, value]) => ({
    key,
    value:
      typeof value === 'object'
        ? { kvlistValue: { values: [{ key: 'tool', value: { stringValue: 'cursor' } }] } }
        : typeof value === 'number'
          ? { intValue: String(value) }
          : { stringValue: value },
  }));
  const otlp = (body: unknown) => ({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ body }] }] }] });
  const export1 = line(otlp({ kvlistValue: { values: kv } }));
  expect(await check(export1)).toEqual([`1:${export1.indexOf('"7"') + 1} fail AH-ENV-015`]);
  const export2 = line(otlp({ stringValue: line(BAD) }));
  expect(await check(export2)).toEqual([`1:${export2.indexOf('"stringValue":') + 15} fail AH-ENV-015`]);
});

test('of an envelope of CloudEvents is told what is wrong with it, and what it says otherwise than its event', async () => {
  const cloud = (data: unknown, more: object = {}) =>
    line({ specversion: '1.0', id: 'x', source: '/a', type: 'hook', data, ...more });
  const ids = async (text: string): Promise<string[]> => (await check(text)).map((one) => one.replace(/^\S+ /, ''));
  expect(await ids(cloud(EVENT))).toEqual([]);
  expect(await ids(cloud(EVENT, { type: 'Session.End' }))).toEqual(['info HC-CLOUDEVENT']);
  expect(await ids(line([JSON.parse(cloud(EVENT, { source: '/agents/codex' }))]))).toEqual(['info HC-CLOUDEVENT']);
  expect((await ids(cloud(OPENHOOK, { specversion: '0.3' }))).filter((one) => one.includes('HC-'))).toEqual([
    'info HC-CLOUDEVENT',
  ]);
});

test('a stream may be packed, and its name need not tell', async () => {
  const bytes = Buffer.from(`${line(EVENT)}\n${line(BAD)}\n`);
  const files = ['a.jsonl.gz', 'b.log', 'c.gz'].map((name) => join(folder, name));
  for (const file of files) writeFileSync(file, file.endsWith('.gz') ? gzipSync(bytes) : bytes);
  const result = await checkFiles(files, { judging: STREAM_JUDGING });
  expect(result.files.map(told)).toEqual(files.map(() => ['2:181 fail AH-ENV-015']));
  writeFileSync(files[0] ?? '', gzipSync(bytes).subarray(0, 60));
  expect((await checkFiles(files.slice(0, 1))).files[0]?.unusable?.message).toContain('cut off');
});

test('a log whose first line is damaged is a stream all the same', async () => {
  const cut = join(folder, 'cut.log');
  writeFileSync(cut, `${line(EVENT).slice(30)}\n${line(EVENT)}\n${line(BAD)}\n`);
  const [checked] = (await checkFiles([cut], { judging: STREAM_JUDGING })).files;
  expect(checked && told(checked)).toEqual(['1:1 fail AH-ENV-001', '3:181 fail AH-ENV-015']);
  for (const text of ['{"a":\n{"b":1}\n}', '[\n{"a":1}\n]', '[\n{"a":1},\n{"b":1}\n]', '{"a":\n{"b":1}'])
    expect(looksLikeLines(Buffer.from(text)), text).toBe(false);
});

test('a line beyond 16 MiB is judged all the same, and said', async () => {
  const long = { ...BAD, metadata: { 'com.example': 'x'.repeat(17 * 1024 * 1024) } };
  expect(await check(`${line(EVENT)}\n${line(long)}\n`, 1 << 20)).toEqual([
    '2:1 info HC-LONG-LINE',
    '2:181 fail AH-ENV-015',
  ]);
});

test('the envelope alone asks nothing else', async () => {
  const twice = `${line(EVENT)}\n${line(EVENT)}\n`;
  const asked = { spec: 'agent-hooks', kind: 'envelope' };
  expect(told(await checkStream('e.jsonl', [Buffer.from(twice)], asked, STREAM_JUDGING))).toEqual([]);
});

test.each([
  ['a text', 'fix it', ['1 AH-SEC-003']],
  ['parts', [{ type: 'text', text: 'fix it' }], ['1 AH-SEC-003']],
  ['an object with its text', { text: 'fix it', length: 6 }, ['1 AH-SEC-003']],
  ['a hash and a length', { hash: 'sha256:00', length: 6 }, []],
])('a prompt that is sent along is told from its event: %s', async (_, prompt, expected) => {
  const event = { ...EVENT, event_type: 'Prompt.Submitted', actor: { type: 'user' }, data: { prompt } };
  const found = (await check(line(event))).filter((one) => one.includes('AH-SEC'));
  expect(found.map((one) => one.replace(/^(\d+):.* /, '$1 '))).toEqual(expected);
});

test('a line beyond our own limit leaves the others judged, and the exit code says that something is open', async () => {
  const deep = `{"spec_version":"0.1.0","data":${'['.repeat(600)}${']'.repeat(600)}}`;
  const exit = async (text: string): Promise<number> => {
    const file = join(folder, 'deep.jsonl');
    writeFileSync(file, text);
    return (await checkFiles([file], { judging: STREAM_JUDGING })).exitCode;
  };
  expect(await exit(`${line(EVENT)}\n${deep}\n`)).toBe(3);
  expect(await exit(`${line(EVENT)}\n${deep}\n${line(BAD)}\n`)).toBe(1);
  expect(await exit(`${line(EVENT)}\n${deep}\n{"a":1}\n"x"\n`)).toBe(1);
  expect(await exit(`${deep}\n`)).toBe(2);
});

test('times that run backwards in a session, or can be those of no event, are notices at their line', async () => {
  const at = (n: number, timestamp: string, session_id = 's'): string =>
    line({
      ...EVENT,
      event_id: `550e8400-e29b-41d4-a716-4466554400${10 + n}`,
      event_type: 'Agent.Response',
      timestamp,
      session_id,
      data: { n },
    });
  const lines = [
    at(1, '2026-02-08T19:22:11.900Z'),
    at(2, '2026-02-08T20:22:11.100+01:00'),
    at(3, '2026-02-08T19:20:00Z', 'another'),
    at(4, '2026-02-08T19:22:09Z'),
    at(5, '1970-01-01T00:00:01Z'),
    at(6, '9999-01-01T00:00:00Z'),
    at(7, '2026-02-08T19:22:12Z'),
  ];
  const told = await check(`${lines.join('\n')}\n`);
  expect(told.map((one) => one.replace(/^(\d+):\d+ /, '$1 '))).toEqual([
    '4 info HC-EVENT-ORDER',
    '5 info HC-EVENT-TIME',
    '6 info HC-EVENT-TIME',
  ]);
});
