import { describe, expect, test } from 'vitest';
import { setDigest, setRows, setText } from '../scripts/freeze-sets.ts';
import { catalogueSpecs } from './catalogue.ts';
import { editionsOf } from './editions.ts';
import { findSet, newestSet, notScored, setsOf } from './sets.ts';

const editions = catalogueSpecs().flatMap((spec) => editionsOf(spec).map((edition) => ({ spec, edition })));

describe('frozen sets', () => {
  test.each(editions)(
    '$spec $edition: the newest is what the catalogue says; run `npm run sets` after changing it',
    (c) => {
      const set = newestSet(c.spec, c.edition);
      expect(set?.requirements).toEqual(setRows(c.spec, c.edition));
    },
  );

  test.each(editions)('$spec $edition: no set was changed after it was frozen', ({ spec, edition }) => {
    for (const set of setsOf(spec, edition)) {
      expect(set.set).toBe(`${spec}/${edition}@${set.date}`);
      expect(setDigest(set.requirements), set.set).toBe(set.digest);
      expect(JSON.parse(setText(set))).toEqual(set);
    }
  });

  test('what came later is not scored under an older set', () => {
    const set = newestSet('openhook', '0.1');
    if (set === undefined) throw new Error('no set');
    expect(findSet(set.set)).toEqual(set);
    expect(notScored(set, ['OH-ENV-001', 'OH-ENV-999'])).toEqual(['OH-ENV-999']);
    expect(findSet('openhook/0.1@1999-01-01')).toBeUndefined();
  });
});
