import fc from 'fast-check';
import { isObject, type JsonValue } from '../model/json.ts';
import { violations } from './check.ts';
import { everyPlace, replaced } from './edit.ts';
import type { Located, SchemaStore } from './schema-store.ts';
import { validArbitrary } from './valid.ts';

/** A value of extreme form that still fits its schema, and what is extreme in it. */
export interface BoundaryValue {
  readonly value: JsonValue;
  readonly pointer: string;
  readonly what: string;
}

interface Extreme {
  readonly what: string;
  make(old: JsonValue): JsonValue | undefined;
}

function text(what: string, value: string): Extreme {
  return { what, make: (old) => (typeof old === 'string' ? value : undefined) };
}
function appended(what: string, value: string): Extreme {
  return { what, make: (old) => (typeof old === 'string' ? old + value : undefined) };
}
/** So many bytes of UTF-8 in all. */
function filled(what: string, bytes: number): Extreme {
  const make = (old: JsonValue): JsonValue | undefined =>
    typeof old === 'string' && Buffer.byteLength(old) < bytes
      ? old + 'x'.repeat(bytes - Buffer.byteLength(old))
      : undefined;
  return { what, make };
}
function number(value: number): Extreme {
  return { what: `the number ${value}`, make: (old) => (typeof old === 'number' ? value : undefined) };
}

function nested(depth: number): JsonValue {
  let value: JsonValue = [];
  for (let level = 1; level < depth; level++) value = level % 2 === 0 ? [value] : { n: value };
  return value;
}

const KIB = 1024;
/** Simple ones first: shrinking goes to the front. */
const EXTREMES: readonly Extreme[] = [
  text('an empty text', ''),
  text('a space', ' '),
  appended('a line end of Windows', '\r\nnext line\r\n'),
  appended('a NUL', '\u0000'),
  appended('characters beyond 16 bits', ' 😀𝒳🇨🇭👩‍👩‍👧'),
  appended('combining characters', ' e\u0301\u0323\u0308a\u030a'),
  appended('right-to-left text', ' \u202eשלום العربية\u202c'),
  appended('a lone surrogate', ' \ud800 \udc00'),
  appended('line separators of Unicode', '\u2028\u2029\u0085'),
  appended('a byte order mark', '\ufeff'),
  appended('quotes and escapes', ' "\'`\\ \\n \\u0041 %41 &amp; </script>'),
  appended('what a shell would run', ' $(exit 3) `exit 3` ; exit 3 #'),
  text('a path of Windows', 'C:\\Users\\dev\\My App\\src\\a b.ts'),
  text('a path of a Windows share', '\\\\server\\share\\new\\table.txt'),
  appended('control characters', ' \u0001\u0007\u0008\u001b[31m\u007f'),
  number(0),
  number(-1),
  number(2 ** 31),
  number(Number.MAX_SAFE_INTEGER),
  number(2 ** 53),
  number(2 ** 63),
  number(1e21),
  number(Number.MAX_VALUE),
  number(5e-324),
  { what: 'an empty list', make: (old) => (Array.isArray(old) ? [] : undefined) },
  { what: 'an empty object', make: (old) => (isObject(old) ? {} : undefined) },
  {
    what: 'a long list',
    make: (old) =>
      Array.isArray(old) && old.length > 0 ? Array.from({ length: 2000 }, () => old[0] as JsonValue) : undefined,
  },
  {
    what: 'many unknown members',
    make: (old) =>
      isObject(old)
        ? ({
            ...old,
            ...Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x_${index}`, index])),
          } as JsonValue)
        : undefined,
  },
  { what: 'a member named __proto__', make: (old) => withMember(old, '__proto__', { polluted: true }) },
  { what: 'a member named like a method', make: (old) => withMember(old, 'constructor', 'x') },
  { what: 'an unknown member 200 levels deep', make: (old) => withMember(old, 'x_deep', nested(200)) },
  ...[64, 128, 1024].flatMap((size) => [
    filled(`a text just below ${size} KiB`, size * KIB - 1),
    filled(`a text just above ${size} KiB`, size * KIB + 1),
  ]),
  appended('a text of 64 KiB in characters of four bytes', '😀'.repeat(16 * KIB)),
  appended('a text of many lines', 'line\n'.repeat(20_000)),
];

function withMember(old: JsonValue, name: string, value: JsonValue): JsonValue | undefined {
  if (!isObject(old)) return undefined;
  const entries = Object.entries(old) as [string, JsonValue][];
  // From entries: an assignment to __proto__ would set the prototype instead.
  return Object.fromEntries([...entries, [name, value] as const]);
}

/** Names of everything that boundary values are made extreme with. */
export const EXTREME_NAMES: readonly string[] = EXTREMES.map(({ what }) => what);

/** Valid values, each with one thing in it that is extreme. A shrunk one still has one. */
export function boundaryArbitrary(store: SchemaStore, root: Located): fc.Arbitrary<BoundaryValue> {
  return fc
    .tuple(validArbitrary(store, root), fc.nat({ max: EXTREMES.length - 1 }), fc.nat({ max: 1000 }))
    .map(([value, extreme, place]) => makeExtreme(store, root, value, extreme, place));
}

/** The wanted extreme at the wanted place, or the next that the schema allows. */
function makeExtreme(
  store: SchemaStore,
  root: Located,
  value: JsonValue,
  extreme: number,
  place: number,
): BoundaryValue {
  const places = [...everyPlace(value)];
  for (let turn = 0; turn < EXTREMES.length; turn++) {
    const chosen = EXTREMES[(extreme + turn) % EXTREMES.length];
    for (let step = 0; step < Math.min(places.length, 12); step++) {
      const at = places[(place + step) % places.length];
      const made = at === undefined ? undefined : chosen?.make(at.value);
      if (at === undefined || chosen === undefined || made === undefined) continue;
      const whole = replaced(value, at.pointer, made);
      if (violations(store, root, whole).length === 0) return { value: whole, pointer: at.pointer, what: chosen.what };
    }
  }
  return { value, pointer: '', what: 'nothing: its schema leaves no room for extremes' };
}
