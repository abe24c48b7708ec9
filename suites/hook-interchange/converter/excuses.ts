import { eventRows, everyNativeEvent, providers, toolRows } from '../vocabulary.ts';
import { markerAt } from './generate.ts';

/**
 * Which loss a warning speaks of. No text prescribes the wording, so a warning is read by what it names: a hook, an event, a
 * field, a capability, a tool. It excuses the losses that it may be about; one that names nothing excuses every loss; one that
 * speaks of something else only excuses none.
 */

/** What was lost of a hook: the whole of it, or one side. */
export type Side = 'hook' | 'matcher' | 'time' | 'env' | 'cwd' | 'platform' | 'blocking';

export interface Loss {
  readonly side: Side;
  /** Where the hook stands in its manifest, from 0. */
  readonly index: number;
  readonly event: string;
}

/** Words for a side: generous, because one of them is enough for a warning to be about it. */
const OWN: Readonly<Record<Exclude<Side, 'hook'>, RegExp>> = {
  matcher: /match|pattern|filter|select|regex|\btools?\b|mcp|wildcard|widen|narrow/i,
  time: /time|second|unit|limit|millis/i,
  env: /env|variable/i,
  cwd: /cwd|director|folder/i,
  platform: /platform|windows|linux|system|\bos\b/i,
  blocking: /block|observ|prevent|honou?r|gate|den(y|ies)|veto/i,
};

/** Words that are about nothing but their side: strict, because they make a warning one about something else. */
const STRICT: Readonly<Record<string, RegExp>> = {
  time: /time-?outs?|\b\d+ ?m?s(ec(ond)?s?)?\b|\b(milli)?seconds\b/i,
  env: /\benv\b|custom_env|environment|\bvariables?\b/i,
  cwd: /\bcwd\b|_cwd|working[ -]director/i,
  platform: /platform_command|platform[ -](command|override|specific)|\bplatform\.|\.platform\b|\boverrides?\b/i,
  blocking: /\bblocking\b|\b(cannot|can't|never) block\b|observe-only|only observes?/i,
  async: /\basync|fire-and-forget|\bbackground\b/i,
};

/** Words for not coming through. */
const GONE =
  "dropp|drops?\\b|skipp|exclu|omit|remov|discard|left out|leav|lost|los[est]|ignor|refus|reject|unsupported|can(?:no|')t\\b|could not|unable|not (?:written|encoded|converted|decoded|carried|supported|available|representable|expressible)";
const HOOK_GONE = new RegExp(`\\bhooks?\\b(.*?)(?:${GONE})\\w*((?: \\w+){0,2})`, 'gi');
const GONE_HOOK = new RegExp(`(?:${GONE})\\w*((?: \\w+){0,3}) hooks?\\b`, 'gi');
const NO_EVENT = /no (such )?(equivalent|counterpart|event)|unknown event|event\b.*not (known|supported|available)/i;

function ofField(text: string): boolean {
  return Object.values(STRICT).some((words) => words.test(text));
}

/** Whether the hook as a whole is what does not come through, and not only a field of it ("hook 2: its timeout is dropped"). */
function ofWhole(text: string): boolean {
  const bare = text.replaceAll(/\([^)]*\)/g, ' ');
  const said = [...bare.matchAll(HOOK_GONE), ...bare.matchAll(GONE_HOOK)];
  if (/\b(whole|entire) hook/i.test(bare)) return true;
  return NO_EVENT.test(text) || said.some(([, between = '', after = '']) => !ofField(between) && !ofField(after));
}

/** What is no English word. */
const IDENTIFIER = /_|[a-z][A-Z]/;

function standsIn(text: string, name: string): boolean {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(^|[^\\w-])${escaped}($|[^\\w-])`).test(text);
}

const namesByEvent = new Map<string, readonly string[]>();

/** An event by all of its names, its own and those that providers give it. */
function eventNames(event: string): readonly string[] {
  const names = namesByEvent.get(event) ?? [
    event,
    ...providers().flatMap((provider) => everyNativeEvent(event, provider)),
  ];
  namesByEvent.set(event, names);
  return names;
}

/** Positions that a warning gives in words that count from 0 (`hooks[2]`, `/hooks/2`) or from either (`hook 2`, `"hook":2`). */
function positionsIn(text: string): ReadonlySet<number> | undefined {
  const sure = [...text.matchAll(/hooks(?:\[|[./])(\d+)/gi)].map((found) => Number(found[1]));
  if (sure.length > 0) return new Set(sure);
  const loose = [...text.matchAll(/\b(?:hooks?|index|position|entry|hook_?index)["']?\s*[:=]?\s*[#[(]?(\d+)/gi)];
  if (loose.length === 0) return undefined;
  return new Set(loose.flatMap((found) => [Number(found[1]), Number(found[1]) - 1]));
}

/** Which hooks and events a warning names. */
interface Named {
  readonly own: boolean;
  readonly others: boolean;
}

/** What a warning names of the hooks; `positions` where numbers in it count the manifest's. */
function hooksIn(text: string, loss: Loss, count: number, positions: boolean): Named {
  const markers = Array.from({ length: count }, (_, index) => markerAt(index)).filter((one) => text.includes(one));
  if (markers.length > 0) return { own: markers.includes(markerAt(loss.index)), others: true };
  const at = positions ? positionsIn(text) : undefined;
  if (at !== undefined && !at.has(loss.index)) return { own: false, others: true };
  const names = eventNames(loss.event);
  if (at !== undefined || names.some((name) => standsIn(text, name))) return { own: true, others: false };
  // A name that is also an English word (`stop`, `notification`) tells what a warning is about, never what it is not.
  const others = eventRows()
    .flatMap(({ name }) => eventNames(name))
    .some((name) => IDENTIFIER.test(name) && !names.includes(name) && standsIn(text, name));
  return { own: false, others };
}

let known: { readonly names: readonly string[]; readonly tools: readonly string[] } | undefined;

/** Names of events and providers that are no English words, and of tools. Made once: every warning is asked for them. */
function identifiers(): NonNullable<typeof known> {
  known ??= {
    // The longer first: `BeforeTool` is a part of `BeforeToolSelection`.
    names: [...new Set([...eventRows().flatMap(({ name }) => eventNames(name)), ...providers()])]
      .filter((name) => /_|-|[a-z][A-Z]/.test(name))
      .sort((one, other) => other.length - one.length),
    tools: toolRows()
      .flatMap(({ name, cells }) => [name, ...Object.values(cells).flatMap((cell) => cell.seed ?? cell.upstream ?? [])])
      .filter((name) => IDENTIFIER.test(name)),
  };
  return known;
}

/** The text without the names of events and providers, whose parts (`tool`, `session`) are words of other things. */
function plain(text: string): string {
  return identifiers().names.reduce((left, name) => left.replaceAll(name, ' '), text);
}

/** With the name of a tool a warning speaks of a matcher, whatever else it says. */
function namesTool(text: string): boolean {
  return identifiers().tools.some((name) => standsIn(text, name));
}

/** Whether a warning excuses a loss among `count` hooks. Pure. */
export function excuses(warning: string, loss: Loss, count: number, positions: boolean = true): boolean {
  const named = hooksIn(warning, loss, count, positions);
  if (named.others && !named.own) return false;
  const text = plain(warning);
  const { side } = loss;
  const ofMatcher = OWN.matcher.test(text) || namesTool(text);
  if (side === 'hook') return !ofField(text) || ofMatcher || ofWhole(text) || /\bevents?\b/i.test(text);
  if (side === 'matcher') return !ofField(text) || ofMatcher || ofWhole(text);
  return OWN[side].test(text) || !(named.own || ofField(text) || ofMatcher || ofWhole(text));
}
