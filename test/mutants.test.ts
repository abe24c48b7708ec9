import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { SAMPLE } from '../scripts/measure/matrix.ts';
import { MATRIX, type Matrix, readResults } from '../scripts/measure/results.ts';
import { hunt, repositoryRoot } from '../scripts/mutants/hunt.ts';
import type { Fate } from '../scripts/mutants/judge.ts';
import { loadMutants, type Mutant } from '../scripts/mutants/mutant.ts';
import { findRequirement } from '../suites/catalogue.ts';

const root = repositoryRoot();
const mutants = loadMutants(root);
const shown = new Map(readResults<Matrix>(root, MATRIX)?.mutants.map((entry) => [entry.mutant, entry.shown ?? []]));

test('there are mutants, each with a name of its own and requirements that exist', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(10);
  expect(new Set(mutants.map((mutant) => mutant.id)).size).toBe(mutants.length);
  for (const mutant of mutants) {
    expect(mutant.kills.length, mutant.id).toBeGreaterThan(0);
    for (const id of mutant.kills) expect(findRequirement(id)?.id, `${mutant.id} kills ${id}`).toBe(id);
  }
});

/** One in so many rows of each table, always the same ones, the first always among them. */
const ROWS = 10;
/** One in so many of the others runs the cases that show what fires without cause. */
const WITH_OTHERS = 32;

/** Of these the first and every tenth after it. */
function few(all: readonly Mutant[]): Mutant[] {
  return all.filter((_, index) => index % ROWS === 0);
}

/**
 * What a test run has time for: every mutant that is no row of a table, by the cases that showed it when the matrix was
 * measured; a tenth of the rows of each that takes rows, and of what was never measured. Mutants that wait for a vendor's
 * limit are left to the matrix.
 */
function affordable(): Mutant[] {
  const awake = mutants.filter((mutant) => mutant.sleeps !== true);
  const own = awake.filter((mutant) => mutant.rowOf === undefined);
  const known = (mutant: Mutant): boolean => (shown.get(mutant.id)?.length ?? 0) > 0;
  const families = new Set(awake.flatMap(({ rowOf }) => rowOf ?? []));
  const rows = [...families].flatMap((family) => few(awake.filter(({ rowOf }) => rowOf === family)));
  return [...own.filter(known), ...rows, ...few(own.filter((mutant) => !known(mutant)))];
}

function isWrong(fate: Fate): boolean {
  return fate.status !== 'killed' || fate.wrongly.length > 0;
}

function told({ mutant, status, missed, wrongly, note }: Fate): string {
  const parts = [`missed ${missed.join(', ') || 'none'}`, `wrongly ${wrongly.join(', ') || 'none'}`, note ?? ''];
  return `${mutant} was ${status} first (${parts.filter((part) => part !== '').join('; ')})`;
}

describe('mutants are caught by the requirements that they break and by nothing else', () => {
  const chosen = affordable();

  test('a row of each that takes rows is among them, unless all of them wait for a limit', () => {
    const of = (some: readonly Mutant[]): string[] => [...new Set(some.flatMap(({ rowOf }) => rowOf ?? []))];
    expect(of(chosen)).toEqual(of(mutants.filter(({ sleeps }) => sleeps !== true)));
    expect(of(chosen).length).toBeGreaterThan(40);
  });

  const own = chosen.filter((mutant) => mutant.rowOf === undefined);
  const withOthers = new Set(own.filter((_, index) => index % WITH_OTHERS === 0).map(({ id }) => id));

  test('those that a test run has time for', { timeout: 3_600_000 }, async () => {
    const options = {
      sample: (mutant: Mutant) => (withOthers.has(mutant.id) ? SAMPLE : 0),
      known: ({ id }: Mutant) => shown.get(id) ?? [],
    };
    const fates = await hunt(root, chosen, { ...options, concurrency: availableParallelism() });
    expect(fates).toHaveLength(chosen.length);
    // A machine that was busy may have cut a case short: what looks wrong is looked at once more, alone.
    const doubtful = new Set(fates.filter(isWrong).map(({ mutant }) => mutant));
    const again = await hunt(
      root,
      chosen.filter(({ id }) => doubtful.has(id)),
      { ...options, concurrency: 1 },
    );
    const wrong = again.filter(isWrong);
    // What came out otherwise the second time is no fault of the mutant, but of something that should be looked at.
    for (const first of fates.filter(isWrong))
      if (!wrong.some(({ mutant }) => mutant === first.mutant))
        console.warn(`right only when run again alone: ${told(first)}`);
    expect(wrong).toEqual([]);
  });
});
