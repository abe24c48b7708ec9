/** What no row asks of a played scenario is a notice: an event that is missing, or that says something else than was played. */
import { expect, test } from 'vitest';
import type { End, Observation } from '../harness/model/observation.ts';
import { agentHooksSuite } from './agent-hooks/index.ts';
import { inShort } from './approved.ts';
import { openHookSuite } from './openhook/index.ts';
import {
  inStep,
  judgeCallIds,
  judgeCounts,
  judgeEndOfPlay,
  judgePlayTimes,
  lengthsOf,
  stepsOf,
} from './scenario-rules.ts';
import type { Scenario, ScenarioContext, Step } from './scenarios.ts';
import type { Emitted } from './stream/emitted.ts';
import { Verdicts } from './stream/verdicts.ts';
import { contextOf, subjectOf } from './testing.ts';

type Event = Record<string, unknown>;
const uuid = (n: number): string => `550e8400-e29b-41d4-a716-4466554400${10 + n}`;

/** The ids of the notices on what a subject wrote for the scenario of that name. */
async function notices(
  spec: 'agent-hooks' | 'openhook',
  scenario: string,
  make: (steps: Steps) => readonly Event[],
): Promise<string[]> {
  const suite = spec === 'openhook' ? openHookSuite : agentHooksSuite;
  const context = await contextOf(suite, subjectOf({ role: 'emitter', spec, drive: 'scenario' }), {
    fixtures: () => [],
  });
  const testCase = suite.plan(context).cases.find(({ id }) => id === `${spec}/scenario/${scenario}`);
  if (testCase === undefined) throw new Error(`no scenario ${scenario}`);
  const { steps } = (testCase.context as ScenarioContext).scenario;
  const events = make(steps).map((event, index) =>
    spec === 'openhook'
      ? { openhook: '0.1', id: uuid(index), source: 'a', time: '2026-05-04T10:00:00Z', session_id: 's', ...event }
      : {
          spec_version: '0.1.0',
          event_id: uuid(index),
          timestamp: '2026-05-04T10:00:00Z',
          source: { tool: 'a' },
          session_id: 's',
          ...event,
        },
  );
  const bytes = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const stream = (content: Buffer) => ({ bytes: content, total: content.length, truncated: false });
  const spawn = { end: { kind: 'exit', code: 0 }, stdout: stream(bytes), stderr: stream(Buffer.alloc(0)) };
  const observation = { spawns: [spawn], files: [], requests: [], survivors: [], leaks: [], tree: {} };
  const judged = suite.judge(testCase, observation as unknown as Observation, context);
  return judged.findings.flatMap((one) => (one.kind === 'notice' ? [one.message] : []));
}

type Steps = ScenarioContext['scenario']['steps'];
const lengthOf = (steps: Steps): number => (steps.find((step) => step.do === 'prompt')?.text ?? '').length;

const agent = (steps: Steps): Event[] => {
  const action = { name: 'shell', input: { command: 'npm test' } };
  return [
    { event_type: 'Session.Start', data: {} },
    { event_type: 'Prompt.Submitted', data: { prompt_length: lengthOf(steps) } },
    { event_type: 'Action.Before', data: { action } },
    { event_type: 'Action.After', data: { action: { ...action, result: { success: false, exit_code: 1 } } } },
    { event_type: 'Session.End', data: {} },
  ];
};
const replaced = (events: Event[], index: number, data: Event): Event[] =>
  events.map((event, at) => (at === index ? { ...event, data } : event));

test.each<readonly [string, (steps: Steps) => readonly Event[], RegExp | undefined]>([
  ['all is told', agent, undefined],
  ['the end is missing', (steps) => agent(steps).slice(0, -1), /0 Session.End or Session.Abort came of 1 end step/],
  ['another length', (steps) => replaced(agent(steps), 1, { prompt_length: 1 }), /prompt_length is 1 for/],
  ['another name', (steps) => replaced(agent(steps), 2, { action: { name: 'Bash' } }), /is called "Bash"/],
  ['another input', (steps) => replaced(agent(steps), 3, { action: { name: 'shell', input: {} } }), /another input/],
  [
    'success after exit code 1',
    (steps) => replaced(agent(steps), 3, { action: { name: 'shell', result: { success: true } } }),
    /says success true after exit code 1/,
  ],
])('Agent Hooks, a command that fails: %s', async (_, make, message) => {
  const told = await notices('agent-hooks', 'shell-failure', make);
  expect(told).toEqual(message === undefined ? [] : [expect.stringMatching(message)]);
});

const open = (steps: Steps): Event[] => [
  { type: 'session.start' },
  { type: 'prompt.submit', data: { prompt_length: lengthOf(steps) } },
  { type: 'tool.start', data: { tool_name: 'shell', tool_call_id: 'c' } },
  { type: 'tool.end', data: { tool_name: 'shell', tool_call_id: 'c', status: 'error' } },
  { type: 'session.end' },
];

test.each<readonly [string, (steps: Steps) => readonly Event[], RegExp | undefined]>([
  ['all is told', open, undefined],
  [
    'a start later',
    (steps) => [open(steps)[1] ?? {}, open(steps)[0] ?? {}, ...open(steps).slice(2)],
    /before session.start/,
  ],
  ['a success', (steps) => replaced(open(steps), 3, { tool_call_id: 'c', status: 'success' }), /says "success"/],
  ['two ends', (steps) => [...open(steps), { type: 'session.end' }], /2 session.end came of 1 end step/],
])('OpenHook, a command that fails: %s', async (_, make, message) => {
  const told = await notices('openhook', 'shell-failure', make);
  expect(told).toEqual(message === undefined ? [] : [expect.stringMatching(message)]);
});

const PLAYED: Scenario = {
  name: 'played',
  says: 'Something is done.',
  steps: [{ do: 'start' }, { do: 'tool', tool: 'a' }, { do: 'tool', tool: 'b' }, { do: 'end' }],
};
const NESTED: Scenario = {
  ...PLAYED,
  steps: [
    { do: 'start' },
    { do: 'subagent', type: 'Plan', steps: [{ do: 'tool', tool: 'c' }] },
    { do: 'tool', tool: 'a' },
    { do: 'end' },
  ],
};
const emitted = (...values: readonly Record<string, unknown>[]): readonly Emitted[] =>
  values.map((value) => ({ value, text: '', spawn: 0, line: 1 }));
/** The notices that a judge gives, without their advice. */
function noticed(judge: (verdicts: Verdicts) => void): readonly string[] {
  const verdicts = new Verdicts();
  judge(verdicts);
  const found = verdicts.findings();
  expect([...inShort(found)].every((short) => short.startsWith('HC-'))).toBe(true);
  return found.map((one) => (one.kind === 'notice' ? `${one.id} ${one.message.split(';')[0]}` : one.kind));
}

test('an agent ends with exit code 0 once its session is played', () => {
  const said = (...ends: readonly End[]): readonly string[] => {
    const observation = { spawns: ends.map((end) => ({ end })) } as unknown as Observation;
    return noticed((verdicts) => judgeEndOfPlay(observation, PLAYED, verdicts));
  };
  expect(said()).toEqual([]);
  expect(said({ kind: 'exit', code: 0 })).toEqual([]);
  const notice = (how: string): readonly string[] => [
    `HC-EMITTER-EXIT the agent ended with ${how} after the scenario played`,
  ];
  expect(said({ kind: 'exit', code: 3 })).toEqual(notice('exit code 3'));
  expect(said({ kind: 'signal', signal: 'SIGTERM' })).toEqual(notice('SIGTERM'));
  expect(said({ kind: 'signal', signal: 'SIGTERM', code: 0 } as End)).toEqual(notice('SIGTERM'));
  expect(said({ kind: 'timeout', timeoutMs: 1, forced: false })).toEqual(notice('timeout'));
});

test('a time is told of where there is one, and where it is known when the session was played', () => {
  const began = Date.UTC(2026, 1, 8);
  const times = (member: string, at: number | undefined, ...values: readonly Record<string, unknown>[]): unknown[] => {
    const seen = { spawns: [{ startedMs: 0, durationMs: 10 }], ...(at === undefined ? {} : { beganAt: at }) };
    const told: unknown[] = [];
    judgePlayTimes(member, emitted(...values), seen as unknown as Observation, (ok, fault) => {
      expect(fault().message).toContain(`the ${member} of an event`);
      told.push(ok);
    });
    return told;
  };
  const iso = (ms: number): string => new Date(began + ms).toISOString();
  expect(times('time', began, { time: iso(0) }, { time: iso(60_011) }, { time: iso(-60_001) })).toEqual([
    true,
    false,
    false,
  ]);
  expect(times('time', began, {}, { time: 'now' }, { other: iso(0) }, { time: 7 })).toEqual([]);
  expect(times('time', undefined, { time: iso(0) })).toEqual([]);
});

test('the steps of a kind are those of sub-agents, too', () => {
  expect(stepsOf(PLAYED, 'tool').map(({ tool }) => tool)).toEqual(['a', 'b']);
  expect(stepsOf(NESTED, 'tool').map(({ tool }) => tool)).toEqual(['c', 'a']);
  expect(stepsOf(PLAYED, 'subagent')).toEqual([]);
});

test('each step asks for an event, and a sub-agent may bring more', () => {
  const counted = (scenario: Scenario, types: readonly string[]): readonly string[] => {
    const asked: readonly (readonly [Step['do'], readonly string[]])[] = [
      ['tool', ['used', 'failed']],
      ['start', ['began']],
    ];
    return noticed((verdicts) => judgeCounts(scenario, types, asked, verdicts));
  };
  expect(counted(PLAYED, ['began', 'used', 'failed', 'else'])).toEqual([]);
  expect(counted(PLAYED, ['began', 'used'])).toEqual([
    'HC-SCENARIO-EVENTS played: 1 used or failed came of 2 tool steps',
  ]);
  expect(counted(PLAYED, ['began', 'began', 'used', 'used'])).toEqual([
    'HC-SCENARIO-EVENTS played: 2 began came of 1 start step',
  ]);
  expect(counted(PLAYED, [])).toHaveLength(2);
  expect(counted(NESTED, ['began', 'began', 'used', 'used'])).toEqual([]);
  expect(counted(NESTED, ['began', 'began', 'used'])).toHaveLength(1);
});

test('a text is as long as its UTF-16 units, its characters or what a reader takes for them', () => {
  expect(lengthsOf('')).toEqual([0]);
  expect(lengthsOf('abc')).toEqual([3]);
  expect(lengthsOf('a\u{1F600}')).toEqual([3, 2]);
  expect(lengthsOf('e\u0301\u{1F600}')).toEqual([4, 3, 2]);
  // Segments of a long text would take a second.
  expect(lengthsOf('e\u0301'.repeat(4096))).toEqual([8192, 4096]);
  expect(lengthsOf(`x${'e\u0301'.repeat(4096)}`)).toEqual([8193]);
});

test('events stand beside their steps where there are as many of them', () => {
  const [one, two] = emitted({ n: 1 }, { n: 2 });
  if (one === undefined || two === undefined) throw new Error('two events are two');
  expect(inStep([one, two], ['a', 'b'])).toEqual([
    [one, 'a'],
    [two, 'b'],
  ]);
  expect(inStep([one, two], ['a'])).toEqual([]);
  expect(inStep([one], ['a', 'b'])).toEqual([]);
  expect(inStep([], [])).toEqual([]);
});

test('calls of one session have ids of their own', () => {
  const told = (...values: readonly Record<string, unknown>[]): readonly string[] =>
    noticed((verdicts) => judgeCallIds(emitted(...values), ({ value }) => value['id'], verdicts));
  const twice = ['HC-SCENARIO-EVENTS two calls carry the id "c"'];
  expect(told({ session_id: 's', id: 'c' }, { session_id: 's', id: 'd' })).toEqual([]);
  expect(told({ session_id: 's', id: 'c' }, { session_id: 't', id: 'c' })).toEqual([]);
  expect(told({ session_id: 's', id: 'c' }, { session_id: 's', id: 'c' })).toEqual(twice);
  expect(told({ id: 'c' }, { id: 'c' })).toEqual(twice);
  expect(
    told({ session_id: 's' }, { session_id: 's' }, { session_id: 's', id: 7 }, { session_id: 's', id: 7 }),
  ).toEqual([]);
});
