/**
 * Turns `vendors/<slug>/configuration.yaml` into the schema of a vendor's hook configuration file. The member lists are in the
 * notation of members.ts.
 *
 *     seen         how it is known (`how`, `versions`), and from what (`source`)
 *     where        the member of the file that holds the hooks
 *     others       further members of the file that concern hooks; `exact`: there are no others
 *     switches     members beside the events that are none
 *     events       `all` that vendor.yaml has (`except` some, `also` others), or a list
 *     groups       the vendor groups entries under a matcher: members of a group, beside `hooks`
 *     groupsToo    it reads groups as well as bare entries
 *     entries      the kinds of entries; one must fit
 *     bare         another form, in a file of its own: the events are its members, with or without `hooks` around them
 *     listed       another form, in files of its own: a list whose items name their event in the member `event` (`of`: the dialect
 *                  whose events these are), have the `members`, and in the member `in` one of the kinds `either`
 *     single       another form, one hook in a file of its own: its `members`, and beside them in each member of `either` one of the
 *                  kinds that stand there
 *     lists        instead of all these: members of the file that are lists, each with the kinds of its items; one must fit
 */
import type { Vendor } from '../../vendors/model.ts';
import { BASE } from './compile.ts';
import { objectOf, type Schema } from './members.ts';
import { statedProvenance } from './provenance.ts';

type Members = Readonly<Record<string, unknown>>;

export interface Configuration {
  readonly seen: unknown;
  readonly where: readonly string[];
  readonly others?: Members;
  readonly exact?: boolean;
  readonly switches?: Members;
  readonly events: 'all' | readonly string[];
  readonly except?: readonly string[];
  readonly also?: readonly string[];
  readonly groups?: Members;
  readonly groupsToo?: Members;
  readonly entries: Readonly<Record<string, Members>>;
  readonly bare?: boolean;
  readonly listed?: Listed;
  readonly single?: Single;
}

export interface Listed {
  readonly seen: unknown;
  readonly event: string;
  readonly of: string;
  readonly members: Members;
  /** Members of the file beside `hooks`. */
  readonly others: Members;
  readonly in: string;
  readonly either: Readonly<Record<string, Members>>;
}

/** A file that is one hook. */
export interface Single {
  readonly seen: unknown;
  readonly members: Members;
  /** Member of the file → the kinds of which it is one. */
  readonly either: Readonly<Record<string, Readonly<Record<string, Members>>>>;
}

export function configurationSchemaName(slug: string): string {
  return `native/${slug}/config`;
}

const EXACT = { exact: true, event: '' };

function list(items: Schema): Schema {
  return { type: 'array', items };
}

function anyOf(kinds: Readonly<Record<string, Members>>): Schema {
  return { anyOf: Object.values(kinds).map((members) => objectOf(members, EXACT)) };
}

/** Path of the schema of the other form, `bare`. */
export function bareSchemaName(slug: string): string {
  return `native/${slug}/hooks-file`;
}

/** The schema of a file whose members are the events; made of the schema of the form in which a member holds them. */
export function bareSchema(slug: string, vendorName: string, configuration: Schema): Schema {
  const {
    $schema,
    $defs,
    properties,
    'x-provenance': provenance,
  } = configuration as { $schema: string; $defs: Schema; properties: Schema; 'x-provenance': Schema };
  const { hooks } = properties as { hooks: Schema };
  return {
    $schema,
    $id: `${BASE}${bareSchemaName(slug)}.schema.json`,
    title: `${vendorName}: file of hooks`,
    description: `A file of its own in which hooks are registered with ${vendorName}: its members are the events, or stand in the member hooks. Exact: a member or an event that is not listed does nothing, or makes the vendor refuse the file.`,
    'x-provenance': provenance,
    type: 'object',
    properties: { hooks, ...(hooks['properties'] as Schema) },
    additionalProperties: false,
    $defs,
  };
}

/** Path of the schema of the other form, `listed`. */
export function listedSchemaName(slug: string): string {
  return `native/${slug}/standalone`;
}

/** The schema of a file whose hooks are a list. */
export function listedSchema(slug: string, vendorName: string, facts: Vendor['events'], listed: Listed): Schema {
  const events = Object.keys(facts).filter((event) => facts[event]?.dialect === listed.of);
  const kinds = Object.values(listed.either).map((members) => objectOf(members, EXACT));
  const members = { [listed.event]: `one(${events.join(', ')})`, ...listed.members, [listed.in]: 'object' };
  const item = objectOf(members, EXACT);
  const hook = { ...item, properties: { ...(item['properties'] as object), [listed.in]: { anyOf: kinds } } };
  const file = objectOf({ ...listed.others, hooks: 'array' }, EXACT);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${BASE}${listedSchemaName(slug)}.schema.json`,
    title: `${vendorName}: standalone hooks`,
    description: `A file of its own in which hooks are registered with ${vendorName}, each naming its event. Exact: a member or an event that is not listed does nothing, or makes the vendor refuse the file.`,
    'x-provenance': statedProvenance(listed.seen, `vendors/${slug}/configuration.yaml, listed`),
    ...file,
    properties: { ...(file['properties'] as object), hooks: list({ $ref: '#/$defs/hook' }) },
    $defs: { hook },
  };
}

/** Path of the schema of the other form, `single`. */
export function singleSchemaName(slug: string): string {
  return `native/${slug}/hook-file`;
}

/** The schema of a file that is one hook. */
export function singleSchema(slug: string, vendorName: string, { seen, members, either }: Single): Schema {
  const open = Object.fromEntries(Object.keys(either).map((name) => [name, 'object']));
  const file = objectOf({ ...members, ...open }, EXACT);
  const closed = Object.entries(either).map(([name, kinds]) => [name, anyOf(kinds)]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${BASE}${singleSchemaName(slug)}.schema.json`,
    title: `${vendorName}: a hook in a file of its own`,
    description: `A file in which one hook is registered with ${vendorName}. Exact: a member or an event that is not listed does nothing, or makes the vendor refuse the file.`,
    'x-provenance': statedProvenance(seen, `vendors/${slug}/configuration.yaml, single`),
    ...file,
    properties: { ...(file['properties'] as object), ...Object.fromEntries(closed) },
  };
}

/** A file whose hooks are lists of rules, under members of their own. */
export interface RuleLists {
  readonly seen: unknown;
  readonly lists: Readonly<Record<string, Readonly<Record<string, Members>>>>;
}

/** The schema of a file of settings in which lists of rules stand for hooks. */
export function listsSchema(slug: string, vendorName: string, { seen, lists }: RuleLists): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${BASE}${configurationSchemaName(slug)}.schema.json`,
    title: `${vendorName}: hook configuration`,
    description: `The lists of a settings file of ${vendorName} in which hooks, and programs that decide, are registered. Exact within these lists: a member that is not listed does nothing.`,
    'x-provenance': statedProvenance(seen, `vendors/${slug}/configuration.yaml`),
    type: 'object',
    properties: Object.fromEntries(Object.entries(lists).map(([name, kinds]) => [name, list(anyOf(kinds))])),
  };
}

/** The schema of a vendor's hook configuration file. */
export function configurationSchema(
  slug: string,
  vendorName: string,
  events: readonly string[],
  configuration: Configuration,
): Schema {
  const kinds = Object.values(configuration.entries).map((members) => objectOf(members, EXACT));
  const entry: Schema = { $ref: '#/$defs/entry' };
  const group = (members: Members): Schema => {
    const schema = objectOf({ ...members, hooks: 'array' }, EXACT);
    return { ...schema, properties: { ...(schema['properties'] as object), hooks: list(entry) } };
  };
  const { groups, groupsToo } = configuration;
  const item = groups ? group(groups) : groupsToo ? { anyOf: [entry, group(groupsToo)] } : entry;
  const named = configuration.events === 'all' ? events : configuration.events;
  const keys = [...named.filter((event) => !configuration.except?.includes(event)), ...(configuration.also ?? [])];
  const switches = objectOf(configuration.switches ?? {}, EXACT);
  const hooks: Schema = {
    type: 'object',
    properties: {
      ...(switches['properties'] as object),
      ...Object.fromEntries(keys.map((event) => [event, { $ref: '#/$defs/event' }])),
    },
    additionalProperties: false,
  };
  const others = objectOf(configuration.others ?? {}, { exact: configuration.exact === true, event: '' });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${BASE}${configurationSchemaName(slug)}.schema.json`,
    title: `${vendorName}: hook configuration`,
    description: `How hooks are registered with ${vendorName}. Exact within the hooks: a member or an event that is not listed does nothing, or makes the vendor refuse the file.`,
    'x-provenance': statedProvenance(configuration.seen, `vendors/${slug}/configuration.yaml`),
    ...others,
    properties: { ...(others['properties'] as object), [configuration.where[0] ?? 'hooks']: hooks },
    $defs: { entry: kinds.length === 1 ? kinds[0] : { anyOf: kinds }, event: list(item) },
  };
}
