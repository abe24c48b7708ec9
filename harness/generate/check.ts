import { isDeepStrictEqual } from 'node:util';
import { escapeToken, isObject, type JsonValue } from '../model/json.ts';
import { isFormat } from './formats.ts';
import type { Located, Schema, SchemaStore } from './schema-store.ts';

/** One keyword that a value breaks, and where. */
export interface Violation {
  readonly keyword: string;
  /** JSON Pointer into the value. */
  readonly pointer: string;
  /** What the schema cites for the keyword (`x-requirements`), where it does. */
  readonly requirement?: string;
}

/** The requirement that a schema cites for one of its keywords; of `required` each member may have its own. */
function cited(schema: Bag, keyword: string, member = ''): { readonly requirement?: string } {
  const rows = schema['x-requirements'];
  const row = isObject(rows) ? (rows[keyword] ?? rows['*']) : undefined;
  const requirement = isObject(row) ? row[member] : row;
  return typeof requirement === 'string' ? { requirement } : {};
}

type Bag = { readonly [keyword: string]: JsonValue | undefined };

export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function hasType(value: unknown, type: string): boolean {
  const actual = typeOf(value);
  return actual === type || (type === 'number' && actual === 'integer');
}

export function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : value === undefined ? [] : [value];
}

export function members(value: JsonValue | undefined): [string, Schema][] {
  return isObject(value) ? (Object.entries(value) as [string, Schema][]) : [];
}

export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * Every keyword that a value breaks, each once: the generator's own judge of what it made, for the keywords that our schemas
 * use. The validators that judge subjects are compiled from the same schemas by another program; tests hold the two together.
 */
export function violations(store: SchemaStore, { schema, base }: Located, value: JsonValue, pointer = ''): Violation[] {
  if (schema === true) return [];
  if (schema === false) return [{ keyword: 'false', pointer }];
  const found: Violation[] = [];
  const broken = (keyword: string, place = pointer): void => {
    found.push({ keyword, pointer: place, ...cited(schema, keyword) });
  };
  const inner = (part: JsonValue | undefined, member: JsonValue, place = pointer): Violation[] =>
    violations(store, { schema: part as Schema, base }, member, place);
  const fits = (part: JsonValue | undefined): boolean => inner(part, value).length === 0;

  if (typeof schema['$ref'] === 'string')
    found.push(...violations(store, store.follow(schema['$ref'], base), value, pointer));
  if (schema['type'] !== undefined && !list(schema['type']).some((type) => hasType(value, String(type))))
    broken('type');
  if (schema['const'] !== undefined && !isDeepStrictEqual(schema['const'], value)) broken('const');
  if (schema['enum'] !== undefined && !list(schema['enum']).some((one) => isDeepStrictEqual(one, value)))
    broken('enum');
  for (const part of list(schema['allOf'])) found.push(...inner(part, value));
  if (schema['anyOf'] !== undefined && !list(schema['anyOf']).some(fits)) broken('anyOf');
  if (schema['oneOf'] !== undefined && list(schema['oneOf']).filter(fits).length !== 1) broken('oneOf');
  if (schema['not'] !== undefined && fits(schema['not'])) broken('not');
  if (schema['if'] !== undefined) {
    const branch = fits(schema['if']) ? schema['then'] : schema['else'];
    if (branch !== undefined) found.push(...inner(branch, value));
  }
  if (typeof value === 'string') for (const keyword of stringProblems(schema, value)) broken(keyword);
  if (typeof value === 'number') for (const keyword of numberProblems(schema, value)) broken(keyword);
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    if (items.length < Number(schema['minItems'] ?? 0)) broken('minItems');
    if (items.length > Number(schema['maxItems'] ?? Number.POSITIVE_INFINITY)) broken('maxItems');
    if (schema['uniqueItems'] === true && hasTwins(items)) broken('uniqueItems');
    const prefix = list(schema['prefixItems']);
    for (const [index, item] of items.entries()) {
      const part = prefix[index] ?? schema['items'];
      if (part !== undefined) found.push(...inner(part, item, `${pointer}/${index}`));
    }
  } else if (isObject(value)) found.push(...objectViolations(store, { schema, base }, value as Bag, pointer));
  return found;
}

function hasTwins(items: readonly JsonValue[]): boolean {
  return items.some((item, index) => items.slice(0, index).some((other) => isDeepStrictEqual(item, other)));
}

function stringProblems(schema: Bag, value: string): string[] {
  const problems: string[] = [];
  const length = characters(value);
  if (length < Number(schema['minLength'] ?? 0)) problems.push('minLength');
  if (length > Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY)) problems.push('maxLength');
  if (typeof schema['pattern'] === 'string' && !new RegExp(schema['pattern'], 'u').test(value))
    problems.push('pattern');
  if (typeof schema['format'] === 'string' && !isFormat(schema['format'], value)) problems.push('format');
  return problems;
}

function numberProblems(schema: Bag, value: number): string[] {
  const problems: string[] = [];
  if (schema['minimum'] !== undefined && value < Number(schema['minimum'])) problems.push('minimum');
  if (schema['maximum'] !== undefined && value > Number(schema['maximum'])) problems.push('maximum');
  const [above, below] = [schema['exclusiveMinimum'], schema['exclusiveMaximum']];
  if (above !== undefined && value <= Number(above)) problems.push('exclusiveMinimum');
  if (below !== undefined && value >= Number(below)) problems.push('exclusiveMaximum');
  if (schema['multipleOf'] !== undefined && value % Number(schema['multipleOf']) !== 0) problems.push('multipleOf');
  return problems;
}

function objectViolations(store: SchemaStore, { schema, base }: Located, value: Bag, pointer: string): Violation[] {
  if (typeof schema === 'boolean') return [];
  const found: Violation[] = [];
  const names = Object.keys(value);
  for (const name of list(schema['required'])) {
    // Each missing member is one violation, at its own place.
    if (!Object.hasOwn(value, String(name)))
      found.push({
        keyword: 'required',
        pointer: `${pointer}/${escapeToken(String(name))}`,
        ...cited(schema, 'required', String(name)),
      });
  }
  if (names.length < Number(schema['minProperties'] ?? 0)) found.push({ keyword: 'minProperties', pointer });
  if (names.length > Number(schema['maxProperties'] ?? Number.POSITIVE_INFINITY))
    found.push({ keyword: 'maxProperties', pointer });
  const known = new Map(members(schema['properties']));
  const patterns = members(schema['patternProperties']).map(([text, part]) => [new RegExp(text, 'u'), part] as const);
  for (const name of names) {
    const place = `${pointer}/${escapeToken(name)}`;
    const member = value[name] as JsonValue;
    const matching = patterns.filter(([pattern]) => pattern.test(name)).map(([, part]) => part);
    const own = known.get(name);
    const parts = own === undefined ? matching : [own, ...matching];
    for (const part of parts) found.push(...violations(store, { schema: part, base }, member, place));
    const rest = schema['additionalProperties'];
    if (parts.length === 0 && rest === false) found.push({ keyword: 'additionalProperties', pointer: place });
    else if (parts.length === 0 && rest !== undefined)
      found.push(...violations(store, { schema: rest as Schema, base }, member, place));
    const naming = schema['propertyNames'];
    if (naming !== undefined && violations(store, { schema: naming as Schema, base }, name).length > 0) {
      found.push({ keyword: 'propertyNames', pointer: place });
    }
    const needed = isObject(schema['dependentRequired']) ? schema['dependentRequired'][name] : undefined;
    for (const other of list(needed as JsonValue)) {
      if (!Object.hasOwn(value, String(other))) found.push({ keyword: 'dependentRequired', pointer: place });
    }
  }
  return found;
}
