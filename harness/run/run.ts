import { setMaxListeners } from 'node:events';
import { tmpdir } from 'node:os';
import type { Report } from '../../types/generated/report.ts';
import { UsageError } from '../errors.ts';
import type { Case } from '../model/case.ts';
import type { JsonObject } from '../model/json.ts';
import type { Observation } from '../model/observation.ts';
import type { Subject } from '../model/subject.ts';
import { Engine } from '../process/engine.ts';
import type { Launch } from '../process/launch.ts';
import type { CaseResult, RunNotice, SubjectRun } from '../report/case-result.ts';
import { subjectDigest } from '../report/digests.ts';
import type { ProjectClaims } from '../report/project-levels.ts';
import { shardMember } from '../report/shard/record.ts';
import { subjectWords } from '../report/verify.ts';
import { anyGlob } from '../text/glob.ts';
import { didYouMean } from '../text/nearest.ts';
import { holdsOwn } from '../validate/own.ts';
import { projectClaims } from './claims.ts';
import { againLines, conclude, environment, hitOwnLimit } from './conclude.ts';
import type { ConfigSubject } from './config.ts';
import type { CorpusOf } from './corpus.ts';
import { exitCode } from './exit-code.ts';
import { startHook } from './http-hook.ts';
import { isolated, notIsolated, workerNotices } from './isolation.ts';
import { type Launches, projectFolder, resolveLaunches, START } from './launches.ts';
import { survivorNotices } from './notices.ts';
import { holdInputs } from './own-inputs.ts';
import { type PlannedSubject, planSubject, runSubject } from './run-subject.ts';
import { type SelectOptions, selectsAll } from './select.ts';
import { shardRecords } from './shards.ts';
import { type Inherited, type Knowledge, resolveSubject, type SubjectOverrides } from './subject.ts';
import { withoutFolder } from './without-folder.ts';

export interface RunEntry {
  readonly entry: ConfigSubject;
  readonly raw: JsonObject;
  /** How its command is started, where that is not for us to resolve: hooks that a vendor's configuration registers. */
  readonly launch?: Launch;
  /** With `launch`: whether anything can be started, looked at before anything is. Throws UsageError. */
  readonly check?: (path: string) => void;
  /** With `launch`: the configuration that registers it, and what its command names, from the folder of the run. */
  readonly registered?: { readonly file: string; readonly words: readonly string[] };
}

/** A run as the command line, or a library's user, asks for it. */
export interface RunRequest {
  /** Subjects as written, with the folder in which their commands are resolved. */
  readonly entries: readonly RunEntry[];
  readonly folder: string;
  readonly cwd: string;
  readonly path: string;
  /** The caller's environment, to name the CI service in the report. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly projectName?: string;
  readonly claims: ProjectClaims;
  readonly inherited: Inherited;
  readonly overrides: SubjectOverrides;
  readonly select: SelectOptions;
  readonly seed: number;
  readonly runs: number;
  readonly allEvents: boolean;
  readonly concurrency: number;
  readonly maxTimeS: number | null;
  readonly project?: string;
  readonly strict: boolean;
  /** Give subjects no network but the sink. */
  readonly isolate?: boolean;
  /** Hosts of HTTP hooks beside this machine. */
  readonly allowHosts?: readonly string[];
  /** Words of a command line that names this subject again, for replay lines. */
  readonly again: { readonly options: readonly string[]; readonly command: readonly string[] };
  readonly version: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /**
   * Changes the finished report before the exit code is taken from it: known failures of a baseline are marked here.
   * `planned` are the ids of all requirements and cases of the plan, also of those that were not selected.
   */
  readonly finish?: (report: Report, planned: ReadonlySet<string>) => Report;
  /** Keep what every case saw, not only what failed (repro). */
  readonly keepSeen?: boolean;
  /** Run some cases again to tell what is flaky; on unless it is switched off (repro, measurements). */
  readonly repeat?: boolean;
}

export interface Progress {
  readonly done: number;
  readonly planned: number;
  readonly failing: number;
}

export interface RunResult {
  readonly report: Report;
  readonly runs: readonly SubjectRun[];
  readonly code: number;
  /** One line each, for stderr. */
  readonly messages: readonly string[];
}

interface Ready {
  readonly planned: PlannedSubject;
  readonly launches: Launches;
  readonly project: string | null;
  readonly passEnv: readonly string[];
  /** What a digest is taken of where a file is there. */
  readonly words: readonly string[];
}

/** Resolves and plans every subject; what can't be used is said, the others go on. */
async function ready(
  request: RunRequest,
  knowledge: Knowledge,
  corpusOf: CorpusOf,
): Promise<{ ready: Ready[]; unusable: string[] }> {
  const list: Ready[] = [];
  const unusable: string[] = [];
  for (const { entry, raw, launch, check, registered } of request.entries) {
    try {
      const { suite, ...resolved } = await resolveSubject(entry, raw, request.inherited, request.overrides, knowledge);
      const subject =
        registered === undefined ? resolved.subject : { ...resolved.subject, registeredIn: registered.file };
      const project = projectFolder(entry, request.project, request.folder, request.cwd);
      check?.(request.path);
      const launches =
        launch === undefined
          ? resolveLaunches(subject, entry, request.folder, request.path, project, request.allowHosts)
          : new Map([['', launch]]);
      const planned = planSubject(subject, suite, await corpusOf(subject.vendors, { variants: request.allEvents }), {
        ...request.select,
        seed: request.seed,
        runs: request.runs,
        allEvents: request.allEvents,
      });
      list.push({
        planned,
        launches,
        project,
        passEnv: entry.passEnv ?? [],
        words: [...subjectWords(subject), ...(registered?.words ?? [])],
      });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      unusable.push(
        request.entries.length > 1
          ? `${entry.name ?? [entry.command ?? entry.role ?? 'subject'].flat().join(' ')}: ${error.line}`
          : error.line,
      );
    }
  }
  return { ready: list, unusable };
}

/** Ids of every requirement and case that is planned, whatever is selected of them. */
function plannedIds(plans: readonly PlannedSubject[]): ReadonlySet<string> {
  return new Set(
    plans.flatMap((planned) =>
      planned.editions.flatMap((edition) => [
        ...edition.requirements.map((row) => row.id),
        ...edition.plan.cases.map((one) => one.id),
      ]),
    ),
  );
}

/** Every --only and --skip pattern must mean something in one of the plans: a slip would silently test nothing, or all. */
function checkPatterns(plans: readonly PlannedSubject[], select: SelectOptions): void {
  const ids = plannedIds(plans);
  for (const [option, patterns] of [
    ['only', select.only],
    ['skip', select.skip],
  ] as const) {
    for (const pattern of patterns) {
      const matches = anyGlob([pattern]);
      if ([...ids].some(matches)) continue;
      throw new UsageError(
        'unknown-id',
        `--${option} ${pattern} matches no requirement or case of this run${didYouMean(pattern, ids)}`,
        'see hookconf list requirements and hookconf list cases',
      );
    }
  }
}

/** The subjects that can be used, at least one, with every pattern checked. Throws UsageError where nothing is left to do. */
async function usable(
  request: RunRequest,
  knowledge: Knowledge,
  corpusOf: CorpusOf,
): Promise<{ ready: Ready[]; unusable: string[] }> {
  const found = await ready(request, knowledge, corpusOf);
  if (found.ready.length === 0) {
    throw new UsageError('nothing-usable', found.unusable.join('; ') || 'there is no subject');
  }
  checkPatterns(
    found.ready.map((one) => one.planned),
    request.select,
  );
  return found;
}

/** Why the first case shows that the command can't be used at all (contract, section 2), or null. */
async function unusableReason(
  subject: Subject,
  testCase: Case,
  observation: Observation,
  withCallersHome: () => Promise<Observation>,
): Promise<string | null> {
  const end = observation.spawns[0]?.end;
  if (end === undefined) return null;
  const name =
    testCase.spawns[0]?.command === undefined ? subject.name : `${subject.name} (${testCase.spawns[0].command})`;
  const cantStart = end.kind === 'not-started' || (end.kind === 'exit' && (end.code === 126 || end.code === 127));
  if (!cantStart) return null;
  if (subject.raw['home'] !== 'caller') {
    const again = (await withCallersHome()).spawns[0]?.end;
    if (again !== undefined && again.kind === 'exit' && again.code !== 126 && again.code !== 127) {
      return `${name} can't start with a private HOME but can with yours (a version manager's shim?); set "home": "caller" in hookconf.json`;
    }
  }
  // 126 and 127 are also what a hook may answer; only what the operating system refused is beyond judging.
  return end.kind === 'not-started' ? `${name} can't be started: ${end.message} (${end.code})` : null;
}

/** An engine for a subject's cases. Throws UsageError where the project can't be read or nothing can be written for a case. */
function engineFor(project: string | null, passEnv: readonly string[]): Engine {
  try {
    return new Engine({ project, passEnv });
  } catch (error) {
    const { code, path, syscall } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (project !== null && path?.startsWith(project) === true) {
      throw new UsageError('project-unreadable', `the project can't be copied: ${path} can't be read (${code})`);
    }
    throw new UsageError(
      'no-temporary-folder',
      `no folder for the cases can be made in ${tmpdir()} (${syscall ?? 'error'} ${code})`,
      'set TMPDIR to a folder that can be written to',
    );
  }
}

/** Plans every subject and starts nothing: what `hookconf list cases` shows. Throws UsageError like {@link run}. */
export async function planAll(
  request: RunRequest,
  knowledge: Knowledge,
  corpusOf: CorpusOf,
): Promise<readonly PlannedSubject[]> {
  const { ready: subjects } = await usable(request, knowledge, corpusOf);
  return subjects.map((one) => one.planned);
}

/** Runs all subjects and builds the report. Throws UsageError when there is nothing that could be run at all. */
export async function run(request: RunRequest, knowledge: Knowledge, corpusOf: CorpusOf): Promise<RunResult> {
  const startedAt = new Date();
  const started = performance.now();
  const { ready: subjects, unusable } = await usable(request, knowledge, corpusOf);
  if (holdsOwn()) {
    await holdInputs(subjects.flatMap(({ planned }) => planned.editions.flatMap(({ selection }) => selection.cases)));
  }
  const claims = projectClaims(
    request.claims,
    subjects.map((one) => one.planned.suite),
  );

  const outOfTime = new AbortController();
  const timer = request.maxTimeS === null ? undefined : setTimeout(() => outOfTime.abort(), request.maxTimeS * 1000);
  const signal = AbortSignal.any([request.signal, outOfTime.signal]);
  // Every case that runs listens to it; Node would take more than ten for a leak, and tell the user so.
  setMaxListeners(0, signal);
  const total = subjects.reduce(
    (sum, one) => sum + one.planned.editions.reduce((cases, edition) => cases + edition.selection.cases.length, 0),
    0,
  );
  let done = 0;
  let failing = 0;
  const onCase = (result: CaseResult): void => {
    done++;
    if (result.findings.some((finding) => finding.kind === 'broken')) failing++;
    request.onProgress?.({ done, planned: total, failing });
  };

  const runs: SubjectRun[] = [];
  const notes: string[] = [];
  try {
    for (const { planned, launches, project, passEnv } of subjects) {
      const { subject } = planned;
      const launchFor = (home?: 'caller') => (command: string | undefined) => {
        const launch = launches.get(command ?? '');
        if (launch === undefined) throw new Error(`${subject.name} has no command "${command ?? ''}"`);
        return home === undefined ? launch : { ...launch, home };
      };
      const engine = engineFor(project, passEnv);
      let seen: SubjectRun;
      let told: readonly RunNotice[] = [];
      try {
        const isolation = await isolated(engine, subject, request.isolate ?? false);
        notes.push(...notIsolated(subject, isolation));
        const down = await startHook(engine, subject, launches.get(START));
        const ran = await runSubject(planned, {
          observe: (testCase, caseSignal) =>
            engine.runCase(
              request.keepSeen === true ? { ...testCase, observeFiles: true } : testCase,
              launchFor(),
              caseSignal,
            ),
          ...(subject.worker ? { askWorker: (testCase: Case) => engine.askWorker(testCase, launchFor()) } : {}),
          concurrency: request.concurrency,
          signal,
          settings: request.select,
          ...againLines(request.again),
          unusable: async (testCase, observation) =>
            down ??
            unusableReason(subject, testCase, observation, () => engine.runCase(testCase, launchFor('caller'), signal)),
          onCase,
          keepSeen: request.keepSeen ?? false,
          repeat: request.repeat ?? true,
        });
        seen = { ...ran, ...(isolation === undefined ? {} : { isolation }) };
        told = await workerNotices(engine);
      } finally {
        await engine.close();
      }
      // What hid until the end is known when everything has been ended.
      const notices = [...told, ...survivorNotices(engine.strays)];
      runs.push(notices.length === 0 ? seen : { ...seen, notices });
    }
  } finally {
    clearTimeout(timer);
  }

  for (const one of runs) if (one.unusable !== null) unusable.push(one.unusable);
  const interrupted = request.signal.aborted;
  const cutShort = interrupted || outOfTime.signal.aborted;
  const complete = !cutShort && runs.length === request.entries.length && runs.every((one) => one.unusable === null);
  const reason = interrupted
    ? `Interrupted after ${done} of ${total} cases.`
    : outOfTime.signal.aborted
      ? `Stopped by --max-time after ${done} of ${total} cases.`
      : complete
        ? null
        : 'A subject could not be used.';
  // A shard's report carries what the whole is built from; `report --merge` joins the parts.
  const part = (report: Report): Report => {
    const { shard } = request.select;
    if (shard === null) return report;
    const parts = runs.flatMap((one, index) => {
      const planned = subjects[index]?.planned;
      return planned === undefined ? [] : [{ planned, run: one, digest: digests[index] }];
    });
    const settings = { ...request.select, seed: request.seed, runs: request.runs, allEvents: request.allEvents };
    const { plan, record } = shardRecords(parts, settings, request.again, claims);
    const masked = record.map((one) => ({ ...one, editions: withoutFolder(one.editions, request.folder) }));
    return { ...report, shard: shardMember(shard.index, shard.of, plan, masked) };
  };
  const digests = subjects.map(({ words }) => subjectDigest(words, request.folder));
  const concluded = conclude(runs, {
    version: request.version,
    startedAt,
    durationMs: performance.now() - started,
    seed: request.seed,
    incomplete: reason,
    claims,
    ...(request.projectName === undefined ? {} : { projectName: request.projectName }),
    options: { ...request.select, runs: request.runs, maxTimeS: request.maxTimeS, strict: request.strict },
    again: request.again,
    digests,
    environment: environment(request.env ?? {}),
  });
  // What the user wrote on the command line stays as it was written.
  const whole = {
    ...concluded,
    subjects: concluded.subjects.map((subject) => ({
      ...withoutFolder(subject, request.folder),
      command: subject.command,
      ...(subject.start === undefined ? {} : { start: subject.start }),
      ...(subject.files === undefined ? {} : { files: subject.files }),
    })),
  };
  const planned = (): ReadonlySet<string> => plannedIds(subjects.map((one) => one.planned));
  const report = request.finish === undefined ? part(whole) : request.finish(part(whole), planned());
  const { code, why } = exitCode({
    report,
    interrupted,
    unusable,
    strict: request.strict,
    hitOwnLimit: runs.some(hitOwnLimit),
    narrowed: !selectsAll(request.select),
  });
  return { report, runs, code, messages: [...notes, ...why] };
}
