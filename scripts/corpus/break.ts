import { escapeToken, isObject, tokensOf } from '../../harness/model/json.ts';
import type { Site } from './sites.ts';

/** A document that breaks one keyword at one place. */
export interface Broken {
  /** Pointer to the keyword in its schema; of `required` the member's name follows. */
  readonly keyword: string;
  readonly pointer: string;
  readonly document: unknown;
}

const VALUES: readonly unknown[] = [null, true, 0.5, 7, 'text', ['text'], { member: 'text' }];
const STRINGS = ['', 'not this', 'Not This', '-', 'a', '1', 'x y'];
const BAD_FORMAT: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-02-30T19:22:11Z', '2026-02-08T19:22:11'],
  'iso-8601-date-time': ['2026-02-08T19:22:11', '2026-02-08T19:22:11Zzz'],
  date: ['2026-02-30'],
  uuid: ['urn:uuid:550e8400-e29b-41d4-a716-446655440000', '550e8400'],
  uri: ['project/file'],
  'any-regex': ['[', '(Bash', 'Bash\\'],
  re2: ['(?=Bash)', '(a)\\1'],
};

/** A member's name that no list and no pattern of names allows. */
const BAD_NAME = 'not allowed!';

function typeOf(value: unknown): string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  return [typeof value];
}

/** A copy of the document with another value at a pointer; undefined takes the member away. */
export function replaced(document: unknown, pointer: string, value: unknown): unknown {
  if (pointer === '') return value;
  const copy: unknown = structuredClone(document);
  const tokens = tokensOf(pointer);
  const last = tokens.at(-1) ?? '';
  let here: unknown = copy;
  for (const token of tokens.slice(0, -1))
    here = Array.isArray(here) ? here[Number(token)] : isObject(here) ? here[token] : undefined;
  if (Array.isArray(here)) here[Number(last)] = value;
  else if (isObject(here)) {
    if (value === undefined) delete here[last];
    else here[last] = value;
  }
  return copy;
}

/** The object without one of its members, for unions of what is required. */
function without(value: unknown): unknown[] {
  if (!isObject(value)) return [];
  return Object.keys(value).map((name) =>
    Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)),
  );
}

function candidates(keyword: string, site: Site): readonly unknown[] {
  const wanted = site.schema[keyword];
  switch (keyword) {
    case 'type': {
      const allowed = Array.isArray(wanted) ? wanted : [wanted];
      return VALUES.filter((value) => !typeOf(value).some((type) => allowed.includes(type)));
    }
    case 'enum':
      return (wanted as readonly unknown[]).some((word) => typeof word === 'string') ? ['not listed', 7] : [987, false];
    case 'const':
      return typeof wanted === 'string' ? ['not this'] : typeof wanted === 'boolean' ? [!wanted] : [987];
    case 'pattern':
      return STRINGS;
    case 'format':
      return BAD_FORMAT[String(wanted)] ?? [];
    case 'minLength':
      return [''];
    case 'minimum':
      return [Number(wanted) - 1];
    case 'maximum':
      return [Number(wanted) + 1];
    case 'exclusiveMinimum':
      return [Number(wanted)];
    case 'minItems':
      return [[], ...(Array.isArray(site.value) ? [site.value.slice(1)] : [])];
    case 'maxItems':
      return Array.isArray(site.value) ? [[...site.value, ...site.value]] : [];
    case 'uniqueItems':
      return Array.isArray(site.value) && site.value.length > 0 ? [[...site.value, site.value[0]]] : [];
    case 'minProperties':
      return [{}];
    case 'propertyNames':
      return isObject(site.value) ? [{ ...site.value, [BAD_NAME]: Object.values(site.value)[0] ?? 'text' }] : [];
    case 'anyOf':
    case 'oneOf':
      return [{}, 'not this', 7, null, ...without(site.value)];
    case 'not': {
      // A member that must not be there has any value; an object that must not have some members gets them.
      const forbidden = isObject(wanted) && Array.isArray(wanted['required']) ? wanted['required'] : [];
      const members = Object.fromEntries(forbidden.map((name) => [String(name), 'text']));
      return ['text', true, ...(isObject(site.value) && forbidden.length > 0 ? [{ ...members, ...site.value }] : [])];
    }
    case 'additionalProperties':
      return wanted === false && isObject(site.value) ? [{ ...site.value, unlisted: true }] : [];
    default:
      return [];
  }
}

/** Documents each of which tries to break one keyword that applies at the site. Whether it breaks only that is for a validator. */
export function brokenAt(document: unknown, site: Site): Broken[] {
  const found: Broken[] = [];
  for (const keyword of Object.keys(site.schema)) {
    const pointer = `${site.schemaPointer}/${keyword}`;
    if (keyword === 'required' && isObject(site.value)) {
      for (const name of site.schema['required'] as readonly string[]) {
        const token = escapeToken(name);
        const without = replaced(document, `${site.pointer}/${token}`, undefined);
        found.push({ keyword: `${pointer}/${token}`, pointer: site.pointer, document: without });
      }
      continue;
    }
    for (const value of candidates(keyword, site)) {
      const member =
        keyword === 'additionalProperties' ? 'unlisted' : keyword === 'propertyNames' ? BAD_NAME : undefined;
      const at = member === undefined ? site.pointer : `${site.pointer}/${member}`;
      found.push({ keyword: pointer, pointer: at, document: replaced(document, site.pointer, value) });
    }
  }
  return found;
}
