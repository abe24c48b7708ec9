/** Values with one thing in them that is extreme: that it is, where, and that the schema still holds. */
import { describe, expect, test } from 'vitest';
import { isObject, type JsonValue } from '../model/json.ts';
import { type BoundaryValue, boundaryArbitrary, EXTREME_NAMES } from './boundary.ts';
import { violations } from './check.ts';
import { everyPlace } from './edit.ts';
import { samples } from './samples.ts';
import { type Located, type Schema, SchemaStore } from './schema-store.ts';

const store = new SchemaStore();
const located = (schema: Schema): Located => ({ schema, base: 'https://x.test/s' });
const extremes = (schema: Schema, runs: number): readonly BoundaryValue[] =>
  samples(boundaryArbitrary(store, located(schema)), 3, runs);

describe('extremes', () => {
  const KIB = 1024;
  const ends = (text: string) => (value: JsonValue) => typeof value === 'string' && value.endsWith(text);
  const is = (wanted: JsonValue) => (value: JsonValue) => JSON.stringify(value) === JSON.stringify(wanted);
  const CHECKS: Readonly<Record<string, (value: JsonValue) => boolean>> = {
    'an empty text': is(''),
    'a space': is(' '),
    'a line end of Windows': ends('\r\nnext line\r\n'),
    'a NUL': ends('\u0000'),
    'characters beyond 16 bits': ends(' 😀𝒳🇨🇭👩‍👩‍👧'),
    'combining characters': ends(' e\u0301\u0323\u0308a\u030a'),
    'right-to-left text': ends(' \u202eשלום العربية\u202c'),
    'a lone surrogate': ends(' \ud800 \udc00'),
    'line separators of Unicode': ends('\u2028\u2029\u0085'),
    'a byte order mark': ends('\ufeff'),
    'quotes and escapes': ends(' "\'`\\ \\n \\u0041 %41 &amp; </script>'),
    'what a shell would run': ends(' $(exit 3) `exit 3` ; exit 3 #'),
    'a path of Windows': is('C:\\Users\\dev\\My App\\src\\a b.ts'),
    'a path of a Windows share': is('\\\\server\\share\\new\\table.txt'),
    'control characters': ends(' \u0001\u0007\u0008\u001b[31m\u007f'),
    'the number 0': is(0),
    'the number -1': is(-1),
    'the number 2147483648': is(2 ** 31),
    'the number 9007199254740991': is(Number.MAX_SAFE_INTEGER),
    'the number 9007199254740992': is(2 ** 53),
    'the number 9223372036854776000': is(2 ** 63),
    'the number 1e+21': is(1e21),
    'the number 1.7976931348623157e+308': is(Number.MAX_VALUE),
    'the number 5e-324': is(5e-324),
    'an empty list': is([]),
    'an empty object': is({}),
    'a long list': (value) =>
      Array.isArray(value) &&
      value.length === 2000 &&
      value.every((one) => JSON.stringify(one) === JSON.stringify(value[0])),
    'many unknown members': (value) =>
      isObject(value) && value['x_0'] === 0 && value['x_999'] === 999 && !('x_1000' in value),
    'a member named __proto__': (value) => JSON.stringify(value).includes('"__proto__":{"polluted":true}'),
    'a member named like a method': (value) => JSON.stringify(value).includes('"constructor":"x"'),
    'an unknown member 200 levels deep': (value) => {
      const text = JSON.stringify(value);
      return (
        text.includes('"x_deep":{"n":[{"n":[') &&
        text.includes('[[]]') === false &&
        (text.match(/[{[]/g)?.length ?? 0) === 201
      );
    },
    'a text of 64 KiB in characters of four bytes': (value) =>
      typeof value === 'string' && value.endsWith('😀'.repeat(16 * KIB)),
    'a text of many lines': (value) => typeof value === 'string' && value.endsWith('line\n'.repeat(20_000)),
  };
  for (const size of [64, 128, 1024])
    for (const [word, length] of [
      ['below', size * KIB - 1],
      ['above', size * KIB + 1],
    ] as const)
      (CHECKS as Record<string, (value: JsonValue) => boolean>)[`a text just ${word} ${size} KiB`] = (value) =>
        typeof value === 'string' && value.endsWith('x'.repeat(length));

  test.each([
    ['string', { type: 'string' }, 70],
    ['number', { type: 'number' }, 40],
    ['array', { type: 'array', items: { const: 1 } }, 20],
    [
      'object',
      { type: 'object', properties: {}, additionalProperties: { type: ['boolean', 'number', 'string', 'object'] } },
      200,
    ],
  ] as const)('of a %s are what they are called', (_, schema, runs) => {
    const seen = new Set<string>();
    for (const { value, pointer, what } of extremes(schema, runs)) {
      seen.add(what);
      expect(violations(store, located(schema), value)).toEqual([]);
      const place = [...everyPlace(value)].find((one) => one.pointer === pointer);
      expect(place !== undefined && CHECKS[what]?.(place.value), `${what} at ${pointer}`).toBe(true);
    }
    expect(seen.size).toBeGreaterThan(1);
    if (schema.type !== 'object') return;
    // An object may be made extreme in every way that is its own.
    const own = /^(an empty object|many unknown members|a member named .*|an unknown member .*)$/;
    expect(EXTREME_NAMES.filter((name) => own.test(name) && !seen.has(name))).toEqual([]);
    for (const name of seen) expect(EXTREME_NAMES).toContain(name);
  });

  test('have each a test of what they are', () => {
    expect(Object.keys(CHECKS).sort()).toEqual([...EXTREME_NAMES].sort());
  });

  test('stand anywhere in a document, and keep its schema', () => {
    const schema = {
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { type: 'string' }, b: { type: 'integer' } },
    };
    const all = extremes(schema, 24).map(({ pointer }) => pointer);
    for (const place of ['/a', '/b', '']) expect(all).toContain(place);
    const short = extremes({ type: 'string', maxLength: 0 }, 9).map(({ what }) => what);
    expect(new Set(short)).toEqual(new Set(['an empty text']));
  });

  test('are none where the schema leaves no room for them', () => {
    const nothing = { pointer: '', what: 'nothing: its schema leaves no room for extremes' };
    expect(extremes({ enum: ['only'] }, 3)).toEqual(Array.from({ length: 3 }, () => ({ value: 'only', ...nothing })));
  });
});
