/** What is said of the events of native sessions: identity and the events of one call, each kept and broken by few payloads. */
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../harness/model/json.ts';
import { inShort } from '../approved.ts';
import type { Emission } from '../emissions.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { fixtureOf } from '../testing.ts';
import { judgeSessions } from './session-rules.ts';

type Document = Readonly<Record<string, unknown>>;

const event = (type: unknown, more: Document = {}): Document => ({
  type,
  time: '2026-02-08T19:22:11Z',
  session_id: 'm',
  ...more,
});

/** A payload of Claude Code, and what came of it. */
function step(name: string, stdin: Readonly<Record<string, JsonValue>>, ...events: readonly Document[]): Emission {
  return {
    fixture: fixtureOf('claude-code', name, { session_id: 'native', ...stdin }),
    events: events.map((value, index) => ({ value, text: JSON.stringify(value), spawn: 0, line: index + 1 })),
    valid: events.map(() => true),
    garbled: false,
    end: { kind: 'exit', code: 0 },
  };
}

function said(...steps: readonly Emission[]): readonly string[] {
  const verdicts = new Verdicts();
  judgeSessions(steps, verdicts);
  return [...inShort(verdicts.findings())];
}

describe('OH-ENV-020: one session_id for one native session', () => {
  const asked = (...events: readonly Document[]): Emission => step('UserPromptSubmit', {}, ...events);
  const second = (...events: readonly Document[]): Emission =>
    step('UserPromptSubmit', { session_id: 'second' }, ...events);
  const unnamed = (...events: readonly Document[]): Emission => {
    const one = step('UserPromptSubmit', {}, ...events);
    return { ...one, fixture: { ...one.fixture, stdin: { prompt: 'hi' } } };
  };
  const sub = (...events: readonly Document[]): Emission => step('UserPromptSubmit', { agent_id: 'a' }, ...events);
  const M = event('prompt.submit');
  const N = event('prompt.submit', { session_id: 'n' });
  test.each([
    ['one value', '+', [asked(M), asked(M)]],
    ['two values', '!', [asked(M), asked(N)]],
    ['two values of one payload', '!', [asked(M, N)]],
    ['two sessions', '+', [asked(M), second(N)]],
    ['two sessions under one value', '!', [asked(M), second(M)]],
    ['a session of which nothing came', '+', [asked(M), second()]],
    ['nothing', '', [asked()]],
    ['values that are no texts', '', [asked(event('prompt.submit', { session_id: 7 }))]],
    ['a value that is no text beside one that is', '+', [asked(M), asked(event('x', { session_id: 7 }))]],
    ['payloads that name no session', '', [unnamed(M), unnamed(N)]],
    ['a sub-agent with its own', '+', [asked(M), sub(N)]],
    ['a sub-agent alone', '', [sub(M), sub(N)]],
  ] as const)('%s: "%s"', (_, expected, steps) => {
    expect(said(...steps)).toEqual(expected === '' ? [] : [`${expected}OH-ENV-020`]);
  });
});

describe('the events of one call', () => {
  const call = { tool_name: 'Write', tool_use_id: 'c1', tool_input: { file_path: '/a' } };
  const made = (type: string, id: unknown, time?: unknown): Document =>
    event(type, { data: { tool_call_id: id }, ...(time === undefined ? {} : { time }) });
  const start = (id: unknown = 'c1', time?: unknown): Document => made('tool.start', id, time);
  const end = (id: unknown = 'c1', time?: unknown): Document => made('tool.end', id, time);
  const wrote = (id: unknown): Document => made('file.write', id);
  const other = event('prompt.submit');
  const pre = (...events: readonly Document[]): Emission => step('PreToolUse', call, ...events);
  const post = (...events: readonly Document[]): Emission => step('PostToolUse', call, ...events);
  const of = (name: string, more: Readonly<Record<string, JsonValue>>, ...events: readonly Document[]): Emission =>
    step(name, { ...call, ...more }, ...events);
  const nameless = { tool_use_id: null, tool_name: null };
  const without = (name: string, tool: string, ...events: readonly Document[]): Emission =>
    step(name, { tool_name: tool, tool_input: {} }, ...events);

  const sound = ['+OH-DAT-024', '+OH-EVT-007'];
  test.each([
    ['one id', sound, [pre(start()), post(end())]],
    ['a failed call', sound, [pre(start()), of('PostToolUseFailure', {}, end())]],
    ['beside other events', sound, [pre(other, start()), post(other, end())]],
    ['two ids', ['!OH-DAT-024', '+OH-EVT-007'], [pre(start()), post(end('c2'))]],
    ['no id at the start', ['+OH-EVT-007'], [pre(event('tool.start')), post(end())]],
    ['no id at the end', ['+OH-EVT-007'], [pre(start()), post(event('tool.end'))]],
    ['an end a second later', sound, [pre(start('c1', '2026-02-08T19:22:10Z')), post(end())]],
    [
      'an end a second earlier',
      ['!OH-EVT-007', '+OH-DAT-024'],
      [pre(start('c1', '2026-02-08T19:22:12Z')), post(end())],
    ],
    ['a start without a time', ['+OH-DAT-024'], [pre(start('c1', 'now')), post(end())]],
    ['an end without a time', ['+OH-DAT-024'], [pre(start()), post(end('c1', 'now'))]],
    ['an earlier end without a zone', ['+OH-DAT-024'], [pre(start()), post(end('c1', '2026-02-08T09:00:00'))]],
    ['an id that is none', ['+OH-EVT-007'], [pre(start(null)), post(end())]],
    ['an id that is no text', ['+OH-EVT-007'], [pre(start()), post(end(7))]],
    ['a write with an id that is none', sound, [pre(start()), post(wrote(null), end())]],
    [
      'a write of a call whose end has none',
      ['!OH-DAT-045', '+OH-EVT-007'],
      [pre(start()), post(wrote('c2'), end(null))],
    ],
    ['an end of another call', [], [pre(start()), of('PostToolUse', { tool_use_id: 'c2' }, end('c2'))]],
    [
      'an end of another session',
      [],
      [pre(start()), of('PostToolUse', { session_id: 's' }, { ...end('c2'), session_id: 's' })],
    ],
    ['an end of another tool', [], [pre(start()), of('PostToolUse', { tool_name: 'Edit' }, end('c2'))]],
    [
      'of payloads that name no call',
      [],
      [of('PreToolUse', nameless, start()), of('PostToolUse', nameless, end('c2'))],
    ],
    [
      'of payloads that name only the tool',
      ['!OH-DAT-024', '+OH-EVT-007'],
      [without('PreToolUse', 'Write', start()), without('PostToolUse', 'Write', end('c2'))],
    ],
    ['a start told of twice, once with an event', sound, [pre(start()), pre(), post(end())]],
    ['both of the payload before', [], [pre(start(), end('c2'))]],
    ['both of the payload after', [], [post(start(), end('c2'))]],
    ['a start alone', [], [pre(start()), post()]],
    ['an end alone', [], [pre(), post(end())]],
    ['a start whose type is no text', [], [pre(event(7)), post(end())]],
    ['a write of the call', ['+OH-DAT-024', '+OH-DAT-045', '+OH-EVT-007'], [pre(start()), post(wrote('c1'), end())]],
    [
      'a write of another call',
      ['!OH-DAT-045', '+OH-DAT-024', '+OH-EVT-007'],
      [pre(start()), post(wrote('c2'), end())],
    ],
    [
      'a write by the id of the end',
      ['!OH-DAT-024', '+OH-DAT-045', '+OH-EVT-007'],
      [pre(start()), post(wrote('c2'), end('c2'))],
    ],
    ['a write of a call without its end', ['!OH-DAT-045'], [pre(start()), post(wrote('c2'))]],
    ['a write and no other event of its call', [], [pre(), post(wrote('c2'))]],
    ['a write without an id', sound, [pre(start()), post(event('file.write'), end())]],
    ['two writes, the second of another call', ['!OH-DAT-045'], [pre(), post(wrote('c1'), wrote('c2'), end())]],
  ] as const)('%s: %s', (_, expected, steps) => {
    expect(said(...steps).filter((one) => !one.endsWith('OH-ENV-020'))).toEqual(expected);
  });
});
