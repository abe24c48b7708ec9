import { escapeToken, isObject } from '../../harness/model/json.ts';

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
const DATA = new Set(['const', 'enum', 'required', 'type', 'dependentRequired', 'x-requirements', 'x-hints']);
/** Below these a broken constraint does not by itself make the document invalid, so advice has no place there. */
const BRANCHES = new Set(['anyOf', 'oneOf', 'not', 'if', 'contains']);

interface Position {
  /** File and pointer, `openhook/0.1/event.schema.json#/properties/id`: ajv tells it wrongly behind some references. */
  readonly at: string;
  readonly advised: boolean;
  readonly inAdvice: boolean;
}

function below(position: Position, ...tokens: readonly string[]): Position {
  return { ...position, at: [position.at, ...tokens.map(escapeToken)].join('/') };
}

/**
 * What ajv compiles: the schema without annotations, and with each `x-advice` turned into a constraint whose failures are
 * marked, so that one pass over a document finds both what is wrong and what is only advised against. Every object says in
 * `x-at` where it stands, which a failure then tells.
 */
export function prepareSchema(schema: unknown, file: string): unknown {
  return prepared(schema, { at: `${file}#`, advised: true, inAdvice: false });
}

function prepared(schema: unknown, position: Position): unknown {
  if (Array.isArray(schema)) return schema.map((item, index) => prepared(item, below(position, String(index))));
  if (schema === false && position.inAdvice)
    throw new Error('x-advice cannot hold false, which bears no mark; write { "not": {} }');
  if (!isObject(schema)) return schema;
  const out: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (ANNOTATIONS.has(keyword) || keyword === 'x-advice') continue;
    if (DATA.has(keyword)) out[keyword] = value;
    else if (MAPS.has(keyword) && isObject(value)) {
      out[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, prepared(member, below(position, keyword, name))]),
      );
    } else {
      const advised = position.advised && !BRANCHES.has(keyword);
      out[keyword] = prepared(value, { ...below(position, keyword), advised });
    }
  }
  if (Object.keys(out).some((keyword) => !keyword.startsWith('$') && !keyword.startsWith('x-')))
    out['x-at'] = position.at;
  if (position.inAdvice) out['x-advised'] = true;
  const advice = schema['x-advice'];
  if (advice !== undefined) {
    if (!position.advised) {
      throw new Error(`x-advice stands below anyOf, oneOf, not, if or contains: ${JSON.stringify(advice)}`);
    }
    const existing = Array.isArray(out['allOf']) ? out['allOf'] : [];
    out['allOf'] = [...existing, prepared(advice, { ...below(position, 'x-advice'), inAdvice: true })];
  }
  return out;
}
