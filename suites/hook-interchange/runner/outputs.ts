import type { JsonValue } from '../../../harness/model/json.ts';
import type { Probe } from '../../../harness/probes/probe.ts';
import { type Check, type Scenario, toolPayload } from './scenario.ts';

/** The canonical output schema (seed, section 4; upstream 5.1), timeouts (upstream 3.5) and the blocking classes of events. */

function check(requirements: string, expect: Check['expect'], says: string): Check {
  return { requirements: requirements.split(' '), expect, says };
}

const ALLOW: Check['expect'] = { kind: 'decision', any: ['allow'], warned: false };
const WARN_ALLOW: Check['expect'] = { kind: 'decision', any: ['allow'], warned: true };
const BLOCK: Check['expect'] = { kind: 'decision', any: ['block'] };

function prints(id: string, output: unknown, checks: readonly Check[], more: Partial<Scenario> = {}): Scenario {
  const stdout = JSON.stringify(output);
  return {
    id: `output/${id}`,
    title: `A hook that prints ${stdout}`,
    hooks: [{ probe: { name: 'probe', stdout } }],
    checks,
    ...more,
  };
}

const INPUT = { command: 'a', x: 1 };

function members(): Scenario[] {
  const payload = { tool_name: 'shell', native_tool_name: 'Bash', tool_input: INPUT, session_id: 's' };
  const rewritten = { kind: 'rewritten', input: { command: 'b' } } as const;
  const untouched = { kind: 'member', member: 'updated_input', holds: undefined } as const;
  return [
    prints('allow', { decision: 'allow' }, [check('HIF-OUT-002', ALLOW, 'decision may be allow')]),
    prints('deny', { decision: 'deny' }, [check('HIF-OUT-003', BLOCK, 'decision may be deny')]),
    prints('unknown-decision', { decision: 'block' }, [
      check(
        'HIF-OUT-006',
        { kind: 'decision', any: ['allow', 'block'], warned: true },
        'An unknown decision is never taken without a trace',
      ),
    ]),
    prints('empty', {}, [
      check('HIF-OUT-018', ALLOW, 'All members of the output are optional'),
      check('HIF-OUT-010', { kind: 'member', member: 'continue', holds: undefined }, 'continue defaults to true'),
    ]),
    prints('continue-false', { continue: false }, [
      check('HIF-OUT-011', { kind: 'member', member: 'continue', holds: false }, 'continue false stops the agent loop'),
    ]),
    ...['session_start', 'before_prompt'].map((event) =>
      prints(
        `context-${event}`,
        { context: 'word-c0de' },
        [
          check(
            'HIF-OUT-013',
            { kind: 'member', member: 'context', holds: 'word-c0de' },
            'context is injected into the conversation',
          ),
        ],
        { event, id: `output/context-${event}`, payload: { session_id: 's', prompt: 'hello' } },
      ),
    ),
    prints('advanced', { decision: 'allow', suppress_output: true, system_message: 'word-7a1e' }, [
      check('HIF-OUT-002', { kind: 'decision', any: ['allow'] }, 'decision may be allow, whatever stands beside it'),
      ...(
        [
          ['suppress_output', true],
          ['system_message', 'word-7a1e'],
        ] as const
      ).map(([member, holds]) =>
        check('HC-OUTPUT', { kind: 'member', member, holds }, `${member} of a hook's answer is passed on`),
      ),
    ]),
    prints('unknown-member', { decision: 'allow', zzz: 1 }, [
      check('HIF-OUT-019', { kind: 'decision', any: ['allow'] }, 'Unknown members of the output are ignored'),
    ]),
    prints('unknown-member-denied', { decision: 'deny', zzz: 1 }, [
      check('HIF-OUT-019', BLOCK, 'Unknown members of the output are ignored, and the decision beside them is not'),
    ]),
    prints(
      'rewrite',
      { decision: 'allow', updated_input: { command: 'b' } },
      [check('HIF-OUT-015', rewritten, 'updated_input replaces the tool arguments as a whole')],
      { payload },
    ),
    prints(
      'rewrite-denied',
      { decision: 'deny', updated_input: { command: 'b' } },
      [check('HIF-DEC-002', BLOCK, 'A denial with rewritten input is a denial')],
      { payload },
    ),
    {
      id: 'output/rewrite-blocked',
      title: 'A hook that prints rewritten input and exits 2',
      hooks: [{ probe: { name: 'probe', exit: 2, stdout: '{"updated_input":{"command":"b"}}' } }],
      payload,
      checks: [check('HIF-OUT-015', untouched, 'updated_input is never applied to a blocked call')],
    },
  ];
}

function timed(
  id: string,
  handler: Scenario['hooks'][number]['handler'],
  blocking: boolean,
  checks: readonly Check[],
): Scenario {
  return {
    id: `timeout/${id}`,
    title: `A hook that takes longer than its timeout, ${id}`,
    hooks: [{ probe: { name: 'probe', sleepMs: 5000 }, hook: { blocking }, handler: { timeout: 1, ...handler } }],
    checks,
    hangs: true,
  };
}

function timeouts(): Scenario[] {
  const soon = { kind: 'time', fromMs: 700, toMs: 4500, cut: 'probe' } as const;
  return [
    timed('default', {}, true, [
      check('HIF-TMO-004 HIF-TMO-010', WARN_ALLOW, 'A timeout is a warning unless timeout_action says otherwise'),
      check('HIF-TMO-004', soon, 'A hook is given as many seconds as its timeout says'),
    ]),
    timed('warn', { timeout_action: 'warn' }, true, [
      check('HIF-TMO-005', WARN_ALLOW, 'With warn a timeout is handled like exit 1'),
    ]),
    timed('block', { timeout_action: 'block' }, true, [
      check('HIF-TMO-006', BLOCK, 'With block a timeout is handled like exit 2'),
    ]),
    timed('block-observing', { timeout_action: 'block' }, false, [
      check('HIF-TMO-007', WARN_ALLOW, 'A timeout of a hook that is not blocking is only a warning'),
    ]),
    {
      id: 'timeout/stubborn',
      title: 'A hook that ignores the request to end, with a child of its own',
      hooks: [
        {
          probe: { name: 'probe', sleepMs: 16_000, beats: true, ignoresTerm: true, childBeatsMs: 16_000 },
          handler: { timeout: 1 },
        },
      ],
      lingerMs: 4000,
      checks: [
        check('HIF-TMO-008', { kind: 'time', fromMs: 0, toMs: 10_000 }, 'Timeouts are enforced'),
        check(
          'HIF-TMO-009',
          { kind: 'stopped', probe: 'probe', byMs: 3500 },
          'The process of a hook that timed out is ended',
        ),
      ],
      hangs: true,
    },
    {
      id: 'timeout/zero',
      title: 'A hook with timeout 0 that takes a second',
      hooks: [{ probe: { name: 'probe', sleepMs: 1000 }, handler: { timeout: 0 } }],
      checks: [
        check('HIF-TMO-002', { kind: 'decision', any: ['allow'] }, 'timeout 0 means the default of the implementation'),
        check('HIF-TMO-002', { kind: 'ended', probe: 'probe' }, 'timeout 0 does not end a hook at once'),
      ],
    },
    {
      id: 'timeout/within',
      title: 'A hook that answers within its timeout of 3 seconds',
      hooks: [{ probe: { name: 'probe', sleepMs: 1200, exit: 2 }, handler: { timeout: 3 } }],
      checks: [check('HIF-EXIT-006', BLOCK, 'A hook that answers within its timeout is heard')],
    },
    {
      id: 'timeout/fraction',
      title: 'A hook with a timeout of half a second that takes five seconds',
      hooks: [{ probe: { name: 'probe', sleepMs: 5000 }, handler: { timeout: 0.5 } }],
      checks: [
        check(
          'HIF-HND-021',
          { kind: 'time', fromMs: 300, toMs: 4500, cut: 'probe' },
          'timeout is a number of seconds, fractions too',
        ),
      ],
      hangs: true,
    },
    {
      id: 'timeout/long',
      title: 'A hook with a timeout of more than half an hour that takes three seconds',
      hooks: [{ probe: { name: 'probe', sleepMs: 3000, exit: 2 }, handler: { timeout: 2000 } }],
      checks: [check('HIF-HND-021', BLOCK, 'timeout is a number of seconds, large ones too')],
    },
    {
      id: 'timeout/thirty-seconds',
      title: 'A hook without timeout that takes longer than 30 seconds',
      hooks: [{ probe: { name: 'probe', sleepMs: 42_000 } }],
      timeoutMs: 60_000,
      hangs: true,
      checks: [
        check(
          'HIF-HND-023',
          { kind: 'time', fromMs: 25_000, toMs: 41_000, cut: 'probe' },
          'timeout defaults to 30 seconds',
        ),
        check('HIF-TMO-001', { kind: 'time', fromMs: 0, toMs: 41_500, cut: 'probe' }, 'A default timeout applies'),
      ],
    },
  ];
}

/** What a blocking hook that exits 2 does to each core event. */
function events(): Scenario[] {
  const core = [
    'before_tool_execute',
    'after_tool_execute',
    'session_start',
    'session_end',
    'before_prompt',
    'agent_stop',
  ];
  const observed = ['after_tool_execute', 'session_start', 'session_end'];
  const answers = [
    ['denied', 'deny'],
    ['unknown', 'block'],
  ] as const;
  const denied = observed.flatMap((event) =>
    answers.map(
      ([id, decision]): Scenario => ({
        id: `event/${event}-${id}`,
        title: `A blocking hook on ${event} that prints the decision ${decision}`,
        event,
        hooks: [{ probe: { name: 'probe', stdout: JSON.stringify({ decision }) } }],
        checks: [
          check(
            'HIF-EVT-052',
            { kind: 'decision', any: ['allow', 'ask'] },
            `A hook that denies does not undo ${event}`,
          ),
        ],
      }),
    ),
  );
  const exits = core.map((event, at): Scenario => {
    const id = `HIF-EVT-${String(at + 2).padStart(3, '0')}`;
    const blocks: Check[] = observed.includes(event)
      ? [check('HIF-EVT-052', { kind: 'decision', any: ['allow', 'ask'] }, `A blocking hook does not undo ${event}`)]
      : event === 'before_prompt'
        ? [check('HIF-EVT-053', BLOCK, 'A blocking hook on before_prompt can reject the input')]
        : [];
    return {
      id: `event/${event}`,
      title: `A blocking hook on ${event} that exits 2`,
      event,
      hooks: [
        { probe: { name: 'probe', exit: 2 } },
        { probe: { name: 'other' }, hook: { event: event === 'session_end' ? 'session_start' : 'session_end' } },
      ],
      checks: [
        check(id, { kind: 'ran', probes: ['probe'] }, `Hooks on ${event} run when it happens, and no others`),
        ...blocks,
      ],
    };
  });
  return [...exits, ...denied];
}

/** One hook of two tools, that lists capabilities for the second only: whatever it lists, both calls come to the same. */
function listed(provider: string): Scenario[] {
  const answers: readonly (readonly [string, Omit<Probe, 'name'>])[] = [
    ['block', { exit: 2 }],
    ['denial', { stdout: '{"decision":"deny","reason":"r"}' }],
    ['rewrite', { stdout: '{"updated_input":{"command":"git log"}}' }],
    ['context', { stdout: '{"context":"c","system_message":"s","suppress_output":true}' }],
  ];
  const lists: readonly (readonly [string, JsonValue])[] = [
    ['empty', []],
    ['wrong', ['llm_evaluated']],
  ];
  return answers.flatMap(([answer, probe]) =>
    lists.map(
      ([list, capabilities]): Scenario => ({
        id: `capabilities/${answer}-${list}`,
        title: `A hook that lists ${JSON.stringify(capabilities)} as its capabilities, and one that lists none (${answer})`,
        hooks: [
          { probe: { name: 'none', ...probe }, hook: { matcher: 'shell' } },
          { probe: { name: 'some', ...probe }, hook: { matcher: 'file_read', capabilities } },
        ],
        payload: toolPayload('shell', provider),
        again: [{ payload: toolPayload('file_read', provider) }],
        provider,
        checks: [
          check('HIF-HK-020', { kind: 'same-outcome' }, 'What a hook lists as its capabilities changes nothing'),
        ],
      }),
    ),
  );
}

export function outputScenarios(provider: string): readonly Scenario[] {
  return [...members(), ...timeouts(), ...events(), ...listed(provider)];
}
