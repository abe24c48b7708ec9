import { isObject, tokensOf } from '../model/json.ts';
import { didYouMean } from '../text/nearest.ts';
import type { RawError } from './issue.ts';

/** `/hooks/0/matcher` as people write it: `hooks[0].matcher`; names that are no identifiers are quoted. */
export function inWords(pointer: string): string {
  if (pointer === '') return 'the document';
  let words = '';
  for (const token of tokensOf(pointer)) {
    if (/^\d+$/.test(token)) words += `[${token}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(token)) words += words === '' ? token : `.${token}`;
    else words += `[${JSON.stringify(token)}]`;
  }
  return words;
}

/** The JSON type of a value with its article. */
export function typeInWords(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  switch (typeof value) {
    case 'object':
      return 'an object';
    case 'number':
      if (Number.isNaN(value)) return 'NaN';
      if (!Number.isFinite(value)) return 'a number beyond what readers can hold';
      return Number.isInteger(value) ? 'an integer' : 'a number';
    default:
      return `a ${typeof value}`;
  }
}

/** A value as short as a message can bear. */
function preview(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return typeInWords(value);
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function article(type: string): string {
  if (type === 'null') return 'null';
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** `a, b or c`. */
export function orList(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;
}

const FORMAT_WORDS: Readonly<Record<string, string>> = {
  'date-time': 'an RFC 3339 date and time with an offset, such as 2026-02-08T19:22:11Z',
  'iso-8601-date-time': 'an ISO 8601 date and time with a time zone, such as 2026-02-08T19:22:11Z',
  date: 'a calendar date, such as 2026-02-08',
  time: 'an RFC 3339 time with an offset, such as 19:22:11Z',
  uuid: 'a UUID (eight, four, four, four and twelve hexadecimal digits, joined by hyphens)',
  'uuid-v4': 'a UUID of version 4',
  uri: 'an absolute URI with a scheme, such as file:///home/me/project',
  'any-regex': 'a regular expression (it leaves a class or a group open, or ends within an escape)',
  re2: 'a regular expression that RE2 accepts (no lookaround, no backreferences)',
};

function strings(values: unknown): string[] {
  return Array.isArray(values) ? values.filter((value): value is string => typeof value === 'string') : [];
}

/** The word that a schema says people mean by a wrong one (`x-hints`), where no spelling would tell. */
function meant(error: RawError, word: string): string | undefined {
  const hints = error.parentSchema?.['x-hints'];
  const hint = isObject(hints) && Object.hasOwn(hints, word) ? hints[word] : undefined;
  return typeof hint === 'string' ? `; did you mean ${JSON.stringify(hint)}?` : undefined;
}

function listed(error: RawError): string {
  const allowed = error.params['allowedValues'];
  const words = Array.isArray(allowed) ? allowed.map((value) => JSON.stringify(value)) : [];
  const hint =
    typeof error.data === 'string' ? (meant(error, error.data) ?? didYouMean(error.data, strings(allowed))) : '';
  return `${preview(error.data)}, which is not one of ${orList(words)}${hint}`;
}

/** What a member's name should have been: the one that was meant, else the names that are allowed or the form that they have. */
function wantedName({ params }: RawError): string {
  const allowed = strings(params['allowedValues']);
  const hint = didYouMean(String(params['propertyName']), allowed);
  if (hint !== '') return hint;
  if (allowed.length > 0) return `; it must be ${orList(allowed.map((name) => JSON.stringify(name)))}`;
  return params['pattern'] === undefined ? '' : `; it must match ${String(params['pattern'])}`;
}

function count(error: RawError, what: string): string {
  const limit = Number(error.params['limit']);
  const least = error.keyword.startsWith('min');
  const plural = what === 'property' ? 'members' : `${what}s`;
  return `has ${least ? 'fewer than' : 'more than'} ${limit} ${limit === 1 ? (what === 'property' ? 'member' : what) : plural}`;
}

const COMPARISONS: Readonly<Record<string, string>> = {
  '<=': 'at most',
  '>=': 'at least',
  '<': 'less than',
  '>': 'more than',
};

/** The sentence for one failure. ajv's own words are not used: they name keywords of JSON Schema, not the author's slip. */
export function sentence(error: RawError): string {
  const where = inWords(error.instancePath);
  const params = error.params;
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired':
      return `${where} has no member ${JSON.stringify(params['missingProperty'])}; add it`;
    case 'type': {
      const types = Array.isArray(params['type']) ? params['type'].map(String) : String(params['type']).split(',');
      if (typeof error.data === 'number' && !Number.isFinite(error.data) && /number|integer/.test(types.join()))
        return `${where} is ${typeInWords(error.data)}; write a number that fits into a double`;
      return `${where} is ${typeInWords(error.data)}; it must be ${orList(types.map(article))}`;
    }
    case 'enum':
      return `${where} is ${listed(error)}`;
    case 'const':
      return `${where} is ${preview(error.data)}; it must be ${preview(params['allowedValue'])}`;
    case 'format': {
      const format = String(params['format']);
      return `${where} is ${preview(error.data)}; it must be ${FORMAT_WORDS[format] ?? `of the format ${format}`}`;
    }
    case 'pattern':
      return `${where} is ${preview(error.data)}; it must match ${String(params['pattern'])}`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum': {
      const comparison = COMPARISONS[String(params['comparison'])] ?? String(params['comparison']);
      return `${where} is ${preview(error.data)}; it must be ${comparison} ${String(params['limit'])}`;
    }
    case 'multipleOf':
      return `${where} is ${preview(error.data)}; it must be a multiple of ${String(params['multipleOf'])}`;
    case 'minLength':
    case 'maxLength':
      if (error.keyword === 'minLength' && error.data === '') return `${where} is empty`;
      return `${where} ${count(error, 'character')}`;
    case 'minItems':
    case 'maxItems':
      if (Array.isArray(error.data) && error.data.length === 0)
        return `${where} is empty; it must have at least one item`;
      return `${where} ${count(error, 'item')}`;
    case 'minProperties':
    case 'maxProperties':
      return `${where} ${count(error, 'property')}`;
    case 'uniqueItems':
      return `${where} holds the same item twice (items ${String(params['j'])} and ${String(params['i'])})`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `${where} has a member ${JSON.stringify(params['additionalProperty'] ?? params['unevaluatedProperty'])}, which is not defined here${unknownMemberHint(error)}`;
    case 'propertyNames':
      return `${where} has a member named ${JSON.stringify(params['propertyName'])}, which is not an allowed name${wantedName(error)}`;
    case 'contains':
      return `${where} lacks an item of the required kind`;
    case 'not':
      return `${where} is ${preview(error.data)}, which is not allowed here`;
    case 'oneOf':
    case 'anyOf':
      return `${where} is ${preview(error.data)}, which has none of the allowed forms${lacks(params['missing'])}`;
    case 'false schema':
      return `${where} is not allowed here`;
    default:
      return `${where} breaks the rule ${error.keyword}`;
  }
}

/** What a value of a union lacks: members of which one would do. */
function lacks(missing: unknown): string {
  if (!Array.isArray(missing)) return '';
  return `: it has no member ${orList(missing.map((name) => JSON.stringify(name)))}`;
}

function unknownMemberHint(error: RawError): string {
  const name = error.params['additionalProperty'] ?? error.params['unevaluatedProperty'];
  const properties = error.parentSchema?.['properties'];
  if (typeof name !== 'string' || typeof properties !== 'object' || properties === null) return '';
  return didYouMean(name, Object.keys(properties));
}
