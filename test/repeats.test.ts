import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REPEATS, type Repeated, RUNS } from '../scripts/measure/repeats.ts';
import { REFERENCE, readResults } from '../scripts/measure/results.ts';
import { type Run, Steadiness, verdictsOf } from '../scripts/measure/steadiness.ts';
import { repositoryRoot } from '../scripts/mutants/hunt.ts';
import type { Report } from '../types/generated/report.ts';

const root = repositoryRoot();

function told(runs: readonly Run[]): Steadiness {
  const steadiness = new Steadiness();
  for (const run of runs) steadiness.add(run);
  return steadiness;
}

/** A run whose verdicts are these words. */
function run(verdicts: string, durationMs = 5): Run {
  return { concurrency: 2, durationMs, verdicts: verdicts.split(' ') };
}

describe('runs are compared', () => {
  test('a verdict that every run gave is counted, any other is named with how often it was given', () => {
    const { verdicts, unsteady } = told([run('a b c'), run('a b'), run('a b d')]).compared();
    expect(verdicts).toBe(4);
    expect(unsteady).toEqual([
      { verdict: 'c', times: 1 },
      { verdict: 'd', times: 1 },
    ]);
  });

  test('what a run says twice counts once', () => {
    expect(told([run('a a'), run('a')]).compared()).toMatchObject({ verdicts: 1, unsteady: [] });
  });

  test('how each was made is kept, in order', () => {
    expect(told([run('a', 7), run('a', 3)]).compared().runs).toEqual([
      { concurrency: 2, durationMs: 7 },
      { concurrency: 2, durationMs: 3 },
    ]);
  });
});

describe('what is written of some runs can be gone on from', () => {
  const runs = fc.array(
    fc.record({
      concurrency: fc.integer({ min: 1, max: 16 }),
      durationMs: fc.nat(),
      verdicts: fc.subarray(['a', 'b', 'c', 'd', 'e']),
    }),
    { minLength: 1, maxLength: 6 },
  );

  test('as if it had not been stopped', () => {
    fc.assert(
      fc.property(runs, runs, (before, after) => {
        const written = JSON.parse(JSON.stringify(told(before).compared()));
        const again = Steadiness.from(written, before[0] as Run);
        for (const one of after) again?.add(one);
        const { unsteady, ...rest } = told([...before, ...after]).compared();
        const found = again?.compared();
        expect(found).toMatchObject(rest);
        expect(new Map(found?.unsteady.map(({ verdict, times }) => [verdict, times]))).toEqual(
          new Map(unsteady.map(({ verdict, times }) => [verdict, times])),
        );
      }),
    );
  });

  test.each([
    ['began with another run', run('a b', 6)],
    ['counts other verdicts than its first run gave', run('a b c')],
  ])('not where it %s', (_, first) => {
    const written = told([run('a b'), run('a b', 6)]).compared();
    expect(Steadiness.from(written, run('a b'))?.size).toBe(2);
    expect(Steadiness.from(written, first)).toBeUndefined();
  });
});

describe('what is checked in', () => {
  const repeated = readResults<Repeated>(root, REPEATS);
  const report = readResults<Report>(root, REFERENCE);

  test('begins with the report of the reference, and no run gave another verdict than that', () => {
    const verdicts = new Set(report === undefined ? [] : verdictsOf(report));
    expect(verdicts.size).toBeGreaterThan(3000);
    expect(repeated).toMatchObject({ verdicts: verdicts.size, unsteady: [] });
    const begin = 'after `npm run reports` begin anew with `npm run measure -- repeats --runs 1`, or more';
    expect(repeated?.runs[0]?.durationMs, begin).toBe(report?.durationMs);
    expect(repeated?.runs.length).toBeLessThanOrEqual(RUNS);
  });
});
