import { packageRoot } from '../harness/assets.ts';
import type { Case } from '../harness/model/case.ts';
import type { Corpus, Fixture } from '../harness/model/corpus.ts';
import type { Finding } from '../harness/model/finding.ts';
import type { JsonValue } from '../harness/model/json.ts';
import type { End, FileObservation, Observation, SpawnObservation } from '../harness/model/observation.ts';
import { SURFACES, type Subject, type Surface } from '../harness/model/subject.ts';
import type { Judgement, PlanContext, Suite } from '../harness/model/suite.ts';
import { TRACE_FOLDER } from '../harness/probes/probe.ts';
import type { ProbeRun, Trace } from '../harness/probes/trace.ts';
import { Engine } from '../harness/process/engine.ts';
import { loadCorpus } from '../harness/run/corpus.ts';
import { holdInputs } from '../harness/run/own-inputs.ts';
import { observed } from './approved.ts';
import type { Answer, Outcome } from './runner-answers.ts';
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
  /** Each case with what its judge said of it. */
  readonly judged: readonly (Judgement & { readonly case: Case })[];
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
  const cases = suite.plan(context).cases.filter(only);
  await holdInputs(cases);
  const engine = new Engine();
  const [first = process.execPath, ...args] = program;
  const launch = { program: first, args, shell: null, cwd: 'project', env: {}, home: 'private' } as const;
  const findings: (Finding & { caseId?: string })[] = [];
  const judged: (Judgement & { case: Case })[] = [];
  const observations: [Case, Observation][] = [];
  try {
    for (const testCase of cases) {
      const observation = await engine.runCase(testCase, () => launch);
      if (observation.fault !== undefined) throw new Error(`${testCase.id}: ${observation.fault}`);
      const judgement = suite.judge(testCase, observation, context);
      observations.push([testCase, observation]);
      findings.push(...judgement.findings.map((finding) => ({ ...finding, caseId: testCase.id })));
      judged.push({ case: testCase, ...judgement });
    }
  } finally {
    await engine.close();
  }
  const facts = judged.map((one) => ({ case: one.case, facts: one.facts }));
  findings.push(...(suite.judgeRun?.(facts, context) ?? []));
  return { findings, observations, judged, ...summed(findings) };
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

/** A payload that a vendor's documents show, as it lies in the corpus. */
export function fixtureOf(vendor: string, event: string, stdin: JsonValue, name = `${vendor}/${event}`): Fixture {
  const told = { vendor_version: null, how: 'documented', date: null, source: '', scenario: null } as const;
  return { name, vendor, event, ...told, session: null, seq: null, delivery: 'stdin', stdin, env: {} };
}

/** A probe that ran in the project to its own end. */
export function ranProbe(probe: string, changes: Partial<ProbeRun> = {}): ProbeRun {
  const nothing = { args: [], cwd: '.', env: {}, stdin: '', beats: 0, childBeats: 0 };
  return { probe, ...nothing, inputLeftOpen: false, ended: true, ...changes };
}

/** Runs one after another, each at its end before the next starts; those that never came to it have none. */
export function inTurn(...runs: readonly ProbeRun[]): Trace {
  const steps = (run: number): Trace['order'] => [
    { what: 'start', run },
    ...(runs[run]?.ended === true ? [{ what: 'end' as const, run }] : []),
  ];
  return { runs, order: runs.flatMap((_, run) => steps(run)) };
}

/** Runs that all start before the first of them ends. */
export function atOnce(...runs: readonly ProbeRun[]): Trace {
  const all = (what: 'start' | 'end'): Trace['order'] => runs.map((_, run) => ({ what, run }));
  return { runs, order: [...all('start'), ...all('end')] };
}

/** What a runner said that ended well after a tenth of a second. */
export function answered(outcome: Outcome, changes: Partial<Answer> = {}): Answer {
  return { code: 0, timedOut: false, outcomes: [outcome], stderr: '', durationMs: 100, ...changes };
}

/** What a runner said that gave no outcome. */
export function silent(changes: Partial<Answer> = {}): Answer {
  return answered({}, { outcomes: [], ...changes });
}

/** A file that was made in the project. */
export function madeFile(path: string, text: string): FileObservation {
  const bytes = Buffer.from(text);
  return { path, area: 'project', change: 'created', bytes, total: bytes.length, truncated: false };
}

/** What one spawn of a runner was seen to do; it ended well unless `end` says otherwise. */
export interface Spawned {
  readonly end?: End;
  readonly stdout?: string;
  readonly stderr?: string;
}

/** What a case saw of these spawns, of its probes (`start <probe> <pid>`, `end <probe> <pid>`) and in files. */
export function observedRuns(
  spawned: readonly Spawned[],
  log: readonly string[] = [],
  files: readonly FileObservation[] = [],
): Observation {
  const one = { spawns: [{}] } as unknown as Case;
  const spawns = spawned.flatMap(
    ({ end, stdout = '', stderr = '' }): readonly SpawnObservation[] =>
      observed(one, [stdout], end === undefined ? { stderr } : { end, stderr }).spawns,
  );
  return { ...observed(one, []), spawns, files: [madeFile(`${TRACE_FOLDER}/log`, log.join('\n')), ...files] };
}
