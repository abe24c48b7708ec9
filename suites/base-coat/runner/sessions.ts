import type { JsonObject } from '../../../harness/model/json.ts';
import { answering } from './responses.ts';
import { check, type HookSpec, type Scenario } from './scenario.ts';

/** Traces over several events (sections 2, 6 and 8), with one process for each event or, where it is supported, one session. */

function onEach(...points: string[]): HookSpec[] {
  return points.map((point) => ({ probe: { name: point }, point }));
}

/** Traces that any runner can be put to, one event at a time. */
function traces(): Scenario[] {
  const slow = 900;
  return [
    {
      id: 'trace/one-start',
      title: 'The start of a session and three prompts',
      event: { hook: 'SessionStart' },
      more: [1, 2, 3].map(() => ({ hook: 'UserPromptSubmitted', prompt: 'Go on' })),
      hooks: onEach('SessionStart'),
      checks: [check('BC-HP-052', { kind: 'ran', probes: ['SessionStart'] }, 'SessionStart runs once per session')],
    },
    {
      id: 'trace/failed-call',
      title: 'A tool call that failed',
      event: {
        hook: 'PostToolUse',
        tool: { name: 'powershell', success: false, durationMs: 12, input: {}, output: 'no' },
      },
      hooks: onEach('PostToolUse'),
      checks: [
        check(
          'BC-HP-053',
          { kind: 'envelope', rule: 'failed', probe: 'PostToolUse' },
          'PostToolUse also runs when the tool failed',
        ),
      ],
    },
    ...(
      [
        ['BC-HP-054', 'UserPromptSubmitted', 'The prompt hook ends before a tool can be called'],
        ['BC-HP-055', 'PreToolUse', 'The hook before a call ends before the call can be sent'],
        ['BC-HP-056', 'SubagentStop', 'The hook ends before the parent goes on'],
      ] as const
    ).map(
      ([id, point, says]): Scenario => ({
        id: `trace/awaited-${point}`,
        title: `A hook on ${point} that takes ${slow} ms`,
        event: { hook: point },
        hooks: [{ probe: { name: 'slow', sleepMs: slow } }],
        checks: [check(id, { kind: 'awaited', probe: 'slow', ms: slow }, says)],
      }),
    ),
  ];
}

/** The control loop of section 8. */
const FLOW = [
  'SessionStart',
  'PreToolUse',
  'PostToolUse',
  'OnBudgetExceeded',
  'PreCompact',
  'PostCompact',
  'SessionEnd',
];

/** The budget of an event: so many percent of what may be used. */
function used(percent: number): JsonObject {
  return { hook: 'PostToolUse', budget: { usedTokens: percent * 1000, effectiveLimit: 100_000 } };
}

/** Traces that need a runner that keeps a session. */
function sessions(): Scenario[] {
  const lines = (points: readonly string[]): Pick<Scenario, 'event' | 'more' | 'session'> => {
    const [first = 'SessionStart', ...rest] = points;
    return { event: { hook: first }, more: rest.map((hook) => ({ hook })), session: true };
  };
  return [
    {
      id: 'session/flow',
      title: 'A session as section 8 tells it',
      ...lines(['SessionStart', 'PreToolUse', 'PostToolUse', 'PreToolUse', 'PostToolUse', ...FLOW.slice(3)]),
      hooks: onEach(...FLOW),
      checks: [
        ...FLOW.slice(1).map((point, at) =>
          check(
            'BC-INT-007',
            { kind: 'before', first: FLOW[at] ?? '', next: point },
            `${FLOW[at] ?? ''} comes before ${point}`,
          ),
        ),
        check('BC-HP-052', { kind: 'before', first: 'SessionStart', next: 'PreToolUse' }, 'A session starts first'),
        check('BC-RUN-005', { kind: 'shape' }, 'Every event is answered in the same shape'),
      ],
    },
    {
      id: 'session/prompts',
      title: 'A session with three prompts and a tool call',
      ...lines([
        'SessionStart',
        'UserPromptSubmitted',
        'PreToolUse',
        'PostToolUse',
        'UserPromptSubmitted',
        'UserPromptSubmitted',
      ]),
      hooks: onEach('SessionStart', 'PreToolUse').concat([
        { probe: { name: 'prompt', sleepMs: 200 }, point: 'UserPromptSubmitted' },
        { probe: { name: 'PostToolUse' }, point: 'PostToolUse' },
      ]),
      checks: [
        check('BC-HP-052', { kind: 'at-most', probe: 'SessionStart', times: 1 }, 'SessionStart runs once per session'),
        check(
          'BC-HP-054',
          { kind: 'before', first: 'prompt', next: 'PreToolUse' },
          'The prompt comes before its tool calls',
        ),
        check(
          'BC-HP-055',
          { kind: 'before', first: 'PreToolUse', next: 'PostToolUse' },
          'The hook before a call comes before the call',
        ),
        check('BC-ENV-013', { kind: 'envelope', rule: 'one-session' }, 'sessionId stays the same throughout a session'),
      ],
    },
    {
      id: 'session/sub-agent',
      title: 'A sub-agent that stops, and the parent that goes on',
      ...lines(['SubagentStart', 'SubagentStop', 'PreToolUse']),
      hooks: [
        { probe: { name: 'start' }, point: 'SubagentStart' },
        { probe: { name: 'stop', sleepMs: 500 }, point: 'SubagentStop' },
        { probe: { name: 'next' }, point: 'PreToolUse' },
      ],
      checks: [
        check(
          'BC-HP-056',
          { kind: 'before', first: 'stop', next: 'next' },
          'SubagentStop ends before the parent goes on',
        ),
      ],
    },
    {
      id: 'session/rotation',
      title: 'A budget that is exceeded, and the rotation that follows',
      ...lines(['OnBudgetExceeded', 'PreCompact', 'SessionEnd', 'SessionStart', 'PostCompact']),
      hooks: [
        answering('budget', { action: 'block', reason: 'rotate now' }, { point: 'OnBudgetExceeded' }),
        ...onEach('PreCompact', 'SessionEnd', 'SessionStart', 'PostCompact'),
      ],
      checks: [
        check('BC-INT-006', { kind: 'action', any: ['block'] }, 'An exceeded budget can block further work', 0),
        check(
          'BC-INT-006',
          { kind: 'before', first: 'budget', next: 'PreCompact' },
          'OnBudgetExceeded comes before PreCompact',
        ),
        check('BC-INT-006', { kind: 'action', any: ['passThrough'] }, 'A block does not reach into the next session'),
      ],
    },
    {
      id: 'session/budget',
      title: 'Events of a session at 69, 71 and 81 percent of its budget',
      event: used(69),
      more: [used(71), used(81)],
      session: true,
      hooks: [{ probe: { name: 'budget' }, point: 'OnBudgetExceeded' }],
      checks: [
        check(
          'BC-DEF-005',
          { kind: 'budget', probe: 'budget' },
          'Budget use warns at about 70 % and rotates by about 80 %',
        ),
      ],
    },
    {
      id: 'session/broken-start',
      title: 'A session whose first hook dies',
      ...lines(['SessionStart', 'PreToolUse']),
      hooks: [
        { probe: { name: 'broken', kill: 'KILL' }, point: 'SessionStart' },
        answering('after', { action: 'injectContext', additionalContext: ['later-2d'] }, { point: 'PreToolUse' }),
      ],
      checks: [
        check('BC-ERR-001', { kind: 'context', holds: ['later-2d'] }, 'Later events still work'),
        check(
          'BC-ERR-010',
          { kind: 'action', any: ['passThrough'] },
          'A session starts although its first hook failed',
          0,
        ),
      ],
      hangs: true,
    },
  ];
}

export function traceScenarios(): readonly Scenario[] {
  return traces();
}

export function sessionScenarios(): readonly Scenario[] {
  return sessions();
}
