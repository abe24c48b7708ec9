import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../harness/model/json.ts';
import type { CaseResult } from '../../harness/report/case-result.ts';
import { inOrder } from '../../harness/run/pool.ts';
import { Field, type Wanted } from './field.ts';
import { type Fate, fateOf } from './judge.ts';
import type { Mutant } from './mutant.ts';
import { plant, subjectNamed } from './plant.ts';

export interface HuntOptions {
  readonly concurrency: number;
  /** How many cases beside those of the declared requirements show whether anything else fires; infinite: all of them. */
  readonly sample: (mutant: Mutant) => number;
  readonly onFate?: (fate: Fate) => void;
}

const never = new AbortController().signal;

/**
 * A converter's faults are met by its own cases; of the generated round trips a sample is enough here. Generated events only
 * give notices of a hook, which kill no mutant; an emitter's faults show on the corpus.
 */
function runsFor(role: unknown): number {
  if (role === 'hook') return 5;
  if (role === 'emitter') return 4;
  return role === 'converter' ? 12 : 100;
}

/** What decides a plan: mutants that agree in it share a field. */
function fieldOf(root: string, mutant: Mutant): { key: string; make: () => Promise<Field> } {
  const entry = { ...subjectNamed(root, mutant.subject), ...mutant.with } as JsonObject;
  const { vendor, event, edition } = mutant.only;
  const overrides = {
    ...(vendor === undefined ? {} : { vendors: vendor }),
    ...(event === undefined ? {} : { events: event }),
    ...(edition === undefined ? {} : { editions: edition }),
  };
  return {
    key: JSON.stringify([entry, mutant.only]),
    make: () => Field.of(root, entry, overrides, runsFor(entry['role'])),
  };
}

async function fate(root: string, mutant: Mutant, field: Field, sample: number): Promise<Fate> {
  const folder = mkdtempSync(join(tmpdir(), 'mutant-'));
  try {
    const place = await plant(root, mutant, folder);
    const seen = { reference: [] as CaseResult[], mutant: [] as CaseResult[] };
    const run = async (cases: readonly Wanted[]): Promise<Omit<Fate, 'cases'>> => {
      for (const one of cases) {
        if (seen.mutant.some((done) => done.case === one.testCase && done.edition === one.edition.edition)) continue;
        seen.reference.push(await field.result(one, null));
        seen.mutant.push(await field.result(one, place));
      }
      return fateOf(mutant, field.report(seen.reference), field.report(seen.mutant));
    };
    const own = field.deciding([...mutant.kills, ...mutant.runs]);
    // Hundreds of cases may look at one rule: what has been reported needs no further ones.
    for (let from = 0, size = 4; from < own.length; from += size / 2) {
      const { status } = await run(own.slice(from, from + size));
      size *= 2;
      if (status === 'killed' && Number.isFinite(sample)) break;
    }
    return { ...(await run(field.sample(sample))), cases: seen.mutant.length };
  } catch (error) {
    return {
      mutant: mutant.id,
      status: 'broken',
      by: [],
      missed: mutant.kills,
      wrongly: [],
      cases: 0,
      note: (error as Error).message,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Plants every mutant, runs the suite over it and over the unchanged program, and says what became of each. */
export async function hunt(root: string, mutants: readonly Mutant[], options: HuntOptions): Promise<Fate[]> {
  const groups = new Map<string, { make: () => Promise<Field>; mutants: Mutant[] }>();
  for (const mutant of mutants) {
    const { key, make } = fieldOf(root, mutant);
    const group = groups.get(key) ?? { make, mutants: [] };
    group.mutants.push(mutant);
    groups.set(key, group);
  }
  const fates = new Map<string, Fate>();
  // One field after the other, so that only one plan and its results are held at a time.
  for (const group of groups.values()) {
    const field = await group.make();
    try {
      const lanes = field.waits ? options.concurrency * 4 : options.concurrency;
      await inOrder(group.mutants, lanes, never, async (mutant) => {
        const one = await fate(root, mutant, field, options.sample(mutant));
        fates.set(mutant.id, one);
        options.onFate?.(one);
      });
    } finally {
      await field.close();
    }
  }
  return mutants.flatMap(({ id }) => fates.get(id) ?? []);
}

/** The root of the repository, from anywhere in scripts/. */
export function repositoryRoot(): string {
  const root = join(import.meta.dirname, '../..');
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return root;
}
