import type { Case } from '../model/case.ts';
import type { Finding } from '../model/finding.ts';
import type { Observation } from '../model/observation.ts';
import type { PlanContext, Suite } from '../model/suite.ts';
import type { CaseResult } from '../report/case-result.ts';
import { pasteLine } from './paste.ts';
import { cut, stdinText, withoutTree } from './seen.ts';

type Broken = Extract<Finding, { kind: 'broken' }>;

/** What shrinking needs of a run: how to observe a case. */
export interface ShrinkOptions {
  readonly observe: (testCase: Case) => Promise<Observation>;
  readonly stopped: () => boolean;
}

/** One counterexample being made small. */
export interface Shrinking extends ShrinkOptions {
  /** Spawns of further cases that it may still cost. */
  budget: number;
}

/** Spawns that a whole edition may cost to make counterexamples small, and those that one of them may. */
const WHOLE_BUDGET = 400;
const ONE_BUDGET = 100;

/**
 * The smallest variant of a generated case that still breaks the requirement, with its finding. Greedy: the first smaller
 * variant that still shows the fault is gone on from. The case itself when nothing smaller shows it.
 */
export async function smallest(
  suite: Suite,
  testCase: Case,
  finding: Broken,
  context: PlanContext,
  options: Shrinking,
): Promise<{ testCase: Case; finding: Broken }> {
  let best = { testCase, finding };
  for (;;) {
    let better: typeof best | undefined;
    for (const candidate of suite.simpler?.(best.testCase, context) ?? []) {
      if (options.budget < candidate.spawns.length || options.stopped()) return best;
      options.budget -= candidate.spawns.length;
      const observation = await options.observe(candidate);
      const { findings } = suite.judge(candidate, observation, context);
      const same = withoutTree(findings, observation.tree).find(
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

/** The smallest input as a person wants to have it: to read, and where it is one payload, to paste. Of what was planned as it is, nothing. */
function shownAs(
  testCase: Case,
  original: Case,
  context: PlanContext,
): { readonly input?: string; readonly paste?: string } {
  const { spawns, generated = [] } = testCase;
  const [plan] = spawns;
  if ((generated.length === 0 && testCase === original) || plan === undefined) return {};
  if (generated.length > 1) return { input: cut(spawns.map(stdinText).join('\n')) };
  const paste = pasteLine(context.subject.command, plan);
  return { input: cut(stdinText(plan)), ...(paste === undefined ? {} : { paste }) };
}

/**
 * Generated counterexamples made small: for each requirement the first case in plan order that breaks it, so that the report
 * is the same whatever the concurrency. One case may be the first for several, and is made small for each. Only what a
 * person reads changes; the verdict has been given.
 */
export async function shrunk(
  suite: Suite,
  context: PlanContext,
  results: readonly (CaseResult | undefined)[],
  options: ShrinkOptions,
): Promise<readonly (CaseResult | undefined)[]> {
  if (suite.simpler === undefined) return results;
  const done = new Set<string>();
  let left = WHOLE_BUDGET;
  const small = async (result: CaseResult): Promise<CaseResult> => {
    const findings: Finding[] = [];
    const counterexamples = new Map<string, NonNullable<Case['generated']>[number]>();
    for (const finding of result.findings) {
      if (finding.kind !== 'broken' || done.has(finding.requirement)) {
        findings.push(finding);
        continue;
      }
      done.add(finding.requirement);
      const own = { ...options, budget: Math.min(ONE_BUDGET, left) };
      left -= own.budget;
      const found = await smallest(suite, result.case, finding, context, own);
      left += own.budget;
      findings.push({ ...found.finding, ...shownAs(found.testCase, result.case, context) });
      for (const one of found.testCase.generated ?? []) counterexamples.set(JSON.stringify(one.stdin ?? one.raw), one);
    }
    return {
      ...result,
      findings,
      ...(counterexamples.size === 0 ? {} : { counterexamples: [...counterexamples.values()] }),
    };
  };
  const made: (CaseResult | undefined)[] = [];
  for (const result of results) {
    // What a flaky subject answers to a smaller input says nothing.
    const steady = result !== undefined && result.runs === undefined;
    const worth = steady && result.findings.some((one) => one.kind === 'broken' && !done.has(one.requirement));
    made.push(worth ? await small(result) : result);
  }
  return made;
}
