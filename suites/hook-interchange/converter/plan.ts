import type { Case, NotFed } from '../../../harness/model/case.ts';
import type { Plan, PlanContext } from '../../../harness/model/suite.ts';
import { brokenManifests } from '../broken.ts';
import type { HifEdition } from '../documents.ts';
import { AGREED } from '../native/forms.ts';
import { providers } from '../vocabulary.ts';
import { emptyGroups } from './aggregate.ts';
import { blockingScenarios } from './blocking.ts';
import { capabilityScenarios } from './capabilities.ts';
import { eventScenarios } from './events.ts';
import { tripCases } from './generated.ts';
import { inferenceScenarios } from './inference.ts';
import { pipelineScenarios } from './pipeline.ts';
import { hasVerb, type Scenario, scenarioCase } from './scenario.ts';
import { toolScenarios } from './tools.ts';
import { refusalScenarios, validateScenarios } from './validate.ts';
import { vectorScenarios } from './vectors.ts';

/** The providers that are tried: those that the subject declares, else the six of the native-configuration table. */
function vendorsTried(context: PlanContext): readonly string[] {
  const { vendors, vendorsDeclared } = context.subject;
  return vendorsDeclared ? providers().filter((slug) => vendors.includes(slug)) : AGREED;
}

/** Rows that no case of this suite decides, and why. */
const NOT_DECIDED: Readonly<Record<string, string>> = {
  'HIF-CAP-067': 'whether an HTTP handler is approximated by a script is the choice of the converter',
  'HIF-CAP-068': 'no script is started that a converter may have generated for an HTTP handler',
  'HIF-PIPE-023': 'a verification leaves no trace unless it fails',
  'HIF-CONF-019': 'the level that a subject claims stands in its own configuration',
};

/** Broken manifests at least: each keyword at each member once (both editions have fewer places). */
const BROKEN = 40;

function scenariosOf(vendor: string, edition: HifEdition): readonly Scenario[] {
  return [
    ...eventScenarios(vendor, edition),
    ...blockingScenarios(vendor, edition),
    ...toolScenarios(vendor, edition),
    ...capabilityScenarios(vendor, edition),
    ...pipelineScenarios(vendor, edition),
    ...vectorScenarios(vendor, edition),
  ];
}

function requirementsOf(scenarios: readonly Scenario[]): Set<string> {
  return new Set(scenarios.flatMap(({ checks }) => checks.flatMap(({ requirements }) => requirements)));
}

/** Every case for a converter. Rows about providers that are not tried, or verbs that it does not have, are not applicable. Pure. */
export function planConverter(context: PlanContext): Plan {
  const edition = context.edition as HifEdition;
  const bound = new Set(context.catalogue.map(({ id }) => id));
  const tried = vendorsTried(context);
  const [first = 'claude-code'] = tried;
  const scenarios = [
    ...tried.flatMap((vendor) => scenariosOf(vendor, edition)),
    ...validateScenarios(
      tried,
      edition,
      brokenManifests(edition, context.seed, Math.max(BROKEN, Math.ceil(context.runs / 2))),
    ),
    ...inferenceScenarios(tried, edition),
    ...refusalScenarios(first, edition),
  ];
  const cases: Case[] = [
    ...scenarios.map((scenario) => scenarioCase(scenario, context, bound)).filter((made) => made !== undefined),
    ...tripCases(context, tried, bound),
  ];
  const covered = new Set(cases.flatMap(({ requirements }) => requirements));
  const notFed: NotFed[] = [];
  const add = (ids: Iterable<string>, reason: string): void => {
    const requirements = [...ids].filter((id) => bound.has(id) && !covered.has(id));
    for (const id of requirements) covered.add(id);
    if (requirements.length > 0) notFed.push({ requirements, verdict: 'not-applicable', reason });
  };
  for (const verb of ['encode', 'decode', 'validate'] as const)
    if (!hasVerb(context, verb))
      add(
        requirementsOf(scenarios.filter(({ steps }) => steps.some((step) => step.verb === verb))),
        `the converter has no ${verb} command`,
      );
  for (const [id, reason] of Object.entries(NOT_DECIDED)) add([id], reason);
  for (const vendor of providers())
    if (!tried.includes(vendor))
      add(requirementsOf(scenariosOf(vendor, edition)), `the converter does not declare ${vendor}`);
  const decided = new Set(cases.flatMap(({ requirements }) => requirements));
  for (const [id, reason] of emptyGroups(context, decided)) add([id], reason);
  return { cases, notFed };
}
