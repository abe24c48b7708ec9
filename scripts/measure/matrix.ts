import { availableParallelism } from 'node:os';
import { hunt } from '../mutants/hunt.ts';
import type { Fate } from '../mutants/judge.ts';
import { loadMutants, type Mutant } from '../mutants/mutant.ts';
import { digestOfAll, mutantDigest } from './digest.ts';
import {
  holdResults,
  MATRIX,
  type Matrix,
  type MatrixEntry,
  measuredNow,
  readResults,
  writeResults,
} from './results.ts';

/** Cases beside its own that each mutant runs, so that what fires without cause is seen; a row of a table runs none. */
export const SAMPLE = 30;

export function sampleOf(mutant: Mutant, sample: number = SAMPLE): number {
  return mutant.rowOf === undefined ? sample : 0;
}

/** Every mutant with the digest that its entry must have. */
export async function currentDigests(root: string): Promise<ReadonlyMap<string, { mutant: Mutant; digest: string }>> {
  const all = new Map<string, { mutant: Mutant; digest: string }>();
  for (const mutant of loadMutants(root)) all.set(mutant.id, { mutant, digest: await mutantDigest(root, mutant) });
  return all;
}

/** Mutants whose entry is missing or was made for another mutant, subject or suite. */
export function outOfDate(
  matrix: Matrix | undefined,
  current: ReadonlyMap<string, { readonly digest: string }>,
): string[] {
  const known = new Map(matrix?.mutants.map((entry) => [entry.mutant, entry.digest]));
  return [...current].filter(([id, { digest }]) => known.get(id) !== digest).map(([id]) => id);
}

/** A matrix of this version once held every mutant as it was: from then on the tests hold it to that. */
export const HELD = 'hookconf-mutants/2';

function write(
  root: string,
  current: ReadonlyMap<string, { digest: string }>,
  entries: ReadonlyMap<string, MatrixEntry>,
): void {
  const rows = [...current.keys()].flatMap((id) => entries.get(id) ?? []);
  const digest = digestOfAll(rows.map((entry) => [entry.mutant, entry.digest]));
  const whole =
    rows.length === current.size && rows.every((entry) => current.get(entry.mutant)?.digest === entry.digest);
  const schema = whole ? HELD : (readResults<Matrix>(root, MATRIX)?.schema ?? 'hookconf-mutants/1');
  writeResults(root, MATRIX, measuredNow(root, schema, digest), 'mutants', rows);
}

/** Runs mutants and puts their entries into the kill matrix; `changed` leaves those alone that are up to date. */
export async function measureMutants(
  root: string,
  options: {
    readonly changed: boolean;
    readonly sample: number;
    readonly wanted: (id: string) => boolean;
    readonly onFate: (fate: Fate) => void;
  },
): Promise<Matrix> {
  const current = await currentDigests(root);
  const before = readResults<Matrix>(root, MATRIX);
  const entries = new Map(before?.mutants.map((entry) => [entry.mutant, entry]));
  const stale = new Set(options.changed ? outOfDate(before, current) : current.keys());
  const mutants = [...current.values()].map(({ mutant }) => mutant);
  const wanted = mutants.filter((mutant) => stale.has(mutant.id) && options.wanted(mutant.id));
  let done = 0;
  await hunt(root, wanted, {
    concurrency: availableParallelism(),
    sample: (mutant) => sampleOf(mutant, options.sample),
    known: ({ id }) => entries.get(id)?.shown ?? [],
    onFate: (fate) => {
      const { mutant, digest } = current.get(fate.mutant) ?? {};
      if (mutant === undefined || digest === undefined) return;
      entries.set(fate.mutant, { ...fate, digest, sample: sampleOf(mutant, options.sample) });
      // A run of many minutes that is stopped keeps what it has.
      if (++done % 25 === 0) write(root, current, entries);
      options.onFate(fate);
    },
  });
  write(root, current, entries);
  await holdResults(root, MATRIX, 'hookconf/kill-matrix');
  return readResults<Matrix>(root, MATRIX) as Matrix;
}
