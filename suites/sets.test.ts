import { describe, expect, test } from 'vitest';
import { packageRoot } from '../harness/assets.ts';
import { readPins, setFiles, setRows } from '../scripts/freeze-sets.ts';
import { frozenNow, pinsText, released, setDigest, setText } from '../scripts/sets/freeze.ts';
import { catalogueSpecs } from './catalogue.ts';
import { editionsOf } from './editions.ts';
import { findSet, newestSet, notScored } from './sets.ts';

const editions = catalogueSpecs().flatMap((spec) => editionsOf(spec).map((edition) => ({ spec, edition })));

describe('frozen sets', () => {
  test.each(editions)(
    '$spec $edition: the newest is what the catalogue says; after changing it run `npm run sets`, with `-- --unreleased` before a release',
    (c) => {
      const set = newestSet(c.spec, c.edition);
      expect(set?.requirements).toEqual(setRows(c.spec, c.edition));
    },
  );

  const pins = readPins(packageRoot());
  const files = setFiles(packageRoot());

  test('every set that was ever frozen is there, and none is without a pin', () => {
    expect([...files.keys()].sort()).toEqual(Object.keys(pins).sort());
    expect(pinsText(pins).split('\n')).toHaveLength(files.size + 3);
  });

  test.each(Object.entries(pins))('%s is as it was frozen', (name, pin) => {
    const set = files.get(name);
    if (set === undefined) throw new Error(`${name} is pinned and lies in no file`);
    expect(set.set).toBe(name);
    expect(set.set).toBe(`${set.spec}/${set.edition}@${set.date}`);
    expect(set.digest).toBe(pin.digest);
    expect(setDigest(set.requirements)).toBe(pin.digest);
    expect(JSON.parse(setText(set))).toEqual(set);
    expect(pin.release ?? '0.1.0').toMatch(/^\d+\.\d+\.\d+$/);
    // The package holds what the file says.
    expect(findSet(name)).toEqual(set);
  });

  test('what came later is not scored under an older set', () => {
    const set = newestSet('openhook', '0.1');
    if (set === undefined) throw new Error('no set');
    expect(findSet(set.set)).toEqual(set);
    expect(notScored(set, ['OH-ENV-001', 'OH-ENV-999'])).toEqual(['OH-ENV-999']);
    expect(findSet('openhook/0.1@1999-01-01')).toBeUndefined();
  });
});

describe('freezing', () => {
  const row = { id: 'X-1', keyword: 'MUST', grade: 'fail', level: 'Core' };
  const now = [{ spec: 'x', edition: '1', rows: [row, { ...row, id: 'X-2' }] }];
  const frozen = { spec: 'x', edition: '1', date: '2026-01-01', set: 'x/1@2026-01-01', requirements: [row] };
  const set = { ...frozen, digest: setDigest(frozen.requirements) };
  const pins = { [set.set]: { digest: set.digest } };
  const wish = { today: '2026-02-02', unreleased: false };

  test('writes what changed under a new date, and pins it beside the old one', () => {
    const { write, pins: after } = frozenNow(now, [set], pins, wish);
    expect(write.map((one) => one.set)).toEqual(['x/1@2026-02-02']);
    expect(after).toEqual({ ...pins, 'x/1@2026-02-02': { digest: setDigest(now[0]?.rows ?? []) } });
  });

  test('writes nothing where nothing changed', () => {
    const same = [{ spec: 'x', edition: '1', rows: [row] }];
    expect(frozenNow(same, [set], pins, wish)).toEqual({ write: [], pins });
    expect(frozenNow(same, [set], {}, wish)).toEqual({ write: [], pins });
  });

  test('refuses other content under a pinned name', () => {
    const again = { ...wish, date: set.date };
    expect(() => frozenNow(now, [set], pins, again)).toThrow(/^x\/1@2026-01-01 is frozen: freeze under a new date, or/);
    const edited = { ...set, requirements: [{ ...row, grade: 'warn' }] };
    const asEdited = [{ spec: 'x', edition: '1', rows: edited.requirements }];
    const hidden = { ...edited, digest: setDigest(edited.requirements) };
    expect(() => frozenNow(asEdited, [hidden], pins, again)).toThrow(/is frozen/);
    // The file is gone; its name is not free for that.
    expect(() => frozenNow(now, [], pins, again)).toThrow(/is frozen/);
  });

  test('renews a set under its own name when asked, until a release holds it', () => {
    const renew = { ...wish, unreleased: true };
    const { write, pins: after } = frozenNow(now, [set], pins, renew);
    expect(write.map((one) => one.set)).toEqual([set.set]);
    expect(after).toEqual({ [set.set]: { digest: setDigest(now[0]?.rows ?? []) } });
    const out = released(pins, '0.1.0');
    expect(out).toEqual({ [set.set]: { digest: set.digest, release: '0.1.0' } });
    expect(released(out, '0.2.0')).toEqual(out);
    expect(() => frozenNow(now, [set], out, renew)).toThrow(
      'x/1@2026-01-01 is frozen since release 0.1.0: freeze under a new date',
    );
    expect(frozenNow(now, [set], out, wish).write.map((one) => one.set)).toEqual(['x/1@2026-02-02']);
  });

  test('refuses a date before the newest set', () => {
    expect(() => frozenNow(now, [set], pins, { ...wish, date: '2025-12-31' })).toThrow(
      /would be older than x\/1@2026-01-01/,
    );
  });
});
