/** Every single way to break a value, and what else is changed in documents: one place, or to something smaller. */
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../model/json.ts';
import { breaches, brokenArbitrary } from './broken.ts';
import { violations } from './check.ts';
import { everyPlace, replaced } from './edit.ts';
import { samples } from './samples.ts';
import type { Schema } from './schema-store.ts';
import { simplerValues } from './simpler.ts';
import { located, store, THEN } from './testing.ts';

describe('every single breach', () => {
  const offered = (schema: Schema, value: JsonValue): readonly string[] =>
    breaches(store, located(schema), value).map(
      ({ keyword, pointer, value: whole }) => `${keyword} ${pointer} ${JSON.stringify(whole)}`,
    );
  const LONG = 'x'.repeat(300);
  test.each<[Schema, JsonValue, readonly string[]]>([
    [true, 'a', []],
    [{}, 'a', []],
    [{ type: 'string' }, 'a', ['type  7']],
    [{ type: 'integer' }, 1, ['type  "text"']],
    [{ type: ['string', 'integer'] }, 1, ['type  true']],
    [{ type: ['string', 'integer', 'boolean', 'null', 'array', 'object'] }, 1, ['type  0.5']],
    [{ const: 'a' }, 'a', ['const  "ax"']],
    [{ const: 'A' }, 'A', ['const  "Ax"']],
    [{ const: 1 }, 1, ['const  2']],
    [{ const: true }, true, ['const  false']],
    [{ const: null }, null, ['const  "text"']],
    [{ type: 'string', enum: ['a', 'ax', 'A'] }, 'a', ['enum  ""']],
    [{ enum: ['a', 'ax', 'A', ''] }, 'a', ['enum  "text"']],
    [{ enum: [1, 2] }, 1, ['enum  -1']],
    [{ type: 'string', minLength: 2 }, 'abc', ['type  7', 'minLength  "a"']],
    [{ minLength: 3 }, 'abc', ['minLength  "ab"']],
    [{ minLength: 1 }, '😀', ['minLength  ""']],
    [{ minLength: 0 }, 'a', []],
    [{ maxLength: 2 }, '😀', ['maxLength  "😀xx"']],
    [{ pattern: '^a$' }, 'a', ['pattern  "ax"']],
    [{ pattern: '^Ax?$' }, 'A', ['pattern  "a"']],
    [{ type: 'object', not: { oneOf: [{ required: ['b'] }] } }, {}, ['not  {"b":"x"}']],
    [{ type: 'object', not: { allOf: [{ required: ['b'] }] } }, {}, ['not  {"b":"x"}']],
    [{ pattern: '^ax*$', maxLength: 5 }, 'a', ['maxLength  "axxxxx"', 'pattern  "A"']],
    [{ pattern: '^[aAx]*$' }, 'a', ['pattern  "a "']],
    [{ pattern: '^[aAx]* ?$' }, 'a', ['pattern  " a"']],
    [{ pattern: '^ ?[aAx]* ?$' }, 'a', ['pattern  "!"']],
    [{ pattern: '^[\\s\\S]{0,50}$' }, 'a', [`pattern  "${LONG}"`]],
    [{ format: 'date' }, '2026-01-01', ['format  "2026-1-1"']],
    [{ minimum: 2 }, 3, ['minimum  1']],
    [{ maximum: 2 }, 1, ['maximum  3']],
    [{ exclusiveMinimum: 2 }, 3, ['exclusiveMinimum  2']],
    [{ exclusiveMaximum: 2 }, 1, ['exclusiveMaximum  2']],
    [{ multipleOf: 2 }, 4, ['multipleOf  2.001']],
    [{ minItems: 2 }, [1, 2, 3], ['minItems  [1]']],
    [{ minItems: 0 }, [1], []],
    [{ maxItems: 2 }, ['a', 'b'], ['maxItems  ["a","b","a2"]']],
    [{ maxItems: 2 }, [1], ['maxItems  [1,1,1]']],
    [{ maxItems: 2 }, [], []],
    [{ maxItems: 2, uniqueItems: true }, ['a'], ['uniqueItems  ["a","a"]', 'maxItems  ["a","a1","a2"]']],
    [{ uniqueItems: true }, [], []],
    [{ items: { type: 'string' } }, ['a'], ['type /0 [7]']],
    [{ prefixItems: [{ const: 1 }], items: { const: 2 } }, [1, 2], ['const /0 [2,2]', 'const /1 [1,3]']],
    [{ required: ['a', 'c'] }, { a: 1, b: 1, c: 2 }, ['required /a {"b":1,"c":2}', 'required /c {"a":1,"b":1}']],
    [
      { additionalProperties: false, properties: { a: {} } },
      { a: 1 },
      ['additionalProperties /x_unknown {"a":1,"x_unknown":"x"}'],
    ],
    [{ propertyNames: { minLength: 1 } }, { a: 1 }, ['propertyNames / {"a":1,"":1}']],
    [
      { propertyNames: { pattern: '^[a-z]*$' } },
      {},
      ['propertyNames /No Such Name {"No Such Name":"x"}', 'propertyNames /9 {"9":"x"}'],
    ],
    [{ propertyNames: { maxLength: 20 } }, { a: 2 }, [`propertyNames /${LONG} {"a":2,"${LONG}":2}`]],
    [{ minProperties: 1 }, { a: 1, b: 2 }, ['minProperties  {}']],
    [{ minProperties: 0 }, { a: 1 }, []],
    [{ properties: { a: { const: 1 } } }, { a: 1 }, ['const /a {"a":2}']],
    [{ patternProperties: { '^x': { const: 1 } } }, { x: 1, y: 1 }, ['const /x {"x":2,"y":1}']],
    [{ additionalProperties: { const: 1 } }, { 'a/b': 1 }, ['const /a~1b {"a/b":2}']],
    [{ anyOf: [{ const: 1 }, { const: 2 }] }, 1, ['anyOf  "text"']],
    [{ oneOf: [{ const: 1 }, { type: 'string' }] }, 1, ['oneOf  7']],
    [{ allOf: [{ const: 1 }] }, 1, ['const  2']],
    [{ $ref: '#/$defs/short' }, 'a', ['type  7', 'maxLength  "axxx"']],
    [{ if: { type: 'integer' }, [THEN]: { maximum: 2 }, else: { maxLength: 2 } }, 1, ['maximum  3']],
    [{ if: { type: 'integer' }, [THEN]: { maximum: 2 }, else: { maxLength: 2 } }, 'a', ['maxLength  "axx"']],
    [{ not: { const: 'bad' } }, 'a', ['not  "bad"']],
    [{ not: { type: 'integer' } }, 'a', ['not  7']],
    [{ not: { enum: ['bad', 'worse'] } }, 'a', ['not  "bad"']],
    [{ not: { required: ['b'] } }, { a: 1 }, ['not  "text"', 'not  {"a":1,"b":"x"}']],
    [{ type: 'object', not: { required: ['b/c'] } }, {}, ['not  {"b/c":"x"}']],
    [{ type: 'object', not: { properties: { b: { const: 3 } }, required: ['b'] } }, {}, ['not  {"b":3}']],
    [{ type: 'object', not: { properties: { b: { enum: [4, 5] } }, required: ['b'] } }, {}, ['not  {"b":4}']],
    [
      { type: 'object', not: { anyOf: [{ required: ['b'] }, { required: ['c'] }] } },
      {},
      ['not  {"b":"x"}', 'not  {"c":"x"}'],
    ],
  ])('of %j in %j: %j', (schema, value, expected) => {
    expect([...offered(schema, value)].sort()).toEqual([...expected].sort());
  });

  test('carries what its schema cites', () => {
    const schema = { type: 'string', 'x-requirements': { type: 'T-1' } };
    expect(breaches(store, located(schema), 'a').map(({ requirement }) => requirement)).toEqual(['T-1']);
  });
});

describe('values broken by chance', () => {
  test('break nothing where nothing is forbidden', () => {
    expect(() => samples(brokenArbitrary(store, located(true)), 1, 1)).toThrow('nothing breaks');
  });

  test('are broken in exactly one place by chance', () => {
    const schema: Schema = { type: 'object', required: ['a'], properties: { a: { type: 'string', minLength: 1 } } };
    const all = samples(brokenArbitrary(store, located(schema)), 1, 60);
    for (const { value, keyword, pointer } of all)
      expect(violations(store, located(schema), value)).toEqual([{ keyword, pointer }]);
    expect(new Set(all.map(({ keyword }) => keyword))).toEqual(new Set(['type', 'required', 'minLength']));
  });
});

describe('places of a document', () => {
  const value = { a: [1, { 'b/c': null }], '~': 'x' };
  test('are all told, parents first', () => {
    expect([...everyPlace(value)].map(({ pointer }) => pointer)).toEqual([
      '',
      '/a',
      '/a/0',
      '/a/1',
      '/a/1/b~1c',
      '/~0',
    ]);
    expect([...everyPlace(value)].at(-2)?.value).toBeNull();
  });

  test.each<[string, JsonValue | undefined, JsonValue]>([
    ['', 1, 1],
    ['', undefined, null],
    ['/a', 1, { a: 1, '~': 'x' }],
    ['/a', undefined, { '~': 'x' }],
    ['/a/0', 2, { a: [2, { 'b/c': null }], '~': 'x' }],
    ['/a/0', undefined, { a: [{ 'b/c': null }], '~': 'x' }],
    ['/a/1/b~1c', 3, { a: [1, { 'b/c': 3 }], '~': 'x' }],
    ['/a/1/b~1c', undefined, { a: [1, {}], '~': 'x' }],
    ['/new', 1, { ...value, new: 1 }],
    ['/new/er', 1, { ...value, new: { er: 1 } }],
    ['/~0/y', 1, { ...value, '~': { y: 1 } }],
    ['/new', undefined, value],
  ])('put at %j: %j', (pointer, what, expected) => {
    expect(replaced(value, pointer, what)).toEqual(expected);
  });
});

describe('smaller values', () => {
  const smaller = (schema: Schema, value: JsonValue, keep?: string): readonly string[] =>
    simplerValues(store, located(schema), value, keep).map((one) => JSON.stringify(one));
  test.each<[Schema, JsonValue, readonly string[]]>([
    [{}, { a: 'text' }, ['{}', '{"a":""}', '{"a":"a"}', '{"a":"te"}']],
    [{}, { a: 'abcd' }, ['{}', '{"a":""}', '{"a":"a"}', '{"a":"ab"}']],
    [{}, { a: 'abc' }, ['{}', '{"a":""}', '{"a":"a"}']],
    [{}, { a: 'b' }, ['{}', '{"a":""}', '{"a":"a"}']],
    [{}, { a: 'a' }, ['{}']],
    [{}, { a: '' }, ['{}']],
    [{}, { a: 5 }, ['{}', '{"a":0}']],
    [{}, { a: 0 }, ['{}']],
    [{}, { a: null }, ['{}']],
    [{}, { a: {} }, ['{}']],
    [{}, { a: [] }, ['{}']],
    [{}, [1, 0], ['[0]', '[1]', '[0,0]']],
    [{}, { a: [0, 0, 0, 0] }, ['{}', ...Array.from({ length: 4 }, () => '{"a":[0,0,0]}'), '{"a":[]}', '{"a":[0,0]}']],
    [{}, { a: { b: 0 } }, ['{}', '{"a":{}}', '{"a":{}}']],
    [{ required: ['a'], properties: { a: { minLength: 2 } } }, { a: 'text' }, ['{"a":"te"}']],
    [{}, 'text', []],
  ])('of %j, %j: %j', (schema, value, expected) => {
    expect(smaller(schema, value)).toEqual(expected);
  });

  test('keep what they are to keep, and the way to it', () => {
    const value = { a: { b: { c: 0 }, bb: 0 }, ab: 0 };
    expect(smaller({}, value, '/a/b')).toEqual(['{"a":{"b":{"c":0},"bb":0}}', '{"a":{"b":{"c":0}},"ab":0}']);
    expect(smaller({}, value, '')).toEqual(smaller({}, value, ''));
    expect(smaller({}, { a: 0 }, '/a')).toEqual([]);
  });

  test('come from the outside inwards, and are no more than forty', () => {
    expect(smaller({}, { a: { b: 1 }, c: 1 }).slice(0, 3)).toEqual(['{"c":1}', '{"a":{"b":1}}', '{"a":{},"c":1}']);
    expect(
      smaller(
        {},
        Array.from({ length: 60 }, () => 0),
      ),
    ).toHaveLength(40);
  });
});
