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

const SPECIAL = /[.*+?^${}()|[\]\\/]/g;

/** The same path as it stands inside a string that is itself escaped JSON: `\/` for `/`, `\\` for `\`. */
function spellings(path: string): readonly ((text: string) => string)[] {
  const forms = [(text: string) => text];
  if (path.includes('/')) forms.push((text) => text.replaceAll('/', '\\/'));
  if (path.includes('\\')) forms.push((text) => text.replaceAll('\\', '\\\\'));
  return forms;
}

function identity(): Rewriter {
  return { text: (value) => value, json: (value) => value, env: (value) => ({ ...value }) };
}

/** Patterns by the paths that they find: most cases of a run rewrite the same ones. */
const patterns = new Map<string, RegExp>();
const MOST_PATTERNS = 256;

function patternOf(paths: readonly string[]): RegExp {
  const key = paths.join('\0');
  let pattern = patterns.get(key);
  if (pattern === undefined) {
    const alternatives = [...paths].sort((a, b) => b.length - a.length).map((path) => path.replaceAll(SPECIAL, '\\$&'));
    pattern = new RegExp(
      `(?:(?<![\\p{L}\\p{N}_.-])|(?<=\\\\[nrt]))(?:${alternatives.join('|')})(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}_])`,
      'gu',
    );
    if (patterns.size >= MOST_PATTERNS) patterns.clear();
    patterns.set(key, pattern);
  }
  return pattern;
}

/**
 * Longest path first, and only at the borders of a path: `/home/dev` is not rewritten in `/home/developer`,
 * `/home/dev.bak` or `/mnt/home/dev`. An escape such as `\n` before the path, in JSON inside a string, is a border.
 */
export function rewriter(substitutions: readonly Substitution[], tree: TreePaths): Rewriter {
  const targets = new Map<string, string>();
  for (const { from, to, suffix } of [...substitutions].sort((a, b) => b.from.length - a.from.length)) {
    const path = from.length > 1 ? from.replace(/[\\/]+$/, '') : from;
    const target = suffix === undefined || suffix === '' ? tree[to] : `${tree[to]}/${suffix}`;
    for (const spell of spellings(path)) {
      if (path !== '' && !targets.has(spell(path))) targets.set(spell(path), spell(target));
    }
  }
  if (targets.size === 0) return identity();

  const pattern = patternOf([...targets.keys()]);
  const text = (value: string): string => value.replace(pattern, (path) => targets.get(path) ?? path);
  const json = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map(json);
    // Entries and not assignment: a member named __proto__ must stay an ordinary member.
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[text(name), json(member)]])),
    );
  };
  const env = (value: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, text(member)]));
  return { text, json, env };
}
