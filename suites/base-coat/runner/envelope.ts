import { isObject } from '../../../harness/model/json.ts';
import { points } from '../surfaces.ts';

/** A rule about the event that a hook is given (section 4, Event Envelope). */
export type EnvelopeRule =
  | 'object'
  | 'hook'
  | 'timestamp'
  | 'sessionId'
  | 'agent'
  | 'repository'
  | 'branch'
  | 'budget'
  | 'tokens'
  | 'tool'
  | 'outcome'
  | 'camelCase'
  | 'types'
  | 'failed'
  | 'session-end'
  | 'one-session';

interface Rule {
  readonly expected: string;
  /** What is wrong with the event; undefined where nothing is. */
  readonly fault: (event: Readonly<Record<string, unknown>>) => string | undefined;
}

type Event = Readonly<Record<string, unknown>>;

const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function wrong(name: string, value: unknown, ok: boolean): string | undefined {
  return ok ? undefined : `${name} is ${shown(value)}`;
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && DATE_TIME.test(value) && !Number.isNaN(Date.parse(value));
}

const optional =
  (name: string, ok: (value: unknown) => boolean) =>
  (event: Event): string | undefined =>
    wrong(name, event[name], event[name] === undefined || ok(event[name]));

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';

/** Is a member of an object absent, or as it should be? */
function inside(
  event: Event,
  name: string,
  members: Readonly<Record<string, (value: unknown) => boolean>>,
): string | undefined {
  const value = event[name];
  if (value === undefined) return undefined;
  if (!isObject(value)) return wrong(name, value, false);
  for (const [member, ok] of Object.entries(members)) {
    const found = wrong(`${name}.${member}`, value[member], value[member] === undefined || ok(value[member]));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** snake_case spellings of the envelope's own members. */
const SNAKE = [
  'session_id',
  'hook_name',
  'hook_event_name',
  'used_tokens',
  'effective_limit',
  'duration_ms',
  'tool_name',
];

const RULES: Readonly<Record<EnvelopeRule, Rule>> = {
  hook: {
    expected: 'hook, one of the hook points',
    fault: (event) =>
      wrong(
        'hook',
        event['hook'],
        points().some(({ basecoat }) => basecoat === event['hook']),
      ),
  },
  timestamp: {
    expected: 'timestamp, an RFC 3339 time stamp',
    fault: (event) => wrong('timestamp', event['timestamp'], isTime(event['timestamp'])),
  },
  sessionId: {
    expected: 'sessionId, a text',
    fault: (event) => wrong('sessionId', event['sessionId'], isText(event['sessionId']) && event['sessionId'] !== ''),
  },
  agent: { expected: 'agent absent or a text', fault: optional('agent', isText) },
  repository: {
    expected: 'repository absent or owner/name',
    fault: optional('repository', (value) => typeof value === 'string' && /^[^/\s]+\/[^/\s]+$/.test(value)),
  },
  branch: { expected: 'branch absent or a text', fault: optional('branch', isText) },
  budget: {
    expected: 'budget absent, or an object of numbers',
    fault: (event) => inside(event, 'budget', { usedTokens: isNumber, effectiveLimit: isNumber }),
  },
  tokens: {
    expected: 'tokens that are not negative',
    fault: (event) => {
      const positive = (value: unknown): boolean => typeof value !== 'number' || value >= 0;
      return isObject(event['budget'])
        ? inside(event, 'budget', { usedTokens: positive, effectiveLimit: positive })
        : undefined;
    },
  },
  tool: {
    expected: 'tool with its name',
    fault: (event) => {
      const tool = event['tool'];
      return wrong('tool', tool, isObject(tool) && isText(tool['name']));
    },
  },
  outcome: {
    expected: 'tool.success a boolean and tool.durationMs a number',
    fault: (event) => inside(event, 'tool', { success: (value) => typeof value === 'boolean', durationMs: isNumber }),
  },
  camelCase: {
    expected: 'names in camelCase',
    fault: (event) => {
      const members = [event, event['tool'], event['budget']].filter(isObject).flatMap((one) => Object.keys(one));
      const snake = members.find((name) => SNAKE.includes(name));
      return snake === undefined ? undefined : `a member is called ${snake}`;
    },
  },
  types: {
    expected: 'hook and sessionId texts, timestamp a date and time',
    fault: (event) =>
      optional('hook', isText)(event) ?? optional('sessionId', isText)(event) ?? optional('timestamp', isTime)(event),
  },
  /** One JSON object: decided before any other rule. */
  object: { expected: 'one JSON object on stdin', fault: () => undefined },
  failed: {
    expected: 'tool.success false',
    fault: (event) => {
      const tool = event['tool'];
      return wrong(
        'tool.success',
        isObject(tool) ? tool['success'] : undefined,
        isObject(tool) && tool['success'] === false,
      );
    },
  },
  'session-end': {
    expected: 'hook SessionEnd',
    fault: (event) => wrong('hook', event['hook'], event['hook'] === 'SessionEnd'),
  },
  'one-session': {
    expected: 'sessionId sess-4711 throughout the session',
    fault: (event) => wrong('sessionId', event['sessionId'], event['sessionId'] === 'sess-4711'),
  },
};

/** What an event on a hook's stdin lacks under one rule, and what was expected; undefined where it is in order. */
export function envelopeFault(rule: EnvelopeRule, stdin: string): { expected: string; actual: string } | undefined {
  const { expected, fault } = RULES[rule];
  let event: unknown;
  try {
    event = JSON.parse(stdin);
  } catch {
    return { expected, actual: stdin.trim() === '' ? 'nothing on stdin' : `no JSON on stdin: ${stdin.slice(0, 80)}` };
  }
  if (!isObject(event)) return { expected, actual: `stdin is ${shown(event)}` };
  const actual = fault(event);
  return actual === undefined ? undefined : { expected, actual };
}
