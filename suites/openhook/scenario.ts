import type { Case } from '../../harness/model/case.ts';
import { at } from '../../harness/model/json.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { Judgement, Plan, PlanContext } from '../../harness/model/suite.ts';
import { LOG_FILE } from '../native-case.ts';
import { flat, type ScenarioContext, type Step, scenarioCases } from '../scenarios.ts';
import { outputDocuments } from '../stream/collect.ts';
import type { Emitted } from '../stream/emitted.ts';
import { eventOnLine } from '../stream/event-line.ts';
import { shown, Verdicts } from '../stream/verdicts.ts';
import { judgeEvent } from './event-rules.ts';
import { judgeLeaks, type OpenHookFacts, typeOf } from './judge.ts';

const nowhere = (): undefined => undefined;

/** Plans an emitter that is the agent itself. Pure. */
export function planScenarios(context: PlanContext): Plan {
  const rows = context.catalogue
    .filter((row) => row.undecidable === undefined && row.grade !== 'info')
    .map((row) => row.id);
  return { cases: scenarioCases('openhook', rows, context), notFed: [] };
}

/** Canonical event that a step stands for, and the type that it asks for. */
const ASKS: Readonly<Partial<Record<Step['do'], readonly (readonly [canonical: string, type: string])[]>>> = {
  start: [['session_start', 'session.start']],
  prompt: [['before_prompt', 'prompt.submit']],
  tool: [
    ['before_tool_execute', 'tool.start'],
    ['after_tool_execute', 'tool.end'],
  ],
  end: [['session_end', 'session.end']],
};

/** Judges the events of one played session. Pure. */
export function judgeScenario(testCase: Case, observation: Observation, context: PlanContext): Judgement {
  const { scenario } = testCase.context as ScenarioContext;
  const verdicts = new Verdicts();
  const leaks = judgeLeaks(testCase, observation, verdicts);
  const events: Emitted[] = [];
  const valid: string[] = [];
  let garbled = false;
  for (const { line, spawn } of outputDocuments(observation, context.subject, LOG_FILE)) {
    const event = eventOnLine(line, spawn, { object: 'OH-ENV-001', oneLine: null }, verdicts, nowhere);
    garbled ||= event === undefined;
    if (event === undefined) continue;
    verdicts.met('OH-ENV-001');
    if (judgeEvent(event, verdicts, nowhere)) valid.push(typeOf(event));
    events.push(event);
  }
  const ids = new Set(events.map((event) => event.value['session_id']));
  const subagents = scenario.steps.some((step) => step.do === 'subagent');
  if (events.length > 0 && !subagents)
    verdicts.check('OH-ENV-020', ids.size === 1, () => ({
      message: `the events of one session carry ${ids.size} different values of session_id; use one`,
      expected: 'one session_id',
      actual: [...ids].map(shown).join(', '),
    }));
  judgePairs(events, verdicts);
  const findings = verdicts.findings();
  const asked = flat(scenario.steps).flatMap((step) => ASKS[step.do] ?? []);
  const facts: OpenHookFacts = {
    ids: events.map((event, index) => [String(event.value['id']), `${testCase.id} ${index} ${typeOf(event)}`]),
    emitted: asked.map(([canonical]) => ({
      vendor: 'the agent',
      event: canonical,
      canonical,
      tool: '',
      native: canonical,
      types: valid,
      came: [],
      garbled,
      end: '',
    })),
    brokenEnvelope: findings.flatMap((finding) =>
      finding.kind === 'broken' && /^OH-(ENV|OPT)-/.test(finding.requirement) ? [finding.requirement] : [],
    ),
  };
  return { findings: [...findings, ...leaks], facts };
}

function judgePairs(events: readonly Emitted[], verdicts: Verdicts): void {
  const started = new Map<string, number>();
  for (const event of events) {
    const id = at(event.value, '/data/tool_call_id');
    const time = Date.parse(String(event.value['time']));
    if (typeof id !== 'string') continue;
    if (typeOf(event) === 'tool.start') started.set(id, time);
    const began = started.get(id);
    if (typeOf(event) !== 'tool.end') continue;
    verdicts.check('OH-DAT-024', began !== undefined, () => ({
      message: `tool.end has tool_call_id ${shown(id)}, which no tool.start before it has`,
      expected: 'the id of its tool.start',
      actual: shown(id),
    }));
    if (began !== undefined)
      verdicts.check('OH-EVT-007', time >= began, () => ({
        message: 'a tool.end lies before its tool.start',
        expected: 'tool.start first',
        actual: 'tool.end first',
      }));
  }
}
