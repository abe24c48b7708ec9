/** What is said of a session that an agent played: each rule of OpenHook kept and broken by a handful of events. */
import { describe, expect, test } from 'vitest';
import type { Judgement, PlanContext } from '../../harness/model/suite.ts';
import { testCase } from '../../harness/process/testing.ts';
import { inShort, observed } from '../approved.ts';
import type { Step } from '../scenarios.ts';
import { subjectOf } from '../testing.ts';
import type { OpenHookFacts } from './judge.ts';
import { judgeScenario } from './scenario.ts';

type Document = Readonly<Record<string, unknown>>;

const NOW = '2026-02-08T19:22:11.000Z';
let made = 0;
const event = (type: string, data?: Document, more: Document = {}): Document => ({
  openhook: '0.1',
  id: `0c9f3a1e-7a44-4d5b-8a8e-${String(100000000000 + made++)}`,
  source: 'acme',
  type,
  time: NOW,
  session_id: 'main',
  ...(data === undefined ? {} : { data }),
  ...more,
});
const step = (of: Step['do'], more: Partial<Step> = {}): Step => ({ do: of, ...more });
const START = event('session.start');
const ASKED = event('prompt.submit', { prompt_length: 5 });
const CALL = { tool_name: 'file_write', tool_call_id: 'c1' };
const BEGAN = event('tool.start', CALL);
const WROTE = event('file.write', { path: 'src/a.ts', operation: 'create', tool_call_id: 'c1' });
const OVER = event('tool.end', { ...CALL, status: 'success' });
const END = event('session.end');
const SOUND = [START, ASKED, BEGAN, WROTE, OVER, END];
const WRITES = step('tool', { tool: 'file_write', input: { path: 'src/a.ts' }, exit_code: 0 });
const LIFE = [step('start'), step('prompt', { text: 'naïve' }), WRITES, step('end')];

interface Played {
  readonly steps?: readonly Step[];
  readonly beganAt?: number;
}

function played(events: readonly (Document | string)[], { steps = LIFE, beganAt }: Played = {}): Judgement {
  const own = testCase({
    id: 'openhook/scenario/short',
    context: { kind: 'scenario', inputs: [], scenario: { name: 'short', says: 'short', steps } },
  });
  const lines = events.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  const seen = observed(own, [lines.join('\n')], beganAt === undefined ? {} : { beganAt });
  const subject = subjectOf({ role: 'emitter', spec: 'openhook', drive: 'scenario' });
  return judgeScenario(own, seen, { subject } as PlanContext);
}

/** What is said of one row: its mark, or nothing. */
function said(row: string, events: readonly (Document | string)[], steps: readonly Step[] = LIFE): string {
  const found = [...inShort(played(events, { steps }).findings)].filter((one) => one.slice(1) === row);
  return found.map((one) => one[0]).join('');
}

function notices(events: readonly Document[], how: Played = {}): readonly string[] {
  const { findings } = played(events, how);
  inShort(findings);
  return findings.flatMap((one) => (one.kind === 'notice' ? [`${one.id} ${one.message}`] : []));
}

const factsOf = (events: readonly (Document | string)[], how?: Played): OpenHookFacts =>
  played(events, how).facts as OpenHookFacts;

const instead = (old: Document, ...others: readonly Document[]): Document[] =>
  SOUND.flatMap((one) => (one === old ? [...others] : [one]));
const changed = (one: Document, data: Document): Document => ({
  ...one,
  data: { ...(one['data'] as Document), ...data },
});

test('a sound session meets what it exercises, and nothing is remarked', () => {
  const rows = ['ENV-001', 'ENV-020', 'EVT-007', 'EVT-008', 'ART-002', 'DAT-019', 'DAT-024', 'DAT-045'];
  for (const row of rows) expect(said(`OH-${row}`, SOUND), row).toBe('+');
  expect(notices(SOUND)).toEqual([]);
});

describe('what the run is told', () => {
  const asked = [
    ['session_start'],
    ['before_prompt'],
    ['before_tool_execute'],
    ['after_tool_execute'],
    ['session_end'],
  ].map(([canonical]) => ({
    vendor: 'scenario short:',
    event: canonical,
    canonical,
    tool: '',
    native: canonical,
    standsForTool: false,
    types: SOUND.map(({ type }) => type),
    came: [],
    garbled: false,
    end: '',
  }));

  test('each step asks for what came with a whole envelope', () => {
    const { ids, emitted, brokenEnvelope } = factsOf(SOUND);
    expect(emitted).toEqual(asked);
    expect(brokenEnvelope).toEqual([]);
    expect(ids).toEqual(SOUND.map(({ id, type }, index) => [id, `openhook/scenario/short ${index} ${String(type)}`]));
    const steps = [...LIFE, step('compact'), step('subagent', { steps: [step('prompt')] })];
    expect(factsOf([], { steps }).emitted.map(({ canonical }) => canonical)).toEqual([
      ...asked.map(({ canonical }) => canonical),
      'before_prompt',
    ]);
  });

  test('a line that is no event is told, wherever it stands', () => {
    for (const lines of [
      ['[1]', ...SOUND],
      [...SOUND, '[1]'],
    ]) {
      expect(said('OH-ENV-001', lines)).toBe('!');
      expect(factsOf(lines).emitted).toEqual(asked.map((one) => ({ ...one, garbled: true })));
    }
  });

  test('a broken envelope is told by its rows, and is no event of its type', () => {
    const { emitted, brokenEnvelope } = factsOf([{ ...START, source: undefined }, changed(OVER, { status: 'done' })]);
    expect(brokenEnvelope).toEqual(['OH-ENV-004']);
    expect(emitted[0]?.types).toEqual(['tool.end']);
  });
});

describe('OH-ENV-020: one session, one value', () => {
  test.each([
    ['', [], LIFE],
    ['+', [START], LIFE],
    ['!', [START, { ...END, session_id: 'other' }], LIFE],
    ['', [START, { ...END, session_id: 'other' }], [...LIFE, step('subagent')]],
    ['!', [START, { ...ASKED, session_id: 'third' }, { ...END, session_id: 'other' }], [...LIFE, step('subagent')]],
    ['+', [START, END], [...LIFE, step('subagent')]],
    ['+', [START, { ...ASKED, session_id: null }, { ...END, session_id: 7 }], LIFE],
    ['', [{ ...START, session_id: undefined }], LIFE],
  ] as const)('says "%s"', (expected, events, steps) => {
    expect(said('OH-ENV-020', events, steps)).toBe(expected);
  });
});

describe('OH-EVT-007 and OH-DAT-024: tool.start before tool.end', () => {
  const at = (one: Document, time: unknown): Document => ({ ...one, time });
  const unnamed = (one: Document): Document => changed(one, { tool_call_id: undefined });
  const other = (one: Document): Document => changed(one, { tool_call_id: 'c2' });
  const within = (one: Document): Document => ({ ...one, session_id: 'sub' });
  test.each([
    ['in one moment', '+', '+', [BEGAN, OVER]],
    ['a second later', '+', '+', [BEGAN, at(OVER, '2026-02-08T19:22:12Z')]],
    ['a second earlier', '!', '+', [BEGAN, at(OVER, '2026-02-08T19:22:10Z')]],
    ['an end alone', '', '', [OVER]],
    ['a start alone', '', '', [BEGAN]],
    ['the end first', '!', '+', [OVER, BEGAN]],
    ['the end first in the output, later by time', '+', '+', [at(OVER, '2026-02-08T19:22:12Z'), BEGAN]],
    ['an end whose time can not be read', '+', '+', [BEGAN, at(OVER, '19:22')]],
    ['an earlier end without a zone', '+', '+', [BEGAN, at(OVER, '2026-02-08T09:00:00')]],
    ['a start whose time is none', '+', '+', [at(BEGAN, null), OVER]],
    ['the end first, without times', '!', '+', [at(OVER, undefined), at(BEGAN, undefined)]],
    ['an earlier end in the basic form', '!', '+', [BEGAN, at(OVER, '20260208T192210Z')]],
    ['two calls, one id each', '+', '+', [BEGAN, other(BEGAN), other(OVER), OVER]],
    ['one id for two calls, one after the other', '+', '+', [BEGAN, OVER, BEGAN, OVER]],
    ['a call that never ended beside another', '+', '+', [other(BEGAN), BEGAN, OVER]],
    [
      'an end of another tool without its start',
      '',
      '',
      [BEGAN, changed(OVER, { tool_call_id: 'c2', tool_name: 'shell' })],
    ],
    [
      'an end with another id, after a start without a tool',
      '',
      '!',
      [changed(BEGAN, { tool_name: undefined }), other(OVER)],
    ],
    ['one id in two sessions', '', '', [BEGAN, { ...OVER, session_id: 'sub' }]],
    [
      'one id in two sessions, each begun and over',
      '+',
      '+',
      [BEGAN, within(at(BEGAN, '2026-02-08T19:22:15Z')), OVER, within(at(OVER, '2026-02-08T19:22:16Z'))],
    ],
    ['a start without an id', '', '', [unnamed(BEGAN), OVER]],
    ['ids that are none', '', '', [changed(BEGAN, { tool_call_id: null }), changed(OVER, { tool_call_id: 7 })]],
    ['ids that are empty', '', '', [changed(BEGAN, { tool_call_id: 'c1' }), changed(OVER, { tool_call_id: '' })]],
    ['of two calls', '', '!', [BEGAN, changed(OVER, { tool_call_id: 'c2' })]],
    ['without ids', '', '', [unnamed(BEGAN), unnamed(OVER)]],
    ['after a file.write that names it', '', '', [WROTE, OVER]],
  ] as const)('%s: "%s" and "%s"', (_, time, id, events) => {
    expect([said('OH-EVT-007', events), said('OH-DAT-024', events)]).toEqual([time, id]);
  });
});

describe('OH-EVT-008: session.end is the last event of its session', () => {
  const nameless = { ...ASKED, session_id: undefined };
  test.each([
    ['', [START, ASKED]],
    ['', [nameless]],
    ['+', [START, ASKED, END]],
    ['!', [START, END, ASKED]],
    ['+', [START, END, { ...ASKED, session_id: 'other' }]],
    ['+', [END, END]],
    ['!', [START, END, { ...END, session_id: 'other' }, ASKED]],
    ['+', [START, { ...START, session_id: 'sub' }, { ...END, session_id: 'sub' }, ASKED, END]],
    ['!', [START, { ...END, session_id: 'sub' }, { ...ASKED, session_id: 'sub' }, END]],
    ['+', [START, END, START, ASKED, END]],
    ['+', [START, { ...END, session_id: null }, { ...ASKED, session_id: null }]],
  ] as const)('says "%s"', (expected, events) => {
    expect(said('OH-EVT-008', events)).toBe(expected);
  });
});

test('OH-DAT-019: the length of a prompt in any usual unit', () => {
  const steps = [step('prompt', { text: '👩‍👧' })];
  for (const [prompt_length, expected] of [
    [1, '+'],
    [3, '+'],
    [5, '+'],
    [2, '!'],
    [0, '!'],
    ['1', ''],
    [undefined, ''],
  ] as const)
    expect(said('OH-DAT-019', [event('prompt.submit', { prompt_length })], steps), String(prompt_length)).toBe(
      expected,
    );
  expect(said('OH-DAT-019', [event('prompt.submit', { prompt_length: 0 })], [step('prompt')])).toBe('+');
});

describe('OH-ART-002: one file.write for each file that was written', () => {
  const wrote = (...paths: readonly unknown[]): Document[] => paths.map((path) => event('file.write', { path }));
  const tool = (name: string, path: unknown, exit_code?: number): Step =>
    step('tool', {
      tool: name,
      input: { path } as NonNullable<Step['input']>,
      ...(exit_code === undefined ? {} : { exit_code }),
    });
  const both = [WRITES, tool('file_edit', 'src/b.ts')];
  test.each([
    ['none at all', '', [], both],
    ['one', '+', wrote('src/a.ts'), [WRITES]],
    ['one by its whole path', '+', wrote('/home/dev/src/a.ts'), [WRITES]],
    ['another', '!', wrote('lib/a.ts'), [WRITES]],
    ['one that only ends alike', '!', wrote('xsrc/a.ts'), [WRITES]],
    ['one that is no path', '!', wrote(7), [WRITES]],
    ['one of two', '!', wrote('src/a.ts'), both],
    ['two', '+', wrote('src/a.ts', 'src/b.ts'), both],
    ['two of one', '!', wrote('src/a.ts', 'src/a.ts'), [WRITES]],
    ['two of one that was written twice', '+', wrote('src/a.ts', 'src/a.ts'), [WRITES, WRITES]],
    ['two of one without an exit code', '!', wrote('src/b.ts', 'src/b.ts'), [tool('file_edit', 'src/b.ts')]],
    ['one beside a tool that failed', '+', wrote('src/a.ts'), [WRITES, tool('file_write', 'src/b.ts', 1)]],
    ['one beside other tools', '+', wrote('src/a.ts'), [WRITES, tool('my_file_write', 'b'), tool('file_writer', 'c')]],
    [
      'one beside tools that name none',
      '+',
      wrote('src/a.ts'),
      [WRITES, tool('file_edit', 7), step('tool', { tool: 'file_edit' })],
    ],
    ['one of no tool', '', wrote('src/a.ts'), [step('tool')]],
  ] as const)('%s: "%s"', (_, expected, events, steps) => {
    expect(said('OH-ART-002', events, steps)).toBe(expected);
  });
});

test('OH-DAT-045: a file.write names a call that was made', () => {
  const unnamed = changed(BEGAN, { tool_call_id: undefined });
  const other = changed(WROTE, { tool_call_id: 'c2' });
  expect(said('OH-DAT-045', [BEGAN, WROTE])).toBe('+');
  expect(said('OH-DAT-045', [BEGAN, other])).toBe('!');
  expect(said('OH-DAT-045', [BEGAN, changed(WROTE, { tool_call_id: undefined })])).toBe('');
  expect(said('OH-DAT-045', [unnamed, WROTE])).toBe('');
  expect(said('OH-DAT-045', [unnamed, BEGAN, other])).toBe('');
  expect(said('OH-DAT-045', [WROTE])).toBe('');
  expect(said('OH-DAT-045', [WROTE, OVER])).toBe('+');
  expect(said('OH-DAT-045', [other, OVER])).toBe('!');
  expect(said('OH-DAT-045', [BEGAN, changed(WROTE, { tool_call_id: null })])).toBe('');
  expect(said('OH-DAT-045', [changed(BEGAN, { tool_call_id: null }), WROTE])).toBe('');
});

describe('ours: what the events say is what was played', () => {
  test('a time beside that of the play', () => {
    const began = Date.parse(NOW);
    expect(notices(SOUND, { beganAt: began })).toEqual([]);
    expect(notices(SOUND, { beganAt: began + 3_600_000 })).toEqual([expect.stringMatching(/^HC-EVENT-TIME /)]);
    expect(notices(SOUND.map(({ time: _, ...one }) => one) as Document[], { beganAt: began + 3_600_000 })).toEqual([]);
  });

  test('a session begins with its start', () => {
    const [, ...rest] = SOUND;
    expect(notices([...rest.slice(0, 1), START, ...rest.slice(1)])).toEqual([
      expect.stringContaining('prompt.submit comes before session.start'),
    ]);
    expect(notices(rest)).toEqual([expect.stringMatching(/0 session\.start came of 1 start step/)]);
    expect(notices([], { steps: [] })).toEqual([]);
    const sub = { ...START, session_id: 'sub' };
    const nested = { steps: [...LIFE, step('subagent')] };
    expect(notices([...SOUND.slice(0, 2), sub, ...SOUND.slice(2)], nested)).toEqual([]);
    expect(notices([...rest.slice(0, 2), sub, ...rest.slice(2)], nested)).toEqual([]);
  });

  test('a step without its event', () => {
    for (const gone of [ASKED, BEGAN, OVER, END])
      expect(notices(instead(gone)), String(gone['type'])).toEqual([
        expect.stringMatching(/^HC-SCENARIO-EVENTS short: 0 /),
      ]);
  });

  test('two calls have two ids', () => {
    const steps = [...LIFE.slice(0, 3), WRITES, step('end')];
    const twice = [...instead(OVER, OVER, BEGAN, WROTE, OVER)];
    expect(notices(twice, { steps })).toEqual([expect.stringContaining('two calls carry the id "c1"')]);
    const second = [BEGAN, WROTE, OVER].map((one) => changed(one, { tool_call_id: 'c2' }));
    expect(notices(instead(OVER, OVER, ...second), { steps })).toEqual([]);
    const within = [BEGAN, WROTE, OVER].map((one) => ({ ...one, session_id: 'sub' }));
    expect(notices(instead(OVER, OVER, ...within), { steps })).toEqual([]);
  });

  test.each([
    [0, 'success', 0],
    [0, 'error', 1],
    [undefined, 'error', 1],
    [1, 'success', 1],
    [1, 'error', 0],
    [1, undefined, 0],
    [1, null, 0],
  ])('after exit code %s a status %s: %d remarks', (exit_code, status, count) => {
    const { exit_code: _, ...tool } = WRITES;
    const steps = LIFE.map((one) =>
      one === WRITES ? { ...tool, ...(exit_code === undefined ? {} : { exit_code }) } : one,
    );
    const { findings } = played(instead(OVER, changed(OVER, { status })), { steps });
    expect(findings.filter((one) => one.kind === 'notice' && one.id === 'HC-OH-STATUS')).toHaveLength(count);
  });
});
