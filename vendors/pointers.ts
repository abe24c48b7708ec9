import { escapeToken, isObject, unescapeToken } from '../harness/model/json.ts';

/** A place in a document and what stands there. */
export interface Place {
  readonly pointer: string;
  readonly value: unknown;
}

interface Step {
  /** As the pattern writes it, `~1` and `~0` as they stand. */
  readonly token: string;
  readonly name: string;
}

const parsed = new Map<string, readonly Step[]>();

/** The steps of a pattern. Patterns are written in data files, a few hundred in all, and asked for again with every payload. */
function stepsOf(pattern: string): readonly Step[] {
  let found = parsed.get(pattern);
  if (found === undefined) {
    const tokens = pattern === '' ? [] : pattern.slice(1).split('/');
    found = tokens.map((token) => ({ token, name: unescapeToken(token) }));
    parsed.set(pattern, found);
  }
  return found;
}

const NOWHERE: readonly Place[] = [];

/** Every place of a document that a pointer pattern names; `*` stands for any one array index or member name. */
export function places(document: unknown, pattern: string): readonly Place[] {
  let here: readonly Place[] = [{ pointer: '', value: document }];
  for (const step of stepsOf(pattern)) {
    const [only] = here;
    here = here.length === 1 && only !== undefined ? below(only, step) : here.flatMap((place) => below(place, step));
    if (here.length === 0) return NOWHERE;
  }
  return here;
}

function below({ pointer, value }: Place, { token, name }: Step): readonly Place[] {
  if (Array.isArray(value)) {
    if (token === '*') return value.map((item: unknown, index) => ({ pointer: `${pointer}/${index}`, value: item }));
    const inside = /^(0|[1-9]\d*)$/.test(name) && Number(name) < value.length;
    return inside ? [{ pointer: `${pointer}/${token}`, value: value[Number(name)] }] : NOWHERE;
  }
  if (!isObject(value)) return NOWHERE;
  if (token === '*') {
    return Object.entries(value).map(([key, item]) => ({
      pointer: `${pointer}/${escapeToken(key)}`,
      value: item,
    }));
  }
  return Object.hasOwn(value, name) ? [{ pointer: `${pointer}/${token}`, value: value[name] }] : NOWHERE;
}

/** The places of several patterns, in the order of the patterns. */
export function pointersThatExist(document: unknown, patterns: readonly string[]): readonly Place[] {
  const [only] = patterns;
  if (only === undefined) return NOWHERE;
  return patterns.length === 1 ? places(document, only) : patterns.flatMap((pattern) => places(document, pattern));
}
