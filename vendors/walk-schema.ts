/**
 * Reads a payload along its schema and says, in one walk, what is wrong and what has drifted. It knows the keywords that
 * scripts/native/members.ts writes and no others; a test holds its verdicts to those of a full validator. It exists because
 * guessing asks every schema of every vendor, and because a validator does not say which members it has never heard of.
 */

import { isDateTime } from '../harness/formats/date-time.ts';
import { escapeToken, isObject } from '../harness/model/json.ts';

export interface PayloadSchema {
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, PayloadSchema>>;
  readonly items?: PayloadSchema;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly PayloadSchema[];
  readonly allOf?: readonly PayloadSchema[];
  readonly not?: PayloadSchema;
  readonly format?: string;
  readonly 'x-expected'?: readonly string[];
  readonly 'x-known-values'?: readonly string[];
  /** Of a tool: every parameter is listed. */
  readonly 'x-complete'?: boolean;
}

/** Something that a payload should not be. */
export interface PayloadError {
  readonly pointer: string;
  readonly message: string;
}

/** Something that a payload is, and that nobody has seen before. */
export interface Drift {
  /** `tool`: an argument or a result that is not as its tool is known to take or give it. */
  readonly kind: 'unknown-member' | 'missing-member' | 'unknown-value' | 'unknown-event' | 'tool';
  readonly pointer: string;
  readonly message: string;
}

export interface Walk {
  readonly errors: readonly PayloadError[];
  readonly drift: readonly Drift[];
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function hasType(value: unknown, wanted: string): boolean {
  if (wanted === 'integer') return typeof value === 'number' && Number.isInteger(value);
  return jsonType(value) === wanted;
}

function step(pointer: string, member: string): string {
  return `${pointer}/${escapeToken(member)}`;
}

function place(pointer: string): string {
  return pointer === '' ? 'the payload' : pointer;
}

class Collector {
  readonly errors: PayloadError[] = [];
  readonly drift: Drift[] = [];
}

function walkObject(value: Record<string, unknown>, schema: PayloadSchema, pointer: string, into: Collector): void {
  for (const member of schema.required ?? []) {
    if (!Object.hasOwn(value, member))
      into.errors.push({ pointer, message: `${place(pointer)} lacks the member ${member}` });
  }
  for (const member of schema['x-expected'] ?? []) {
    if (Object.hasOwn(value, member)) continue;
    const message = `${place(pointer)} lacks the member ${member}, which was always there so far`;
    into.drift.push({ kind: 'missing-member', pointer: step(pointer, member), message });
  }
  if (!schema.properties) return;
  for (const [member, item] of Object.entries(value)) {
    const known = Object.hasOwn(schema.properties, member) ? schema.properties[member] : undefined;
    const at = step(pointer, member);
    if (known) walkInto(item, known, at, into);
    else into.drift.push({ kind: 'unknown-member', pointer: at, message: `${at} is a member that is not known` });
  }
}

function walkInto(value: unknown, schema: PayloadSchema, pointer: string, into: Collector): void {
  const types = schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;
  if (types.length > 0 && !types.some((type) => hasType(value, type))) {
    into.errors.push({ pointer, message: `${place(pointer)} must be ${types.join(' or ')} and is ${jsonType(value)}` });
    return;
  }
  const exact = schema.const !== undefined ? [schema.const] : schema.enum;
  if (exact && !exact.includes(value)) {
    into.errors.push({
      pointer,
      message: `${place(pointer)} must be ${exact.map((one) => JSON.stringify(one)).join(' or ')}`,
    });
  }
  if (schema.format === 'date-time' && typeof value === 'string' && !isDateTime(value)) {
    into.errors.push({ pointer, message: `${place(pointer)} must be a date-time of RFC 3339` });
  }
  const values = schema['x-known-values'];
  if (values && typeof value === 'string' && !values.includes(value)) {
    const message = `${pointer} has a value that is not known; known are ${values.join(', ')}`;
    into.drift.push({ kind: 'unknown-value', pointer, message });
  }
  if (isObject(value)) walkObject(value, schema, pointer, into);
  if (Array.isArray(value) && schema.items) {
    for (const [index, item] of value.entries()) walkInto(item, schema.items, `${pointer}/${index}`, into);
  }
  walkCombined(value, schema, pointer, into);
}

function walkCombined(value: unknown, schema: PayloadSchema, pointer: string, into: Collector): void {
  for (const part of schema.allOf ?? []) walkInto(value, part, pointer, into);
  if (schema.anyOf && !schema.anyOf.some((part) => walk(value, part).errors.length === 0)) {
    const lists = schema.anyOf.flatMap((part) => (part.required ? [part.required.join(' and ')] : []));
    const message = `${place(pointer)} must have ${lists.length > 0 ? lists.join(', or ') : 'another type'}`;
    into.errors.push({ pointer, message });
  }
  if (schema.not && walk(value, schema.not).errors.length === 0) {
    into.errors.push({ pointer, message: `${place(pointer)} has a member that belongs to something else` });
  }
}

/** How many members of a document a schema knows by name, however deep: what it explains of it. Pure. */
export function explained(document: unknown, schema: PayloadSchema): number {
  if (Array.isArray(document)) {
    const { items } = schema;
    return items === undefined ? 0 : document.reduce((sum: number, item) => sum + explained(item, items), 0);
  }
  if (!isObject(document)) return 0;
  return Object.entries(document).reduce((sum, [member, value]) => {
    const known = Object.hasOwn(schema.properties ?? {}, member) ? schema.properties?.[member] : undefined;
    return known === undefined ? sum : sum + 1 + explained(value, known);
  }, 0);
}

/** Walks a document along a schema; `pointer` is where it stands in a larger one. Pure. */
export function walk(document: unknown, schema: PayloadSchema, pointer = ''): Walk {
  const into = new Collector();
  walkInto(document, schema, pointer, into);
  return into;
}
