import { BLOCKING, CAPABILITIES, EVENTS, PROVIDERS, type Provider, TOOLS } from './tables.ts';

export type Edition = '1.0' | '0.1';
export type Strategy = 'block' | 'warn' | 'exclude';
type Cells = ReadonlyMap<string, readonly string[]>;

interface EventRow {
  readonly classes: Readonly<Record<Edition, string>>;
  readonly cells: ReadonlyMap<string, Readonly<Record<Edition, readonly string[]>>>;
}

function rows(table: string): string[][] {
  return table
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function pair(text: string): [string, string] {
  const cut = text.indexOf('=');
  return [text.slice(0, cut).trim(), text.slice(cut + 1).trim()];
}

function cells(text: string | undefined): Cells {
  return new Map((text ?? '').split(';').map((cell) => [pair(cell)[0], list(pair(cell)[1])]));
}

function byEdition(text: string): Record<Edition, string[]> {
  const cut = text.indexOf('>');
  return cut < 0
    ? { '1.0': list(text), '0.1': list(text) }
    : { '1.0': list(text.slice(0, cut)), '0.1': list(text.slice(cut + 1)) };
}

const events = new Map<string, EventRow>(
  rows(EVENTS).map(([name = '', classes = '', providers = '']) => {
    const cut = classes.indexOf('>');
    return [
      name,
      {
        classes: { '1.0': classes.slice(0, cut), '0.1': classes.slice(cut + 1) },
        cells: new Map(providers.split(';').map((cell) => [pair(cell)[0], byEdition(pair(cell)[1])])),
      },
    ];
  }),
);
const tools = new Map<string, Cells>(rows(TOOLS).map(([name = '', providers]) => [name, cells(providers)]));
const capabilities = new Map(
  rows(CAPABILITIES).map(([name = '', strategy = '', providers = '']) => [
    name,
    { strategy: strategy as Strategy, providers: list(providers) },
  ]),
);
const blocking = new Map<string, Cells>(rows(BLOCKING).map(([name = '', providers]) => [name, cells(providers)]));

export const TOOL_NAMES: readonly string[] = [...tools.keys()];
export const CAPABILITY_NAMES: readonly string[] = [...capabilities.keys()];

export function isProvider(name: string): name is Provider {
  return (PROVIDERS as readonly string[]).includes(name);
}

/** `core`, `extended`, `exclusive`, or undefined for an event that the edition does not list. */
export function eventClass(event: string, edition: Edition): string | undefined {
  const found = events.get(event)?.classes[edition];
  return found === '-' ? undefined : found;
}

export function isEvent(event: string): boolean {
  return events.has(event);
}

/** Native names of an event, in the registry's order; empty where the provider has none. */
export function nativeEvents(event: string, provider: string, edition: Edition): readonly string[] {
  return events.get(event)?.cells.get(provider)?.[edition] ?? [];
}

/** Canonical events that a native name stands for; the spelling of Kiro's display names is free. */
export function canonicalEvents(native: string, provider: string, edition: Edition): string[] {
  const plain = (name: string): string => (provider === 'kiro' ? name.toLowerCase().replace(/[^a-z]/g, '') : name);
  const own = [...events].filter(([, row]) => {
    const cell = row.cells.get(provider);
    return [...(cell?.[edition] ?? []), ...(cell?.['0.1'] ?? []), ...(cell?.['1.0'] ?? [])].some(
      (name) => plain(name) === plain(native),
    );
  });
  const here = own.filter(([name]) => eventClass(name, edition) !== undefined);
  return (here.length > 0 ? here : own).map(([name]) => name);
}

/** Events about one tool call: only their matchers mean anything. */
export function isToolEvent(event: string): boolean {
  return [
    'before_tool_execute',
    'after_tool_execute',
    'tool_use_failure',
    'permission_request',
    'permission_denied',
  ].includes(event);
}

export function isTool(name: string): boolean {
  return tools.has(name);
}

export function nativeTool(tool: string, provider: string): string | undefined {
  return tools.get(tool)?.get(provider)?.[0];
}

export function canonicalTools(native: string, provider: string): string[] {
  return [...tools].filter(([, row]) => row.get(provider)?.[0] === native).map(([name]) => name);
}

export function defaultStrategy(capability: string): Strategy {
  return capabilities.get(capability)?.strategy ?? 'warn';
}

export function supports(provider: string, capability: string): boolean {
  return capabilities.get(capability)?.providers.includes(provider) ?? false;
}

/** What a blocking hook can do: `prevent`, `retry`, `observe`; undefined where the registry is silent. */
export function blockingEffect(event: string, provider: string): string | undefined {
  return blocking.get(event)?.get(provider)?.[0];
}
