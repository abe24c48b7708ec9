import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ADDS,
  EFFECTS,
  FIXTURE_HOWS,
  GRADES,
  KEYWORDS,
  POSTURES,
  PROVENANCES,
  ROLES,
  VERDICTS,
} from '../harness/model/words.ts';

const text = readFileSync(join(import.meta.dirname, '../docs/glossary.md'), 'utf8');
const defined = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, word]) => word ?? '');

test.each([
  ...new Set([
    ...ROLES,
    ...VERDICTS,
    ...GRADES,
    ...KEYWORDS,
    ...EFFECTS,
    ...ADDS,
    ...PROVENANCES,
    ...FIXTURE_HOWS,
    ...POSTURES,
  ]),
])('the glossary says what %s means', (word) => {
  expect(defined).toContain(word);
});

test('the glossary defines each word once', () => {
  expect(defined.filter((word, index) => defined.indexOf(word) !== index)).toEqual([]);
});
