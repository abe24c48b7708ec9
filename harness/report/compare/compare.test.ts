import { expect, test } from 'vitest';
import { plain, sample } from '../../../test/reports/samples.ts';
import { compare, type Named } from './matrix.ts';
import { compareSite } from './site.ts';
import { compareText } from './text.ts';

const names = ['project', 'emitter', 'hook-fails', 'hook-passes'];
const reports: readonly Named[] = names.map((name) => ({ name, report: sample(name) }));

test('every subject is a column, every level and requirement appears once', () => {
  const { implementations, levels, requirements } = compare(reports);
  expect(implementations.map(({ name }) => name)).toEqual([
    'acme-converter',
    'acme-runner',
    'acme-guard',
    'missing',
    'acme-emitter',
    'guard.sh',
    'true',
  ]);
  expect(levels.map(({ role, level }) => `${role} ${level}`)).toEqual([
    'converter Core',
    'converter Extended',
    'runner Core',
    'runner Extended',
    'emitter Envelope',
    'emitter Taxonomy',
    'emitter Mapping',
    'emitter Privacy',
  ]);
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
  expect(requirements.filter(({ differs }) => differs).map(({ id }) => id)).toEqual(['NV-GEMINI-CLI-012']);
});

test('subjects of one name are told apart by what they are, then by their report', () => {
  const twice = [
    { name: 'monday', report: sample('hook-passes') },
    { name: 'tuesday', report: sample('hook-passes') },
  ];
  expect(compare(twice).implementations.map(({ name }) => name)).toEqual([
    'true (hook, native) in monday',
    'true (hook, native) in tuesday',
  ]);
});

test('on a terminal it shows levels and where implementations differ', async () => {
  await expect(compareText(reports, { ...plain, width: 120 })).toMatchFileSnapshot(
    '../../../test/reports/expected/compare.txt',
  );
  expect(compareText(reports, { ...plain, ascii: true })).toMatch(/^[\n\x20-\x7e]*$/);
});

test('the site is whole: every link of it leads to a file of it', () => {
  const files = compareSite(reports, plain);
  for (const [name, text] of files) {
    if (!name.endsWith('.html')) continue;
    for (const [, href = ''] of text.matchAll(/href="([^"#]+)(?:#[^"]*)?"/g)) expect([...files.keys()]).toContain(href);
  }
  expect([...files.keys()].filter((name) => name.startsWith('badges/'))).toHaveLength(14);
  expect(JSON.parse(files.get('comparison.json') ?? '')).toMatchObject({ schema: 'hookconf-comparison/1' });
});
