/** Values with one thing in them that is extreme: that it is, where, that nothing else changes, and that the schema still holds. */
import { describe, expect, test } from 'vitest';
import { at, isObject, type JsonValue } from '../model/json.ts';
import { type BoundaryValue, boundaryArbitrary, EXTREME_NAMES } from './boundary.ts';
import { typeOf, violations } from './check.ts';
import { replaced } from './edit.ts';
import { samples } from './samples.ts';
import { type Located, type Schema, SchemaStore } from './schema-store.ts';
import { validArbitrary } from './valid.ts';

const store = new SchemaStore();
const located = (schema: Schema): Located => ({ schema, base: 'https://x.test/s' });
/** Boundary values, each with the valid value that it was made of: the first that is drawn from the same seed. */
function extremes(schema: Schema, runs: number, seed = 3): readonly (BoundaryValue & { readonly whole: JsonValue })[] {
  const valid = samples(validArbitrary(store, located(schema)), seed, runs);
  const made = samples(boundaryArbitrary(store, located(schema)), seed, runs);
  return made.map((one, index) => ({ ...one, whole: valid[index] ?? null }));
}

const KIB = 1024;
/** What stands instead of a text. */
const TEXTS: Readonly<Record<string, string>> = {
  'an empty text': '',
  'a space': ' ',
  'a path of Windows': 'C:\\Users\\dev\\My App\\src\\a b.ts',
  'a path of a Windows share': '\\\\server\\share\\new\\table.txt',
};
/** What stands behind a text. */
const APPENDED: Readonly<Record<string, string>> = {
  'a line end of Windows': '\r\nnext line\r\n',
  'a NUL': '\u0000',
  'characters beyond 16 bits': ' 😀𝒳🇨🇭👩‍👩‍👧',
  'combining characters': ' e\u0301\u0323\u0308a\u030a',
  'right-to-left text': ' \u202eשלום العربية\u202c',
  'a lone surrogate': ' \ud800 \udc00',
  'line separators of Unicode': '\u2028\u2029\u0085',
  'a byte order mark': '\ufeff',
  'quotes and escapes': ' "\'`\\ \\n \\u0041 %41 &amp; </script>',
  'what a shell would run': ' $(exit 3) `exit 3` ; exit 3 #',
  'control characters': ' \u0001\u0007\u0008\u001b[31m\u007f',
  'a text of 64 KiB in characters of four bytes': '😀'.repeat(16 * KIB),
  'a text of many lines': 'line\n'.repeat(20_000),
};
/** Bytes that a text is filled up to. */
const FILLED: Readonly<Record<string, number>> = {
  'a text just below 64 KiB': 65_535,
  'a text just above 64 KiB': 65_537,
  'a text just below 128 KiB': 131_071,
  'a text just above 128 KiB': 131_073,
  'a text just below 1024 KiB': 1_048_575,
  'a text just above 1024 KiB': 1_048_577,
};
const NUMBERS: Readonly<Record<string, number>> = {
  'the number 0': 0,
  'the number -1': -1,
  'the number 2147483648': 2 ** 31,
  'the number 9007199254740991': Number.MAX_SAFE_INTEGER,
  'the number 9007199254740992': 2 ** 53,
  'the number 9223372036854776000': 2 ** 63,
  'the number 1e+21': 1e21,
  'the number 1.7976931348623157e+308': Number.MAX_VALUE,
  'the number 5e-324': 5e-324,
};
const LISTS: Readonly<Record<string, (old: JsonValue) => string>> = {
  'an empty list': () => '[]',
  'a long list': (old) => `[${Array.from({ length: 2000 }, () => json(at(old, '/0') as JsonValue)).join()}]`,
};
const OBJECTS: Readonly<Record<string, (old: JsonValue) => string>> = {
  'an empty object': () => '{}',
  'many unknown members': (old) =>
    withMembers(old, Array.from({ length: 1000 }, (_, index) => `"x_${index}":${index}`).join()),
  'a member named __proto__': (old) => withMembers(old, '"__proto__":{"polluted":true}'),
  'a member named like a method': (old) => withMembers(old, '"constructor":"x"'),
  'an unknown member 200 levels deep': (old) =>
    withMembers(old, `"x_deep":${'{"n":['.repeat(100).slice(0, -1)}[]${']}'.repeat(100).slice(1)}`),
};

const json = (value: JsonValue): string => JSON.stringify(value);
/** An object as a text, with further members behind its own. */
function withMembers(object: JsonValue, more: string): string {
  const own = json(object).slice(1, -1);
  return `{${own}${own === '' ? '' : ','}${more}}`;
}

/** What stands at a place, as a text, once it has been made extreme. */
function wanted(what: string, old: JsonValue): string | undefined {
  if (typeof old === 'string') {
    const appended = FILLED[what] === undefined ? APPENDED[what] : 'x'.repeat(FILLED[what] - Buffer.byteLength(old));
    const text = appended === undefined ? TEXTS[what] : old + appended;
    return text === undefined ? undefined : json(text);
  }
  if (typeof old === 'number') return NUMBERS[what] === undefined ? undefined : json(NUMBERS[what]);
  if (Array.isArray(old)) return LISTS[what]?.(old);
  return isObject(old) ? OBJECTS[what]?.(old as JsonValue) : undefined;
}

/** Texts are compared, but not shown: they have a million characters. */
function expectSame(one: string, other: string | undefined, place: string): void {
  expect(one === other, `${place} is ${one.slice(0, 200)}, wanted ${String(other).slice(0, 200)}`).toBe(true);
}

describe('extremes', () => {
  // Only what is implied limits the type: what replaced a value by one of another type would fit these schemas. The seeds are
  // such as soon reach every extreme, and of an empty list, which cannot be made a long one, more than one.
  test.each<[Schema, readonly string[], number, number]>([
    [{ minLength: 0 }, [TEXTS, APPENDED, FILLED].flatMap((names) => Object.keys(names)), 70, 283],
    [{ minimum: -5 }, Object.keys(NUMBERS), 48, 57],
    [{ items: { minimum: 1, maximum: 1 } }, Object.keys(LISTS), 12, 53],
    [{ properties: { a: { const: 1 } } }, Object.keys(OBJECTS), 30, 62],
  ])('of %j are what they are called, and all else stays', (schema, own, runs, seed) => {
    const seen = new Set<string>();
    for (const { value, pointer, what, whole } of extremes(schema, runs, seed)) {
      seen.add(what);
      expect(violations(store, located(schema), value)).toEqual([]);
      const old = at(whole, pointer) as JsonValue;
      const place = `${what} at '${pointer}'`;
      expect(typeOf(at(value, pointer)).replace('integer', 'number'), place).toBe(
        typeOf(old).replace('integer', 'number'),
      );
      expectSame(json(at(value, pointer) as JsonValue), wanted(what, old), place);
      expectSame(json(value), json(replaced(whole, pointer, at(value, pointer) as JsonValue)), 'the whole');
    }
    expect(own.filter((name) => !seen.has(name))).toEqual([]);
  });

  test('have each a test of what they are', () => {
    const known = [TEXTS, APPENDED, FILLED, NUMBERS, LISTS, OBJECTS].flatMap((names) => Object.keys(names));
    expect(known.sort()).toEqual([...EXTREME_NAMES].sort());
  });

  test('stand anywhere in a document, and keep its schema', () => {
    const schema = {
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { type: 'string' }, b: { type: 'integer' } },
    };
    const all = extremes(schema, 24).map(({ pointer }) => pointer);
    for (const place of ['/a', '/b', '']) expect(all).toContain(place);
    const short = extremes({ type: 'string', maxLength: 0 }, 3).map(({ what }) => what);
    expect(new Set(short)).toEqual(new Set(['an empty text']));
  });

  /** An object whose members are the number 1, all but one, which may be any other. */
  const onlyAt = (count: number, index: number): Schema => {
    const names = Array.from({ length: count }, (_, place) => `m${place}`);
    const properties = Object.fromEntries(
      names.map((name, place) => [name, place === index ? { type: 'integer' } : { const: 1 }]),
    );
    // Its own place leaves no room: it can be neither emptied nor extended.
    return { required: names, properties, additionalProperties: false };
  };

  test.each([0, 2, 4])('are found where the only room is, at member %i of 5', (index) => {
    // Wherever the search begins: often enough to begin anywhere.
    const found = extremes(onlyAt(5, index), 30).map(({ pointer }) => pointer);
    expect(new Set(found)).toEqual(new Set([`/m${index}`]));
  });

  test.each<[JsonValue]>([[true], [7]])('are none where the schema leaves no room for them beside %j', (only) => {
    const nothing = { pointer: '', what: 'nothing: its schema leaves no room for extremes' };
    expect(extremes({ enum: [only] }, 3)).toEqual(
      Array.from({ length: 3 }, () => ({ value: only, whole: only, ...nothing })),
    );
  });

  test('are sought in a large document with bounded work', () => {
    const id = 'https://x.test/large';
    let asked = 0;
    class Counting extends SchemaStore {
      override follow(reference: string, base: string): Located {
        asked++;
        return super.follow(reference, base);
      }
    }
    const counting = new Counting([{ $id: id, $defs: { all: onlyAt(20, -1) as JsonValue } }]);
    const root = { schema: { $ref: '#/$defs/all' }, base: id };
    const runs = 6;
    const found = samples(boundaryArbitrary(counting, root), 3, runs);
    expect(new Set(found.map(({ pointer }) => pointer))).toEqual(new Set(['']));
    // Each number at twelve places, or at eleven and the object itself; beside that the value is checked before.
    const numbers = Object.keys(NUMBERS).length;
    expect(asked).toBeLessThanOrEqual(1 + runs * (1 + 12 * numbers));
    expect(asked).toBeGreaterThanOrEqual(runs * 11 * numbers);
  });
});
