import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { hunt, repositoryRoot } from '../scripts/mutants/hunt.ts';
import { loadMutants } from '../scripts/mutants/mutant.ts';
import { findRequirement } from '../suites/catalogue.ts';

const root = repositoryRoot();
const mutants = loadMutants(root);

test('there are mutants, each with a name of its own and requirements that exist', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(10);
  expect(new Set(mutants.map((mutant) => mutant.id)).size).toBe(mutants.length);
  for (const mutant of mutants) {
    expect(mutant.kills.length, mutant.id).toBeGreaterThan(0);
    for (const id of mutant.kills) expect(findRequirement(id)?.id, `${mutant.id} kills ${id}`).toBe(id);
  }
});

/** As many as a test run has time for, the same ones every time: `npm run mutants` hunts them all. */
const SAMPLE = 40;
const step = Math.max(1, Math.ceil(mutants.length / SAMPLE));
const sample = mutants.filter((_, index) => index % step === 0);

test('mutants are caught by the requirements that they break and by nothing else', { timeout: 600_000 }, async () => {
  const fates = await hunt(root, sample, { concurrency: availableParallelism(), sample: () => 0 });
  const wrong = fates.filter((fate) => fate.status !== 'killed' || fate.wrongly.length > 0);
  expect(wrong).toEqual([]);
});
