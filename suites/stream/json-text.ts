/**
 * What JSON.parse does not tell: where a value ends, where a member stands, which member names occur twice. Everything here
 * works on text that is known to be valid JSON or says that it is not; nothing here is needed for a document without faults.
 */

import { tokensOf } from '../../harness/model/json.ts';
import { stringEnd } from '../../harness/source/plain-json.ts';

/** A member name that an object holds twice; `offset` is that of the second one, in UTF-16 units. */
export interface DuplicateKey {
  readonly key: string;
  readonly offset: number;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Every duplicate member name of a text that JSON.parse accepts, in text order. */
export function duplicateKeys(text: string): readonly DuplicateKey[] {
  const found: DuplicateKey[] = [];
  const open: (Set<string> | undefined)[] = [];
  for (let here = 0; here < text.length; ) {
    const code = text.charCodeAt(here);
    if (code === OPEN_OBJECT) open.push(new Set());
    else if (code === OPEN_ARRAY) open.push(undefined);
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) open.pop();
    else if (code === QUOTE) {
      const end = stringEnd(text, here);
      let next = end;
      while (isSpace(text.charCodeAt(next))) next++;
      const names = open.at(-1);
      if (names !== undefined && text.charCodeAt(next) === COLON) {
        const key = JSON.parse(text.slice(here, end)) as string;
        if (names.has(key)) found.push({ key, offset: here });
        names.add(key);
      }
      here = end;
      continue;
    }
    here++;
  }
  return found;
}

/** Offset behind the JSON value that starts at `start`, by brackets alone; undefined where it is cut off. */
export function valueEnd(text: string, start: number): number | undefined {
  let depth = 0;
  for (let here = start; here < text.length; ) {
    const code = text.charCodeAt(here);
    if (code === QUOTE) {
      here = stringEnd(text, here);
      if (depth === 0) return here;
      continue;
    }
    if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth++;
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      if (--depth <= 0) return here + 1;
    } else if (depth === 0 && !isSpace(code)) {
      let end = here;
      while (end < text.length && !isSpace(text.charCodeAt(end)) && !'{}[],:"'.includes(text.charAt(end))) end++;
      return Math.max(end, here + 1);
    }
    here++;
  }
  return undefined;
}

/**
 * Offset of the value at a JSON Pointer in a valid text, in UTF-16 units; that of the innermost value on the way to it where
 * the pointer leads nowhere (a missing member stands, for a reader, in the object that lacks it).
 */
export function offsetOf(text: string, pointer: string): number {
  let here = skipSpace(text, 0);
  if (pointer === '') return here;
  for (const token of tokensOf(pointer)) {
    const next = childOffset(text, here, token);
    if (next === undefined) return here;
    here = next;
  }
  return here;
}

function skipSpace(text: string, from: number): number {
  let here = from;
  while (isSpace(text.charCodeAt(here))) here++;
  return here;
}

function childOffset(text: string, start: number, token: string): number | undefined {
  const kind = text.charCodeAt(start);
  if (kind !== OPEN_OBJECT && kind !== OPEN_ARRAY) return undefined;
  let found: number | undefined;
  let here = skipSpace(text, start + 1);
  for (let index = 0; here < text.length; index++) {
    const code = text.charCodeAt(here);
    if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) return found;
    let name = String(index);
    if (kind === OPEN_OBJECT) {
      const end = stringEnd(text, here);
      name = JSON.parse(text.slice(here, end)) as string;
      here = skipSpace(text, skipSpace(text, end) + 1);
    }
    // JSON.parse keeps the last of two equal names, and so does this.
    if (name === token) found = here;
    const end = valueEnd(text, here);
    if (end === undefined) return found;
    here = skipSpace(text, end);
    if (text.charCodeAt(here) === COMMA) here = skipSpace(text, here + 1);
  }
  return found;
}

/** Line and column, both counted from 1, of an offset in a text; columns are counted in characters as an editor does. */
export function position(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf('\n'); next >= 0 && next < offset; next = text.indexOf('\n', start)) {
    line++;
    start = next + 1;
  }
  return { line, column: [...text.slice(start, offset)].length + 1 };
}
