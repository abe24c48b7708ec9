import type { Case } from '../model/case.ts';
import type { Finding } from '../model/finding.ts';
import type { CaseResult, RunOfCase } from '../report/case-result.ts';
import { decisionsOf } from '../report/decisions.ts';
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

/** Our own fault says nothing about the subject, and neither does a limit that came when we ourselves were kept from running. */
const tells = (result: CaseResult): boolean =>
  result.fault === undefined && !(result.timedOut && result.starved === true);

/** True where two runs of one case would be told apart: by what they break, what they decide, and whether they end. */
export function differs(first: CaseResult, again: CaseResult, brokenBy: BrokenBy): boolean {
  if (!tells(again)) return false;
  if (first.timedOut !== again.timedOut) return true;
  const trace = (result: CaseResult): string => JSON.stringify([idsOf(brokenBy(result)), decisionsOf(result)?.key]);
  return trace(first) !== trace(again);
}

/** No specification asks for it, and a hook may remember what it was asked: worth knowing, and no verdict. */
function decidesOtherwise(runs: readonly CaseResult[]): readonly Finding[] {
  const keys = runs.filter((run) => !run.timedOut).map((run) => decisionsOf(run)?.key ?? 'nothing');
  const decided = [...new Set(keys)];
  if (decided.length < 2) return [];
  const message = `the same input came to ${decided.join(' in one run and to ')} in another; decide by the payload alone`;
  return [{ kind: 'notice', id: 'HC-DETERMINISTIC', message }];
}

/** How results are told apart and settled. */
export interface Settling {
  readonly brokenBy: BrokenBy;
  /** Its memory can't be kept from it (a server of its own, the caller's HOME): to decide otherwise may be its purpose. */
  readonly remembers?: boolean;
}

/**
 * What a case comes to that was run several times. Where its runs agree, what the first showed. Otherwise what is worst in
 * any of them: a requirement that was broken once is broken, what hung once was not decided, and `runs` says that it isn't
 * always so. Where only decisions differ that no rule forbids, the first stands. Pure.
 */
export function settled(first: CaseResult, again: readonly CaseResult[], settling: Settling): CaseResult {
  const { brokenBy, remembers = false } = settling;
  if (!again.some((one) => differs(first, one, brokenBy))) return first;
  const runs = [first, ...again.filter(tells)];
  const broken = runs.map(brokenBy);
  const ids = broken.map(idsOf);
  const steady = new Set(ids.map((one) => one.join())).size === 1;
  const came = runs.map((run, index): RunOfCase => {
    const decided = remembers ? undefined : decisionsOf(run)?.phrase;
    return { broken: ids[index] ?? [], hung: run.timedOut, ...(decided === undefined ? {} : { decided }) };
  });
  const hung = runs.findIndex((run) => run.timedOut);
  if (steady && hung < 0) {
    const findings = [...first.findings, ...decidesOtherwise(runs)];
    return remembers ? { ...first, findings } : { ...first, findings, runs: came };
  }
  const breaks = ids.findIndex((one) => one.length > 0);
  const at = breaks >= 0 && !steady ? breaks : Math.max(0, hung);
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
    timedOut: base.timedOut,
    leaks: [base, ...others].flatMap(({ leaks }) => leaks),
    ...(base.seen === undefined ? {} : { seen: base.seen }),
    runs: came,
  };
}

export interface RepeatOptions extends Settling {
  /** Requirements that a case is named as an example of breaking, over the whole run. */
  readonly failing: (result: CaseResult) => readonly string[];
  /** Runs and judges a case once more, with a process of its own. */
  readonly again: (testCase: Case) => Promise<CaseResult>;
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/** Runs again what {@link repeatPlan} names, and settles what that shows. */
export async function repeated(
  results: readonly (CaseResult | undefined)[],
  { failing, brokenBy, remembers = false, again, concurrency, signal }: RepeatOptions,
): Promise<readonly (CaseResult | undefined)[]> {
  const all = [...results];
  await inOrder(repeatPlan(results, failing), concurrency, signal, async ({ index, times }) => {
    const first = results[index];
    if (first === undefined) return;
    const more: CaseResult[] = [];
    let spare = 1;
    while (more.length < times && !signal.aborted) {
      const one = await again(first.case);
      if (signal.aborted) break;
      // A run that says nothing because the machine was too busy is made up for, once.
      if (!tells(one) && spare-- > 0) continue;
      more.push(one);
      if (differs(first, one, brokenBy)) break;
    }
    all[index] = settled(first, more, { brokenBy, remembers });
  });
  return all;
}
