import { escapeToken, isObject } from '../../harness/model/json.ts';

/** An event inside of a delivery, and the way from a pointer into it to one into the whole document. */
export interface Wrapped {
  readonly value: unknown;
  readonly by: 'cloudevents' | 'otlp';
  outer(pointer: string): string;
}

const isEvent = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && ['spec_version', 'event_type', 'openhook'].some((member) => Object.hasOwn(value, member));

/**
 * The events inside a delivery: a CloudEvents envelope (structured mode), or an OTLP/JSON export of log records; undefined for
 * anything else. Delivery is outside of the specifications; what is delivered is judged the same however it is wrapped.
 */
export function wrappedIn(value: unknown): readonly Wrapped[] | undefined {
  if (!isObject(value)) return undefined;
  if (typeof value['specversion'] === 'string' && !Object.hasOwn(value, 'spec_version')) {
    const inner = cloudEventData(value);
    return inner === undefined ? undefined : [inner];
  }
  if (Array.isArray(value['resourceLogs'])) return otlpBodies(value['resourceLogs']);
  return undefined;
}

function cloudEventData(value: Record<string, unknown>): Wrapped | undefined {
  const { data, data_base64: packed } = value;
  if (isEvent(data)) return { value: data, by: 'cloudevents', outer: (pointer) => `/data${pointer}` };
  const text = typeof packed === 'string' ? Buffer.from(packed, 'base64').toString('utf8') : data;
  const inner = typeof text === 'string' ? parsed(text) : undefined;
  const at = typeof packed === 'string' ? '/data_base64' : '/data';
  return isEvent(inner) ? { value: inner, by: 'cloudevents', outer: () => at } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function listOf(of: unknown, member: string): readonly unknown[] {
  const found = isObject(of) ? of[member] : undefined;
  return Array.isArray(found) ? found : [];
}

function otlpBodies(resources: readonly unknown[]): readonly Wrapped[] {
  const found: Wrapped[] = [];
  for (const [r, resource] of resources.entries())
    for (const [s, scope] of listOf(resource, 'scopeLogs').entries())
      for (const [l, record] of listOf(scope, 'logRecords').entries()) {
        const body = isObject(record) ? record['body'] : undefined;
        const at = `/resourceLogs/${r}/scopeLogs/${s}/logRecords/${l}/body`;
        found.push({ value: anyValue(body), by: 'otlp', outer: (pointer) => `${at}${pointerInto(body, pointer)}` });
      }
  return found;
}

/** An OTLP AnyValue as plain JSON; a string that holds a JSON object is read as one. */
function anyValue(value: unknown): unknown {
  if (!isObject(value)) return value;
  const text = value['stringValue'];
  if (typeof text === 'string') {
    const inner = parsed(text);
    return isObject(inner) ? inner : text;
  }
  if (value['intValue'] !== undefined) return Number(value['intValue']);
  for (const kind of ['boolValue', 'doubleValue']) if (value[kind] !== undefined) return value[kind];
  const array = value['arrayValue'];
  if (isObject(array)) return listOf(array, 'values').map(anyValue);
  const list = value['kvlistValue'];
  if (isObject(list)) {
    const object: Record<string, unknown> = {};
    for (const pair of listOf(list, 'values'))
      if (isObject(pair)) object[String(pair['key'])] = anyValue(pair['value']);
    return object;
  }
  return null;
}

/** Where a pointer into the plain value leads in the AnyValue that it was made from, as far as it leads. */
function pointerInto(value: unknown, pointer: string): string {
  let here = value;
  let at = '';
  for (const token of pointer === '' ? [] : pointer.slice(1).split('/')) {
    if (!isObject(here)) break;
    const pairs = listOf(here['kvlistValue'], 'values');
    const items = listOf(here['arrayValue'], 'values');
    const index = pairs.findIndex((pair) => isObject(pair) && escapeToken(String(pair['key'])) === token);
    if (index >= 0) {
      at += `/kvlistValue/values/${index}/value`;
      here = (pairs[index] as Record<string, unknown>)['value'];
    } else if (Number(token) in items) {
      at += `/arrayValue/values/${token}`;
      here = items[Number(token)];
    } else break;
  }
  const kind = isObject(here) ? Object.keys(here)[0] : undefined;
  return kind === undefined ? at : `${at}/${escapeToken(kind)}`;
}
