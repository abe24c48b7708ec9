/**
 * The short notation in which `vendors/<slug>/payloads.yaml` and `answers.yaml` list members, turned into JSON Schema.
 *
 * A key is a member's name, followed by `?` where it may be missing, or by `~` where it has always been seen but is not what
 * identifies a payload: its absence is drift, not an error. A value is a type:
 *
 *     string  number  integer  boolean  object  array  any  null  time      time: an RFC 3339 date-time
 *     string|null         either                string[]      a list
 *     string(a, b)        a string, these values are known; others are drift
 *     one(a, b)           exactly one of these strings         const(x)    exactly this string
 *     { … }               an object with these members
 *     [ { … } ]           a list of such objects
 */
import { isObject } from '../../harness/model/json.ts';

export type Schema = Record<string, unknown>;

/** Whether objects refuse members that are not listed (answers, configuration) or let them pass (payloads). */
export interface MemberOptions {
  readonly exact: boolean;
  /** Replaces `$event`. */
  readonly event: string;
}

const ATOMS: Readonly<Record<string, Schema>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  object: { type: 'object' },
  array: { type: 'array' },
  null: { type: 'null' },
  time: { type: 'string', format: 'date-time' },
  any: {},
};

function atom(text: string, options: MemberOptions): Schema {
  const list = /^(.+)\[\]$/.exec(text);
  if (list?.[1] !== undefined) return { type: 'array', items: atom(list[1], options) };
  const call = /^(string|one|const)\((.*)\)$/s.exec(text);
  if (call) {
    const values = (call[2] ?? '').split(',').map((value) => value.trim().replace('$event', options.event));
    if (call[1] === 'const') return { const: values.join(',') };
    if (call[1] === 'one') return { enum: values };
    return { type: 'string', 'x-known-values': values };
  }
  const known = ATOMS[text];
  if (!known) throw new Error(`no such type: ${text}`);
  return { ...known };
}

function splitAlternatives(text: string): string[] {
  // A bar inside parentheses belongs to a value.
  return text.split(/\|(?![^(]*\))/).map((part) => part.trim());
}

/** The schema of a type in this notation. */
export function typeOf(value: unknown, options: MemberOptions): Schema {
  if (typeof value === 'string') {
    const alternatives = splitAlternatives(value).map((part) => atom(part, options));
    const [first] = alternatives;
    if (alternatives.length === 1 && first) return first;
    const simple = alternatives.every(
      (schema) => Object.keys(schema).length === 1 && typeof schema['type'] === 'string',
    );
    return simple ? { type: alternatives.map((schema) => schema['type']) } : { anyOf: alternatives };
  }
  if (Array.isArray(value)) return { type: 'array', items: typeOf(value[0] ?? 'any', options) };
  if (isObject(value)) return objectOf(value, options);
  throw new Error(`not a type: ${JSON.stringify(value)}`);
}

/** An object schema of the listed members. */
export function objectOf(members: Readonly<Record<string, unknown>>, options: MemberOptions): Schema {
  const required: string[] = [];
  const expected: string[] = [];
  const properties: Record<string, Schema> = {};
  for (const [key, value] of Object.entries(members)) {
    const mark = /[?~]$/.exec(key)?.[0];
    const name = mark ? key.slice(0, -1) : key;
    if (mark === undefined) required.push(name);
    if (mark === '~') expected.push(name);
    properties[name] = typeOf(value, options);
  }
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties,
    ...(options.exact ? { additionalProperties: false } : {}),
    ...(expected.length > 0 ? { 'x-expected': expected } : {}),
  };
}
