import { KNOWLEDGE } from '../harness/cli/knowledge.ts';
import type { JsonObject } from '../harness/model/json.ts';
import type { ConfigSubject } from '../harness/run/config.ts';
import { loadCorpus } from '../harness/run/corpus.ts';
import { type RunRequest, type RunResult, run } from '../harness/run/run.ts';

/** For tests: a whole run of one entry of a configuration that stands in `folder`, as with no option but `changes`. */
export function runEntry(entry: JsonObject, folder: string, changes: Partial<RunRequest> = {}): Promise<RunResult> {
  return run(
    {
      entries: [{ entry: entry as unknown as ConfigSubject, raw: entry }],
      folder,
      cwd: folder,
      path: process.env['PATH'] ?? '',
      claims: {},
      inherited: {},
      overrides: {},
      select: { only: [], skip: [], shard: null },
      seed: 42,
      runs: 5,
      allEvents: false,
      concurrency: 2,
      maxTimeS: null,
      strict: false,
      again: { options: [], command: [] },
      version: '0',
      signal: new AbortController().signal,
      ...changes,
    },
    KNOWLEDGE,
    loadCorpus,
  );
}
