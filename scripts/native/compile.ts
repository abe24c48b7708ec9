/** Turns `vendors/<slug>/payloads.yaml` into the JSON Schemas of `schemas/native/<slug>/`. Pure: files in, files out. */
import { isObject } from '../../harness/model/json.ts';
import type { NativeEvent } from '../../vendors/model.ts';
import { schemaName, toolsSchemaName } from '../../vendors/payload-schema.ts';
import { objectOf, type Schema, typeOf } from './members.ts';
import type { SchemaProvenance } from './provenance.ts';

type Members = Readonly<Record<string, unknown>>;

interface EventPayload {
  readonly with?: readonly string[];
  readonly members?: Members;
  /** One of these member lists must fit. */
  readonly either?: readonly Members[];
  /** Members that say that this is something else. */
  readonly without?: readonly string[];
  /** Any member is a payload's own affair, and none of them is news. */
  readonly open?: boolean;
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

export const BASE = 'https://hookconf.dev/schemas/';

function isMembers(value: unknown): value is Members {
  return isObject(value);
}

function gather(
  source: { readonly fragments?: Readonly<Record<string, Members>> },
  event: { readonly with?: readonly string[]; readonly members?: Members },
  name: string,
): Members {
  const all: Record<string, unknown> = {};
  for (const fragment of event.with ?? []) {
    const members = source.fragments?.[fragment];
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
  provenance: SchemaProvenance,
): Schema {
  const event = payloads.events[name];
  if (!event) throw new Error(`${slug} has no payload ${name}`);
  const options = { exact: false, event: name };
  const whole = objectOf(gather(payloads, event, `${slug}/${name}`), options);
  const { properties: _, ...open } = whole;
  const body = event.open === true ? open : whole;
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

interface EventAnswer {
  readonly with?: readonly string[];
  readonly members?: Members;
  /** Members of `hookSpecificOutput`, beside the name of the event. */
  readonly specific?: Members;
}

export interface Answers {
  /** What the vendor does with a member that it does not know. */
  readonly unknown: 'ignored' | 'refused' | 'unknown';
  readonly fragments?: Readonly<Record<string, Members>>;
  /** Fragments of every event that reads JSON. */
  readonly all?: readonly string[];
  readonly hookEventName?: 'required' | 'optional';
  readonly events: Readonly<Record<string, EventAnswer>>;
  /** Events whose plain text on stdout is read. */
  readonly text?: readonly string[];
  /** Events of which nothing is read as JSON; `*`: all that are not listed. */
  readonly none?: readonly string[] | '*';
}

/** True where the vendor reads JSON from a hook of this event. */
export function readsJson(answers: Answers, event: string): boolean {
  if (Object.hasOwn(answers.events, event)) return true;
  if (answers.none === '*' || answers.none?.includes(event)) return false;
  return (answers.all?.length ?? 0) > 0;
}

/** Path of the schema of an answer below schemas/, without `.schema.json`. */
export function answerSchemaName(slug: string, event: string, facts: NativeEvent | undefined): string {
  return `native/${slug}/answers/${facts?.dialect ? `${facts.dialect}/` : ''}${event}`;
}

/** The schema of what the vendor reads from a hook's stdout; exact, because a member that is not read does nothing. */
export function answerSchema(
  slug: string,
  vendorName: string,
  name: string,
  answers: Answers,
  facts: NativeEvent | undefined,
  provenance: SchemaProvenance,
): Schema {
  const event = answers.events[name] ?? {};
  const fragments = [...(answers.all ?? []), ...(event.with ?? [])];
  const members = { ...gather(answers, { ...event, with: fragments }, `${slug}/${name}`) };
  if (event.specific) {
    const mark = answers.hookEventName === 'required' ? '' : '?';
    members['hookSpecificOutput?'] = { [`hookEventName${mark}`]: 'const($event)', ...event.specific };
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${BASE}${answerSchemaName(slug, name, facts)}.schema.json`,
    title: `${vendorName}: answer to ${name}`,
    description: `What ${vendorName} reads from the stdout of a hook of ${name}, as one JSON object. Exact: a member that is not listed is ${WHAT[answers.unknown]}.`,
    'x-provenance': { ...provenance },
    'x-unknown-members': answers.unknown,
    ...objectOf(members, { exact: true, event: name }),
  };
}

const WHAT: Readonly<Record<Answers['unknown'], string>> = {
  ignored: 'not read',
  refused: 'a reason to refuse the whole answer',
  unknown: 'nothing that the vendor documents',
};

/** `vendors/<slug>/tools.yaml`: what each known tool takes and gives back. */
export interface Tools {
  readonly fragments?: Readonly<Record<string, Members>>;
  readonly tools: Readonly<Record<string, Tool>>;
  /** Tools of which nothing but the name is known. */
  readonly unknown?: readonly string[];
}

export interface Tool {
  readonly input: unknown;
  readonly result?: unknown;
  /** Of a tool that no payload of the corpus calls: where its members were read, and why no payload does. */
  readonly source?: string;
  /** Every parameter is listed, so that another one is news. */
  readonly complete?: boolean;
}

const PAYLOAD_OPTIONS = { exact: false, event: '' };

function toolPart(tools: Tools, part: unknown, name: string): Schema {
  if (!isObject(part) || !Array.isArray(part['with'])) return typeOf(part, PAYLOAD_OPTIONS);
  return objectOf(gather(tools, { with: part['with'] as string[] }, name), PAYLOAD_OPTIONS);
}

/**
 * The schema of what a vendor's tools take and give back, by name. It stands beside the payloads and is not part of them: the
 * arguments are the model's own, and a hook gets them before anybody has checked them, so that an odd one is no broken payload.
 */
export function toolsSchema(
  slug: string,
  vendorName: string,
  tools: Tools,
  provenance: SchemaProvenance,
  provenanceOf: (name: string, tool: Tool) => SchemaProvenance,
): Schema {
  const properties = Object.entries(tools.tools).map(([name, tool]): [string, Schema] => {
    const where = `${slug}/tools/${name}`;
    const result = tool.result === undefined ? {} : { result: toolPart(tools, tool.result, where) };
    const input = toolPart(tools, tool.input, where);
    const complete = tool.complete === true ? { 'x-complete': true } : {};
    const origin = { 'x-provenance': { ...provenanceOf(name, tool) } };
    return [name, { ...origin, type: 'object', properties: { input, ...result }, ...complete }];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${BASE}${toolsSchemaName(slug)}.schema.json`,
    title: `${vendorName}: tools`,
    description: `What the known tools of ${vendorName} take (input) and give back (result), by the name that a payload gives them. A tool that is not listed is let pass, and so is a member; where a payload differs, it is drift.`,
    'x-provenance': { ...provenance },
    type: 'object',
    properties: Object.fromEntries(properties),
  };
}
