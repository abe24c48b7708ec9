import { parse, TomlError } from 'smol-toml';
import { escapeToken, isObject } from '../model/json.ts';
import type { JsonProblem, Location } from './json-scan.ts';

/** A TOML text read as the JSON value that it stands for; dates are texts. */
export interface ReadToml {
  readonly value: unknown;
  readonly problems: readonly JsonProblem[];
  /** The place of a value, or of the key that holds the inline table or the array in which it is. */
  locate(pointer: string): Location | null;
}

/** A value of more lines than these is placed where its key is, and what follows is searched for keys again. */
const LONGEST_VALUE = 200;

export function readToml(text: string): ReadToml {
  try {
    const value: unknown = JSON.parse(JSON.stringify(parse(text)));
    let keys: ReadonlyMap<string, number> | undefined;
    return {
      value,
      problems: [],
      locate: (pointer) => {
        keys ??= keysOf(text);
        return nearest(keys, pointer);
      },
    };
  } catch (error) {
    if (error instanceof TomlError) return failure('syntax', offsetOf(text, error.line, error.column), reason(error));
    if (error instanceof RangeError) return failure('too-deep', 0, 'the text nests too deeply');
    throw error;
  }
}

function failure(code: JsonProblem['code'], offset: number, message: string): ReadToml {
  return { value: undefined, problems: [{ code, offset, message }], locate: () => null };
}

function reason(error: TomlError): string {
  const [first = ''] = error.message.split('\n');
  return first.replace(/^Invalid TOML document: /, '');
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let here = 1; here < line; here++) start = text.indexOf('\n', start) + 1;
  return Math.min(text.length, start + column - 1);
}

function nearest(keys: ReadonlyMap<string, number>, pointer: string): Location | null {
  for (let here = pointer; here !== ''; here = here.slice(0, here.lastIndexOf('/'))) {
    const offset = keys.get(here);
    if (offset !== undefined) return { value: offset, name: here === pointer ? offset : null };
  }
  return { value: 0, name: null };
}

const step = (name: string): string => `/${escapeToken(name)}`;

/** The offset of every key and every header of a text that parses, by the pointer to what it stands for. */
function keysOf(text: string): Map<string, number> {
  const found = new Map<string, number>();
  /** How often each array of tables has begun. */
  const times = new Map<string, number>();
  const set = (pointer: string, offset: number): void => {
    if (!found.has(pointer)) found.set(pointer, offset);
  };
  const inside = (pointer: string): string => {
    const count = times.get(pointer);
    return count === undefined ? pointer : `${pointer}/${count - 1}`;
  };
  let table = '';
  const lines = text.split('\n');
  for (let index = 0, offset = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const at = offset + (line.length - line.trimStart().length);
    offset += line.length + 1;
    const header = /^\s*(\[\[?)(.*?)\]\]?\s*(?:#.*)?$/.exec(line);
    const path = header === null ? undefined : pathOf(header[2] ?? '');
    if (header !== null && path !== undefined) {
      table = path.slice(0, -1).reduce((above, name) => inside(above + step(name)), '') + step(path.at(-1) ?? '');
      set(table, at);
      if (header[1] === '[[') times.set(table, (times.get(table) ?? 0) + 1);
      table = inside(table);
      set(table, at);
      continue;
    }
    const equals = equalsOf(line);
    if (equals === undefined) continue;
    let pointer = table;
    for (const name of pathOf(line.slice(0, equals)) ?? []) {
      pointer += step(name);
      set(pointer, at);
    }
    // A value may go on over lines, and what looks like a key in them is none.
    for (let value = line.slice(equals + 1), more = 0; more < LONGEST_VALUE && !isValue(value); more++) {
      if (index + 1 >= lines.length) break;
      const next = lines[++index] ?? '';
      value += `\n${next}`;
      offset += next.length + 1;
    }
  }
  return found;
}

/** The names of a dotted key, or undefined where the text is none. */
function pathOf(key: string): readonly string[] | undefined {
  const names: string[] = [];
  try {
    for (let here: unknown = parse(`${key} = 0`); isObject(here); ) {
      const [name] = Object.keys(here);
      if (name === undefined) return undefined;
      names.push(name);
      here = here[name];
    }
  } catch {
    return undefined;
  }
  return names.length === 0 ? undefined : names;
}

/** A key, dotted or not, up to the sign behind it; whether its names are names is asked of the parser. */
const KEY = /^\s*(?:[^\s"'=.]+|"(?:[^"\\]|\\.)*"|'[^']*')(?:\s*\.\s*(?:[^\s"'=.]+|"(?:[^"\\]|\\.)*"|'[^']*'))*\s*=/;

/** Where the key of a line ends; undefined where the line has none. The parser sees one text a line, however long that is. */
function equalsOf(line: string): number | undefined {
  const key = KEY.exec(line)?.[0];
  return key === undefined || pathOf(key.slice(0, -1)) === undefined ? undefined : key.length - 1;
}

function isValue(text: string): boolean {
  try {
    parse(`a = ${text}`);
    return true;
  } catch {
    return false;
  }
}
