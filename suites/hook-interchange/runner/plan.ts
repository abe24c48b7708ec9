import type { Case, NotFed } from '../../../harness/model/case.ts';
import type { Plan, PlanContext } from '../../../harness/model/suite.ts';
import { brokenManifests } from '../broken.ts';
import { type HifEdition, type ManifestCase, manifestCases, type Owed } from '../documents.ts';
import { exitScenarios } from './exit-codes.ts';
import { generatedCases } from './generated.ts';
import { handlerScenarios } from './handlers.ts';
import { matchingScenarios } from './matching.ts';
import { outputScenarios } from './outputs.ts';
import { capabilityScenarios, policyScenarios, runtimeScenarios } from './runtime.ts';
import { type Check, defaultProvider, type Scenario, scenarioCase, toolPayload } from './scenario.ts';
import { sessionScenarios } from './sessions.ts';

const TAKEN: Readonly<Record<Owed, string>> = {
  accept: 'A manifest is accepted',
  quiet: 'A manifest is accepted',
  notice: 'A manifest is refused or noticed',
  refuse: 'A manifest is refused',
  aside: 'A manifest is refused, or the hook left out with a warning,',
};

/** Whether a manifest is taken shows by its hook running, or by the runner's refusal. */
function manifestScenarios(edition: HifEdition, broken: readonly ManifestCase[]): Scenario[] {
  return [...manifestCases(edition), ...broken].map((document): Scenario => {
    const { owed, requirements, says, text } = document;
    const sentence = `${TAKEN[owed]} when ${says}`;
    const expect: Check['expect'] =
      owed === 'refuse' || owed === 'aside'
        ? { kind: 'refused', ...(owed === 'aside' ? { orAside: document.hooks - 1 } : {}) }
        : owed === 'notice'
          ? { kind: 'noticed', names: document.names }
          : { kind: 'decision', any: ['allow', 'block', 'ask'] };
    return {
      id: `manifest/${document.id}`,
      title: sentence,
      hooks: [{ probe: { name: 'probe' } }, { probe: { name: 'safety-check' } }],
      manifestText: text,
      soundText: (owed === 'accept' || owed === 'quiet') && !document.yaml,
      manifestName: document.yaml ? 'hooks.yaml' : 'hooks.json',
      payload: toolPayload('shell', 'claude-code'),
      checks: [{ requirements, expect, says: sentence }],
    };
  });
}

function supported(
  context: PlanContext,
  what: string,
  scenarios: readonly Scenario[],
  notFed: NotFed[],
): readonly Scenario[] {
  if (context.subject.supports.includes(what)) return scenarios;
  const requirements = [
    ...new Set(scenarios.flatMap((scenario) => scenario.checks.flatMap((check) => check.requirements))),
  ];
  notFed.push({ requirements, verdict: 'not-applicable', reason: `the runner does not list ${what} in supports` });
  return [];
}

/** Rows that no case of this suite decides, and why. */
const NOT_DECIDED: Readonly<Record<string, readonly [NotFed['verdict'], string]>> = {
  'HIF-SEC-017': ['not-applicable', 'a runner is given a manifest, not a package with hashes'],
  'HIF-CONF-019': ['not-applicable', 'the level that a subject claims stands in its own configuration'],
};

/** Every case for a runner. Pure. */
export function planRunner(context: PlanContext): Plan {
  const edition = context.edition as HifEdition;
  const bound = new Set(context.catalogue.map(({ id }) => id));
  const notFed: NotFed[] = [];
  const scenarios = [
    ...exitScenarios(edition),
    ...outputScenarios(defaultProvider(context)),
    ...matchingScenarios(context.subject.vendors, edition),
    ...handlerScenarios(edition),
    ...manifestScenarios(edition, brokenManifests(edition, context.seed, Math.ceil(context.runs / 4))),
    ...(edition === '0.1' ? runtimeScenarios() : []),
    ...supported(context, 'capabilities', capabilityScenarios(), notFed),
    ...supported(context, 'policy', policyScenarios(), notFed),
    ...supported(context, 'session', sessionScenarios(defaultProvider(context)), notFed),
  ];
  const cases: Case[] = [
    ...scenarios.map((scenario) => scenarioCase(scenario, context, bound)).filter((made) => made !== undefined),
    ...generatedCases(context, bound),
  ];
  const covered = new Set(cases.flatMap(({ requirements }) => requirements));
  for (const [id, [verdict, reason]] of Object.entries(NOT_DECIDED))
    if (bound.has(id)) notFed.push({ requirements: [id], verdict, reason });
  return {
    cases,
    notFed: notFed
      .map((entry) => ({
        ...entry,
        requirements: entry.requirements.filter((id) => bound.has(id) && !covered.has(id)),
      }))
      .filter((entry) => entry.requirements.length > 0),
  };
}
