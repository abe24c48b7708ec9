/** What is made for small schemas: all of it valid, and everything that they allow. */
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../model/json.ts';
import { violations } from './check.ts';
import { samples } from './samples.ts';
import { type Located, type Schema, SchemaStore } from './schema-store.ts';
import { NoValue, validArbitrary } from './valid.ts';

/** The keyword of JSON Schema; an object that has it as a member is taken for a promise by some. */
const THEN = 'then';
const store = new SchemaStore([
  {
    $id: 'https://x.test/s',
    $defs: {
      tree: {
        type: 'object',
        required: ['next'],
        properties: { next: { $ref: '#/$defs/list' }, more: { $ref: '#/$defs/tree' } },
      },
      list: { type: 'array', items: { $ref: '#/$defs/tree' } },
    },
  },
]);
const located = (schema: Schema): Located => ({ schema, base: 'https://x.test/s' });

describe('valid values', () => {
  const some = (schema: Schema, runs = 60): readonly JsonValue[] =>
    samples(validArbitrary(store, located(schema)), 1, runs);
  /** What is made for a schema, all of it valid, as a set of texts. */
  const made = (schema: Schema, runs = 60): ReadonlySet<string> => {
    const values = some(schema, runs);
    for (const value of values) expect(violations(store, located(schema), value), JSON.stringify(value)).toEqual([]);
    return new Set(values.map((value) => JSON.stringify(value)));
  };
  const type = (value: JsonValue): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
  const types = (schema: Schema, runs = 60): readonly string[] => [...new Set(some(schema, runs).map(type))].sort();
  const lengths = (schema: Schema): readonly number[] => {
    const all = some(schema, 120).map((value) =>
      typeof value === 'string' || Array.isArray(value) ? value.length : Object.keys(value as object).length,
    );
    return [Math.min(...all), Math.max(...all)];
  };

  test.each<[Schema, readonly string[]]>([
    [{ const: 1 }, ['1']],
    [{ enum: [1, 2] }, ['1', '2']],
    [{ allOf: [{ enum: [1, 2, 3] }, { enum: [2, 3, 4] }] }, ['2', '3']],
    [{ allOf: [{ enum: ['a', 'b'] }, { const: 'b' }] }, ['"b"']],
    [{ type: 'null' }, ['null']],
    [{ type: 'boolean' }, ['false', 'true']],
    [{ type: 'integer', minimum: 2, maximum: 4 }, ['2', '3', '4']],
    [{ type: 'integer', exclusiveMinimum: 2, exclusiveMaximum: 5 }, ['3', '4']],
    [{ type: 'integer', minimum: 1.5, maximum: 3.5 }, ['2', '3']],
    [{ allOf: [{ type: 'integer', minimum: 1, maximum: 9 }, { minimum: 8 }] }, ['8', '9']],
    [{ allOf: [{ type: 'integer', minimum: 1, maximum: 9 }, { maximum: 2 }] }, ['1', '2']],
    [{ type: 'integer', minimum: 2_000_000, maximum: 2_000_001 }, ['2000000', '2000001']],
    [{ type: 'array', maxItems: 0 }, ['[]']],
    [{ type: 'array', items: { enum: [1, 2] }, minItems: 2, maxItems: 2, uniqueItems: true }, ['[1,2]', '[2,1]']],
    [
      { type: 'array', items: { enum: [1, 2] }, minItems: 1, maxItems: 2 },
      ['[1,1]', '[1,2]', '[1]', '[2,1]', '[2,2]', '[2]'],
    ],
    [{ anyOf: [{ const: 1 }, { enum: ['a'] }] }, ['"a"', '1']],
    [{ oneOf: [{ const: 1 }, { const: 2 }] }, ['1', '2']],
    [{ anyOf: [{ const: 1 }, { const: 2 }], oneOf: [{ const: 2 }, { const: 3 }] }, ['2']],
    [{ anyOf: [false, { const: 2 }] }, ['2']],
    [
      {
        type: 'object',
        required: ['a'],
        additionalProperties: false,
        properties: { a: { const: 1 }, b: { const: 2 } },
      },
      ['{"a":1,"b":2}', '{"a":1}'],
    ],
    [{ type: 'object', additionalProperties: false, properties: { a: { const: 1 }, b: false } }, ['{"a":1}', '{}']],
    [
      { type: 'object', propertyNames: { enum: ['a', 'b'] }, additionalProperties: { const: 1 }, minProperties: 2 },
      ['{"a":1,"b":1}', '{"b":1,"a":1}'],
    ],
    [
      {
        properties: { kind: { enum: ['a', 'b'] }, n: { enum: [1, 2] } },
        required: ['kind', 'n'],
        additionalProperties: false,
        if: { properties: { kind: { const: 'a' } } },
        [THEN]: { properties: { n: { const: 1 } } },
        else: { properties: { n: { const: 2 } } },
      },
      ['{"kind":"a","n":1}', '{"kind":"b","n":2}'],
    ],
  ])('of %j are %j', (schema, expected) => {
    expect([...made(schema)].sort()).toEqual([...expected].sort());
  });

  test.each<[Schema, readonly string[]]>([
    [true, ['array', 'boolean', 'null', 'number', 'object', 'string']],
    [{}, ['array', 'boolean', 'null', 'number', 'object', 'string']],
    [{ type: ['string', 'null'] }, ['null', 'string']],
    [{ allOf: [{ type: ['string', 'null'] }, { type: ['null', 'array'] }] }, ['null']],
    [{ allOf: [{ type: ['number', 'null'] }, { type: ['integer', 'string'] }] }, ['number']],
    [{ allOf: [{ type: 'integer' }, { type: 'number' }] }, ['number']],
    [{ properties: {} }, ['object']],
    [{ required: ['a'] }, ['object']],
    [{ additionalProperties: true }, ['object']],
    [{ propertyNames: {} }, ['object']],
    [{ minProperties: 1 }, ['object']],
    [{ items: {} }, ['array']],
    [{ prefixItems: [] }, ['array']],
    [{ minItems: 1 }, ['array']],
    [{ uniqueItems: true }, ['array']],
    [{ minLength: 1 }, ['string']],
    [{ maxLength: 3 }, ['string']],
    [{ pattern: '^a' }, ['string']],
    [{ format: 'date' }, ['string']],
    [{ minimum: 1 }, ['number']],
    [{ maximum: 1 }, ['number']],
    [{ exclusiveMinimum: 1 }, ['number']],
  ])('of %j are of the types %j', (schema, expected) => {
    expect(types(schema)).toEqual(expected);
  });

  test('reach from the least length to the most', () => {
    expect(lengths({ type: 'string', minLength: 2, maxLength: 4 })).toEqual([2, 4]);
    expect(lengths({ type: 'string', minLength: 20 })).toEqual([20, 20]);
    expect(lengths({ type: 'string', minLength: 9 })).toEqual([9, 12]);
    expect(lengths({ type: 'string', minLength: 8 })).toEqual([8, 12]);
    expect(lengths({ type: 'string', maxLength: 0 })).toEqual([0, 0]);
    expect(lengths({ type: 'string', maxLength: 1 })).toEqual([0, 1]);
    expect(lengths({ type: 'array', minItems: 1, items: { const: 1 } })).toEqual([1, 3]);
    expect(lengths({ type: 'array', minItems: 5, items: { const: 1 } })).toEqual([5, 5]);
    expect(lengths({ type: 'array', items: { const: 1 } })).toEqual([0, 3]);
    expect(lengths({ type: 'array', maxItems: 2, items: { const: 1 } })).toEqual([0, 2]);
    expect(lengths({ type: 'object', additionalProperties: { const: 1 }, minProperties: 2 })).toEqual([2, 3]);
    expect(lengths({ type: 'object', additionalProperties: { const: 1 } })).toEqual([0, 3]);
    expect(
      lengths({
        allOf: [
          { type: 'string', minLength: 1, maxLength: 9 },
          { minLength: 3, maxLength: 5 },
        ],
      }),
    ).toEqual([3, 5]);
  });

  test('are what words and patterns say, known values among others', () => {
    const known = made({
      type: 'string',
      'x-known-values': ['Bash', 'much too long for this'],
      examples: ['Edit', 7],
      maxLength: 6,
    });
    expect(known.has('"Bash"') && known.has('"Edit"') && known.size > 2).toBe(true);
    for (const text of made({ type: 'string', pattern: '^[a-c]{2}$' })) expect(text).toMatch(/^"[a-c]{2}"$/);
    expect([...made({ type: 'string' })].some((text) => /^"[a-z_]+"$/.test(text))).toBe(true);
    expect([...made({ type: 'string' })].some((text) => /[^a-z_"]/.test(text))).toBe(true);
    for (const text of made({ type: 'string', format: 'date', minLength: 1 }))
      expect(text).toMatch(/^"\d{4}-\d\d-\d\d"$/);
  });

  test('have numbers of both signs and parts of one, and never minus nothing', () => {
    const numbers = some({ type: 'number' }, 200) as readonly number[];
    expect(numbers.some((one) => one < 0) && numbers.some((one) => one > 0)).toBe(true);
    expect(numbers.some((one) => !Number.isInteger(one))).toBe(true);
    expect(numbers.some((one) => Object.is(one, -0))).toBe(false);
    for (const one of numbers) expect(Math.abs(one)).toBeLessThanOrEqual(1e6);
    for (const one of some({ type: 'number', exclusiveMinimum: 0, maximum: 1 })) expect(one).toBeGreaterThan(0);
  });

  test('have members that no schema names, where that is allowed: few, and a map more', () => {
    const names = (schema: Schema): readonly string[] => some(schema, 200).flatMap((one) => Object.keys(one as object));
    const open = names({ type: 'object', properties: { a: { const: 1 } } });
    expect(open.filter((name) => name.startsWith('x_')).length).toBeGreaterThan(5);
    expect(open.every((name) => name === 'a' || /^x_[a-z]{3,8}$/.test(name))).toBe(true);
    expect(
      some({ type: 'object', properties: {} }, 200).filter((one) => Object.keys(one as object).length === 0).length,
    ).toBeGreaterThan(120);
    expect(
      some({ type: 'object', additionalProperties: { const: 1 } }, 200).filter(
        (one) => Object.keys(one as object).length === 0,
      ).length,
    ).toBeLessThan(120);
    expect(new Set(names({ type: 'object', properties: { a: {} }, additionalProperties: false }))).toEqual(
      new Set(['a']),
    );
    for (const name of names({ type: 'object', propertyNames: { pattern: '^[A-Z]{2}$' } }))
      expect(name).toMatch(/^[A-Z]{2}$/);
  });

  test('end, however a schema goes on', () => {
    const deep = (value: JsonValue): number =>
      typeof value === 'object' && value !== null
        ? 1 + Math.max(0, ...Object.values(value).map((one) => deep(one as JsonValue)))
        : 0;
    const all = some({ $ref: '#/$defs/tree' }, 60);
    for (const value of all) expect(violations(store, located({ $ref: '#/$defs/tree' }), value)).toEqual([]);
    const depths = all.map(deep);
    expect(Math.max(...depths)).toBeGreaterThan(3);
    expect(Math.max(...depths)).toBeLessThan(10);
  });

  test.each<[Schema]>([
    [false],
    [{ allOf: [{ type: 'string' }, false] }],
    [{ allOf: [{ type: 'string' }, { type: 'integer' }] }],
    [{ allOf: [{ enum: [1] }, { enum: [2] }] }],
  ])('of %j there are none', (schema) => {
    expect(() => some(schema, 1)).toThrow(NoValue);
  });
});
