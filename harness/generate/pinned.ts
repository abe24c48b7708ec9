import { isObject, type JsonValue, tokensOf } from '../model/json.ts';
import type { Located, Schema } from './schema-store.ts';

/** What must stand at a place: a value, anything of a shape, or nothing at all. */
export type Pin =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'shape'; readonly value: JsonValue }
  | { readonly kind: 'absent' };

type Node = { pin?: Pin; readonly members: Map<string, Node> };

/** A schema that values of the same build fit: the same members of the same types; lists stay what they are. */
function shapeOf(value: JsonValue): Schema {
  if (typeof value === 'string') return { type: 'string' };
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (!isObject(value)) return { const: value };
  const members = Object.entries(value as Readonly<Record<string, JsonValue>>);
  return {
    type: 'object',
    required: members.map(([name]) => name),
    // What names a place stays: a file that is spoken of must be one.
    properties: Object.fromEntries(
      members.map(([name, member]) => [
        name,
        /path|file|dir|cwd|url|uri|notebook/i.test(name) ? { const: member } : shapeOf(member),
      ]),
    ) as JsonValue,
    additionalProperties: false,
  };
}

function schemaOf({ pin, members }: Node): Schema {
  if (pin?.kind === 'absent') return false;
  if (pin?.kind === 'value') return { const: pin.value };
  if (pin?.kind === 'shape') return shapeOf(pin.value);
  const entries = [...members].map(([name, node]) => [name, schemaOf(node)] as const);
  return {
    type: 'object',
    required: entries.flatMap(([name, schema]) => (schema === false ? [] : [name])),
    properties: Object.fromEntries(entries) as JsonValue,
  };
}

/**
 * A schema with some places pinned, by JSON Pointer into objects: what a value of it says there is the same for all of them.
 * A pin below a pinned place is passed over.
 */
export function pinned(root: Located, pins: ReadonlyMap<string, Pin>): Located {
  const top: Node = { members: new Map() };
  for (const [pointer, pin] of pins) {
    let node = top;
    for (const name of tokensOf(pointer)) {
      if (node.pin !== undefined) break;
      const next: Node = node.members.get(name) ?? { members: new Map() };
      node.members.set(name, next);
      node = next;
    }
    if (node !== top) node.pin ??= pin;
  }
  return { schema: { allOf: [root.schema as JsonValue, schemaOf(top) as JsonValue] }, base: root.base };
}
