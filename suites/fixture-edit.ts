import type { Fixture } from '../harness/model/corpus.ts';
import type { JsonValue } from '../harness/model/json.ts';
import { isObject, unescapeToken } from '../harness/model/json.ts';

/** A copy of a JSON value in which every string went through `edit`; member names stay. */
export function mapStrings(value: JsonValue, edit: (text: string) => string): JsonValue {
  if (typeof value === 'string') return edit(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => mapStrings(item, edit));
  if (!isObject(value)) return value;
  const copy: Record<string, JsonValue> = {};
  for (const [name, member] of Object.entries(value)) copy[name] = mapStrings(member as JsonValue, edit);
  return copy;
}

/** A copy in which the value at a JSON Pointer is another one; objects on the way are made where they are missing. */
export function withValue(document: JsonValue, pointer: string, value: JsonValue): JsonValue {
  if (pointer === '') return value;
  const [, raw = '', ...rest] = pointer.split('/');
  const token = unescapeToken(raw);
  const inner = rest.length === 0 ? '' : `/${rest.join('/')}`;
  if (Array.isArray(document)) {
    const items: readonly JsonValue[] = document;
    return items.map((item, index) => (String(index) === token ? withValue(item, inner, value) : item));
  }
  const members = isObject(document) ? (document as Readonly<Record<string, JsonValue>>) : {};
  return { ...members, [token]: withValue(Object.hasOwn(members, token) ? (members[token] ?? {}) : {}, inner, value) };
}

/** A made payload: another name, so that nobody takes it for the recorded one, and `how` says what it is. */
export function derived(
  fixture: Fixture,
  suffix: string,
  stdin: JsonValue,
  env: Fixture['env'] = fixture.env,
): Fixture {
  return { ...fixture, name: `${fixture.name}+${suffix}`, how: 'synthetic', stdin, env };
}

/** The payload of another session: every occurrence of the id, in paths and variables too, becomes another one. */
export function otherSession(fixture: Fixture, from: string, to: string, suffix: string): Fixture {
  const edit = (text: string): string => text.replaceAll(from, to);
  const env = Object.fromEntries(Object.entries(fixture.env).map(([name, text]) => [name, edit(text)]));
  return derived(fixture, suffix, mapStrings(fixture.stdin ?? null, edit), env);
}
