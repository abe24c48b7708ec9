import { data } from '../../harness/assets.ts';
import type { HifEdition } from './documents.ts';

interface Cell {
  readonly seed?: readonly string[];
  readonly draft?: readonly string[];
  readonly upstream?: readonly string[];
  readonly bound_by_event?: string;
  /** What an audit of the vendors found against the cell. */
  readonly audit?: string;
  readonly requirement?: string;
}
export interface EventRow {
  readonly name: string;
  readonly tier: Readonly<Partial<Record<'seed' | 'upstream', string>>>;
  readonly origin?: string;
  readonly origin_on_seed_page?: string;
  readonly cells: Readonly<Record<string, Cell>>;
  readonly requirements?: Readonly<Record<string, string>>;
}
export interface ToolRow {
  readonly name: string;
  readonly cells: Readonly<Record<string, Cell>>;
  readonly requirements?: Readonly<Record<string, string>>;
}
interface BlockingCell {
  readonly upstream: string;
  readonly requirement?: string;
}
export interface BlockingRow {
  readonly event: string;
  readonly cells: Readonly<Record<string, BlockingCell>>;
}

/** The eleven providers of the registries, in their order. */
export function providers(): readonly string[] {
  return data<{ providers: readonly { slug: string }[] }>('registries/events').providers.map(({ slug }) => slug);
}

export function eventRows(): readonly EventRow[] {
  return data<{ events: readonly EventRow[] }>('registries/events').events;
}

export function toolRows(): readonly ToolRow[] {
  return data<{ tools: readonly ToolRow[] }>('registries/tools').tools;
}

export function blockingRows(): readonly BlockingRow[] {
  return data<{ matrix: readonly BlockingRow[] }>('registries/blocking').matrix;
}

export interface CapabilityRow {
  readonly name: string;
  readonly default_degradation: { readonly value: 'warn' | 'block' | 'exclude' };
  readonly cells: Readonly<Record<string, { readonly status: string; readonly requirement?: string }>>;
}

export function capabilityRows(): readonly CapabilityRow[] {
  return data<{ capabilities: readonly CapabilityRow[] }>('registries/capabilities').capabilities;
}

/** core, extended, provider-exclusive, or undefined for an event that the edition does not list. */
export function tierOf(event: string, edition: HifEdition): string | undefined {
  return eventRows().find((row) => row.name === event)?.tier[edition === '1.0' ? 'seed' : 'upstream'];
}

/** Cells say `(merged)` or `(partial)` behind a name; the name alone is what stands in a file. */
function bare(names: readonly string[]): readonly string[] {
  return names.map((name) => name.replace(/ \(\w+\)$/, ''));
}

/** Native events in the newest text; empty where the registry states that there is none. */
export function nativeEvents(event: string, provider: string): readonly string[] {
  const row = eventRows().find(({ name }) => name === event);
  const cell = row?.cells[provider];
  // An event that the newest text has withdrawn still has the names of the older ones.
  return bare(cell?.upstream ?? (row?.tier.upstream === undefined ? (cell?.draft ?? []) : []));
}

/** Native names that an edition demands: in 1.0 those of the seed's own cell, where it has one (E-HIF-36). */
export function demandedEvents(event: string, provider: string, edition: string): readonly string[] {
  const seed = eventRows().find(({ name }) => name === event)?.cells[provider]?.seed;
  return edition === '1.0' && seed !== undefined ? bare(seed) : nativeEvents(event, provider);
}

/** Native names that any edition of the registry gives for an event. */
export function everyNativeEvent(event: string, provider: string): readonly string[] {
  const cell = eventRows().find((row) => row.name === event)?.cells[provider];
  return [...new Set(bare([...(cell?.seed ?? []), ...(cell?.upstream ?? []), ...(cell?.draft ?? [])]))];
}

/** Native tool name; undefined where the provider has none or has an event in its place. */
export function nativeTool(tool: string, provider: string): string | undefined {
  const cell = toolRows().find((row) => row.name === tool)?.cells[provider];
  return (cell?.seed ?? cell?.upstream)?.[0];
}

export function toolNames(): readonly string[] {
  return toolRows().map(({ name }) => name);
}

/** Events about one tool call; the matchers of other events are ignored (seed, section 5; errata E-HIF-08). */
export function isToolEvent(event: string): boolean {
  return ['before_tool_execute', 'after_tool_execute', 'tool_use_failure'].includes(event);
}
