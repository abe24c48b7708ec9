/**
 * The short way to read JSON: JSON.parse, and one pass over the text that only counts. What that leaves in doubt is for the
 * careful reader (json-scan.ts), which is ten times as slow and knows where everything stands.
 */
import { MAX_DEPTH } from './json-scan.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** Offset behind the string that starts at `start` (a quote); the text's length when it is never closed. */
export function stringEnd(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let slashes = 0;
    for (let before = end - 1; text.charCodeAt(before) === BACKSLASH; before--) slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
}

/** Members that a text has: its colons outside of strings. One pass without allocation. */
function colonsOf(text: string): number {
  let colons = 0;
  const length = text.length;
  for (let here = 0; here < length; ) {
    const code = text.charCodeAt(here);
    if (code === QUOTE) here = stringEnd(text, here);
    else {
      if (code === COLON) colons++;
      here++;
    }
  }
  return colons;
}

/** Members that a value has; NaN where it nests too deep or holds a number that no double holds. */
function membersOf(value: object, depth: number): number {
  if (depth > MAX_DEPTH) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) count += inside(item, depth);
    return count;
  }
  const object = value as Record<string, unknown>;
  for (const key in object) count += 1 + inside(object[key], depth);
  return count;
}

function inside(value: unknown, depth: number): number {
  if (typeof value === 'object' && value !== null) return membersOf(value, depth + 1);
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY ? Number.NaN : 0;
}

/** Whether an object of the text may hold a member twice, nest too deep or hold a number out of range. */
export function isDoubtful(text: string, parsed: unknown): boolean {
  const members = typeof parsed === 'object' && parsed !== null ? membersOf(parsed, 1) : inside(parsed, 0);
  return colonsOf(text) !== members;
}

/**
 * The value of a text of which no reader has anything to say; undefined where the careful reader has to look. `valueAlone`:
 * only whether it is JSON is asked, not how it is written.
 */
export function plainJson(text: string, valueAlone = false): { readonly value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return !valueAlone && isDoubtful(text, value) ? undefined : { value };
}
