import fc from 'fast-check';
import { isObject, type JsonValue } from '../model/json.ts';
import { characters, list, members, violations } from './check.ts';
import { formatArbitrary } from './formats.ts';
import { lazily } from './lazy.ts';
import type { Located, Schema, SchemaStore } from './schema-store.ts';

type Bag = { readonly [keyword: string]: JsonValue | undefined };

/** Everything that holds for one place: schemas without references, unions still to be decided. */
interface Conjunction {
  readonly bags: readonly { readonly bag: Bag; readonly base: string }[];
  readonly unions: readonly (readonly Located[])[];
  readonly conditions: readonly {
    readonly when: Located;
    readonly met: Located | undefined;
    readonly else: Located | undefined;
  }[];
  readonly never: boolean;
}

/** Deeper than this only what is required is generated, so that recursive schemas end. */
const DEEPEST = 5;
/** Made once: fast-check works out much for each of them. */
const WORD: fc.Arbitrary<string> = fc.stringMatching(/^[a-z_]+$/);
/** What it reaches; a few letters less, so that one is soon found. */
const LONGEST_WORD = 8;
const UNKNOWN_NAME: fc.Arbitrary<string> = fc.stringMatching(/^x_[a-z]{3,8}$/);
const texts = new Map<string, fc.Arbitrary<string>>();

function textArbitrary(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const key = `${minLength} ${maxLength}`;
  const made = texts.get(key) ?? fc.string({ minLength, maxLength });
  texts.set(key, made);
  return made;
}

/** Arbitrary JSON that no schema says more about. Small: what matters is in the members that a schema names. */
const ANYTHING: fc.Arbitrary<JsonValue> = fc
  .jsonValue({ maxDepth: 2, depthSize: 'small' })
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);

/** No value fits: said, because to look for one would have no end. */
export class NoValue extends Error {}

function nothing(): fc.Arbitrary<JsonValue> {
  return fc.constant<JsonValue>(null).map((): JsonValue => {
    throw new NoValue('no value fits this schema');
  });
}

/** Values that fit a schema; {@link NoValue} is thrown where a branch of it holds none. Compiled once, then sampled; every value has been checked against the whole schema. */
export function validArbitrary(store: SchemaStore, root: Located): fc.Arbitrary<JsonValue> {
  return new ValidCompiler(store).compile([root], 0).filter((value) => violations(store, root, value).length === 0);
}

class ValidCompiler {
  readonly #store: SchemaStore;

  constructor(store: SchemaStore) {
    this.#store = store;
  }

  compile(parts: readonly Located[], depth: number): fc.Arbitrary<JsonValue> {
    return lazily(() => this.#decide(this.#flatten(parts), depth));
  }

  /** References and `allOf` become one list; unions and conditions wait. */
  #flatten(parts: readonly Located[]): Conjunction {
    const bags: { bag: Bag; base: string }[] = [];
    const unions: Located[][] = [];
    const conditions: Conjunction['conditions'][number][] = [];
    let never = false;
    const add = ({ schema, base }: Located): void => {
      if (typeof schema === 'boolean') {
        never ||= !schema;
        return;
      }
      const located = (part: JsonValue | undefined): Located => ({ schema: part as Schema, base });
      bags.push({ bag: schema, base });
      if (typeof schema['$ref'] === 'string') add(this.#store.follow(schema['$ref'], base));
      for (const part of list(schema['allOf'])) add(located(part));
      for (const keyword of ['anyOf', 'oneOf']) {
        if (schema[keyword] !== undefined) unions.push(list(schema[keyword]).map(located));
      }
      if (schema['if'] === undefined) return;
      const optional = (part: JsonValue | undefined): Located | undefined =>
        part === undefined ? undefined : located(part);
      conditions.push({ when: located(schema['if']), met: optional(schema['then']), else: optional(schema['else']) });
    };
    for (const part of parts) add(part);
    return { bags, unions, conditions, never };
  }

  #decide(all: Conjunction, depth: number): fc.Arbitrary<JsonValue> {
    if (all.never) return nothing();
    const [union, ...unions] = all.unions;
    if (union !== undefined) {
      const branches = union.map((branch) => join({ ...all, unions }, this.#flatten([branch])));
      return fc.oneof(...this.#possible(branches).map((branch) => lazily(() => this.#decide(branch, depth))));
    }
    if (all.conditions.length === 0) return this.#value(all, depth);
    const without: Conjunction = { ...all, conditions: [] };
    // One condition is made true, together with all that have the same; that the others then hold is left to the check.
    const groups = new Map<string, Located[]>();
    const otherwise: Located[] = [];
    for (const condition of all.conditions) {
      const key = JSON.stringify(condition.when.schema);
      const group = groups.get(key) ?? [condition.when];
      if (condition.met !== undefined) group.push(condition.met);
      groups.set(key, group);
      if (condition.else !== undefined) otherwise.push(condition.else);
    }
    const joined = [...groups.values()].map((group) => join(without, this.#flatten(group)));
    const chosen = joined
      .filter((one) => !this.#isImpossible(one))
      .map((one) => lazily(() => this.#decide(one, depth)));
    const none = lazily(() => this.#decide(join(without, this.#flatten(otherwise)), depth));
    return fc.oneof({ arbitrary: none, weight: 1 }, ...chosen.map((arbitrary) => ({ arbitrary, weight: 2 })));
  }

  /** Branches without those that plainly hold no value: a generator of one would look for it for ever. */
  #possible(branches: readonly Conjunction[]): readonly Conjunction[] {
    const left = branches.filter((branch) => !this.#isImpossible(branch));
    return left.length > 0 ? left : branches;
  }

  /** A member that has to be there and may not, or must be a value that something else forbids. */
  #isImpossible({ bags, never }: Conjunction): boolean {
    if (never) return true;
    const required = new Set(bags.flatMap(({ bag }) => list(bag['required']).map(String)));
    return [...required].some((name) => {
      const parts = bags.flatMap(({ bag, base }): Located[] => {
        const own = members(bag['properties']).find(([key]) => key === name)?.[1];
        return own === undefined ? [] : [{ schema: own, base }];
      });
      if (parts.some(({ schema }) => schema === false)) return true;
      const types = parts.flatMap(({ schema }) =>
        isObject(schema) && schema['type'] !== undefined ? [list(schema['type']).map(String)] : [],
      );
      if (types.length > 1 && types.reduce<readonly string[]>(intersect, types[0] ?? []).length === 0) return true;
      const constants = parts.flatMap(({ schema }) =>
        isObject(schema) && schema['const'] !== undefined ? [schema['const'] as JsonValue] : [],
      );
      return constants.some((one) => parts.some((part) => violations(this.#store, part, one).length > 0));
    });
  }

  #value({ bags }: Conjunction, depth: number): fc.Arbitrary<JsonValue> {
    const constant = bags.find(({ bag }) => bag['const'] !== undefined);
    if (constant !== undefined) return fc.constant(constant.bag['const'] as JsonValue);
    const enums = bags.filter(({ bag }) => bag['enum'] !== undefined).map(({ bag }) => list(bag['enum']));
    const [first, ...rest] = enums;
    if (first !== undefined) {
      const common = first.filter((one) =>
        rest.every((other) => other.some((two) => JSON.stringify(one) === JSON.stringify(two))),
      );
      return common.length > 0 ? fc.constantFrom(...common) : nothing();
    }
    const types = bags
      .filter(({ bag }) => bag['type'] !== undefined)
      .map(({ bag }) => list(bag['type']).map(String))
      .reduce<readonly string[] | undefined>(
        (common, next) => (common === undefined ? next : intersect(common, next)),
        undefined,
      );
    const typed = types ?? this.#impliedTypes(bags.map(({ bag }) => bag));
    if (typed === undefined) return ANYTHING;
    if (typed.length === 0) return nothing();
    return fc.oneof(...typed.map((type) => this.#ofType(type, bags, depth)));
  }

  /** A schema that speaks only of members means objects. */
  #impliedTypes(bags: readonly Bag[]): readonly string[] | undefined {
    const speaks = (...keywords: string[]): boolean =>
      bags.some((bag) => keywords.some((keyword) => bag[keyword] !== undefined));
    if (speaks('properties', 'required', 'additionalProperties', 'propertyNames', 'minProperties')) return ['object'];
    if (speaks('items', 'prefixItems', 'minItems', 'uniqueItems')) return ['array'];
    if (speaks('minLength', 'maxLength', 'pattern', 'format')) return ['string'];
    if (speaks('minimum', 'maximum', 'exclusiveMinimum')) return ['number'];
    return undefined;
  }

  #ofType(type: string, located: Conjunction['bags'], depth: number): fc.Arbitrary<JsonValue> {
    const bags = located.map(({ bag }) => bag);
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
      case 'number':
        return numberArbitrary(bags, type === 'integer');
      case 'string':
        return stringArbitrary(bags);
      case 'array':
        return this.#array(located, depth);
      default:
        return this.#object(located, depth);
    }
  }

  #array(located: Conjunction['bags'], depth: number): fc.Arbitrary<JsonValue> {
    const least = bound(
      located.map(({ bag }) => bag),
      ['minItems'],
      0,
      Math.max,
    );
    const most = bound(
      located.map(({ bag }) => bag),
      ['maxItems'],
      Number.POSITIVE_INFINITY,
      Math.min,
    );
    const items = located.flatMap(({ bag, base }) =>
      bag['items'] === undefined ? [] : [{ schema: bag['items'] as Schema, base }],
    );
    const unique = located.some(({ bag }) => bag['uniqueItems'] === true);
    const maxLength = Math.min(most, depth >= DEEPEST ? least : Math.max(least, 3));
    if (maxLength === 0) return fc.constant([]);
    const item = items.length === 0 ? ANYTHING : this.compile(items, depth + 1);
    if (!unique) return fc.array(item, { minLength: least, maxLength });
    return fc.uniqueArray(item, { minLength: least, maxLength, selector: (value) => JSON.stringify(value) });
  }

  #object(located: Conjunction['bags'], depth: number): fc.Arbitrary<JsonValue> {
    const required = new Set(located.flatMap(({ bag }) => list(bag['required']).map(String)));
    const names = new Set([
      ...required,
      ...located.flatMap(({ bag }) => members(bag['properties']).map(([name]) => name)),
    ]);
    const open = !located.some(({ bag }) => bag['additionalProperties'] === false);
    const model: Record<string, fc.Arbitrary<JsonValue>> = Object.create(null) as Record<
      string,
      fc.Arbitrary<JsonValue>
    >;
    for (const name of names) {
      const parts = located.flatMap(({ bag, base }): Located[] => {
        const own = members(bag['properties']).find(([key]) => key === name)?.[1] ?? bag['additionalProperties'];
        return own === undefined ? [] : [{ schema: own as Schema, base }];
      });
      if (!required.has(name) && (depth >= DEEPEST || parts.some(({ schema }) => schema === false))) continue;
      model[name] = parts.length === 0 ? ANYTHING : this.compile(parts, depth + 1);
    }
    const named = fc.record(model, { requiredKeys: [...required], noNullPrototype: true }) as fc.Arbitrary<
      Record<string, JsonValue>
    >;
    const further = open && depth < DEEPEST ? this.#further(located, names, depth) : undefined;
    if (further === undefined) return named;
    return fc.tuple(named, further).map(([own, more]) => ({ ...more, ...own }));
  }

  /** Members that no schema names, where they are allowed: most objects get none, a map gets some. */
  #further(
    located: Conjunction['bags'],
    names: ReadonlySet<string>,
    depth: number,
  ): fc.Arbitrary<Record<string, JsonValue>> {
    const parts = (keyword: string): Located[] =>
      located.flatMap(({ bag, base }) =>
        isObject(bag[keyword]) || typeof bag[keyword] === 'boolean' ? [{ schema: bag[keyword] as Schema, base }] : [],
      );
    const naming = parts('propertyNames');
    const least = bound(
      located.map(({ bag }) => bag),
      ['minProperties'],
      0,
      Math.max,
    );
    const values = parts('additionalProperties');
    const isMap = naming.length > 0 || least > 0 || values.some(({ schema }) => isObject(schema));
    const key =
      naming.length > 0
        ? this.compile([...naming, { schema: { type: 'string' }, base: '' }], depth + 1).map(String)
        : UNKNOWN_NAME;
    const value = values.length === 0 || depth + 1 >= DEEPEST ? ANYTHING : this.compile(values, depth + 1);
    const dictionary = fc
      .dictionary(
        key.filter((name) => !names.has(name)),
        value,
        { minKeys: least, maxKeys: Math.max(least, 3), noNullPrototype: true },
      )
      .map((object) => object as Record<string, JsonValue>);
    return isMap
      ? dictionary
      : fc.oneof({ arbitrary: fc.constant({}), weight: 5 }, { arbitrary: dictionary, weight: 1 });
  }
}

function join(one: Conjunction, other: Conjunction): Conjunction {
  return {
    bags: [...one.bags, ...other.bags],
    unions: [...one.unions, ...other.unions],
    conditions: [...one.conditions, ...other.conditions],
    never: one.never || other.never,
  };
}

function intersect(one: readonly string[], other: readonly string[]): readonly string[] {
  const wide = (types: readonly string[]): readonly string[] =>
    types.includes('number') ? [...types, 'integer'] : types;
  return one
    .filter((type) => wide(other).includes(type))
    .concat(other.filter((type) => type === 'integer' && one.includes('number')));
}

function bound(
  bags: readonly Bag[],
  keywords: readonly string[],
  start: number,
  pick: (...values: number[]) => number,
): number {
  return pick(
    start,
    ...bags.flatMap((bag) => keywords.flatMap((keyword) => (bag[keyword] === undefined ? [] : [Number(bag[keyword])]))),
  );
}

function numberArbitrary(bags: readonly Bag[], integer: boolean): fc.Arbitrary<number> {
  const above = bound(bags, ['exclusiveMinimum'], Number.NEGATIVE_INFINITY, Math.max);
  const below = bound(bags, ['exclusiveMaximum'], Number.POSITIVE_INFINITY, Math.min);
  const least = bound(bags, ['minimum'], Number.NEGATIVE_INFINITY, Math.max);
  const most = bound(bags, ['maximum'], Number.POSITIVE_INFINITY, Math.min);
  const min = Math.max(-1e6, least, integer ? Math.floor(above) + 1 : above);
  const max = Math.max(min, Math.min(1e6 > min ? 1e6 : min + 1e6, most, integer ? Math.ceil(below) - 1 : below));
  if (integer) return fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  // -0 and 0 are one number in JSON and two to a comparison.
  return fc
    .double({ min, max, noNaN: true, noDefaultInfinity: true })
    .map((value) => (Object.is(value, -0) ? 0 : value));
}

function stringArbitrary(bags: readonly Bag[]): fc.Arbitrary<string> {
  const least = bound(bags, ['minLength'], 0, Math.max);
  const most = bound(bags, ['maxLength'], Number.POSITIVE_INFINITY, Math.min);
  const fits = (text: string): boolean => characters(text) >= least && characters(text) <= most;
  for (const bag of bags) {
    if (typeof bag['format'] !== 'string') continue;
    const arbitrary = formatArbitrary(bag['format']);
    if (arbitrary !== undefined) return arbitrary;
  }
  const pattern = bags.find((bag) => typeof bag['pattern'] === 'string')?.['pattern'];
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u')).filter(fits);
  const known = bags.flatMap((bag) => [...list(bag['x-known-values']), ...list(bag['examples'])]);
  const named = known.filter((value): value is string => typeof value === 'string' && fits(value));
  const free = textArbitrary(least, Math.min(most, Math.max(least, 12)));
  if (named.length === 0) {
    // To look for a word that is longer than any, or none at all, would have no end.
    if (least > LONGEST_WORD || most < 1) return free;
    return fc.oneof({ arbitrary: WORD.filter(fits), weight: 2 }, { arbitrary: free, weight: 1 });
  }
  return fc.oneof({ arbitrary: fc.constantFrom(...named), weight: 3 }, { arbitrary: free, weight: 1 });
}
