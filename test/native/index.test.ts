import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadCorpus } from '../../harness/run/corpus.ts';
import { corpusText, indexText } from '../../scripts/native/corpus-index.ts';
import { VENDORS } from '../../vendors/slugs.ts';
import { refusals, root, schema } from './ajv.ts';

const corpus = await loadCorpus(VENDORS, { variants: true });

test('the index lists every fixture as it is (npx tsx scripts/generate-corpus-index.ts)', () => {
  const text = readFileSync(join(root, 'fixtures/index.json'), 'utf8');
  expect(text).toBe(indexText(corpus));
  expect(refusals(schema('hookconf/fixture-index'), JSON.parse(text))).toBe('');
});

test('docs/corpus.md says what the fixtures say (npx tsx scripts/generate-corpus-index.ts)', () => {
  expect(readFileSync(join(root, 'docs/corpus.md'), 'utf8')).toBe(corpusText(corpus));
});

test('an event that nobody has seen is called unknown, whatever was made for its test', () => {
  const text = corpusText(corpus);
  expect(text).toMatch(/\| `PermissionDenied` \| `permission_denied` \| unknown \|/);
  expect(text).toMatch(/\| `PreToolUse` \| `before_tool_execute` \| recorded \| 2\.1\.197 \|/);
});
