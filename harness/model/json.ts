/** Anything that JSON can hold. Parsed input is `unknown` until a validator narrows it; this is for values we build. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: JsonValue | undefined;
}

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member's name as a token of an RFC 6901 JSON Pointer. */
export function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The name that a token of an RFC 6901 JSON Pointer stands for. */
export function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The same few pointers are asked for again and again; those that come from documents may be without number. */
const split = new Map<string, readonly string[]>();
const MOST_SPLIT = 2000;

/** The tokens of an RFC 6901 JSON Pointer. */
export function tokensOf(pointer: string): readonly string[] {
  let tokens = split.get(pointer);
  if (tokens === undefined) {
    const raw = pointer === '' ? [] : pointer.slice(1).split('/');
    tokens = raw.map(unescapeToken);
    if (split.size < MOST_SPLIT) split.set(pointer, tokens);
  }
  return tokens;
}

/** The value at an RFC 6901 JSON Pointer, or undefined where the document has none. */
export function at(document: unknown, pointer: string): unknown {
  let here: unknown = document;
  for (const token of tokensOf(pointer)) {
    if (Array.isArray(here)) here = /^(0|[1-9]\d*)$/.test(token) ? here[Number(token)] : undefined;
    else if (isObject(here) && Object.hasOwn(here, token)) here = here[token];
    else return undefined;
  }
  return here;
}
