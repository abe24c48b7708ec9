/** What no row asks of a played scenario is a notice: an event that is missing, or that says something else than was played. */
import { expect, test } from 'vitest';
import type { Observation } from '../harness/model/observation.ts';
import { agentHooksSuite } from './agent-hooks/index.ts';
import { openHookSuite } from './openhook/index.ts';
import type { ScenarioContext } from './scenarios.ts';
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
