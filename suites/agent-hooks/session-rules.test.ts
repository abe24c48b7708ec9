/** What is said of the events of native sessions: identity, parents, frame and pairs, each kept and broken by few payloads. */
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../harness/model/json.ts';
import { inShort } from '../approved.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { fixtureOf } from '../testing.ts';
import { judgeSessions, type Step } from './session-rules.ts';

type Document = Readonly<Record<string, unknown>>;

const event = (event_type: string, more: Document = {}): Document => ({
  event_type,
  timestamp: '2026-02-08T19:22:11Z',
  session_id: 'm',
  ...more,
});

/** A payload of Claude Code, and what came of it. */
function step(name: string, stdin: Readonly<Record<string, JsonValue>>, ...events: readonly Document[]): Step {
  return stepOf('claude-code', name, { session_id: 'native', hook_event_name: name, ...stdin }, events);
}

function stepOf(vendor: string, name: string, stdin: JsonValue, events: readonly Document[]): Step {
  return {
    fixture: fixtureOf(vendor, name, stdin),
    events: events.map((value, index) => ({ value, text: JSON.stringify(value), spawn: 0, line: index + 1 })),
  };
}

function said(...steps: readonly Step[]): readonly string[] {
  const verdicts = new Verdicts();
  judgeSessions(steps, verdicts);
  return [...inShort(verdicts.findings())];
}

const SUB = { agent_id: 'agent-1', agent_type: 'Explore' };
const told = (more: Document): Document => event('Agent.Response', more);
const prompt = (...events: readonly Document[]): Step => step('UserPromptSubmit', { prompt: 'hi' }, ...events);
const otherSession = (...events: readonly Document[]): Step =>
  step('UserPromptSubmit', { session_id: 'second', prompt: 'hi' }, ...events);

describe('AH-ENV-016: one session_id for one native session', () => {
  test.each([
    ['one value', ['+AH-ENV-016'], [prompt(told({})), prompt(told({}))]],
    ['two values', ['!AH-ENV-016'], [prompt(told({})), prompt(told({ session_id: 'n' }))]],
    ['two sessions', ['+AH-ENV-016'], [prompt(told({})), otherSession(told({ session_id: 'n' }))]],
    ['two sessions under one value', ['!AH-ENV-016'], [prompt(told({})), otherSession(told({}))]],
    ['a second session of which nothing came', ['+AH-ENV-016'], [prompt(told({})), otherSession()]],
    ['no events', [], [prompt()]],
    ['events without a value', [], [prompt(told({ session_id: undefined })), prompt(told({ session_id: '' }))]],
    ['values that are no texts', ['+AH-ENV-016'], [prompt(told({})), prompt(told({ session_id: 7 }))]],
    ['an empty value beside another', ['+AH-ENV-016'], [prompt(told({})), prompt(told({ session_id: '' }))]],
    [
      'the session of a sub-agent that the main thread starts',
      ['+AH-ENV-016'],
      [prompt(told({})), prompt(told({ session_id: 's', parent_session_id: 'm' }))],
    ],
    [
      'payloads without a session',
      [],
      [stepOf('claude-code', 'UserPromptSubmit', { prompt: 'hi' }, [told({}), told({ session_id: 'n' })])],
    ],
  ] as const)('%s: %s', (_, expected, steps) => {
    expect(said(...steps)).toEqual(expected);
  });
});

describe('AH-ENV-025: a sub-agent with a session of its own names its parent', () => {
  const main = prompt(told({}));
  const sub = (more: Document): Step => step('PreToolUse', SUB, told(more));
  test.each([
    ['names it', ['+AH-ENV-016', '+AH-ENV-025'], [main, sub({ session_id: 's', parent_session_id: 'm' })]],
    [
      'names it before the parent is heard of',
      ['+AH-ENV-016', '+AH-ENV-025'],
      [sub({ session_id: 's', parent_session_id: 'm' }), main],
    ],
    ['names none', ['!AH-ENV-025', '+AH-ENV-016'], [main, sub({ session_id: 's' })]],
    ['names another', ['!AH-ENV-025', '+AH-ENV-016'], [main, sub({ session_id: 's', parent_session_id: 'x' })]],
    ['has no session', ['+AH-ENV-016'], [main, sub({ session_id: undefined })]],
    ['has a parent of which nothing came', [], [prompt(), sub({ session_id: 's' })]],
    [
      'has a parent whose events have no session',
      [],
      [prompt(told({ session_id: undefined })), sub({ session_id: 's' })],
    ],
    [
      'is one that the main thread has told of under its own session',
      ['!AH-ENV-025', '+AH-ENV-016'],
      [main, prompt(told({ session_id: 's', parent_session_id: 'm' })), sub({ session_id: 's' })],
    ],
    [
      'shares the session and is named',
      ['+AH-ENV-016', '+AH-ENV-025'],
      [main, sub({ actor: { type: 'ai_agent', id: 'agent-1' } })],
    ],
    ['shares the session and is not', ['+AH-ENV-016', '+AH-ENV-025', 'HC-SUBAGENT-ROUTING'], [main, sub({})]],
  ] as const)('%s: %s', (_, expected, steps) => {
    expect(said(...steps)).toEqual(expected);
  });
});

describe('AH-TAX-026: the start of a session is its first event, its end the last', () => {
  const START = event('Session.Start');
  const END = event('Session.End');
  const ABORT = event('Session.Abort');
  const other = told({});
  const starts = (...events: readonly Document[]): Step => step('SessionStart', { source: 'startup' }, ...events);
  const ends = (...events: readonly Document[]): Step => step('SessionEnd', { reason: 'other' }, ...events);
  const asked = (...events: readonly Document[]): Step => step('PermissionRequest', {}, ...events);
  test.each([
    ['neither', '', [asked(other)]],
    ['a start first', '+', [starts(START), asked(other)]],
    ['a start first, of another payload', '+', [asked(START), asked(other)]],
    ['a start that the vendor sends later', '+', [asked(other), starts(START)]],
    ['a start after something else of its payload', '!', [starts(other, START)]],
    ['a later start after something else of its payload', '!', [asked(other), starts(other, START)]],
    ['a start in the middle', '!', [asked(other), asked(START)]],
    ['an end last', '+', [asked(other), ends(END)]],
    ['an end last, of another payload', '+', [asked(other), asked(END)]],
    ['an abort last, of another payload', '+', [asked(other), asked(other, ABORT)]],
    ['an end in the middle', '!', [asked(other), asked(END), asked(other)]],
    ['an abort in the middle', '!', [asked(ABORT), asked(other)]],
    ['an end that the vendor sends earlier', '+', [ends(END), asked(other)]],
    ['an end before something else of its payload', '!', [asked(other), ends(END, other)]],
    ['a whole session', '+', [starts(START), asked(other), ends(END)]],
  ] as const)('%s: "%s"', (_, expected, steps) => {
    const found = said(...steps).filter((one) => one.endsWith('AH-TAX-026'));
    expect(found).toEqual(expected === '' ? [] : [`${expected}AH-TAX-026`]);
  });

  test('each session has a first event of its own', () => {
    expect(said(asked(START), otherSession({ ...START, session_id: 'n' }))).toEqual(['+AH-ENV-016', '+AH-TAX-026']);
  });

  test('a sub-agent that has a session of its own begins and ends that, in the middle of the other', () => {
    const own = (name: string, ...events: readonly Document[]): Step =>
      step(name, SUB, ...events.map((one) => ({ ...one, session_id: 's', parent_session_id: 'm' })));
    const around = (...within: readonly Step[]): readonly string[] =>
      said(starts(START), ...within, asked(other), ends(END)).filter((one) => one.endsWith('AH-TAX-026'));
    const [began, did, ended] = [own('SubagentStart', START), own('PreToolUse', other), own('SubagentStop', END)];
    expect(around(began, did, ended)).toEqual(['+AH-TAX-026']);
    expect(around(own('PreToolUse', START), ended)).toEqual(['+AH-TAX-026']);
    expect(around(began, ended, did)).toEqual(['+AH-TAX-026']);
    expect(around(did, own('PreToolUse', START), ended)).toEqual(['!AH-TAX-026']);
    expect(around(began, own('PostToolUse', END), did)).toEqual(['!AH-TAX-026']);
    // Under the session of the main agent, a sub-agent begins and ends nothing.
    expect(around(step('SubagentStart', SUB, START))).toEqual(['!AH-TAX-026']);
    expect(around(step('SubagentStop', SUB, END))).toEqual(['!AH-TAX-026']);
  });

  test('a vendor that never tells the end leaves only the end of a turn to take for it', () => {
    const turn = (...events: readonly Document[]): Step =>
      stepOf('windsurf', 'post_cascade_response', { trajectory_id: 't' }, events);
    expect(said(turn(END), turn(other))).toContain('+AH-TAX-026');
    expect(said(turn(other), turn(START))).toContain('!AH-TAX-026');
  });

  test('where section 8 puts the start or the end on an event that is not the last, the vendor has put it there', () => {
    const cursor = (name: string, ...events: readonly Document[]): Step =>
      stepOf('cursor', name, { conversation_id: 'c' }, events);
    expect(said(cursor('stop', END), cursor('preToolUse', other))).toContain('+AH-TAX-026');
    expect(said(cursor('afterAgentResponse', END), cursor('preToolUse', other))).toContain('!AH-TAX-026');
    const windsurf = (name: string, ...events: readonly Document[]): Step =>
      stepOf('windsurf', name, { trajectory_id: 't' }, events);
    expect(said(windsurf('pre_user_prompt', other), windsurf('post_setup_worktree', START))).toContain('+AH-TAX-026');
    expect(said(windsurf('pre_user_prompt', other), windsurf('post_read_code', START))).toContain('!AH-TAX-026');
  });
});

describe('AH-TAX-027: the two events of one call', () => {
  const call = { tool_name: 'Bash', tool_use_id: 'c1', tool_input: { command: 'ls' } };
  const began = (more: Document = {}, name: unknown = 'shell'): Document =>
    event('Action.Before', { data: { action: { name } }, ...more });
  const over = (more: Document = {}, name: unknown = 'shell'): Document =>
    event('Action.After', { data: { action: { name } }, ...more });
  const pre = (...events: readonly Document[]): Step => step('PreToolUse', call, ...events);
  const post = (...events: readonly Document[]): Step => step('PostToolUse', call, ...events);
  const at = (timestamp: unknown): Document => ({ timestamp });
  const unnamed = (name: string, ...events: readonly Document[]): Step => step(name, {}, ...events);
  test.each([
    ['together', '+', [pre(began()), post(over())]],
    ['under two names', '!', [pre(began()), post(over({}, 'bash'))]],
    ['the end a second earlier', '!', [pre(began(at('2026-02-08T19:22:12Z'))), post(over())]],
    ['the end a second later', '+', [pre(began(at('2026-02-08T19:22:10Z'))), post(over())]],
    ['a beginning without a time', '+', [pre(began(at('now'))), post(over())]],
    ['an end without a time', '+', [pre(began()), post(over(at(undefined)))]],
    ['an earlier end without a zone', '+', [pre(began()), post(over(at('2026-02-08T09:00:00')))]],
    ['neither with a name', '+', [pre(began({}, undefined)), post(over({}, undefined))]],
    ['one with a name', '+', [pre(began()), post(over({}, null))]],
    [
      'neither with a name, the end a second earlier',
      '!',
      [pre(began({}, undefined)), post(over(at('2026-02-08T19:22:10Z'), 7))],
    ],
    ['a failed call', '!', [pre(began()), step('PostToolUseFailure', call, over({}, 'bash'))]],
    ['of two calls', '', [pre(began()), step('PostToolUse', { ...call, tool_use_id: 'c2' }, over({}, 'x'))]],
    [
      'of two sessions',
      '',
      [pre(began()), step('PostToolUse', { ...call, session_id: 'second' }, over({ session_id: 'n' }, 'x'))],
    ],
    ['of payloads that name no call', '', [unnamed('PreToolUse', began()), unnamed('PostToolUse', over({}, 'x'))]],
    ['both of the payload before', '', [pre(began(), over({}, 'x'))]],
    ['both of the payload after', '', [post(began(), over({}, 'x'))]],
    ['beside others', '+', [pre(told({}), began()), post(told({}), over())]],
    ['told of twice before, once with an event', '+', [pre(began()), pre(), post(over())]],
    ['a beginning alone', '', [pre(began()), post()]],
    ['an end alone', '', [pre(), post(over())]],
  ] as const)('%s: "%s"', (_, expected, steps) => {
    const found = said(...steps).filter((one) => one.endsWith('AH-TAX-027'));
    expect(found).toEqual(expected === '' ? [] : [`${expected}AH-TAX-027`]);
  });
});
