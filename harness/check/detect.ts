import { VENDORS } from '../../vendors/slugs.ts';
import { eventNames, vendor } from '../../vendors/vendor.ts';
import { at, isObject } from '../model/json.ts';
import { didYouMean } from '../text/nearest.ts';
import { type Kind, kinds } from '../validate/kinds.ts';
import { resolveTarget, type Target, targetOf, type ValidateOptions } from '../validate/validate.ts';
import { detectPayload } from './payload.ts';

/** What the user said of the documents; what is not said is found out. */
export interface Asked extends Partial<ValidateOptions> {
  /** Drift in a payload is a failure of the user's own declaration (`DC-DRIFT`). */
  readonly failOnDrift?: boolean;
}

/** What a document was taken for, and why, in words for the person who asks. */
export interface Detected {
  readonly target: Target;
  /** With its article: `an OpenHook event`. */
  readonly title: string;
  readonly why: string;
  /** The vendor's event that a payload is. */
  readonly payload?: { readonly vendor: string; readonly event: string };
  /** It is a call of an in-process hook, with the payload inside. */
  readonly wire?: boolean;
  /** Why it is no payload of the vendor that was named. */
  readonly foreign?: string;
}

function matches(path: readonly string[], pattern: string): boolean {
  const wanted = pattern.split('/').reverse();
  return wanted.every((part, index) => {
    const have = path[index] ?? '';
    const [before = '', after] = part.split('*');
    return after === undefined
      ? have === part
      : have.length >= part.length - 1 && have.startsWith(before) && have.endsWith(after);
  });
}

/** The kind that a file's name tells, and the pattern that told it; with `spec` among the kinds of that specification. */
export function kindOfFile(file: string, spec?: string): { readonly kind: Kind; readonly pattern: string } | null {
  const path = file.replaceAll('\\', '/').split('/').reverse();
  for (const kind of kinds()) {
    if (spec !== undefined && kind.spec !== spec) continue;
    for (const pattern of kind.files ?? []) if (matches(path, pattern)) return { kind, pattern };
  }
  return null;
}

function has(document: unknown, member: string): boolean {
  return at(document, `/${member}`) !== undefined;
}

/** The kind whose members the document has; of two the one with more. */
function byMembers(document: unknown): { readonly kind: Kind; readonly members: readonly string[] } | null {
  let best: { kind: Kind; members: readonly string[] } | null = null;
  for (const kind of kinds()) {
    const members = kind.members ?? [];
    if (members.length === 0 || !members.every((member) => has(document, member))) continue;
    if (best === null || members.length > best.members.length) best = { kind, members };
  }
  return best;
}

function byHint(document: unknown): { readonly kind: Kind; readonly members: readonly string[] } | null {
  for (const kind of kinds()) {
    const hint = kind.hints?.find((member) => has(document, member));
    if (hint !== undefined) return { kind, members: [hint] };
  }
  return null;
}

function quoted(members: readonly string[]): string {
  const words = members.map((member) => JSON.stringify(member.replaceAll('/', '.')));
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** A vendor's configuration under another name tells itself by the events that it registers hooks for. */
function byConfiguredEvents(document: unknown, file: string, asked: Asked): Detected | null {
  const hooks = at(document, '/hooks');
  if (!isObject(hooks)) return null;
  const names = Object.keys(hooks);
  let best: { readonly kind: Kind; readonly known: readonly string[] } | null = null;
  for (const kind of kinds()) {
    if (kind.kind !== 'configuration' || kind.vendor === undefined) continue;
    if (asked.vendor !== undefined && asked.vendor !== kind.vendor) continue;
    if (/\.toml$/i.test(file) && kind.toml === undefined) continue;
    const events = new Set(eventNames(kind.vendor));
    const known = names.filter((name) => events.has(name));
    if (known.length > (best?.known.length ?? 0)) best = { kind, known };
  }
  if (best === null) return null;
  const name = vendor(best.kind.vendor ?? '').name;
  const why = `it registers hooks for ${quoted(best.known.slice(0, 3))}, as ${name} names its events`;
  return { target: targetOf(best.kind, document, asked.edition), title: best.kind.title, why };
}

/** Why nothing tells what a document is, with the next thing to try. */
export function nothingTells(document: unknown): string {
  const named = at(document, '/hook_event_name');
  if (typeof named === 'string') {
    const known = [...new Set(VENDORS.flatMap((slug) => eventNames(slug)))];
    return `no vendor has an event named ${JSON.stringify(named)}${didYouMean(named, known)}`;
  }
  return 'nothing tells what kind of document this is; name it with --spec, and where the specification has several kinds with --kind';
}

/** Finds out what a document is; null when nothing tells it. Throws a UsageError for words that name nothing. */
export async function detect(document: unknown, file: string, asked: Asked): Promise<Detected | null> {
  if (asked.spec === 'native' && asked.kind !== 'configuration') {
    // A fixture is a payload with where it comes from; what it says of itself outranks the members of what is inside.
    const fixture = byMembers(document);
    return fixture?.kind.kind === 'fixture' ? told(fixture, document, asked, 'it has') : detectPayload(document, asked);
  }
  if (asked.spec !== undefined) {
    const spec = asked.spec;
    const content = asked.kind === undefined ? (byMembers(document) ?? byHint(document)) : null;
    const kind = asked.kind ?? (content?.kind.spec === spec ? content.kind.kind : kindOfFile(file, spec)?.kind.kind);
    const known = kinds().some((candidate) => candidate.spec === spec && candidate.kind === kind);
    const target = resolveTarget(document, { ...asked, spec, ...(known && kind !== undefined ? { kind } : {}) });
    return { target, title: target.rules?.title ?? spec, why: 'the specification was named' };
  }
  const named = kindOfFile(file);
  const content = byMembers(document);
  // A name says where a tool looks; a document that says what it is outranks the name.
  if (named !== null && (content === null || content.kind.files?.includes(named.pattern) !== false)) {
    return {
      target: targetOf(named.kind, document, asked.edition),
      title: named.kind.title,
      why: `its name is ${named.pattern}`,
    };
  }
  if (content !== null) return told(content, document, asked, 'it has');
  const native = detectPayload(document, asked);
  if (native !== null && native.foreign === undefined) return native;
  const configured = byConfiguredEvents(document, file, asked);
  if (configured !== null) return configured;
  const hint = byHint(document);
  return hint === null ? native : told(hint, document, asked, 'nothing else fits and it has');
}

function told(
  found: { readonly kind: Kind; readonly members: readonly string[] },
  document: unknown,
  asked: Asked,
  why: string,
): Detected {
  const target = targetOf(found.kind, document, asked.edition);
  return { target, title: found.kind.title, why: `${why} ${quoted(found.members)}` };
}
