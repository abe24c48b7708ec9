/**
 * Payloads as a vendor may send them and nobody has caught it: without the members that its schema calls optional, and with
 * texts, lists and objects that are there and empty. Made for tests, and called synthetic. Pure: payloads and schemas in,
 * payloads out.
 */
import { isObject } from '../../harness/model/json.ts';
import type { PayloadSchema } from '../../vendors/walk-schema.ts';
import { walk } from '../../vendors/walk-schema.ts';

/** A payload with how many members of it were changed. */
export interface Changed {
  readonly payload: unknown;
  readonly changes: number;
}

/** Members of one of the lists of which a payload must fit one: without them it would be somebody else's. */
function chosen(schema: PayloadSchema): ReadonlySet<string> {
  const lists = (schema.allOf ?? []).flatMap((part) => part.anyOf ?? []);
  return new Set(lists.flatMap((list) => list.required ?? []));
}

function isOptional(schema: PayloadSchema, member: string): boolean {
  const listed = schema.properties !== undefined && Object.hasOwn(schema.properties, member);
  const kept = schema.required?.includes(member) === true || schema['x-expected']?.includes(member) === true;
  return listed && !kept && !chosen(schema).has(member);
}

/** The payload without its optional members, at every depth that the schema describes. */
export function withoutOptional(value: unknown, schema: PayloadSchema | undefined): Changed {
  if (schema === undefined) return { payload: value, changes: 0 };
  let changes = 0;
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutOptional(item, schema.items));
    for (const item of items) changes += item.changes;
    return { payload: items.map((item) => item.payload), changes };
  }
  if (!isObject(value)) return { payload: value, changes: 0 };
  const kept: [string, unknown][] = [];
  for (const [member, part] of Object.entries(value)) {
    if (isOptional(schema, member)) {
      changes += 1;
      continue;
    }
    const inner = withoutOptional(part, schema.properties?.[member]);
    changes += inner.changes;
    kept.push([member, inner.payload]);
  }
  return { payload: Object.fromEntries(kept), changes };
}

/** Names of members that say who, where or what kind: a vendor leaves such a one out, it does not send it empty. */
const NAMES =
  /(^|[_-]|[a-z])(id|ids|name|type|path|file|cwd|dir|directory|model|mode|version|level|email|url|kind|tool)$/i;

function emptyOf(schema: PayloadSchema, value: unknown): unknown {
  const types = schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;
  if (types.includes('null')) return null;
  if (Array.isArray(value)) return [];
  const text = schema['x-known-values'] === undefined && schema.format === undefined && schema.const === undefined;
  if (typeof value === 'string' && text && schema.enum === undefined) return '';
  return isObject(value) && (schema.required ?? []).length === 0 ? {} : value;
}

/**
 * The payload with its contents empty: null where the schema allows it, else an empty text, list or object, in the optional
 * members and in those that `contents` names (pointers of prompts, results and the like).
 */
export function withEmpty(
  value: unknown,
  schema: PayloadSchema | undefined,
  contents: (pointer: string) => boolean,
  pointer = '',
): Changed {
  if (schema === undefined || !isObject(value)) return { payload: value, changes: 0 };
  let changes = 0;
  const members = Object.entries(value).map(([member, part]): [string, unknown] => {
    const inner = schema.properties?.[member];
    const at = `${pointer}/${member}`;
    if (inner === undefined) return [member, part];
    const nullable = Array.isArray(inner.type) && inner.type.includes('null');
    const content = contents(at) && !isObject(part);
    if (nullable || (!NAMES.test(member) && (isOptional(schema, member) || content))) {
      const empty = emptyOf(inner, part);
      if (JSON.stringify(empty) !== JSON.stringify(part)) changes += 1;
      return [member, empty];
    }
    const deeper = withEmpty(part, inner, contents, at);
    changes += deeper.changes;
    return [member, deeper.payload];
  });
  return { payload: Object.fromEntries(members), changes };
}

/** Of several payloads of one event, the change that goes furthest and is still that event's payload; the first of equals. */
export function furthest<T>(
  bases: readonly T[],
  change: (base: T) => Changed,
  schema: PayloadSchema,
): { readonly base: T; readonly payload: unknown } | undefined {
  let best: { base: T; payload: unknown; changes: number } | undefined;
  for (const base of bases) {
    const { payload, changes } = change(base);
    if (changes === 0 || changes <= (best?.changes ?? 0) || walk(payload, schema).errors.length > 0) continue;
    best = { base, payload, changes };
  }
  return best;
}
