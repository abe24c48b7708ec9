import { packageRoot } from '../harness/assets.ts';
import type { Case } from '../harness/model/case.ts';
import type { Corpus } from '../harness/model/corpus.ts';
import type { Finding } from '../harness/model/finding.ts';
import type { Observation } from '../harness/model/observation.ts';
import { SURFACES, type Subject, type Surface } from '../harness/model/subject.ts';
import type { CaseFacts, PlanContext, Suite } from '../harness/model/suite.ts';
import { Engine } from '../harness/process/engine.ts';
import { loadCorpus } from '../harness/run/corpus.ts';
import type { Emitted, Locate } from './stream/emitted.ts';
import { Verdicts } from './stream/verdicts.ts';

/** A subject with every default of the contract, for tests of suites. */
export function subjectOf(changes: Partial<Subject> & Pick<Subject, 'role' | 'spec'>): Subject {
  const surface = Object.fromEntries(SURFACES.map((word) => [word, true])) as Record<Surface, boolean>;
  return {
    name: 'subject',
    editions: [],
    command: [],
    commands: {},
    vendors: ['claude-code'],
    vendorsDeclared: true,
    events: null,
    tools: null,
    guard: false,
    posture: null,
    output: 'stdout',
    drive: 'native',
    worker: false,
    supports: [],
    surfaces: [],
    surface,
    claims: [],
    rollout: false,
    verbose: null,
    declaredTimeoutMs: null,
    budgetMs: null,
    raw: {},
    ...changes,
  };
}

export async function contextOf(suite: Suite, subject: Subject, corpus?: Corpus): Promise<PlanContext> {
  const edition = suite.defaultEdition;
  return {
    subject,
    edition,
    catalogue: suite.requirements(subject.role, edition, subject),
    corpus: corpus ?? (await loadCorpus(subject.vendors)),
    seed: 1,
    runs: 4,
    allEvents: false,
  };
}

/** Path of a built reference program. */
export function reference(name: string): string {
  return `${packageRoot()}/dist/reference/${name}.js`;
}

export interface SuiteRun {
  readonly findings: readonly (Finding & { readonly caseId?: string })[];
  readonly observations: readonly (readonly [Case, Observation])[];
  /** What broke each requirement. */
  readonly broken: Readonly<Record<string, readonly string[]>>;
  readonly met: ReadonlySet<string>;
}

export function summed(findings: readonly Finding[]): Pick<SuiteRun, 'broken' | 'met'> {
  const broken: Record<string, string[]> = {};
  for (const finding of findings)
    if (finding.kind === 'broken') {
      broken[finding.requirement] = [...(broken[finding.requirement] ?? []), finding.message];
    }
  const met = new Set(findings.flatMap((finding) => (finding.kind === 'met' ? [finding.requirement] : [])));
  return { broken, met };
}

/** Runs the cases of a suite that `only` selects against a real process and judges them, as a run does. */
export async function runSuite(
  suite: Suite,
  context: PlanContext,
  program: readonly string[],
  only: (testCase: Case) => boolean = () => true,
): Promise<SuiteRun> {
  const engine = new Engine();
  const [first = process.execPath, ...args] = program;
  const launch = { program: first, args, shell: null, cwd: 'project', env: {}, home: 'private' } as const;
  const findings: (Finding & { caseId?: string })[] = [];
  const facts: CaseFacts[] = [];
  const observations: [Case, Observation][] = [];
  try {
    for (const testCase of suite.plan(context).cases.filter(only)) {
      const observation = await engine.runCase(testCase, () => launch);
      const judgement = suite.judge(testCase, observation, context);
      observations.push([testCase, observation]);
      findings.push(...judgement.findings.map((finding) => ({ ...finding, caseId: testCase.id })));
      facts.push({ case: testCase, facts: judgement.facts });
    }
  } finally {
    await engine.close();
  }
  findings.push(...(suite.judgeRun?.(facts, context) ?? []));
  return { findings, observations, ...summed(findings) };
}

/** What a judge of one event says of it: its answer, and its findings in an order of their own. */
export function saidOf(
  judge: (event: Emitted, verdicts: Verdicts, locate: Locate) => boolean,
  value: Record<string, unknown>,
): { readonly valid: boolean; readonly findings: readonly string[] } {
  const verdicts = new Verdicts();
  const valid = judge({ value, text: '', spawn: 0, line: 1 }, verdicts, () => undefined);
  const findings = verdicts.findings().map((one) => JSON.stringify(one));
  return { valid, findings: findings.sort() };
}
