import type { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { at, isObject } from '../../harness/model/json.ts';
import type { SchemaSource } from '../build/schema-sources.ts';

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-02-08T19:22:11Z',
  'iso-8601-date-time': '2026-02-08T19:22:11Z',
  date: '2026-02-08',
  uuid: '550e8400-e29b-41d4-a716-446655440000',
  uri: 'file:///home/me/project',
  'any-regex': '^Bash$',
  re2: '^Bash$',
};

/** Strings that read as what our own patterns mean; the first that matches is taken before one is made up. */
const SAMPLES = [
  'text',
  'name',
  '2027-03-31',
  'https://example.com/hook',
  'AH-ENV-001',
  'E-AH-01',
  'R-01',
  'codex/001-SessionStart',
  '0123456789abcdef',
  `sha256:${'0123456789abcdef'.repeat(4)}`,
  '1/4',
  'dGV4dA==',
];

/** A string that matches a pattern, the same one every time. */
export function matching(pattern: string): string {
  const regular = new RegExp(pattern, 'u');
  return (
    SAMPLES.find((text) => regular.test(text)) ??
    fc.sample(fc.stringMatching(regular), { seed: 1, numRuns: 1 })[0] ??
    ''
  );
}

/** Builds documents that have every member their schema knows, so that every keyword applies somewhere. */
export class Maximal {
  private readonly byId: ReadonlyMap<string, SchemaSource>;
  private readonly ajv: Ajv2020;
  private variant = 0;
  private variants = 1;

  constructor(sources: readonly SchemaSource[], ajv: Ajv2020) {
    this.byId = new Map(sources.map((source) => [source.id, source]));
    this.ajv = ajv;
  }

  /** One document, and one more for each condition that a constant member decides. */
  documents(source: SchemaSource): unknown[] {
    const tags = this.tags(source.schema, source);
    this.variant = 0;
    this.variants = 1;
    const found: unknown[] = [];
    for (; this.variant < this.variants; this.variant += 1) {
      const full = this.value(source.schema, source);
      found.push(...(tags.length === 0 ? [full] : tags.map((tag) => this.tagged(full, tag, source))));
    }
    return found;
  }

  /** Of members that exclude each other only those of one alternative, another one in each variant of the document. */
  private onlyOne(value: unknown, branches: readonly unknown[]): unknown {
    const alternatives = branches.map((branch) =>
      isObject(branch) && Array.isArray(branch['required']) ? branch['required'].map(String) : [],
    );
    if (!isObject(value) || alternatives.some(({ length }) => length === 0)) return value;
    this.variants = Math.max(this.variants, alternatives.length);
    const kept = alternatives[this.variant % alternatives.length] ?? [];
    const gone = new Set(alternatives.flat().filter((name) => !kept.includes(name)));
    return Object.fromEntries(Object.entries(value).filter(([name]) => !gone.has(name)));
  }

  private tagged(base: unknown, tag: Readonly<Record<string, unknown>>, source: SchemaSource): unknown {
    const document = { ...(isObject(base) ? base : {}), ...tag };
    return merge(document, this.conditional(source.schema, source, document));
  }

  /** Constants that the `if`s of a schema ask for. */
  private tags(schema: Record<string, unknown>, source: SchemaSource): Record<string, unknown>[] {
    const parts = [schema, ...(Array.isArray(schema['allOf']) ? schema['allOf'] : [])].filter(isObject);
    return parts.flatMap((part) => {
      const local = typeof part['$ref'] === 'string' ? this.resolve(part['$ref'], source) : null;
      const nested = local === null || part === schema ? [] : this.tags(local.schema, local.source);
      const asked = isObject(part['if']) && isObject(part['if']['properties']) ? part['if']['properties'] : {};
      const own = Object.entries(asked).flatMap(([name, wanted]) => {
        if (!isObject(wanted)) return [];
        if (wanted['const'] !== undefined) return [{ [name]: wanted['const'] }];
        return typeof wanted['pattern'] === 'string' ? [{ [name]: `${wanted['pattern'].replace(/^\^/, '')}a__b` }] : [];
      });
      return [...nested, ...own];
    });
  }

  private conditional(schema: Record<string, unknown>, source: SchemaSource, document: unknown): unknown {
    let found: unknown = {};
    for (const part of [schema, ...(Array.isArray(schema['allOf']) ? schema['allOf'] : [])]) {
      if (!isObject(part)) continue;
      if (isObject(part['if'])) {
        const branch = part[this.ajv.validate(part['if'], document) ? 'then' : 'else'];
        if (isObject(branch)) found = merge(found, this.value(branch, source, true));
      }
      const to = part !== schema && typeof part['$ref'] === 'string' ? this.resolve(part['$ref'], source) : null;
      if (to !== null) found = merge(found, this.conditional(to.schema, to.source, document));
    }
    return found;
  }

  private resolve(ref: string, source: SchemaSource): { schema: Record<string, unknown>; source: SchemaSource } | null {
    const url = new URL(ref, source.id);
    const pointer = url.hash.slice(1);
    url.hash = '';
    const target = this.byId.get(url.href);
    const schema = target === undefined ? undefined : at(target.schema, pointer);
    return target !== undefined && isObject(schema) ? { schema, source: target } : null;
  }

  /** `partial`: what a branch adds to a document that stands already. */
  private value(schema: Record<string, unknown>, source: SchemaSource, partial = false): unknown {
    if (schema['const'] !== undefined) return schema['const'];
    if (Array.isArray(schema['enum'])) return schema['enum'][0];
    let result: unknown;
    const ref = typeof schema['$ref'] === 'string' ? this.resolve(schema['$ref'], source) : null;
    if (ref !== null) result = this.value(ref.schema, ref.source, partial);
    for (const part of Array.isArray(schema['allOf']) ? schema['allOf'] : []) {
      if (isObject(part) && part['if'] === undefined) result = merge(result, this.value(part, source, partial));
    }
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const branch = Array.isArray(schema[keyword]) ? schema[keyword].find(isObject) : undefined;
      if (isObject(branch)) result = merge(result, this.value(branch, source, partial));
    }
    const own = this.own(schema, source, partial || result !== undefined);
    result = merge(result, own);
    if (isObject(schema['if']) && !partial) {
      const branch = schema[this.ajv.validate(schema['if'], result) ? 'then' : 'else'];
      if (isObject(branch)) result = merge(result, this.value(branch, source, true));
      const not = isObject(branch) && isObject(branch['not']) ? branch['not'] : {};
      if (isObject(result) && Array.isArray(not['required'])) result = without(result, not['required']);
    }
    for (const part of [schema, ...(Array.isArray(schema['allOf']) ? schema['allOf'] : [])]) {
      if (isObject(part) && Array.isArray(part['oneOf'])) result = this.onlyOne(result, part['oneOf']);
    }
    return result;
  }

  private own(schema: Record<string, unknown>, source: SchemaSource, partial: boolean): unknown {
    const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
    const example = Array.isArray(schema['examples']) ? schema['examples'][0] : undefined;
    const advice = isObject(schema['x-advice']) ? schema['x-advice'] : {};
    if (isObject(schema['properties']) || isObject(schema['additionalProperties'])) return this.object(schema, source);
    if (types.includes('array')) {
      const items = schema['items'];
      if (!isObject(items)) return [];
      return Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () => this.value(items, source));
    }
    if (example !== undefined) return example;
    if (typeof schema['pattern'] === 'string') return matching(schema['pattern']);
    if (typeof schema['format'] === 'string') return BY_FORMAT[schema['format']] ?? 'text';
    switch (types[0] ?? advice['type']) {
      case 'string':
        return 'text';
      case 'integer':
      case 'number':
        return Math.max(1, Number(schema['minimum'] ?? 1));
      case 'boolean':
        return true;
      case 'object':
        return {};
      case 'array':
        return [];
      case 'null':
        return null;
      default:
        if (schema['required'] !== undefined || schema['not'] !== undefined || schema['oneOf'] !== undefined)
          return undefined;
        return partial ? undefined : (advice['const'] ?? (Array.isArray(advice['enum']) ? advice['enum'][0] : 'text'));
    }
  }

  private object(schema: Record<string, unknown>, source: SchemaSource): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {})) {
      if (!isObject(member) || isObject(member['not'])) continue;
      const value = this.value(member, source);
      if (value !== undefined) out[name] = value;
    }
    const rest = schema['additionalProperties'];
    if (isObject(rest) && Object.keys(rest).length > 0) {
      const advice = isObject(schema['x-advice']) ? schema['x-advice'] : {};
      const names = schema['propertyNames'] ?? advice['propertyNames'];
      const name = isObject(names)
        ? this.value(names['$ref'] === undefined ? { type: 'string', ...names } : names, source)
        : 'name';
      out[String(name)] = this.value(rest, source);
    }
    return out;
  }
}

function without(value: Readonly<Record<string, unknown>>, names: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** Members of both; where both have one, the second says more. */
function merge(a: unknown, b: unknown): unknown {
  if (b === undefined) return a;
  if (!isObject(a) || !isObject(b)) return b;
  const out: Record<string, unknown> = { ...a };
  for (const [name, value] of Object.entries(b)) out[name] = Object.hasOwn(out, name) ? merge(out[name], value) : value;
  return out;
}
