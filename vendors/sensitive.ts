/** Where a vendor's payloads carry what must not get out (`vendors/<slug>/sensitive.yaml`). Pure. */
import { data } from '../harness/assets.ts';
import type { Canary } from '../harness/model/case.ts';
import type { Fixture } from '../harness/model/corpus.ts';
import { escapeToken, isObject } from '../harness/model/json.ts';
import { type Place, places } from './pointers.ts';

export type SensitiveKind = Canary['kind'];
type ByKind = Readonly<Partial<Record<SensitiveKind, readonly string[]>>>;

export interface Sensitive {
  /** Members that hold the path of a file which is itself sensitive. */
  readonly files: { readonly transcript: readonly string[] };
  /** What the inputs of tools carry, as pointers into an input; said once, because many events repeat a call. */
  readonly arguments?: Arguments;
  /** Patterns that count in every event, after the event's own. */
  readonly everywhere: ByKind;
  readonly events: Readonly<Record<string, ByKind>>;
  /** Events that carry nothing of the kind; with `events` these are all that the vendor has. */
  readonly nothing?: readonly string[];
  /** Variables of a hook's environment. */
  readonly environment: ByKind;
}

/** `in`: where the input of a tool may stand. */
export type Arguments = ByKind & { readonly in: readonly string[] };

/** One text of a payload that must not get out. */
export interface SensitivePlace {
  readonly pointer: string;
  readonly kind: SensitiveKind;
  readonly value: string;
}

export function sensitive(slug: string): Sensitive {
  return data<Sensitive>(`vendors/${slug}/sensitive`);
}

/** Words that say what a text is, not what it says: a canary in their stead would change the payload's meaning. */
const MARKS = new Set(['type', 'role', 'status', 'mimeType', 'cellType', 'mode', 'action', 'language', 'edit_mode']);

function texts(place: Place): Place[] {
  const { pointer, value } = place;
  if (typeof value === 'string') return [place];
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => texts({ pointer: `${pointer}/${index}`, value: item }));
  if (!isObject(value)) return [];
  return Object.entries(value)
    .filter(([key]) => !MARKS.has(key))
    .flatMap(([key, item]) => texts({ pointer: `${pointer}/${escapeToken(key)}`, value: item }));
}

/** The patterns of an event, in the order in which they are tried, each with its kind. */
export function sensitivePatterns(slug: string, event: string): readonly (readonly [SensitiveKind, string])[] {
  const { arguments: all, events, everywhere } = sensitive(slug);
  const own = Object.hasOwn(events, event) ? (events[event] ?? {}) : {};
  return [...(all === undefined ? [] : insideInputs(all, own)), ...pairs(own), ...pairs(everywhere)];
}

function pairs(byKind: ByKind): [SensitiveKind, string][] {
  return (Object.entries(byKind) as [SensitiveKind, readonly string[]][]).flatMap(([kind, patterns]) =>
    patterns.map((pattern): [SensitiveKind, string] => [kind, pattern]),
  );
}

/** What the inputs carry that this event has: they are less of a secret than what is in them, and come after it. */
function insideInputs({ in: places, ...byKind }: Arguments, own: ByKind): [SensitiveKind, string][] {
  return places
    .filter((place) => own['tool-input']?.includes(place) === true)
    .flatMap((place) => pairs(byKind).map(([kind, pattern]): [SensitiveKind, string] => [kind, `${place}${pattern}`]));
}

/** Every text of a payload that a pattern names, each once, with the kind of the first one that does. */
function namedPlaces(slug: string, event: string, payload: unknown): readonly SensitivePlace[] {
  const found = new Map<string, SensitivePlace>();
  for (const [kind, pattern] of sensitivePatterns(slug, event)) {
    for (const { pointer, value } of places(payload, pattern).flatMap(texts)) {
      if (typeof value === 'string' && !found.has(pointer)) found.set(pointer, { pointer, kind, value });
    }
  }
  return [...found.values()];
}

/** Every sensitive text of a payload. Empty texts are left out: nothing can leak from them. */
export function sensitivePlaces(slug: string, event: string, payload: unknown): readonly SensitivePlace[] {
  return namedPlaces(slug, event, payload).filter(({ value }) => value !== '');
}

/** Texts that would be sensitive and are empty in this payload, as a stream is that nothing was printed to. */
export function silentPlacesOf(fixture: Fixture): readonly SensitivePlace[] {
  return namedPlaces(fixture.vendor, fixture.event, fixture.stdin).filter(({ value }) => value === '');
}

/** {@link sensitivePlaces} of a fixture. */
export function sensitivePlacesOf(fixture: Fixture): readonly SensitivePlace[] {
  return sensitivePlaces(fixture.vendor, fixture.event, fixture.stdin);
}
