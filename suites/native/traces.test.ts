import { expect, test } from 'vitest';
import { loadCorpus } from '../../harness/run/corpus.ts';
import { traced } from './traces.ts';

test('a hook is given every kind of text that its payloads carry, in as few payloads as that takes', async () => {
  const fixtures = (await loadCorpus(['claude-code'])).fixtures('claude-code');
  const found = traced('claude-code', fixtures, 1);
  const kinds = new Set(found.flatMap(({ canaries }) => canaries.map(({ kind }) => kind)));
  for (const kind of ['prompt', 'tool-result', 'file-content', 'transcript', 'secret', 'identity'])
    expect(kinds).toContain(kind);
  expect(found.length).toBeLessThanOrEqual(6);
  expect(new Set(found.map(({ name }) => name)).size).toBe(found.length);
});
