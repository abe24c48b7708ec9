import type { Case } from '../../harness/model/case.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { Requirement } from '../../harness/model/requirement.ts';
import type { Subject } from '../../harness/model/subject.ts';
import type { Judgement, Suite } from '../../harness/model/suite.ts';
import type { Role } from '../../harness/model/words.ts';
import { judgeConsumer } from '../consumer.ts';
import { defaultEdition, editionsOf, requirementsInEdition } from '../editions.ts';
import { levelsOf } from '../levels.ts';
import { bindsRole } from '../roles.ts';
import { simplerScenarios } from '../scenarios.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { planConsumer } from './consumer-plan.ts';
import { fedToAgentHooks } from './fed.ts';
import { judgeNative } from './judge.ts';
import { planNative, simplerNative } from './plan.ts';
import { judgeAgentHooksRun } from './run-rules.ts';
import { judgeScenario, planScenarios } from './scenario.ts';

const SPEC = 'agent-hooks';

function requirements(role: Role, edition: string, subject: Subject): readonly Requirement[] {
  return requirementsInEdition(SPEC, edition).filter((row) => bindsRole(row, role, { drive: subject.drive }));
}

function consumed(testCase: Case, observation: Observation): Judgement {
  const verdicts = new Verdicts();
  judgeConsumer(testCase, observation, verdicts);
  return { findings: verdicts.findings() };
}

/** Agent Hooks 0.1.0: emitters are fed native payloads and judged by what they write. */
export const agentHooksSuite: Suite = {
  spec: SPEC,
  title: 'Agent Hooks',
  editions: editionsOf(SPEC),
  defaultEdition: defaultEdition(SPEC) ?? '0.1.0',
  roles: ['emitter', 'hook'],
  levels: levelsOf(SPEC),
  requirements,
  plan: (context) => {
    if (context.subject.role === 'hook') return planConsumer(context);
    return context.subject.drive === 'scenario' ? planScenarios(context) : planNative(context);
  },
  judge: (testCase, observation, context) => {
    if (context.subject.role === 'hook') return consumed(testCase, observation);
    const judge = context.subject.drive === 'scenario' ? judgeScenario : judgeNative;
    return judge(testCase, observation, context);
  },
  fed: fedToAgentHooks,
  simpler: (testCase, context) => {
    if (context.subject.role !== 'emitter') return [];
    return context.subject.drive === 'scenario'
      ? simplerScenarios(testCase, context)
      : simplerNative(testCase, context);
  },
  judgeRun: (facts, context) => (context.subject.role === 'hook' ? [] : judgeAgentHooksRun(facts, context)),
};
