import { at as valueAt } from '../../harness/model/json.ts';
import type { Edit, Rejection } from './schema-rows.ts';

/** What a table says of one member. */
export interface MemberShape {
  /** Pointer to it. */
  readonly at: string;
  /** Its type in the words of the registries: `string`, `number or null`, `array of strings`, `string[]`, `array of {a,b}`. */
  readonly is: string;
  /** The words that it is one of, instead of a type. */
  readonly values: readonly string[];
  readonly optional: boolean;
}

interface Documents {
  readonly accepts: readonly Edit[];
  readonly rejects: readonly Rejection[];
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  null: null,
  boolean: true,
  number: 7,
  string: 'text',
  array: [],
  object: {},
};

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** What a list holds: the words of `array of strings`, `string[]` and `array of {content,status}`. */
function itemOf(is: string): string | undefined {
  return /^array of (.+?)s?$/.exec(is)?.[1] ?? /^(\w+)\[\]$/.exec(is)?.[1];
}

/** A value of every type but those named, each rejected by `type` where it stands. */
function otherTypes(at: string, types: readonly string[]): Rejection[] {
  return Object.entries(SAMPLES)
    .filter(([type]) => !types.includes(type))
    .map(([, value]) => ({ put: { [at]: value }, by: 'type' }));
}

function listDocuments(at: string, item: string): Documents {
  const members = /^\{(.*)\}$/.exec(item)?.[1]?.split(',');
  const sample = members === undefined ? SAMPLES[item] : Object.fromEntries(members.map((name) => [name, 'text']));
  if (sample === undefined) throw new Error(`a list of ${item} is of no type that is known here`);
  const inside = (value: unknown): Record<string, unknown> => ({ [at]: [value] });
  const wrong = Object.entries(SAMPLES).filter(([type]) => type !== typeOf(sample));
  return {
    accepts: [{ put: inside(sample) }],
    rejects: [
      ...otherTypes(at, ['array']),
      ...wrong.map(([, value]) => ({ put: inside(value), by: 'type', at: `${at}/0` })),
      ...(members ?? []).map((name) => ({
        put: inside(Object.fromEntries(Object.entries(sample as object).filter(([other]) => other !== name))),
        by: 'required',
        at: `${at}/0`,
      })),
    ],
  };
}

function typeDocuments(base: unknown, at: string, is: string): Documents {
  const item = itemOf(is);
  if (item !== undefined && item !== 'object') return listDocuments(at, item);
  if (item === 'object')
    return {
      accepts: [],
      rejects: [...otherTypes(at, ['array']), { put: { [at]: ['text'] }, by: 'type', at: `${at}/0` }],
    };
  const types = is.split(' or ');
  if (types.some((type) => !(type in SAMPLES))) throw new Error(`${is} is no type that is known here`);
  // What the document has there stays, where it has that type already: other rules may hang on it.
  const missing = types.filter((type) => type !== typeOf(valueAt(base, at)));
  return {
    accepts: missing.map((type) => ({ put: { [at]: SAMPLES[type] } })),
    rejects: otherTypes(at, types),
  };
}

function valueDocuments(at: string, values: readonly string[]): Documents {
  const other = (word: string): string => (word === word.toLowerCase() ? word.toUpperCase() : word.toLowerCase());
  return {
    accepts: values.map((value) => ({ put: { [at]: value } })),
    rejects: [...values.map(other), 7, ''].map((value) => ({ put: { [at]: value }, by: 'enum' })),
  };
}

/** The documents that decide what a table says of a member: right and wrong values, and the document without it. */
export function memberDocuments(base: unknown, shape: Partial<MemberShape> & Pick<MemberShape, 'at'>): Documents {
  const { at, is, values, optional = false } = shape;
  const own = values !== undefined ? valueDocuments(at, values) : typeDocuments(base, at, is ?? 'string');
  const without: Edit = { take: [at] };
  return {
    accepts: [...own.accepts, ...(optional ? [without] : [])],
    rejects: [...own.rejects, ...(optional ? [] : [{ ...without, by: 'required' }])],
  };
}
