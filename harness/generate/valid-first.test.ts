/** Values of small schemas, listed whole; and that a schema which says plainly what fits is given what fits at the first try. */
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../model/json.ts';
import { violations } from './check.ts';
import { samples } from './samples.ts';
import { type Located, type Schema, SchemaStore } from './schema-store.ts';
import { THEN } from './testing.ts';
import { validArbitrary } from './valid.ts';

const ID = 'https://x.test/all';

/** Counts how often the whole schema is looked up: once when it is compiled, then for each value that is tried. */
class Counting extends SchemaStore {
  tries = -1;
  override follow(reference: string, base: string): Located {
    if (reference === '#/$defs/whole') this.tries++;
    return super.follow(reference, base);
  }
}

interface Made {
  readonly values: readonly JsonValue[];
  /** How many were thrown away, since they did not fit. */
  readonly wasted: number;
}

function made(schema: Schema, runs: number): Made {
  const store = new Counting([{ $id: ID, $defs: { whole: schema as JsonValue, one: { const: 1 } } }]);
  const root = { schema: { $ref: '#/$defs/whole' }, base: ID };
  const values = samples(validArbitrary(store, root), 1, runs);
  const wasted = store.tries - runs;
  for (const value of values) expect(violations(store, root, value), JSON.stringify(value)).toEqual([]);
  return { values, wasted };
}

/** An object of nothing but these members, all of them there. */
const exactly = (properties: Readonly<Record<string, JsonValue>>): { readonly [keyword: string]: JsonValue } => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
});
const k = (schema: JsonValue): { readonly properties: JsonValue } => ({ properties: { k: schema } });
const AB = exactly({ k: { enum: ['a', 'b'] } });

describe('at the first try', () => {
  test.each<[Schema, readonly string[]]>([
    // References and conjunctions.
    [{ $ref: '#/$defs/one' }, ['1']],
    [{ allOf: [{ $ref: '#/$defs/one' }, { type: 'integer' }] }, ['1']],
    [{ allOf: [true, { const: 2 }] }, ['2']],
    [{ allOf: [{ allOf: [{ enum: [1, 2] }] }, { enum: [2, 3] }] }, ['2']],
    [{ allOf: [{ anyOf: [{ const: 1 }, { const: 2 }] }] }, ['1', '2']],
    // Unions: branches that plainly hold nothing are left out, and no other is.
    [{ anyOf: [false, { const: 1 }, { allOf: [false] }, { const: 2 }] }, ['1', '2']],
    [{ ...AB, anyOf: [k({ const: 'a' }), k({ const: 'b' })] }, ['{"k":"a"}', '{"k":"b"}']],
    [{ ...AB, anyOf: [k(false), k({ const: 'b' })] }, ['{"k":"b"}']],
    [{ ...AB, anyOf: [k({ const: 'c' }), k({ const: 'b' })] }, ['{"k":"b"}']],
    [{ ...AB, anyOf: [k({ const: 1 }), k({ const: 'b' }), k({ const: 'd' })] }, ['{"k":"b"}']],
    [{ ...AB, anyOf: [k({ const: 'a' }), true] }, ['{"k":"a"}', '{"k":"b"}']],
    [
      {
        ...AB,
        oneOf: [{ ...k({ const: 'a' }), required: ['x'] }, k({ const: 'b' })],
        allOf: [{ properties: { x: false } }],
      },
      ['{"k":"b"}'],
    ],
    [
      { ...exactly({ k: { type: 'boolean' } }), anyOf: [k({ type: 'string' }), k({ type: ['boolean', 'null'] })] },
      ['{"k":false}', '{"k":true}'],
    ],
    [
      { ...exactly({ k: { type: ['boolean', 'null'] } }), anyOf: [k({ type: 'string' }), k({ type: 'null' })] },
      ['{"k":null}'],
    ],
    // What may be missing makes no branch impossible: it is missing there.
    [
      {
        ...AB,
        required: [],
        anyOf: [
          { ...k(false), maxProperties: 0 },
          { ...k({ const: 'b' }), required: ['k'] },
        ],
      },
      ['{"k":"b"}', '{}'],
    ],
    // Two unions at once, and one within another.
    [
      {
        ...exactly({ k: { enum: [1, 2, 3, 4] } }),
        anyOf: [k({ enum: [1, 2] }), k({ enum: [3] })],
        oneOf: [k({ enum: [2, 3] }), k({ enum: [4] })].slice(0, 1),
      },
      ['{"k":2}', '{"k":3}'],
    ],
    [{ anyOf: [{ oneOf: [{ const: 1 }, { const: 2 }] }, { const: 3 }] }, ['1', '2', '3']],
    // Conditions.
    [{ ...AB, if: k({ const: 'a' }) }, ['{"k":"a"}', '{"k":"b"}']],
    [
      { ...AB, if: { ...k({ const: 'c' }), required: ['k'] }, [THEN]: k(false), else: k({ const: 'b' }) },
      ['{"k":"b"}'],
    ],
    [{ ...AB, if: true, [THEN]: k({ const: 'b' }), else: k({ const: 'b' }) }, ['{"k":"b"}']],
    // Types.
    [{ allOf: [{ type: 'integer', minimum: 1, maximum: 2 }, { type: 'number' }] }, ['1', '2']],
    [{ allOf: [{ type: 'number', minimum: 1, maximum: 2 }, { type: ['integer'] }] }, ['1', '2']],
    [{ allOf: [{ type: ['number', 'null'] }, { type: ['null', 'string'] }] }, ['null']],
    [{ type: ['null', 'boolean'] }, ['false', 'null', 'true']],
    [{ allOf: [{ type: 'number', minimum: 1, maximum: 1 }, { type: ['integer', 'string'] }] }, ['1']],
    // Numbers.
    [{ type: 'integer', minimum: -2, exclusiveMaximum: 0 }, ['-1', '-2']],
    [{ type: 'integer', exclusiveMinimum: 1.5, exclusiveMaximum: 3.5 }, ['2', '3']],
    [{ type: 'integer', exclusiveMinimum: 4, minimum: 2, maximum: 6, exclusiveMaximum: 9 }, ['5', '6']],
    [{ type: 'integer', exclusiveMinimum: 1, minimum: 4, maximum: 9, exclusiveMaximum: 6 }, ['4', '5']],
    [{ type: 'integer', minimum: 5_000_000, exclusiveMaximum: 5_000_002 }, ['5000000', '5000001']],
    [{ type: 'integer', maximum: -1_000_000 }, ['-1000000']],
    [{ type: 'number', minimum: 1, maximum: 1 }, ['1']],
    // Texts.
    [{ type: 'string', maxLength: 0 }, ['""']],
    [{ type: 'string', format: 'unheard-of', maxLength: 0 }, ['""']],
    [{ type: 'string', pattern: '^a{1,6}$', minLength: 2, maxLength: 4 }, ['"aa"', '"aaa"', '"aaaa"']],
    [{ allOf: [{ type: 'string' }, { pattern: '^[ab]$' }] }, ['"a"', '"b"']],
    [{ type: 'string', pattern: '^\\u{61}$' }, ['"a"']],
    // Lists.
    [
      {
        allOf: [
          { type: 'array', uniqueItems: true, items: { enum: [1, 2] } },
          { minItems: 2, maxItems: 2 },
        ],
      },
      ['[1,2]', '[2,1]'],
    ],
    [{ type: 'array', minItems: 2, maxItems: 2, items: { $ref: '#/$defs/one' } }, ['[1,1]']],
    [
      {
        allOf: [
          { type: 'array', items: { enum: [1, 2] }, minItems: 1 },
          { items: { enum: [2, 3] }, maxItems: 1 },
        ],
      },
      ['[2]'],
    ],
    [{ allOf: [{ type: 'array', maxItems: 5 }, { maxItems: 0 }] }, ['[]']],
    // Objects.
    [
      { type: 'object', required: ['a'], additionalProperties: { const: 1 }, propertyNames: { enum: ['a', 'b'] } },
      ['{"a":1}', '{"b":1,"a":1}'],
    ],
    [
      { properties: { a: { const: 1 } }, additionalProperties: { const: 2 }, propertyNames: { enum: ['a', 'b'] } },
      ['{"a":1}', '{"b":2,"a":1}', '{"b":2}', '{}'],
    ],
    [{ allOf: [exactly({ a: { enum: [1, 2] } }), { properties: { a: { enum: [2, 3] } } }] }, ['{"a":2}']],
    [{ ...exactly({ a: { const: 1 } }), properties: { a: { const: 1 }, b: false } }, ['{"a":1}']],
    [
      exactly(JSON.parse('{"__proto__":{"const":1},"constructor":{"const":2}}') as Record<string, JsonValue>),
      ['{"__proto__":1,"constructor":2}'],
    ],
    [
      { type: 'object', required: ['a'], properties: { a: { $ref: '#/$defs/one' } }, additionalProperties: false },
      ['{"a":1}'],
    ],
  ])('of %j are %j', (schema, expected) => {
    const { values, wasted } = made(schema, 80);
    expect([...new Set(values.map((value) => JSON.stringify(value)))].sort()).toEqual([...expected].sort());
    expect(wasted).toBe(0);
  });

  test.each<[Schema]>([
    [{ type: 'object', minProperties: 2 }],
    [{ type: 'string', minLength: 3 }],
    [{ type: 'string', maxLength: 2 }],
    [{ type: 'string', minLength: 1, maxLength: 1 }],
    [{ type: 'string', 'x-known-values': ['Bash', 'much too long for this'], examples: ['Edit', 7], maxLength: 6 }],
    [{ type: 'number', minimum: 0.5, maximum: 0.75 }],
    [{ type: 'number', minimum: 7, exclusiveMinimum: 0, exclusiveMaximum: 9, maximum: 8 }],
    [{ type: 'object', propertyNames: { pattern: '^[A-Z]{2}$' }, additionalProperties: { type: 'integer' } }],
  ])('all of %j', (schema) => {
    expect(made(schema, 60).wasted).toBe(0);
  });

  const KN = exactly({ k: { enum: [...'abcdef'] }, n: { enum: [1, 2, 3, 4, 5, 6] } });
  const n = (schema: JsonValue): JsonValue => ({ properties: { n: schema } });
  const IS_A = k({ const: 'a' });
  const CONDITION = { if: IS_A, [THEN]: n({ const: 1 }), else: n({ const: 2 }) };

  test.each<[Schema]>([
    [{ ...KN, ...CONDITION }],
    [{ ...KN, anyOf: [CONDITION] }],
    [{ ...KN, allOf: [CONDITION] }],
    // What is asked twice of the same has two answers, which hold together.
    [{ ...KN, ...CONDITION, allOf: [{ if: IS_A, [THEN]: n({ enum: [6, 1] }) }] }],
    [
      {
        ...KN,
        if: IS_A,
        [THEN]: n({ enum: [6, 1] }),
        else: n({ const: 2 }),
        allOf: [{ if: IS_A, [THEN]: n({ enum: [1, 5] }) }],
      },
    ],
  ])('most of what meets the conditions of %j', (schema) => {
    const { values, wasted } = made(schema, 80);
    // Of pairs that are drawn blindly one in six would fit.
    expect(wasted).toBeLessThanOrEqual(16);
    const all = values.map((value) => JSON.stringify(value));
    expect(all).toContain('{"k":"a","n":1}');
    expect(new Set(all).size).toBe(6);
  });
});

describe('further values', () => {
  const texts = (schema: Schema, runs = 100): readonly string[] => made(schema, runs).values.map(String);
  const names = (schema: Schema): readonly string[] =>
    made(schema, 100).values.flatMap((value) => Object.keys(value as object));
  const share = (all: readonly string[], form: RegExp): number =>
    all.filter((text) => form.test(text)).length / all.length;

  test('of texts are words, more often than not', () => {
    expect(share(texts({ type: 'string' }), /^[a-z_]+$/)).toBeGreaterThan(0.5);
    expect(share(texts({ type: 'string', maxLength: 1 }), /^[a-z_]$/)).toBeGreaterThan(0.5);
    expect(share(texts({ type: 'string', minLength: 8 }, 30), /^[a-z_]+$/)).toBeGreaterThan(0.3);
  });

  test('of numbers go on from a least one that is large, and none is minus nothing', () => {
    const large = made({ type: 'integer', minimum: 1_000_000 }, 20).values;
    expect(new Set(large).size).toBeGreaterThan(10);
    const tiny = made({ type: 'number', minimum: -5e-324, maximum: 5e-324 }, 60).values;
    expect(tiny).toContain(0);
    expect(tiny.some((one) => Object.is(one, -0))).toBe(false);
  });

  test('of names are what their schema speaks of, any where it takes any', () => {
    expect(names({ type: 'object', propertyNames: { examples: ['Bash'] } })).toContain('Bash');
    expect(names({ type: 'object', propertyNames: true }).some((name) => !name.startsWith('x_'))).toBe(true);
    const maps = made({ type: 'object', propertyNames: { pattern: '^[A-Z]{2}$' } }, 100).values;
    expect(
      share(
        maps.map((map) => JSON.stringify(map)),
        /^{}$/,
      ),
    ).toBeLessThan(0.5);
  });

  /** What lies within a list, or as a member that the schema names. */
  const within = (value: JsonValue): readonly JsonValue[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => (/^[a-c\d]$/.test(name) ? [inner as JsonValue] : []))
      : [];
  const levels = (value: JsonValue): number => 1 + Math.max(0, ...within(value).map(levels));
  const at = (value: JsonValue, depth: number): readonly JsonValue[] =>
    depth === 0 ? [value] : within(value).flatMap((inner) => at(inner, depth - 1));
  const self = { $ref: '#/$defs/whole' };

  test.each<[string, Schema]>([
    ['lists', { type: 'array', items: self }],
    ['objects', { type: 'object', properties: { a: self, b: self, c: self }, additionalProperties: false }],
    ['open objects', { type: 'object', properties: { a: self, b: self, c: self } }],
  ])('of %s within themselves are six levels at most, and no fewer', (_, schema) => {
    const all = made(schema, 30).values;
    expect(Math.max(...all.map(levels))).toBe(6);
    // Below the fifth stands only what must be there.
    for (const deepest of all.flatMap((value) => at(value, 5))) expect(Object.keys(deepest as object)).toEqual([]);
  });
});
