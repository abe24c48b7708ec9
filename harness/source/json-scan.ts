/**
 * A JSON reader of our own, for what JSON.parse keeps to itself: where a value stands, that a member is there twice, how deep
 * the text nests. It accepts exactly the grammar of RFC 8259 and gives the same value as JSON.parse.
 */

import { escapeToken, tokensOf } from '../model/json.ts';

/** Nesting beyond which a text is refused, so that neither we nor a validator run out of stack. */
export const MAX_DEPTH = 512;

/** Why a text is not JSON, or is JSON that no two readers understand alike. Offsets count UTF-16 units. */
export interface JsonProblem {
  readonly code: 'syntax' | 'too-deep' | 'duplicate-member' | 'number-range' | 'yaml-merge' | 'yaml-tag';
  readonly offset: number;
  readonly message: string;
  /** The member that is there twice. */
  readonly pointer?: string;
}

export interface ScannedJson {
  /** Undefined when the text is not JSON. */
  readonly value: unknown;
  readonly problems: readonly JsonProblem[];
  /** Where the first value ends; less than the text's length when something follows it. */
  readonly end: number;
}

/** Where a value stands: its first character, and that of the name it is a member by. */
export interface Location {
  readonly value: number;
  readonly name: number | null;
}

class Stop extends Error {
  readonly problem: JsonProblem;
  constructor(problem: JsonProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class Scanner {
  private at: number;
  private readonly text: string;
  private readonly path: string[] = [];
  private readonly target: readonly string[] | null;
  readonly problems: JsonProblem[] = [];
  found: Location | null = null;

  constructor(text: string, start: number, target: readonly string[] | null) {
    this.text = text;
    this.at = start;
    this.target = target;
  }

  get offset(): number {
    return this.at;
  }

  document(): unknown {
    this.space();
    const value = this.value(0, this.target === null ? -1 : 0, null);
    return value;
  }

  space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at += 1;
    }
  }

  private fail(message: string, offset = this.at): never {
    throw new Stop({ code: 'syntax', offset, message });
  }

  private here(): string {
    if (this.at >= this.text.length) return 'the text ends';
    const point = this.text.codePointAt(this.at) ?? 0;
    return point < 0x20
      ? `a control character (code ${point}) stands`
      : `${JSON.stringify(String.fromCodePoint(point))} stands`;
  }

  /** `matched` is the number of the target's tokens that lead here, or -1 off its path. */
  private value(depth: number, matched: number, name: number | null): unknown {
    if (matched >= 0 && matched === this.target?.length) this.found = { value: this.at, name };
    switch (this.text[this.at]) {
      case '{':
        return this.object(depth + 1, matched);
      case '[':
        return this.array(depth + 1, matched);
      case '"':
        return this.string();
      case 't':
        return this.word('true', true);
      case 'f':
        return this.word('false', false);
      case 'n':
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  private word(word: string, value: boolean | null): boolean | null {
    if (!this.text.startsWith(word, this.at)) this.fail(`${this.here()} where a value belongs`);
    this.at += word.length;
    return value;
  }

  private number(): number {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (match === null) this.fail(`${this.here()} where a value belongs`);
    const start = this.at;
    this.at = NUMBER.lastIndex;
    if (/[\w.+]/.test(this.text[this.at] ?? '')) this.fail('this number is not written as JSON writes numbers', start);
    const value = Number(match[0]);
    if (!Number.isFinite(value)) {
      this.problems.push({
        code: 'number-range',
        offset: start,
        message: `the number ${match[0].slice(0, 20)} is beyond what readers can hold`,
      });
    }
    return value;
  }

  private string(): string {
    const start = this.at;
    let text = '';
    this.at += 1;
    for (;;) {
      PLAIN.lastIndex = this.at;
      PLAIN.test(this.text);
      text += this.text.slice(this.at, PLAIN.lastIndex);
      this.at = PLAIN.lastIndex;
      const character = this.text[this.at];
      if (character === '"') {
        this.at += 1;
        return text;
      }
      if (character === undefined) this.fail('this string is never closed', start);
      if (character !== '\\')
        this.fail('a line break or control character stands inside a string; write it as an escape');
      text += this.escape();
    }
  }

  private escape(): string {
    const letter = this.text[this.at + 1] ?? '';
    if (letter === 'u') {
      const digits = this.text.slice(this.at + 2, this.at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail('\\u needs four hexadecimal digits');
      this.at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const character = ESCAPES[letter];
    if (character === undefined) this.fail(`\\${letter} is no escape of JSON`);
    this.at += 2;
    return character;
  }

  private deeper(depth: number): void {
    if (depth > MAX_DEPTH) {
      throw new Stop({ code: 'too-deep', offset: this.at, message: `the text nests deeper than ${MAX_DEPTH} levels` });
    }
  }

  private array(depth: number, matched: number): unknown[] {
    this.deeper(depth);
    const items: unknown[] = [];
    this.at += 1;
    this.space();
    if (this.text[this.at] === ']') {
      this.at += 1;
      return items;
    }
    for (;;) {
      this.space();
      if (this.text[this.at] === ']')
        this.fail('a comma stands before the closing bracket; remove it', this.commaBefore());
      const token = String(items.length);
      this.path.push(token);
      items.push(this.value(depth, this.next(matched, token), null));
      this.path.pop();
      this.space();
      if (this.text[this.at] === ',') this.at += 1;
      else if (this.text[this.at] === ']') {
        this.at += 1;
        return items;
      } else this.fail(`${this.here()} where a comma or a closing bracket belongs`);
    }
  }

  private next(matched: number, token: string): number {
    return matched >= 0 && this.target?.[matched] === token ? matched + 1 : -1;
  }

  private commaBefore(): number {
    return this.text.lastIndexOf(',', this.at);
  }

  private object(depth: number, matched: number): Record<string, unknown> {
    this.deeper(depth);
    const members: Record<string, unknown> = {};
    this.at += 1;
    this.space();
    if (this.text[this.at] === '}') {
      this.at += 1;
      return members;
    }
    for (;;) {
      this.space();
      if (this.text[this.at] === '}')
        this.fail('a comma stands before the closing brace; remove it', this.commaBefore());
      if (this.text[this.at] !== '"') this.fail(`${this.here()} where a member's name in double quotes belongs`);
      this.member(members, depth, matched);
      this.space();
      if (this.text[this.at] === ',') this.at += 1;
      else if (this.text[this.at] === '}') {
        this.at += 1;
        return members;
      } else this.fail(`${this.here()} where a comma or a closing brace belongs`);
    }
  }

  private member(members: Record<string, unknown>, depth: number, matched: number): void {
    const nameAt = this.at;
    const name = this.string();
    this.space();
    if (this.text[this.at] !== ':') this.fail(`${this.here()} where a colon belongs`);
    this.at += 1;
    this.space();
    this.path.push(name);
    if (Object.hasOwn(members, name)) {
      this.problems.push({
        code: 'duplicate-member',
        offset: nameAt,
        message: `the member ${JSON.stringify(name)} is there twice; readers disagree on which one counts`,
        pointer: `/${this.path.map(escapeToken).join('/')}`,
      });
    }
    const value = this.value(depth, this.next(matched, name), nameAt);
    // Assignment would set the prototype instead.
    if (name === '__proto__') {
      Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
    } else members[name] = value;
    this.path.pop();
  }
}

/** Reads the JSON value that begins at `start`. What follows it is left to the caller (`end`). */
export function scanValue(text: string, start = 0): ScannedJson {
  const scanner = new Scanner(text, start, null);
  try {
    const value = scanner.document();
    scanner.space();
    return { value, problems: scanner.problems, end: scanner.offset };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { value: undefined, problems: [...scanner.problems, error.problem], end: error.problem.offset };
  }
}

/** Reads a whole text as one JSON value. */
export function scanJson(text: string): ScannedJson {
  const scanned = scanValue(text);
  if (scanned.value === undefined || scanned.end === text.length) return scanned;
  const problem: JsonProblem = {
    code: 'syntax',
    offset: scanned.end,
    message: 'something follows after the end of the value',
  };
  return { value: undefined, problems: [...scanned.problems, problem], end: scanned.end };
}

/** Where the value at a pointer stands in a JSON text, or null where there is none. */
export function locateJson(text: string, pointer: string, start = 0): Location | null {
  const scanner = new Scanner(text, start, tokensOf(pointer));
  try {
    scanner.document();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  return scanner.found;
}
