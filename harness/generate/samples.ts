import fc from 'fast-check';

/**
 * The first `runs` values of a seed. Value number n is the same however many are asked for, so that a run with more finds
 * again what a run with fewer found.
 */
export function samples<T>(arbitrary: fc.Arbitrary<T>, seed: number, runs: number): readonly T[] {
  return fc.sample(arbitrary, { seed, numRuns: runs });
}

/** The smallest value that was found to fail. */
export interface Counterexample<T> {
  readonly value: T;
  readonly shrinks: number;
  /** For `repro`: with the seed it leads to the value again. */
  readonly path: string;
}

/**
 * Makes sample number `index` of a seed as small as it can be while `fails` says that it still fails. One after the other:
 * each step depends on the one before. Undefined where it does not fail again.
 */
export async function shrink<T>(
  arbitrary: fc.Arbitrary<T>,
  seed: number,
  index: number,
  fails: (value: T) => Promise<boolean>,
  most = 500,
): Promise<Counterexample<T> | undefined> {
  let tries = 0;
  const property = fc.asyncProperty(arbitrary, async (value) => {
    // Out of patience: everything passes, and what is smallest so far is the answer.
    if (++tries > most) return;
    if (await fails(value)) throw new Error('fails');
  });
  const details = await fc.check(property, { seed, path: String(index), numRuns: 1 });
  const value = details.counterexample?.[0];
  if (!details.failed || value === undefined || details.counterexamplePath === null) return undefined;
  return { value, shrinks: details.numShrinks, path: details.counterexamplePath };
}

/** Runs `check` on all values, at most `concurrency` at once, and gives the indexes of those that fail, in order. */
export async function failing<T>(
  values: readonly T[],
  concurrency: number,
  fails: (value: T, index: number) => Promise<boolean>,
): Promise<readonly number[]> {
  const found: number[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < values.length; index = next++) {
      if (await fails(values[index] as T, index)) found.push(index);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
  return found.sort((one, other) => one - other);
}
