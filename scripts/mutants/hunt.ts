import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KNOWLEDGE } from '../../harness/cli/knowledge.ts';
import type { JsonObject } from '../../harness/model/json.ts';
import type { ConfigSubject } from '../../harness/run/config.ts';
import { loadCorpus } from '../../harness/run/corpus.ts';
import { inOrder } from '../../harness/run/pool.ts';
import { run } from '../../harness/run/run.ts';
import type { Report } from '../../types/generated/report.ts';
import { type Fate, fateOf } from './judge.ts';
import type { Mutant } from './mutant.ts';
import { plant, subjectNamed } from './plant.ts';

export interface HuntOptions {
  readonly concurrency: number;
  /** Only cases that decide these requirements; null: the whole suite. */
  readonly only: ((mutant: Mutant) => readonly string[]) | null;
  readonly onFate?: (fate: Fate) => void;
}

const never = new AbortController().signal;

/**
 * A converter's faults are met by its own cases; of the generated round trips a sample is enough here. Generated events only
 * give notices of a hook, which kill no mutant; an emitter's faults show on the corpus.
 */
function runsFor(role: string): number {
  if (role === 'hook') return 5;
  if (role === 'emitter') return 4;
  return role === 'converter' ? 12 : 100;
}

async function judgeAt(
  folder: string,
  entry: JsonObject,
  mutant: Mutant,
  only: readonly string[],
  concurrency: number,
): Promise<Report> {
  const { report } = await run(
    {
      entries: [{ entry: entry as unknown as ConfigSubject, raw: entry }],
      folder,
      cwd: folder,
      path: process.env['PATH'] ?? '',
      claims: {},
      inherited: {},
      overrides: {
        ...(mutant.only.vendor === undefined ? {} : { vendors: mutant.only.vendor }),
        ...(mutant.only.event === undefined ? {} : { events: mutant.only.event }),
        ...(mutant.only.edition === undefined ? {} : { editions: mutant.only.edition }),
      },
      select: { only, skip: [], shard: null },
      seed: 42,
      runs: runsFor(String(entry['role'])),
      allEvents: false,
      concurrency,
      maxTimeS: null,
      strict: false,
      again: { options: [], command: [] },
      version: '0',
      signal: never,
    },
    KNOWLEDGE,
    loadCorpus,
  );
  return report;
}

/** Plants every mutant, runs the suite over it and over the unchanged program, and says what became of each. */
export async function hunt(root: string, mutants: readonly Mutant[], options: HuntOptions): Promise<Fate[]> {
  const references = new Map<string, Promise<Report>>();
  const one = async (mutant: Mutant): Promise<Fate> => {
    const folder = mkdtempSync(join(tmpdir(), 'mutant-'));
    try {
      const entry = { ...subjectNamed(root, mutant.subject), ...mutant.with } as JsonObject;
      const only = options.only?.(mutant) ?? [];
      const key = JSON.stringify([entry, mutant.only, only]);
      let reference = references.get(key);
      if (reference === undefined) {
        reference = judgeAt(join(root, 'reference'), entry, mutant, only, 1);
        references.set(key, reference);
      }
      const place = await plant(root, mutant, folder);
      return fateOf(mutant.id, mutant.kills, await reference, await judgeAt(place, entry, mutant, only, 1));
    } catch (error) {
      return {
        mutant: mutant.id,
        status: 'broken',
        by: [],
        missed: mutant.kills,
        wrongly: [],
        note: (error as Error).message,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  const fates = await inOrder(mutants, options.concurrency, never, async (mutant) => {
    const fate = await one(mutant);
    options.onFate?.(fate);
    return fate;
  });
  return fates.filter((fate) => fate !== undefined);
}

/** The root of the repository, from anywhere in scripts/. */
export function repositoryRoot(): string {
  const root = join(import.meta.dirname, '../..');
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return root;
}
