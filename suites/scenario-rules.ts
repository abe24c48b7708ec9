/** What the judges of played scenarios look at alike, whatever the specification of the events. Pure. */
import type { Observation } from '../harness/model/observation.ts';
import { isNear } from './emissions.ts';
import { flat, type Scenario, type Step } from './scenarios.ts';
import type { Emitted } from './stream/emitted.ts';
import { instantOf } from './stream/instant.ts';
import { type Fault, shown, type Verdicts } from './stream/verdicts.ts';

/** An agent ends with exit 0 once its session is played (contract, section 2). */
export function judgeEndOfPlay({ spawns }: Observation, { name }: Scenario, verdicts: Verdicts): void {
  const end = spawns[0]?.end;
  if (end === undefined || (end.kind === 'exit' && end.code === 0)) return;
  const how = end.kind === 'exit' ? `exit code ${end.code}` : end.kind === 'signal' ? end.signal : end.kind;
  verdicts.notice('HC-EMITTER-EXIT', `the agent ended with ${how} after the scenario ${name}; end with exit code 0`);
}

/** Events happen while the scenario is played: `report` is told of each whose time lies more than a minute beside that. */
export function judgePlayTimes(
  member: string,
  events: readonly Emitted[],
  observation: Observation,
  report: (ok: boolean, fault: () => Fault) => void,
): void {
  for (const event of events) {
    const time = instantOf(event.value[member]);
    const near = time === undefined ? undefined : isNear(time, observation, 0);
    if (near === undefined) continue;
    report(near, () => ({
      message: `the ${member} of an event lies more than a minute from the time when its scenario was played; tell when it happened, with the right zone`,
      expected: 'the time when the event happened',
      actual: 'another time',
    }));
  }
}

/** The steps of one kind, those of sub-agents included. */
export function stepsOf({ steps }: Scenario, kind: Step['do']): readonly Step[] {
  return flat(steps).filter((step) => step.do === kind);
}

/** Ours: for each step the event that it asks for. A sub-agent may have a session of its own, with a start and an end. */
export function judgeCounts(
  scenario: Scenario,
  types: readonly string[],
  asked: readonly (readonly [kind: Step['do'], wanted: readonly string[]])[],
  verdicts: Verdicts,
): void {
  const nested = stepsOf(scenario, 'subagent').length > 0;
  for (const [kind, wanted] of asked) {
    const count = stepsOf(scenario, kind).length;
    const given = types.filter((type) => wanted.includes(type)).length;
    if (given < count || (given > count && !nested))
      verdicts.notice(
        'HC-SCENARIO-EVENTS',
        `${scenario.name}: ${given} ${wanted.join(' or ')} came of ${count} ${kind} step${count === 1 ? '' : 's'}; emit one for each`,
      );
  }
}

/** In which units a text may be counted. */
export function lengthsOf(text: string): readonly number[] {
  const segments = text.length > 8192 ? [] : [[...new Intl.Segmenter('en').segment(text)].length];
  return [...new Set([text.length, [...text].length, ...segments])];
}

/** Each event with the step that it came of; none where there are not as many of them as steps. */
export function inStep<T>(
  events: readonly Emitted[],
  steps: readonly T[],
): readonly (readonly [event: Emitted, step: T])[] {
  if (events.length !== steps.length) return [];
  return events.flatMap((event, index) => {
    const step = steps[index];
    return step === undefined ? [] : [[event, step] as const];
  });
}

/** Ours: two calls of one session that carry one id can't be told apart. */
export function judgeCallIds(starts: readonly Emitted[], idOf: (event: Emitted) => unknown, verdicts: Verdicts): void {
  const seen = new Set<string>();
  for (const start of starts) {
    const id = idOf(start);
    if (typeof id !== 'string') continue;
    const call = `${String(start.value['session_id'])} ${id}`;
    if (seen.has(call))
      verdicts.notice('HC-SCENARIO-EVENTS', `two calls carry the id ${shown(id)}; make one for each call`);
    seen.add(call);
  }
}
