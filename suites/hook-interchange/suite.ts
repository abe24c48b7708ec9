import type { Case } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { Requirement } from '../../harness/model/requirement.ts';
import type { Subject } from '../../harness/model/subject.ts';
import type { CaseFacts, Judgement, Plan, PlanContext, Suite } from '../../harness/model/suite.ts';
import type { Role } from '../../harness/model/words.ts';
import { editionsOf, requirementsInEdition } from '../editions.ts';
import { levelsOf } from '../levels.ts';
import { bindsRole } from '../roles.ts';
import { factsOf, judgeGroups } from './converter/aggregate.ts';
import { judgeCells } from './converter/cells.ts';
import { simplerTrips, type TripContext } from './converter/generated.ts';
import { judgeConverter } from './converter/judge.ts';
import { judgeTrip } from './converter/judge-trip.ts';
import { planConverter } from './converter/plan.ts';
import type { ConverterContext } from './converter/scenario.ts';
import type { HifEdition } from './documents.ts';
import { type GeneratedContext, judgeGenerated, simplerCases } from './runner/generated.ts';
import { judgeRunner } from './runner/judge.ts';
import { planRunner } from './runner/plan.ts';
import type { RunnerContext } from './runner/scenario.ts';

type HifContext = RunnerContext | GeneratedContext | ConverterContext | TripContext;

/** The suite of the Hook Interchange Format: manifests, runners, converters. */
export const hookInterchange: Suite = {
  spec: 'hook-interchange',
  title: 'Hook Interchange Format',
  editions: editionsOf('hook-interchange'),
  defaultEdition: '1.0',
  roles: ['runner', 'converter'],
  levels: levelsOf('hook-interchange'),
  requirements(role: Role, edition: string, subject: Subject): readonly Requirement[] {
    const documents = Object.keys((subject.raw['documents'] as object | undefined) ?? {}).length > 0;
    return requirementsInEdition('hook-interchange', edition).filter((row) => bindsRole(row, role, { documents }));
  },
  plan(context: PlanContext): Plan {
    return context.subject.role === 'runner' ? planRunner(context) : planConverter(context);
  },
  judge(testCase: Case, observation: Observation, context: PlanContext): Judgement {
    const own = testCase.context as HifContext;
    if (own.kind === 'generated')
      return { findings: judgeGenerated(testCase, observation, context.edition as HifEdition) };
    if (own.kind === 'converter' || own.kind === 'trip') {
      const findings = own.kind === 'trip' ? judgeTrip(testCase, observation) : judgeConverter(testCase, observation);
      return { findings, facts: factsOf(findings) };
    }
    return { findings: judgeRunner(testCase, observation) };
  },
  simpler(testCase: Case, context: PlanContext): readonly Case[] {
    const { kind } = testCase.context as HifContext;
    if (kind === 'trip') return simplerTrips(testCase, context);
    return kind === 'generated' ? simplerCases(testCase, context) : [];
  },
  judgeRun(facts: readonly CaseFacts[], context: PlanContext): readonly Finding[] {
    return context.subject.role === 'converter' ? [...judgeGroups(facts, context), ...judgeCells(facts, context)] : [];
  },
};
