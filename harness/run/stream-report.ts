import { basename } from 'node:path';
import type { CheckedFile } from '../check/result.ts';
import { UsageError } from '../errors.ts';
import { LeakScanner } from '../leaks/scanner.ts';
import type { Case } from '../model/case.ts';
import type { Finding } from '../model/finding.ts';
import type { Observation } from '../model/observation.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Suite } from '../model/suite.ts';
import type { CaseResult, EditionRun, SubjectRun } from '../report/case-result.ts';
import { didYouMean } from '../text/nearest.ts';
import { shellLine } from '../text/shell.ts';
import type { ConfigSubject } from './config.ts';
import { editionRun, judgeCase, type PlannedEdition, planSubject } from './run-subject.ts';
import { type Knowledge, levelWord, resolveSubject } from './subject.ts';

/** A recorded stream that is to be reported on as a run is. */
export interface StreamRequest {
  readonly file: string;
  readonly checked: CheckedFile;
  /** What the judges of whole streams said. */
  readonly judged: readonly Finding[];
  readonly spec: string;
  readonly editions: readonly string[];
  /** `[<spec>:]<name>` as given to --level. */
  readonly levels: readonly string[];
  /** Scenario that was played, with the bytes that came of it. */
  readonly scenario?: { readonly name: string; readonly bytes: Buffer };
  readonly seed: number;
  readonly knowledge: Knowledge;
  /** Why rows that nothing decided are not decided. */
  readonly silence: (spec: string, rows: readonly Requirement[], decided: ReadonlySet<string>) => readonly Finding[];
}

/** The specification that a --level names, where it names one. */
export function specOfLevels(levels: readonly string[]): string | undefined {
  return levels.map((word) => levelWord(word, '').spec).find((spec) => spec !== '');
}

const NO_ONE = { only: [], skip: [], shard: null };

/** Judges a recorded stream as the one case of an emitter, or as what came of one played scenario. */
export async function streamRun(request: StreamRequest): Promise<SubjectRun> {
  const { file, spec, scenario, knowledge } = request;
  const drive = scenario === undefined ? {} : ({ drive: 'scenario' } as const);
  const name = file === '-' ? 'stdin' : basename(file);
  const entry: ConfigSubject = { name, role: 'emitter', command: [file], ...drive };
  const overrides = {
    spec,
    levels: request.levels,
    ...(request.editions.length === 0 ? {} : { editions: request.editions }),
  };
  const { subject, suite } = await resolveSubject(
    entry,
    { role: 'emitter', command: [file], ...drive },
    {},
    overrides,
    knowledge,
  );
  const settings = { ...NO_ONE, seed: request.seed, runs: 100, allEvents: false };
  const planned = planSubject(subject, suite, { fixtures: () => [] }, settings);
  const editions = planned.editions.slice(0, 1).map((edition): EditionRun => {
    if (scenario !== undefined) return played(edition, suite, scenario, request);
    return recorded(edition, name, request);
  });
  const again = shellLine(['hookconf', 'check', '--spec', spec, '--reporter', 'table', file]);
  return {
    // Whose payloads the events came of, a stream does not tell.
    subject: { ...subject, vendors: [] },
    suite,
    editions,
    // A line beyond a limit of ours leaves the run incomplete; the others were judged.
    unusable: request.checked.unusable?.limit === true ? null : (request.checked.unusable?.message ?? null),
    complete: request.checked.unusable === null,
    leftOut: new Map(),
    repro: () => again,
    rerun: () => again,
  };
}

/** What checking a document found, as findings about requirements. */
function documentFindings({ file, checked }: StreamRequest, rows: ReadonlySet<string>): Finding[] {
  return checked.findings.map(({ requirement, message, severity, line, column }): Finding => {
    const where = { file, line, column };
    if (requirement === undefined || !rows.has(requirement) || severity === 'info')
      return { kind: 'notice', id: requirement ?? 'HC-DOCUMENT', message, where };
    return {
      kind: 'broken',
      requirement,
      message,
      expected: 'as the requirement has it',
      actual: 'see the line',
      where,
    };
  });
}

function recorded(edition: PlannedEdition, name: string, request: StreamRequest): EditionRun {
  const rows = new Set(edition.requirements.map(({ id }) => id));
  const judged = request.judged.filter((one) => !('requirement' in one) || rows.has(one.requirement));
  const told = new Set(judged.map((one) => (one.kind === 'broken' ? `${one.requirement} ${one.where?.line}` : '')));
  const documents = documentFindings(request, rows).filter(
    (one) =>
      !(one.kind === 'broken' && told.has(`${one.requirement} ${one.where?.line}`)) &&
      !(one.kind === 'notice' && judged.some((other) => other.kind === 'notice' && other.message === one.message)),
  );
  const findings = [...judged, ...documents];
  const decided = new Set(findings.flatMap((one) => ('requirement' in one ? [one.requirement] : [])));
  const testCase: Case = {
    id: `${request.spec}/stream/${name}`,
    title: `the recorded stream ${name}`,
    requirements: [...rows],
    spawns: [],
    files: [],
    substitutions: [],
    lingerMs: 0,
    observeFiles: false,
    canaries: [],
    context: null,
  };
  const result: CaseResult = {
    edition: edition.edition,
    case: testCase,
    findings: [...findings, ...request.silence(request.spec, edition.requirements, decided)],
    facts: undefined,
    leaks: [],
    input: '',
    spawns: 0,
    timedOut: false,
    durations: [],
  };
  const { requirements } = edition;
  const nothing = { notFed: [], runFindings: [], fed: [] };
  return { edition: edition.edition, requirements, planned: [testCase], results: [result], ...nothing };
}

/** What a scenario gave, judged by the judges of the scenario drive; places come from the stream. */
function played(
  edition: PlannedEdition,
  suite: Suite,
  { name, bytes }: { readonly name: string; readonly bytes: Buffer },
  request: StreamRequest,
): EditionRun {
  const prefix = `${request.spec}/scenario/`;
  const { cases } = edition.plan;
  const testCase = cases.find(({ id }) => id === `${prefix}${name}`);
  if (testCase === undefined) {
    const known = cases.map(({ id }) => id.slice(prefix.length));
    throw new UsageError(
      'unknown-scenario',
      `there is no scenario "${name}"${didYouMean(name, known)}`,
      'see hookconf list scenarios',
    );
  }
  const stream = (content: Buffer) => ({ bytes: content, total: content.length, truncated: false });
  const observation: Observation = {
    spawns: [
      {
        end: { kind: 'exit', code: 0 },
        stdout: stream(bytes),
        stderr: stream(Buffer.alloc(0)),
        stdin: { bytes: 0, closedEarly: false },
        stdoutHeldOpen: false,
        startedMs: 0,
        durationMs: 0,
      },
    ],
    files: [],
    requests: [],
    survivors: [],
    leaks: new LeakScanner(testCase.canaries).scan({ channel: 'stdout', name: 'stream', spawn: 0 }, bytes),
    tree: { root: '', home: '', tmp: '', project: '' },
  };
  const places = new Map(
    request.judged.flatMap((one) =>
      one.kind === 'broken' && one.where !== undefined
        ? [[`${one.requirement} ${one.message}`, one.where] as const]
        : [],
    ),
  );
  const result = judgeCase(suite, testCase, observation, edition, false);
  const findings = result.findings.map((one) => {
    const where = one.kind === 'broken' ? places.get(`${one.requirement} ${one.message}`) : undefined;
    return where === undefined ? one : { ...one, where };
  });
  return { ...editionRun(edition, suite, [{ ...result, findings, spawns: 0 }]), planned: [testCase] };
}
