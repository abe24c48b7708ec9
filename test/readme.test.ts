import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadCorpus } from '../harness/run/corpus.ts';
import { catalogueSpecs, loadRequirements } from '../suites/catalogue.ts';
import { VENDORS } from '../vendors/slugs.ts';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');

test('the numbers of the corpus are what the corpus holds', async () => {
  const corpus = await loadCorpus(VENDORS, { variants: true });
  const all = VENDORS.flatMap((vendor) => corpus.fixtures(vendor));
  const recorded = all.filter((fixture) => fixture.how === 'recorded');
  expect(readme).toContain(`${all.length} native payloads of fifteen vendors, ${recorded.length} of them recorded`);
  expect(changelog).toContain(`${all.length} native payloads`);
});

test('the number of requirements is what the catalogues of the five specifications hold', () => {
  const five = ['agent-hooks', 'hook-interchange', 'openhook', 'agent-payloads', 'base-coat'];
  expect(catalogueSpecs()).toEqual(expect.arrayContaining(five));
  expect(changelog).toContain(`${five.reduce((sum, spec) => sum + loadRequirements(spec).length, 0)} requirements`);
});

test('docs/architecture.md names every folder that there is, and no other', () => {
  const table = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const named = table.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`([\w./<>-]+)`/g)].map(([, name]) => name ?? ''),
  );
  const missing = named.filter((name) => !name.includes('<') && !existsSync(join(root, name)));
  expect(missing).toEqual([]);
  const folders = (below: string): string[] =>
    readdirSync(join(root, below), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^\.|^(?:node_modules|dist|docs)$/.test(entry.name))
      .map(({ name }) => `${below}${name}/`);
  const unnamed = [...folders(''), ...folders('harness/')].filter((name) => !named.some((one) => one.startsWith(name)));
  expect(unnamed).toEqual([]);
});
