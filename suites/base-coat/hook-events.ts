/** Events that a Base Coat hook is given, sound ones and broken ones. */
import type { Stdin } from '../../harness/model/case.ts';
import { isObject, type JsonObject, type JsonValue } from '../../harness/model/json.ts';
import type { Subject } from '../../harness/model/subject.ts';
import { points } from './surfaces.ts';

export interface HookInput {
  readonly id: string;
  /** Completes "the hook is given …". */
  readonly says: string;
  readonly point: string;
  readonly stdin: Stdin;
  /** Not an event as section 4 has it: judged by section 8. */
  readonly broken: boolean;
  /** It is one JSON object. */
  readonly readable: boolean;
  /** It was made from the schema, and only one thing is wrong with it. */
  readonly generated?: boolean;
}

/** What every event that is not broken on purpose keeps. */
export const EVENT_SCHEMA = 'base-coat/1/event';

/** Points on which a tool is called. */
const TOOL_POINTS: readonly string[] = ['PreToolUse', 'PostToolUse'];

const CALL: JsonObject = { name: 'powershell', input: { command: 'npm test' } };
const DANGER: JsonObject = { name: 'powershell', input: { command: 'rm -rf /' } };

export function envelope(point: string, changes: JsonObject = {}): JsonObject {
  return {
    hook: point,
    timestamp: '2026-02-08T19:22:11Z',
    sessionId: 'sess_01JK3V9Q',
    agent: 'backend-dev',
    repository: 'acme/shop',
    branch: 'main',
    budget: { usedTokens: point === 'OnBudgetExceeded' ? 151_000 : 78_124, effectiveLimit: 160_000 },
    ...(TOOL_POINTS.includes(point) ? { tool: point === 'PreToolUse' ? CALL : { ...CALL, ...OUTCOME } } : {}),
    ...(point === 'OnError' ? { error: { message: 'the tool server is not there' } } : {}),
    ...changes,
  };
}

const OUTCOME: JsonObject = { output: 'all tests passed', success: true, durationMs: 6422 };

function sound(id: string, says: string, point: string, event: JsonObject): HookInput {
  return {
    id,
    says,
    point,
    stdin: {
      kind: 'payload',
      payload: event as unknown as JsonValue,
      newline: true,
      keeps: [{ schema: EVENT_SCHEMA }],
    },
    broken: false,
    readable: true,
  };
}

/** What may stand in an event of the points that the hook is registered for; all points where it declares none. */
export function soundEvents(subject: Subject): readonly HookInput[] {
  const declared = subject.events?.['*'];
  const names = points().map(({ basecoat }) => basecoat);
  return names
    .filter((name) => declared === undefined || declared.includes(name))
    .flatMap((point) => {
      const inputs = [
        sound(point, `an event of ${point}`, point, envelope(point)),
        sound(`${point}-least`, `an event of ${point} without what is optional`, point, least(point)),
        sound(
          `${point}-more`,
          `an event of ${point} with members that are new`,
          point,
          envelope(point, { surface: 'later', trace: { id: 1, parents: [null] } }),
        ),
      ];
      if (!TOOL_POINTS.includes(point)) return inputs;
      const failed = { ...CALL, output: 'exit 1: 3 tests failed', success: false, durationMs: 12 };
      return [
        ...inputs,
        sound(`${point}-danger`, `${point} of rm -rf`, point, envelope(point, { tool: DANGER })),
        ...(point === 'PostToolUse'
          ? [sound(`${point}-failed`, 'a tool that failed', point, envelope(point, { tool: failed }))]
          : []),
      ];
    });
}

/** Only what section 4 calls for everywhere, and the tool where there is one. */
function least(point: string): JsonObject {
  const { hook, timestamp, sessionId, tool } = envelope(point);
  return { hook, timestamp, sessionId, ...(tool === undefined ? {} : { tool: { name: 'powershell' } }) };
}

/** What no runtime should send and one day does (section 8): of the first point that the hook is registered for. */
export function brokenEvents(point: string): readonly HookInput[] {
  const event = envelope(point, { tool: CALL });
  const text = JSON.stringify(event);
  const bytes = (id: string, says: string, content: Buffer | string): HookInput => ({
    id: `broken-${id}`,
    says,
    point,
    stdin: { kind: 'bytes', bytes: Buffer.from(content) },
    broken: true,
    readable: false,
  });
  const json = (id: string, says: string, value: JsonValue): HookInput => ({
    ...bytes(id, says, `${JSON.stringify(value)}\n`),
    readable: isObject(value),
  });
  return [
    { id: 'broken-empty', says: 'empty stdin', point, stdin: { kind: 'empty' }, broken: true, readable: false },
    bytes('cut-off', 'JSON that is cut off', text.slice(0, text.length >> 1)),
    bytes('text', 'text that is no JSON', 'no event\n'),
    bytes('not-utf-8', 'bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x7d])),
    json('null', 'null instead of an event', null),
    json('array', 'an array instead of an event', []),
    json('types', 'members of other types', { ...event, hook: 7, sessionId: null, budget: 'all', tool: [] }),
    json('tool-type', 'a tool that is a text', { ...event, tool: 'powershell' }),
    json('nothing', 'an event without members', {}),
    json('no-hook', 'an event that names no hook point', { sessionId: 'sess_01JK3V9Q' }),
  ];
}
