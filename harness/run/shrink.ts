import type { Case } from '../model/case.ts';
import type { Finding } from '../model/finding.ts';
import type { Observation } from '../model/observation.ts';
import type { PlanContext, Suite } from '../model/suite.ts';

type Broken = Extract<Finding, { kind: 'broken' }>;

/** What shrinking needs of a run: how to observe a case, and how often it may. */
export interface ShrinkOptions {
  readonly observe: (testCase: Case) => Promise<Observation>;
  readonly stopped: () => boolean;
  /** Spawns of further cases, over everything that is shrunk. */
  budget: number;
}

/**
 * The smallest variant of a generated case that still breaks the requirement, with its finding. Greedy: the first smaller
 * variant that still shows the fault is gone on from. The case itself when nothing smaller shows it.
 */
export async function smallest(
  suite: Suite,
  testCase: Case,
  finding: Broken,
  context: PlanContext,
  options: ShrinkOptions,
): Promise<{ testCase: Case; finding: Broken }> {
  let best = { testCase, finding };
  for (;;) {
    let better: typeof best | undefined;
    for (const candidate of suite.simpler?.(best.testCase, context) ?? []) {
      if (options.budget <= 0 || options.stopped()) return best;
      options.budget -= candidate.spawns.length;
      const { findings } = suite.judge(candidate, await options.observe(candidate), context);
      const same = findings.find(
        (one): one is Broken => one.kind === 'broken' && one.requirement === finding.requirement,
      );
      if (same) {
        better = { testCase: candidate, finding: same };
        break;
      }
    }
    if (!better) return best;
    best = better;
  }
}
