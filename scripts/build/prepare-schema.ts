import { isObject } from '../../harness/model/json.ts';

/** Keywords that say something to people and nothing to a validator; leaving them out makes the compiled code small. */
const ANNOTATIONS = new Set([
  'title',
  'description',
  'examples',
  '$comment',
  'default',
  'deprecated',
  'tsType',
  'tsEnumNames',
]);
/** Keywords whose value is a map of names to schemas: the names are not keywords. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
/** Keywords whose value is data. */
const DATA = new Set(['const', 'enum', 'required', 'type', 'dependentRequired', 'x-requirements']);
/** Below these a broken constraint does not by itself make the document invalid, so advice has no place there. */
const BRANCHES = new Set(['anyOf', 'oneOf', 'not', 'if', 'contains']);

/**
 * What ajv compiles: the schema without annotations, and with each `x-advice` turned into a constraint whose failures are
 * marked, so that one pass over a document finds both what is wrong and what is only advised against.
 */
export function prepareSchema(schema: unknown, advised = true, inAdvice = false): unknown {
  if (Array.isArray(schema)) return schema.map((item) => prepareSchema(item, advised, inAdvice));
  if (schema === false && inAdvice)
    throw new Error('x-advice cannot hold false, which bears no mark; write { "not": {} }');
  if (!isObject(schema)) return schema;
  const out: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (ANNOTATIONS.has(keyword) || keyword === 'x-advice') continue;
    if (DATA.has(keyword)) out[keyword] = value;
    else if (MAPS.has(keyword) && isObject(value)) {
      out[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, prepareSchema(member, advised, inAdvice)]),
      );
    } else out[keyword] = prepareSchema(value, advised && !BRANCHES.has(keyword), inAdvice);
  }
  if (inAdvice) out['x-advised'] = true;
  const advice = schema['x-advice'];
  if (advice !== undefined) {
    if (!advised) throw new Error(`x-advice stands below anyOf, oneOf, not, if or contains: ${JSON.stringify(advice)}`);
    const existing = Array.isArray(out['allOf']) ? out['allOf'] : [];
    out['allOf'] = [...existing, prepareSchema(advice, true, true)];
  }
  return out;
}
