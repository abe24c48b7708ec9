import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadCorpus } from '../../harness/run/corpus.ts';
import { variants } from '../../scripts/generate-bare-fixtures.ts';
import { shapeOf } from '../../suites/feed.ts';
import { checkPayload } from '../../vendors/check-payload.ts';
import { VENDORS } from '../../vendors/slugs.ts';
import { root } from './ajv.ts';

const corpus = await loadCorpus(VENDORS);
const whole = await loadCorpus(VENDORS, { variants: true });

test('the variants are what their fixtures and schemas give (npm run generate)', () => {
  const wanted = variants(root, corpus);
  for (const [file, text] of wanted) expect([file, readFileSync(join(root, file), 'utf8')]).toEqual([file, text]);
  const present = VENDORS.flatMap((slug) =>
    readdirSync(join(root, 'fixtures/native', slug, 'variants')).map(
      (file) => `fixtures/native/${slug}/variants/${file}`,
    ),
  );
  expect(present.filter((file) => !wanted.has(file))).toEqual([]);
});

describe.each(VENDORS)('%s', (slug) => {
  const made = whole.fixtures(slug).filter((one) => !corpus.fixtures(slug).some((other) => other.name === one.name));

  test('every variant is made for tests, is its event’s payload, and is none that was there', () => {
    expect(made.length).toBeGreaterThan(0);
    for (const one of made) {
      expect([one.name, one.how, one.date, one.session]).toEqual([one.name, 'synthetic', null, null]);
      expect([one.name, checkPayload(one.stdin, { vendor: slug, event: one.event }).errors]).toEqual([one.name, []]);
      const same = corpus.fixtures(slug).filter((other) => other.event === one.event);
      const shown =
        one.scenario === 'optional members absent'
          ? same.some((other) => shapeOf(other.stdin) === shapeOf(one.stdin))
          : same.some((other) => JSON.stringify(other.stdin) === JSON.stringify(one.stdin));
      expect([one.name, shown]).toEqual([one.name, false]);
    }
  });

  test('of an event there are at most two', () => {
    for (const event of new Set(made.map((one) => one.event)))
      expect([event, made.filter((one) => one.event === event).length <= 2]).toEqual([event, true]);
  });
});

test('a run is fed none of them unless it asks for everything', () => {
  const names = VENDORS.flatMap((slug) => corpus.fixtures(slug)).map(({ name }) => name);
  expect(names.filter((name) => name.includes('/variants/'))).toEqual([]);
});
