import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../harness/assets.ts';
import { approved, changesOf, inShort, streamed } from '../approved.ts';
import type { Event } from '../replayed.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { judgeEvent } from './event-rules.ts';
import { OpenHookStream } from './stream.ts';

const of = (type: string, data: Event = {}): Event => ({
  openhook: '0.1',
  id: '550e8400-e29b-41d4-a716-446655440000',
  source: 'claude-code',
  type,
  time: '2026-02-23T10:15:30.123Z',
  session_id: 'sess_abc123',
  data,
  context: 'file:///home/user/my-project',
  extensions: { 'com.example': 1 },
});

const judged = (value: Event): ReadonlySet<string> => {
  const verdicts = new Verdicts();
  judgeEvent({ value, text: '{}', spawn: 0, line: 1 }, verdicts, () => undefined);
  return inShort(verdicts.findings());
};

const MORE: Readonly<Record<string, readonly unknown[]>> = {
  '/openhook': ['0.2', '1.0', '0.10', '0.1.0'],
  '/source': ['Claude-Code', 'claude--code', '4code', 'a_b', 'cursor'],
  '/type': ['tool.start', 'Session.End', 'session.ended', 'acme.deploy', 'session'],
  '/time': ['2026-02-30T19:22:11Z', '2026-02-08T19:22:11', '2026-02-08T19:22:11+01:00', '2026-02-08 19:22:11Z'],
  '/context': ['file:/home/dev', 'file:///home/dev/a b', 'https://app.example/page?x=1#y', '/home/dev', 'file:///a%zz'],
  '/id': [
    '550e8400-e29b-11d4-a716-446655440000',
    '00000000-0000-0000-0000-000000000000',
    '550E8400-E29B-41D4-A716-446655440000',
  ],
  '/more': [1],
};

test('every change of an envelope is told as it was approved', async () => {
  const whole = of('session.end');
  const changes = [...changesOf(whole, MORE)];
  const text = approved(
    'session.end',
    judged(whole),
    changes.map(({ at, to, document }) => [at, to, judged(document)]),
  );
  await expect(text).toMatchFileSnapshot('./approved/envelope.txt');
});

test('every change of the data of an event is told as it was approved', async () => {
  const folder = join(packageRoot(), 'fixtures/openhook/valid/0.1/data');
  const text = readdirSync(folder)
    .sort()
    .map((file) => {
      const { documents } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
        documents: { document: Event }[];
      };
      const [full] = documents.sort((a, b) => JSON.stringify(b.document).length - JSON.stringify(a.document).length);
      const type = file.slice(0, -'.json'.length).replace('-', '.');
      const data = full?.document ?? {};
      const changes = [...changesOf(data, { '/more': [1], '/status': ['success', 'error', 'cancelled'] })];
      return approved(
        type,
        judged(of(type, data)),
        changes.map(({ at, to, document }) => [at, to, judged(of(type, document))]),
      );
    })
    .join('\n');
  await expect(text).toMatchFileSnapshot('./approved/data.txt');
});

const ofStream = (events: readonly Event[]): ReadonlySet<string> =>
  streamed(new OpenHookStream(Date.parse('2026-02-08T20:00:00Z')), events);

const COURSE: readonly Event[] = (
  [
    ['session.start', {}],
    ['prompt.submit', { prompt_length: 3 }],
    ['tool.start', { tool_name: 'Bash', tool_call_id: 'c1' }],
    ['tool.end', { tool_name: 'Bash', tool_call_id: 'c1', status: 'success' }],
    ['session.end', {}],
  ] as const
).map(([type, data], index) => ({
  ...of(type, data),
  id: `550e8400-e29b-41d4-a716-44665544000${index}`,
  time: `2026-02-08T19:22:1${index}.000Z`,
}));

test('every change of the order of a session is told as it was approved', async () => {
  const changes: (readonly [string, string, ReadonlySet<string>])[] = [];
  for (const [index, event] of COURSE.entries()) {
    const name = `${index} ${String(event['type'])}`;
    const add = (to: string, events: readonly Event[]): void => void changes.push([name, to, ofStream(events)]);
    const others = COURSE.filter((one) => one !== event);
    const put = (to: string, more: Event): void =>
      add(
        to,
        COURSE.map((one) => (one === event ? { ...one, ...more } : one)),
      );
    const again = { ...event, id: '550e8400-e29b-41d4-a716-446655440009' };
    const beside = (more: Event): readonly Event[] => COURSE.flatMap((one) => (one === event ? [one, more] : [one]));
    add('alone', [event]);
    add('left out', others);
    add('first', [event, ...others]);
    add('last', [...others, event]);
    add('twice', beside(event));
    add('again with another id', beside(again));
    add('again a second later', beside({ ...again, time: `2026-02-08T19:22:1${index + 1}.000Z` }));
    add('again much later', [...COURSE, { ...again, time: '2026-02-08T19:23:00.000Z' }]);
    put('an hour earlier', { time: '2026-02-08T18:22:11.000Z' });
    put('no date', { time: 'now' });
    put('of another session', { session_id: 'other' });
    put('of no session', { session_id: 7 });
    put('of another call', { data: { tool_call_id: 'c2' } });
    put('of no call', { data: {} });
    put('without an id', { id: '' });
    put('of no version', { openhook: 5 });
    for (const type of ['session.start', 'session.end', 'tool.start', 'tool.end', 'file.write', 'x'])
      put(`as ${type}`, { type });
  }
  await expect(approved('a session', ofStream(COURSE), changes)).toMatchFileSnapshot('./approved/stream.txt');
});
