/** Whoever reads a schema of ours, or hovers over a member in an editor, is told what the member is for. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSchemas } from '../../scripts/build/schema-sources.ts';
import { isObject } from '../model/json.ts';

const sources = readSchemas(join(import.meta.dirname, '../..')).filter(({ name }) => !name.startsWith('native/'));
const byId = new Map(sources.map(({ id, schema }) => [id, schema as unknown]));

/** Keywords below which a member is only restricted; the place that introduces it describes it. */
const RESTRICTING = new Set(['if', 'then', 'else', 'not', 'allOf', 'anyOf', 'oneOf', 'x-advice']);
const DATA = new Set(['const', 'enum', 'default', 'examples', 'x-requirements']);

function resolved(id: string, reference: string): { readonly id: string; readonly schema: unknown } {
  const url = new URL(reference, id);
  const pointer = decodeURIComponent(url.hash.slice(1));
  url.hash = '';
  const schema = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), byId.get(url.href));
  return { id: url.href, schema };
}

/** True where the schema of a member, or what it refers to, has a description. */
function isDescribed(id: string, schema: unknown): boolean {
  if (!isObject(schema)) return schema === false;
  if (typeof schema.description === 'string' && schema.description.trim() !== '') return true;
  if (typeof schema.$ref !== 'string') return false;
  const target = resolved(id, schema.$ref);
  return isDescribed(target.id, target.schema);
}

function bare(id: string, schema: unknown, at = ''): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((item, index) => bare(id, item, `${at}/${index}`));
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (RESTRICTING.has(keyword) || DATA.has(keyword)) return [];
    const here = `${at}/${keyword}`;
    if (!isObject(value) || !['properties', 'patternProperties', '$defs'].includes(keyword))
      return bare(id, value, here);
    return Object.entries(value).flatMap(([name, member]) => {
      const own = keyword === '$defs' || isDescribed(id, member) ? [] : [`${id}#${here}/${name}`];
      return [...own, ...bare(id, member, `${here}/${name}`)];
    });
  });
}

test('every member of every schema of ours has a description', () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.flatMap(({ id, schema }) => bare(id, schema))).toEqual([]);
});

test('a member without one is found, at any depth and behind references', () => {
  const id = 'https://hookconf.dev/schemas/hookconf/sample.schema.json';
  const schema = {
    properties: {
      told: { description: 'Told.', items: { properties: { inner: { type: 'string' } } } },
      refers: { $ref: '#/$defs/bare' },
    },
    $defs: { bare: { type: 'string' } },
  };
  byId.set(id, schema);
  expect(bare(id, schema)).toEqual([`${id}#/properties/told/items/properties/inner`, `${id}#/properties/refers`]);
});
