import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
import { loadCorpus } from '../harness/run/corpus.ts';
import { preloadValidators, validateWith } from '../harness/validate/compiled.ts';
import { readSchemas } from '../scripts/build/schema-sources.ts';
import { brokenAt } from '../scripts/corpus/break.ts';
import { rejectingKeywords } from '../scripts/corpus/keywords.ts';
import { Maximal } from '../scripts/corpus/maximal.ts';
import { sitesOf } from '../scripts/corpus/sites.ts';
import { schemaName } from '../vendors/payload-schema.ts';
import { VENDORS } from '../vendors/slugs.ts';
import { nativeEventOf } from '../vendors/vendor.ts';

/**
 * The schemas of what vendors send have some six thousand keywords, too many for documents of their own: the documents that
 * break them are made here, from the recorded payloads and from one document a schema that has every member.
 */
const sources = readSchemas(join(import.meta.dirname, '..'));
const native = sources.filter(({ name }) => name.startsWith('native/'));
const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
const recorded = new Map<string, unknown[]>();

/** A union above them rejects the same documents, whatever else is wrong. */
const IMPLIED = [
  'native/copilot-cli/camelCase/postToolUse#/properties/sessionId/type',
  'native/copilot-cli/camelCase/preToolUse#/properties/sessionId/type',
  'native/copilot-cloud-agent/camelCase/postToolUse#/properties/sessionId/type',
  'native/copilot-cloud-agent/camelCase/preToolUse#/properties/sessionId/type',
  'native/copilot-cli/config#/$defs/entry/anyOf',
  'native/vs-code-copilot/config#/$defs/entry/anyOf',
];

beforeAll(async () => {
  await preloadValidators(native.map(({ name }) => name));
  const corpus = await loadCorpus(VENDORS);
  for (const fixture of VENDORS.flatMap((vendor) => corpus.fixtures(vendor))) {
    const name = schemaName(fixture.vendor, fixture.event, nativeEventOf(fixture.vendor, fixture.event));
    const before = recorded.get(name) ?? [];
    if (before.length < 6 && fixture.stdin !== undefined) recorded.set(name, [...before, fixture.stdin]);
  }
});

test('every keyword of the native schemas that can reject does reject something, at the place that is wrong', () => {
  const maximal = new Maximal(sources, ajv);
  const silent: string[] = [];
  let wanted = 0;
  for (const source of native) {
    const found = new Set<string>();
    for (const document of [...maximal.documents(source), ...(recorded.get(source.name) ?? [])]) {
      if (validateWith(source.name, document).length > 0) continue;
      for (const site of sitesOf(source.schema, document, ajv, () => undefined)) {
        for (const broken of brokenAt(document, site)) {
          if (found.has(broken.keyword)) continue;
          const issues = validateWith(source.name, broken.document);
          const keyword = source.file + broken.keyword.replace(/(\/required)\/.*$/, '$1');
          const there = issues.every(({ pointer }) => pointer === broken.pointer);
          if (there && issues.some(({ schemaPointer }) => schemaPointer === keyword)) found.add(broken.keyword);
        }
      }
    }
    const keywords = rejectingKeywords(source.schema);
    wanted += keywords.length;
    silent.push(...keywords.filter((keyword) => !found.has(keyword)).map((keyword) => source.name + keyword));
  }
  expect(wanted).toBeGreaterThan(5000);
  expect(silent.filter((keyword) => !IMPLIED.includes(keyword))).toEqual([]);
});
