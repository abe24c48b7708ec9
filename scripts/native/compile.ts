/** Turns `vendors/<slug>/payloads.yaml` into the JSON Schemas of `schemas/native/<slug>/`. Pure: files in, files out. */
import { isObject } from '../../harness/model/json.ts';
import type { NativeEvent } from '../../vendors/model.ts';
import { schemaName } from '../../vendors/payload-schema.ts';
import { objectOf, type Schema } from './members.ts';

type Members = Readonly<Record<string, unknown>>;

interface EventPayload {
  readonly with?: readonly string[];
  readonly members?: Members;
  /** One of these member lists must fit. */
  readonly either?: readonly Members[];
  /** Members that say that this is something else. */
  readonly without?: readonly string[];
  /** The vendor names the event, but nobody has seen its payload. */
  readonly unseen?: boolean;
}

export interface Payloads {
  readonly fragments?: Readonly<Record<string, Members>>;
  /** Spellings of the members that name the event, and the session: one of each list must be there. */
  readonly named?: readonly Members[];
  readonly identified?: readonly Members[];
  /** Spellings of the member that names the transcript. */
  readonly located?: readonly Members[];
  readonly events: Readonly<Record<string, EventPayload>>;
}

/** How well an event's payload is known: what stands in `x-provenance`. */
export interface EventProvenance {
  readonly how: string;
  readonly versions: readonly string[];
}

export const BASE = 'https://hookconf.dev/schemas/';

function isMembers(value: unknown): value is Members {
  return isObject(value);
}

function gather(payloads: Payloads, event: EventPayload, name: string): Members {
  const all: Record<string, unknown> = {};
  for (const fragment of event.with ?? []) {
    const members = payloads.fragments?.[fragment];
    if (!isMembers(members)) throw new Error(`${name}: no fragment ${fragment}`);
    Object.assign(all, members);
  }
  // A member that the event states again replaces the fragment's, whatever its mark.
  for (const [key, value] of Object.entries(event.members ?? {})) {
    const bare = key.replace(/[?~]$/, '');
    for (const mark of ['', '?', '~']) delete all[bare + mark];
    all[key] = value;
  }
  return all;
}

/** The schema of one event's payload. */
export function payloadSchema(
  slug: string,
  vendorName: string,
  name: string,
  payloads: Payloads,
  facts: NativeEvent | undefined,
  provenance: EventProvenance,
): Schema {
  const event = payloads.events[name];
  if (!event) throw new Error(`${slug} has no payload ${name}`);
  const options = { exact: false, event: name };
  const body = objectOf(gather(payloads, event, `${slug}/${name}`), options);
  const oneOf = [payloads.named, payloads.identified, payloads.located, event.either].filter(
    (list) => list !== undefined,
  );
  const all: Schema[] = oneOf.map((list) => ({ anyOf: list.map((members) => objectOf(members, options)) }));
  if (event.without) all.push({ not: { anyOf: event.without.map((member) => ({ required: [member] })) } });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${BASE}${schemaName(slug, name, facts)}.schema.json`,
    title: `${vendorName}: ${name}`,
    description: `What ${vendorName} gives a hook for ${name}. Members that are not listed are let pass: a newer version may send them.`,
    'x-provenance': { ...provenance },
    ...body,
    ...(all.length > 0 ? { allOf: all } : {}),
  };
}
