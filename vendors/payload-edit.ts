/** Payloads made of a fixture's: another tool input, another tool, a member changed. Pure. */
import type { Fixture } from '../harness/model/corpus.ts';
import type { JsonObject, JsonValue } from '../harness/model/json.ts';
import { isObject, unescapeToken } from '../harness/model/json.ts';
import { partsOf } from './vendor.ts';

/** The document with this value at a pointer whose parents exist; the document itself where they do not. */
export function withValue(document: JsonValue, pointer: string, value: JsonValue | undefined): JsonValue {
  if (pointer === '') return value ?? document;
  const [first = '', ...rest] = pointer.slice(1).split('/');
  const name = unescapeToken(first);
  const below = rest.length === 0 ? '' : `/${rest.join('/')}`;
  if (Array.isArray(document)) {
    const list = document as readonly JsonValue[];
    return list.map((item, index) =>
      String(index) === name ? (below === '' ? (value ?? null) : withValue(item, below, value)) : item,
    );
  }
  if (!isObject(document)) return document;
  const members = document as JsonObject;
  if (below === '') {
    const { [name]: _, ...others } = members;
    if (value === undefined) return others;
    return { ...members, [name]: value };
  }
  const next = members[name];
  return next === undefined ? members : { ...members, [name]: withValue(next, below, value) };
}

/**
 * The fixture's payload with another main member in its tool input (the command, the path); undefined where the payload has
 * none of these members. An input that is JSON inside a string stays one.
 */
export function withToolInput(fixture: Fixture, members: readonly string[], value: string): JsonValue | undefined {
  const { stdin } = fixture;
  if (stdin === undefined) return undefined;
  for (const { pointer, value: input } of partsOf(fixture.vendor, fixture.event, stdin, 'toolInput')) {
    const own = pointer.slice(pointer.lastIndexOf('/') + 1);
    if (typeof input === 'string') {
      const inner = parsed(input);
      if (isObject(inner)) {
        const name = members.find((member) => typeof inner[member] === 'string');
        if (name !== undefined) return withValue(stdin, pointer, JSON.stringify({ ...inner, [name]: value }));
      } else if (members.includes(own)) return withValue(stdin, pointer, value);
    } else if (isObject(input)) {
      const name = members.find((member) => typeof input[member] === 'string');
      if (name !== undefined) return withValue(stdin, `${pointer}/${name}`, value);
    }
  }
  return undefined;
}

/** The same payload with its tool input in the other of the two forms in which a vendor sends it: an object, or JSON in a string. */
export function withOtherInputForm(fixture: Fixture, payload: JsonValue): JsonValue | undefined {
  const [found] = partsOf(fixture.vendor, fixture.event, payload, 'toolInput');
  if (found === undefined) return undefined;
  if (isObject(found.value)) return withValue(payload, found.pointer, JSON.stringify(found.value));
  const inner = typeof found.value === 'string' ? parsed(found.value) : undefined;
  return isObject(inner) ? withValue(payload, found.pointer, inner as JsonObject) : undefined;
}

/**
 * A member put first into the tool input, in the place of one of that name, so that the payload grows or holds other signs
 * without meaning anything else.
 */
export function withExtraInput(fixture: Fixture, payload: JsonValue, name: string, value: string): JsonValue {
  const [found] = partsOf(fixture.vendor, fixture.event, payload, 'toolInput');
  if (found !== undefined && isObject(found.value)) {
    const { [name]: _, ...others } = found.value as JsonObject;
    return withValue(payload, found.pointer, { [name]: value, ...others });
  }
  if (!isObject(payload)) return payload;
  const { [name]: _, ...others } = payload as JsonObject;
  return { [name]: value, ...others };
}

/** Members in the opposite order, at every depth. */
export function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(reversed);
  if (!isObject(value)) return value;
  const entries = Object.entries(value as JsonObject).reverse();
  return Object.fromEntries(
    entries.flatMap(([name, member]) => (member === undefined ? [] : [[name, reversed(member)]])),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
