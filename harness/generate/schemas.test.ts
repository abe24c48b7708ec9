/** What is generated for our own schemas, held to a second opinion: another program, the same schemas. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../assets.ts';
import { boundaryArbitrary, EXTREME_NAMES } from './boundary.ts';
import { brokenArbitrary } from './broken.ts';
import { samples } from './samples.ts';
import { SchemaStore } from './schema-store.ts';
import { validArbitrary } from './valid.ts';

const store = SchemaStore.fromFolder(`${packageRoot()}/schemas`);
const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
addFormats.default(ajv);
for (const format of ['re2', 'any-regex', 'iso-8601-date-time']) ajv.addFormat(format, true);
for (const id of store.ids) ajv.addSchema(store.get(id).schema as object);

/** Of each folder the first, and those that have everything. */
const CHOSEN = store.ids.filter((id, index, all) => {
  const folder = (name: string | undefined): string => name?.split('/').slice(0, -1).join('/') ?? '';
  if (id.endsWith('/common.schema.json')) return false; // Definitions only: it describes nothing by itself.
  const rim = folder(all[index - 1]) !== folder(id);
  return rim || /typed-event|manifest|post-tool-use\.|report\.|discovery/.test(id);
});

describe.each(CHOSEN)('%s', (id) => {
  const validate = ajv.getSchema(id);
  const root = store.get(id);

  test('valid, boundary and broken values are what they are called', () => {
    for (const value of samples(validArbitrary(store, root), 1, 5)) {
      expect(validate?.(value), JSON.stringify([validate?.errors?.[0], value])).toBe(true);
    }
    for (const { value, what } of samples(boundaryArbitrary(store, root), 2, 5)) {
      expect(validate?.(value), `${what} ${JSON.stringify(validate?.errors?.[0])}`).toBe(true);
    }
    for (const { value, keyword, pointer } of samples(brokenArbitrary(store, root), 3, 8)) {
      expect(validate?.(value), `${keyword} at ${pointer}`).toBe(false);
      expect(validate?.errors?.map((error) => error.keyword)).toContain(keyword);
    }
  });
});

test('every extreme is reached, and a schema that forbids one gets none', () => {
  const open = {
    base: 'https://x.test/s',
    schema: {
      type: 'object',
      properties: { text: { type: 'string' }, n: { type: 'number' }, list: { type: 'array', minItems: 0 } },
    },
  };
  const seen = new Set(samples(boundaryArbitrary(store, open), 5, 600).map(({ what }) => what));
  expect(EXTREME_NAMES.filter((name) => !seen.has(name))).toEqual([]);
});
