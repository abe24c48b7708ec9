import type { JsonValue } from '../../harness/model/json.ts';
import type { Plan, PlanContext } from '../../harness/model/suite.ts';
import { consumerCase, noEvents, type Served } from '../consumer.ts';
import { registry } from '../registries.ts';
import { mapping } from './mapping.ts';

/** The minimal event of section 6.2, of any type and tool. */
function event(type: string, tool = 'cursor', changes: Readonly<Record<string, JsonValue>> = {}): JsonValue {
  return {
    spec_version: '0.1.0',
    event_id: '550e8400-e29b-41d4-a716-446655440000',
    event_type: type,
    timestamp: '2026-02-08T19:22:11.123Z',
    source: { tool, version: '2.3.41' },
    session_id: 'sess_01HX',
    ...changes,
  };
}

const full = (extra: Readonly<Record<string, JsonValue>>): JsonValue =>
  event('Action.Before', 'claude-code', {
    source: { tool: 'claude-code', version: '2.1.197', ...extra },
    user: { id: 'dev-1', ...extra },
    actor: { type: 'ai_agent', ...extra },
    risk: { score: 5, level: 'low', ...extra },
    data: { action: { name: 'shell', input: { command: 'ls' } }, ...extra },
    ...extra,
  });

/** An event of this version keeps its schema; one of another version has none of ours. */
function kept(served: Served): Served {
  const { spec_version: of } = served.event as { readonly spec_version: string };
  return of === '0.1.0' ? { ...served, schema: 'agent-hooks/0.1.0/event' } : served;
}

/** What a consumer is served (sections 10.1 and 10.3). Pure. */
export function planConsumer(context: PlanContext): Plan {
  const tools = [...new Set(Object.values(mapping.spelling))];
  const types = registry('agent-hooks-events').events.map((one) => one.event);
  const accepts = (name: string, row: string, served: readonly Served[]): ReturnType<typeof consumerCase> =>
    consumerCase('agent-hooks', name, { kind: 'accepts', rows: [row], served: served.map(kept) }, context);
  const unknown = ['vendor.acme.Thing', 'Zeta.Unknown'];
  return {
    notFed: [],
    cases: [
      ...types.map((type, index) => {
        const tool = tools[index % tools.length] ?? 'cursor';
        return accepts(`core-${type}`, 'AH-CON-003', [{ says: `${type} of ${tool}`, event: event(type, tool) }]);
      }),
      ...tools.map((tool) =>
        accepts(`tool-${tool}`, 'AH-CON-003', [
          { says: `Action.After of ${tool}`, event: event('Action.After', tool) },
        ]),
      ),
      ...unknown.map((type) =>
        accepts(`unknown-${type}`, 'AH-CON-001', [
          { says: `an event of the unknown type ${type}`, event: event(type) },
        ]),
      ),
      accepts('newer-version', 'AH-VER-005', [
        {
          says: 'an event of version 0.9.9 with a further member',
          event: event('Session.Start', 'cursor', { spec_version: '0.9.9', since: 'later' }),
        },
        { says: 'an event of version 0.1.7', event: event('Session.Start', 'cursor', { spec_version: '0.1.7' }) },
      ]),
      consumerCase(
        'agent-hooks',
        'unknown-members',
        {
          kind: 'same-exit',
          rows: ['AH-CON-002'],
          served: [
            kept({ says: 'an event', event: full({}) }),
            {
              says: 'the event with a member that nobody knows at every level',
              event: full({ zz_unknown: { deep: [1, null, 'x'] } }),
            },
          ],
        },
        context,
      ),
      consumerCase(
        'agent-hooks',
        'malformed',
        { kind: 'malformed', rows: [], served: noEvents(event('Session.Start')) },
        context,
      ),
    ],
  };
}
