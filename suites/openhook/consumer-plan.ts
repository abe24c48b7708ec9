import { makeCanary } from '../../harness/leaks/canary.ts';
import type { JsonValue } from '../../harness/model/json.ts';
import type { Plan, PlanContext } from '../../harness/model/suite.ts';
import { consumerCase, noEvents, type Served } from '../consumer.ts';

const EVENT = {
  openhook: '0.1',
  id: '6f1f9d0c-8a35-4c0e-9d7f-0d0c6a2d4b11',
  source: 'claude-code',
  type: 'session.end',
  time: '2026-02-23T10:15:30.123Z',
  session_id: 'sess-1',
} as const;

const NATIVE: JsonValue = {
  session_id: 'sess-1',
  transcript_path: '/tmp/t.jsonl',
  cwd: '/tmp',
  hook_event_name: 'SessionEnd',
  reason: 'exit',
};

const TRANSCRIPT_FOLDER = '/var/log/transcripts';

/** What a consumer is served (2.1, 2.2, 5, 7). Pure. */
export function planConsumer(context: PlanContext): Plan {
  const served = (says: string, changes: Readonly<Record<string, JsonValue>>): Served => ({
    says,
    event: { ...EVENT, ...changes },
    // Another version's schema is not ours to hold it to.
    ...(changes['openhook'] === undefined ? { schema: 'openhook/0.1/event' } : {}),
  });
  const event = served('an event', {});
  const newer = [
    served('an event of version 0.2 with a further member and the type doc.write', {
      openhook: '0.2',
      type: 'doc.write',
      audience: 'x',
    }),
    served('an event of version 99.0', { openhook: '99.0' }),
  ];
  const spoken = makeCanary(
    { seed: context.seed, scope: 'openhook/consumer/transcript', spawn: 0 },
    'transcript',
    'transcript',
  );
  return {
    notFed: [],
    cases: [
      consumerCase(
        'openhook',
        'recognises',
        {
          kind: 'recognises',
          rows: ['OH-ENV-022'],
          served: [event, { says: 'a native payload', event: NATIVE, schema: 'native/claude-code/SessionEnd' }],
        },
        context,
      ),
      consumerCase(
        'openhook',
        'optional-members',
        {
          kind: 'same-exit',
          rows: ['OH-OPT-007'],
          served: [event, served('an event with empty data and extensions', { data: {}, extensions: {} })],
        },
        context,
      ),
      consumerCase(
        'openhook',
        'unknown-extensions',
        {
          kind: 'same-exit',
          rows: ['OH-OPT-009'],
          served: [
            event,
            served('an event with an extension that nobody knows', { extensions: { zzz: { deep: [1] } } }),
          ],
        },
        context,
      ),
      consumerCase('openhook', 'unknown-version', { kind: 'accepts', rows: ['OH-VER-005'], served: newer }, context),
      consumerCase(
        'openhook',
        'version-warning',
        { kind: 'warns', rows: ['OH-VER-006'], served: newer.slice(1), version: '99.0' },
        context,
      ),
      consumerCase(
        'openhook',
        'transcript',
        {
          kind: 'confidential',
          rows: ['OH-SEC-002'],
          served: [
            served('a session.end with its transcript', { data: { transcript_path: `${TRANSCRIPT_FOLDER}/t.jsonl` } }),
          ],
        },
        context,
        {
          files: [
            {
              area: 'tmp',
              path: 't.jsonl',
              content: `{"type":"user","message":{"role":"user","content":"${spoken.value}"}}\n`,
            },
          ],
          substitutions: [{ from: TRANSCRIPT_FOLDER, to: 'tmp' }],
          canaries: [spoken],
        },
      ),
      consumerCase('openhook', 'malformed', { kind: 'malformed', rows: [], served: noEvents({ ...EVENT }) }, context),
    ],
  };
}
