import { escapeToken, isObject } from '../model/json.ts';

/** A JSON document in a channel's content: all of it, or one line. */
export interface Document {
  readonly value: unknown;
  /** Byte offsets, and the line it stands on, from 1; undefined where the whole content is one document. */
  readonly start: number;
  readonly end: number;
  readonly line: number | undefined;
}

/** Content that is searched for documents; more is still searched for canaries, byte by byte. */
const MOST_PARSED = 16 * 1024 * 1024;

function parse(text: string): unknown {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[' && first !== '"') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The documents of a content: one, or one a line where lines parse by themselves. */
export function documents(content: Buffer): readonly Document[] {
  if (content.length > MOST_PARSED) return [];
  const whole = parse(content.toString('utf8'));
  if (whole !== undefined) return [{ value: whole, start: 0, end: content.length, line: undefined }];
  const found: Document[] = [];
  let start = 0;
  for (let line = 1; start < content.length; line++) {
    const newline = content.indexOf(10, start);
    const end = newline === -1 ? content.length : newline;
    const value = parse(content.toString('utf8', start, end));
    if (value !== undefined) found.push({ value, start, end, line });
    start = end + 1;
  }
  return found;
}

/** Every text of a document with its JSON Pointer, in the document's order; a member's name counts as a text at its member. */
export function* texts(value: unknown, pointer = ''): Generator<{ readonly pointer: string; readonly text: string }> {
  if (typeof value === 'string') yield { pointer, text: value };
  else if (Array.isArray(value)) {
    for (const [index, item] of (value as unknown[]).entries()) yield* texts(item, `${pointer}/${index}`);
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const inner = `${pointer}/${escapeToken(name)}`;
      if (name.length >= 8) yield { pointer: inner, text: name };
      yield* texts(member, inner);
    }
  }
}
