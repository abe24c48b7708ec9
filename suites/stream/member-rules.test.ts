/** What a row says of one member of an event's data, kind by kind. */
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../harness/model/finding.ts';
import { inShort } from '../approved.ts';
import { indexed, judgeMember, type MemberRule, type MemberRules } from './member-rules.ts';
import { Verdicts } from './verdicts.ts';

const SPEC: MemberRules = {
  rules: [],
  wholeRow: 'WHOLE',
  isEventName: (name) => name === 'A.B',
  nameOf: () => 'an event',
};

function found(
  rule: Partial<MemberRule>,
  value: unknown,
  { spec = SPEC, place = false }: { readonly spec?: MemberRules; readonly place?: boolean } = {},
): readonly Finding[] {
  const verdicts = new Verdicts();
  const event = { value: {}, text: '{}', spawn: 0, line: 1 };
  const full: MemberRule = { row: 'ROW', events: ['*'], at: '/m/n', is: 'string', ...rule };
  const payload = value === undefined ? {} : { m: { n: value } };
  judgeMember(event, full, payload, spec, verdicts, (_, pointer) =>
    place ? { file: pointer, line: 1, column: 1 } : undefined,
  );
  inShort(verdicts.findings());
  return verdicts.findings();
}

const said = (rule: Partial<MemberRule>, value: unknown, spec?: MemberRules): string =>
  [...inShort(found(rule, value, spec === undefined ? {} : { spec }))].join(' ');

const HASH = 'a'.repeat(64);
const KINDS: readonly (readonly [Partial<MemberRule>, good: readonly unknown[], bad: readonly unknown[]])[] = [
  [{ is: 'string' }, ['', 'a', undefined], [1, null, [], {}, true]],
  [{ is: 'number' }, [0, 1.5, -1, undefined], ['1', null, {}]],
  [{ is: 'boolean' }, [true, false, undefined], ['true', 0, null]],
  [{ is: 'integer' }, [0, -1, 7, undefined], [1.5, '1', null]],
  [{ is: 'object' }, [{}, { a: 1 }, undefined], [[], null, 'a', 1]],
  [{ is: 'percentage' }, [0, 100, 50.5, undefined], [-0.1, 100.1, '5', null]],
  [
    { is: 'sha256' },
    [`sha256:${HASH}`, `SHA256:${HASH.toUpperCase()}`, undefined],
    [HASH, `sha256:${HASH}0`, `sha256:${HASH.slice(1)}`, `xsha256:${HASH}`, 1, [`sha256:${HASH}`]],
  ],
  [{ is: 'model-id' }, ['a/b', 'a/b/c', 7, undefined], ['a', '/b', 'a/', 'a b/c', 'a/b c', ' a/b', 'a/b ']],
  [{ is: 'event-name' }, ['A.B', undefined], ['A.C', 7, null]],
  [
    { is: 'absolute-path' },
    ['/a', 'C:\\a', 'c:/a', '\\\\host\\a', '~/a', 7, undefined],
    ['a', './a', 'C:', '1:/a', '~a', 'x/a', 'aC:/b'],
  ],
  [{ is: 'words', words: ['a', 'b'] }, ['a', 'b', undefined], ['c', 'a|b', '', 1, null, ['a']]],
  [{ is: 'words' }, [undefined], ['a']],
  [{ is: 'absent' }, [undefined], [1, null, '']],
  [{ is: 'present' }, [0, '', false, {}], [undefined, null]],
  [{ is: 'integer', least: 1 }, [1, 2, '0', null, undefined], [0, -1, 0.5]],
  [{ is: 'number', least: 0 }, [0, 0.5, undefined], [-1, -0.5]],
];

describe.each(KINDS)('%j', (rule, good, bad) => {
  test('what keeps it and what does not', () => {
    for (const value of good) expect([value, said(rule, value)]).toEqual([value, '+ROW']);
    for (const value of bad) expect([value, said(rule, value)]).toEqual([value, '!ROW']);
  });

  test('what does not stands at its member, and says what is wanted', () => {
    for (const value of bad) {
      expect(found(rule, value, { place: true })).toMatchObject([
        { kind: 'broken', where: { file: '/data/m/n' }, input: '{}' },
      ]);
      const [first] = found(rule, value);
      expect(first).not.toHaveProperty('where');
      expect(first).toHaveProperty('message', expect.stringMatching(/^an event: data\.m\.n is .+; .+/));
      expect(first).toHaveProperty(
        'expected',
        expect.stringMatching(rule.is === 'words' && rule.words === undefined ? /^$/ : /./),
      );
    }
  });
});

test('a count is whole and not negative, which another row says', () => {
  const count = { is: 'integer', whole: true } as const;
  expect(said(count, 3)).toBe('+ROW +WHOLE');
  expect(said(count, 0)).toBe('+ROW +WHOLE');
  expect(said(count, -1)).toBe('!WHOLE +ROW');
  expect(said(count, 1.5)).toBe('!ROW !WHOLE');
  expect(said(count, '3')).toBe('!ROW');
  expect(said(count, undefined)).toBe('+ROW');
  expect(said({ is: 'number', whole: true }, 1.5)).toBe('!WHOLE +ROW');
  expect(said({ is: 'number' }, 1.5)).toBe('+ROW');
  expect(said(count, -1, { rules: [], nameOf: SPEC.nameOf })).toBe('+ROW');
});

test('where a specification names no events, any name is one', () => {
  expect(said({ is: 'event-name' }, 'X', { rules: [], nameOf: SPEC.nameOf })).toBe('+ROW');
});

test('a list of alternatives that was written down is told as what it is', () => {
  const message = (value: unknown): unknown => found({ is: 'words', words: ['a', 'b'] }, value)[0];
  expect(message('a|b')).toMatchObject({ message: expect.stringContaining('pipes') });
  expect(message('c')).toMatchObject({ message: expect.stringContaining('use one of a, b'), expected: 'a, b' });
  expect(message(1)).toMatchObject({ message: expect.stringContaining('use one of a, b') });
});

test('an event is asked for its own rules, and for those of all', () => {
  const rule = (row: string, ...events: readonly string[]): MemberRule => ({ row, events, at: '/a', is: 'string' });
  const of = indexed([rule('1', 'A'), rule('2', '*'), rule('3', 'B', 'A')]);
  const rows = (type: string): readonly string[] => of(type).map(({ row }) => row);
  expect([rows('A'), rows('B'), rows('C'), rows('A')]).toEqual([['1', '2', '3'], ['2', '3'], ['2'], ['1', '2', '3']]);
  expect(of('A')).toBe(of('A'));
  for (let number = 0; number < 1000; number++) of(String(number));
  expect(rows('Z')).toEqual(['2']);
  expect(of('Z')).not.toBe(of('Z'));
  expect(of('A')).toBe(of('A'));
});
