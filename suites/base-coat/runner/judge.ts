import type { Case } from '../../../harness/model/case.ts';
import type { Finding } from '../../../harness/model/finding.ts';
import type { Observation } from '../../../harness/model/observation.ts';
import { mismatch } from './expectations.ts';
import type { Check, RunnerContext } from './scenario.ts';
import { type View, viewOf } from './view.ts';

/** A runner that names the surface when it refuses does not know it. */
function refusesSurface(view: View, surface: string): boolean {
  const answer = view.answers[0];
  const refused = answer?.code !== undefined && answer.code !== 0 && view.trace.runs.length === 0;
  return refused && answer.stderr.toLowerCase().replaceAll(/[\s_]/g, '-').includes(surface);
}

/** Why the case can't decide anything; undefined where it can. */
function undecided(observation: Observation, view: View, context: RunnerContext): string | undefined {
  if (observation.spawns.some(({ end }) => end.kind === 'not-started')) return 'the runner could not be started';
  const hung = view.answers.some((answer) => answer.timedOut) && !context.hangs;
  return hung ? 'the runner gave no answer within our own limit' : undefined;
}

/** A hook that did not run was told nothing, well or badly: that it should have run is a rule of its own. */
function untold(one: Check, view: View): string | undefined {
  if (one.expect.kind !== 'envelope' || one.expect.rule === 'failed') return undefined;
  const { probe } = one.expect;
  const ran = view.trace.runs.some((run) => probe === undefined || run.probe === probe);
  return ran ? undefined : 'the hook did not run, so that there is no event to look at';
}

/** Judges one case of a runner: each check decides its requirements. Pure. */
export function judgeRunner(testCase: Case, observation: Observation): Finding[] {
  const context = testCase.context as RunnerContext;
  const view = viewOf(observation, context.events.length);
  const each = (one: Check, make: (requirement: string) => Finding): Finding[] => one.requirements.map(make);
  const reason = undecided(observation, view, context);
  const unknown = context.tried && refusesSurface(view, context.surface);
  return context.checks.flatMap((one) => {
    if (reason !== undefined) return each(one, (requirement) => ({ kind: 'untested', requirement, reason }));
    if (unknown)
      return each(one, (requirement) => ({
        kind: 'not-applicable',
        requirement,
        reason: `the runner does not know the surface ${context.surface}`,
      }));
    const silent = untold(one, view);
    if (silent !== undefined) return each(one, (requirement) => ({ kind: 'untested', requirement, reason: silent }));
    const found = mismatch(one.expect, view, context, one.at);
    return each(
      one,
      (requirement): Finding =>
        found === undefined
          ? { kind: 'met', requirement }
          : {
              kind: 'broken',
              requirement,
              message: `${one.says}; expected ${found.expected}, but ${found.actual}.`,
              ...found,
            },
    );
  });
}
