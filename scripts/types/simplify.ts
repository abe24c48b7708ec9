import { isObject } from '../../harness/model/json.ts';

/** Keywords that TypeScript cannot say, or that say nothing about types. */
const DROPPED = new Set([
  '$schema',
  '$id',
  '$defs',
  'if',
  'then',
  'else',
  'not',
  'examples',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'uniqueItems',
  'minItems',
  'maxItems',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'contains',
  '$comment',
  'default',
  'unevaluatedProperties',
]);

function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value);
}

/** What only `x-advice` says of a value's type, as far as a type can say it: a list of words that is open stays open. */
function advised(schema: Record<string, unknown>): Record<string, unknown> {
  const advice = schema['x-advice'];
  if (!isObject(advice)) return {};
  const words = advice['enum'];
  if (Array.isArray(words) && schema['enum'] === undefined) {
    return { tsType: `${words.map(literal).join(' | ')} | (string & {})` };
  }
  const type = advice['type'];
  if (typeof type === 'string' && schema['type'] === undefined && schema['$ref'] === undefined) {
    const items = advice['items'];
    return isObject(items) && typeof items['type'] === 'string' ? { type, items: { type: items['type'] } } : { type };
  }
  return {};
}

/** True for a schema that nothing satisfies: the member must not be there, so the type does not have it. */
function isNever(schema: unknown): boolean {
  return schema === false || (isObject(schema) && isObject(schema['not']) && Object.keys(schema['not']).length === 0);
}

/**
 * The part of a schema that becomes a type. `nameOf` gives the type of a reference.
 */
export function simplify(schema: unknown, nameOf: (ref: string) => string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => simplify(item, nameOf));
  if (!isObject(schema)) return schema;
  const out: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (DROPPED.has(keyword) || keyword.startsWith('x-')) continue;
    if (keyword === '$ref' && typeof value === 'string') out['$ref'] = `#/$defs/${nameOf(value)}`;
    else if ((keyword === 'properties' || keyword === 'patternProperties') && isObject(value)) {
      const members = Object.entries(value).filter(([, member]) => !isNever(member));
      out[keyword] = Object.fromEntries(members.map(([name, member]) => [name, simplify(member, nameOf)]));
    } else if (keyword === 'allOf' && Array.isArray(value)) Object.assign(out, inherit(value, nameOf));
    else if (keyword === 'enum' || keyword === 'const' || keyword === 'required' || keyword === 'type')
      out[keyword] = value;
    else out[keyword] = simplify(value, nameOf);
  }
  Object.assign(out, advised(schema));
  const known = ['properties', 'patternProperties', 'additionalProperties', 'extends', 'anyOf', 'oneOf', 'tsType'];
  // An object of which nothing is said holds anything; without this its type would be empty.
  if (out['type'] === 'object' && known.every((keyword) => out[keyword] === undefined))
    out['additionalProperties'] = true;
  // A description beside a reference would make a copy of the type; the type's own comment says enough.
  if (out['$ref'] !== undefined) return { $ref: out['$ref'] };
  return out;
}

/** `allOf` of references becomes inheritance; conditions in it are left to the unions. */
function inherit(parts: readonly unknown[], nameOf: (ref: string) => string): Record<string, unknown> {
  const refs = parts.flatMap((part) => (isObject(part) && typeof part['$ref'] === 'string' ? [part['$ref']] : []));
  const plain = refs.filter((ref) => nameOf(ref) !== '');
  return plain.length === 0 ? {} : { extends: plain.map((ref) => ({ $ref: `#/$defs/${nameOf(ref)}` })) };
}
