/** The generator's own judge: each keyword kept and broken, at its edge. */
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { characters, list, members, typeOf, violations } from './check.ts';
import type { Schema } from './schema-store.ts';
import { located, store, THEN } from './testing.ts';

const broken = (schema: Schema, value: JsonValue): readonly string[] =>
  violations(store, located(schema), value).map(({ keyword, pointer }) => `${keyword} ${pointer}`.trim());

describe('a keyword', () => {
  const ANY: readonly JsonValue[] = [null, true, 1, 0.5, 'a', [1], { a: 1 }];
  test.each<[Schema, readonly JsonValue[], readonly JsonValue[], string]>([
    [{ type: 'null' }, [null], [false, 0, '', [], {}], 'type'],
    [{ type: 'boolean' }, [true, false], [null, 0, 'true'], 'type'],
    [{ type: 'integer' }, [0, -3, 1e21], [0.5, '1', null], 'type'],
    [{ type: 'number' }, [0, 0.5], ['1', null], 'type'],
    [{ type: 'string' }, [''], [null, 1, ['a']], 'type'],
    [{ type: 'array' }, [[]], [{}, null, 'a'], 'type'],
    [{ type: 'object' }, [{}], [[], null, 'a'], 'type'],
    [{ type: ['string', 'null'] }, ['a', null], [1, []], 'type'],
    [{ const: { a: [1] } }, [{ a: [1] }], [{ a: [2] }, { a: [1], b: 1 }, null], 'const'],
    [{ const: null }, [null], [0, false, ''], 'const'],
    [{ enum: ['a', { b: 1 }] }, ['a', { b: 1 }], ['b', { b: 2 }, ['a']], 'enum'],
    [{ minLength: 2 }, ['ab', '😀😀', 1], ['a', '😀', ''], 'minLength'],
    [{ maxLength: 2 }, ['ab', '😀😀', 111], ['abc', '😀😀😀'], 'maxLength'],
    [{ pattern: '^a+$' }, ['aa', 1], ['b', 'ab', ''], 'pattern'],
    [{ format: 'date' }, ['2026-01-01', 1], ['2026-1-1'], 'format'],
    [{ format: 'unheard-of' }, ['anything'], [], 'format'],
    [{ minimum: 2 }, [2, 3, '1'], [1.9, -5], 'minimum'],
    [{ maximum: 2 }, [2, 1, '3'], [2.1], 'maximum'],
    [{ exclusiveMinimum: 2 }, [2.1, '1'], [2, 1], 'exclusiveMinimum'],
    [{ exclusiveMaximum: 2 }, [1.9, '3'], [2, 3], 'exclusiveMaximum'],
    [{ multipleOf: 3 }, [0, 9, -3, '1'], [1, 4], 'multipleOf'],
    [{ minItems: 2 }, [[1, 2], 'a', {}], [[1], []], 'minItems'],
    [{ maxItems: 2 }, [[1, 2], [], 'aaa'], [[1, 2, 3]], 'maxItems'],
    [
      { uniqueItems: true },
      [[1, 2], [], [1, '1'], 'aa'],
      [
        [1, 1],
        [1, 2, 1],
        [{ a: 1 }, { a: 1 }],
      ],
      'uniqueItems',
    ],
    [{ uniqueItems: false }, [[1, 1]], [], 'uniqueItems'],
    [{ minProperties: 1 }, [{ a: 1 }, []], [{}], 'minProperties'],
    [{ maxProperties: 1 }, [{ a: 1 }, [1, 2]], [{ a: 1, b: 2 }], 'maxProperties'],
    [{ anyOf: [{ type: 'string' }, { const: 1 }] }, ['a', 1], [2, null], 'anyOf'],
    [{ oneOf: [{ type: 'string' }, { minLength: 2 }] }, ['a', 1], ['ab'], 'oneOf'],
    [{ oneOf: [{ type: 'string' }, { const: 1 }] }, ['a', 1], [2], 'oneOf'],
    [{ not: { type: 'string' } }, [1, null], ['a'], 'not'],
  ])('%j is kept by %j and broken by %j', (schema, good, bad, keyword) => {
    for (const value of good) expect(broken(schema, value), JSON.stringify(value)).toEqual([]);
    for (const value of bad) expect(broken(schema, value), JSON.stringify(value)).toEqual([keyword]);
  });

  test('that is none, and the schemas of everything and of nothing', () => {
    for (const value of ANY) {
      expect(broken({}, value)).toEqual([]);
      expect(broken(true, value)).toEqual([]);
      expect(broken(false, value)).toEqual(['false']);
    }
  });

  test.each<[Schema, JsonValue, readonly string[]]>([
    [{ required: ['a', 'b/c'] }, { a: 1 }, ['required /b~1c']],
    [{ required: ['a', 'b'] }, {}, ['required /a', 'required /b']],
    [{ required: ['a'] }, [], []],
    [{ required: ['toString'] }, {}, ['required /toString']],
    [{ properties: { a: { type: 'string' } } }, { a: 1, b: 1 }, ['type /a']],
    [{ properties: { a: { items: { type: 'string' } } } }, { a: ['x', 1, 2] }, ['type /a/1', 'type /a/2']],
    [{ patternProperties: { '^x': { type: 'string' } } }, { xa: 1, ax: 1 }, ['type /xa']],
    [
      { properties: { xa: { const: 2 } }, patternProperties: { '^x': { type: 'string' } } },
      { xa: 1 },
      ['const /xa', 'type /xa'],
    ],
    [
      { properties: { a: {} }, patternProperties: { '^x': {} }, additionalProperties: false },
      { a: 1, x: 1, 'c~': 1 },
      ['additionalProperties /c~0'],
    ],
    [{ properties: { a: {} }, additionalProperties: { type: 'string' } }, { a: 1, b: 1, c: 'x' }, ['type /b']],
    [{ additionalProperties: true }, { b: 1 }, []],
    [{ propertyNames: { maxLength: 1 } }, { a: 1, ab: 1 }, ['propertyNames /ab']],
    [{ dependentRequired: { a: ['b', 'c'] } }, { a: 1, c: 1 }, ['dependentRequired /a']],
    [{ dependentRequired: { a: ['b'] } }, { c: 1 }, []],
    [{ dependentRequired: { a: ['toString'] } }, { a: 1 }, ['dependentRequired /a']],
    [{ prefixItems: [{ type: 'string' }], items: { type: 'integer' } }, [1, 'a', 2], ['type /0', 'type /1']],
    [{ prefixItems: [{ type: 'string' }] }, ['a', 'b', 1], []],
    [{ $ref: '#/$defs/short' }, 'long', ['maxLength']],
    [{ $ref: 'other' }, 'text', ['type']],
    [{ allOf: [{ minLength: 2 }, { pattern: 'x' }] }, 'a', ['minLength', 'pattern']],
    [{ if: { type: 'string' }, [THEN]: { minLength: 2 }, else: { minimum: 2 } }, 'a', ['minLength']],
    [{ if: { type: 'string' }, [THEN]: { minLength: 2 }, else: { minimum: 2 } }, 1, ['minimum']],
    [{ if: { type: 'string' }, [THEN]: { minLength: 2 } }, 1, []],
    [{ if: { type: 'string' }, else: { minimum: 2 } }, 'a', []],
  ])('%j of %j: %j', (schema, value, expected) => {
    expect(broken(schema, value)).toEqual(expected);
  });

  test('names the requirement that its schema cites', () => {
    const cites = (rows: JsonObject, value: JsonValue): readonly (string | undefined)[] =>
      violations(store, located({ type: 'object', required: ['a', 'b'], 'x-requirements': rows }), value).map(
        ({ requirement }) => requirement,
      );
    expect(cites({ type: 'T-1', '*': 'T-0' }, 1)).toEqual(['T-1']);
    expect(cites({ '*': 'T-0' }, 1)).toEqual(['T-0']);
    expect(cites({ required: { a: 'R-A' } }, {})).toEqual(['R-A', undefined]);
    expect(cites({ required: 'R-1' }, {})).toEqual(['R-1', 'R-1']);
    expect(cites({}, 1)).toEqual([undefined]);
    expect('requirement' in (violations(store, located({ type: 'object' }), 1)[0] ?? {})).toBe(false);
  });

  test('has small helpers', () => {
    expect([list(undefined), list('a'), list(['a']), list(null)]).toEqual([[], ['a'], ['a'], [null]]);
    expect([members(undefined), members([1]), members({ a: true })]).toEqual([[], [], [['a', true]]]);
    expect([null, [], 1, 0.5, 'a', true, {}].map(typeOf)).toEqual([
      'null',
      'array',
      'integer',
      'number',
      'string',
      'boolean',
      'object',
    ]);
    expect([characters(''), characters('a😀')]).toEqual([0, 2]);
  });
});
