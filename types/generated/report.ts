/* Generated from schemas/hookconf/report.schema.json; do not edit. */

/**
 * What a subject is.
 */
export type Role = 'hook' | 'emitter' | 'converter' | 'runner';
/**
 * `withheld`: something failed. `undecided`: something was not decided. Else `granted`.
 */
export type LevelStatus = 'granted' | 'withheld' | 'undecided';
/**
 * Keyword of the source sentence; `implied` is bound by a table, a schema or an example.
 */
export type Keyword = 'MUST' | 'MUST NOT' | 'SHOULD' | 'SHOULD NOT' | 'MAY' | 'implied';
/**
 * What breaking the requirement costs; the catalogue decides.
 */
export type Grade = 'fail' | 'warn' | 'info';
/**
 * What the run concluded about one requirement. Nothing but `pass` is ever counted as passed.
 */
export type Verdict = 'pass' | 'fail' | 'warn' | 'not-applicable' | 'undecidable' | 'untested' | 'error';
/**
 * What a vendor does with a hook's answer.
 */
export type Effect =
  'allow' | 'none' | 'deny' | 'ask' | 'continue' | 'stop' | 'error-open' | 'error-closed' | 'unknown';
/**
 * What an answer adds beside its effect; `ignored` says that part of the answer was not read.
 */
export type Adds = 'context' | 'input' | 'result' | 'message' | 'ignored';
/**
 * How a fact about a vendor is known, best first.
 */
export type Provenance = 'recorded' | 'source' | 'documented' | 'public-evidence' | 'inferred' | 'unknown';
/**
 * What kind of text was planted.
 */
export type LeakKind = 'tool-result' | 'prompt' | 'file-content' | 'transcript' | 'secret' | 'identity' | 'tool-input';
/**
 * Where a planted text came out.
 */
export type Channel = 'stdout' | 'stderr' | 'file' | 'request' | 'argv' | 'environment';

/**
 * What one run of hookconf found (contract, section 4). Arrays are in plan order whatever the concurrency; only startedAt, the durations, the timings and the environment differ between two runs with one seed.
 */
export interface Report {
  /**
   * Where this schema lies, for editors.
   */
  $schema?: string;
  /**
   * Names this document kind and its version.
   */
  schema: 'hookconf-report/1';
  /**
   * Version of the suite that wrote the report.
   */
  hookconf: string;
  /**
   * When the run began, in UTC.
   */
  startedAt: string;
  /**
   * How long the run took, in milliseconds.
   */
  durationMs: number;
  /**
   * Seed of everything generated: the same seed, version and subject give the same cases.
   */
  seed: number;
  /**
   * False when the run was interrupted, stopped by --max-time or cut off: nothing is granted then.
   */
  complete: boolean;
  /**
   * Why the run is not complete, in one sentence; null or absent when it is.
   */
  incomplete?: string | null;
  /**
   * What the verdicts rest on: the subject was started (`spawned`), or documents that it wrote earlier were read (`stream`).
   */
  evidence: 'spawned' | 'stream';
  /**
   * Every implementation under test, in the order of the configuration.
   */
  subjects: SubjectReport[];
  project: Project;
  digests?: Digests;
  environment?: Environment;
  shard?: Shard;
  baseline?: BaselineResult;
  options?: Options;
}
/**
 * One implementation under test.
 */
export interface SubjectReport {
  /**
   * Name of the subject.
   */
  name: string;
  role: Role;
  /**
   * The command as the user wrote it; empty when it has named commands or a URL.
   *
   * Items: Word.
   */
  command: string[];
  /**
   * Levels judged.
   */
  levels: Level[];
  /**
   * Requirements that bind it, in catalogue order.
   */
  requirements: RequirementReport[];
  /**
   * What vendors do with the hook's answers.
   */
  outcomes: Outcome[];
  /**
   * Everything planted that came out again, whatever its grade.
   */
  leaks: Leak[];
  /**
   * Worth saying and no verdict.
   */
  notices: Notice[];
  summary: Summary;
  /**
   * Specification that it was judged by.
   */
  spec?: string;
  /**
   * Editions judged.
   *
   * Items: Edition.
   */
  editions?: string[];
  /**
   * Vendors whose payloads were fed.
   *
   * Items: Vendor slug.
   */
  vendors?: string[];
  /**
   * Named commands of a converter.
   */
  commands?: {
    [k: string]: string[];
  };
  /**
   * Address of an HTTP hook.
   */
  url?: string;
  /**
   * Version of the implementation, where it is known.
   */
  version?: string;
  /**
   * Digest of the files that the command names.
   */
  digest?: string;
  /**
   * Digest of each file that the command names, by its name in the command.
   */
  files?: {
    /**
     * Digest.
     */
    [k: string]: string;
  };
  /**
   * Surfaces that the author declares absent.
   *
   * Items: Surface word.
   */
  absent?: string[];
  /**
   * Whose HOME it ran with.
   */
  home?: 'private' | 'caller';
  /**
   * How an emitter was driven.
   */
  drive?: 'native' | 'scenario';
  /**
   * Why it could not be judged at all.
   */
  unusable?: string | null;
  /**
   * What came out for each native event.
   */
  fed?: Fed[];
  /**
   * How long it took.
   */
  timings?: Timing[];
  /**
   * Cases that did not come out the same twice.
   *
   * Items: One case.
   */
  flaky?: {
    /**
     * Case id.
     */
    case: string;
    /**
     * Verdicts seen.
     */
    verdicts: Verdict[];
    /**
     * What differed.
     */
    message?: string;
  }[];
  /**
   * Requirements newer than the set.
   *
   * Items: One requirement.
   */
  notScored?: {
    /**
     * Requirement id.
     */
    id: string;
    /**
     * Why.
     */
    reason: string;
  }[];
  worker?: Worker;
}
/**
 * A level judged for a subject, or for the project over all of its subjects.
 */
export interface Level {
  /**
   * Specification, such as `agent-hooks`.
   */
  spec: string;
  /**
   * Published version of the specification.
   */
  edition: string;
  /**
   * Name of the level.
   */
  level: string;
  /**
   * Role that it was judged for; null for a level of the project.
   */
  role: Role | null;
  /**
   * Vendor that it was judged for; null when it was judged over all of them.
   */
  vendor: string | null;
  /**
   * Frozen set of requirements that it was judged by.
   */
  set: string;
  status: LevelStatus;
  /**
   * The subject or the project claims this level.
   */
  claimed: boolean;
  /**
   * Requirements that passed.
   */
  passed: number;
  /**
   * Requirements that failed.
   */
  failed: number;
  /**
   * Requirements with a warning.
   */
  warned: number;
  /**
   * Requirements that do not apply.
   */
  notApplicable: number;
  /**
   * Requirements that should have been decided and were not, our own errors included.
   */
  untested: number;
  /**
   * Requirements that no black box can decide.
   */
  undecidable: number;
  /**
   * True when this suite defined the level, because its specification defines none.
   */
  ours?: boolean;
  /**
   * Why it is not granted, in one sentence; null when it is.
   */
  reason?: string | null;
  /**
   * Requirements that stand between the subject and the level.
   *
   * Items: Requirement id.
   */
  missing?: string[];
  /**
   * What was declared absent, as a badge names it.
   *
   * Items: Surface word or vendor.
   */
  absent?: string[];
  /**
   * What the level rests on.
   */
  evidence?: 'spawned' | 'scenario' | 'stream';
  /**
   * Requirements that are newer than the set and were not scored.
   */
  notScored?: number;
}
/**
 * What the run concluded about one requirement.
 */
export interface RequirementReport {
  /**
   * Requirement id.
   */
  id: string;
  /**
   * Specification that states it.
   */
  spec: string;
  keyword: Keyword;
  grade: Grade;
  verdict: Verdict;
  /**
   * Why it is not-applicable, undecidable or untested; else null.
   */
  reason: string | null;
  /**
   * Cases that decided it.
   */
  cases: number;
  /**
   * Cases that failed, warned or ended in an error.
   */
  failures: Failure[];
  /**
   * Level that it belongs to.
   */
  level?: string;
  /**
   * Where the source says it.
   */
  section?: string;
  /**
   * Repeated runs of one case gave different verdicts.
   */
  flaky?: boolean;
}
/**
 * One case that broke a requirement, or ended in our own error.
 */
export interface Failure {
  /**
   * Case id.
   */
  case: string;
  /**
   * What was wrong and, where it is known, the fix.
   */
  message: string;
  /**
   * What was expected.
   */
  expected: string;
  /**
   * What came back.
   */
  actual: string;
  /**
   * What was sent.
   */
  input: string;
  /**
   * Command that replays the case.
   */
  repro: string;
  /**
   * Vendor whose payload was fed.
   */
  vendor?: string | null;
  /**
   * Native event that was fed.
   */
  event?: string | null;
  where?: Where;
  /**
   * Stable digest of how it failed, for baselines.
   */
  fingerprint?: string;
  /**
   * Excused by a baseline: the reason given there.
   */
  known?: string;
  seen?: Seen;
}
/**
 * A place in a document that was checked.
 */
export interface Where {
  /**
   * File, relative to where hookconf ran.
   */
  file: string;
  /**
   * Line, from 1.
   */
  line: number;
  /**
   * Column, from 1.
   */
  column: number;
}
/**
 * Everything that a failing case saw, as text; long texts are cut and say so.
 */
export interface Seen {
  /**
   * Each process that the case started.
   *
   * Items: One process.
   */
  spawns: {
    /**
     * The command as written, placeholders filled in.
     *
     * Items: Word.
     */
    command?: string[];
    /**
     * Variables that the case set.
     */
    environment?: {
      [k: string]: string;
    };
    /**
     * What it was given.
     */
    stdin: string;
    /**
     * How it ended: `exit 0`, `signal SIGKILL`, `timeout after 1 s`.
     */
    end: string;
    /**
     * What it printed.
     */
    stdout: string;
    /**
     * What it printed on stderr.
     */
    stderr: string;
  }[];
  /**
   * Files that it wrote.
   *
   * Items: One file.
   */
  files?: {
    /**
     * Area and path within the private tree.
     */
    place: string;
    /**
     * What happened to it.
     */
    change: 'created' | 'changed' | 'deleted';
    /**
     * Its content.
     */
    content: string;
  }[];
  /**
   * Requests that it sent.
   *
   * Items: One request.
   */
  requests?: {
    /**
     * HTTP method.
     */
    method: string;
    /**
     * Path and query.
     */
    url: string;
    /**
     * Body.
     */
    body: string;
  }[];
}
/**
 * What a vendor does with a hook's answer in one scenario.
 */
export interface Outcome {
  /**
   * Vendor.
   */
  vendor: string;
  /**
   * Native event.
   */
  event: string;
  /**
   * What happened, in a few words.
   */
  scenario: string;
  /**
   * What the hook answered.
   */
  answer: string;
  effect: Effect;
  /**
   * What the answer adds.
   */
  adds: Adds[];
  /**
   * The rule of the vendor that gives the effect.
   */
  why: string;
  provenance: Provenance;
  /**
   * Case id.
   */
  case?: string;
}
/**
 * A planted text that came out again.
 */
export interface Leak {
  /**
   * What was planted, named by where it stood in the input.
   */
  canary: string;
  kind: LeakKind;
  /**
   * Vendor whose payload carried it.
   */
  vendor: string | null;
  /**
   * Native event that carried it.
   */
  event: string | null;
  channel: Channel;
  /**
   * File and offset, JSON Pointer, header or variable.
   */
  place: string;
  /**
   * `plain`, `base64`, `hex`, `gzip`, …
   */
  encoding: string;
  /**
   * Requirements that it touches.
   *
   * Items: Requirement id.
   */
  requirements: string[];
  /**
   * What it costs; null where it touches no requirement.
   */
  verdict: 'fail' | 'warn' | null;
  /**
   * Case id.
   */
  case?: string;
  /**
   * Command that replays the case.
   */
  repro?: string;
  /**
   * Characters of the planted text that were found.
   */
  length?: number;
}
/**
 * Worth saying and no verdict.
 */
export interface Notice {
  /**
   * `HC-…`, or an info-grade requirement.
   */
  id: string;
  /**
   * One sentence.
   */
  message: string;
  /**
   * Case id; null for a notice about the whole run.
   */
  case: string | null;
  where?: Where;
}
/**
 * Counts of one subject.
 */
export interface Summary {
  /**
   * Requirements with a verdict.
   */
  requirements: number;
  /**
   * Verdict `pass`.
   */
  passed: number;
  /**
   * Verdict `fail`.
   */
  failed: number;
  /**
   * Verdict `warn`.
   */
  warned: number;
  /**
   * Verdict `not-applicable`.
   */
  notApplicable: number;
  /**
   * Verdict `undecidable`.
   */
  undecidable: number;
  /**
   * Verdict `untested`.
   */
  untested: number;
  /**
   * Verdict `error`: our own fault.
   */
  errors: number;
  /**
   * Cases that ran.
   */
  cases: number;
  /**
   * Processes that were started.
   */
  spawns: number;
}
/**
 * What came out for one native event that was fed to an emitter.
 */
export interface Fed {
  /**
   * Vendor.
   */
  vendor: string;
  /**
   * Native event, with its tool where that matters.
   */
  event: string;
  /**
   * How often it was fed.
   */
  cases: number;
  /**
   * Event types that came out, in order of first appearance.
   *
   * Items: Event type.
   */
  emitted: string[];
  /**
   * Event types that the specification wants.
   *
   * Items: Event type.
   */
  expected?: string[];
  /**
   * Why nothing was fed or wanted.
   */
  note?: string | null;
}
/**
 * How long the subject took to answer.
 */
export interface Timing {
  /**
   * Vendor; null over all.
   */
  vendor: string | null;
  /**
   * Event; null over all.
   */
  event: string | null;
  /**
   * Spawns measured.
   */
  spawns: number;
  /**
   * Median, in milliseconds.
   */
  p50Ms: number;
  /**
   * 95th percentile, in milliseconds.
   */
  p95Ms: number;
  /**
   * The vendor's own limit, in milliseconds.
   */
  limitMs: number | null;
  /**
   * What the author declared, in milliseconds.
   */
  budgetMs: number | null;
}
/**
 * Cases that were put to a subject that stays alive.
 */
export interface Worker {
  /**
   * Cases that the worker alone answered.
   */
  alone: number;
  /**
   * Cases that were run again with a process of their own: every counterexample, every lost answer and a sample.
   */
  checked: number;
  /**
   * Of these the ones that came out otherwise; the process of its own was judged.
   */
  differed: number;
}
/**
 * Levels over all subjects of one hookconf.json.
 */
export interface Project {
  /**
   * Levels judged.
   */
  levels: Level[];
  /**
   * Name of the project.
   */
  name?: string;
}
/**
 * What the claim rests on; `hookconf report --verify` recomputes them.
 */
export interface Digests {
  /**
   * Digest of the suite's own program.
   */
  suite?: string;
  /**
   * Digest of the fixtures.
   */
  corpus: string;
  /**
   * Digest of the catalogues.
   */
  requirements: string;
  /**
   * Digest of the registries and vendor contracts.
   */
  registries?: string;
  /**
   * Digest of the schemas.
   */
  schemas?: string;
}
/**
 * The machine.
 */
export interface Environment {
  /**
   * Version of Node.js.
   */
  node: string;
  /**
   * Operating system.
   */
  platform: string;
  /**
   * Processor architecture.
   */
  arch: string;
  /**
   * Processors.
   */
  cpus?: number;
  /**
   * Name of the CI service, where one is known.
   */
  ci?: string | null;
}
/**
 * Present in one part of a run; `hookconf report --merge` joins the parts.
 */
export interface Shard {
  /**
   * Number of this part, from 1.
   */
  index: number;
  /**
   * Number of parts.
   */
  of: number;
  /**
   * Digest of the whole plan: parts of different plans are never joined.
   */
  plan: string;
  /**
   * What was judged in this part, one entry a subject: the material that the whole report is built from again. Written and read by the program alone.
   */
  record?: unknown[];
}
/**
 * What --baseline did.
 */
export interface BaselineResult {
  /**
   * The file, as the user named it.
   */
  file: string;
  /**
   * Entries that excused a failure.
   */
  applied: BaselineUse[];
  /**
   * Entries whose failure no longer happens: remove them.
   */
  stale: BaselineUse[];
  /**
   * Entries whose date has passed.
   */
  expired: BaselineUse[];
  /**
   * Entries whose requirement fails in another way now.
   */
  changed: BaselineUse[];
}
/**
 * One entry of a baseline.
 */
export interface BaselineUse {
  /**
   * Requirement or case id.
   */
  id: string;
  /**
   * Subject that it is limited to.
   */
  subject?: string | null;
  /**
   * One sentence.
   */
  message: string;
  /**
   * The author's reason.
   */
  reason?: string;
  /**
   * Line in the file.
   */
  line?: number;
}
/**
 * Options that limited the run.
 */
export interface Options {
  /**
   * --only
   *
   * Items: Glob.
   */
  only?: string[];
  /**
   * --skip
   *
   * Items: Glob.
   */
  skip?: string[];
  /**
   * --runs
   */
  runs?: number;
  /**
   * --max-time, in seconds.
   */
  maxTimeS?: number | null;
  /**
   * --strict
   */
  strict?: boolean;
  /**
   * Command under test, as given; empty when hookconf.json named the subjects.
   *
   * Items: Word.
   */
  words?: string[];
  /**
   * Options that shape the plan, as given.
   *
   * Items: Word.
   */
  shaping?: string[];
}
