import { expect, test } from 'vitest';
import { at } from '../harness/model/json.ts';

test.each([
  ['', { a: 1 }, { a: 1 }],
  ['/a/1', { a: [1, 2] }, 2],
  ['/a~1b/~0', { 'a/b': { '~': 3 } }, 3],
  ['/a/01', { a: [1, 2] }, undefined],
  ['/toString', {}, undefined],
])('%s points at the right value', (pointer, document, expected) => {
  expect(at(document, pointer)).toEqual(expected);
});
