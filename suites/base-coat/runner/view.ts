import type { Observation, SpawnObservation } from '../../../harness/model/observation.ts';
import { readTrace, type Trace } from '../../../harness/probes/trace.ts';
import { type Answer, answerOf, type Outcome, ownFiles } from '../../runner-answers.ts';

export interface View {
  readonly answers: readonly Answer[];
  /** The answers to all events, in order; undefined where one is missing. */
  readonly outcomes: readonly (Outcome | undefined)[];
  readonly trace: Trace;
  /** Texts of files that the runner, not a probe, wrote. */
  readonly files: readonly string[];
}

/** What a runner prints counts only where it ended with exit code 0. */
function countedOf(spawn: SpawnObservation): Answer {
  const answer = answerOf(spawn);
  return answer.code === 0 ? answer : { ...answer, outcomes: [] };
}

/** Reads a case. `events` is how many answers are due: all of them of one spawn in a session, else one of each. */
export function viewOf(observation: Observation, events: number): View {
  const answers = observation.spawns.map(countedOf);
  const [first, ...others] = answers;
  const alone = first !== undefined && others.length === 0;
  const outcomes = alone ? first.outcomes : answers.map((answer) => answer.outcomes.at(-1));
  return {
    answers,
    outcomes: Array.from({ length: events }, (_, at) => outcomes[at]),
    trace: readTrace(observation.files),
    files: [...ownFiles(observation).values()],
  };
}
