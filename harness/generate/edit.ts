import { escapeToken, isObject, type JsonValue, unescapeToken } from '../model/json.ts';

/** Every place of a document, in its order, parents before what is in them. */
export function* everyPlace(
  value: JsonValue,
  pointer = '',
): Generator<{ readonly pointer: string; readonly value: JsonValue }> {
  yield { pointer, value };
  if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly JsonValue[]).entries())
      yield* everyPlace(item, `${pointer}/${index}`);
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value))
      yield* everyPlace(member as JsonValue, `${pointer}/${escapeToken(name)}`);
  }
}

/** A copy with another value at a pointer; undefined removes the member. */
export function replaced(document: JsonValue, pointer: string, value: JsonValue | undefined): JsonValue {
  if (pointer === '') return value ?? null;
  const [, token = '', ...rest] = pointer.split('/');
  const name = unescapeToken(token);
  const inner = rest.length === 0 ? '' : `/${rest.join('/')}`;
  if (Array.isArray(document)) {
    const items = document as readonly JsonValue[];
    if (inner === '' && value === undefined) return items.filter((_, index) => index !== Number(name));
    return items.map((item, index) => (index === Number(name) ? replaced(item, inner, value) : item));
  }
  const entries = Object.entries((isObject(document) ? document : {}) as Record<string, JsonValue>);
  if (inner === '' && value === undefined) return Object.fromEntries(entries.filter(([key]) => key !== name));
  if (!entries.some(([key]) => key === name))
    return Object.fromEntries([...entries, [name, replaced(null, inner, value)]]);
  return Object.fromEntries(
    entries.map(([key, member]) => [key, key === name ? replaced(member, inner, value) : member]),
  );
}
