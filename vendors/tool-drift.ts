/** Where a payload's tool call is not what the tool is known to take and give back (`vendors/<slug>/tools.yaml`). */
import { isObject } from '../harness/model/json.ts';
import { readToolsSchema } from './payload-schema.ts';
import { canonicalEvent, partsOf } from './vendor.ts';
import { type Drift, type PayloadSchema, walk } from './walk-schema.ts';

/** Some vendors hand the arguments over as the JSON text that the model wrote. */
function argumentsOf(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/**
 * All of it is drift and none an error: a hook gets the arguments before anybody has checked them. Members that are not listed
 * are news only at the top of the arguments of a tool whose parameters are all known.
 */
function drifted(value: unknown, schema: PayloadSchema, pointer: string, complete: boolean): Drift[] {
  const { errors, drift } = walk(value, schema, pointer);
  const news = drift.filter(
    (one) => one.kind !== 'unknown-member' || (complete && !one.pointer.slice(pointer.length + 1).includes('/')),
  );
  return [...errors.map(({ pointer: at, message }): Drift => ({ kind: 'tool', pointer: at, message })), ...news];
}

/** What is new or odd in the tool call of a payload; nothing for a tool that is not known. */
export function toolDrift(slug: string, event: string, payload: unknown): readonly Drift[] {
  // An event that stands for nothing (a message that is still growing) may show a call before it is whole.
  if (canonicalEvent(slug, event) === null) return [];
  const name = partsOf(slug, event, payload, 'toolName')[0]?.value;
  const tools = readToolsSchema(slug)?.properties;
  if (typeof name !== 'string' || tools === undefined || !Object.hasOwn(tools, name)) return [];
  const tool = tools[name];
  const { input, result } = tool?.properties ?? {};
  const given = partsOf(slug, event, payload, 'toolInput')[0];
  const came = partsOf(slug, event, payload, 'toolResult')[0];
  const args = argumentsOf(given?.value);
  return [
    // Arguments that are no object are the concern of the payload's own schema.
    ...(given !== undefined && input !== undefined && isObject(args)
      ? drifted(args, input, given.pointer, tool?.['x-complete'] === true)
      : []),
    ...(came !== undefined && result !== undefined ? drifted(came.value, result, came.pointer, false) : []),
  ];
}
