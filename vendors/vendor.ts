/** Pure accessors over `vendors/<slug>/vendor.yaml`. Nothing outside vendors/ asks which vendor it is dealing with. */
import { data } from '../harness/assets.ts';
import type { Substitution } from '../harness/model/case.ts';
import type { Fixture } from '../harness/model/corpus.ts';
import type { JsonValue } from '../harness/model/json.ts';
import { isObject } from '../harness/model/json.ts';
import type { Gate, NativeEvent, PayloadPart, Timeout, Vendor } from './model.ts';
import { pointersThatExist } from './pointers.ts';
import { VENDORS } from './slugs.ts';

const known = new Map<string, Vendor>();

/** The vendor's facts. Throws for a slug that does not exist: resolve what a user wrote with {@link canonicalSlug} first. */
export function vendor(slug: string): Vendor {
  let facts = known.get(slug);
  if (facts === undefined) {
    facts = data<Vendor>(`vendors/${slug}/vendor`);
    known.set(slug, facts);
  }
  return facts;
}

/** The canonical slug of a slug or alias, or undefined. */
export function canonicalSlug(word: string): string | undefined {
  if ((VENDORS as readonly string[]).includes(word)) return word;
  return VENDORS.find((slug) => vendor(slug).aliases.includes(word));
}

/** The names of all native events of a vendor, in the order of its data file. */
export function eventNames(slug: string): readonly string[] {
  return Object.keys(vendor(slug).events);
}

/** What is known of a native event, or undefined where the vendor has no such event. */
export function nativeEventOf(slug: string, event: string): NativeEvent | undefined {
  const events = vendor(slug).events;
  return Object.hasOwn(events, event) ? events[event] : undefined;
}

/** What the event can hold up. */
export function gates(slug: string, event: string): Gate | null {
  return nativeEventOf(slug, event)?.gates ?? null;
}

/** Canonical Hook Interchange event, or null. */
export function canonicalEvent(slug: string, event: string): string | null {
  return nativeEventOf(slug, event)?.canonical ?? null;
}

/** The native events that a word selects: a native name, or a canonical one with everything that stands for it. */
export function eventsNamed(slug: string, word: string): readonly string[] {
  if (nativeEventOf(slug, word)) return [word];
  return eventNames(slug).filter((event) => {
    const facts = nativeEventOf(slug, event);
    return facts?.canonical === word || facts?.also?.includes(word) === true;
  });
}

/** The event by which a payload names itself, or undefined where it does not (or names none that the vendor has). */
export function eventNamedBy(slug: string, payload: unknown): string | undefined {
  const facts = vendor(slug);
  for (const { value } of pointersThatExist(payload, facts.namedBy)) {
    const found = Object.entries(facts.events).find(([name, event]) =>
      event.named === undefined ? name === value : event.named === value,
    );
    if (found) return found[0];
  }
  return undefined;
}

/** The event that a payload from a vendor's bus names, whether it is one that the vendor is known to have or not. */
export function busEventOf(slug: string, payload: unknown): string | undefined {
  const { bus } = vendor(slug);
  if (bus === undefined) return undefined;
  const name = pointersThatExist(payload, [bus.namedBy])[0]?.value;
  return typeof name === 'string' && name !== '' ? `${bus.prefix}${name}` : undefined;
}

/** True when the payload itself says which event it is (contract, section 2, "What is fed"). */
export function namesItsEvent(fixture: Fixture): boolean {
  return eventNamedBy(fixture.vendor, fixture.stdin) !== undefined;
}

/**
 * What an implementation can see of a payload without being told its vendor: the member that names the event, the name, the
 * member that holds the session. Two vendors share a form where these are equal.
 */
export function formOf(fixture: Fixture): string {
  const facts = vendor(fixture.vendor);
  const named = pointersThatExist(fixture.stdin, facts.namedBy)[0];
  const session = partsOf(fixture.vendor, fixture.event, fixture.stdin, 'session')[0];
  return `${named ? `${named.pointer}=${String(named.value)}` : 'unnamed'} ${session?.pointer ?? 'no session'}`;
}

/** Every place in a payload that holds this part, with its value. The event's own pointers come before the vendor's. */
export function partsOf(
  slug: string,
  event: string,
  payload: unknown,
  part: PayloadPart,
): readonly { readonly pointer: string; readonly value: unknown }[] {
  const own = nativeEventOf(slug, event)?.payload?.[part];
  return pointersThatExist(payload, own ?? vendor(slug).payload[part] ?? []);
}

/** True when the payload's transcript lies where this vendor keeps its own. */
export function isAtHome(slug: string, event: string, payload: unknown): boolean {
  const own = vendor(slug).transcriptsUnder;
  return (
    own !== undefined &&
    partsOf(slug, event, payload, 'transcript').some(({ value }) => typeof value === 'string' && value.includes(own))
  );
}

/** The part's value in a fixture's payload, or undefined. */
export function partOf(fixture: Fixture, part: PayloadPart): unknown {
  return partsOf(fixture.vendor, fixture.event, fixture.stdin, part)[0]?.value;
}

function textPart(fixture: Fixture, part: PayloadPart): string | undefined {
  const value = partOf(fixture, part);
  return typeof value === 'string' ? value : undefined;
}

export function sessionId(fixture: Fixture): string | undefined {
  return textPart(fixture, 'session');
}

export function toolCallId(fixture: Fixture): string | undefined {
  return textPart(fixture, 'toolCallId');
}

/** The tool as the vendor calls it, or undefined where the payload speaks of none. */
export function nativeTool(fixture: Fixture): string | undefined {
  return textPart(fixture, 'toolName');
}

/** The id and type of the sub-agent that a payload comes from; both undefined on the main thread. */
export function subagentOf(fixture: Fixture): { readonly id: string | undefined; readonly type: string | undefined } {
  return { id: textPart(fixture, 'agentId'), type: textPart(fixture, 'agentType') };
}

/** Where the payload names transcript files, and which. */
export function transcriptsOf(fixture: Fixture): readonly { readonly pointer: string; readonly path: string }[] {
  return partsOf(fixture.vendor, fixture.event, fixture.stdin, 'transcript').flatMap(({ pointer, value }) =>
    typeof value === 'string' && value !== '' ? [{ pointer, path: value }] : [],
  );
}

/** Server and tool of a native MCP tool name, or undefined where it is none. */
export function mcpTool(slug: string, name: string): { readonly server: string; readonly tool: string } | undefined {
  const { mcp, tools } = vendor(slug);
  if (!mcp || Object.hasOwn(tools, name)) return undefined;
  const groups = new RegExp(mcp.pattern, 'u').exec(name)?.groups;
  const tool = groups?.['tool'];
  return tool === undefined ? undefined : { server: groups?.['server'] ?? '', tool };
}

/** Canonical names of a native tool; `['mcp']` for an MCP tool; empty for one that the vocabulary does not know. */
export function canonicalTools(slug: string, native: string): readonly string[] {
  const { tools } = vendor(slug);
  if (Object.hasOwn(tools, native)) return tools[native] ?? [];
  return mcpTool(slug, native) ? ['mcp'] : [];
}

/** Canonical names of the tool that a payload speaks of, or that its event stands for; empty where there is none. */
export function canonicalToolsOf(fixture: Fixture): readonly string[] {
  const native = nativeTool(fixture);
  const stands = nativeEventOf(fixture.vendor, fixture.event)?.tool;
  if (stands !== undefined) return [stands];
  return native === undefined ? [] : canonicalTools(fixture.vendor, native);
}

/**
 * The time that the vendor gives a hook, in milliseconds, or null where it states none. Without an event: the commonest.
 */
export function defaultTimeoutMs(slug: string, event?: string): number | null {
  const { timeout } = vendor(slug);
  const dialect = event === undefined ? undefined : nativeEventOf(slug, event)?.dialect;
  const { default: value, unit } = (dialect === undefined ? undefined : timeout.dialects?.[dialect]) ?? timeout;
  if (value === null) return null;
  return unit === 's' ? value * 1000 : value;
}

export function timeoutOf(slug: string): Timeout {
  return vendor(slug).timeout;
}

const HOME = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:\\Users\\[^\\]+)(?=$|[/\\])/;

function isPath(value: unknown): value is string {
  return typeof value === 'string' && /^(?:\/|[A-Za-z]:\\)./.test(value);
}

/**
 * The recorded paths that must become the case's own, longest first: the places of the vendor's recordings, and where a
 * payload of another machine speaks of other ones, its own working directory, roots and home.
 */
export function substitutionsFor(slug: string, event: string, payload: unknown): readonly Substitution[] {
  const fixed = vendor(slug).places;
  const found = new Map<string, Substitution>(fixed.map(({ from, to }) => [from, { from, to }]));
  const covered = (path: string): boolean =>
    fixed.some(({ from, to }) => to !== 'home' && (path === from || path.startsWith(`${from}/`)));
  const paths = (['roots', 'cwd'] as const).flatMap((part) =>
    partsOf(slug, event, payload, part).flatMap(({ value }) => (Array.isArray(value) ? value : [value])),
  );
  for (const path of paths.filter(isPath)) {
    // A root below one that is known already moves with it.
    const below = [...found.keys()].some((from) => found.get(from)?.to === 'project' && path.startsWith(`${from}/`));
    if (!covered(path) && !below && HOME.exec(path)?.[0] !== path) found.set(path, { from: path, to: 'project' });
  }
  for (const text of [...paths, ...stringsOf(payload)].filter(isPath)) {
    const home = HOME.exec(text)?.[0];
    if (home !== undefined && !found.has(home)) found.set(home, { from: home, to: 'home' });
  }
  return [...found.values()].sort((a, b) => b.from.length - a.from.length || (a.from < b.from ? -1 : 1));
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  return isObject(value) ? Object.values(value).flatMap(stringsOf) : [];
}

/**
 * What is written to the subject's stdin. For an in-process vendor there is no stdin: the call is described instead, as the
 * contract has it (`{"hook", "args"}`, section 2).
 */
export function deliveredPayload(fixture: Fixture, payload: JsonValue): JsonValue {
  if (fixture.delivery !== 'in-process') return payload;
  const stdin = isObject(payload) ? payload : {};
  if (Object.hasOwn(stdin, 'event') && fixture.event.startsWith('event.')) return { hook: 'event', args: [payload] };
  const members = Object.keys(stdin);
  const call = members.length > 0 && members.every((member) => member === 'input' || member === 'output');
  return {
    hook: fixture.event,
    args: call ? (Object.values(stdin) as JsonValue[]) : members.length > 0 ? [payload] : [],
  };
}
