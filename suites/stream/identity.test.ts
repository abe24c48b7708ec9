/** What is remembered of a stream: ids, values that wait for their other half, and those that were there just before. */
import { describe, expect, test } from 'vitest';
import { IdentitySet, Lately, Recent, sameJson, Waiting } from './identity.ts';

const UUID = '550e8400-e29b-41d4-a716-446655440000';
const uuid = (number: number): string => `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

/** Which of these ids are new when they are added one after the other. */
function added(...ids: readonly string[]): readonly boolean[] {
  const set = new IdentitySet();
  return ids.map((id) => set.add(id));
}

describe('a set of ids', () => {
  test.each([
    ['a UUID twice', [UUID, UUID], [true, false]],
    ['a UUID in capitals', [UUID, UUID.toUpperCase()], [true, false]],
    ['a text twice', ['a', 'b', 'a'], [true, true, false]],
    ['a text in capitals', ['a', 'A'], [true, true]],
    ['the nil UUID twice', [uuid(0).replaceAll(/[48]/g, '0'), uuid(0).replaceAll(/[48]/g, '0')], [true, false]],
    ['the nil UUID beside another', [UUID, uuid(0).replaceAll(/[48]/g, '0')], [true, true]],
    ['a UUID without its hyphens', [UUID, UUID.replaceAll('-', '')], [true, true]],
    ['a UUID with something behind it', [UUID, `${UUID}0`], [true, true]],
  ] as const)('%s', (_, ids, expected) => {
    expect(added(...ids)).toEqual(expected);
  });

  test('any digit makes another UUID', () => {
    for (let place = 0; place < UUID.length; place++) {
      if (UUID[place] === '-') continue;
      for (const digit of ['1', '9', 'a', 'f']) {
        const other = `${UUID.slice(0, place)}${digit}${UUID.slice(place + 1)}`;
        expect(added(UUID, other), other).toEqual([true, other !== UUID]);
        expect(added(other, other.toUpperCase()), other).toEqual([true, false]);
      }
    }
  });

  test('what looks like a UUID and is none is a text', () => {
    // Were they read as digits, some of these would be one.
    for (const [one, other] of [
      [UUID.replace('-', '_'), UUID.replace('-', '+')],
      [UUID.replace('550e', '550g'), UUID.replace('550e', '550h')],
      [UUID.replace('550e', '550@'), UUID.replace('550e', '550`')],
      [UUID.replace('550e', '550/'), UUID.replace('550e', '550:')],
      [UUID.replace('550e', '550E'), UUID.replace('550e', '550\u0005')],
      [UUID.replace('550e8400-', '550e-8400'), UUID],
    ] as const)
      expect(added(one, other, one, other), `${one} ${other}`).toEqual([true, true, false, false]);
    for (const hyphen of [8, 13, 18, 23]) {
      const without = `${UUID.slice(0, hyphen)}0${UUID.slice(hyphen + 1)}`;
      expect(added(without, UUID, without.toUpperCase()), without).toEqual([true, true, true]);
    }
  });

  test('however many there are, each is there once', () => {
    const set = new IdentitySet();
    const many = 900;
    let fresh = 0;
    for (let number = 1; number <= many; number++) if (set.add(uuid(number))) fresh++;
    for (let number = 1; number <= many; number++) if (set.add(uuid(number))) fresh++;
    for (let number = 1; number <= many; number++) if (set.add(`id ${number}`)) fresh++;
    for (let number = 1; number <= many; number++) if (set.add(`id ${number}`)) fresh++;
    expect(fresh).toBe(2 * many);
  });

  test('ids that differ in one of their four words only are told apart', () => {
    const words = ['11111111', '2222-2222', '3333-3333', '44444444'];
    const ids = words.flatMap((_, at) =>
      ['a', 'b'].map((digit) => {
        const [a, b, c, d] = words.map((word, index) => (index === at ? word.replace(/./, digit) : word));
        return `${a}-${b}-${c}${d}`;
      }),
    );
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(added(...ids)).toEqual(ids.map(() => true));
    expect(added(...ids, ...ids).slice(ids.length)).toEqual(ids.map(() => false));
  });

  test('an id of which only one word is not zero is no nil', () => {
    for (const id of [
      '00000001-0000-0000-0000-000000000000',
      '00000000-0001-0000-0000-000000000000',
      '00000000-0000-0000-0001-000000000000',
      '00000000-0000-0000-0000-000000000001',
    ]) {
      const nil = '00000000-0000-0000-0000-000000000000';
      expect(added(nil, id, id, nil), id).toEqual([true, true, false, false]);
      // Among so many that the table is made larger.
      const set = new IdentitySet();
      set.add(id);
      for (let number = 1; number <= 900; number++) set.add(uuid(number));
      expect(set.add(id), id).toBe(false);
    }
  });
});

describe('a map that forgets', () => {
  test('forgets what was set longest ago', () => {
    const map = new Recent<number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 3);
    expect([map.get('a'), map.get('b')]).toEqual([3, 2]);
    map.set('c', 4);
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4]);
    map.delete('a');
    expect([map.get('a'), map.get('c')]).toEqual([undefined, 4]);
  });
});

test('values of JSON are equal in whatever order their members stand', () => {
  for (const [one, other] of [
    [
      { a: 1, b: [2, { c: null }] },
      { b: [2, { c: null }], a: 1 },
    ],
    [[], []],
    [{}, {}],
    ['a', 'a'],
    [null, null],
    [undefined, undefined],
  ] as const)
    expect(sameJson(one, other), JSON.stringify([one, other])).toBe(true);
  for (const [one, other] of [
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: undefined }, { b: 1 }],
    [{ toString: undefined }, { a: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], { 0: 1 }],
    [{ 0: 1 }, [1]],
    [[], {}],
    [null, {}],
    [{}, null],
    [1, '1'],
    ['a', { a: 1 }],
    [{}, 'a'],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
  ] as const)
    expect(sameJson(one, other), JSON.stringify([one, other])).toBe(false);
});

describe('what waits for its other half', () => {
  test('is found by name and value, and found once', () => {
    const waiting = new Waiting(10);
    waiting.put('a', 1, { x: 1 });
    waiting.put('a', 2, { x: 2 });
    waiting.put('b', 3, { x: 1 });
    expect(waiting.take('c', { x: 1 })).toBe(undefined);
    expect(waiting.take('a', { x: 3 })).toBe(undefined);
    expect(waiting.take('a', { x: 2 })).toBe(2);
    expect(waiting.take('a', { x: 2 })).toBe(undefined);
    expect(waiting.take('a', { x: 1 })).toBe(1);
    expect(waiting.take('a', { x: 1 })).toBe(undefined);
    expect(waiting.take('b', { x: 1 })).toBe(3);
  });

  test('that was put first is found first', () => {
    const waiting = new Waiting(10);
    for (const time of [1, 2]) waiting.put('a', time, 'x');
    expect([waiting.take('a', 'x'), waiting.take('a', 'x'), waiting.take('a', 'x')]).toEqual([1, 2, undefined]);
  });

  test('is forgotten where there is too much of it', () => {
    const waiting = new Waiting(2);
    for (let time = 1; time <= 9; time++) waiting.put('a', time, time);
    expect([waiting.take('a', 1), waiting.take('a', 2), waiting.take('a', 9)]).toEqual([undefined, 2, 9]);
    for (const name of ['b', 'c']) waiting.put(name, 1, 1);
    expect([waiting.take('a', 3), waiting.take('b', 1), waiting.take('c', 1)]).toEqual([undefined, 1, 1]);
  });
});

describe('what was there just before', () => {
  const DATA = { a: 1 };
  test('is equal, of the same session and type, and near', () => {
    const again = (session: string, type: string, time: number, value: unknown): boolean => {
      const lately = new Lately(4);
      expect(lately.again('s', 't', 5000, DATA, 1000)).toBe(false);
      return lately.again(session, type, time, value, 1000);
    };
    for (const time of [4001, 5000, 5999]) expect(again('s', 't', time, { a: 1 }), String(time)).toBe(true);
    for (const time of [4000, 6000, 0]) expect(again('s', 't', time, { a: 1 }), String(time)).toBe(false);
    expect(again('u', 't', 5000, { a: 1 })).toBe(false);
    expect(again('s', 'u', 5000, { a: 1 })).toBe(false);
    expect(again('s', 't', 5000, { a: 2 })).toBe(false);
  });

  test('is one of the last', () => {
    const lately = new Lately(2);
    const again = (value: unknown): boolean => lately.again('s', 't', 0, value, 1000);
    expect([again('a'), again('b'), again('a'), again('c'), again('b'), again('c')]).toEqual([
      false,
      false,
      true,
      false,
      false,
      true,
    ]);
  });

  test('is nothing at first, whatever it is compared with', () => {
    expect(new Lately(2).again('', '', 0, undefined, 1000)).toBe(false);
  });
});
