import { expect, test } from 'vitest';
import { readNative } from '../../reference/emitters/native.ts';
import { openHookEvents } from '../../reference/emitters/openhook.ts';
import { ANY, type Emit, type Event, each, firstOfKind, NOW, replayed, type Variant } from '../replayed.ts';
import { contextOf, subjectOf } from '../testing.ts';
import { openHookSuite } from './index.ts';

const emit: Emit = ({ vendor, event, stdin }) => openHookEvents(readNative(vendor, event, stdin), NOW);
const put = (member: string, value: unknown): Variant =>
  each(`${member} ${JSON.stringify(value)}`, (event) => ({ ...event, [member]: value }));
const within = (member: string, value: unknown): Variant =>
  each(`data.${member} ${JSON.stringify(value)}`, (event) => ({
    ...event,
    data: { ...((event['data'] ?? {}) as Event), [member]: value },
  }));

let counted = 0;
const TYPES = ['session.start', 'session.end', 'prompt.submit', 'tool.start', 'tool.end', 'file.write', 'x'];
const VARIANTS: readonly Variant[] = [
  ...ANY,
  ...TYPES.map((type) => put('type', type)),
  ...TYPES.map(
    (type): Variant => ({
      name: `${type} too`,
      events: (events) => [
        ...events,
        ...events.slice(0, 1).map((event) => ({ ...event, type, id: '550e8400-e29b-41d4-a716-446655440000' })),
      ],
    }),
  ),
  put('id', '550e8400-e29b-41d4-a716-446655440000'),
  put('id', 5),
  put('source', 'Other Tool'),
  put('source', 'cursor'),
  put('session_id', 'always the same'),
  each('a session for each event', (event) => ({ ...event, session_id: `s${counted++}` })),
  put('time', '1999-01-01T00:00:00Z'),
  put('context', 'file:///elsewhere'),
  put('context', undefined),
  put('data', undefined),
  put('openhook', '0.2'),
  within('prompt_length', 0),
  within('prompt_length', -3),
  within('transcript_path', ''),
  within('transcript_path', undefined),
  within('path', '/one/and/the/same'),
  within('status', 'success'),
  within('status', 'error'),
  within('tool_call_id', 'one for all'),
  within('tool_call_id', undefined),
  within('tool_name', undefined),
];

const KINDS = ['payload', 'session', 'two-sessions', 'folder', 'leaks', 'generated'];
const subject = subjectOf({
  role: 'emitter',
  spec: 'openhook',
  vendors: ['claude-code', 'cursor', 'windsurf'],
  command: ['emit', '{vendor}', '{event}'],
});
const made = contextOf(openHookSuite, subject).then((context) =>
  replayed(openHookSuite, context, emit, VARIANTS, firstOfKind(KINDS)),
);

test.each(KINDS)(
  'what came of cases of kind %s, and what else might have, is made as it was approved',
  async (kind) => {
    const { cases } = await made;
    await expect(cases(kind)).toMatchFileSnapshot(`./approved/${kind}.txt`);
  },
);

test('a run is judged as it was approved', async () => {
  const { run } = await made;
  await expect(run()).toMatchFileSnapshot('./approved/run.txt');
});
