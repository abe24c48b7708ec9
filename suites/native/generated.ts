/**
 * Events that nobody recorded: valid ones and extreme ones, derived from the vendor's own schemas, each sent once more in
 * forms that must not change what the hook makes of it. Pure: the seed decides everything.
 */
import { boundaryArbitrary } from '../../harness/generate/boundary.ts';
import { violations } from '../../harness/generate/check.ts';
import { relations } from '../../harness/generate/relations.ts';
import { samples } from '../../harness/generate/samples.ts';
import { type Located, type Schema, SchemaStore } from '../../harness/generate/schema-store.ts';
import { validArbitrary } from '../../harness/generate/valid.ts';
import type { SpawnPlan } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import { isObject, type JsonObject, type JsonValue } from '../../harness/model/json.ts';
import type { PayloadPart } from '../../vendors/model.ts';
import { withValue } from '../../vendors/payload-edit.ts';
import { readPayloadSchema } from '../../vendors/payload-schema.ts';
import { nativeEventOf, partsOf, vendor } from '../../vendors/vendor.ts';

/** A payload that its vendor could have sent, made of a real one. */
export interface GeneratedInput {
  readonly fixture: Fixture;
  readonly payload: JsonValue;
  /** What is unusual in it, for a reader. */
  readonly what: string;
}

/** One of its other forms. */
export interface Repetition {
  /** Completes "the same payload is sent …". */
  readonly label: string;
  readonly spawn: SpawnPlan;
}

/** Members that stay as they were recorded: a path, a session or a tool of somebody's imagination is no event of a vendor. */
const KEPT: readonly PayloadPart[] = ['session', 'cwd', 'roots', 'transcript', 'toolName', 'toolInput', 'timestamp'];
/** Identifiers and times that decide nothing. */
const IRRELEVANT: readonly PayloadPart[] = ['turn', 'timestamp', 'toolCallId'];

const LABELS: Readonly<Record<string, string>> = {
  'unknown-member': 'with a member that it does not know',
  'member-order': 'with its members in another order',
  'white-space': 'with white space between its tokens',
  escapes: 'with escapes of signs that need none',
  'irrelevant-value': 'with another id or time in it',
  twice: 'once more',
  'at-once': 'twice at once',
};

/** Forms that one input is repeated in: each costs a process, and over the inputs of a run all of them come about equally often. */
const FORMS = 1;

/** `runs` inputs over the vendors and events of these fixtures, in turn; every second one has something extreme in it. */
export function generatedInputs(fixtures: readonly Fixture[], seed: number, runs: number): readonly GeneratedInput[] {
  const events = new Map<string, Fixture[]>();
  for (const fixture of fixtures) {
    if (fixture.delivery !== 'stdin' || !isObject(fixture.stdin)) continue;
    events.set(fixture.event, [...(events.get(fixture.event) ?? []), fixture]);
  }
  const lists = [...events.values()];
  if (lists.length === 0) return [];
  const makers = new Map<string, Maker>();
  return Array.from({ length: runs }, (_, index): GeneratedInput => {
    const list = lists[index % lists.length] ?? [];
    const turn = Math.floor(index / lists.length);
    const fixture = list[turn % list.length] as Fixture;
    const share = Math.ceil(runs / lists.length);
    const maker = makers.get(fixture.event) ?? new Maker(fixture, seed, share);
    makers.set(fixture.event, maker);
    return maker.make(fixture, turn);
  });
}

/** What one event's payloads are made with. */
class Maker {
  readonly #store: SchemaStore;
  readonly #root: Located | undefined;
  readonly #valid: readonly JsonValue[];
  readonly #seed: number;

  constructor({ vendor: slug, event }: Fixture, seed: number, runs: number) {
    const schema = readPayloadSchema(slug, event, nativeEventOf(slug, event)) as Schema | undefined;
    this.#seed = seed;
    this.#store = new SchemaStore(schema === undefined ? [] : [schema]);
    const [id] = this.#store.ids;
    this.#root = id === undefined ? undefined : this.#store.get(id);
    this.#valid = this.#root === undefined ? [] : samples(validArbitrary(this.#store, this.#root), seed, runs);
  }

  make(fixture: Fixture, turn: number): GeneratedInput {
    const real = fixture.stdin as JsonObject;
    const generated = this.#valid[turn];
    const merged = isObject(generated) ? { ...(generated as JsonObject), ...kept(fixture, real) } : real;
    const fits =
      this.#root !== undefined && violations(this.#store, this.#root, merged as unknown as JsonValue).length === 0;
    const payload = (fits ? merged : real) as unknown as JsonValue;
    const what = fits ? 'a generated event' : 'a recorded event';
    return turn % 2 === 0 ? { fixture, payload, what } : extreme(fixture, payload, this.#seed + turn);
  }
}

/** The members of a real payload that a generated one takes over: those above, and whatever holds a path. */
function kept(fixture: Fixture, real: JsonObject): JsonObject {
  const { vendor: slug, event } = fixture;
  const pointers = [
    ...vendor(slug).namedBy,
    ...KEPT.flatMap((part) => partsOf(slug, event, real, part).map(({ pointer }) => pointer)),
  ];
  const names = new Set(pointers.map((pointer) => pointer.split('/')[1] ?? ''));
  return Object.fromEntries(
    Object.entries(real).filter(([name, value]) => names.has(name) || /"(?:\/|~\/|[A-Z]:)/.test(JSON.stringify(value))),
  );
}

/** The same payload with one text of its tool input, or of its prompt, of an extreme form. */
function extreme(fixture: Fixture, payload: JsonValue, seed: number): GeneratedInput {
  const { vendor: slug, event } = fixture;
  const place = ['toolInput', 'prompt'].flatMap((part) => partsOf(slug, event, payload, part as PayloadPart))[0];
  if (place === undefined) return { fixture, payload, what: 'a generated event' };
  const schema: Schema = { $id: 'https://hookconf.dev/of-one-payload', ...formOf(place.value) };
  const store = new SchemaStore([schema]);
  const [made] = samples(boundaryArbitrary(store, store.get(String(schema['$id']))), seed, 1);
  if (made === undefined) return { fixture, payload, what: 'a generated event' };
  const where = `${place.pointer}${made.pointer}`;
  return { fixture, payload: withValue(payload, place.pointer, made.value), what: `${made.what} in ${where}` };
}

/** A schema of everything that has the form of a value: its members and their types; paths and what is no text stay. */
function formOf(value: unknown): JsonObject {
  if (typeof value === 'string') return /^(?:\/|~\/|[A-Z]:)/.test(value) ? { const: value } : { type: 'string' };
  if (!isObject(value)) return { const: (value ?? null) as JsonValue };
  const members = Object.entries(value).map(([name, member]): [string, JsonValue] => [name, formOf(member)]);
  return { type: 'object', required: Object.keys(value), properties: Object.fromEntries(members) };
}

/** The forms in which input number `index` is repeated. */
export function repetitionsOf(input: GeneratedInput, plan: SpawnPlan, index: number): readonly Repetition[] {
  const { vendor: slug, event } = input.fixture;
  const irrelevant = IRRELEVANT.flatMap((part) => partsOf(slug, event, input.payload, part)).map((at) => at.pointer);
  const all = relations(plan, { seed: index, irrelevant });
  return Array.from({ length: FORMS }, (_, turn) => all[(index * FORMS + turn) % all.length]).flatMap((relation) => {
    const spawn = relation?.spawns[1];
    return relation === undefined || spawn === undefined
      ? []
      : [{ label: LABELS[relation.name] ?? relation.name, spawn }];
  });
}
