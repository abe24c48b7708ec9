import { describe, expect, test } from 'vitest';
import { loadCorpus } from '../harness/run/corpus.ts';
import { expectationFor, expectationsOf, logicalEvents } from './equivalence.ts';
import { VENDORS } from './slugs.ts';
import { canonicalToolsOf, nativeEventOf } from './vendor.ts';

const corpus = await loadCorpus(VENDORS);
const byName = new Map(VENDORS.flatMap((slug) => corpus.fixtures(slug)).map((fixture) => [fixture.name, fixture]));

describe.each(logicalEvents().map((event) => [event.id, event] as const))('%s', (_, event) => {
  test('every fixture exists, and is the canonical event and tool that the table says', () => {
    for (const [slug, names] of Object.entries(event.vendors)) {
      const expected = expectationFor(event, slug)['hook-interchange'];
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) {
        const fixture = byName.get(name);
        expect([name, fixture?.vendor]).toEqual([name, slug]);
        if (!fixture) continue;
        const facts = nativeEventOf(slug, fixture.event);
        expect([name, facts?.canonical]).toEqual([name, expected.event]);
        if (expected.tool !== undefined)
          expect([name, canonicalToolsOf(fixture)]).toEqual([name, expect.arrayContaining([expected.tool])]);
      }
    }
  });

  test('what differs, or is noted, is about a vendor that has the event', () => {
    for (const slug of [...Object.keys(event.differs ?? {}), ...Object.keys(event.notes ?? {})]) {
      expect(Object.keys(event.vendors)).toContain(slug);
    }
  });
});

test('the events of issue 4 are all there, and no two have one id', () => {
  const ids = logicalEvents().map((event) => event.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ['shell-succeeded', 'shell-failed', 'file-read', 'file-created', 'file-edited', 'mcp-called'])
    expect(ids).toContain(id);
  for (const id of [
    'prompt-submitted',
    'turn-ended',
    'session-ended',
    'context-compacting',
    'permission-asked',
    'subagent-started',
  ]) {
    expect(ids).toContain(id);
  }
});

test('a fixture finds its own logical event, with what its vendor cannot say', () => {
  const [found] = expectationsOf('codex/007-PostToolUse-Bash');
  expect(found?.event.id).toBe('shell-failed');
  expect(found?.expected.openhook).toEqual({ type: 'tool.end', status: null });
  expect(expectationsOf('codex/nope')).toEqual([]);
});
