import type { Report } from '../../types/generated/report.ts';
import { checkFiles } from '../check/check-files.ts';
import type { CheckOptions } from '../check/check-options.ts';
import { checkStream } from '../check/check-text.ts';
import { readInput } from '../check/read-input.ts';
import type { CheckedFile } from '../check/result.ts';
import type { StreamJudging } from '../check/stream-check.ts';
import { UsageError } from '../errors.ts';
import type { Finding } from '../model/finding.ts';
import type { SubjectRun } from '../report/case-result.ts';
import { conclude, environment } from './conclude.ts';
import { exitCode } from './exit-code.ts';
import { type StreamRequest, specOfLevels, streamRun } from './stream-report.ts';

/** Recorded streams that are to be reported on together. */
export interface StreamsRequest extends Pick<StreamRequest, 'levels' | 'seed' | 'knowledge' | 'silence'> {
  readonly files: readonly string[];
  /** As `hookconf check` is asked; `judging` is who judges the streams. */
  readonly asked: CheckOptions;
  /** Ends the reading; the report is incomplete then. */
  readonly signal?: AbortSignal;
  /** Name of the scenario that they are what came of. */
  readonly scenario?: string;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface StreamsResult {
  /** Null where none of the files could be used. */
  readonly report: Report | null;
  readonly code: number;
  /** One line each, for stderr. */
  readonly messages: readonly string[];
}

interface Judged {
  readonly spec: string;
  readonly findings: readonly Finding[];
}

/** The same judges, with what they find handed on. */
function observed(judging: StreamJudging, seen: (judged: Judged) => void): StreamJudging {
  return {
    ...judging,
    judge: async (spec, readAt) => {
      const judge = await judging.judge(spec, readAt);
      if (judge === undefined) return undefined;
      return {
        event: (event, locate) => judge.event(event, locate),
        end: () => {
          const findings = judge.end();
          seen({ spec, findings });
          return findings;
        },
      };
    },
  };
}

/** The bytes of a stream that a scenario gave: one session, and small. */
async function wholeInput(file: string, signal: AbortSignal | undefined): Promise<Buffer> {
  const input = await readInput(file, signal);
  if (input.kind === 'unusable') throw new UsageError('unreadable', `${file}: ${input.message}`);
  if (input.kind === 'whole') return Buffer.from(input.bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of input.chunks) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Checks the streams and builds the report of them all. Throws UsageError for a level or a scenario that isn't there. */
export async function reportStreams(request: StreamsRequest): Promise<StreamsResult> {
  const startedAt = new Date();
  const started = performance.now();
  const { files, levels, scenario, seed, knowledge, silence } = request;
  const spec = request.asked.spec ?? specOfLevels(levels);
  const runs: SubjectRun[] = [];
  const unusable: string[] = [];
  const { signal } = request;
  for (const file of files) {
    if (signal?.aborted === true) break;
    const judged: Judged[] = [];
    const { judging } = request.asked;
    const asked: CheckOptions = {
      ...request.asked,
      ...(spec === undefined ? {} : { spec }),
      ...(judging === undefined ? {} : { judging: observed(judging, (one) => judged.push(one)) }),
    };
    const bytes = scenario === undefined ? undefined : await wholeInput(file, signal);
    const checked: CheckedFile | undefined =
      bytes === undefined
        ? (await checkFiles([file], asked, signal)).files[0]
        : await checkStream(file, [bytes], asked, asked.judging);
    const own = spec ?? judged[0]?.spec;
    if (checked === undefined || own === undefined || (checked.unusable !== null && checked.unusable.limit !== true)) {
      const { message, line, column } = checked?.unusable ?? { message: 'this is no stream of events' };
      unusable.push(`${file}${line === undefined ? '' : `:${line}:${column ?? 1}`}: ${message}`);
      if (checked === undefined || own === undefined) continue;
    }
    runs.push(
      await streamRun({
        file,
        checked,
        judged: judged.filter((one) => one.spec === own).flatMap((one) => one.findings),
        spec: own,
        editions: request.asked.edition === undefined ? [] : [request.asked.edition],
        levels,
        ...(scenario === undefined || bytes === undefined ? {} : { scenario: { name: scenario, bytes } }),
        seed,
        knowledge,
        silence,
      }),
    );
  }
  const interrupted = signal?.aborted === true;
  if (runs.length === 0) return { report: null, code: interrupted ? 130 : 2, messages: unusable };
  const strict = request.asked.strict === true;
  const concluded = conclude(runs, {
    version: request.version,
    startedAt,
    durationMs: performance.now() - started,
    seed,
    incomplete: interrupted
      ? 'It was interrupted.'
      : unusable.length > 0
        ? 'A stream could not be read to its end.'
        : runs.some(({ complete }) => !complete)
          ? 'A line went beyond a limit of this program and was not judged.'
          : null,
    evidence: 'stream',
    claims: {},
    options: { only: [], skip: [], runs: 100, maxTimeS: null, strict },
    again: { options: [], command: [...files] },
    digests: [],
    environment: environment(request.env),
  });
  // A scenario that was played elsewhere is still known by its record alone.
  const subjects = concluded.subjects.map((subject) => ({
    ...subject,
    levels: subject.levels.map((level) => ({ ...level, evidence: 'stream' as const })),
  }));
  const report = { ...concluded, subjects };
  const basis = { report, interrupted, unusable, strict, hitOwnLimit: false, narrowed: false };
  const { code, why } = exitCode(basis);
  return { report, code, messages: why };
}
