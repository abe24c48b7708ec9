import type { Case, NotFed } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { Plan, PlanContext } from '../../harness/model/suite.ts';
import { spawnOf, substitutionsOf, transcriptFiles } from '../../vendors/payload-case.ts';
import { defaultTimeoutMs, vendor } from '../../vendors/vendor.ts';
import type { NativeContext } from './context.ts';
import { feedOf, notFedRows } from './feed.ts';
import { scenarioOf } from './words.ts';

/** Our own limit: nobody waits longer for a hook in a test, unless the user says so (contract, section 3). */
export const OUR_LIMIT_MS = 30_000;

/** What a spawn is given: the user's own limit, else the vendor's, at most ours. */
export function timeoutFor(context: PlanContext, slug: string): number {
  return context.subject.declaredTimeoutMs ?? Math.min(defaultTimeoutMs(slug) ?? OUR_LIMIT_MS, OUR_LIMIT_MS);
}

function rowsOf(context: PlanContext, slug: string): string[] {
  const prefix = `NV-${slug.toUpperCase()}-`;
  return context.catalogue.map(({ id }) => id).filter((id) => id.startsWith(prefix) || id === 'DC-TIMEOUT');
}

function payloadCase(context: PlanContext, fixture: Fixture): Case {
  const scenario = scenarioOf(fixture);
  const native: NativeContext = { kind: 'payload', fixture, scenario, limitMs: defaultTimeoutMs(fixture.vendor) };
  return {
    id: `native/${fixture.name}`,
    title: `${vendor(fixture.vendor).name} ${fixture.event}: ${scenario}`,
    requirements: rowsOf(context, fixture.vendor),
    vendor: fixture.vendor,
    event: fixture.event,
    spawns: [spawnOf(fixture, context.edition, timeoutFor(context, fixture.vendor))],
    files: transcriptFiles(fixture),
    substitutions: substitutionsOf(fixture),
    lingerMs: 200,
    observeFiles: false,
    canaries: [],
    context: native,
  };
}

/** One case for each payload that the hook is fed. */
export function planNative(context: PlanContext): Plan {
  const cases: Case[] = [];
  const notFed: NotFed[] = [];
  for (const slug of context.subject.vendors) {
    const feed = feedOf(context, slug);
    notFed.push(...notFedRows(context, feed));
    cases.push(...feed.fixtures.map((fixture) => payloadCase(context, fixture)));
  }
  return { cases, notFed };
}
