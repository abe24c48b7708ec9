import { DIALECTS, type Dialect, SPLIT } from './dialects.ts';
import { isMap, type Json, type JsonMap, type Matcher, type Warning } from './document.ts';
import { readPlugin, readScript } from './generated.ts';
import { ANY_SERVER, canonicalForm, readMatcher } from './matchers.ts';
import { canonicalEvents, type Edition, eventClass, isToolEvent } from './registry.ts';
import type { Provider } from './tables.ts';

export class NotReadable extends Error {}

interface Native {
  readonly event: string;
  readonly matcher?: string;
  readonly entry: JsonMap;
  readonly group: JsonMap;
}

interface Draft {
  readonly event: string;
  matchers: Matcher[] | undefined;
  readonly handler: JsonMap;
  readonly blocking: boolean;
  readonly vendor: JsonMap;
  /** Native events that stand for tools and have been merged into this hook. */
  readonly natives: string[];
}

export interface Decoded {
  readonly manifest: Json;
  readonly warnings: Warning[];
}

function listAt(value: unknown, what: string): JsonMap[] {
  const list = Array.isArray(value) ? value : [value];
  if (!list.every(isMap)) throw new NotReadable(`${what} must be a list of objects`);
  return list as JsonMap[];
}

function fromEntry(event: string, entry: JsonMap): Native[] {
  const { matcher, hooks, ...rest } = entry;
  if (matcher !== undefined && typeof matcher !== 'string')
    throw new NotReadable(`the matcher of ${event} must be a string`);
  const own = matcher === undefined ? {} : { matcher };
  if (hooks === undefined) return [{ event, ...own, entry: rest, group: {} }];
  return listAt(hooks, `hooks of ${event}`).map((one) => ({ event, ...own, entry: one, group: rest }));
}

function natives(provider: Provider, text: string): Native[] {
  const dialect = DIALECTS[provider];
  const clean = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (dialect.style === 'plugin') {
    const found = readPlugin(clean);
    if (!found) throw new NotReadable(`${provider} hooks are program code; only a generated plugin can be read back`);
    return found.flatMap(({ event, ...entry }) => fromEntry(String(event), entry));
  }
  if (dialect.style === 'scripts')
    return readScript(clean).flatMap(({ event, ...entry }) => fromEntry(String(event), entry));
  let config: unknown;
  try {
    config = JSON.parse(clean);
  } catch (error) {
    throw new NotReadable(`the configuration is not JSON: ${(error as Error).message}`);
  }
  if (!isMap(config)) throw new NotReadable('the configuration must be an object');
  const hooks = config['hooks'];
  if (!isMap(hooks)) throw new NotReadable('the configuration has no object hooks');
  return Object.entries(hooks)
    .filter(([event]) => !dialect.switches.includes(event))
    .flatMap(([event, value]) => listAt(value, `hooks.${event}`).flatMap((entry) => fromEntry(event, entry)));
}

/** The canonical event, and whether the native name must be kept to find the way back. */
function eventOf(
  provider: Provider,
  native: string,
  edition: Edition,
): { event: string; keep: boolean; known: boolean } {
  const [first] = canonicalEvents(native, provider, edition);
  if (first !== undefined) return { event: first, keep: eventClass(first, edition) === undefined, known: true };
  const more = DIALECTS[provider].more;
  const near = Object.hasOwn(more, native) ? more[native] : undefined;
  if (near !== undefined) return { event: near, keep: true, known: true };
  const snake = native
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase();
  return { event: snake, keep: true, known: false };
}

function handlerOf(dialect: Dialect, entry: JsonMap, edition: Edition): { handler: JsonMap; vendor: JsonMap } {
  const handler: JsonMap = { type: typeof entry['type'] === 'string' ? entry['type'] : 'command' };
  const vendor: JsonMap = {};
  const timeoutMember = dialect.timeout?.member;
  const platform: JsonMap = {};
  for (const [member, value] of Object.entries(entry)) {
    if (member === 'type') {
      if (value !== 'command' && !dialect.types.includes(String(value))) vendor['type'] = value;
    } else if (member === dialect.commandMember || member === 'command') handler['command'] ??= value;
    else if (member === timeoutMember || (member === 'timeout' && timeoutMember === 'timeoutSec')) {
      if (typeof value === 'number') handler['timeout'] = value / (dialect.timeout?.perSecond ?? 1);
      else vendor[member] = value;
    } else if (member === dialect.envMember && isMap(value)) handler['env'] = value;
    else if (member === dialect.cwdMember && typeof value === 'string') handler['cwd'] = value;
    else if (member === 'async' && dialect.async === true) handler['async'] = value;
    else if (member === 'powershell' && dialect.platform === 'shells') platform['windows'] = value;
    else if (['windows', 'linux', 'osx'].includes(member) && dialect.platform === 'systems')
      platform[member === 'osx' && edition === '0.1' ? 'darwin' : member] = value;
    else if (member === 'statusMessage' && edition === '0.1' && typeof value === 'string')
      handler['status_message'] = value;
    else if (handler.type !== 'command' && dialect.types.includes(String(handler.type))) handler[member] = value;
    else if (member !== '__proto__') vendor[member] = value;
  }
  if (Object.keys(platform).length > 0) handler['platform'] = platform;
  if (handler.type !== 'command' && !['http', 'prompt', 'agent'].includes(String(handler.type)))
    handler['type'] = 'command';
  if (handler['type'] === 'command') handler['command'] ??= '';
  return { handler, vendor };
}

/** Tools that a native event stands for, with providers that have one event for each kind of tool. */
function toolsOfEvent(provider: Provider, event: string, native: string): string[] {
  const table = SPLIT[provider]?.[event] ?? {};
  return Object.keys(table).filter((tool) => table[tool] === native);
}

type Note = (message: string) => void;

function matchersOf(
  provider: Provider,
  native: Native,
  event: string,
  vendor: JsonMap,
  note: Note,
): Matcher[] | undefined {
  const { matcher } = native;
  const kinds = toolsOfEvent(provider, event, native.event);
  const keep = (): void => {
    if (matcher !== undefined && matcher !== '') vendor['matcher'] = matcher;
  };
  if (!isToolEvent(event)) {
    keep();
    return undefined;
  }
  const notes: string[] = [];
  if (kinds.includes('mcp')) {
    const read = matcher === undefined ? undefined : readMatcher(provider, matcher, notes);
    for (const text of notes) note(text);
    if (read) return read;
    note(`${native.event} fires for every MCP tool, which a matcher can only say with a server of any name`);
    return [{ mcp: { server: ANY_SERVER } }];
  }
  if (kinds.length > 0) {
    keep();
    return kinds;
  }
  const read = matcher === undefined ? undefined : readMatcher(provider, matcher, notes);
  for (const text of notes) note(text);
  if (
    provider === 'cursor' ||
    (provider === 'kiro' && matcher !== undefined && /[*?@]/.test(matcher) && matcher !== '*')
  )
    keep();
  if (provider === 'copilot-cli' && (matcher === '' || matcher === '*') && /^[a-z]/.test(native.event)) {
    vendor['matcher'] = matcher;
    note(`the matcher "${matcher}" selects nothing on ${native.event}`);
    return [];
  }
  return read;
}

function same(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Split events with equal entries are one hook; with every event of the row it needs no matcher. */
function merge(provider: Provider, drafts: readonly Draft[]): Draft[] {
  const merged: Draft[] = [];
  for (const draft of drafts) {
    const split = draft.natives.some((native) => toolsOfEvent(provider, draft.event, native).length > 0);
    const twin = split
      ? merged.find(
          (other) =>
            other.event === draft.event &&
            other.natives.length > 0 &&
            !other.natives.some((native) => draft.natives.includes(native)) &&
            same(other.handler, draft.handler) &&
            same(other.vendor, draft.vendor),
        )
      : undefined;
    if (!twin?.matchers || !draft.matchers) merged.push({ ...draft, natives: split ? [...draft.natives] : [] });
    else {
      twin.natives.push(...draft.natives);
      twin.matchers = [...twin.matchers, ...draft.matchers];
    }
  }
  for (const draft of merged) {
    const row = Object.values(SPLIT[provider]?.[draft.event] ?? {});
    const full = new Set(
      draft.event === 'before_tool_execute' ? row.filter((native) => !native.startsWith('after')) : row,
    );
    const any = draft.matchers?.some((one) => typeof one === 'object' && 'mcp' in one && one.mcp.server === ANY_SERVER);
    if (draft.natives.length > 1 && any === true && [...full].every((native) => draft.natives.includes(native)))
      draft.matchers = undefined;
  }
  return merged;
}

/** Reads a provider's configuration. What has no canonical form stays in provider_data, with a warning. */
export function decode(provider: Provider, text: string, edition: Edition): Decoded {
  const warnings: Warning[] = [];
  const dialect = DIALECTS[provider];
  const drafts = natives(provider, text).map((native, index): Draft => {
    const note: Note = (message) => {
      warnings.push({ code: 'decode', message: `Hook ${index + 1}: ${message}`, hook: index + 1 });
    };
    const { event, keep, known } = eventOf(provider, native.event, edition);
    if (!known) note(`${native.event} is in no registry: it is carried as ${event} and goes back to ${provider} only`);
    else if (keep)
      note(`${native.event} goes beyond the registry of this edition: it is kept in provider_data.${provider}.event`);
    const { handler, vendor } = handlerOf(dialect, native.entry, edition);
    Object.assign(
      vendor,
      Object.fromEntries(Object.entries(native.group).filter(([member]) => member !== '__proto__')),
    );
    if (keep) vendor['event'] = native.event;
    const matchers = matchersOf(provider, native, event, vendor, note);
    for (const member of Object.keys(vendor))
      if (!['event', 'matcher'].includes(member))
        note(`${member} has no canonical counterpart and is kept in provider_data.${provider}`);
    return {
      event,
      matchers,
      handler,
      blocking: dialect.gates.includes(native.event),
      vendor,
      natives: [native.event],
    };
  });
  const hooks = merge(provider, drafts).map((draft): JsonMap => {
    const matcher = draft.matchers === undefined ? {} : { matcher: canonicalForm(draft.matchers) as Json };
    const data = Object.keys(draft.vendor).length === 0 ? {} : { provider_data: { [provider]: draft.vendor } };
    return { event: draft.event, ...matcher, handler: draft.handler, blocking: draft.blocking, ...data };
  });
  if (hooks.length === 0) throw new NotReadable('the configuration registers no hook');
  return { manifest: { spec: `hooks/${edition}`, hooks }, warnings };
}
