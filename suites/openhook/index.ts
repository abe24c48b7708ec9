import type { Case } from '../../harness/model/case.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { Judgement, Suite } from '../../harness/model/suite.ts';
import { judgeConsumer } from '../consumer.ts';
import { defaultEdition, editionsOf, requirementsInEdition } from '../editions.ts';
import { levelsOf } from '../levels.ts';
import { bindsRole } from '../roles.ts';
import { simplerScenarios } from '../scenarios.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { planConsumer } from './consumer-plan.ts';
import { fedToOpenHook } from './fed.ts';
import { judgeNative } from './judge.ts';
import { planNative, simplerNative } from './plan.ts';
import { judgeOpenHookRun } from './run-rules.ts';
import { judgeRunner, planRunner } from './runner.ts';
import { judgeScenario, planScenarios } from './scenario.ts';

const SPEC = 'openhook';

function consumed(testCase: Case, observation: Observation): Judgement {
  const verdicts = new Verdicts();
  judgeConsumer(testCase, observation, verdicts);
  return { findings: verdicts.findings() };
}

/** OpenHook 0.1: emitters are fed native payloads, consumers are served events. */
export const openHookSuite: Suite = {
  spec: SPEC,
  title: 'OpenHook',
  editions: editionsOf(SPEC),
  defaultEdition: defaultEdition(SPEC) ?? '0.1',
  roles: ['emitter', 'hook', 'runner'],
  levels: levelsOf(SPEC),
  requirements: (role, edition, subject) =>
    requirementsInEdition(SPEC, edition).filter((row) => bindsRole(row, role, { drive: subject.drive })),
  plan: (context) => {
    if (context.subject.role === 'hook') return planConsumer(context);
    if (context.subject.role === 'runner') return planRunner(context);
    return context.subject.drive === 'scenario' ? planScenarios(context) : planNative(context);
  },
  judge: (testCase, observation, context) => {
    if (context.subject.role === 'hook') return consumed(testCase, observation);
    if (context.subject.role === 'runner') return judgeRunner(testCase, observation);
    const judge = context.subject.drive === 'scenario' ? judgeScenario : judgeNative;
    return judge(testCase, observation, context);
  },
  fed: fedToOpenHook,
  simpler: (testCase, context) => {
    if (context.subject.role !== 'emitter') return [];
    return context.subject.drive === 'scenario'
      ? simplerScenarios(testCase, context)
      : simplerNative(testCase, context);
  },
  judgeRun: (facts, context) => (context.subject.role !== 'emitter' ? [] : judgeOpenHookRun(facts, context)),
};
