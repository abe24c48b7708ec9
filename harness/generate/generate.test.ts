import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isObject, type JsonValue } from '../model/json.ts';
import { breaches, brokenArbitrary } from './broken.ts';
import { violations } from './check.ts';
import { failing, samples, shrink } from './samples.ts';
import { type Located, type Schema, SchemaStore } from './schema-store.ts';
import { validArbitrary } from './valid.ts';

const store = new SchemaStore();
const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
addFormats.default(ajv);

function located(schema: Schema): Located {
  return { schema, base: 'https://x.test/s' };
}

describe('keywords', () => {
  const schema: Schema = {
    type: 'object',
    required: ['name', 'count', 'kind'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 5 },
      count: { type: 'integer', minimum: 0, exclusiveMaximum: 10 },
      kind: { enum: ['a', 'b'] },
      when: { type: 'string', format: 'date-time' },
      id: { type: 'string', pattern: '^[a-f]{3}$' },
      tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2, uniqueItems: true },
      map: {
        type: 'object',
        minProperties: 1,
        propertyNames: { pattern: '^[a-z]+$' },
        additionalProperties: { type: 'boolean' },
      },
      either: { oneOf: [{ const: 1 }, { type: 'string' }] },
    },
    if: { properties: { kind: { const: 'b' } } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { required: ['id'] },
  };
  const full: JsonValue = {
    name: 'abc',
    count: 3,
    kind: 'b',
    when: '2026-01-01T00:00:00Z',
    id: 'abc',
    tags: ['x'],
    map: { m: true },
    either: 1,
  };

  test('each of them can be broken alone', () => {
    const keywords = new Set(breaches(store, located(schema), full).map(({ keyword }) => keyword));
    expect([...keywords].sort()).toEqual(
      [
        'additionalProperties',
        'enum',
        'exclusiveMaximum',
        'format',
        'maxItems',
        'maxLength',
        'minItems',
        'minLength',
        'minProperties',
        'minimum',
        'oneOf',
        'pattern',
        'propertyNames',
        'required',
        'type',
        'uniqueItems',
      ].sort(),
    );
  });

  test('agrees with another validator on arbitrary documents', () => {
    const compiled = ajv.compile(schema as object);
    const mutilated = fc
      .tuple(
        brokenArbitrary(store, located(schema)),
        fc.constantFrom(...Object.keys(schema.properties as object)),
        fc.jsonValue(),
      )
      .map(([{ value }, name, junk]) => ({ ...(isObject(value) ? value : {}), [name]: junk }) as JsonValue);
    fc.assert(
      fc.property(mutilated, (value) => {
        expect(violations(store, located(schema), value).length === 0).toBe(compiled(value));
      }),
      { numRuns: 100 },
    );
  });
});

describe('samples', () => {
  const root = located({
    type: 'object',
    required: ['text'],
    properties: { text: { type: 'string' }, list: { type: 'array', items: { type: 'integer' } } },
  });

  test('depend on the seed alone', () => {
    const arbitrary = validArbitrary(store, root);
    expect(samples(arbitrary, 9, 20)).toEqual(samples(validArbitrary(store, root), 9, 20));
    expect(samples(arbitrary, 9, 50).slice(0, 20)).toEqual(samples(arbitrary, 9, 20));
    expect(samples(arbitrary, 10, 20)).not.toEqual(samples(arbitrary, 9, 20));
  });

  test('shrink to something minimal that keeps its mode', async () => {
    const arbitrary = brokenArbitrary(store, root);
    const fails = async ({ keyword }: { keyword: string }): Promise<boolean> => keyword === 'type';
    const values = samples(arbitrary, 4, 40);
    const [first = -1] = await failing(values, 4, fails);
    const smallest = await shrink(arbitrary, 4, first, fails);
    expect(smallest?.value.keyword).toBe('type');
    expect(violations(store, root, smallest?.value.value ?? null)).toEqual([
      { keyword: 'type', pointer: smallest?.value.pointer },
    ]);
    expect(JSON.stringify(smallest?.value.value).length).toBeLessThan(14);
  });
});
