import type { Case } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { Subject } from '../../harness/model/subject.ts';
import type { Judgement, PlanContext, Suite } from '../../harness/model/suite.ts';
import { loadRequirements } from '../catalogue.ts';

const DC_LEAK = 'DC-LEAK';

function kindsOf(subject: Subject): readonly string[] {
  return subject.failOnLeak ?? [];
}

/** What a case says of the kinds of text that the user declared must not come out (`--fail-on-leak`). */
function judgeLeaks(testCase: Case, observation: Observation, kinds: readonly string[]): Finding[] {
  const planted = testCase.canaries.filter((canary) => kinds.includes(canary.kind));
  if (planted.length === 0) return [];
  const findings: Finding[] = [];
  for (const canary of planted) {
    const hit = observation.leaks.find((leak) => leak.canary === canary.id);
    if (hit === undefined) continue;
    findings.push({ kind: 'leak', canary: canary.id, requirements: [DC_LEAK] });
    findings.push({
      kind: 'broken',
      requirement: DC_LEAK,
      message: `not what you declared: ${canary.kind} of ${canary.field} came out through ${hit.channel} (${hit.encoding})`,
      expected: `nothing of ${canary.field} leaves the subject`,
      actual: `found in ${hit.place}`,
    });
  }
  return findings.length > 0 ? findings : [{ kind: 'met', requirement: DC_LEAK }];
}

/** Adds to a suite the user's own declaration that some kinds of text never come out. Without one it changes nothing. */
export function withLeakLimit(suite: Suite): Suite {
  return {
    ...suite,
    requirements: (role, edition, subject) => [
      ...suite.requirements(role, edition, subject),
      ...(kindsOf(subject).length === 0 ? [] : loadRequirements('declared').filter(({ id }) => id === DC_LEAK)),
    ],
    judge(testCase: Case, observation: Observation, context: PlanContext): Judgement {
      const judgement = suite.judge(testCase, observation, context);
      const kinds = kindsOf(context.subject);
      if (kinds.length === 0) return judgement;
      return { ...judgement, findings: [...judgement.findings, ...judgeLeaks(testCase, observation, kinds)] };
    },
  };
}
