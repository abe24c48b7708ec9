/**
 * What stands in `x-provenance` of every native schema: how it is known, and with which versions of the vendor's program or
 * documents. A payload and a tool are known by their best fixture, an answer by the recorded behaviour of the program, a
 * configuration by what its data file says. Pure.
 */
import type { Fixture } from '../../harness/model/corpus.ts';
import { isObject } from '../../harness/model/json.ts';
import { FIXTURE_HOWS } from '../../harness/model/words.ts';
import type { Contract, Rule, When } from '../../vendors/contract.ts';
import type { Vendor } from '../../vendors/model.ts';
import { pointersThatExist } from '../../vendors/pointers.ts';
import type { Tool, Tools } from './compile.ts';

export interface SchemaProvenance {
  readonly how: string;
  readonly versions: readonly string[];
  /** Where it was read, or what of it is known otherwise than `how` says. */
  readonly source?: string;
}

function known(vendor: Vendor, fixtures: readonly Fixture[], otherwise: SchemaProvenance): SchemaProvenance {
  const real = fixtures.filter((fixture) => fixture.how !== 'synthetic');
  const how = FIXTURE_HOWS.find((word) => real.some((fixture) => fixture.how === word));
  if (how === undefined) return otherwise;
  const versions = new Set(real.map((fixture) => fixture.vendor_version).filter((version) => version !== null));
  return { how, versions: versions.size > 0 ? [...versions].sort() : vendor.versions };
}

/** How an event's payload is known: by its best fixture, else by the documentation that was read, else not at all. */
export function payloadProvenance(vendor: Vendor, fixtures: readonly Fixture[], unseen: boolean): SchemaProvenance {
  const otherwise = unseen ? { how: 'unknown', versions: [] } : { how: 'documented', versions: vendor.versions };
  return known(vendor, fixtures, otherwise);
}

function asksForJson(when: When): boolean {
  const { form, has, any } = when;
  return form === 'object' || has !== undefined || any?.some(asksForJson) === true;
}

/** How the answer to an event is known: recorded only where the program was seen to read JSON from a hook of this event. */
export function answerProvenance(
  contract: Contract,
  seen: Readonly<Record<string, readonly string[]>>,
  event: string,
): SchemaProvenance {
  const read = [...contract.rules, ...contract.additions].filter(({ when }: Rule) => asksForJson(when));
  const recorded = read.some(({ id }) => seen[id]?.includes(event) === true);
  return { how: recorded ? 'recorded' : 'documented', versions: [contract.version] };
}

/** The tools that a payload names, a batch of calls included. */
function toolsIn(vendor: Vendor, { event, stdin }: Fixture): readonly unknown[] {
  const own = vendor.events[event]?.payload?.toolName ?? vendor.payload.toolName ?? [];
  return pointersThatExist(stdin, [...own, '/tool_calls/*/tool_name']).map(({ value }) => value);
}

/** The fixtures in which each tool is called, by its name. */
export function fixturesByTool(vendor: Vendor, fixtures: readonly Fixture[]): ReadonlyMap<string, readonly Fixture[]> {
  const found = new Map<string, Fixture[]>();
  for (const fixture of fixtures) {
    for (const name of toolsIn(vendor, fixture)) {
      if (typeof name === 'string') found.set(name, [...(found.get(name) ?? []), fixture]);
    }
  }
  return found;
}

/** How a tool is known: by the payloads that call it; one without any says itself where its members were read. */
export function toolProvenance(vendor: Vendor, tool: Tool, fixtures: readonly Fixture[]): SchemaProvenance {
  const { source } = tool;
  const otherwise = { how: 'documented', versions: vendor.versions, ...(source === undefined ? {} : { source }) };
  return known(vendor, fixtures, otherwise);
}

/** How the tools of a vendor are known as a whole; each says it of itself as well. */
export function toolsProvenance(
  vendor: Vendor,
  tools: Tools,
  calls: ReadonlyMap<string, readonly Fixture[]>,
): SchemaProvenance {
  const all = Object.keys(tools.tools).flatMap((name) => calls.get(name) ?? []);
  return known(vendor, all, { how: 'documented', versions: vendor.versions });
}

/** What a data file says of itself, checked, because a schema without it would claim nothing. */
export function statedProvenance(seen: unknown, where: string): SchemaProvenance {
  const { how, versions, source } = isObject(seen) ? seen : {};
  const listed = Array.isArray(versions) && versions.length > 0 && versions.every((one) => typeof one === 'string');
  if (typeof how !== 'string' || !listed || typeof source !== 'string')
    throw new Error(`${where}: seen needs how, versions and source`);
  return { how, versions: versions as readonly string[], source };
}
