import type { Substitution } from '../model/case.ts';
import type { JsonValue } from '../model/json.ts';
import type { TreePaths } from '../model/observation.ts';

/** Rewrites recorded paths to those of one tree. Pure, so that a judge can compute what a subject was given. */
export interface Rewriter {
  text(value: string): string;
  /** Strings and member names alike: some vendors key an object by path. */
  json(value: JsonValue): JsonValue;
  env(value: Readonly<Record<string, string>>): Record<string, string>;
}

type Spelling = (text: string) => string;

const asIs: Spelling = (text) => text;
const slashesEscaped: Spelling = (text) => text.replaceAll('/', '\\/');
const backslashesEscaped: Spelling = (text) => text.replaceAll('\\', '\\\\');
/** As those write JSON who write nothing but ASCII. */
const asciiOnly: Spelling = (text) =>
  text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * The same path as it stands inside a string that is itself escaped JSON (`\/` for `/`, `\\` for `\`, once for each time that
 * it was escaped, and `\u00e9` for `é`); one of Windows also as its own programs write it, with slashes and as a URL.
 */
function spellings(path: string): readonly { readonly from: string; readonly spell: Spelling }[] {
  const forms: { from: string; spell: Spelling }[] = [{ from: path, spell: asIs }];
  if (path.includes('/')) forms.push({ from: slashesEscaped(path), spell: slashesEscaped });
  if (path.includes('\\')) {
    const once = backslashesEscaped(path);
    const slashes = path.replaceAll('\\', '/');
    forms.push({ from: once, spell: backslashesEscaped });
    forms.push({ from: backslashesEscaped(once), spell: (text) => backslashesEscaped(backslashesEscaped(text)) });
    forms.push({ from: slashes, spell: asIs }, { from: `/${slashes}`, spell: asIs });
  }
  const ascii = asciiOnly(path);
  if (ascii === path) return forms;
  return forms.flatMap(({ from, spell }) => [
    { from, spell },
    { from: asciiOnly(from), spell: (text: string) => asciiOnly(spell(text)) },
  ]);
}

function identity(): Rewriter {
  return { text: (value) => value, json: (value) => value, env: (value) => ({ ...value }) };
}

const LETTER_OR_DIGIT = /^[\p{L}\p{N}]$/u;

function isLetterOrDigit(character: string): boolean {
  const code = character.charCodeAt(0);
  if (code >= 0x80) return LETTER_OR_DIGIT.test(character);
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** The character that ends before `index`, also one of two code units; '' at the beginning. */
function characterBefore(text: string, index: number): string {
  const low = text.charCodeAt(index - 1);
  const pair = low >= 0xdc00 && low <= 0xdfff && index > 1 && (text.codePointAt(index - 2) ?? 0) > 0xffff;
  return text.slice(Math.max(0, index - (pair ? 2 : 1)), index);
}

function characterAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}

const ESCAPE_LENGTH = 6;

/** The character that an escape such as `\u003e`, in JSON inside a string, stands for at this place; '' where there is none. */
function escapedAt(text: string, index: number): string {
  if (index < 0 || text[index] !== '\\' || text[index + 1] !== 'u') return '';
  const digits = text.slice(index + 2, index + ESCAPE_LENGTH);
  return /^[\da-f]{4}$/i.test(digits) ? String.fromCharCode(Number.parseInt(digits, 16)) : '';
}

/** Whether what stands from `start` to `end` is a path of its own, and not a part of a longer name. */
function isBordered(text: string, start: number, end: number): boolean {
  const before = characterBefore(text, start);
  if (before !== '' && belongsToName(before)) {
    const escaped = escapedAt(text, start - ESCAPE_LENGTH);
    // Another escape such as `\n` ends what stands before it, too.
    if (escaped !== '' ? belongsToName(escaped) : text[start - 2] !== '\\' || !'bfnrt'.includes(before)) return false;
  }
  const after = escapedAt(text, end) || characterAt(text, end);
  if (after === '') return true;
  if (isLetterOrDigit(after) || after === '_' || after === '-') return false;
  const next = after === '.' ? characterAt(text, end + 1) : '';
  return next === '' || !(isLetterOrDigit(next) || next === '_');
}

function belongsToName(character: string): boolean {
  return isLetterOrDigit(character) || '_.-'.includes(character);
}

/**
 * Puts targets in the place of paths, in one walk and without a pattern: one that knows all letters takes longer to compile
 * and to warm up than everything else that is done to a payload. `paths`: longest first.
 */
function replaced(text: string, paths: readonly string[], targets: ReadonlyMap<string, string>): string {
  const found = paths.map((path) => text.indexOf(path));
  let result = '';
  let copied = 0;
  for (let from = 0; ; ) {
    let start = -1;
    for (const [index, path] of paths.entries()) {
      let at = found[index] ?? -1;
      if (at !== -1 && at < from) {
        at = text.indexOf(path, from);
        found[index] = at;
      }
      if (at !== -1 && (start === -1 || at < start)) start = at;
    }
    if (start === -1) return copied === 0 ? text : result + text.slice(copied);
    const path = paths.find((path, index) => found[index] === start && isBordered(text, start, start + path.length));
    from = start + (path?.length ?? 1);
    if (path === undefined) continue;
    result += text.slice(copied, start) + (targets.get(path) ?? path);
    copied = from;
  }
}

/** A folder's path without what ends it; a pattern would be compiled and run for each case. */
function withoutEnd(path: string): string {
  let length = path.length;
  while (length > 1 && (path[length - 1] === '/' || path[length - 1] === '\\')) length -= 1;
  return path.slice(0, length);
}

/** A member named `__proto__` stays an ordinary member. */
function put(object: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}

/** It stands in every path, and says something of its own only where it stands alone. */
function isRoot(path: string): boolean {
  return path === '/' || /^[A-Za-z]:$/.test(path);
}

/**
 * Longest path first, and only at the borders of a path: `/home/dev` is not rewritten in `/home/developer`,
 * `/home/dev.bak` or `/mnt/home/dev`. An escape such as `\n` before the path, in JSON inside a string, is a border.
 */
export function rewriter(substitutions: readonly Substitution[], tree: TreePaths): Rewriter {
  const targets = new Map<string, string>();
  const alone = new Map<string, string>();
  for (const { from, to, suffix } of [...substitutions].sort((a, b) => b.from.length - a.from.length)) {
    const path = withoutEnd(from);
    if (path === '') continue;
    const target = suffix === undefined || suffix === '' ? tree[to] : `${tree[to]}/${suffix}`;
    if (isRoot(path)) {
      for (const form of [path, from]) if (!alone.has(form)) alone.set(form, target);
      continue;
    }
    for (const { from: form, spell } of spellings(path)) if (!targets.has(form)) targets.set(form, spell(target));
  }
  if (targets.size === 0 && alone.size === 0) return identity();

  const paths = [...targets.keys()].sort((a, b) => b.length - a.length);
  const text = (value: string): string => alone.get(value) ?? replaced(value, paths, targets);
  const json = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map(json);
    const rewritten: Record<string, JsonValue> = {};
    for (const [name, member] of Object.entries(value))
      if (member !== undefined) put(rewritten, text(name), json(member));
    return rewritten;
  };
  const env = (value: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, text(member)]));
  return { text, json, env };
}
