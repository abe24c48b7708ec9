import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { STREAM_JUDGING } from '../../suites/stream-judges.ts';
import { streamSilence } from '../../suites/stream-silence.ts';
import { KNOWLEDGE } from '../cli/knowledge.ts';
import { reportStreams, type StreamsRequest } from './report-streams.ts';

const folder = mkdtempSync(join(tmpdir(), 'streams-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const EVENT = {
  spec_version: '0.1.0',
  event_id: '550e8400-e29b-41d4-a716-446655440000',
  event_type: 'Session.Start',
  timestamp: '2026-02-08T19:22:11.123Z',
  source: { tool: 'cursor', version: '2.3.41' },
  session_id: 's1',
};

function stream(name: string, ...events: readonly object[]): string {
  const file = join(folder, name);
  writeFileSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  return file;
}

function request(files: readonly string[], more: Partial<StreamsRequest> = {}): StreamsRequest {
  return {
    files,
    asked: { judging: STREAM_JUDGING },
    levels: ['agent-hooks:Envelope'],
    seed: 42,
    version: '0.0.0',
    env: {},
    knowledge: KNOWLEDGE,
    silence: streamSilence,
    ...more,
  };
}

test('a broken line costs the level, and says which', async () => {
  const { event_type: _, ...without } = EVENT;
  const { report, code } = await reportStreams(request([stream('broken.jsonl', EVENT, without)]));
  expect(code).toBe(1);
  expect(report?.subjects[0]?.levels[0]).toMatchObject({ level: 'Envelope', status: 'withheld', evidence: 'stream' });
  const failed = report?.subjects[0]?.requirements.filter(({ verdict }) => verdict === 'fail') ?? [];
  expect(failed.length).toBeGreaterThan(0);
  expect(failed[0]?.failures[0]).toMatchObject({ where: { line: 2 } });
});

test('a stream in which nothing is wrong breaks nothing; what it does not show stays open', async () => {
  const { report } = await reportStreams(request([stream('whole.jsonl', EVENT)]));
  const verdicts = new Set(report?.subjects[0]?.requirements.map(({ verdict }) => verdict));
  expect(verdicts).not.toContain('fail');
  expect(verdicts).toContain('untested');
});

test('a file that cannot be used is said, and the others are reported', async () => {
  const missing = join(folder, 'none.jsonl');
  const both = await reportStreams(request([stream('one.jsonl', EVENT), missing]));
  expect(both).toMatchObject({ code: 2, report: { complete: false } });
  expect(both.messages).toEqual([expect.stringContaining('there is no such file')]);
  expect(await reportStreams(request([missing], { levels: [] }))).toMatchObject({ code: 2, report: null });
});

test('a scenario that nobody has is refused', async () => {
  const files = [stream('scenario.jsonl', EVENT)];
  await expect(reportStreams(request(files, { scenario: 'nope' }))).rejects.toMatchObject({ code: 'unknown-scenario' });
});
