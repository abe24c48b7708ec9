import type { Case } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { Subject } from '../../harness/model/subject.ts';
import type { PlanContext } from '../../harness/model/suite.ts';
import { Engine } from '../../harness/process/engine.ts';
import type { Launch } from '../../harness/process/launch.ts';
import { holdInputs } from '../../harness/run/own-inputs.ts';
import { subjectOf as anySubject } from '../testing.ts';
import { hookInterchange } from './suite.ts';

/** What the suite's own tests need to put it to a program: a subject, a context, and a pool that runs a plan for real. */

export function subjectOf(role: 'runner' | 'converter', changes: Partial<Subject> = {}): Subject {
  return anySubject({
    name: role,
    role,
    spec: 'hook-interchange',
    editions: ['1.0', '0.1'],
    command: ['subject'],
    vendors: ['claude-code', 'codex', 'gemini-cli', 'cursor', 'copilot-cli'],
    vendorsDeclared: false,
    supports: ['session', 'policy', 'capabilities'],
    ...changes,
  });
}

export function contextOf(subject: Subject, edition: string, runs: number = 20, seed: number = 42): PlanContext {
  return {
    subject,
    edition,
    catalogue: hookInterchange.requirements(subject.role, edition, subject),
    corpus: { fixtures: () => [] },
    seed,
    runs,
    allEvents: false,
  };
}

export interface Judged {
  readonly case: Case;
  readonly findings: readonly Finding[];
  readonly facts?: unknown;
  readonly observation: Observation;
}

/** Runs cases, a few at a time, and judges them. */
export async function runCases(
  cases: readonly Case[],
  command: readonly string[],
  context: PlanContext,
): Promise<Judged[]> {
  await holdInputs(cases);
  const [program = '', ...args] = command;
  const launch: Launch = { program, args, shell: null, cwd: 'project', env: {}, home: 'private' };
  const engine = new Engine();
  const waiting = [...cases];
  const judged: Judged[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const observation = await engine.runCase(next, () => launch);
      if (observation.fault !== undefined) throw new Error(observation.fault);
      judged.push({ case: next, observation, ...hookInterchange.judge(next, observation, context) });
    }
  };
  try {
    await Promise.all([work(), work(), work(), work()]);
  } finally {
    await engine.close();
  }
  return judged;
}

/** Requirements that a run broke, each with its first message. */
export function brokenIn(judged: readonly Judged[]): Map<string, string> {
  const broken = new Map<string, string>();
  for (const { case: testCase, findings } of judged)
    for (const finding of findings)
      if (finding.kind === 'broken' && !broken.has(finding.requirement))
        broken.set(finding.requirement, `${testCase.id}: ${finding.message}`);
  return broken;
}

export function requirementsWith(kind: Finding['kind'], judged: readonly Judged[]): Set<string> {
  const found = judged.flatMap(({ findings }) => findings.filter((finding) => finding.kind === kind));
  return new Set(found.map((finding) => ('requirement' in finding ? finding.requirement : '')));
}
