import { describe, expect, test } from 'vitest';
import { loadCorpus } from '../harness/run/corpus.ts';
import { places } from './pointers.ts';
import { sensitive, sensitivePatterns, sensitivePlaces, sensitivePlacesOf } from './sensitive.ts';
import { VENDORS } from './slugs.ts';
import { nativeEventOf } from './vendor.ts';

const corpus = await loadCorpus(VENDORS, { variants: true });
/** What the recorder planted, and is sensitive wherever it turns up. */
const PLANTED = /[A-Z]+-?CANARY|CANARY-/;

function planted(value: unknown, pointer = ''): string[] {
  if (typeof value === 'string') return PLANTED.test(value) ? [pointer] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    planted(item, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

describe.each(VENDORS)('%s', (slug) => {
  test('names only events that the vendor has', () => {
    for (const event of Object.keys(sensitive(slug).events)) {
      expect([event, nativeEventOf(slug, event) !== undefined]).toEqual([event, true]);
    }
  });

  test('every text that was planted when recording is known to be sensitive', () => {
    for (const fixture of corpus.fixtures(slug)) {
      const known = new Set(sensitivePlacesOf(fixture).map(({ pointer }) => pointer));
      expect([fixture.name, planted(fixture.stdin).filter((pointer) => !known.has(pointer))]).toEqual([
        fixture.name,
        [],
      ]);
    }
  });

  test('no event of which recordings exist has only patterns that find nothing', () => {
    for (const event of Object.keys(sensitive(slug).events)) {
      const recorded = corpus.fixtures(slug).filter((one) => one.event === event && one.how === 'recorded');
      const found = recorded.some((one) =>
        sensitivePatterns(slug, event).some(([, p]) => places(one.stdin, p).length > 0),
      );
      expect([event, found || recorded.length === 0]).toEqual([event, true]);
    }
  });
});

test('a list or an object stands for every text below it, and marks are left alone', () => {
  const payload = {
    tool_name: 'X',
    tool_input: {},
    tool_response: { content: [{ type: 'text', text: 'secret', n: 1 }] },
  };
  expect(sensitivePlaces('claude-code', 'PostToolUse', payload)).toEqual([
    { pointer: '/tool_response/content/0/text', kind: 'tool-result', value: 'secret' },
  ]);
  expect(sensitivePlaces('claude-code', 'PostToolUse', { tool_response: [{ type: 'text', text: 'a' }] })).toEqual([
    { pointer: '/tool_response/0/text', kind: 'tool-result', value: 'a' },
  ]);
  expect(sensitivePlaces('claude-code', 'Nope', payload)).toEqual([]);
});
