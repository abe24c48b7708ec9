/** An event that no vendor is known to have, told by everything but its name: what a newer version of a vendor sends. */
import { isObject } from '../harness/model/json.ts';
import { readPayloadSchema } from './payload-schema.ts';
import { pointersThatExist } from './pointers.ts';
import { VENDORS } from './slugs.ts';
import { busEventOf, eventNamedBy, eventNames, isAtHome, nativeEventOf, partsOf, vendor } from './vendor.ts';
import { type PayloadSchema, walk } from './walk-schema.ts';

/** Fewer members in common than these, with the name of the event, tell nobody's payload. */
const ENOUGH = 2;
/** Part of the vendors that name events by one member, which have another member, too: it then tells none of them. */
const COMMON = 0.5;
/** Of fewer vendors than these, the member that holds the name tells enough. */
const MANY = 3;
/** Part of the events of a vendor that have a member which is then taken to be in every event to come. */
const NEARLY_ALL = 0.75;

/** The value by which a payload names an event that its vendor does not have. */
export function unknownName(slug: string, payload: unknown): string | undefined {
  const named = pointersThatExist(payload, vendor(slug).namedBy)[0]?.value;
  const sent = busEventOf(slug, payload);
  if (named === undefined && sent !== undefined) return nativeEventOf(slug, sent) === undefined ? sent : undefined;
  return typeof named === 'string' && named !== '' && eventNamedBy(slug, payload) === undefined ? named : undefined;
}

/** Where that name stands; the payload itself where it stands nowhere. */
export function namePointer(slug: string, payload: unknown): string {
  const { namedBy, bus } = vendor(slug);
  return pointersThatExist(payload, bus === undefined ? namedBy : [...namedBy, bus.namedBy])[0]?.pointer ?? '';
}

/** True where a payload has what only this vendor's bus sends. */
function isFromBus(slug: string, payload: unknown): boolean {
  if (busEventOf(slug, payload) === undefined) return false;
  return Object.entries(vendor(slug).bus?.marks ?? {}).some(([pointer, mark]) =>
    pointersThatExist(payload, [pointer]).some(
      ({ value }) => typeof value === 'string' && new RegExp(mark, 'u').test(value),
    ),
  );
}

interface Common {
  /** The members that may hold the name of the event. */
  readonly naming: readonly string[];
  /** What every event has, with its type: a payload without it is not of this vendor. */
  readonly always: PayloadSchema;
  /** What nearly every event has: the more of it, the likelier. */
  readonly often: readonly string[];
  /** Of these, what no version left out. */
  readonly asked: readonly string[];
}

/** What the events of a vendor that name themselves in the same members have in common, dialect by dialect, but the name. */
function commonMembers(slug: string): readonly Common[] {
  const members = vendor(slug).namedBy.map((pointer) => pointer.slice(1));
  const groups = new Map<string, { readonly naming: readonly string[]; readonly schemas: PayloadSchema[] }>();
  for (const event of eventNames(slug)) {
    const facts = nativeEventOf(slug, event);
    const schema = readPayloadSchema(slug, event, facts);
    const naming = members.filter((member) => Object.hasOwn(schema?.properties ?? {}, member));
    if (schema === undefined || facts?.named === null || naming.length === 0) continue;
    const key = [facts?.dialect ?? '', ...naming].join(' ');
    const group = groups.get(key) ?? { naming, schemas: [] };
    groups.set(key, group);
    group.schemas.push(schema);
  }
  return [...groups.values()].map(({ naming, schemas }) => {
    const having = (part: number, of: (schema: PayloadSchema) => readonly string[]): string[] => {
      const times = new Map<string, number>();
      for (const member of schemas.flatMap(of)) times.set(member, (times.get(member) ?? 0) + 1);
      return [...times].flatMap(([member, count]) =>
        count >= schemas.length * part && !naming.includes(member) ? [member] : [],
      );
    };
    const required = (schema: PayloadSchema): readonly string[] => schema.required ?? [];
    const always = having(1, required);
    const asked = having(NEARLY_ALL, required);
    // What an older version did not send is the vendor's as much as what all of them do.
    const often = having(NEARLY_ALL, (schema) => [...required(schema), ...(schema['x-expected'] ?? [])]);
    return { naming, always: { required: always, properties: typesOf(always, schemas) }, often, asked };
  });
}

/** The types that members have in any of these schemas; what is inside of them is each event's own. */
function typesOf(members: readonly string[], schemas: readonly PayloadSchema[]): Record<string, PayloadSchema> {
  return Object.fromEntries(
    members.map((member): [string, PayloadSchema] => {
      const types = schemas.map(({ properties }) => properties?.[member]?.type);
      return [member, types.includes(undefined) ? {} : { type: [...new Set(types.flatMap((type) => type ?? []))] }];
    }),
  );
}

const commonplaces = new Map<string, ReadonlySet<string>>();

/** The members that most of the vendors have which name their events by this one: they tell nobody. */
function commonplace(naming: string): ReadonlySet<string> {
  const known = commonplaces.get(naming);
  if (known !== undefined) return known;
  const vendors = VENDORS.map((slug) => commonMembers(slug).filter((one) => one.naming.includes(naming)))
    .filter((groups) => groups.length > 0)
    .map((groups) => new Set(groups.flatMap(({ asked }) => asked)));
  const all = new Set(vendors.flatMap((asked) => [...asked]));
  const most = new Set(
    [...all].filter(
      (member) => vendors.filter((asked) => asked.has(member)).length >= Math.max(vendors.length * COMMON, MANY),
    ),
  );
  commonplaces.set(naming, most);
  return most;
}

/** True where a session is called as this vendor alone calls its sessions. */
function hasOwnSession(slug: string, payload: unknown): boolean {
  const { sessionIds } = vendor(slug);
  return (
    sessionIds !== undefined &&
    partsOf(slug, '', payload, 'session').some(
      ({ value }) => typeof value === 'string' && new RegExp(sessionIds, 'u').test(value),
    )
  );
}

/**
 * The vendors that could have sent a payload whose event none of them has: where the transcript lies tells most, then how much
 * the payload has of what all events of a vendor have; what most vendors have tells nobody. Null: nobody's, or anybody's.
 */
export function newEventOf(payload: unknown): { readonly vendors: readonly string[]; readonly atHome: boolean } | null {
  if (!isObject(payload)) return null;
  const likely = VENDORS.filter((slug) => unknownName(slug, payload) !== undefined).flatMap((slug) => {
    const atHome = isAtHome(slug, unknownName(slug, payload) ?? '', payload);
    if (isFromBus(slug, payload)) return [{ slug, members: ENOUGH, atHome }];
    return commonMembers(slug).flatMap(({ naming, always, often }) => {
      const members = often.filter((member) => Object.hasOwn(payload, member)).length;
      const name = naming.find((member) => typeof payload[member] === 'string');
      const fits = name !== undefined && walk(payload, always).errors.length === 0;
      const own = often.some((member) => Object.hasOwn(payload, member) && !commonplace(name ?? '').has(member));
      const enough = members >= ENOUGH && (own || hasOwnSession(slug, payload));
      return fits && (atHome || enough) ? [{ slug, members, atHome }] : [];
    });
  });
  const atHome = likely.some((one) => one.atHome);
  const kept = likely.filter((one) => one.atHome === atHome);
  const most = Math.max(...kept.map(({ members }) => members));
  const vendors = [...new Set(kept.filter(({ members }) => members === most).map(({ slug }) => slug))];
  return vendors.length === 0 ? null : { vendors, atHome };
}
