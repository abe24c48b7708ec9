import type { Case } from '../model/case.ts';
import type { Finding } from '../model/finding.ts';
import type { Observation } from '../model/observation.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Subject } from '../model/subject.ts';
import type { Plan, PlanContext, Suite } from '../model/suite.ts';
import type { CaseResult, EditionRun, SubjectRun } from '../report/case-result.ts';
import { answerWords } from './answer-words.ts';
import { askWorkers } from './by-worker.ts';
import { engineNotices } from './notices.ts';
import { inOrder } from './pool.ts';
import { type Broken, repeated } from './repeats.ts';
import { cut, seenOf, stdinText, withoutTree, worthSeeing } from './seen.ts';
import { type Selection, type SelectOptions, select, selectsAll } from './select.ts';
import { shrunk } from './shrink.ts';

/** Runs one case and says what it saw: the process engine, or a stand-in of a test. */
export type Observe = (testCase: Case, signal: AbortSignal) => Promise<Observation>;

/** One edition planned, before anything is started. */
export interface PlannedEdition {
  readonly edition: string;
  readonly requirements: readonly Requirement[];
  readonly context: PlanContext;
  readonly plan: Plan;
  readonly selection: Selection;
}

export interface PlannedSubject {
  readonly subject: Subject;
  readonly suite: Suite;
  readonly editions: readonly PlannedEdition[];
}

export interface PlanSettings extends SelectOptions {
  readonly seed: number;
  readonly runs: number;
  readonly allEvents: boolean;
}

/** Plans a subject in all its editions. Pure. */
export function planSubject(
  subject: Subject,
  suite: Suite,
  corpus: PlanContext['corpus'],
  settings: PlanSettings,
): PlannedSubject {
  const editions = subject.editions.map((edition): PlannedEdition => {
    const requirements = suite.requirements(subject.role, edition, subject);
    const context: PlanContext = {
      subject,
      edition,
      catalogue: requirements,
      corpus,
      seed: settings.seed,
      runs: settings.runs,
      allEvents: settings.allEvents,
    };
    const plan = suite.plan(context);
    return { edition, requirements, context, plan, selection: select(plan.cases, requirements, settings) };
  });
  return { subject, suite, editions };
}

/** What the case itself asked to see: a person may be shown the files of any case, which then judge nothing. */
function asPlanned(testCase: Case, observation: Observation): Observation {
  if (testCase.observeFiles || observation.files.length === 0) return observation;
  return { ...observation, files: [], leaks: observation.leaks.filter(({ channel }) => channel !== 'file') };
}

/** Findings about what was not left out; a leak is told all the same, at the cost of what is left to charge it to. */
function withoutDropped(findings: readonly Finding[], dropped: ReadonlySet<string>): readonly Finding[] {
  return findings.flatMap((finding): readonly Finding[] => {
    if (finding.kind !== 'leak') return 'requirement' in finding && dropped.has(finding.requirement) ? [] : [finding];
    return [{ ...finding, requirements: finding.requirements.filter((id) => !dropped.has(id)) }];
  });
}

/** Judges what one case saw; a judge that throws is our own fault and costs the subject nothing. */
export function judgeCase(
  suite: Suite,
  testCase: Case,
  observation: Observation,
  edition: PlannedEdition,
  keepSeen: boolean,
): CaseResult {
  let findings: readonly Finding[] = [];
  let facts: unknown;
  let fault = observation.fault;
  if (fault === undefined) {
    try {
      const judgement = suite.judge(testCase, asPlanned(testCase, observation), edition.context);
      findings = withoutDropped(judgement.findings, edition.selection.dropped);
      facts = judgement.facts;
    } catch (error) {
      fault = `the judge of ${suite.spec} failed on this case (${(error as Error).message})`;
    }
  }
  const { tree } = observation;
  const input = testCase.spawns[0] === undefined ? '' : stdinText(testCase.spawns[0]);
  const wanted = keepSeen || fault !== undefined || findings.some(worthSeeing);
  return {
    edition: edition.edition,
    case: testCase,
    findings: withoutTree([...findings, ...engineNotices(testCase, observation)], tree),
    facts,
    ...(fault === undefined ? {} : { fault: withoutTree(fault, tree) }),
    leaks: withoutTree(observation.leaks, tree),
    ...(wanted ? { seen: withoutTree(seenOf(testCase, observation), tree) } : {}),
    input: withoutTree(cut(input), tree),
    spawns: observation.spawns.length,
    timedOut: observation.spawns.some((spawn) => spawn.end.kind === 'timeout'),
    ...(observation.spawns.some((spawn) => spawn.starved === true) ? { starved: true } : {}),
    ...(edition.context.subject.role === 'hook'
      ? { ends: observation.spawns.map((spawn) => withoutTree(answerWords(spawn), tree)) }
      : {}),
    durations: observation.spawns.map((spawn) => spawn.durationMs),
  };
}

export interface SubjectRunOptions {
  readonly observe: Observe;
  /** Puts a case to a subject that stays alive, where it offers that; undefined where it needs a process of its own. */
  readonly askWorker?: (testCase: Case) => Promise<Observation | undefined> | undefined;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly settings: SelectOptions;
  readonly repro: (caseId: string) => string;
  readonly rerun: (requirement: string) => string;
  /** Looks at the first case that ended and says why the command can't be used at all, or null. */
  readonly unusable: (testCase: Case, observation: Observation) => Promise<string | null>;
  readonly onCase?: (result: CaseResult) => void;
  readonly keepSeen?: boolean;
  /** Run some cases again, to tell what is flaky from what fails and what passes. */
  readonly repeat?: boolean;
}

/** Cases that are tried at first, spread over the plan: they tell at small cost whether the command works at all. */
const FIRST = 4;

/** The cases of the first look: evenly spread, so that several events and vendors are among them. */
function firstLook(cases: readonly Case[]): Set<Case> {
  const step = Math.max(1, Math.ceil(cases.length / FIRST));
  return new Set(cases.filter((_, index) => index % step === 0));
}

/** What one edition saw, with what the rules about the whole run say of it. */
export function editionRun(
  edition: PlannedEdition,
  suite: Suite,
  results: readonly (CaseResult | undefined)[],
): EditionRun {
  const done = results.filter((result) => result !== undefined);
  const facts = done.map((result) => ({ case: result.case, facts: result.facts }));
  const run = suite.judgeRun?.(facts, edition.context) ?? [];
  return {
    edition: edition.edition,
    requirements: edition.requirements,
    planned: edition.plan.cases,
    results,
    notFed: edition.plan.notFed,
    fed: suite.fed?.(facts, edition.context) ?? [],
    runFindings: withoutDropped(run, edition.selection.dropped),
  };
}

/** Some cases run once more, so that what is flaky is told from what fails and from what passes. */
async function again(
  suite: Suite,
  edition: PlannedEdition,
  results: readonly (CaseResult | undefined)[],
  options: SubjectRunOptions,
): Promise<readonly (CaseResult | undefined)[]> {
  const { subject } = edition.context;
  const graded = new Set(edition.requirements.filter(({ grade }) => grade !== 'info').map(({ id }) => id));
  const counts = (finding: Finding): finding is Broken => finding.kind === 'broken' && graded.has(finding.requirement);
  const wide = editionRun(edition, suite, results).runFindings.filter(counts);
  return await repeated(results, {
    failing: (result) => [
      ...result.findings.filter(counts).map((finding) => finding.requirement),
      ...wide.filter((finding) => finding.case === result.case.id).map((finding) => finding.requirement),
    ],
    brokenBy: (result) => [
      ...result.findings.filter(counts),
      ...editionRun(edition, suite, [result]).runFindings.filter(counts),
    ],
    remembers: subject.url !== undefined || subject.raw['home'] === 'caller',
    again: async (testCase) =>
      judgeCase(suite, testCase, await options.observe(testCase, options.signal), edition, false),
    concurrency: options.concurrency,
    signal: options.signal,
  });
}

/** Runs a planned subject: plan → spawn → observe → judge, in plan order whatever the concurrency. */
export async function runSubject(planned: PlannedSubject, options: SubjectRunOptions): Promise<SubjectRun> {
  const { subject, suite } = planned;
  const leftOut = new Map<string, string>();
  const editions: EditionRun[] = [];
  let unusable: string | null = null;
  let complete = true;
  let probed = false;
  for (const edition of planned.editions) {
    for (const [id, reason] of edition.selection.leftOut) leftOut.set(id, reason);
    const { cases } = edition.selection;
    const one = async (testCase: Case): Promise<CaseResult> => {
      const observation = await options.observe(testCase, options.signal);
      if (!probed) {
        probed = true;
        unusable = options.signal.aborted ? null : await options.unusable(testCase, observation);
      }
      const result = judgeCase(suite, testCase, observation, edition, options.keepSeen ?? false);
      if (!options.signal.aborted) options.onCase?.(result);
      return result;
    };
    // A command that can't be used, or hangs whatever it is given, is found by a few spawns and not by one a case.
    const first = firstLook(cases);
    const look = await inOrder([...first], options.concurrency === 1 ? 1 : FIRST, options.signal, one);
    const hangs = look.length > 0 && look.every((result) => result?.timedOut === true);
    const others = cases.filter((testCase) => !first.has(testCase));
    const goesOn = unusable === null && !hangs;
    const { askWorker } = options;
    const asked =
      goesOn && askWorker !== undefined
        ? await askWorkers(others, {
            ask: askWorker,
            judge: (testCase, observation) =>
              judgeCase(suite, testCase, observation, edition, options.keepSeen ?? false),
            cold: one,
            concurrency: options.concurrency,
            signal: options.signal,
            onCase: (result) => options.onCase?.(result),
          })
        : new Map<Case, CaseResult>();
    const alone = others.filter((testCase) => !asked.has(testCase));
    const rest = goesOn ? await inOrder(alone, options.concurrency, options.signal, one) : [];
    const seen = [...look, ...rest].filter((result) => result !== undefined);
    const byCase = new Map([...asked, ...seen.map((result) => [result.case, result] as const)]);
    const found = cases.map((testCase) => (unusable === null ? byCase.get(testCase) : undefined));
    const told = goesOn && options.repeat === true ? await again(suite, edition, found, options) : found;
    const shrinking = {
      observe: (testCase: Case) => options.observe(testCase, options.signal),
      stopped: () => options.signal.aborted,
    };
    const results = goesOn ? await shrunk(suite, edition.context, told, shrinking) : found;
    if (results.some((result) => result === undefined)) complete = false;
    editions.push(editionRun(edition, suite, results));
    for (const [index, testCase] of cases.entries()) {
      if (results[index] !== undefined) continue;
      const reason =
        unusable !== null
          ? 'the command could not be used'
          : hangs
            ? `it was still running at its limit on each of the first ${first.size} payloads, so the others were not tried`
            : 'the run ended before its cases';
      for (const id of testCase.requirements) leftOut.set(id, reason);
    }
  }
  return {
    subject,
    suite,
    editions,
    unusable,
    complete: complete && selectsAll(options.settings),
    leftOut,
    repro: options.repro,
    rerun: options.rerun,
  };
}
