import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { SAMPLE } from '../scripts/measure/matrix.ts';
import { MATRIX, type Matrix, readResults } from '../scripts/measure/results.ts';
import { huntAgain, isWrong, toldOf } from '../scripts/mutants/again.ts';
import { type HuntOptions, type hunt, repositoryRoot } from '../scripts/mutants/hunt.ts';
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
    const { fates, onlyAlone } = await huntAgain(root, chosen, { ...options, concurrency: availableParallelism() });
    expect(fates).toHaveLength(chosen.length);
    for (const fate of onlyAlone) console.warn(`right only when run again alone, at first ${toldOf(fate)}`);
    expect(fates.filter(isWrong)).toEqual([]);
  });
});

describe('what comes out wrong is looked at once more', () => {
  const right: Fate = {
    mutant: 'right',
    status: 'killed',
    by: ['AH-ENV-001'],
    missed: [],
    wrongly: [],
    beside: [],
    cases: 1,
    shown: ['0.1 one'],
  };
  const [one, other, third] = mutants as [Mutant, Mutant, Mutant];
  const options: HuntOptions = { concurrency: 4, sample: () => 0 };

  /** A hunt that gives these fates, one list for each time, and keeps what it was asked for. */
  function hunting(...times: readonly Partial<Fate>[][]): { asked: [string[], number][]; look: typeof hunt } {
    const asked: [string[], number][] = [];
    const look: typeof hunt = async (_, wanted, { concurrency }) => {
      const fates = times[asked.length] ?? [];
      asked.push([wanted.map(({ id }) => id), concurrency]);
      return wanted.map(({ id }, index) => ({ ...right, ...fates[index], mutant: id }));
    };
    return { asked, look };
  }

  test('nothing is, where all is right', async () => {
    const { asked, look } = hunting([]);
    const { fates, onlyAlone } = await huntAgain(root, [one, other], options, look);
    expect(fates.map(({ mutant }) => mutant)).toEqual([one.id, other.id]);
    expect(onlyAlone).toEqual([]);
    expect(asked).toEqual([[[one.id, other.id], 4]]);
  });

  test('one at a time, and the second fate stands, be it right or wrong', async () => {
    const survived = { status: 'survived', by: [], missed: ['AH-ENV-001'] } as const;
    const fired = { wrongly: ['AH-ENV-002'] };
    const { asked, look } = hunting([survived, {}, fired], [{}], [{ wrongly: ['AH-ENV-003'] }]);
    const { fates, onlyAlone } = await huntAgain(root, [one, other, third], options, look);
    expect(asked.slice(1)).toEqual([
      [[one.id], 1],
      [[third.id], 1],
    ]);
    expect(fates).toEqual([
      { ...right, mutant: one.id },
      { ...right, mutant: other.id },
      { ...right, mutant: third.id, wrongly: ['AH-ENV-003'] },
    ]);
    expect(onlyAlone).toEqual([{ ...right, ...survived, mutant: one.id }]);
    expect(fates.filter(isWrong).map(toldOf)).toEqual([`${third.id}: killed (missed none; wrongly AH-ENV-003)`]);
  });

  test.each([
    [30, 31],
    [31, 1],
  ])('%i wrong ones take %i hunts', async (wrong, hunts) => {
    const survived = { status: 'survived', missed: ['AH-ENV-001'] } as const;
    const { asked, look } = hunting(Array.from({ length: wrong }, () => survived));
    const { fates, onlyAlone } = await huntAgain(root, mutants.slice(0, 40), options, look);
    expect(asked).toHaveLength(hunts);
    expect(onlyAlone).toHaveLength(hunts - 1);
    expect(fates.filter(isWrong)).toHaveLength(hunts === 1 ? wrong : 0);
  });
});
