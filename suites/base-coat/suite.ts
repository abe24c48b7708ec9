import type { Case } from '../../harness/model/case.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { Judgement, PlanContext, Suite } from '../../harness/model/suite.ts';
import { defaultEdition, editionsOf, requirementsInEdition } from '../editions.ts';
import { levelsOf } from '../levels.ts';
import { bindsRole } from '../roles.ts';
import { judgeConverter } from './converter/judge.ts';
import { planConverter } from './converter/plan.ts';
import { judgeRunner } from './runner/judge.ts';
import { planRunner } from './runner/plan.ts';

const SPEC = 'base-coat';

/** Base Coat's runners, which are given events and probe hooks, and converters of its platform names. */
export const baseCoatSuite: Suite = {
  spec: SPEC,
  title: 'Base Coat',
  editions: editionsOf(SPEC),
  defaultEdition: defaultEdition(SPEC) ?? '1',
  roles: ['runner', 'converter'],
  levels: levelsOf(SPEC),
  requirements: (role, edition) => requirementsInEdition(SPEC, edition).filter((row) => bindsRole(row, role)),
  plan: (context: PlanContext) => (context.subject.role === 'runner' ? planRunner(context) : planConverter(context)),
  judge(testCase: Case, observation: Observation, context: PlanContext): Judgement {
    const judge = context.subject.role === 'runner' ? judgeRunner : judgeConverter;
    return { findings: judge(testCase, observation) };
  },
};
