import type { Case, NotFed } from '../../../harness/model/case.ts';
import type { Plan, PlanContext } from '../../../harness/model/suite.ts';
import { availability, surfacesOf, undeclared } from '../surfaces.ts';
import { failureScenarios } from './failures.ts';
import { orderScenarios } from './order.ts';
import { pointScenarios } from './points.ts';
import { registrationScenarios } from './registration.ts';
import { responseScenarios } from './responses.ts';
import { eventOf, type Scenario, scenarioCase } from './scenario.ts';
import { sessionScenarios, traceScenarios } from './sessions.ts';

const NO_SESSION = 'the runner does not declare that it supports sessions';

/** The hook points that a scenario raises. */
function pointsOf(scenario: Scenario): readonly string[] {
  return [scenario.event ?? {}, ...(scenario.more ?? [])].map((event) => String(eventOf(event)['hook']));
}

function rowsOf(scenarios: readonly Scenario[]): string[] {
  return scenarios.flatMap(({ checks }) => checks.flatMap(({ requirements }) => requirements));
}

/** Every case for a Base Coat runner. Rows that none of its surfaces can decide are not applicable, and why. Pure. */
export function planRunner(context: PlanContext): Plan {
  const { subject, catalogue } = context;
  const bound = new Set(catalogue.map(({ id }) => id));
  const known = surfacesOf(subject);
  const all: readonly Scenario[] = [
    ...pointScenarios(),
    ...responseScenarios(),
    ...orderScenarios(),
    ...failureScenarios(),
    ...registrationScenarios(),
    ...traceScenarios(),
  ];
  const sessions = sessionScenarios();
  const left: { readonly scenario: Scenario; readonly reason: string }[] = [];
  const cases: Case[] = [];
  const supportsSessions = subject.supports.includes('session');
  for (const scenario of [...all, ...sessions]) {
    const absent = pointsOf(scenario)
      .map((point) => undeclared(point, subject))
      .find((reason) => reason !== undefined);
    const wanted = scenario.on ?? known;
    const surface = known.find(
      (one) =>
        wanted.includes(one) &&
        pointsOf(scenario).every((point) => scenario.on !== undefined || availability(point, one) === 'yes'),
    );
    if (absent !== undefined) left.push({ scenario, reason: absent });
    else if (scenario.session === true && !supportsSessions) left.push({ scenario, reason: NO_SESSION });
    else if (surface === undefined)
      left.push({
        scenario,
        reason: `the runner knows none of the surfaces ${[...wanted].join(', ')} on which it can be tried`,
      });
    else {
      const made = scenarioCase(scenario, surface, context, bound);
      if (made !== undefined) cases.push(made);
    }
  }
  const covered = new Set(cases.flatMap(({ requirements }) => requirements));
  const notFed: NotFed[] = [];
  for (const { scenario, reason } of left) {
    const requirements = [...new Set(rowsOf([scenario]))].filter((id) => bound.has(id) && !covered.has(id));
    for (const id of requirements) covered.add(id);
    if (requirements.length > 0) notFed.push({ requirements, verdict: 'not-applicable', reason });
  }
  return { cases, notFed };
}
