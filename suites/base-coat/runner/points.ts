import type { JsonObject } from '../../../harness/model/json.ts';
import { availability, type BaseCoatSurface, keyOf, NATIVE, points, SURFACES } from '../surfaces.ts';
import { type Check, check, type Scenario } from './scenario.ts';

/** Hook points (section 2), where they are available, and what a hook is told of them (section 4, Event Envelope). */

/** Surfaces on which the point can be raised. */
function surfacesWith(point: string): readonly BaseCoatSurface[] {
  return SURFACES.filter((surface) => availability(point, surface) === 'yes');
}

function fires(): Scenario[] {
  return points().map(({ basecoat, requirements, fires: when }): Scenario => {
    const other = basecoat === 'SessionStart' ? 'PreToolUse' : 'SessionStart';
    return {
      id: `point/${basecoat}`,
      title: `A hook on ${basecoat} and one on ${other}, when ${when}`,
      on: surfacesWith(basecoat),
      event: { hook: basecoat },
      hooks: [{ probe: { name: 'probe' } }, { probe: { name: 'other' }, point: other }],
      checks: [
        check(requirements.fires, { kind: 'ran', probes: ['probe'] }, `Hooks on ${basecoat} run once, and no others`),
        check(
          'BC-ENV-002',
          { kind: 'envelope', rule: 'hook', probe: 'probe' },
          'The event names its hook point by its Base Coat name',
        ),
      ],
    };
  });
}

/** Every point in a native file of every platform. */
function support(): Scenario[] {
  return NATIVE.flatMap((surface) =>
    points().map(({ basecoat, requirements }): Scenario => {
      const available = availability(basecoat, surface);
      const key = keyOf(basecoat, surface);
      const extension = key === basecoat && available === 'no' && !/^Subagent/.test(basecoat);
      const rows = extension ? `${requirements.support} BC-HP-057` : requirements.support;
      const says =
        available === 'no'
          ? `${surface} does not fire ${basecoat}`
          : `${basecoat} is available on ${surface} as ${key}`;
      const checks: readonly Check[] =
        available === 'disputed'
          ? [
              check(
                rows,
                { kind: 'noticed', probe: 'probe', orRun: true },
                'A hook on a point that is in dispute harms nobody',
              ),
            ]
          : available === 'no'
            ? [check(rows, { kind: 'noticed', probe: 'probe' }, says)]
            : [check(rows, { kind: 'ran', probes: ['probe'] }, says)];
      return {
        id: `support/${basecoat}`,
        title: `A native file for ${surface} with a hook under ${key}`,
        on: [surface],
        event: { hook: basecoat },
        hooks: [{ probe: { name: 'probe' } }],
        checks,
      };
    }),
  );
}

const ENVELOPE: readonly (readonly [string, Extract<Check['expect'], { kind: 'envelope' }>['rule'], string])[] = [
  ['BC-ENV-001', 'object', 'The event on stdin is one JSON object'],
  ['BC-ENV-002', 'hook', 'hook is there and names a hook point'],
  ['BC-ENV-003', 'timestamp', 'timestamp is there and is a time'],
  ['BC-ENV-004', 'sessionId', 'sessionId is there'],
  ['BC-ENV-005', 'agent', 'agent is a text'],
  ['BC-ENV-006', 'repository', 'repository is owner and name'],
  ['BC-ENV-007', 'branch', 'branch is a text'],
  ['BC-ENV-008', 'budget', 'budget holds numbers'],
  ['BC-ENV-009', 'tokens', 'Numbers of tokens are not negative'],
  ['BC-ENV-014', 'camelCase', 'Names are camelCase'],
  ['BC-ENV-015', 'types', 'hook, timestamp and sessionId have their types'],
];

function envelopes(): Scenario[] {
  const shared = ENVELOPE.map(([id, rule, says]) => check(id, { kind: 'envelope', rule }, says));
  const named = check('BC-ENV-010', { kind: 'envelope', rule: 'tool' }, 'A tool hook is told the name of the tool');
  const outcome = check('BC-ENV-011', { kind: 'envelope', rule: 'outcome' }, 'The outcome of a call has its types');
  const bare = {
    agent: undefined,
    repository: undefined,
    branch: undefined,
    budget: undefined,
  };
  const one = (id: string, event: JsonObject, checks: readonly Check[]): Scenario => ({
    id: `envelope/${id}`,
    title: `A hook that stores its stdin, ${id}`,
    event,
    hooks: [{ probe: { name: 'probe' } }],
    checks,
  });
  return [
    one('before-a-call', {}, [...shared, named]),
    one('after-a-call', { hook: 'PostToolUse' }, [...shared, named, outcome]),
    one('session-start', { hook: 'SessionStart' }, shared),
    one('prompt', { hook: 'UserPromptSubmitted', prompt: 'Say hello' }, shared),
    one('few-members', { ...bare, hook: 'PostToolUse', tool: { name: 'powershell' } }, [...shared, named, outcome]),
    ...SURFACES.filter((surface) => surface !== 'claude-code').map(
      (surface): Scenario => ({
        id: 'envelope/platform-name',
        title: 'SessionEnd, which native files call Stop',
        on: [surface],
        event: { hook: 'SessionEnd' },
        hooks: [{ probe: { name: 'probe' } }],
        checks: [
          check(
            'BC-ENV-012',
            { kind: 'envelope', rule: 'session-end' },
            'hook is the Base Coat name even where the platform has another',
          ),
        ],
      }),
    ),
    {
      id: 'envelope/one-session',
      title: 'Three events of one session',
      event: { hook: 'SessionStart' },
      more: [{ hook: 'PreToolUse' }, { hook: 'PostToolUse' }],
      hooks: [
        { probe: { name: 'start' }, point: 'SessionStart' },
        { probe: { name: 'pre' }, point: 'PreToolUse' },
        { probe: { name: 'post' }, point: 'PostToolUse' },
      ],
      checks: [
        check('BC-ENV-013', { kind: 'envelope', rule: 'one-session' }, 'sessionId stays the same throughout a session'),
      ],
    },
  ];
}

export function pointScenarios(): readonly Scenario[] {
  return [...fires(), ...support(), ...envelopes()];
}
