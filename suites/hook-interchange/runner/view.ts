import type { Observation } from '../../../harness/model/observation.ts';
import { readTrace, type Trace } from '../../../harness/probes/trace.ts';
import { type Answer, answerOf, ownFiles, warningsOf } from '../../runner-answers.ts';

/** A case of a runner, read: what it said, what its probes tell, what it wrote. */
export interface View {
  readonly answers: readonly Answer[];
  /** What the runner warned of where no hook ran: it says nothing of a hook. */
  readonly chatter: readonly string[];
  readonly trace: Trace;
  /** Texts of files that the runner, not a probe, wrote. */
  readonly files: ReadonlyMap<string, string>;
}

/** With `unhooked` the first answer is that for an event without hooks, and no answer to the case. */
export function viewOf(observation: Observation, unhooked: boolean = false): View {
  const answers = observation.spawns.map(answerOf);
  return {
    answers: unhooked ? answers.slice(1) : answers,
    chatter: unhooked ? warningsOf(answers[0]?.outcomes.at(-1)) : [],
    trace: readTrace(observation.files),
    files: ownFiles(observation),
  };
}
