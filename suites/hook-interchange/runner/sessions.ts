import type { JsonObject } from '../../../harness/model/json.ts';
import { type Check, type Decision, type Scenario, toolPayload } from './scenario.ts';

/** Several events in one job, one outcome a line: each event is decided by its own hooks alone. For runners that support it. */

function check(requirements: string, expect: Check['expect'], says: string): Check {
  return { requirements: requirements.split(' '), expect, says };
}

interface Step {
  readonly event: string;
  readonly payload?: JsonObject;
  readonly any: readonly Decision[];
}

const OPEN: readonly Decision[] = ['allow'];
const SHUT: readonly Decision[] = ['block'];

function session(
  id: string,
  title: string,
  hooks: Scenario['hooks'],
  steps: readonly Step[],
  requirements: string,
  says: string,
  ran: Check,
): Scenario {
  return {
    id: `session/${id}`,
    title,
    hooks,
    job: {
      event: undefined,
      payload: undefined,
      events: steps.map(({ event, payload }) => ({ event, payload: payload ?? { session_id: 'session-1' } })),
    },
    checks: [check(requirements, { kind: 'outcomes', any: steps.map(({ any }) => any) }, says), ran],
  };
}

export function sessionScenarios(provider: string): readonly Scenario[] {
  const call = (tool: string, any: readonly Decision[]): Step => ({
    event: 'before_tool_execute',
    payload: toolPayload(tool, provider),
    any,
  });
  return [
    session(
      'core-events',
      'A session of five events in one job',
      [
        { probe: { name: 'end' }, hook: { event: 'session_end', blocking: false } },
        { probe: { name: 'start' }, hook: { event: 'session_start', blocking: false } },
        { probe: { name: 'after' }, hook: { event: 'after_tool_execute', blocking: false } },
        { probe: { name: 'before', exit: 2 }, hook: { matcher: 'shell' } },
      ],
      [
        { event: 'session_start', any: OPEN },
        call('shell', SHUT),
        call('file_read', OPEN),
        { event: 'after_tool_execute', payload: toolPayload('file_read', provider), any: OPEN },
        { event: 'session_end', any: OPEN },
      ],
      'HIF-EXIT-006 HIF-MAT-001',
      'Each event of a session has an outcome of its own, and a block holds for its own call',
      check(
        'HIF-EVT-002 HIF-EVT-003 HIF-EVT-004 HIF-EVT-005',
        { kind: 'order', probes: ['start', 'before', 'after', 'end'] },
        'The hooks of each event run when it happens',
      ),
    ),
    session(
      'prompts',
      'Two prompts of which the hook rejects both, and the end of the turn',
      [
        { probe: { name: 'prompt', exit: 2 }, hook: { event: 'before_prompt' } },
        { probe: { name: 'stop' }, hook: { event: 'agent_stop', blocking: false } },
      ],
      [
        { event: 'before_prompt', payload: { session_id: 'session-1', prompt: 'one' }, any: SHUT },
        { event: 'agent_stop', any: OPEN },
        { event: 'before_prompt', payload: { session_id: 'session-1', prompt: 'two' }, any: SHUT },
      ],
      'HIF-EVT-053 HIF-EXIT-006',
      'A hook is asked again for each event',
      check(
        'HIF-EVT-006 HIF-EVT-007',
        { kind: 'order', probes: ['prompt', 'stop', 'prompt'] },
        'The hooks of each event run when it happens',
      ),
    ),
    session(
      'denial-then-allow',
      'A call that a hook denies, and one after it that no hook is for',
      [{ probe: { name: 'guard', stdout: '{"decision":"deny","reason":"no"}' }, hook: { matcher: 'shell' } }],
      [call('shell', SHUT), call('web_fetch', OPEN), call('shell', SHUT)],
      'HIF-EXIT-002 HIF-OUT-003',
      'A denial holds for its own call, each time',
      check(
        'HIF-MAT-001',
        { kind: 'order', probes: ['guard', 'guard'] },
        'A bare matcher selects the calls of its tool, each time',
      ),
    ),
  ];
}
