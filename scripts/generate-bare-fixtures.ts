/**
 * Writes fixtures/native/<vendor>/variants/: for every event one payload without its optional members and one with them empty
 * (native/variants.ts), where no fixture shows that already. `npm run generate`; test/native/variants.test.ts holds the files
 * to what they are made of.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Corpus, Fixture } from '../harness/model/corpus.ts';
import type { JsonValue } from '../harness/model/json.ts';
import { loadCorpus } from '../harness/run/corpus.ts';
import { shapeOf } from '../suites/feed.ts';
import { schemaName } from '../vendors/payload-schema.ts';
import { sensitivePatterns } from '../vendors/sensitive.ts';
import { VENDORS } from '../vendors/slugs.ts';
import { eventNames, nativeEventOf } from '../vendors/vendor.ts';
import type { PayloadSchema } from '../vendors/walk-schema.ts';
import { furthest, withEmpty, withoutOptional } from './native/variants.ts';

function schemaOf(root: string, slug: string, event: string): PayloadSchema {
  const name = schemaName(slug, event, nativeEventOf(slug, event));
  return JSON.parse(readFileSync(join(root, 'schemas', `${name}.schema.json`), 'utf8')) as PayloadSchema;
}

/** Kinds of sensitive texts that are what was said or came back, and may be nothing. */
const CONTENTS = new Set(['prompt', 'tool-result', 'transcript']);

function derived(base: Fixture, payload: unknown, what: string): Omit<Fixture, 'name'> {
  return {
    vendor: base.vendor,
    vendor_version: base.vendor_version,
    event: base.event,
    how: 'synthetic',
    date: null,
    source: `scripts/generate-bare-fixtures.ts, made of ${base.name}`,
    scenario: `optional members ${what}`,
    session: null,
    seq: null,
    delivery: base.delivery,
    stdin: payload as JsonValue,
    env: base.env,
  };
}

/** The text of every variant, by its path below the package root. */
export function variants(root: string, corpus: Corpus): Map<string, string> {
  const files = new Map<string, string>();
  for (const slug of VENDORS) {
    for (const event of eventNames(slug)) {
      const schema = schemaOf(root, slug, event);
      const bases = corpus
        .fixtures(slug)
        .filter((one) => one.event === event && one.how !== 'synthetic' && one.stdin !== undefined);
      const contents = new Set(
        sensitivePatterns(slug, event).flatMap(([kind, pattern]) => (CONTENTS.has(kind) ? [pattern] : [])),
      );
      const shown = new Set(bases.map((one) => shapeOf(one.stdin)));
      const add = (found: { readonly base: Fixture; readonly payload: unknown } | undefined, what: string): void => {
        if (found === undefined || (what === 'absent' && shown.has(shapeOf(found.payload)))) return;
        const stem = found.base.name.slice(slug.length + 1);
        const text = `${JSON.stringify(derived(found.base, found.payload, what), null, 2)}\n`;
        files.set(`fixtures/native/${slug}/variants/${stem}-${what}.json`, text);
      };
      add(
        furthest(bases, (base) => withoutOptional(base.stdin, schema), schema),
        'absent',
      );
      add(
        furthest(bases, (base) => withEmpty(base.stdin, schema, (pointer) => contents.has(pointer)), schema),
        'empty',
      );
    }
  }
  return files;
}

if (process.argv[1]?.endsWith('generate-bare-fixtures.ts') === true) {
  const root = join(import.meta.dirname, '..');
  const files = variants(root, await loadCorpus(VENDORS));
  for (const slug of VENDORS) {
    const folder = `fixtures/native/${slug}/variants`;
    mkdirSync(join(root, folder), { recursive: true });
    for (const file of readdirSync(join(root, folder)))
      if (!files.has(`${folder}/${file}`)) rmSync(join(root, folder, file));
  }
  for (const [file, text] of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}
