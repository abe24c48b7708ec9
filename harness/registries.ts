/**
 * The tables of the specifications as data: event names and their mapping to vendors, tools, capabilities, what can block,
 * alignments, platform names. Each says in its own members which edition and source a cell comes from.
 */
import { data } from './assets.ts';
import type { JsonObject } from './model/json.ts';

export type { JsonObject, JsonValue } from './model/json.ts';

export const REGISTRIES = [
  'agent-hooks-alignment',
  'agent-hooks-events',
  'basecoat-platforms',
  'blocking',
  'capabilities',
  'claude-code-payloads',
  'codex',
  'events',
  'native-config',
  'tools',
] as const;
export type RegistryName = (typeof REGISTRIES)[number];

/** A registry by name, read when it is first asked for. */
export function registry(name: RegistryName): JsonObject {
  return data<JsonObject>(`registries/${name}`);
}
