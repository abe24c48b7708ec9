import type { Case } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { Requirement } from '../../harness/model/requirement.ts';
import type { Subject } from '../../harness/model/subject.ts';
import type { Judgement, PlanContext, Suite } from '../../harness/model/suite.ts';
import { loadRequirements } from '../catalogue.ts';

const DC_TIMEOUT = 'DC-TIMEOUT';

function declared(subject: Subject): readonly Requirement[] {
  return subject.declaredTimeoutMs === null ? [] : loadRequirements('declared').filter(({ id }) => id === DC_TIMEOUT);
}

/** Milliseconds after which the first spawn that was still running was ended; null when all ended by themselves. */
function limitReached(observation: Observation): number | null {
  for (const { end } of observation.spawns) if (end.kind === 'timeout') return end.timeoutMs;
  return null;
}

/** What a case that ran out of time says: nothing of its requirements, and of a declared limit that it was not kept. */
function outOfTime(testCase: Case, limitMs: number, declaredMs: number | null): Finding[] {
  const seconds = `${limitMs / 1000} s`;
  const reason =
    declaredMs === null
      ? `it was still running at our own limit of ${seconds}; give --timeout <s> to judge by what its author allows`
      : `it was still running after ${seconds}`;
  const findings: Finding[] = testCase.requirements.map((requirement) => ({ kind: 'untested', requirement, reason }));
  if (declaredMs !== null) {
    findings.push({
      kind: 'broken',
      requirement: DC_TIMEOUT,
      message: `not what you declared: still running after ${seconds}, and ended`,
      expected: `it ends within ${seconds}`,
      actual: `still running after ${seconds}`,
    });
  }
  return findings;
}

/**
 * Adds to a suite what holds for every subject of it: longer than a `--timeout` that the user gave is a failure of the
 * user's own declaration, longer than our default alone is `untested` (contract, section 3). What a process printed before
 * it was ended is no evidence of what it would have printed, so a case that ran out of time is judged by nothing else.
 * The native suite is not wrapped: there the vendor's own limit has a say, too.
 */
export function withTimeLimit(suite: Suite): Suite {
  const { judgeRun } = suite;
  return {
    ...suite,
    requirements: (role, edition, subject) => [...suite.requirements(role, edition, subject), ...declared(subject)],
    judge(testCase: Case, observation: Observation, context: PlanContext): Judgement {
      const { declaredTimeoutMs } = context.subject;
      const limit = limitReached(observation);
      if (limit !== null) return { findings: outOfTime(testCase, limit, declaredTimeoutMs) };
      const judgement = suite.judge(testCase, observation, context);
      if (declaredTimeoutMs === null) return judgement;
      return { ...judgement, findings: [...judgement.findings, { kind: 'met', requirement: DC_TIMEOUT }] };
    },
    // A case without facts of the suite's own ran out of time: rules about the whole run can't look at it.
    ...(judgeRun === undefined
      ? {}
      : {
          judgeRun: (facts, context) =>
            judgeRun.call(
              suite,
              facts.filter((one) => one.facts !== undefined),
              context,
            ),
        }),
  };
}
