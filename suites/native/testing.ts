/** What tests of this suite share: a subject, a plan context, an observation of one spawn. */

import type { Finding } from '../../harness/model/finding.ts';
import type { End, Observation, SpawnObservation } from '../../harness/model/observation.ts';
import type { Subject } from '../../harness/model/subject.ts';
import type { CaseFacts, PlanContext } from '../../harness/model/suite.ts';
import { loadCorpus } from '../../harness/run/corpus.ts';
import { subjectOf } from '../testing.ts';
import { nativeSuite } from './index.ts';

export function subject(changes: Partial<Subject> = {}): Subject {
  const own = { name: 'hook', editions: ['current'], command: ['./hook'], vendors: ['claude-code', 'gemini-cli'] };
  return subjectOf({ role: 'hook', spec: 'native', ...own, ...changes });
}

/** Few generated events: each costs time, and tests of other things need none. */
export async function planContext(
  changes: Partial<Subject> = {},
  { allEvents = false, runs = 4 }: { readonly allEvents?: boolean; readonly runs?: number } = {},
): Promise<PlanContext> {
  const one = subject(changes);
  return {
    subject: one,
    edition: 'current',
    catalogue: nativeSuite.requirements('hook', 'current', one),
    corpus: await loadCorpus(one.vendors),
    seed: 1,
    runs,
    allEvents,
  };
}

export interface Scripted {
  readonly end?: End;
  readonly stdout?: string;
  readonly stderr?: string;
}

function spawnObservation({ end, stdout = '', stderr = '' }: Scripted): SpawnObservation {
  const captured = (text: string): SpawnObservation['stdout'] => ({
    bytes: Buffer.from(text),
    total: Buffer.byteLength(text),
    truncated: false,
  });
  return {
    end: end ?? { kind: 'exit', code: 0 },
    stdout: captured(stdout),
    stderr: captured(stderr),
    stdin: { bytes: 10, closedEarly: false },
    stdoutHeldOpen: false,
    startedMs: 0,
    durationMs: 5,
  };
}

export function observation(...answers: readonly Scripted[]): Observation {
  return {
    spawns: answers.map(spawnObservation),
    files: [],
    requests: [],
    survivors: [],
    leaks: [],
    tree: { root: '/t', home: '/t/home', tmp: '/t/tmp', project: '/t/project' },
  };
}

/** Plans and judges a hook that gives this answer to every payload; timeouts last as long as they were planned. */
export function judgeAll(
  context: PlanContext,
  answer: (vendor: string, event: string, asked: { readonly stdin: string; readonly spawn: number }) => Scripted,
): readonly Finding[] {
  const plan = nativeSuite.plan(context);
  const findings: Finding[] = [];
  const facts: CaseFacts[] = [];
  for (const testCase of plan.cases) {
    const scripted = testCase.spawns.map((spawn, index): Scripted => {
      const { stdin: sent } = spawn;
      const stdin =
        sent.kind === 'payload' ? JSON.stringify(sent.payload) : sent.kind === 'bytes' ? sent.bytes.toString() : '';
      const one = answer(testCase.vendor ?? '', testCase.event ?? '', { stdin, spawn: index });
      return one.end?.kind === 'timeout' ? { ...one, end: { ...one.end, timeoutMs: spawn.timeoutMs } } : one;
    });
    const judgement = nativeSuite.judge(testCase, observation(...scripted), context);
    findings.push(...judgement.findings);
    facts.push({ case: testCase, facts: judgement.facts });
  }
  return [...findings, ...(nativeSuite.judgeRun?.(facts, context) ?? [])];
}

/** Ids of the requirements that are broken, sorted, once each. */
export function brokenIds(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.flatMap((finding) => (finding.kind === 'broken' ? [finding.requirement] : [])))].sort();
}
