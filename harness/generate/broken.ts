import fc from 'fast-check';
import { escapeToken, isObject, type JsonValue } from '../model/json.ts';
import { characters, list, members, typeOf, type Violation, violations } from './check.ts';
import { replaced } from './edit.ts';
import { wrongFormats } from './formats.ts';
import type { Located, Schema, SchemaStore } from './schema-store.ts';
import { validArbitrary } from './valid.ts';

/** A value that breaks exactly one keyword at one place. */
export interface BrokenValue extends Violation {
  readonly value: JsonValue;
}

interface Candidate {
  readonly keyword: string;
  /** What to put where; undefined removes. */
  readonly pointer: string;
  readonly value: JsonValue | undefined;
}

const SAMPLES: readonly JsonValue[] = ['text', 7, true, null, ['item'], { member: 1 }, 0.5];
const WRONG_TEXTS: readonly string[] = ['', '!', 'not it', 'ZZ 9', '\n', 'x'.repeat(300)];

/** Every single breach that a value offers under a schema; which of them breaks nothing else is for the check to say. */
function candidates(store: SchemaStore, { schema, base }: Located, value: JsonValue, pointer: string): Candidate[] {
  if (typeof schema === 'boolean') return [];
  const found: Candidate[] = [];
  const put = (keyword: string, wrong: JsonValue | undefined, place = pointer): void => {
    found.push({ keyword, pointer: place, value: wrong });
  };
  const under = (part: JsonValue | undefined, inner: JsonValue = value, place = pointer): void => {
    found.push(...candidates(store, { schema: part as Schema, base }, inner, place));
  };
  if (typeof schema['$ref'] === 'string')
    found.push(...candidates(store, store.follow(schema['$ref'], base), value, pointer));
  for (const part of list(schema['allOf'])) under(part);
  for (const keyword of ['anyOf', 'oneOf']) {
    if (schema[keyword] !== undefined) for (const wrong of SAMPLES) put(keyword, wrong);
    for (const part of list(schema[keyword])) under(part);
  }
  if (schema['not'] !== undefined) {
    for (const wrong of [...SAMPLES, ...list(at(schema['not']))]) put('not', wrong);
    for (const [name, wrong] of forbidden(schema['not'])) put('not', wrong, `${pointer}/${escapeToken(name)}`);
  }
  if (schema['if'] !== undefined) {
    const holds = violations(store, { schema: schema['if'] as Schema, base }, value).length === 0;
    const branch = holds ? schema['then'] : schema['else'];
    if (branch !== undefined) under(branch);
  }
  if (schema['type'] !== undefined) {
    for (const wrong of SAMPLES) if (typeOf(wrong) !== typeOf(value)) put('type', wrong);
  }
  if (schema['const'] !== undefined) {
    for (const wrong of [...sameType(schema['const']), ...SAMPLES]) put('const', wrong);
  }
  if (schema['enum'] !== undefined) for (const wrong of [...sameType(value), ...SAMPLES]) put('enum', wrong);
  if (typeof value === 'string') textCandidates(schema, value, put);
  for (const [keyword, step] of NUMBER_STEPS)
    if (schema[keyword] !== undefined) put(keyword, Number(schema[keyword]) + step);
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    if (Number(schema['minItems'] ?? 0) > 0) put('minItems', items.slice(0, Number(schema['minItems']) - 1));
    if (schema['uniqueItems'] === true && items.length > 0) put('uniqueItems', [...items, items[0] as JsonValue]);
    if (schema['maxItems'] !== undefined && items.length > 0) {
      // Texts are varied, so that a list of different ones stays one.
      const more = (index: number): JsonValue => {
        const item = items[index % items.length] as JsonValue;
        return typeof item === 'string' && index >= items.length ? `${item}${index}` : item;
      };
      put(
        'maxItems',
        Array.from({ length: Number(schema['maxItems']) + 1 }, (_, index) => more(index)),
      );
    }
    const prefix = list(schema['prefixItems']);
    for (const [index, item] of items.entries()) {
      const part = prefix[index] ?? schema['items'];
      if (part !== undefined) under(part, item, `${pointer}/${index}`);
    }
  } else if (isObject(value)) objectCandidates(schema, value as Record<string, JsonValue>, pointer, put, under);
  return found;
}

const NUMBER_STEPS = [
  ['minimum', -1],
  ['maximum', 1],
  ['exclusiveMinimum', 0],
  ['exclusiveMaximum', 0],
  ['multipleOf', 0.001],
] as const;

/** Members that a `not` speaks of, each with a value that it may mean. */
function forbidden(schema: JsonValue | undefined): [string, JsonValue][] {
  if (!isObject(schema)) return [];
  const inner = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => list(schema[keyword] as JsonValue).flatMap(forbidden));
  const named = members(schema['properties'] as JsonValue);
  const required = list(schema['required'] as JsonValue).map(String);
  const value = (name: string): JsonValue => list(at(named.find(([key]) => key === name)?.[1] as JsonValue))[0] ?? 'x';
  return [...new Set([...required, ...named.map(([name]) => name)])]
    .map((name): [string, JsonValue] => [name, value(name)])
    .concat(inner);
}

function at(schema: JsonValue | undefined): JsonValue | undefined {
  return isObject(schema) ? ((schema['const'] ?? schema['enum']) as JsonValue | undefined) : undefined;
}

function sameType(value: JsonValue): JsonValue[] {
  if (typeof value === 'string') return [`${value}x`, value.toUpperCase(), value.toLowerCase(), ''];
  if (typeof value === 'number') return [value + 1, -value];
  return typeof value === 'boolean' ? [!value] : [];
}

type Put = (keyword: string, wrong: JsonValue | undefined, place?: string) => void;

function textCandidates(schema: { readonly [keyword: string]: JsonValue | undefined }, value: string, put: Put): void {
  const least = Number(schema['minLength'] ?? 0);
  if (least > 0) put('minLength', [...value].slice(0, least - 1).join(''));
  if (schema['maxLength'] !== undefined)
    put('maxLength', value + 'x'.repeat(Number(schema['maxLength']) + 1 - characters(value)));
  if (schema['pattern'] !== undefined) {
    for (const wrong of [...sameType(value), `${value} `, ` ${value}`, ...WRONG_TEXTS]) put('pattern', wrong);
  }
  if (typeof schema['format'] === 'string') for (const wrong of wrongFormats(schema['format'])) put('format', wrong);
}

function objectCandidates(
  schema: { readonly [keyword: string]: JsonValue | undefined },
  value: Readonly<Record<string, JsonValue>>,
  pointer: string,
  put: Put,
  under: (part: JsonValue | undefined, inner: JsonValue, place: string) => void,
): void {
  for (const name of list(schema['required'])) {
    if (Object.hasOwn(value, String(name))) put('required', undefined, `${pointer}/${escapeToken(String(name))}`);
  }
  const names = Object.keys(value);
  if (schema['additionalProperties'] === false) put('additionalProperties', 'x', `${pointer}/x_unknown`);
  if (schema['propertyNames'] !== undefined) {
    for (const wrong of ['', 'No Such Name', '9', 'x'.repeat(300)]) {
      const sample = names.length > 0 ? (value[names[0] ?? ''] as JsonValue) : 'x';
      put('propertyNames', sample, `${pointer}/${escapeToken(wrong)}`);
    }
  }
  if (Number(schema['minProperties'] ?? 0) > 0) put('minProperties', {});
  const known = new Map(members(schema['properties']));
  const patterns = members(schema['patternProperties']).map(([text, part]) => [new RegExp(text, 'u'), part] as const);
  for (const name of names) {
    const own =
      known.get(name) ?? patterns.find(([pattern]) => pattern.test(name))?.[1] ?? schema['additionalProperties'];
    if (own !== undefined) under(own, value[name] as JsonValue, `${pointer}/${escapeToken(name)}`);
  }
}

/** All ways to break one keyword of a valid value; the first of each keyword and place. */
export function breaches(store: SchemaStore, root: Located, value: JsonValue): readonly BrokenValue[] {
  const found = new Map<string, BrokenValue>();
  for (const candidate of candidates(store, root, value, '')) {
    const key = `${candidate.keyword} ${candidate.pointer}`;
    if (found.has(key)) continue;
    const broken = tried(store, root, value, candidate);
    if (broken !== undefined) found.set(key, broken);
  }
  return [...found.values()];
}

function tried(store: SchemaStore, root: Located, value: JsonValue, candidate: Candidate): BrokenValue | undefined {
  const whole = replaced(value, candidate.pointer, candidate.value);
  const broken = new Map(violations(store, root, whole).map((one) => [`${one.keyword} ${one.pointer}`, one]));
  const [only] = broken.values();
  if (broken.size !== 1 || only?.keyword !== candidate.keyword) return undefined;
  return { ...only, value: whole };
}

/** So many valid values in a row that nothing can be broken in mean a schema that forbids nothing. */
const MOST_MISSES = 1000;

/** Values that break exactly one keyword; a shrunk one still breaks exactly one. Throws where the schema forbids nothing. */
export function brokenArbitrary(store: SchemaStore, root: Located): fc.Arbitrary<BrokenValue> {
  let misses = 0;
  return fc
    .tuple(validArbitrary(store, root), fc.nat({ max: 10_000 }))
    .map(([value, choice]) => {
      const all = candidates(store, root, value, '');
      for (let turn = 0; turn < all.length; turn++) {
        const candidate = all[(choice + turn) % all.length];
        const broken = candidate === undefined ? undefined : tried(store, root, value, candidate);
        if (broken !== undefined) {
          misses = 0;
          return broken;
        }
      }
      if (++misses > MOST_MISSES) throw new Error(`nothing breaks exactly one keyword of the schema ${root.base}`);
      return undefined;
    })
    .filter((broken): broken is BrokenValue => broken !== undefined);
}
