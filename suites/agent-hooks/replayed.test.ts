import { expect, test } from 'vitest';
import { agentHooksEvents } from '../../reference/emitters/agent-hooks.ts';
import { readNative } from '../../reference/emitters/native.ts';
import { ANY, type Emit, type Event, each, firstOfKind, NOW, replayed, type Variant } from '../replayed.ts';
import { contextOf, subjectOf } from '../testing.ts';
import { agentHooksSuite } from './index.ts';

const emit: Emit = ({ vendor, event, stdin }) => agentHooksEvents(readNative(vendor, event, stdin), NOW);

type Inner = Record<string, Record<string, Record<string, unknown>>>;
const data = (event: Event): Record<string, unknown> => (event['data'] ?? {}) as Record<string, unknown>;
const action = (event: Event, more: Record<string, unknown>): Event =>
  data(event)['action'] === undefined
    ? event
    : { ...event, data: { ...data(event), action: { ...(data(event) as Inner)['action'], ...more } } };
const put = (member: string, value: unknown): Variant =>
  each(`${member} ${JSON.stringify(value)}`, (event) => ({ ...event, [member]: value }));
const within = (member: string, value: unknown): Variant =>
  each(`data.${member} ${JSON.stringify(value)}`, (event) => ({ ...event, data: { ...data(event), [member]: value } }));

const KINDS = ['payload', 'unknown-event', 'printed-name', 'session', 'two-sessions', 'leaks', 'generated'];

let counted = 0;
const VARIANTS: readonly Variant[] = [
  ...ANY,
  ...[
    'Session.Start',
    'Session.End',
    'Prompt.Submitted',
    'Action.Before',
    'Action.After',
    'Agent.Error',
    'Agent.Notification',
  ].map((type) => put('event_type', type)),
  ...['Agent.Plan.Start', 'Context.Compaction', 'vendor.a.b', 'PreToolUse', ''].map((type) => put('event_type', type)),
  put('event_id', '550e8400-e29b-41d4-a716-446655440000'),
  put('session_id', 'always the same'),
  put('parent_session_id', 'somebody'),
  put('parent_session_id', undefined),
  each('a session for each event', (event) => ({ ...event, session_id: `s${counted++}` })),
  put('source', { tool: 'Other Tool' }),
  put('source', {}),
  ...['user', 'ai_agent', 'system'].map((type) => put('actor', { type })),
  put('timestamp', '1999-01-01T00:00:00Z'),
  put('timestamp', '2099-01-01T00:00:00Z'),
  put('agent_mode', 'plan'),
  put('risk', { score: 10, level: 'critical' }),
  put('risk', { score: 95, level: 'low' }),
  each('risk that falls', (event, _, index) => ({
    ...event,
    risk: { score: index, level: index > 0 ? 'low' : 'high' },
  })),
  put('data', undefined),
  ...['shell', 'web_search', 'mcp:x', 'mcp:', 'code_edit', ''].map((name) =>
    each(`action ${name}`, (event) => action(event, { name })),
  ),
  each('no input', (event) => action(event, { input: undefined })),
  each('input of a text', (event) => action(event, { input: { it: '[removed]' } })),
  ...[true, false].map((success) => each(`success ${success}`, (event) => action(event, { result: { success } }))),
  each('no result', (event) => action(event, { result: undefined })),
  within('prompt_hash', `sha256:${'0'.repeat(64)}`),
  within('prompt_hash', 'abc'),
  within('tokens_after', 1.5),
  within('tokens_after', 5),
  within('start_reason', 'resume'),
  within('end_reason', 'exit'),
  within('trigger', 'auto'),
];

const VENDORS = ['claude-code', 'cursor', 'windsurf'];
const subject = subjectOf({
  role: 'emitter',
  spec: 'agent-hooks',
  vendors: VENDORS,
  command: ['emit', '{vendor}', '{event}'],
});
const made = contextOf(agentHooksSuite, subject).then((context) =>
  replayed(agentHooksSuite, context, emit, VARIANTS, firstOfKind(KINDS)),
);

test.each(KINDS)(
  'what came of cases of kind %s, and what else might have, is judged as it was approved',
  async (kind) => {
    const { cases } = await made;
    await expect(cases(kind)).toMatchFileSnapshot(`./approved/${kind}.txt`);
  },
);

test('a run is judged as it was approved', async () => {
  const { run } = await made;
  await expect(run()).toMatchFileSnapshot('./approved/run.txt');
});
