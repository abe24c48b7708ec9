import { createHash } from 'node:crypto';
import type { Case } from '../../harness/model/case.ts';
import { at } from '../../harness/model/json.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { Judgement, Plan, PlanContext } from '../../harness/model/suite.ts';
import { LOG_FILE } from '../native-case.ts';
import { inStep, judgeCounts, judgeEndOfPlay, judgePlayTimes, lengthsOf, stepsOf } from '../scenario-rules.ts';
import { type Scenario, type ScenarioContext, type Step, scenarioCases } from '../scenarios.ts';
import { outputDocuments } from '../stream/collect.ts';
import type { Emitted } from '../stream/emitted.ts';
import { eventOnLine } from '../stream/event-line.ts';
import { sameJson } from '../stream/identity.ts';
import { identified } from '../stream/ids.ts';
import { shown, Verdicts } from '../stream/verdicts.ts';
import { judgeEvent } from './event-rules.ts';
import type { AgentHooksFacts } from './judge.ts';
import { mapping } from './mapping.ts';
import { judgePairs } from './pairs.ts';
import { typeOfEvent } from './payload-rules.ts';
import { judgeLeaks } from './privacy.ts';
import { isResumed } from './stream.ts';
import { isCoreEvent } from './taxonomy.ts';

const nowhere = (): undefined => undefined;

/** Plans an emitter that is the agent itself. Pure. */
export function planScenarios(context: PlanContext): Plan {
  const rows = context.catalogue
    .filter((row) => row.undecidable === undefined && row.grade !== 'info')
    .map((row) => row.id);
  return { cases: scenarioCases('agent-hooks', rows, context), notFed: [] };
}

/** Judges the events of one played session. Pure. */
export function judgeScenario(testCase: Case, observation: Observation, context: PlanContext): Judgement {
  const { scenario } = testCase.context as ScenarioContext;
  const verdicts = new Verdicts();
  const leaks = judgeLeaks(testCase, observation, verdicts);
  const events: Emitted[] = [];
  let valid = 0;
  for (const { line, spawn } of outputDocuments(observation, context.subject, LOG_FILE)) {
    const event = eventOnLine(line, spawn, { object: 'AH-ENV-001', oneLine: 'AH-REL-004' }, verdicts, nowhere);
    if (event === undefined) continue;
    if (judgeEvent(event, verdicts, nowhere)) valid++;
    events.push(event);
  }
  judgeIdentity(events, scenario, verdicts);
  judgeFrames(events, verdicts);
  judgePairs(events, verdicts);
  judgePrompts(
    events,
    scenario.steps.filter((step) => step.do === 'prompt').map((step) => step.text ?? ''),
    verdicts,
  );
  judgeTools(events, stepsOf(scenario, 'tool').length, testCase.id, verdicts);
  judgeEndOfPlay(observation, scenario, verdicts);
  judgePlayTimes('timestamp', events, observation, (ok, fault) => verdicts.check('AH-ENV-013', ok, fault));
  judgePlay(events, scenario, verdicts);
  const facts: AgentHooksFacts = {
    ids: events.flatMap((event, index) =>
      identified(event.value['event_id'], `${testCase.id} ${index} ${typeOfEvent(event)}`),
    ),
    styles: [],
    emitted: [[testCase.id, events.map(typeOfEvent)]],
    risks: events.flatMap((event) => {
      const [score, level] = [at(event.value, '/risk/score'), at(event.value, '/risk/level')];
      return typeof score === 'number' && typeof level === 'string' ? [[score, level] as const] : [];
    }),
    valid,
    invalid: events.length - valid,
  };
  return { findings: [...verdicts.findings(), ...leaks], facts };
}

/**
 * AH-ENV-016, AH-ENV-025: the played session has one id. A sub-agent may have a session of its own, which then names that of
 * its parent; a value that is no text is its own row's fault and identifies nothing.
 */
function judgeIdentity(events: readonly Emitted[], scenario: Scenario, verdicts: Verdicts): void {
  const subagents = stepsOf(scenario, 'subagent');
  const played = events.filter((event) => event.value['parent_session_id'] === undefined);
  const ids = new Set(played.flatMap((event) => sessionOf(event) ?? []));
  const [main] = ids;
  // More values than sessions were played can't all be those of sub-agents; which ones are can't be told without their parents.
  const one = ids.size <= 1 + subagents.length;
  if (ids.size === 1 || !one)
    verdicts.check('AH-ENV-016', one, () => ({
      message: `the events of one session carry ${ids.size} different values of session_id; use one`,
      expected: 'one session_id',
      actual: [...ids].map(shown).join(', '),
    }));
  const all = new Set(events.flatMap((event) => sessionOf(event) ?? []));
  // A sub-agent that does nothing but start another shows no event that its session could be known by.
  const silent = subagents.some((step) => stepsIn(step, 'subagent'));
  for (const event of events) {
    const [own, parent] = [sessionOf(event), event.value['parent_session_id']];
    const orphan = parent === undefined && own !== undefined && own !== main;
    if (orphan ? !one : typeof parent !== 'string') continue;
    const known = all.has(String(parent)) && (parent !== own || own === main);
    verdicts.check('AH-ENV-025', !orphan && (known || (silent && parent !== own)), () => ({
      message: orphan
        ? `${typeOfEvent(event)} of a sub-agent has a session_id of its own and no parent_session_id; name the parent's session`
        : 'parent_session_id names no session of this run that is another one',
      expected: main === undefined ? 'a session of this run' : shown(main),
      actual: shown(parent),
    }));
  }
}

const sessionOf = (event: Emitted): string | undefined => {
  const id = event.value['session_id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
};

const stepsIn = ({ steps = [] }: Step, kind: Step['do']): boolean => steps.some((step) => step.do === kind);

/** AH-TAX-026: Session.Start is the first and Session.End or Session.Abort the last event of its session, not of the run. */
function judgeFrames(events: readonly Emitted[], verdicts: Verdicts): void {
  const sessions = new Map<string, Emitted[]>();
  for (const event of events) {
    const session = sessionOf(event);
    if (session !== undefined && isCoreEvent(typeOfEvent(event)))
      sessions.set(session, [...(sessions.get(session) ?? []), event]);
  }
  for (const session of sessions.values()) {
    const types = session.map(typeOfEvent);
    const start = session.findLastIndex(
      (event, index) => typeOfEvent(event) === 'Session.Start' && (index === 0 || !isResumed(event)),
    );
    if (start >= 0)
      verdicts.check('AH-TAX-026', start === 0, () => ({
        message: `Session.Start comes after ${types[0]} of its session; it is the first event`,
        expected: 'Session.Start first',
        actual: String(types[0]),
      }));
    const end = types.findIndex((type) => type === 'Session.End' || type === 'Session.Abort');
    if (end >= 0)
      verdicts.check('AH-TAX-026', end === types.length - 1, () => ({
        message: `${types.at(-1)} comes after the ${types[end]} of its session; nothing follows the end`,
        expected: `${types[end]} last`,
        actual: String(types.at(-1)),
      }));
  }
}

/** Types that the steps of a scenario ask for. */
const ASKED = [
  ['start', ['Session.Start']],
  ['prompt', ['Prompt.Submitted']],
  ['compact', ['Context.Compaction']],
  ['end', ['Session.End', 'Session.Abort']],
] as const;

/** Ours: what the events say is what was played. The rows that say so are about native payloads. */
function judgePlay(events: readonly Emitted[], scenario: Scenario, verdicts: Verdicts): void {
  const own = (message: string): void => verdicts.notice('HC-SCENARIO-EVENTS', `${scenario.name}: ${message}`);
  const of = (type: string): readonly Emitted[] => events.filter((event) => typeOfEvent(event) === type);
  const main = events.filter((event) => event.value['parent_session_id'] === undefined);
  judgeCounts(scenario, main.map(typeOfEvent), ASKED, verdicts);
  for (const { value } of events)
    if (value['parent_session_id'] !== undefined && value['parent_session_id'] === value['session_id'])
      own('an event names its own session as its parent; name the session that started it');
  for (const [event, step] of inStep(of('Prompt.Submitted'), stepsOf(scenario, 'prompt'))) {
    const [length, text] = [at(event.value, '/data/prompt_length'), step.text ?? ''];
    if (typeof length === 'number' && ![...lengthsOf(text), Buffer.byteLength(text)].includes(length))
      own(`prompt_length is ${length} for a prompt of ${text.length} characters`);
  }
  judgeInputs(of('Action.Before'), of('Action.After'), own);
  const tools = stepsOf(scenario, 'tool');
  for (const type of ['Action.Before', 'Action.After'])
    for (const [event, step] of inStep(of(type), tools)) {
      const name = at(event.value, '/data/action/name');
      const mcp = step.tool?.startsWith('mcp:') === true;
      const rule = mapping.actions[mcp ? 'mcp' : (step.tool ?? '')];
      const fits = (one: string): boolean => rule?.names.includes(one) === true || (mcp && one.startsWith('mcp:'));
      if (typeof name === 'string' && rule !== undefined && rule.custom !== true && !fits(name))
        own(`the action of the tool ${step.tool} is called ${shown(name)}; use the standard name (section 7.5)`);
      if (at(event.value, '/data/action/result/success') === ((step.exit_code ?? 0) !== 0))
        own(`the result of ${step.tool} says success ${(step.exit_code ?? 0) !== 0} after exit code ${step.exit_code}`);
    }
}

/** Ours: what is told of an action after it ran is told of the one that was to run. */
function judgeInputs(befores: readonly Emitted[], afters: readonly Emitted[], own: (message: string) => void): void {
  for (const [after, before] of inStep(afters, befores)) {
    const [was, is] = [before, after].map((event) => at(event.value, '/data/action/input'));
    if (was !== undefined && is !== undefined && !sameJson(was, is))
      own(`an Action.After has another input than its Action.Before (${shown(is)}); one action has one input`);
  }
}

/** AH-DAT-010: hashes are those of the prompts that were played. */
function judgePrompts(events: readonly Emitted[], prompts: readonly string[], verdicts: Verdicts): void {
  const digests = prompts.map((prompt) => `sha256:${createHash('sha256').update(prompt, 'utf8').digest('hex')}`);
  for (const event of events.filter((one) => typeOfEvent(one) === 'Prompt.Submitted')) {
    const hash = at(event.value, '/data/prompt_hash');
    if (typeof hash === 'string')
      verdicts.check('AH-DAT-010', digests.includes(hash.toLowerCase()), () => ({
        message: 'prompt_hash is not the sha256 of a prompt of the scenario',
        expected: digests.join(' or '),
        actual: hash,
      }));
  }
}

/** Ours: as many actions as the scenario has tools. No row says that an agent must emit them. */
function judgeTools(events: readonly Emitted[], count: number, id: string, verdicts: Verdicts): void {
  for (const type of ['Action.Before', 'Action.After']) {
    const given = events.filter((event) => typeOfEvent(event) === type).length;
    if (given !== count)
      verdicts.notice('HC-SCENARIO-ACTIONS', `${id.split('/').at(-1)}: ${given} ${type} came of ${count} tool calls`);
  }
}
