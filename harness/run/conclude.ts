import { availableParallelism } from 'node:os';
import type { Digests, Environment, Report } from '../../types/generated/report.ts';
import { data } from '../assets.ts';
import { buildReport, buildSubject } from '../report/build.ts';
import type { SubjectRun } from '../report/case-result.ts';
import { type ProjectClaims, projectLevels } from '../report/project-levels.ts';
import { shellLine } from '../text/shell.ts';

/** Digest of the files that a subject's command names. */
export interface SubjectDigest {
  readonly files: Readonly<Record<string, string>>;
  readonly whole: string;
}

/** How the subject is named again on a command line. */
export interface Again {
  readonly options: readonly string[];
  readonly command: readonly string[];
}

/** What a report says beside what was judged; a run and a merge of its shards give the same. */
export interface Conclusion {
  readonly version: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly seed: number;
  readonly incomplete: string | null;
  /** What it rests on; `spawned` where nothing else is said. */
  readonly evidence?: 'spawned' | 'stream';
  readonly claims: ProjectClaims;
  readonly projectName?: string;
  readonly options: {
    readonly only: readonly string[];
    readonly skip: readonly string[];
    readonly runs: number;
    readonly maxTimeS: number | null;
    readonly strict: boolean;
  };
  readonly again: Again;
  readonly digests: readonly (SubjectDigest | undefined)[];
  readonly environment: Environment;
}

/** The machine, as a report names it: none of it decides a verdict, all of it may explain one. */
export function environment(env: Readonly<Record<string, string | undefined>>): Environment {
  const ci = env['GITHUB_ACTIONS'] === 'true' ? 'github' : env['GITLAB_CI'] === 'true' ? 'gitlab' : null;
  return {
    node: process.versions.node,
    platform: process.platform,
    arch: process.arch,
    cpus: availableParallelism(),
    ci: ci ?? ((env['CI'] ?? '') === '' ? null : 'unknown'),
  };
}

/** Command lines that run one case, or one requirement, of this subject again. */
export function againLines(again: Again): Pick<SubjectRun, 'repro' | 'rerun'> {
  const words = [...again.options, ...(again.command.length === 0 ? [] : ['--', ...again.command])];
  return {
    repro: (caseId) => shellLine(['hookconf', 'repro', caseId, ...words]),
    rerun: (requirement) => shellLine(['hookconf', 'run', '--only', requirement, ...words]),
  };
}

/** The report of judged subjects. Reads the digests that the build wrote, and nothing else. */
export function conclude(runs: readonly SubjectRun[], conclusion: Conclusion): Report {
  const subjects = runs.map((run, index) => {
    const digest = conclusion.digests[index];
    const report = buildSubject(run);
    return digest === undefined ? report : { ...report, digest: digest.whole, files: { ...digest.files } };
  });
  const { only, skip, runs: inputs, maxTimeS, strict } = conclusion.options;
  const report = buildReport(
    {
      version: conclusion.version,
      startedAt: conclusion.startedAt,
      durationMs: conclusion.durationMs,
      seed: conclusion.seed,
      complete: conclusion.incomplete === null,
      incomplete: conclusion.incomplete,
      evidence: conclusion.evidence ?? 'spawned',
      projectLevels: projectLevels(conclusion.claims, runs, subjects),
      ...(conclusion.projectName === undefined ? {} : { projectName: conclusion.projectName }),
    },
    subjects,
  );
  return {
    ...report,
    digests: data<Required<Digests>>('digests'),
    environment: conclusion.environment,
    options: {
      only: [...only],
      skip: [...skip],
      runs: inputs,
      maxTimeS,
      strict,
      words: [...conclusion.again.command],
      shaping: [...conclusion.again.options],
    },
  };
}

/** A hang that nobody declared a limit for is a question left open, and the exit code says so. */
export function hitOwnLimit(run: SubjectRun): boolean {
  if (run.subject.declaredTimeoutMs !== null) return false;
  return run.editions.some((edition) =>
    edition.results.some(
      (result) => result?.timedOut === true && result.findings.some((finding) => finding.kind === 'untested'),
    ),
  );
}
