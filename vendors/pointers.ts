import { isObject } from '../harness/model/json.ts';

/** A place in a document and what stands there. */
export interface Place {
  readonly pointer: string;
  readonly value: unknown;
}

/** Every place of a document that a pointer pattern names; `*` stands for any one array index or member name. */
export function places(document: unknown, pattern: string): readonly Place[] {
  let here: Place[] = [{ pointer: '', value: document }];
  if (pattern === '') return here;
  for (const token of pattern.slice(1).split('/')) {
    here = here.flatMap(({ pointer, value }) =>
      steps(value, token).map(([name, next]) => ({ pointer: `${pointer}/${name}`, value: next })),
    );
  }
  return here;
}

function steps(value: unknown, token: string): [string, unknown][] {
  const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
  if (Array.isArray(value)) {
    if (token === '*') return value.map((item: unknown, index) => [String(index), item]);
    return /^(0|[1-9]\d*)$/.test(name) && Number(name) < value.length ? [[token, value[Number(name)]]] : [];
  }
  if (!isObject(value)) return [];
  if (token === '*')
    return Object.entries(value).map(([key, item]) => [key.replaceAll('~', '~0').replaceAll('/', '~1'), item]);
  return Object.hasOwn(value, name) ? [[token, value[name]]] : [];
}

/** The places of several patterns, in the order of the patterns. */
export function pointersThatExist(document: unknown, patterns: readonly string[]): readonly Place[] {
  return patterns.flatMap((pattern) => places(document, pattern));
}
