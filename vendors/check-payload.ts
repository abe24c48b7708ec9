/** Whether a captured payload is what its vendor's schema says, and what in it nobody has seen before. */
import { isObject } from '../harness/model/json.ts';
import { FIXTURE_HOWS } from '../harness/model/words.ts';
import { namePointer, newEventOf, unknownName } from './new-event.ts';
import { readPayloadSchema } from './payload-schema.ts';
import { pointersThatExist } from './pointers.ts';
import { VENDORS } from './slugs.ts';
import { toolDrift } from './tool-drift.ts';
import { busEventOf, eventNamedBy, eventNames, isAtHome, nativeEventOf, partsOf, vendor } from './vendor.ts';
import { type Drift, explained, type PayloadError, type PayloadSchema, type Walk, walk } from './walk-schema.ts';

export type { Drift, PayloadError } from './walk-schema.ts';

/** What is said of a payload that tells nothing. */
export const NOBODYS =
  'the payload is none that a known vendor sends; name the vendor with --vendor and the event with --event';

/** A vendor's event that a payload may be. */
export interface Candidate {
  readonly vendor: string;
  readonly event: string;
}

export interface PayloadCheck {
  /** Null where no vendor of the contract could have sent it. */
  readonly vendor: string | null;
  readonly event: string | null;
  /** What was not told and had to be guessed. */
  readonly guessed: readonly ('vendor' | 'event')[];
  /** What it could be just as well. */
  readonly alternatives: readonly Candidate[];
  /** Empty: it is what the schema says. */
  readonly errors: readonly PayloadError[];
  readonly drift: readonly Drift[];
}

/** What is known about a payload before it is looked at. */
export interface PayloadHint {
  readonly vendor?: string;
  readonly event?: string;
}

/** A payload held to one event. What only a tie asks for is found out only then: a stream tries every line on every vendor. */
class Tried implements Candidate {
  readonly vendor: string;
  readonly event: string;
  readonly errors: readonly PayloadError[];
  /** Its transcript lies where this vendor keeps its own. */
  readonly home: boolean;
  private readonly payload: unknown;
  private readonly schema: PayloadSchema;
  private readonly walked: Walk;
  private calls: boolean | undefined;
  private news: readonly Drift[] | undefined;

  constructor(slug: string, event: string, payload: unknown, schema: PayloadSchema) {
    this.vendor = slug;
    this.event = event;
    this.payload = payload;
    this.schema = schema;
    this.walked = walk(payload, schema);
    this.errors = this.walked.errors;
    this.home = isAtHome(slug, event, payload);
  }

  /** It names this event, in the way of this vendor. */
  get named(): boolean {
    this.calls ??= isNamed(this.vendor, this.event, this.payload);
    return this.calls;
  }

  /** How many members of the payload the event is known to have, however deep. */
  get known(): number {
    return explained(this.payload, this.schema);
  }

  /** How many members at the top of the payload the event is not known to have; one that takes any takes none of another's. */
  get strangers(): number {
    if (this.schema.properties === undefined && this.errors.length > 0 && isObject(this.payload))
      return Object.keys(this.payload).length;
    return this.walked.drift.filter(({ kind, pointer }) => kind === 'unknown-member' && pointer.lastIndexOf('/') === 0)
      .length;
  }

  get drift(): readonly Drift[] {
    const { vendor: slug, event, payload } = this;
    this.news ??= [
      ...this.walked.drift,
      ...foreignTranscripts(slug, event, payload),
      ...emptyIdentity(slug, event, payload),
      ...toolDrift(slug, event, payload),
    ];
    return this.news;
  }
}

/** True when the payload names the event in this vendor's way; two spellings of one event may share a name. */
function isNamed(slug: string, event: string, payload: unknown): boolean {
  const word = nativeEventOf(slug, event)?.named;
  return (
    word !== null && pointersThatExist(payload, vendor(slug).namedBy).some(({ value }) => value === (word ?? event))
  );
}

function tryEvent(slug: string, event: string, payload: unknown): Tried[] {
  const schema = readPayloadSchema(slug, event, nativeEventOf(slug, event));
  if (!schema) return [];
  return [new Tried(slug, event, payload, schema)];
}

/** A transcript that lies where another vendor keeps its own: the payload is probably that vendor's. */
function foreignTranscripts(slug: string, event: string, payload: unknown): Drift[] {
  const own = vendor(slug).transcriptsUnder;
  return partsOf(slug, event, payload, 'transcript').flatMap(({ pointer, value }): Drift[] => {
    if (typeof value !== 'string' || (own !== undefined && value.includes(own))) return [];
    const other = VENDORS.find((one) => value.includes(vendor(one).transcriptsUnder ?? '\0'));
    if (other === undefined) return [];
    const message = `${pointer} names a transcript where ${vendor(other).name} keeps its own`;
    return [{ kind: 'unknown-value', pointer, message }];
  });
}

/** A session or a tool that is there and empty is as good as missing, and no vendor was seen to send one. */
function emptyIdentity(slug: string, event: string, payload: unknown): Drift[] {
  return (['session', 'toolName'] as const)
    .flatMap((part) => partsOf(slug, event, payload, part))
    .filter(({ value }) => value === '')
    .map(({ pointer }) => ({
      kind: 'missing-member',
      pointer,
      message: `${pointer} is empty, so it identifies nothing; it always had a value so far`,
    }));
}

/** A schema that asks for nothing fits everything, and therefore says nothing about where a payload comes from. */
function canBeGuessed(slug: string, event: string): boolean {
  const schema = readPayloadSchema(slug, event, nativeEventOf(slug, event));
  return (schema?.required?.length ?? 0) > 1 || (slug === 'opencode' && event.startsWith('event.'));
}

type Order = (a: Tried, b: Tried) => number;

/**
 * Where the transcript lies tells most: a vendor's own payload with a slip in it is likelier than another vendor's without.
 * Then whatever fits, then what the payload calls itself, then fewest errors; then whatever explains most of it; then the
 * vendor that comes first in the contract.
 */
const better: Order = (a, b) =>
  Number(b.home) - Number(a.home) ||
  Number(a.errors.length > 0) - Number(b.errors.length > 0) ||
  Number(b.named) - Number(a.named) ||
  a.errors.length - b.errors.length ||
  a.drift.length - b.drift.length;

/**
 * Of the events of the vendor that was named, for a payload that may name none: a member that the event does not have speaks as
 * much against it as one that is wrong, or an event that asks for little would take the broken payloads of all others. Then
 * whatever explains most of the payload.
 */
const closer: Order = (a, b) =>
  Number(b.named) - Number(a.named) ||
  a.errors.length + a.strangers - b.errors.length - b.strangers ||
  b.known - a.known ||
  a.drift.length - b.drift.length;

/** The best, and of equals the first. Not sorted: what loses to the best is never held against the others that lose. */
function firstOfBest(tried: readonly Tried[], order: Order): Tried | undefined {
  let best: Tried | undefined;
  for (const one of tried) if (best === undefined || order(one, best) < 0) best = one;
  return best;
}

/** Whether a payload that names no event has hardly anything of the event that comes nearest: then it is not the vendor's. */
function isForeign(payload: unknown, nearest: Tried): boolean {
  if (nearest.named || nearest.errors.length + nearest.strangers === 0) return false;
  const members = isObject(payload) ? Object.keys(payload).length : 0;
  return members - nearest.strangers < Math.max(members / 2, 1);
}

function candidates(payload: unknown, hint: PayloadHint): Tried[] {
  const slugs = hint.vendor === undefined ? VENDORS : [hint.vendor];
  return slugs.flatMap((slug) => {
    if (hint.event !== undefined) return tryEvent(slug, hint.event, payload);
    const sent = busEventOf(slug, payload);
    if (sent !== undefined) return tryEvent(slug, sent, payload);
    const named = eventNamedBy(slug, payload);
    const says = pointersThatExist(payload, vendor(slug).namedBy).length > 0;
    // Two spellings of one event may give themselves the same name, so a name narrows the choice and does not make it.
    const events = eventNames(slug).filter((event) => {
      const facts = nativeEventOf(slug, event);
      if (facts?.named === null || !says) return hint.vendor !== undefined || canBeGuessed(slug, event);
      return named !== undefined && (facts?.named ?? event) === (nativeEventOf(slug, named)?.named ?? named);
    });
    return events.flatMap((event) => tryEvent(slug, event, payload));
  });
}

function nothingFits(payload: unknown, hint: PayloadHint, guessed: PayloadCheck['guessed']): PayloadCheck {
  const slug = hint.vendor ?? null;
  const named = hint.event ?? (slug === null ? undefined : unknownName(slug, payload));
  const base = { vendor: slug, event: hint.event ?? null, guessed, alternatives: [], errors: [], drift: [] };
  if (slug !== null && named !== undefined) {
    const pointer = namePointer(slug, payload);
    const whose = guessed.includes('vendor') ? null : otherSender(payload, slug);
    const advice = whose ?? 'if a newer version sends it, record it';
    const message = `${vendor(slug).name} has no event ${named} that is known; ${advice}`;
    return { ...base, event: named, drift: [{ kind: 'unknown-event', pointer, message }] };
  }
  const whose = slug === null ? null : otherSender(payload, slug);
  const message =
    slug === null
      ? NOBODYS
      : `the payload is none that ${vendor(slug).name} is known to send; ${whose ?? 'name its event with --event, or another vendor with --vendor'}`;
  return { ...base, errors: [{ pointer: '', message }] };
}

/** Says whose a payload is that was given to the wrong vendor; null where it is nobody else's either. */
function otherSender(payload: unknown, slug: string): string | null {
  const other = checkPayload(payload);
  if (other.vendor === null || other.vendor === slug || other.errors.length > 0) return null;
  if (nativeEventOf(other.vendor, other.event ?? '') === undefined) return null;
  return `the payload is one of ${vendor(other.vendor).name}, so name that with --vendor`;
}

/**
 * Whether a payload is rather a new event of a vendor than the best that was found among the events that are known: it fits
 * none, or it fits one of a vendor that keeps its transcripts elsewhere, and not without a rest.
 */
function mayBeNew(best: Tried | undefined): boolean {
  if (best === undefined) return true;
  return best.errors.length > 0 ? !best.named : !best.home && best.drift.length > 0;
}

/**
 * Checks one payload. What the hint leaves out is guessed: the vendor and event whose schema it fits, and of several the one
 * that leaves least of the payload unexplained. Pure but for reading the schemas.
 */
export function checkPayload(payload: unknown, hint: PayloadHint = {}): PayloadCheck {
  const guessed = (['vendor', 'event'] as const).filter((part) => hint[part] === undefined);
  const tried = candidates(payload, hint);
  const told = hint.vendor !== undefined && hint.event === undefined;
  const order = told ? closer : better;
  const best = firstOfBest(tried, order);
  const fresh = hint.vendor === undefined && hint.event === undefined && mayBeNew(best) ? newEventOf(payload) : null;
  if (fresh !== null && (best === undefined || best.errors.length > 0 || fresh.atHome)) {
    const [slug = '', ...others] = fresh.vendors;
    const named = unknownName(slug, payload) ?? '';
    const alternatives = others.map((other) => ({ vendor: other, event: named }));
    return { ...nothingFits(payload, { vendor: slug }, guessed), alternatives };
  }
  // Without a vendor, something that fits no schema is nobody's payload rather than a broken one of somebody's.
  const broken = best !== undefined && best.errors.length > 0;
  if (best === undefined || (broken && hint.vendor === undefined && !namesKnownEvent(payload))) {
    return nothingFits(payload, hint, guessed);
  }
  if (broken && hint.event === undefined && vendor(best.vendor).namedBy.length > 0) {
    const named = unknownName(best.vendor, payload);
    if (named !== undefined && hint.vendor !== undefined) return nothingFits(payload, hint, guessed);
  }
  if (told && isForeign(payload, best)) return nothingFits(payload, hint, guessed);
  const equal = broken ? [] : tried.filter((other) => other !== best && order(best, other) === 0);
  return {
    vendor: best.vendor,
    event: best.event,
    guessed,
    alternatives: equal.map(({ vendor: slug, event }) => ({ vendor: slug, event })),
    errors: best.errors,
    drift: best.drift,
  };
}

function namesKnownEvent(payload: unknown): boolean {
  return VENDORS.some((slug) => eventNamedBy(slug, payload) !== undefined);
}

/** The payload inside a fixture, with what the fixture says of it; anything else is a payload itself. */
export function unwrapFixture(document: unknown): { readonly payload: unknown; readonly hint: PayloadHint } {
  if (!isObject(document) || !Object.hasOwn(document, 'stdin')) return { payload: document, hint: {} };
  const { vendor: slug, event, how } = document;
  if (typeof slug !== 'string' || typeof event !== 'string' || !(FIXTURE_HOWS as readonly unknown[]).includes(how)) {
    return { payload: document, hint: {} };
  }
  return { payload: document['stdin'], hint: { vendor: slug, event } };
}
