/** What is said of a session that an agent played: each rule kept and broken by a handful of events. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Judgement, PlanContext } from '../../harness/model/suite.ts';
import { testCase } from '../../harness/process/testing.ts';
import { inShort, observed } from '../approved.ts';
import type { Step } from '../scenarios.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { subjectOf } from '../testing.ts';
import { judgePairs } from './pairs.ts';
import { judgeScenario } from './scenario.ts';

type Document = Readonly<Record<string, unknown>>;

const PROMPT = 'naïve 👩‍👧';
const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

let made = 0;
const event = (event_type: string, data?: unknown, more: Document = {}): Document => ({
  spec_version: '0.1.0',
  event_id: `550e8400-e29b-41d4-a716-${String(446655440000 + made++)}`,
  event_type,
  timestamp: '2026-02-08T19:22:11.000Z',
  source: { tool: 'acme' },
  session_id: 'main',
  ...(data === undefined ? {} : { data }),
  ...more,
});
const action = (type: 'Before' | 'After', name: unknown, more: Document = {}, of: Document = {}): Document =>
  event(`Action.${type}`, { action: { name, ...more } }, of);

const START = event('Session.Start');
const END = event('Session.End');
const prompt = (data: Document): Document => event('Prompt.Submitted', data);
const step = (of: Step['do'], more: Partial<Step> = {}): Step => ({ do: of, ...more });
const LIFE = [
  step('start'),
  step('prompt', { text: PROMPT }),
  step('tool', { tool: 'shell', exit_code: 0 }),
  step('end'),
];
const BEFORE = action('Before', 'shell', { input: { command: 'ls', cwd: '.' } });
const AFTER = action('After', 'shell', { input: { cwd: '.', command: 'ls' }, result: { success: true } });
const ASKED = prompt({ prompt_hash: sha256(PROMPT), prompt_length: PROMPT.length });
const SOUND = [START, ASKED, BEFORE, AFTER, END];

function played(events: readonly (Document | string)[], steps: readonly Step[] = LIFE): Judgement {
  const own = testCase({
    id: 'agent-hooks/scenario/short',
    context: { kind: 'scenario', inputs: [], scenario: { name: 'short', says: 'short', steps } },
  });
  const lines = events.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  const subject = subjectOf({ role: 'emitter', spec: 'agent-hooks', drive: 'scenario' });
  return judgeScenario(own, observed(own, [lines.join('\n')]), { subject } as PlanContext);
}

/** What is said of one row: `+`, `!` or nothing. */
function said(row: string, events: readonly (Document | string)[], steps?: readonly Step[]): string {
  const found = [...inShort(played(events, steps).findings)].filter((one) => one.slice(1) === row);
  return found.map((one) => one[0]).join('');
}

function notices(events: readonly Document[], steps?: readonly Step[]): readonly string[] {
  const { findings } = played(events, steps);
  inShort(findings);
  return findings.flatMap((one) => (one.kind === 'notice' ? [`${one.id} ${one.message}`] : []));
}

test('a sound session meets what it exercises, and nothing is remarked', () => {
  for (const row of ['AH-ENV-001', 'AH-ENV-016', 'AH-TAX-026', 'AH-TAX-027', 'AH-DAT-010'])
    expect(said(row, SOUND), row).toBe('+');
  expect(said('AH-ENV-025', SOUND)).toBe('');
  expect(notices(SOUND)).toEqual([]);
});

test('the run is told ids, types, risks and how many envelopes are valid', () => {
  const risky = [{ score: 5, level: 'low' }, { score: '5', level: 'low' }, { score: 5 }, { score: 5, level: 7 }];
  const events = [START, ...risky.map((risk) => event('Agent.Response', undefined, { risk }))];
  const facts = played(events).facts as Readonly<Record<string, unknown>>;
  expect(facts['risks']).toEqual([[5, 'low']]);
  expect([facts['valid'], facts['invalid']]).toEqual([3, 2]);
  const types = ['Session.Start', ...risky.map(() => 'Agent.Response')];
  expect(facts['emitted']).toEqual([['agent-hooks/scenario/short', types]]);
  const owners = types.map((type, index) => `agent-hooks/scenario/short ${index} ${type}`);
  expect((facts['ids'] as [string, string][]).map(([, of]) => of)).toEqual(owners);
});

test('a line that is no event breaks the envelope and counts as none', () => {
  expect(said('AH-ENV-001', ['[1]', ...SOUND])).toBe('!');
  expect((played(['no JSON', START]).facts as { valid: number }).valid).toBe(1);
});

describe('AH-ENV-016 and AH-ENV-025: one session, and sub-agents that name it', () => {
  const own = (parent: unknown, id = 'sub'): Document =>
    event('Agent.Response', undefined, { session_id: id, parent_session_id: parent });
  const alone = own(undefined);
  const subagent = (...within: readonly Step[]): Step => step('subagent', { steps: within });
  const WITH = [...LIFE, subagent(step('tool'))];
  const NESTED = [...LIFE, subagent(subagent(step('tool')))];
  test.each([
    ['AH-ENV-016', '', [], LIFE],
    ['AH-ENV-016', '', [own('main')], LIFE],
    ['AH-ENV-016', '+', [START, own('main')], LIFE],
    ['AH-ENV-016', '!', [START, { ...END, session_id: 'other' }], LIFE],
    ['AH-ENV-016', '', [START, alone], WITH],
    ['AH-ENV-016', '!', [START, alone, own(undefined, 'third')], WITH],
    ['AH-ENV-016', '+', [START, { ...END, session_id: undefined }], LIFE],
    ['AH-ENV-016', '+', [START, { ...END, session_id: null }, { ...END, session_id: 7 }], LIFE],
    ['AH-ENV-016', '', [{ ...START, session_id: undefined }], LIFE],
    ['AH-ENV-025', '+', [START, own('main')], LIFE],
    ['AH-ENV-025', '!', [START, own('elsewhere')], LIFE],
    ['AH-ENV-025', '!', [own('elsewhere')], LIFE],
    ['AH-ENV-025', '!', [START, own('elsewhere')], WITH],
    ['AH-ENV-025', '!', [START, own('sub')], WITH],
    ['AH-ENV-025', '!', [START, alone], WITH],
    ['AH-ENV-025', '', [START, alone], LIFE],
    ['AH-ENV-025', '', [START, own(7)], WITH],
    ['AH-ENV-025', '+', [START, own('main'), own('sub', 'inner')], NESTED],
    ['AH-ENV-025', '+', [START, own('sub', 'inner')], NESTED],
    ['AH-ENV-025', '!', [START, own('inner', 'inner')], NESTED],
  ] as const)('%s says "%s"', (row, expected, events, steps) => {
    expect(said(row, [...events], steps)).toBe(expected);
  });
});

describe('AH-TAX-026: the start first, the end last', () => {
  const other = event('Agent.Response');
  const abort = event('Session.Abort');
  const within = (one: Document): Document => ({ ...one, session_id: 'sub', parent_session_id: 'main' });
  test.each([
    ['', [other]],
    ['+', [START, other]],
    ['!', [other, START]],
    ['!', [other, START, other, END]],
    ['+', [other, END]],
    ['!', [END, other]],
    ['!', [START, END, other]],
    ['+', [other, abort]],
    ['!', [abort, other]],
    ['!', [START, abort, other]],
    ['+', [START, within(START), within(other), within(END), other, END]],
    ['+', [START, within(START), END, within(other), within(END)]],
    ['+', [other, within(START), within(END), other]],
    ['!', [START, within(other), within(START), END]],
    ['!', [START, within(END), within(other), END]],
    ['!', [START, { ...within(START), session_id: 'main' }, END]],
    ['!', [other, within(START), within(END), START]],
    ['+', [{ ...other, session_id: undefined }, START, END]],
    ['!', [START, other, START, END]],
    ['+', [START, other, event('Session.Start', { start_reason: 'resume' }), END]],
    ['', [other, event('Session.Start', { start_reason: 'resume' }), other]],
    ['', [other, { ...START, session_id: null }]],
  ] as const)('says "%s"', (expected, events) => {
    expect(said('AH-TAX-026', [...events])).toBe(expected);
  });
});

describe('AH-TAX-027: an action is told before it is told to be over', () => {
  const at = (one: Document, timestamp: unknown): Document => ({ ...one, timestamp });
  const elsewhere = { session_id: 'elsewhere' };
  const call = (type: 'Before' | 'After', command: string, second = 11): Document =>
    at(action(type, 'shell', { input: { command } }), `2026-02-08T19:22:${second}Z`);
  test.each([
    ['an end alone', '', [AFTER]],
    ['a beginning alone', '', [BEFORE]],
    ['another type of the same family', '', [BEFORE, event('Action.Else', { action: { name: 'shell' } })]],
    ['the end first', '!', [AFTER, BEFORE]],
    ['the end first, of two actions', '!', [AFTER, BEFORE, AFTER, BEFORE]],
    ['the end first, without inputs', '!', [action('After', 'shell'), action('Before', 'shell')]],
    ['two ends of one beginning', '+', [BEFORE, AFTER, AFTER]],
    ['an end without a beginning, then both', '+', [AFTER, BEFORE, AFTER]],
    ['an end of another action, whose beginning was not told', '', [call('After', 'pwd'), call('Before', 'ls')]],
    ['the same, later', '', [call('Before', 'ls'), call('After', 'pwd', 10)]],
    ['the end of another name without a beginning', '', [BEFORE, action('After', 'read_file')]],
    ['the end in the same moment', '+', [BEFORE, AFTER]],
    ['an earlier end', '!', [BEFORE, at(AFTER, '2026-02-08T19:22:10.999Z')]],
    ['an earlier end in another zone', '!', [BEFORE, at(AFTER, '2026-02-08T20:22:10+01:00')]],
    ['a later end', '+', [BEFORE, at(AFTER, '2026-02-08T19:22:12Z')]],
    ['an end whose time can not be read', '+', [BEFORE, at(AFTER, 'soon')]],
    ['a beginning whose time can not be read', '+', [at(BEFORE, '2026-02-08T23:00:00'), AFTER]],
    ['times that are none', '+', [at(BEFORE, null), at(AFTER, 0)]],
    ['the end first, by the output alone', '!', [at(AFTER, undefined), at(BEFORE, undefined)]],
    ['the end of another name first', '!', [BEFORE, action('After', 'read_file'), action('Before', 'read_file')]],
    [
      'the end of another session first',
      '!',
      [BEFORE, action('After', 'shell', {}, elsewhere), action('Before', 'shell', {}, elsewhere)],
    ],
    [
      'two at once, the later told to be over first',
      '+',
      [call('Before', 'ls', 11), call('Before', 'pwd', 13), call('After', 'pwd', 14), call('After', 'ls', 12)],
    ],
    [
      'two of one input at once',
      '+',
      [call('Before', 'ls', 11), call('Before', 'ls', 13), call('After', 'ls', 14), call('After', 'ls', 12)],
    ],
    [
      'two at once, one over before it began',
      '!',
      [call('Before', 'ls', 11), call('Before', 'pwd', 13), call('After', 'pwd', 12), call('After', 'ls', 12)],
    ],
    ['an end that repeats no input', '!', [BEFORE, at(action('After', 'shell'), '2026-02-08T19:22:10Z')]],
  ] as const)('%s: "%s"', (_, expected, events) => {
    const verdicts = new Verdicts();
    judgePairs(
      events.map((value) => ({ value, text: '{}', spawn: 0, line: 1 })),
      verdicts,
    );
    expect([...inShort(verdicts.findings())]).toEqual(expected === '' ? [] : [`${expected}AH-TAX-027`]);
  });
});

describe('AH-DAT-010: the hash of a prompt that was played', () => {
  test.each([
    ['+', prompt({ prompt_hash: sha256(PROMPT) })],
    ['!', prompt({ prompt_hash: sha256(`${PROMPT} `) })],
    ['!', prompt({ prompt_hash: sha256('') })],
    ['', prompt({ prompt_hash: 7 })],
    ['', prompt({})],
    ['', event('Agent.Response', { prompt_hash: sha256('another') })],
  ] as const)('says "%s"', (expected, one) => {
    expect(said('AH-DAT-010', [START, one])).toBe(expected);
  });
});

describe('ours: what the events say is what was played', () => {
  const instead = (old: Document, ...others: readonly Document[]): Document[] =>
    SOUND.flatMap((one) => (one === old ? [...others] : [one]));
  const tool = (more: Partial<Step>): readonly Step[] =>
    LIFE.map((one) => (one.do === 'tool' ? step('tool', more) : one));
  const both = (name: unknown, success?: boolean): Document[] => [
    START,
    ASKED,
    action('Before', name),
    action('After', name, success === undefined ? {} : { result: { success } }),
    END,
  ];

  test('a step without its event, and an event without its step', () => {
    for (const gone of [START, ASKED, END])
      expect(notices(instead(gone))).toEqual([expect.stringMatching(/^HC-SCENARIO-EVENTS short: 0 /)]);
    expect(notices([...SOUND, { ...ASKED }])).toEqual([expect.stringMatching(/^HC-SCENARIO-EVENTS short: 2 /)]);
    const within = event('Prompt.Submitted', {}, { session_id: 'sub', parent_session_id: 'main' });
    expect(notices([START, ASKED, within, BEFORE, AFTER, END])).toEqual([]);
  });

  test('as many actions as tools', () => {
    expect(notices(instead(BEFORE))).toEqual(['HC-SCENARIO-ACTIONS short: 0 Action.Before came of 1 tool calls']);
    expect(notices(instead(AFTER))).toEqual(['HC-SCENARIO-ACTIONS short: 0 Action.After came of 1 tool calls']);
    expect(
      notices(
        SOUND,
        tool({}).filter(({ do: what }) => what !== 'tool'),
      ),
    ).toHaveLength(2);
  });

  test('no session is its own parent', () => {
    const own = instead(BEFORE, { ...BEFORE, parent_session_id: 'main' });
    expect(notices(own)).toEqual([expect.stringContaining('names its own session as its parent')]);
    expect(notices(instead(BEFORE, { ...BEFORE, parent_session_id: 'another' }))).toEqual([]);
  });

  test('the length of a prompt, in any usual unit', () => {
    const lengths = [PROMPT.length, [...PROMPT].length, 7, Buffer.byteLength(PROMPT), 'long', undefined];
    for (const prompt_length of lengths) expect(notices(instead(ASKED, prompt({ prompt_length })))).toEqual([]);
    for (const prompt_length of [0, PROMPT.length + 2, 100])
      expect(notices(instead(ASKED, prompt({ prompt_length })))).toEqual([expect.stringContaining('prompt_length is')]);
  });

  test('one input for one action, in whatever order its members stand', () => {
    const other = action('After', 'shell', { input: { command: 'rm', cwd: '.' }, result: { success: true } });
    expect(notices(instead(AFTER, other))).toEqual([expect.stringContaining('another input')]);
    expect(notices(instead(AFTER, action('After', 'shell')))).toEqual([]);
    expect(notices(instead(BEFORE, action('Before', 'shell')))).toEqual([]);
  });

  test.each([
    [0, 'shell', 'shell'],
    [1, 'shell', 'bash'],
    [1, 'shell', 'mcp:shell'],
    [0, 'shell', 7],
    [0, 'file_edit', 'code_edit'],
    [0, 'mcp:github.search', 'mcp:search'],
    [1, 'mcp:github.search', 'search'],
    [0, 'shell mcp:', 'bash'],
    [0, 'web_fetch', 'web_fetch'],
    [0, 'a tool of its own', 'whatever'],
    [0, undefined, 'whatever'],
  ] as const)('%d remarks when the tool %s is called %s', (count, name, called) => {
    const steps = tool(name === undefined ? {} : { tool: name });
    const found = notices(both(called), steps).filter((one) => one.includes('use the standard name'));
    expect(found).toHaveLength(count);
  });

  test.each([
    [0, 0, true],
    [1, 0, false],
    [0, 1, false],
    [1, 1, true],
    [0, undefined, true],
    [1, undefined, false],
    [0, 1, undefined],
    [0, 0, undefined],
  ] as const)('%d remarks after exit code %s and success %s', (count, code, success) => {
    const steps = tool({ tool: 'shell', ...(code === undefined ? {} : { exit_code: code }) });
    const { findings } = played(both('shell', success), steps);
    const found = findings.filter((one) => one.kind === 'notice' && one.message.includes('says success'));
    expect(found).toHaveLength(count);
  });
});
