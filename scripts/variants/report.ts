import type { Case } from '../../harness/model/case.ts';
import type { Judgement, PlanContext, Suite } from '../../harness/model/suite.ts';
import { buildSubject } from '../../harness/report/build.ts';
import { editionRun } from '../../harness/run/run-subject.ts';
import { select } from '../../harness/run/select.ts';
import type { SubjectReport } from '../../types/generated/report.ts';

/** A case that ran, with what its judge said. */
export interface JudgedCase extends Judgement {
  readonly case: Case;
}

/** The report of these cases of one edition, with the rules about the whole run, as if the plan had no others. */
export function reportOf(suite: Suite, context: PlanContext, judged: readonly JudgedCase[]): SubjectReport {
  const plan = suite.plan(context);
  const { edition, subject, catalogue: requirements } = context;
  const selection = select(plan.cases, requirements, { only: [], skip: [], shard: null });
  const results = judged.map((one) => ({
    edition,
    case: one.case,
    findings: one.findings,
    facts: one.facts,
    leaks: [],
    input: '',
    spawns: one.case.spawns.length,
    timedOut: false,
    durations: [],
  }));
  return buildSubject({
    subject,
    suite,
    editions: [editionRun({ edition, requirements, context, plan, selection }, suite, results)],
    unusable: null,
    complete: true,
    leftOut: new Map(),
    repro: (id) => id,
    rerun: (id) => id,
  });
}
