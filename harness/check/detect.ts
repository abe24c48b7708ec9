import { VENDORS } from '../../vendors/slugs.ts';
import { eventNamedBy, vendor } from '../../vendors/vendor.ts';
import { at } from '../model/json.ts';
import { examineWith, hasValidator, preloadValidators } from '../validate/compiled.ts';
import { type Kind, kinds } from '../validate/kinds.ts';
import { orList } from '../validate/message.ts';
import { resolveTarget, type Target, targetOf, type ValidateOptions } from '../validate/validate.ts';

/** What the user said of the documents; what is not said is found out. */
export type Asked = Partial<ValidateOptions>;

/** What a document was taken for, and why, in words for the person who asks. */
export interface Detected {
  readonly target: Target;
  /** With its article: `an OpenHook event`. */
  readonly title: string;
  readonly why: string;
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

/** The kind that a file's name tells, and the pattern that told it. */
export function kindOfFile(file: string): { readonly kind: Kind; readonly pattern: string } | null {
  const path = file.replaceAll('\\', '/').split('/').reverse();
  for (const kind of kinds()) {
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

/** A vendor's payload tells itself by the name of its event; where several vendors use that name, by the shape. */
async function byEvent(document: unknown, asked: Asked): Promise<Detected | null> {
  const candidates: { slug: string; event: string; schema: string }[] = [];
  for (const slug of asked.vendor === undefined ? VENDORS : [asked.vendor]) {
    const event = asked.event ?? eventNamedBy(slug, document);
    const schema = `native/${slug}/${event ?? ''}`;
    if (event !== undefined && hasValidator(schema)) candidates.push({ slug, event, schema });
  }
  if (candidates.length === 0) return null;
  await preloadValidators(candidates.map(({ schema }) => schema));
  const fitting = candidates.filter(({ schema }) => examineWith(schema, document).issues.length === 0);
  const taken = fitting[0] ?? candidates[0];
  if (taken === undefined) return null;
  const name = vendor(taken.slug).name;
  const others = candidates.filter(({ slug }) => slug !== taken.slug).map(({ slug }) => vendor(slug).name);
  const also = others.length === 0 ? '' : `; ${orList(others)} would be told by --vendor`;
  return {
    target: { spec: 'native', kind: 'payload', edition: 'current', schema: taken.schema, rules: null },
    title: `a payload of ${name}, event ${taken.event}`,
    why:
      asked.vendor === undefined ? `it names the event ${taken.event}, as ${name} does${also}` : 'the vendor was named',
  };
}

/** Finds out what a document is; null when nothing tells it. Throws a UsageError for words that name nothing. */
export async function detect(document: unknown, file: string, asked: Asked): Promise<Detected | null> {
  if (asked.spec === 'native' && asked.kind !== 'configuration') return byEvent(document, asked);
  if (asked.spec !== undefined) {
    const spec = asked.spec;
    const content = asked.kind === undefined ? (byMembers(document) ?? byHint(document)) : null;
    const kind = asked.kind ?? (content?.kind.spec === spec ? content.kind.kind : kindOfFile(file)?.kind.kind);
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
  const native = await byEvent(document, asked);
  if (native !== null) return native;
  const hint = byHint(document);
  return hint === null ? null : told(hint, document, asked, 'nothing else fits and it has');
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
