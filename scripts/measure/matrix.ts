import { availableParallelism } from 'node:os';
import { huntAgain } from '../mutants/again.ts';
import { type Fate, mayReport } from '../mutants/judge.ts';
import { loadMutants, type Mutant } from '../mutants/mutant.ts';
import { digestOfAll, mutantDigest } from './digest.ts';
import { sha256 } from './ground.ts';
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

/** The version of the matrix, which the tests hold to everything below. */
export const HELD = 'hookconf-mutants/3';

/** Digest over whole entries, so that none is changed by hand unseen. */
export function matrixDigest(entries: readonly MatrixEntry[]): string {
  return digestOfAll(entries.map((entry) => [entry.mutant, sha256(JSON.stringify(entry))]));
}

/** The same ids, in whatever order. */
function sameIds(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
}

/** What is wrong with an entry by itself, or held against the mutant that it is of. */
function faultsOf(entry: MatrixEntry, mutant: Mutant): string[] {
  const { status, by, missed, wrongly, beside, cases, shown } = entry;
  const faults: string[] = [];
  if (status !== 'killed') faults.push(`${status}, not killed`);
  if (wrongly.length > 0) faults.push(`reported without cause by ${wrongly.join(', ')}`);
  if (missed.length > 0) faults.push(`not reported by ${missed.join(', ')}`);
  if (!sameIds(by, mutant.kills)) faults.push(`reported by ${by.join(', ')}, declared for ${mutant.kills.join(', ')}`);
  const loose = beside.filter((id) => !mayReport(mutant, id));
  if (loose.length > 0) faults.push(`${loose.join(', ')} rest on nothing that it breaks`);
  if (shown.length === 0 || shown.length > cases) faults.push(`${shown.length} of ${cases} cases show it`);
  return faults;
}

/**
 * Everything for which the gate on the kill matrix is shut, one line each: it is missing or of an older version, an entry is
 * missing, out of date, of no mutant, or says anything but that its mutant is killed by what is declared and by nothing else,
 * or the file was changed by hand.
 */
export function shutBy(
  matrix: Matrix | undefined,
  current: ReadonlyMap<string, { readonly mutant: Mutant; readonly digest: string }>,
): string[] {
  if (matrix?.schema !== HELD) return [`${MATRIX} is ${matrix?.schema ?? 'not there'}, not ${HELD}`];
  const lines = outOfDate(matrix, current).map((id) => `${id}: not measured as it is`);
  const seen = new Set<string>();
  for (const entry of matrix.mutants) {
    const { mutant } = current.get(entry.mutant) ?? {};
    const faults = mutant === undefined ? ['there is no such mutant'] : faultsOf(entry, mutant);
    if (seen.has(entry.mutant)) faults.push('there twice');
    seen.add(entry.mutant);
    lines.push(...faults.map((fault) => `${entry.mutant}: ${fault}`));
  }
  if (matrix.digest !== matrixDigest(matrix.mutants)) lines.push(`${MATRIX}: its digest is not that of its entries`);
  return lines;
}

function write(root: string, current: ReadonlyMap<string, unknown>, entries: ReadonlyMap<string, MatrixEntry>): void {
  const rows = [...current.keys()].flatMap((id) => entries.get(id) ?? []);
  writeResults(root, MATRIX, measuredNow(root, HELD, matrixDigest(rows)), 'mutants', rows);
}

/**
 * Runs mutants and puts their entries into the kill matrix; `changed` leaves those alone that are up to date. What comes out
 * wrong is run once more, alone, and that stands; of those that are right then, `onOnlyAlone` is told what was seen at first.
 */
export async function measureMutants(
  root: string,
  options: {
    readonly changed: boolean;
    readonly sample: number;
    readonly wanted: (id: string) => boolean;
    readonly onFate: (fate: Fate) => void;
    readonly onOnlyAlone: (first: Fate) => void;
  },
): Promise<Matrix> {
  const current = await currentDigests(root);
  const before = readResults<Matrix>(root, MATRIX);
  const entries = new Map(before?.mutants.map((entry) => [entry.mutant, entry]));
  const stale = new Set(options.changed ? outOfDate(before, current) : current.keys());
  const mutants = [...current.values()].map(({ mutant }) => mutant);
  const wanted = mutants.filter((mutant) => stale.has(mutant.id) && options.wanted(mutant.id));
  let done = 0;
  const { onlyAlone } = await huntAgain(root, wanted, {
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
  for (const first of onlyAlone) options.onOnlyAlone(first);
  write(root, current, entries);
  await holdResults(root, MATRIX, 'hookconf/kill-matrix');
  return readResults<Matrix>(root, MATRIX) as Matrix;
}
