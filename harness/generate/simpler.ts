import { isObject, type JsonValue } from '../model/json.ts';
import { violations } from './check.ts';
import { everyPlace, replaced } from './edit.ts';
import type { Located, SchemaStore } from './schema-store.ts';

/** Candidates of one round: shrinking asks a process about each. */
const MOST = 40;

function smaller(value: JsonValue): readonly JsonValue[] {
  if (typeof value === 'string') {
    const half = value.slice(0, value.length >> 1);
    return value.length > 3 ? ['', 'a', half] : value.length > 0 && value !== 'a' ? ['', 'a'] : [];
  }
  if (typeof value === 'number') return value === 0 ? [] : [0];
  if (Array.isArray(value))
    return value.length === 0 ? [] : [[], (value as readonly JsonValue[]).slice(0, value.length >> 1)];
  return isObject(value) && Object.keys(value).length > 0 ? [{}] : [];
}

/**
 * Smaller values that still fit the schema, the most promising first: without a member, then with less in one. What lies at
 * `keep` and on the way to it stays, so that an extreme value keeps what is extreme in it.
 */
export function simplerValues(
  store: SchemaStore,
  root: Located,
  value: JsonValue,
  keep?: string,
): readonly JsonValue[] {
  const kept = (pointer: string): boolean =>
    keep !== undefined &&
    (pointer === '' || keep === pointer || keep.startsWith(`${pointer}/`) || pointer.startsWith(`${keep}/`));
  const places = [...everyPlace(value)]
    .filter(({ pointer }) => pointer !== '' && !kept(pointer))
    .sort((one, other) => one.pointer.split('/').length - other.pointer.split('/').length);
  const found: JsonValue[] = [];
  const add = (candidate: JsonValue): void => {
    if (found.length < MOST && violations(store, root, candidate).length === 0) found.push(candidate);
  };
  for (const { pointer } of places) add(replaced(value, pointer, undefined));
  for (const { pointer, value: old } of places) for (const less of smaller(old)) add(replaced(value, pointer, less));
  return found;
}
