import { escapeToken, isObject } from '../../harness/model/json.ts';

/** Keywords by which a schema can reject; those that only lead to other schemas are not among them. */
const REJECTING: ReadonlySet<string> = new Set([
  'type',
  'required',
  'enum',
  'const',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'contains',
  'minProperties',
  'maxProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'dependentRequired',
  'not',
  'anyOf',
  'oneOf',
]);

/** The end of a pointer to `required`, with the member's name; a member of that name is something else. */
export const REQUIRED: RegExp = /(?<!\/properties)\/required\/([^/]+)$/;

/** A pointer to `required` as failures tell it: without the member. */
export function withoutMember(pointer: string): string {
  return pointer.replace(REQUIRED, '/required');
}

/**
 * Keywords that never fail by themselves: a union of null and a list of words, which is told as that list, and unions below
 * which everything that they reject is rejected more exactly.
 */
export const IMPLIED: readonly string[] = ['hookconf/report.schema.json#/$defs/Level/properties/role/anyOf'];

const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
const LISTS = new Set(['allOf', 'prefixItems']);
const SINGLE = new Set(['items', 'additionalProperties', 'unevaluatedProperties', 'then', 'else']);

/**
 * Pointers to every keyword of a schema that can reject a document by itself: `#/properties/id/type`. Below `if`, `not`,
 * `anyOf`, `oneOf` and `contains` a broken keyword decides nothing alone, and `x-advice` never rejects.
 */
export function rejectingKeywords(schema: unknown, pointer = '#'): string[] {
  if (!isObject(schema)) return [];
  const found: string[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const here = `${pointer}/${escapeToken(keyword)}`;
    const schemaValued = keyword === 'additionalProperties' || keyword === 'unevaluatedProperties';
    if (REJECTING.has(keyword) && (!schemaValued || value === false)) {
      if (keyword === 'required' && Array.isArray(value))
        found.push(...value.map((name) => `${here}/${escapeToken(String(name))}`));
      else found.push(here);
    }
    if (MAPS.has(keyword) && isObject(value)) {
      for (const [name, member] of Object.entries(value))
        found.push(...rejectingKeywords(member, `${here}/${escapeToken(name)}`));
    } else if (LISTS.has(keyword) && Array.isArray(value)) {
      for (const [index, member] of value.entries()) found.push(...rejectingKeywords(member, `${here}/${index}`));
    } else if (SINGLE.has(keyword)) found.push(...rejectingKeywords(value, here));
  }
  return found;
}
