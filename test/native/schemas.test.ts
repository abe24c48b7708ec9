import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadCorpus } from '../../harness/run/corpus.ts';
import { nativeSchemas } from '../../scripts/native/all.ts';
import type { Tools } from '../../scripts/native/compile.ts';
import { VENDORS } from '../../vendors/slugs.ts';
import { eventNames, vendor } from '../../vendors/vendor.ts';
import { payloadSchemaOf, refusals, root, schema } from './ajv.ts';

const corpus = await loadCorpus(VENDORS, { variants: true });

test('the schemas are what the vendors’ tables say (npx tsx scripts/generate-native-schemas.ts)', () => {
  const wanted = nativeSchemas(root);
  for (const [file, text] of wanted) {
    const path = join(root, file);
    expect([file, existsSync(path) ? readFileSync(path, 'utf8') : 'missing']).toEqual([file, text]);
  }
  const present = readdirSync(join(root, 'schemas/native'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.schema.json'))
    .map((file) => `schemas/native/${file}`);
  expect(present.filter((file) => !wanted.has(file))).toEqual([]);
});

describe.each(VENDORS)('%s', (slug) => {
  const fixtures = corpus.fixtures(slug);

  test('every fixture is a fixture, and its payload is what the schema of its event says', () => {
    const form = schema('hookconf/fixture');
    for (const { name, ...stored } of fixtures) {
      expect([name, refusals(form, stored)]).toEqual([name, '']);
      expect([name, stored.vendor]).toEqual([name, slug]);
      const said = stored.stdin === undefined ? '' : refusals(payloadSchemaOf(slug, stored.event), stored.stdin);
      expect([name, said]).toEqual([name, '']);
    }
  });

  test('every event with a schema has a fixture', () => {
    const covered = new Set(fixtures.map((fixture) => fixture.event));
    expect(eventNames(slug).filter((event) => !covered.has(event))).toEqual([]);
  });

  test('what is called recorded says when, with which version, doing what, and in which session', () => {
    for (const one of fixtures.filter((fixture) => fixture.how === 'recorded')) {
      const facts = [one.vendor_version, one.date, one.scenario, one.session, one.seq];
      expect([one.name, facts.includes(null)]).toEqual([one.name, false]);
    }
  });

  test('what was recorded is, byte for byte, what the vendor sent', () => {
    for (const one of fixtures) {
      const { digest } = one;
      const whole = one.how === 'recorded' && !one.source.includes('was cut out');
      expect([one.name, digest !== undefined]).toEqual([one.name, whole]);
      if (digest === undefined) continue;
      const text = JSON.stringify(one.stdin) + (digest.newline ? '\n' : '');
      const told = { sha256: createHash('sha256').update(text).digest('hex'), bytes: Buffer.byteLength(text) };
      expect([one.name, digest]).toEqual([one.name, { ...told, newline: vendor(slug).newline }]);
    }
  });

  test('every tool that it is known to have has a shape, or is said to be known by its name alone', () => {
    const file = join(root, 'vendors', slug, 'tools.yaml');
    const { tools = {}, unknown = [] } = existsSync(file) ? (parse(readFileSync(file, 'utf8')) as Partial<Tools>) : {};
    const names = Object.keys(vendor(slug).tools);
    expect(names.filter((name) => !Object.hasOwn(tools, name)).sort()).toEqual([...unknown].sort());
  });

  test('within a session every place is taken once', () => {
    const places = fixtures.flatMap(({ session, seq }) => (session === null ? [] : [`${session} ${seq}`]));
    expect(new Set(places).size).toBe(places.length);
  });
});

test('a recorded claim without version, date or scenario is refused', () => {
  const [sample] = corpus.fixtures('claude-code');
  const { name: _, ...stored } = sample ?? { name: '' };
  const form = schema('hookconf/fixture');
  for (const member of ['vendor_version', 'date', 'scenario']) {
    expect(refusals(form, { ...stored, [member]: null })).toContain(member);
  }
  expect(refusals(form, { ...stored, how: 'seen' })).toContain('/how');
  expect(refusals(form, { ...stored, raw: 'AA==' })).toContain('exactly one');
});
