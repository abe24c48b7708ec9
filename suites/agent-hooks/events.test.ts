import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../harness/assets.ts';
import type { Finding } from '../../harness/model/finding.ts';
import { approved, changesOf, inShort, streamed } from '../approved.ts';
import { registry } from '../registries.ts';
import type { Locate } from '../stream/emitted.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { judgeEvent } from './event-rules.ts';
import { AgentHooksStream } from './stream.ts';

type Document = Readonly<Record<string, unknown>>;

const FOLDER = join(packageRoot(), 'fixtures/agent-hooks/valid/0.1.0');
const documents = (file: string): readonly { readonly name: string; readonly document: Document }[] =>
  (JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { documents: { name: string; document: Document }[] })
    .documents;

const judged = (value: Document): ReadonlySet<string> => {
  const verdicts = new Verdicts();
  judgeEvent({ value, text: '{}', spawn: 0, line: 1 }, verdicts, () => undefined);
  return inShort(verdicts.findings());
};

const of = (event_type: string, more: Document = {}): Document => ({
  spec_version: '0.1.0',
  event_id: '550e8400-e29b-41d4-a716-446655440000',
  event_type,
  timestamp: '2026-02-08T19:22:11.123Z',
  source: { tool: 'cursor', version: '2.3.41' },
  session_id: 'sess_01HX',
  ...more,
});

const WHOLE = of('Action.Before', {
  parent_session_id: 'p',
  user: { id: 'u', name: 'n' },
  actor: { type: 'ai_agent', id: 'a', name: 'b' },
  agent_mode: 'plan',
  data: { action: { name: 'shell', input: {} } },
  risk: { score: 5, level: 'low', factors: ['A'] },
  metadata: { 'com.example': 1 },
});

const MORE: Readonly<Record<string, readonly unknown[]>> = {
  '/event_id': ['00000000-0000-0000-0000-000000000000', '550E8400-E29B-41D4-A716-446655440000'],
  '/event_type': [
    'vendor.a.b',
    'vendor.A.b',
    'vendor.a.',
    'Session.Begin',
    'action.before',
    'Prompt.Submitted',
    'Session.End',
  ],
  '/spec_version': ['0.1', '1.2.3', '10.20.30', 'v0.1.0', '0.1.0-rc'],
  '/timestamp': ['2026-02-08T19:22:11', '2026-02-30T19:22:11Z', '2026-02-08T19:22:11+01:00'],
  '/actor/type': ['user', 'system', 'agent'],
  '/risk/score': [0, 100],
  '/risk/level': ['medium', 'high', 'critical'],
  '/agent_mode': ['agent', 'execute', 'chat', 'edit'],
  '/metadata': [{ 'com.example': 1, b: 2 }, { 'com.example.a-b': 1 }, { 'Com.example': 1 }, { '1a.b': 1 }],
  '/data': [{ risk: {} }, { risk: 1 }],
  '/user/id': ['a@b.example', 'a@b', 'a b@c.d'],
};

test('every change of an envelope is told as it was approved', async () => {
  const bare = of('Session.Start');
  const text = [
    ...[WHOLE, bare].map((one) => {
      const changes = [...changesOf(one, one === WHOLE ? MORE : {})];
      return approved(
        String(one['event_type']),
        judged(one),
        changes.map(({ at, to, document }) => [at, to, judged(document)]),
      );
    }),
  ].join('\n');
  await expect(text).toMatchFileSnapshot('./approved/envelope.txt');
});

test('a fault stands where it is, when a document is checked, and nowhere, when a process wrote it', () => {
  const told = (value: Document, place: boolean): readonly Finding[] => {
    const verdicts = new Verdicts();
    const locate: Locate = (_, pointer) => (place ? { file: pointer, line: 1, column: 1 } : undefined);
    judgeEvent({ value, text: '{}', spawn: 0, line: 1 }, verdicts, locate);
    return verdicts.findings();
  };
  for (const { at, to, document } of changesOf(WHOLE, MORE)) {
    const placed = told(document, true).flatMap((one) => (one.kind === 'broken' ? [one] : []));
    for (const { requirement, where } of placed) expect(where?.file, `${at} ${to} ${requirement}`).toMatch(/^\/./);
    for (const one of told(document, false)) expect(one).not.toHaveProperty('where');
  }
});

test.each([
  ['Prompt.Submitted', 'user', 'ai_agent'],
  ['Action.After', 'ai_agent', 'user'],
])('%s comes from %s, not from %s', (type, right, wrong) => {
  const said = (actor: unknown): ReadonlySet<string> => judged(of(type, { actor: { type: actor } }));
  expect([...said(right)]).toContain('+AH-ACT-009');
  expect([...said(wrong)]).toContain('!AH-ACT-009');
  expect([...said(7)].filter((one) => one.endsWith('AH-ACT-009'))).toEqual([]);
});

const DATA_OF: Readonly<Record<string, string>> = { 'context-until-compaction': 'Context.UntilCompaction' };

test('every change of the data of an event is told as it was approved', async () => {
  const names = registry('agent-hooks-events').events.map(({ event }) => event);
  const slug = (name: string): string =>
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
      .replaceAll('.', '-')
      .toLowerCase();
  const text = readdirSync(join(FOLDER, 'data'))
    .sort()
    .flatMap((file) => {
      const kind = file.slice(0, -'.json'.length);
      const type = names.find((name) => slug(name) === kind) ?? DATA_OF[kind] ?? kind;
      const [full] = [...documents(`data/${file}`)].sort(
        (a, b) => JSON.stringify(b.document).length - JSON.stringify(a.document).length,
      );
      if (full === undefined) return [];
      const event = (data: Document): Document => of(type, { data });
      const extra = {
        '/decision': [{ outcome: 'deny' }, { outcome: 'allow' }],
        '/prompt': ['hi', '', [{ text: 'a' }], { algorithm: 'x', value: 'y' }],
      };
      const changes = [...changesOf(full.document, extra)];
      return [
        approved(
          type,
          judged(event(full.document)),
          changes.map(({ at, to, document }) => [at, to, judged(event(document))]),
        ),
      ];
    })
    .join('\n');
  await expect(text).toMatchFileSnapshot('./approved/data.txt');
});

const ofStream = (events: readonly Document[]): ReadonlySet<string> =>
  streamed(new AgentHooksStream(Date.parse('2026-02-08T20:00:00Z')), events);

/** A session of events one second apart. */
const COURSE: readonly Document[] = [
  ['Session.Start', { start_reason: 'new' }],
  ['Prompt.Submitted', { prompt_hash: `sha256:${'0'.repeat(64)}`, prompt_length: 3 }],
  ['Action.Before', { action: { name: 'shell', input: { command: 'ls' } } }],
  ['Action.After', { action: { name: 'shell', input: { command: 'ls' }, result: { success: true } } }],
  ['Session.End', { end_reason: 'exit' }],
].map(([type, data], index) =>
  of(String(type), {
    data,
    event_id: `550e8400-e29b-41d4-a716-44665544000${index}`,
    timestamp: `2026-02-08T19:22:1${index}.000Z`,
    risk: { score: index * 20, level: ['low', 'low', 'medium', 'high', 'critical'][index] },
  }),
);

test('every change of the order of a session is told as it was approved', async () => {
  const changes: (readonly [string, string, ReadonlySet<string>])[] = [];
  const add = (at: string, to: string, events: readonly Document[]): void => {
    changes.push([at, to, ofStream(events)]);
  };
  for (const [index, event] of COURSE.entries()) {
    const name = `${index} ${String(event['event_type'])}`;
    const others = COURSE.filter((one) => one !== event);
    add(name, 'left out', others);
    add(name, 'first', [event, ...others]);
    add(name, 'last', [...others, event]);
    add(
      name,
      'twice',
      COURSE.flatMap((one) => (one === event ? [one, one] : [one])),
    );
    const again = { ...event, event_id: '550e8400-e29b-41d4-a716-446655440009' };
    add(
      name,
      'again with another id',
      COURSE.flatMap((one) => (one === event ? [one, again] : [one])),
    );
    const later = { ...again, timestamp: '2026-02-08T19:23:00.000Z' };
    add(name, 'again much later', [...COURSE, later]);
    const put = (member: string, value: unknown): readonly Document[] =>
      COURSE.map((one) => (one === event ? { ...one, [member]: value } : one));
    add(name, 'an hour earlier', put('timestamp', '2026-02-08T18:22:11.000Z'));
    add(name, 'of another session', put('session_id', 'other'));
    add(name, 'no date', put('timestamp', 'now'));
    add(name, 'no session', put('session_id', undefined));
    add(name, 'no id', put('event_id', ''));
    for (const level of ['low', 'medium', 'critical']) add(name, `risk ${level}`, put('risk', { score: 50, level }));
    for (const score of [0, 20, 21, 39, 61, 100])
      add(name, `risk low of ${score}`, put('risk', { score, level: 'low' }));
    add(name, 'no risk', put('risk', undefined));
    add(name, 'an unknown level', put('risk', { score: 'x', level: 3 }));
    add(name, 'aborts', put('event_type', 'Session.Abort'));
    for (const start_reason of ['resume', 'restart', 'new'])
      add(name, `then ${start_reason}`, [...COURSE, { ...again, event_type: 'Session.Start', data: { start_reason } }]);
    for (const start_reason of ['resume', 'restart', 'new'])
      add(
        name,
        `before it ${start_reason}`,
        COURSE.flatMap((one) =>
          one === event ? [{ ...again, event_type: 'Session.Start', data: { start_reason } }, one] : [one],
        ),
      );
  }
  await expect(approved('a session', ofStream(COURSE), changes)).toMatchFileSnapshot('./approved/stream.txt');
});
