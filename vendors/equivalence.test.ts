import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadCorpus } from '../harness/run/corpus.ts';
import { refusals, root, schema } from '../test/native/ajv.ts';
import { absenceOf, expectationFor, expectationsOf, logicalEvents } from './equivalence.ts';
import { VENDORS } from './slugs.ts';
import { canonicalToolsOf, eventNames, nativeEventOf } from './vendor.ts';

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

  test('every vendor has a fixture or a reason why none shows it, and not both', () => {
    const cells = [...Object.keys(event.vendors), ...(event.absent ?? []).flatMap(({ vendors }) => vendors)];
    expect([...cells].sort()).toEqual([...VENDORS].sort());
  });

  test('what differs, or is noted, is about a vendor that has the event', () => {
    for (const slug of [...Object.keys(event.differs ?? {}), ...Object.keys(event.notes ?? {})]) {
      expect(Object.keys(event.vendors)).toContain(slug);
    }
  });
});

test('the table is one, and what is not is refused', () => {
  const table: unknown = parse(readFileSync(join(root, 'fixtures/equivalence/equivalence.yaml'), 'utf8'));
  const form = schema('hookconf/equivalence');
  expect(refusals(form, table)).toBe('');
  const [first, ...others] = logicalEvents();
  const absent = [{ vendors: ['amp'], kind: 'unknown', why: 'Nobody has looked.' }];
  expect(refusals(form, { events: [{ ...first, absent }, ...others] })).toContain('/kind');
  expect(refusals(form, { events: [{ ...first, absent: [{ ...absent[0], kind: 'untold', why: '' }] }] })).toContain(
    '/why',
  );
});

test('a cell without a fixture says why', () => {
  const ended = logicalEvents().find(({ id }) => id === 'session-ended');
  expect(ended && absenceOf(ended, 'kiro')?.kind).toBe('no-event');
  expect(ended && absenceOf(ended, 'codex')).toBeUndefined();
});

test('a payload that is called unrecorded or unpublished is none of a vendor that has no such event', () => {
  for (const event of logicalEvents()) {
    for (const { vendors, kind, why } of event.absent ?? []) {
      if (kind !== 'unpublished' && kind !== 'unrecorded') continue;
      for (const slug of vendors) {
        const known = eventNames(slug).filter((name) => {
          const facts = nativeEventOf(slug, name);
          const is = event['hook-interchange'].event;
          return facts?.canonical === is || (is === 'tool_use_failure' && facts?.canonical === 'after_tool_execute');
        });
        expect([event.id, slug, why, known.length > 0 || event.id === 'notified']).toEqual([event.id, slug, why, true]);
      }
    }
  }
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
