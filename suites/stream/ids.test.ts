import { expect, test } from 'vitest';
import { comparableId, identified } from './ids.ts';

test('an id that is none identifies nothing', () => {
  for (const id of [undefined, null, 7, '', {}]) expect(identified(id, 'an event')).toEqual([]);
  expect(identified('a', 'an event')).toEqual([['a', 'an event']]);
});

test('a UUID is the same in capitals, any other id is not', () => {
  const uuid = '550e8400-e29b-41d4-a716-446655440000';
  expect(comparableId(uuid.toUpperCase())).toBe(uuid);
  for (const id of ['Run-1', `X${uuid.toUpperCase()}`, `${uuid.toUpperCase()}X`]) expect(comparableId(id)).toBe(id);
});
