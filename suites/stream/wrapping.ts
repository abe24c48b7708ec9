import { isObject } from '../../harness/model/json.ts';

/**
 * The events inside a delivery: a CloudEvents envelope (structured mode), an OTLP/JSON export of log records, or the event
 * itself. Delivery is outside of the specifications; what is delivered is judged the same however it is wrapped.
 */
export function unwrapped(value: unknown): readonly unknown[] {
  if (!isObject(value)) return [value];
  if (typeof value['specversion'] === 'string' && typeof value['type'] === 'string' && Object.hasOwn(value, 'data')) {
    const inner = value['data'];
    if (isObject(inner) && (Object.hasOwn(inner, 'spec_version') || Object.hasOwn(inner, 'openhook'))) return [inner];
  }
  if (Array.isArray(value['resourceLogs'])) return otlpBodies(value['resourceLogs'], 'scopeLogs', 'logRecords');
  return [value];
}

function otlpBodies(resources: readonly unknown[], scopes: string, records: string): readonly unknown[] {
  const list = (of: unknown, member: string): readonly unknown[] => {
    const found = isObject(of) ? of[member] : undefined;
    return Array.isArray(found) ? found : [];
  };
  return resources
    .flatMap((resource) => list(resource, scopes))
    .flatMap((scope) => list(scope, records))
    .map((record) => anyValue(isObject(record) ? record['body'] : undefined));
}

/** An OTLP AnyValue as plain JSON; a string that holds a JSON object is read as one. */
function anyValue(value: unknown): unknown {
  if (!isObject(value)) return value;
  const text = value['stringValue'];
  if (typeof text === 'string') {
    try {
      const parsed: unknown = JSON.parse(text);
      return isObject(parsed) ? parsed : text;
    } catch {
      return text;
    }
  }
  if (value['intValue'] !== undefined) return Number(value['intValue']);
  for (const kind of ['boolValue', 'doubleValue']) if (value[kind] !== undefined) return value[kind];
  const array = value['arrayValue'];
  if (isObject(array) && Array.isArray(array['values'])) return array['values'].map(anyValue);
  const list = value['kvlistValue'];
  if (isObject(list) && Array.isArray(list['values'])) {
    const object: Record<string, unknown> = {};
    for (const pair of list['values']) if (isObject(pair)) object[String(pair['key'])] = anyValue(pair['value']);
    return object;
  }
  return null;
}
