import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadCorpus } from '../../harness/run/corpus.ts';
import { corpusText, indexText, placeOf } from '../../scripts/native/corpus-index.ts';
import { VENDORS } from '../../vendors/slugs.ts';
import { eventNames, nativeEventOf, vendor } from '../../vendors/vendor.ts';
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

test('what would record an event names the place of its own dialect', () => {
  expect(placeOf('kiro', 'preToolUse')).toBe('.kiro/agents/<name>.json');
  expect(placeOf('kiro', 'PreToolUse')).toBe('.kiro/hooks/<name>.json');
  expect(placeOf('cline', 'PreToolUse')).toBe('.clinerules/hooks/<HookName>');
  expect(placeOf('cline', 'tool_call')).toBe('.cline/hooks/<HookName>');
  expect(placeOf('amp', 'tool.call')).toBe('.amp/plugins/*.ts');
  expect(placeOf('amp', 'delegate')).toBe('.amp/settings.json');
  expect(corpusText(corpus)).toMatch(/\| `delegate` \|.*\| a hook in `\.amp\/settings\.json` that writes its stdin/);
});

test.each(VENDORS)('%s: a place is of all events, of a dialect or of an event, and every event has one', (slug) => {
  const events = eventNames(slug);
  const known = new Set([...events, ...events.map((event) => nativeEventOf(slug, event)?.dialect)]);
  const places = vendor(slug).config.files;
  expect(places.filter(({ of }) => of !== undefined && !known.has(of))).toEqual([]);
  expect(events.filter((event) => placeOf(slug, event) === undefined)).toEqual([]);
});
