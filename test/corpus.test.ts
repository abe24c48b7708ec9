import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registerSchema, validate as validateByHyperjump } from '@hyperjump/json-schema/draft-2020-12';
import { beforeAll, describe, expect, test } from 'vitest';
import { at, isObject } from '../harness/model/json.ts';
import { preloadValidators, validateWith } from '../harness/validate/compiled.ts';
import { kinds } from '../harness/validate/kinds.ts';
import { readSchemas } from '../scripts/build/schema-sources.ts';
import { type InvalidFile, readCorpus, SPECS, type ValidFile } from '../scripts/corpus/corpus.ts';
import { IMPLIED, rejectingKeywords, withoutMember } from '../scripts/corpus/keywords.ts';
import { findRequirement } from '../suites/catalogue.ts';

const root = join(import.meta.dirname, '..');
const sources = readSchemas(root).filter(({ name }) => SPECS.some((spec) => name.startsWith(`${spec}/`)));
const valid = readCorpus<ValidFile>(root, 'valid');
const invalid = readCorpus<InvalidFile>(root, 'invalid');
const BASE = 'https://hookconf.dev/schemas/';

/** A keyword as failures tell it: file and pointer; of `required` without the member. */
function place(schema: string, breaks: string): string {
  const url = decodeURI(new URL(breaks, `${BASE}${schema}.schema.json`).href);
  return withoutMember(url.slice(BASE.length));
}

function parent(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

beforeAll(async () => {
  await preloadValidators([...new Set([...valid, ...invalid].map(({ schema }) => schema))]);
  for (const { schema, id } of sources) registerSchema(structuredClone(schema) as never, id);
});

test('every folder of schemas has a corpus, but for what vendors send, which test/native-keywords.test.ts breaks', () => {
  const folders = new Set(readSchemas(root).map(({ name }) => name.slice(0, name.indexOf('/'))));
  expect([...folders].sort()).toEqual([...SPECS, 'native'].sort());
});

test('every schema has documents that it accepts', () => {
  const covered = new Set(valid.filter(({ documents }) => documents.length > 0).map(({ schema }) => schema));
  expect(sources.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
});

test('every keyword that can reject has a document that it alone rejects', () => {
  const covered = new Set(
    invalid.flatMap(({ schema, documents }) =>
      documents.map(({ breaks }) => new URL(breaks, `${BASE}${schema}.schema.json`).href),
    ),
  );
  const wanted = sources.flatMap(({ id, schema }) =>
    rejectingKeywords(schema).map((pointer) => new URL(pointer, id).href),
  );
  expect(wanted.length).toBeGreaterThan(2000);
  const implied = (keyword: string): boolean => IMPLIED.some((one) => keyword.endsWith(one));
  expect(wanted.filter((keyword) => !covered.has(keyword) && !implied(keyword))).toEqual([]);
});

describe.each(valid)('$schema accepts', ({ schema, documents }) => {
  test.each(documents)('$name', ({ document }) => {
    expect(validateWith(schema, document)).toEqual([]);
  });
});

describe.each(invalid)('$schema rejects', ({ schema, documents }) => {
  test.each(documents)('$name', ({ document, breaks, at }) => {
    const issues = validateWith(schema, document);
    const keyword = place(schema, breaks);
    expect(issues.some(({ schemaPointer, pointer }) => schemaPointer === keyword && pointer === at)).toBe(true);
    // The type beside an enum, and one keyword that two schemas say of one value, are one reason.
    const name = keyword.slice(keyword.lastIndexOf('/') + 1);
    for (const issue of issues) {
      expect(issue.pointer).toBe(at);
      expect(issue.keyword === name || parent(issue.schemaPointer) === parent(keyword)).toBe(true);
    }
  });
});

test('a second validator agrees on every document, formats apart', async () => {
  const disagreements: string[] = [];
  for (const { schema, documents } of valid) {
    for (const { name, document } of documents) {
      const { valid: accepted } = await validateByHyperjump(`${BASE}${schema}.schema.json`, document as never);
      if (!accepted) disagreements.push(`${schema} accepts ${name}`);
    }
  }
  for (const { schema, documents } of invalid) {
    for (const { name, document, breaks } of documents) {
      const { valid: accepted } = await validateByHyperjump(`${BASE}${schema}.schema.json`, document as never);
      if (accepted !== breaks.endsWith('/format')) disagreements.push(`${schema} rejects ${name}`);
    }
  }
  expect(disagreements).toEqual([]);
});

/** All values of a keyword, wherever it stands in a schema. */
function valuesOf(schema: unknown, keyword: string): unknown[] {
  if (Array.isArray(schema)) return schema.flatMap((item) => valuesOf(item, keyword));
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === keyword ? [value] : key === 'examples' || key === 'enum' ? [] : valuesOf(value, keyword),
  );
}

test('every requirement that a schema names is in the catalogue', () => {
  const named = readSchemas(root).flatMap(({ schema }) =>
    valuesOf(schema, 'x-requirements').flatMap((map) =>
      Object.values(map as object).flatMap((entry) =>
        typeof entry === 'string' ? [entry] : Object.values(entry as object),
      ),
    ),
  );
  expect(named.length).toBeGreaterThan(300);
  expect([...new Set(named.map(String))].filter((id) => findRequirement(id) === undefined)).toEqual([]);
});

/** Schemas of forms that a specification only shows or allows; their requirements are information. */
const INFORMATION = new Set([
  'agent-hooks/0.1.0/batch',
  'agent-hooks/0.1.0/cloudevent',
  'agent-hooks/0.1.0/wildcard',
  'base-coat/1/legacy-hooks',
]);

test('a schema rejects only what the catalogue fails; what it warns about is advice', () => {
  const lenient: string[] = [];
  for (const { name, schema } of sources) {
    if (INFORMATION.has(name)) continue;
    for (const pointer of rejectingKeywords(schema)) {
      const [, object = '', keyword = '', member] = /^#(.*)\/(required(?=\/)|[^/]+)(?:\/([^/]+))?$/.exec(pointer) ?? [];
      const holder = at(schema, object);
      const named = isObject(holder) && isObject(holder['x-requirements']) ? holder['x-requirements'] : {};
      const entry = named[keyword] ?? named['*'];
      const id = isObject(entry) ? entry[member ?? ''] : entry;
      if (typeof id === 'string' && findRequirement(id)?.grade !== 'fail') lenient.push(`${name}${pointer} ${id}`);
    }
  }
  expect(lenient).toEqual([]);
});

test('every kind of document has its schema, and its requirements are in the catalogue', () => {
  const names = new Set(readSchemas(root).map(({ name }) => name));
  for (const kind of kinds()) {
    for (const schema of Object.values(kind.editions)) expect(names, `${kind.spec} ${kind.kind}`).toContain(schema);
    const ids = [kind.broken, ...(kind.names ?? []).flatMap((rule) => [rule.unknown, rule.case])];
    for (const id of ids) if (id !== undefined) expect(findRequirement(id), id).toBeDefined();
  }
});

test('the envelope of Agent Hooks has the constraints that are published, keyword for keyword', () => {
  const published = JSON.parse(readFileSync(join(root, 'fixtures/agent-hooks/published-constraints.json'), 'utf8')) as {
    readonly constraints: readonly (readonly [string, unknown])[];
  };
  const envelope = sources.find(({ name }) => name === 'agent-hooks/0.1.0/event');
  const found: [string, unknown][] = [];
  const ANNOTATIONS = new Set([
    '$schema',
    '$id',
    'title',
    'description',
    'examples',
    'x-requirements',
    'x-advice',
    'x-hints',
  ]);
  const walk = (schema: Record<string, unknown>, pointer: string): void => {
    for (const [keyword, value] of Object.entries(schema)) {
      if (ANNOTATIONS.has(keyword)) continue;
      if ((keyword === 'properties' || keyword === '$defs') && isObject(value)) {
        for (const [name, member] of Object.entries(value))
          if (isObject(member)) walk(member, `${pointer}/${keyword}/${name}`);
      } else if (keyword === 'items' && isObject(value)) walk(value, `${pointer}/items`);
      else found.push([`${pointer}/${keyword}`, value]);
    }
  };
  walk(envelope?.schema ?? {}, '#');
  const sorted = (list: readonly (readonly [string, unknown])[]): unknown[] =>
    [...list].sort(([a], [b]) => (a < b ? -1 : 1));
  expect(sorted(found)).toEqual(sorted(published.constraints));
});

test('every schema of the formats has an example, and accepts its examples', () => {
  const wrong = sources
    .filter(({ name }) => !name.startsWith('hookconf/'))
    .flatMap(({ name, schema }) => {
      const examples = Array.isArray(schema['examples']) ? schema['examples'] : [];
      if (examples.length === 0) return [`${name} has none`];
      return examples.flatMap((example) => validateWith(name, example).map(({ message }) => `${name}: ${message}`));
    });
  expect(wrong).toEqual([]);
});
