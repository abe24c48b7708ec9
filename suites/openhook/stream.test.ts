/** Recorded streams: ids, what comes after an end, pairs of a tool's events, and what stands there twice. */
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../harness/model/finding.ts';
import { OpenHookStream } from './stream.ts';

type Document = Readonly<Record<string, unknown>>;

const READ_AT = Date.parse('2026-03-01T00:00:00Z');
const id = (number: number): string => `0c9f3a1e-7a44-4d5b-8a8e-${String(100000000000 + number)}`;
const at = (seconds: number): string => `2026-02-08T19:22:${String(seconds).padStart(2, '0')}.000Z`;

/** Events in their order, one id and one second each unless they say otherwise. */
function read(events: readonly Document[], located = true): readonly Finding[] {
  const stream = new OpenHookStream(READ_AT);
  for (const [index, event] of events.entries()) {
    const told = { openhook: '0.1', id: id(index), source: 'a-tool', time: at(index), session_id: 's' };
    const value = { ...told, ...event };
    stream.event({ value, text: '', spawn: 0, line: index + 1 }, ({ line }, file) =>
      located ? { file, line, column: 1 } : undefined,
    );
  }
  return stream.end();
}

/** What breaks a row or is a notice, with its place. */
function faults(row: string, events: readonly Document[]): readonly unknown[] {
  return read(events).flatMap((one) => {
    if (one.kind === 'broken' && one.requirement === row) return [[one.where?.file, one.where?.line, one.actual]];
    if (one.kind === 'notice' && one.id === row) return [[one.where?.file, one.where?.line]];
    return [];
  });
}
const met = (row: string, events: readonly Document[]): boolean =>
  read(events).some((one) => one.kind === 'met' && one.requirement === row);

const PROMPT = { type: 'prompt.submit' };
const tool = (type: 'tool.start' | 'tool.end', call: unknown = 'c', more: Document = {}): Document => ({
  type,
  data: { tool_name: 'Bash', tool_call_id: call },
  ...more,
});

describe('OH-ENV-013: an id of its own for each event', () => {
  test('told at the second', () => {
    expect(faults('OH-ENV-013', [PROMPT, { ...PROMPT, id: id(0) }])).toEqual([['/id', 2, `"${id(0)}"`]]);
    expect(met('OH-ENV-013', [PROMPT, PROMPT])).toBe(true);
  });
  test.each(['', 7, null])('%j is none, and decides nothing', (none) => {
    const events = [
      { ...PROMPT, id: none },
      { ...PROMPT, id: none },
    ];
    expect(faults('OH-ENV-013', events)).toEqual([]);
    expect(met('OH-ENV-013', events)).toBe(false);
  });
  test('without a place where none is known', () => {
    const broken = read([PROMPT, { ...PROMPT, id: id(0) }], false).filter((one) => one.kind === 'broken');
    expect(broken).toHaveLength(1);
    expect(broken[0]).not.toHaveProperty('where');
  });
});

describe('OH-EVT-008: session.end comes last', () => {
  const END = { type: 'session.end' };
  test('what comes after it is told, until the session begins again', () => {
    expect(faults('OH-EVT-008', [END, PROMPT])).toEqual([['/type', 2, 'prompt.submit']]);
    expect(faults('OH-EVT-008', [END, { type: 'session.start' }, PROMPT])).toEqual([]);
    expect(faults('OH-EVT-008', [END, END])).toEqual([]);
    expect(faults('OH-EVT-008', [END, { ...PROMPT, session_id: 't' }])).toEqual([]);
  });
  test('an event without a type or a session is none of it', () => {
    expect(faults('OH-EVT-008', [END, { type: 7 }, { ...PROMPT, session_id: null }])).toEqual([]);
  });
});

describe('OH-EVT-007: a tool begins before it ends', () => {
  test('in order', () => {
    expect(met('OH-EVT-007', [tool('tool.start'), tool('tool.end')])).toBe(true);
    expect(faults('OH-EVT-007', [tool('tool.start'), tool('tool.end', 'c', { time: at(0) })])).toEqual([]);
  });
  test('a start that comes after its end, at the same time or later', () => {
    expect(faults('OH-EVT-007', [tool('tool.end'), tool('tool.start')])).toEqual([['/type', 2, 'tool.end first']]);
    const same = tool('tool.start', 'c', { time: at(0) });
    expect(faults('OH-EVT-007', [tool('tool.end'), same])).toEqual([['/type', 2, 'tool.end first']]);
  });
  test('a start that is only written later', () => {
    expect(faults('OH-EVT-007', [tool('tool.end', 'c', { time: at(9) }), tool('tool.start')])).toEqual([]);
  });
  test('an end whose time lies before its start', () => {
    const early = tool('tool.end', 'c', { time: at(1) });
    const late = tool('tool.start', 'c', { time: at(5) });
    expect(faults('OH-EVT-007', [late, early])).toEqual([['/time', 2, `"${at(1)}"`]]);
  });
  test('another call, another session, or no id: no pair', () => {
    for (const other of [
      tool('tool.start', 'd'),
      tool('tool.start', 'c', { session_id: 't' }),
      tool('tool.start', 7),
    ]) {
      expect(faults('OH-EVT-007', [tool('tool.end'), other])).toEqual([]);
    }
    expect(met('OH-EVT-007', [tool('tool.end', 7), tool('tool.end', 7)])).toBe(false);
  });
  test('an event of another type that names the call is no part of it', () => {
    const prompt = { type: 'prompt.submit', data: { tool_call_id: 'c' }, time: at(9) };
    expect(faults('OH-EVT-007', [prompt, tool('tool.start')])).toEqual([]);
  });
});

test('the same once more within a second is noticed, and something else is not', () => {
  const asked = { type: 'prompt.submit', data: { prompt_length: 3 }, time: at(1) };
  expect(faults('HC-DUPLICATE-EVENT', [asked, asked])).toEqual([['/type', 2]]);
  expect(faults('HC-DUPLICATE-EVENT', [asked, { ...asked, data: { prompt_length: 4 } }])).toEqual([]);
  expect(faults('HC-DUPLICATE-EVENT', [asked, { ...asked, time: at(3) }])).toEqual([]);
});

test('a time after the stream was read is noticed at its place', () => {
  const future = read([{ ...PROMPT, time: '2087-01-01T00:00:00Z' }]).filter((one) => one.kind === 'notice');
  expect(future).toMatchObject([{ where: { file: '/time', line: 1 } }]);
  expect(future[0]?.kind === 'notice' && future[0].message).toContain('time');
});

test('that all are whole is said of some, and of none that are broken', () => {
  expect(met('OH-LVL-002', [PROMPT])).toBe(true);
  expect(met('OH-LVL-002', [PROMPT, { ...PROMPT, time: 'now' }])).toBe(false);
  expect(read([])).toEqual([]);
});
