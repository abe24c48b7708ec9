/**
 * A call of an in-process hook as it is described on stdin, `{"hook", "args"}` (contract, section 2): the way back from it to
 * the payload that the schemas and the corpus know. Pure.
 */
import { isObject } from '../harness/model/json.ts';
import { type Candidate, checkPayload, type PayloadHint } from './check-payload.ts';
import { VENDORS } from './slugs.ts';
import { busEventOf, nativeEventOf, vendor } from './vendor.ts';

export interface WireCall extends Candidate {
  readonly payload: unknown;
  /** From a pointer into the payload to one into the call. */
  readonly outer: (pointer: string) => string;
}

type Unwrapped = Pick<WireCall, 'payload' | 'outer'>;

/** The one argument is the payload itself; a call without any stands for an empty one. */
function single(args: readonly unknown[]): Unwrapped {
  return {
    payload: args.length === 0 ? {} : args[0],
    outer: (pointer) => `/args${args.length === 0 ? '' : '/0'}${pointer}`,
  };
}

/** The arguments are called input and output in a payload. */
function called(args: readonly unknown[]): Unwrapped {
  const names = ['input', 'output'];
  return {
    payload: Object.fromEntries(args.map((value, index) => [names[index] ?? String(index), value])),
    outer: (pointer) =>
      pointer.replace(/^\/(input|output)(?=\/|$)/, (_, name) => `/args/${names.indexOf(String(name))}`),
  };
}

function eventOf(hook: string, args: readonly unknown[]): string {
  const [first] = args;
  const bus = hook === 'event' && isObject(first) ? first['event'] : undefined;
  return isObject(bus) && typeof bus['type'] === 'string' ? `event.${bus['type']}` : hook;
}

/**
 * A call that no vendor is known to make: what a newer version sends over its bus, and any hook of the vendor that was named.
 * Its arguments stand for what most hooks of so many have.
 */
function unknownCall(hook: string, event: string, args: readonly unknown[], hint: PayloadHint): WireCall | null {
  const form = args.length < 2 ? single(args) : called(args);
  const slugs = VENDORS.filter((slug) => vendor(slug).delivery === 'in-process');
  const slug =
    event === hook
      ? slugs.find((one) => one === hint.vendor)
      : slugs.find((one) => busEventOf(one, form.payload) === event);
  if (slug === undefined || (hint.vendor !== undefined && hint.vendor !== slug)) return null;
  return { vendor: slug, event, ...form, outer: (pointer) => (pointer === '' ? '/hook' : form.outer(pointer)) };
}

/** The vendor's event and payload behind a call; null for anything else, and for a hook of nobody knows whom. */
export function wireCall(document: unknown, hint: PayloadHint = {}): WireCall | null {
  if (!isObject(document) || Object.keys(document).length !== 2) return null;
  const { hook, args } = document;
  if (typeof hook !== 'string' || !Array.isArray(args)) return null;
  const event = eventOf(hook, args as readonly unknown[]);
  if (hint.event !== undefined && hint.event !== event) return null;
  const slugs = hint.vendor === undefined ? VENDORS : [hint.vendor];
  const forms = [called, single].map((unwrap) => unwrap(args as readonly unknown[])).slice(args.length === 0 ? 1 : 0);
  const calls = slugs
    .filter((slug) => vendor(slug).delivery === 'in-process' && nativeEventOf(slug, event) !== undefined)
    .flatMap((slug) => forms.map((form): WireCall => ({ vendor: slug, event, ...form })));
  const [best] = calls
    .map((call) => ({ call, found: checkPayload(call.payload, call) }))
    .sort((a, b) => a.found.errors.length - b.found.errors.length || a.found.drift.length - b.found.drift.length);
  return best?.call ?? unknownCall(hook, event, args as readonly unknown[], hint);
}
