/** What a made payload must keep of the one that it is made from, so that it stays a payload of that very moment. Pure. */
import type { Pin } from '../harness/generate/pinned.ts';
import type { Fixture } from '../harness/model/corpus.ts';
import type { JsonValue } from '../harness/model/json.ts';
import type { PayloadPart } from './model.ts';
import { pointersThatExist } from './pointers.ts';
import { nativeEventOf, partsOf, vendor } from './vendor.ts';

/** Who, where, when and what of: another value would be another session, folder, call or product. */
const IDENTITY: readonly PayloadPart[] = [
  'session',
  'cwd',
  'roots',
  'transcript',
  'turn',
  'timestamp',
  'toolName',
  'toolCallId',
  'agentId',
  'agentType',
  'parentAgent',
  'mode',
  'model',
];
/** What is free as long as it is built as before: a call of a tool is one by the members of its arguments. */
const CONTENT: readonly PayloadPart[] = ['toolInput', 'toolResult', 'toolError'];
/** Members beside the parts that say what happened; their values are words of the vendor's. */
const WORDS =
  /^(?:source|reason|trigger|status|type|kind|name|.*_(?:type|name|id|status|reason|path|dir|version|at|time|count|ms|code)|.*(?:Type|Name|Id|Status|Reason|Path|Dir|Version|At|Time|Count|Ms|Code))$/;

/** A pointer up to the first list on its way: a list is pinned whole. */
function beforeList(payload: unknown, pointer: string): string {
  const tokens = pointer.split('/').slice(1);
  for (let length = 1; length <= tokens.length; length++) {
    const place = `/${tokens.slice(0, length).join('/')}`;
    if (Array.isArray(pointersThatExist(payload, [place])[0]?.value)) return place;
  }
  return pointer;
}

/** Pins for payloads made from this one. */
export function payloadPins(fixture: Fixture): ReadonlyMap<string, Pin> {
  const { stdin } = fixture;
  const pins = new Map<string, Pin>();
  const pin = (pointer: string, kind: 'value' | 'shape'): void => {
    const place = beforeList(stdin, pointer);
    const value = pointersThatExist(stdin, [place])[0]?.value as JsonValue | undefined;
    if (place !== '' && value !== undefined && !pins.has(place)) pins.set(place, { kind, value });
  };
  for (const { pointer } of pointersThatExist(stdin, vendor(fixture.vendor).namedBy)) pin(pointer, 'value');
  for (const part of IDENTITY) {
    for (const { pointer } of partsOf(fixture.vendor, fixture.event, stdin, part)) pin(pointer, 'value');
    const pointers =
      nativeEventOf(fixture.vendor, fixture.event)?.payload?.[part] ?? vendor(fixture.vendor).payload[part];
    // What the payload has not, such as the agent of a main thread, would change what it is about.
    for (const pointer of pointers ?? []) {
      const deep = pointer.includes('*') || pointer.split('/').length > 2;
      if (!deep && !pins.has(pointer)) pins.set(pointer, { kind: 'absent' });
    }
  }
  for (const part of CONTENT)
    for (const { pointer } of partsOf(fixture.vendor, fixture.event, stdin, part)) pin(pointer, 'shape');
  for (const name of Object.keys((stdin ?? {}) as object)) if (WORDS.test(name)) pin(`/${name}`, 'value');
  return pins;
}
