import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isObject } from '../../harness/model/json.ts';
import { FIXTURE_HOWS } from '../../harness/model/words.ts';
import { loadCorpus } from '../../harness/run/corpus.ts';
import { answerProvenance, statedProvenance, toolProvenance } from '../../scripts/native/provenance.ts';
import type { Contract } from '../../vendors/contract.ts';
import { readToolsSchema } from '../../vendors/payload-schema.ts';
import { VENDORS } from '../../vendors/slugs.ts';
import { vendor } from '../../vendors/vendor.ts';
import { root } from './ajv.ts';

const corpus = await loadCorpus(VENDORS);
const folder = join(root, 'schemas/native');
const schemas = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.schema.json'))
  .map((file) => file.replaceAll('\\', '/'));

const HOWS: readonly string[] = [...FIXTURE_HOWS.filter((how) => how !== 'synthetic'), 'unknown'];

/** What is wrong with what a schema says of where it comes from; empty: nothing. */
function wrong(provenance: unknown): string {
  if (!isObject(provenance)) return 'it says nothing';
  const { how, versions, source } = provenance;
  if (typeof how !== 'string' || !HOWS.includes(how)) return `how is ${String(how)}`;
  if (!Array.isArray(versions) || versions.some((one) => typeof one !== 'string'))
    return 'versions is no list of names';
  if (versions.length === 0 && how !== 'unknown') return 'it names no version';
  return source === undefined || (typeof source === 'string' && source !== '') ? '' : 'source is no text';
}

describe.each(VENDORS)('%s', (slug) => {
  const own = schemas.filter((file) => file.startsWith(`${slug}/`));

  test('every schema says with which versions it was seen and how, and claims no recording that there is not', () => {
    expect(own.length).toBeGreaterThan(0);
    const recorded = corpus.fixtures(slug).some((fixture) => fixture.how === 'recorded');
    for (const file of own) {
      const { 'x-provenance': provenance } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
        'x-provenance'?: { how?: string };
      };
      expect([file, wrong(provenance)]).toEqual([file, '']);
      expect([file, provenance?.how === 'recorded' && !recorded]).toEqual([file, false]);
    }
  });

  test('every tool says it too: a payload of the corpus calls it, or it says where its members were read', () => {
    for (const [name, tool] of Object.entries(readToolsSchema(slug)?.properties ?? {})) {
      const { 'x-provenance': provenance } = tool as { 'x-provenance'?: { source?: string } };
      expect([name, wrong(provenance)]).toEqual([name, '']);
      const called = corpus.fixtures(slug).some(({ how, stdin }) => {
        return how !== 'synthetic' && JSON.stringify(stdin).includes(JSON.stringify(name));
      });
      expect([name, called || provenance?.source !== undefined]).toEqual([name, true]);
    }
  });
});

describe('what is made of the data', () => {
  const contract = {
    version: '1',
    rules: [
      { id: 'deny', when: { form: 'object' }, why: '' },
      { id: 'exit', when: { exit: 2 }, why: '' },
      { id: 'either', when: { any: [{ has: { '/a': 1 } }] }, why: '' },
    ],
    additions: [],
  } as unknown as Contract;

  test('an answer is recorded only on events on which the program was seen to read JSON', () => {
    const seen = { deny: ['A'], exit: ['B'], either: ['C'] };
    const how = (event: string): string => answerProvenance(contract, seen, event).how;
    expect(['A', 'B', 'C', 'D'].map(how)).toEqual(['recorded', 'documented', 'recorded', 'documented']);
  });

  test('a tool that no payload calls is documented, with its source', () => {
    const facts = vendor('cursor');
    expect(toolProvenance(facts, { input: {}, source: 'a page' }, [])).toEqual({
      how: 'documented',
      versions: facts.versions,
      source: 'a page',
    });
  });

  test('a data file that does not say how it is known is refused', () => {
    for (const seen of [
      undefined,
      {},
      { how: 'documented', versions: [], source: 'x' },
      { how: 'documented', versions: ['1'] },
    ])
      expect(() => statedProvenance(seen, 'a.yaml')).toThrow('a.yaml: seen needs');
  });
});
