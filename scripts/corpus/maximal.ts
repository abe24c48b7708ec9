import type { Ajv2020 } from 'ajv/dist/2020.js';
import { at, isObject } from '../../harness/model/json.ts';
import type { SchemaSource } from '../build/schema-sources.ts';

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-02-08T19:22:11Z',
  'iso-8601-date-time': '2026-02-08T19:22:11Z',
  date: '2026-02-08',
  uuid: '550e8400-e29b-41d4-a716-446655440000',
  uri: 'file:///home/me/project',
  re2: '^Bash$',
};

/** Builds documents that have every member their schema knows, so that every keyword applies somewhere. */
export class Maximal {
  private readonly byId: ReadonlyMap<string, SchemaSource>;
  private readonly ajv: Ajv2020;

  constructor(sources: readonly SchemaSource[], ajv: Ajv2020) {
    this.byId = new Map(sources.map((source) => [source.id, source]));
    this.ajv = ajv;
  }

  /** One document, and one more for each condition that a constant member decides. */
  documents(source: SchemaSource): unknown[] {
    const tags = this.tags(source.schema, source);
    if (tags.length === 0) return [this.value(source.schema, source)];
    return tags.map((tag) => this.tagged(this.value(source.schema, source), tag, source));
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
    }
    return result;
  }

  private own(schema: Record<string, unknown>, source: SchemaSource, partial: boolean): unknown {
    const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
    const example = Array.isArray(schema['examples']) ? schema['examples'][0] : undefined;
    const advice = isObject(schema['x-advice']) ? schema['x-advice'] : {};
    if (isObject(schema['properties']) || isObject(schema['additionalProperties'])) return this.object(schema, source);
    if (types.includes('array')) return isObject(schema['items']) ? [this.value(schema['items'], source)] : [];
    if (example !== undefined) return example;
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
      const names =
        isObject(advice['propertyNames']) && Array.isArray(advice['propertyNames']['enum'])
          ? advice['propertyNames']['enum']
          : ['name'];
      out[String(names[0])] = this.value(rest, source);
    }
    return out;
  }
}

/** Members of both; where both have one, the second says more. */
function merge(a: unknown, b: unknown): unknown {
  if (b === undefined) return a;
  if (!isObject(a) || !isObject(b)) return b;
  const out: Record<string, unknown> = { ...a };
  for (const [name, value] of Object.entries(b)) out[name] = Object.hasOwn(out, name) ? merge(out[name], value) : value;
  return out;
}
