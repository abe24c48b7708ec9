import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../harness/model/json.ts';
import { formOf } from '../native/forms.ts';
import { type NativeHook, readNative } from '../native/read.ts';
import { callsOf, nativeSelects } from '../native/select.ts';
import { writeNative } from '../native/write.ts';
import { eventRows, everyNativeEvent, isToolEvent } from '../vocabulary.ts';
import type { Trip } from './generated.ts';
import { type Fault, labels, moved } from './trip-fault.ts';
import { nativeOf, type View } from './view.ts';

function canonicalOf(vendor: string, native: string): readonly string[] {
  return eventRows()
    .map(({ name }) => name)
    .filter((name) => everyNativeEvent(name, vendor).includes(native));
}

/** A provider may have several names for one event, Kiro's display names among them. */
function sameEvent(vendor: string, before: string, after: string): boolean {
  return before === after || canonicalOf(vendor, before).some((name) => canonicalOf(vendor, after).includes(name));
}

/** What a native entry means, and the members that only its provider knows. */
function meaning(vendor: string, hooks: readonly NativeHook[], more: JsonObject): Readonly<Record<string, unknown>> {
  const tools = callsOf(vendor).filter((call) => hooks.some((hook) => nativeSelects(vendor, hook, call)));
  const [first] = hooks;
  const events = hooks.map(({ event }) => event);
  return {
    ...(events.some((event) => isToolEvent(canonicalOf(vendor, event)[0] ?? '')) ? { tools: labels(tools) } : {}),
    ...(events.some((event) => formOf(vendor).filters?.[event] !== undefined)
      ? { matcher: first?.matcher ?? 'none' }
      : {}),
    timeout: first?.timeout ?? 'none',
    ...Object.fromEntries(Object.keys(more).map((member) => [member, first?.entry[member] ?? 'absent'])),
  };
}

/** The first thing that a configuration lost on its way to the canonical form and back. Pure. */
export function nativeFault(trip: Extract<Trip, { way: 'native' }>, view: View): Fault | undefined {
  const { vendor, entries } = trip;
  const [first, second] = view.answers;
  const says = 'A configuration comes back as it was';
  const fault = (expected: string, actual: string): Fault => ({ kind: 'native', says, expected, actual });
  if (first?.result === undefined) return fault('a manifest', first?.problem ?? 'nothing');
  if (second?.result === undefined) return fault('a configuration', second?.problem ?? 'nothing');
  const source = readNative(vendor, writeNative(vendor, entries)).hooks;
  const { hooks } = nativeOf(second, vendor);
  for (const { command, more } of entries) {
    const of = (all: readonly NativeHook[]): readonly NativeHook[] => all.filter((hook) => hook.command === command);
    if (of(hooks).length === 0) return fault(`the hook ${command}`, 'it is lost');
    const [before, after] = [of(source), of(hooks)].map((own) => meaning(vendor, own, more ?? {}));
    const event = of(source)[0]?.event ?? '';
    const other = of(hooks).find((hook) => !sameEvent(vendor, event, hook.event));
    if (other) return fault(`${command} under ${event}`, `it stands under ${other.event}`);
    if (!isDeepStrictEqual(before, after)) return fault(`${command}: ${JSON.stringify(before)}`, JSON.stringify(after));
  }
  for (const event of new Set(hooks.map((hook) => hook.event))) {
    const on = (all: readonly NativeHook[]): string[] =>
      all.filter((hook) => hook.event === event).flatMap(({ command }) => (command === undefined ? [] : [command]));
    const before = on(source);
    const order = moved(
      before,
      on(hooks).filter((command) => before.includes(command)),
      event,
    );
    if (order) return fault(order.expected, order.actual);
  }
  const foreign = hooks.find((hook) => !entries.some(({ command }) => command === hook.command));
  return foreign ? fault('the hooks of the source only', `also ${JSON.stringify(foreign.entry)}`) : undefined;
}
