import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../../harness/model/json.ts';
import { formOf } from '../native/forms.ts';
import { type NativeHook, readNative } from '../native/read.ts';
import { type CanonicalMatcher, callsOf, canonicalSelects, nativeSelects } from '../native/select.ts';
import { isToolEvent } from '../vocabulary.ts';
import type { Mismatch } from './judge.ts';

/**
 * Structural equivalence (upstream glossary): the same hooks in the same order, with the same events, handler types, commands
 * and meaning of matchers. Field order, white space and members that nobody reads do not count.
 */

function reach(vendor: string, hooks: readonly NativeHook[]): string {
  return callsOf(vendor)
    .filter((call) => hooks.some((hook) => nativeSelects(vendor, hook, call)))
    .map(({ label }) => label)
    .join(' ');
}

type PlainHook = Readonly<Record<string, unknown>>;

/** What of a hook has a canonical form; every other member is its provider's own. */
const CANONICAL = ['event', 'type', 'tools', 'other', 'timeout'];

/** Whether every hook is still there with the members that only its provider knows, wherever and however it stands. */
function keepsVendorData(before: readonly PlainHook[], after: readonly PlainHook[]): boolean {
  const own = (hook: PlainHook): string =>
    JSON.stringify(
      Object.entries(hook)
        .filter(([member]) => !CANONICAL.includes(member))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  const left = new Set(after.map(own));
  return before.every((hook) => left.has(own(hook)));
}

/** A hook of a native configuration without what does not matter: by event, command and everything that the provider reads. */
function plainNative(vendor: string, hook: NativeHook): PlainHook {
  const form = formOf(vendor);
  // Members with several names, such as a command and its fallback, are compared by what they mean.
  const named = ['matcher', 'type', 'hooks', ...form.command, ...(form.timeout?.members ?? [])];
  const rest = Object.fromEntries(Object.entries(hook.entry).filter(([member]) => !named.includes(member)));
  const { command, timeout } = hook;
  const tools = reach(vendor, [hook]);
  const other = tools === '' ? (hook.entry['matcher'] ?? hook.matcher) : undefined;
  return { event: hook.event, type: hook.type, tools, other, command, timeout, ...rest };
}

/** Compares a configuration with what came of it after decoding and encoding for the same provider. */
export function sameNative(vendor: string, source: JsonObject, config: unknown): Mismatch | undefined {
  const wanted = readNative(vendor, source).hooks.map((hook) => plainNative(vendor, hook));
  const got = readNative(vendor, config).hooks.map((hook) => plainNative(vendor, hook));
  const byEvent = (hooks: readonly PlainHook[]): Record<string, unknown[]> => {
    const events: Record<string, unknown[]> = {};
    for (const hook of hooks) {
      const event = String(hook['event']);
      // Through JSON, so that a member that is absent and one that is undefined are equal.
      events[event] = [...(events[event] ?? []), JSON.parse(JSON.stringify(hook))];
    }
    return events;
  };
  const before = byEvent(wanted);
  const after = byEvent(got);
  const odd = [...new Set([...Object.keys(before), ...Object.keys(after)])].find(
    (event) => !isDeepStrictEqual(before[event], after[event]),
  );
  if (odd === undefined) return undefined;
  return {
    expected: `${odd}: ${JSON.stringify(before[odd])?.slice(0, 300) ?? 'nothing'}`,
    actual: JSON.stringify(after[odd])?.slice(0, 300) ?? 'nothing',
    ...(keepsVendorData(wanted, got) ? { silentOn: ['HIF-PD-005', 'HIF-CONF-011'] } : {}),
  };
}

type Hook = Readonly<Record<string, unknown>>;

function handlerOf(hook: Hook): Readonly<Record<string, unknown>> {
  return isObject(hook['handler']) ? hook['handler'] : {};
}

function keyOf(hook: Hook): string {
  const { type, command, url, prompt } = handlerOf(hook);
  return JSON.stringify([hook['event'], type, command, url, prompt]);
}

function meaning(vendor: string, hooks: readonly Hook[]): string {
  const event = String(hooks[0]?.['event']);
  if (!isToolEvent(event)) return '';
  return callsOf(vendor)
    .filter((call) =>
      hooks.some((hook) => canonicalSelects((hook['matcher'] ?? undefined) as CanonicalMatcher | undefined, call)),
    )
    .map(({ label }) => label)
    .join(' ');
}

/**
 * Compares a manifest with what came back after encoding and decoding. Hooks that a provider splits or merges are compared
 * together: by event, handler and command. The order of first appearance within one event stays.
 */
export function sameCanonical(vendor: string, manifest: JsonObject, hooks: readonly Hook[]): Mismatch | undefined {
  const source = (manifest['hooks'] as readonly Hook[] | undefined) ?? [];
  const keys = [...new Set(source.map(keyOf))];
  for (const key of keys) {
    const wanted = source.filter((hook) => keyOf(hook) === key);
    const got = hooks.filter((hook) => keyOf(hook) === key);
    const name = `${String(wanted[0]?.['event'])} ${String(handlerOf(wanted[0] ?? {})['command'] ?? '')}`.trim();
    if (got.length === 0) return { expected: `the hook ${name}`, actual: 'it is lost' };
    if (meaning(vendor, wanted) !== meaning(vendor, got))
      return { expected: `${name} for ${meaning(vendor, wanted)}`, actual: `for ${meaning(vendor, got)}` };
    const times = (all: readonly Hook[]): unknown[] => [...new Set(all.map((hook) => handlerOf(hook)['timeout']))];
    if (!isDeepStrictEqual(times(wanted), times(got)))
      return {
        expected: `${name} with timeout ${String(times(wanted)[0])}`,
        actual: `timeout ${times(got).map(String).join(', ')}`,
      };
  }
  const foreign = hooks.find((hook) => !keys.includes(keyOf(hook)));
  if (foreign) return { expected: 'the hooks of the source', actual: `also ${keyOf(foreign)}` };
  const order = (all: readonly Hook[], event: string): string[] => [
    ...new Set(all.filter((hook) => hook['event'] === event).map(keyOf)),
  ];
  const moved = [...new Set(source.map((hook) => String(hook['event'])))].find(
    (event) => !isDeepStrictEqual(order(source, event), order(hooks, event)),
  );
  return moved === undefined
    ? undefined
    : { expected: `the order of the hooks on ${moved}`, actual: 'they are in another order' };
}
