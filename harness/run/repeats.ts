import type { Case } from '../model/case.ts';
import type { Finding } from '../model/finding.ts';
import type { CaseResult } from '../report/case-result.ts';
import { inOrder } from './pool.ts';

/** Failing cases that are run again at most: of each requirement the first, in plan order. */
const MOST_FAILING = 20;
/** How often a failing case is run again, if it does not differ before. Of what fails half the time, seven in eight are found. */
const TIMES = 3;
/** Cases without a fault that are run once more: what passes now may be luck. */
const SAMPLE = 5;

export type Broken = Extract<Finding, { kind: 'broken' }>;

/** What a run of a case breaks taken by itself, of requirements that have a verdict: by its judge, and by the rules about a whole run. */
export type BrokenBy = (result: CaseResult) => readonly Broken[];

/** A case to be run again: its place in the plan, and how often at most. */
export interface Repeat {
  readonly index: number;
  readonly times: number;
}

const idsOf = (broken: readonly Broken[]): string[] => [...new Set(broken.map((one) => one.requirement))].sort();

/** What the vendor would do, so far as two runs of one input must agree: `claude-code PreToolUse: deny`. */
function effectsOf({ findings }: CaseResult): string[] {
  const effects = findings.flatMap((one) =>
    one.kind === 'outcome' ? [`${one.vendor} ${one.event}: ${one.effect}`] : [],
  );
  return [...new Set(effects)].sort();
}

/**
 * Which cases are run again to tell a flaky subject from a failing one, and from one that passed by luck: of each broken
 * requirement the first case, and a few of the others spread over the plan. `failing` are the requirements that each case
 * is an example of breaking. A case that hung is left out, because it would cost its limit again, and so is one that only
 * a worker answered, which is compared with a process elsewhere. Pure.
 */
export function repeatPlan(
  results: readonly (CaseResult | undefined)[],
  failing: (result: CaseResult) => readonly string[],
): readonly Repeat[] {
  const covered = new Set<string>();
  const plan: Repeat[] = [];
  const clean: number[] = [];
  for (const [index, result] of results.entries()) {
    if (result === undefined || result.timedOut || result.fault !== undefined) continue;
    const broken = failing(result);
    if (broken.length === 0) {
      if (result.by !== 'worker') clean.push(index);
    } else if (plan.length < MOST_FAILING && broken.some((id) => !covered.has(id))) {
      for (const id of broken) covered.add(id);
      plan.push({ index, times: TIMES });
    }
  }
  const size = Math.min(SAMPLE, clean.length);
  const sample = Array.from({ length: size }, (_, at) => clean[Math.floor((at * clean.length) / size)] ?? 0);
  return [...plan, ...sample.map((index) => ({ index, times: 1 }))];
}

/** Our own fault, or our own limit of time, says nothing about the subject. */
const tells = (result: CaseResult): boolean => result.fault === undefined && !result.timedOut;

/** True where two runs of one case would be told apart. */
export function differs(first: CaseResult, again: CaseResult, brokenBy: BrokenBy): boolean {
  if (!tells(again)) return false;
  const trace = (result: CaseResult): string => JSON.stringify([idsOf(brokenBy(result)), effectsOf(result)]);
  return trace(first) !== trace(again);
}

/** No specification asks for it, and a hook may remember what it was asked: worth knowing, and no verdict. */
function decidesOtherwise(runs: readonly CaseResult[]): Finding {
  const decided = [...new Set(runs.map((run) => effectsOf(run).join(', ') || 'nothing'))];
  return {
    kind: 'notice',
    id: 'HC-DETERMINISTIC',
    message: `the same input came to ${decided.join(' in one run and to ')} in another; decide by the payload alone`,
  };
}

/**
 * What a case comes to that was run several times. Where its runs agree, what the first showed. Otherwise what is worst in
 * any of them: a requirement that was broken once is broken, and `runs` says that it isn't always. Pure.
 */
export function settled(first: CaseResult, again: readonly CaseResult[], brokenBy: BrokenBy): CaseResult {
  if (!again.some((one) => differs(first, one, brokenBy))) return first;
  const runs = [first, ...again.filter(tells)];
  const broken = runs.map(brokenBy);
  const ids = broken.map(idsOf);
  if (new Set(ids.map((one) => one.join())).size === 1) {
    return { ...first, findings: [...first.findings, decidesOtherwise(runs)] };
  }
  const at = Math.max(
    0,
    ids.findIndex((one) => one.length > 0),
  );
  const base = runs[at] ?? first;
  const known = new Set(ids[at]);
  const more = broken.flat().filter((one) => {
    const fresh = !known.has(one.requirement);
    known.add(one.requirement);
    return fresh;
  });
  // What leaked once has leaked, whatever else that run broke or didn't.
  const others = runs.filter((run) => run !== base);
  const leaked = others.flatMap(({ findings }) => findings.filter(({ kind }) => kind === 'leak'));
  // Spawns and times stay those of the plan, whoever else was started to look closer.
  return {
    ...first,
    findings: [...base.findings, ...more, ...leaked],
    facts: base.facts,
    leaks: [base, ...others].flatMap(({ leaks }) => leaks),
    ...(base.seen === undefined ? {} : { seen: base.seen }),
    runs: ids,
  };
}

export interface RepeatOptions {
  /** Requirements that a case is named as an example of breaking, over the whole run. */
  readonly failing: (result: CaseResult) => readonly string[];
  readonly brokenBy: BrokenBy;
  /** Runs and judges a case once more, with a process of its own. */
  readonly again: (testCase: Case) => Promise<CaseResult>;
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/** Runs again what {@link repeatPlan} names, and settles what that shows. */
export async function repeated(
  results: readonly (CaseResult | undefined)[],
  { failing, brokenBy, again, concurrency, signal }: RepeatOptions,
): Promise<readonly (CaseResult | undefined)[]> {
  const all = [...results];
  await inOrder(repeatPlan(results, failing), concurrency, signal, async ({ index, times }) => {
    const first = results[index];
    if (first === undefined) return;
    const more: CaseResult[] = [];
    while (more.length < times && !signal.aborted) {
      const one = await again(first.case);
      if (signal.aborted) break;
      more.push(one);
      if (differs(first, one, brokenBy)) break;
    }
    all[index] = settled(first, more, brokenBy);
  });
  return all;
}
