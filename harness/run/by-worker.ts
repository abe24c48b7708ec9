import type { Case } from '../model/case.ts';
import type { Finding } from '../model/finding.ts';
import type { Observation } from '../model/observation.ts';
import type { CaseResult } from '../report/case-result.ts';
import { inOrder } from './pool.ts';

/** What asking a worker needs of a run. */
export interface WorkerOptions {
  /** Puts a case to a worker; undefined where it needs a process of its own. */
  readonly ask: (testCase: Case) => Promise<Observation | undefined> | undefined;
  readonly judge: (testCase: Case, observation: Observation) => CaseResult;
  /** Runs and judges a case with a process of its own, and tells `onCase` itself. */
  readonly cold: (testCase: Case) => Promise<CaseResult>;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly onCase: (result: CaseResult) => void;
}

/** Questions that are under way at once: a worker is never kept waiting. */
const AT_ONCE = 64;
/** One in so many cases is run once more with a process of its own, whatever the worker answered: the same for a plan. */
const SAMPLE = 20;

/** What a judge says of requirements, without the words: two runs of one case agree where this is equal. */
function verdictsOf({ findings, fault }: CaseResult): string {
  const said = findings.flatMap((finding) =>
    'requirement' in finding ? [`${finding.kind} ${finding.requirement}`] : [],
  );
  return JSON.stringify([[...new Set(said)].sort(), fault ?? null]);
}

/** An answer that nothing is wrong with; all others are asked for again. */
function isClean(result: CaseResult, observation: Observation): boolean {
  const end = observation.spawns[0]?.end;
  const well = end?.kind === 'exit' && end.code === 0;
  return (
    well && result.fault === undefined && result.findings.every(({ kind }) => kind !== 'broken' && kind !== 'untested')
  );
}

function differs(how: string): Finding {
  return {
    kind: 'notice',
    id: 'HC-WORKER',
    message: `${how}; the process of its own is what was judged: make an answer depend on its own line alone`,
  };
}

/**
 * Cases that can be put to a subject that stays alive. Every counterexample, every answer that was lost and a sample of the
 * others are run once more with a process of their own, and what that shows is the result: a worker makes a run fast, and
 * never decides against its subject. A case that is not in the answer needs a process of its own.
 */
export async function askWorkers(
  cases: readonly Case[],
  options: WorkerOptions,
): Promise<ReadonlyMap<Case, CaseResult>> {
  const results = new Map<Case, CaseResult>();
  const again: { readonly testCase: Case; readonly result: CaseResult; readonly lost: boolean }[] = [];
  // A worker that hangs must not hold up an interruption.
  const aborted = new Promise<undefined>((resolve) =>
    options.signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  );
  await inOrder(cases, AT_ONCE, options.signal, async (testCase, index) => {
    const observation = await Promise.race([options.ask(testCase), aborted]);
    if (observation === undefined || options.signal.aborted) return;
    // What only started processes have: no time of a start, and no process to count.
    const result: CaseResult = { ...options.judge(testCase, observation), spawns: 0, durations: [], by: 'worker' };
    if (isClean(result, observation) && index % SAMPLE !== 0) {
      results.set(testCase, result);
      options.onCase(result);
      return;
    }
    const end = observation.spawns[0]?.end;
    again.push({ testCase, result, lost: end?.kind !== 'exit' || end.code !== 0 });
  });
  await inOrder(again, options.concurrency, options.signal, async ({ testCase, result, lost }) => {
    const own = await options.cold(testCase);
    const agree = verdictsOf(own) === verdictsOf(result);
    const told = agree
      ? []
      : [
          differs(
            lost
              ? 'as a worker it gave no answer to a payload that it answers alone'
              : 'as a worker it answers otherwise than alone',
          ),
        ];
    const checked: CaseResult = {
      ...own,
      findings: [...own.findings, ...told],
      by: agree ? 'worker-and-process' : 'process-against-worker',
    };
    results.set(testCase, checked);
  });
  return results;
}
