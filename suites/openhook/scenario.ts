import type { Case } from '../../harness/model/case.ts';
import { at } from '../../harness/model/json.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { Judgement, Plan, PlanContext } from '../../harness/model/suite.ts';
import { LOG_FILE } from '../native-case.ts';
import {
  inStep,
  judgeCallIds,
  judgeCounts,
  judgeEndOfPlay,
  judgePlayTimes,
  lengthsOf,
  stepsOf,
} from '../scenario-rules.ts';
import { flat, type Scenario, type ScenarioContext, type Step, scenarioCases } from '../scenarios.ts';
import { outputDocuments } from '../stream/collect.ts';
import type { Emitted } from '../stream/emitted.ts';
import { eventOnLine } from '../stream/event-line.ts';
import { identified } from '../stream/ids.ts';
import { shown, Verdicts } from '../stream/verdicts.ts';
import { judgeEvent } from './event-rules.ts';
import { judgeLeaks, type OpenHookFacts, typeOf } from './judge.ts';
import { judgePairs } from './pairs.ts';

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
  judgeIdentity(events, scenario, verdicts);
  judgePairs(events, verdicts);
  judgeEndOfPlay(observation, scenario, verdicts);
  judgePlayTimes('time', events, observation, (ok, fault) => {
    if (!ok) verdicts.notice('HC-EVENT-TIME', fault().message);
  });
  judgePlay(events, scenario, verdicts);
  const findings = verdicts.findings();
  const asked = flat(scenario.steps).flatMap((step) => ASKS[step.do] ?? []);
  const facts: OpenHookFacts = {
    ids: events.flatMap((event, index) => identified(event.value['id'], `${testCase.id} ${index} ${typeOf(event)}`)),
    emitted: asked.map(([canonical]) => ({
      vendor: `scenario ${scenario.name}:`,
      event: canonical,
      canonical,
      tool: '',
      native: canonical,
      standsForTool: false,
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

const sessionOf = (event: Emitted): string | undefined => {
  const id = event.value['session_id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
};

/**
 * OH-ENV-020: the played session has one id. Sub-agents may have sessions of their own, which nothing in an event ties to it: of
 * as many values as there were sessions, nothing is said. A value that is no text is its own row's fault and identifies nothing.
 */
function judgeIdentity(events: readonly Emitted[], scenario: Scenario, verdicts: Verdicts): void {
  const ids = new Set(events.flatMap((event) => sessionOf(event) ?? []));
  const sessions = 1 + stepsOf(scenario, 'subagent').length;
  if (ids.size !== 1 && ids.size <= sessions) return;
  verdicts.check('OH-ENV-020', ids.size === 1, () => ({
    message: `the events of ${sessions === 1 ? 'one session' : `${sessions} sessions`} carry ${ids.size} different values of session_id; use one for each`,
    expected: sessions === 1 ? 'one session_id' : `at most ${sessions} values`,
    actual: [...ids].map(shown).join(', '),
  }));
}

const COUNTED = [
  ['start', ['session.start']],
  ['prompt', ['prompt.submit']],
  ['tool', ['tool.start']],
  ['tool', ['tool.end']],
  ['end', ['session.end']],
] as const;

/** What the steps of the scenario say of the events: lengths, files, the end; what no row asks for is a notice. */
function judgePlay(events: readonly Emitted[], scenario: Scenario, verdicts: Verdicts): void {
  const of = (type: string): readonly Emitted[] => events.filter((event) => typeOf(event) === type);
  judgeCounts(scenario, events.map(typeOf), COUNTED, verdicts);
  const [start] = of('session.start');
  const first = events.find((event) => start !== undefined && sessionOf(event) === sessionOf(start));
  if (first !== undefined && typeOf(first) !== 'session.start')
    verdicts.notice(
      'HC-SCENARIO-EVENTS',
      `${scenario.name}: ${typeOf(first)} comes before session.start; a session begins with it`,
    );
  judgeCallIds(of('tool.start'), (event) => at(event.value, '/data/tool_call_id'), verdicts);
  for (const [event, step] of inStep(of('prompt.submit'), stepsOf(scenario, 'prompt'))) {
    const length = at(event.value, '/data/prompt_length');
    if (typeof length !== 'number') continue;
    const lengths = lengthsOf(step.text ?? '');
    verdicts.check('OH-DAT-019', lengths.includes(length), () => ({
      message: `prompt_length is ${length} for a prompt of ${lengths[0]} characters; count the characters of the prompt`,
      expected: lengths.join(' or '),
      actual: String(length),
    }));
  }
  const tools = stepsOf(scenario, 'tool');
  for (const [event, step] of inStep(of('tool.end'), tools)) {
    const told = (step.exit_code ?? 0) === 0 ? 'success' : 'error';
    const status = at(event.value, '/data/status');
    if (typeof status === 'string' && status !== told)
      verdicts.notice(
        'HC-OH-STATUS',
        `${scenario.name}: ${step.tool} ended with exit code ${step.exit_code} and tool.end says ${shown(status)}`,
      );
  }
  judgeWrites(of('file.write'), [...of('tool.start'), ...of('tool.end')], tools, verdicts);
  const ended = new Set<string>();
  for (const event of events) {
    const [type, session] = [typeOf(event), sessionOf(event)];
    if (type === 'session.end') verdicts.met('OH-EVT-008');
    if (session === undefined) continue;
    if (type === 'session.end') ended.add(session);
    // A session that goes on after it was left begins a second time.
    else if (type === 'session.start') ended.delete(session);
    else if (ended.has(session))
      verdicts.broken('OH-EVT-008', {
        message: `${type} comes after the session.end of its session; session.end is the last event`,
        expected: 'session.end last',
        actual: type,
      });
  }
}

/** OH-ART-002, OH-DAT-045: one file.write for each file that a step has written, and the call that it names was made. */
function judgeWrites(
  writes: readonly Emitted[],
  calls: readonly Emitted[],
  tools: readonly Step[],
  verdicts: Verdicts,
): void {
  if (writes.length === 0) return;
  const wrote = tools.filter(({ tool, exit_code }) => /^file_(write|edit)$/.test(tool ?? '') && (exit_code ?? 0) === 0);
  for (const path of new Set(
    wrote.flatMap(({ input }) => (typeof input?.['path'] === 'string' ? [input['path']] : [])),
  )) {
    const count = wrote.filter(({ input }) => input?.['path'] === path).length;
    const given = writes.filter((event) => {
      const told = at(event.value, '/data/path');
      return typeof told === 'string' && (told === path || told.endsWith(`/${path}`));
    }).length;
    verdicts.check('OH-ART-002', given === count, () => ({
      message: `${path} was written ${count} time${count === 1 ? '' : 's'} and ${given} file.write came of it; emit one for each`,
      expected: `${count} file.write`,
      actual: String(given),
    }));
  }
  const ids = calls.map((event) => at(event.value, '/data/tool_call_id'));
  // Where a call has no id, a file.write of it may have one all the same.
  if (ids.length === 0 || !ids.every((id) => typeof id === 'string')) return;
  for (const event of writes) {
    const id = at(event.value, '/data/tool_call_id');
    if (typeof id !== 'string') continue;
    verdicts.check('OH-DAT-045', ids.includes(id), () => ({
      message: `file.write has tool_call_id ${shown(id)}, which no tool event has; it links to the surrounding tool events`,
      expected: 'the id of its call',
      actual: shown(id),
    }));
  }
}
