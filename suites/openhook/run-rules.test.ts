/** What is said of a whole run: ids, what each kind of payload asks for, and the rows that sum others up. */
import { describe, expect, test } from 'vitest';
import type { CaseFacts, PlanContext } from '../../harness/model/suite.ts';
import { spawnPlan, testCase } from '../../harness/process/testing.ts';
import { inShort } from '../approved.ts';
import { subjectOf } from '../testing.ts';
import type { OpenHookFacts } from './judge.ts';
import { judgeOpenHookRun } from './run-rules.ts';

type Emitted = OpenHookFacts['emitted'][number];

/** What one case found out, that started so many processes. */
function found(facts: Partial<OpenHookFacts> | undefined, spawns = 1, kind = 'payload'): CaseFacts {
  const own = testCase({
    spawns: Array.from({ length: spawns }, () => spawnPlan()),
    context: { kind, inputs: [] },
  });
  const all: OpenHookFacts = { ids: [], emitted: [], brokenEnvelope: [], ...facts };
  return { case: own, facts: facts === undefined ? undefined : all };
}

/** A payload before a tool, and the types of valid events that came of it. */
const payload = (types: readonly string[], changes: Partial<Emitted> = {}): Emitted => ({
  vendor: 'v',
  event: 'PreToolUse',
  canonical: 'before_tool_execute',
  tool: '',
  native: 'Bash',
  standsForTool: false,
  types,
  came: types,
  garbled: false,
  end: '',
  ...changes,
});

function all(...facts: readonly CaseFacts[]): readonly string[] {
  const context = { subject: subjectOf({ role: 'emitter', spec: 'openhook' }) } as PlanContext;
  return [...inShort(judgeOpenHookRun(facts, context))];
}

/** What is said of one row, but that there was no occasion. */
function said(row: string, ...facts: readonly CaseFacts[]): string {
  const marks = all(...facts).flatMap((one) => (one.slice(1) === row ? [one[0]] : []));
  return marks.filter((mark) => mark !== '/').join('');
}

const emitted = (...payloads: readonly Emitted[]): CaseFacts => found({ emitted: payloads });

test('cases that found nothing out say nothing', () => {
  expect(all(found(undefined))).toEqual([]);
  expect(all(found(undefined), found({})).every((one) => one.startsWith('/'))).toBe(true);
});

describe('OH-ENV-013: an id stands for one event', () => {
  const ids = (...pairs: readonly (readonly [string, string])[]): Partial<OpenHookFacts> => ({ ids: pairs });
  test.each([
    ['two ids of one payload', '+', [found(ids(['a', 'x end '], ['b', 'x end ']))]],
    ['one id twice of one payload', '!', [found(ids(['a', 'x end '], ['a', 'x end ']))]],
    ['one payload fed twice in one case', '+', [found(ids(['a', 'x end '], ['a', 'x end ']), 2)]],
    ['one payload in two cases', '+', [found(ids(['a', 'x end '])), found(ids(['a', 'x end ']))]],
    ['two payloads in one case', '!', [found(ids(['a', 'x end '], ['a', 'y end ']), 2)]],
    ['two payloads in two cases', '!', [found(ids(['a', 'x end '])), found(ids(['a', 'y end ']))]],
    ['one payload planted for two sessions', '+', [found(ids(['a', 'x+a end '], ['a', 'x+b end ']), 2)]],
    ['one payload as it is and planted', '+', [found(ids(['a', 'x end '])), found(ids(['a', 'x+b end ']))]],
    ['two payloads whose names differ by a plus', '!', [found(ids(['a', 'x+c end '], ['a', 'x end ']), 2)]],
    [
      'a third payload under the id of the first',
      '!',
      [found(ids(['a', 'x end '])), found(ids(['a', 'x end '])), found(ids(['a', 'y end ']))],
    ],
  ] as const)('%s: "%s"', (_, expected, facts) => {
    expect(said('OH-ENV-013', ...facts)).toBe(expected);
  });
});

describe('what a native event asks for', () => {
  const GIVES = ['tool.start'];
  const stands = { standsForTool: true };
  test.each([
    ['the type', '+', [payload(GIVES)]],
    ['nothing', '!', [payload([])]],
    ['another type', '!', [payload(['tool.end'])]],
    ['the type once', '+', [payload(GIVES), payload([], { native: 'Read' })]],
    ['the type from one vendor only', '!', [payload(GIVES), payload([], { vendor: 'w' })]],
    ['something that is no event', '?', [payload([], { garbled: true })]],
    ['something that is no event, once', '?', [payload([]), payload([], { garbled: true })]],
    ['the type and something that is no event', '+', [payload(GIVES, { garbled: true })]],
    [
      'the type of one kind of tool only',
      '!',
      [payload(GIVES, { tool: 'shell' }), payload([], { tool: 'file_read', native: 'Read' })],
    ],
    [
      'the type of each kind of tool',
      '+',
      [payload(GIVES, { tool: 'shell' }), payload(GIVES, { tool: 'file_read', native: 'Read' })],
    ],
    ['the type of a known tool only', '+', [payload(GIVES, { tool: 'shell' }), payload([], { native: 'Own' })]],
    [
      'the type by the event for all tools',
      '+',
      [payload([], { ...stands, tool: 'shell', native: 'a' }), payload(GIVES, { tool: 'file_read' })],
    ],
    [
      'the type by the event for all tools of another vendor',
      '!',
      [
        payload(GIVES, { ...stands, tool: 'mcp', native: 'b' }),
        payload([], { ...stands, tool: 'shell', native: 'a' }),
        payload(GIVES, { vendor: 'w' }),
      ],
    ],
    [
      'the type by an event for another tool',
      '!',
      [payload([], { ...stands, tool: 'shell', native: 'a' }), payload(GIVES, { ...stands, tool: 'mcp', native: 'b' })],
    ],
    [
      'nothing by the event for all tools',
      '!',
      [
        payload([], { ...stands, tool: 'shell', native: 'a' }),
        payload(GIVES, { ...stands, tool: 'mcp', native: 'b' }),
        payload([]),
      ],
    ],
  ] as const)('%s: "%s"', (_, expected, payloads) => {
    expect(said('OH-LVL-005', emitted(...payloads))).toBe(expected);
  });

  test('an event that asks for nothing', () => {
    for (const canonical of [null, 'notification']) {
      const found = all(emitted(payload(['tool.start'], { canonical })));
      expect(found.filter((one) => /^[+!?]OH-(LVL-00[3-6]|EVT-001)/.test(one))).toEqual([]);
    }
  });

  test('who tells of a tool once tells of it always', () => {
    const [gives, lacks] = [payload(GIVES), payload([])];
    expect(said('OH-LVL-005', emitted(gives), emitted(lacks))).toBe('!');
    expect(said('OH-LVL-005', emitted(gives), emitted(payload([], { came: GIVES })))).toBe('+');
    expect(said('OH-LVL-005', emitted(gives), emitted(payload([], { garbled: true })))).toBe('+');
    expect(said('OH-LVL-005', emitted(gives), emitted(payload([], { native: 'Read' })))).toBe('+');
    expect(said('OH-LVL-005', emitted(gives), emitted(payload([], { event: 'Another' })))).toBe('+');
    expect(said('OH-LVL-005', found({ emitted: [gives, lacks] }, 2, 'session'))).toBe('+');
    const asked = { canonical: 'before_prompt', event: 'UserPromptSubmit' };
    expect(said('OH-LVL-004', emitted(payload(['prompt.submit'], asked)), emitted(payload([], asked)))).toBe('+');
  });
});

const ENDS = payload(['session.end'], { canonical: 'session_end', event: 'SessionEnd' });
const NOTHING = payload([], { canonical: 'session_end', event: 'SessionEnd' });

describe('rows that sum up others', () => {
  const SUMS = ['OH-LVL-002', 'OH-DISC-014', 'OH-EVT-006', 'OH-LVL-001', 'OH-LVL-010', 'OH-LVL-011'];
  const broken = (row: string, ...payloads: readonly Emitted[]): CaseFacts =>
    found({ emitted: payloads, brokenEnvelope: [row] });
  test.each([
    ['the end of a session', ['+', '+', '+', '+', '+', ''], emitted(ENDS)],
    ['no end of a session', ['', '', '', '!', '!', ''], emitted(NOTHING)],
    ['an end in an envelope that breaks a row', ['!', '+', '+', '!', '!', ''], broken('OH-ENV-007', ENDS)],
    ['an end in an envelope that breaks a recommendation', ['+', '+', '+', '+', '+', ''], broken('OH-ENV-012', ENDS)],
    ['nothing but a broken envelope', ['!', '!', '', '!', '!', ''], broken('OH-OPT-001', NOTHING)],
    ['another event', ['+', '+', '', '', '', ''], emitted(payload(['tool.start']))],
    ['nothing', ['', '', '', '', '', ''], found({})],
  ] as const)('%s: %s', (_, expected, facts) => {
    expect(SUMS.map((row) => said(row, facts))).toEqual(expected);
  });

  test.each([
    ['session_start', 'session.start'],
    ['before_prompt', 'prompt.submit'],
    ['before_tool_execute', 'tool.start'],
    ['after_tool_execute', 'tool.end'],
  ])('OH-LVL-011: level 3 has what %s asks for', (canonical, type) => {
    expect(said('OH-LVL-011', emitted(ENDS, payload([type], { canonical })))).toBe('+');
    expect(said('OH-LVL-011', emitted(ENDS, payload([], { canonical })))).toBe('!');
  });
});

test('OH-LVL-008, OH-ART-003: what tools wrote is told', () => {
  const after = (types: readonly string[], canonical = 'after_tool_execute'): readonly string[] =>
    ['OH-LVL-008', 'OH-ART-003'].map((row) => said(row, emitted(payload(types, { canonical }))));
  expect(after(['tool.end', 'file.write'])).toEqual(['+', '+']);
  expect(after(['tool.end'])).toEqual(['!', '']);
  expect(after([])).toEqual(['', '']);
  expect(after(['tool.start'], 'before_tool_execute')).toEqual(['', '']);
});
