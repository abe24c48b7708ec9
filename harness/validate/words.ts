import { eventNames } from '../../vendors/vendor.ts';
import { data } from '../assets.ts';
import { at, escapeToken, isObject, tokensOf } from '../model/json.ts';
import { didYouMean } from '../text/nearest.ts';
import type { NameRule, NativeWords, WordList } from './kinds.ts';
import { inWords } from './message.ts';

/** A word that is on no list, or on the list in another case. */
export interface WordIssue {
  readonly pointer: string;
  /** The word is the name of the member, not its value. */
  readonly isName: boolean;
  readonly word: string;
  readonly message: string;
  readonly requirement?: string;
}

function wordsOf(list: WordList, edition: string): readonly string[] {
  const words = [...(list.of ?? []), ...(list.also ?? [])];
  if (list.vendor !== undefined) words.push(...eventNames(list.vendor));
  if (list.registry === undefined || list.list === undefined || list.word === undefined) return words;
  const rows = data<Readonly<Record<string, unknown>>>(`registries/${list.registry}`)[list.list];
  const tier = list.tier?.[edition];
  for (const row of Array.isArray(rows) ? rows : []) {
    if (!isObject(row)) continue;
    const tiers = row['tier'];
    if (tier !== undefined && !(isObject(tiers) && typeof tiers[tier] === 'string' && tiers[tier] !== 'withdrawn'))
      continue;
    const word = row[list.word];
    if (typeof word === 'string') words.push(word);
  }
  return words;
}

function stringsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => (typeof item === 'string' ? [item] : stringsIn(item)));
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}

/** The word of the list for which a vendor has this name of its own. */
function meantByVendor(word: string, natives: NativeWords | undefined): string | undefined {
  if (natives === undefined) return undefined;
  const rows = data<Readonly<Record<string, unknown>>>(`registries/${natives.registry}`)[natives.list];
  for (const row of Array.isArray(rows) ? rows : []) {
    if (!isObject(row) || !stringsIn(row[natives.in]).includes(word)) continue;
    const canonical = row[natives.word];
    if (typeof canonical === 'string') return canonical;
  }
  return undefined;
}

interface Spot {
  readonly pointer: string;
  readonly value: unknown;
  readonly inArray: boolean;
}

/** Every place that a pattern of pointers leads to. */
function spots(document: unknown, pattern: string): Spot[] {
  let found: Spot[] = [{ pointer: '', value: document, inArray: false }];
  for (const token of tokensOf(pattern)) {
    found = found.flatMap(({ pointer, value }): Spot[] => {
      if (Array.isArray(value)) {
        if (token !== '*') return [];
        return value.map((item: unknown, index) => ({ pointer: `${pointer}/${index}`, value: item, inArray: true }));
      }
      if (!isObject(value)) return [];
      const names = token === '*' ? Object.keys(value) : Object.hasOwn(value, token) ? [token] : [];
      return names.map((name) => ({ pointer: `${pointer}/${escapeToken(name)}`, value: value[name], inArray: false }));
    });
  }
  return found;
}

/** The words of a rule in one edition; made once, because a stream asks for them a hundred thousand times. */
interface Known {
  readonly words: readonly string[];
  readonly set: ReadonlySet<string>;
  readonly except: RegExp | undefined;
}
const known = new WeakMap<NameRule, Map<string, Known>>();

function knownTo(rule: NameRule, edition: string): Known {
  const editions = known.get(rule) ?? new Map<string, Known>();
  known.set(rule, editions);
  let found = editions.get(edition);
  if (found === undefined) {
    const words = wordsOf(rule.words, edition);
    const except = rule.except === undefined ? undefined : new RegExp(rule.except, 'u');
    found = { words, set: new Set(words), except };
    editions.set(edition, found);
  }
  return found;
}

/** Compares the words of a document with the list that they come from. */
export function checkWords(document: unknown, rule: NameRule, edition: string): WordIssue[] {
  const { words: known, set, except } = knownTo(rule, edition);
  const simple = rule.at !== undefined && !rule.at.includes('*') && rule.within !== 'array' && rule.keys === undefined;
  if (simple && set.has(at(document, rule.at ?? '') as string)) return [];
  const issues: WordIssue[] = [];
  const judge = (word: string, pointer: string, isName: boolean): void => {
    if (set.has(word) || except?.test(word) === true) return;
    const other = known.find((candidate) => candidate.toLowerCase() === word.toLowerCase());
    const requirement = other === undefined ? rule.unknown : (rule.case ?? rule.unknown);
    const where = isName
      ? `${inWords(pointer.slice(0, pointer.lastIndexOf('/')))} has a member`
      : `${inWords(pointer)} is`;
    const meant = meantByVendor(word, rule.natives);
    const hint =
      meant === undefined ? didYouMean(word, known) : `; it is a vendor's own, ${JSON.stringify(meant)} here`;
    const message = `${where} ${JSON.stringify(word)}, which is not a known name${hint}`;
    issues.push({ pointer, isName, word, message, ...(requirement === undefined ? {} : { requirement }) });
  };
  if (rule.at !== undefined && !rule.at.includes('*') && rule.within !== 'array') {
    const value = at(document, rule.at);
    if (typeof value === 'string') judge(value, rule.at, false);
  } else if (rule.at !== undefined) {
    for (const { pointer, value, inArray } of spots(document, rule.at)) {
      if (typeof value === 'string' && (rule.within !== 'array' || inArray)) judge(value, pointer, false);
    }
  }
  if (rule.keys !== undefined) {
    for (const { pointer, value } of spots(document, rule.keys)) {
      if (isObject(value)) for (const name of Object.keys(value)) judge(name, `${pointer}/${escapeToken(name)}`, true);
    }
  }
  return issues;
}
