import { STREAM_JUDGING } from '../../../suites/stream-judges.ts';
import { streamSilence } from '../../../suites/stream-silence.ts';
import { type CheckOptions, checkFiles } from '../../check/check-files.ts';
import { checkStream } from '../../check/check-text.ts';
import { readInput } from '../../check/read-input.ts';
import type { CheckedFile, CheckFinding, CheckResult } from '../../check/result.ts';
import type { StreamJudging } from '../../check/stream-check.ts';
import { UsageError } from '../../errors.ts';
import type { Finding } from '../../model/finding.ts';
import type { SubjectRun } from '../../report/case-result.ts';
import { writeReports } from '../../report/write.ts';
import { conclude, environment } from '../../run/conclude.ts';
import { exitCode } from '../../run/exit-code.ts';
import { specOfLevels, streamRun } from '../../run/stream-report.ts';
import { version } from '../../version.ts';
import { flag, type Io, number, type OptionValues, text, texts } from '../command-spec.ts';
import { KNOWLEDGE } from '../knowledge.ts';
import { readerOptions, reportersOf, written } from '../reports.ts';

/** `line:column  severity  message  requirement`, the form that editors and people already read. */
function findingLine(finding: CheckFinding): string {
  const place = `${finding.line}:${finding.column}`.padStart(8);
  const rule = finding.requirement ?? finding.keyword;
  return `${place}  ${finding.severity.padEnd(5)} ${finding.message}  ${rule}\n`;
}

function takenLine(file: CheckedFile): string {
  const [first, ...others] = file.taken;
  if (first === undefined) return '  nothing tells what it is; name it with --spec\n';
  const more = others.length === 0 ? '' : ` (and ${others.length} other kind${others.length === 1 ? '' : 's'})`;
  const count = file.documents === 1 ? '' : `, ${file.documents} documents`;
  return `  taken for ${first.title}${more}, edition ${first.edition}${count}: ${first.why}\n`;
}

function fileText(file: CheckedFile): string {
  if (file.unusable !== null) return '';
  const more = file.omitted > 0 ? `  and ${file.omitted} more findings\n` : '';
  return `${file.file}\n${takenLine(file)}${file.findings.map(findingLine).join('')}${more}\n`;
}

function total({ summary }: CheckResult): string {
  const all = summary.fail + summary.warn + summary.info;
  if (all === 0) return summary.unusable > 0 ? '' : 'nothing to report\n';
  return `${all} finding${all === 1 ? '' : 's'}: ${summary.fail} fail, ${summary.warn} warn, ${summary.info} info\n`;
}

/** A stream of events reported on as a run is (contract, section 3). */
async function report(words: readonly string[], options: OptionValues, io: Io, asked: CheckOptions): Promise<number> {
  const startedAt = new Date();
  const started = performance.now();
  const reporters = reportersOf(options, io);
  const reader = readerOptions(options, io);
  const levels = texts(options, 'level');
  const scenario = text(options, 'scenario');
  const seed = number(options, 'seed') ?? 42;
  const runs: SubjectRun[] = [];
  const unusable: string[] = [];
  for (const file of words) {
    const spec = asked.spec ?? specOfLevels(levels);
    const judged: { readonly spec: string; readonly findings: readonly Finding[] }[] = [];
    const judging = observed(STREAM_JUDGING, (of, findings) => judged.push({ spec: of, findings }));
    const bytes = scenario === undefined ? undefined : await wholeInput(file);
    const checked =
      bytes === undefined
        ? (await checkFiles([file], { ...asked, ...(spec === undefined ? {} : { spec }), judging })).files[0]
        : await checkStream(file, [bytes], { ...asked, ...(spec === undefined ? {} : { spec }) }, judging);
    const own = spec ?? judged[0]?.spec;
    if (checked === undefined || own === undefined || checked.unusable !== null) {
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
        editions: asked.edition === undefined ? [] : [asked.edition],
        levels,
        ...(scenario === undefined || bytes === undefined ? {} : { scenario: { name: scenario, bytes } }),
        seed,
        knowledge: KNOWLEDGE,
        silence: streamSilence,
      }),
    );
  }
  if (runs.length === 0) {
    for (const line of unusable) io.err(`hookconf: ${line}\n`);
    return 2;
  }
  const strict = flag(options, 'strict');
  const concluded = conclude(runs, {
    version: version(),
    startedAt,
    durationMs: performance.now() - started,
    seed,
    incomplete: unusable.length === 0 ? null : 'A stream could not be read to its end.',
    evidence: 'stream',
    claims: {},
    options: { only: [], skip: [], runs: 100, maxTimeS: null, strict },
    again: { options: [], command: [...words] },
    digests: [],
    environment: environment(io.env),
  });
  // A scenario that was played elsewhere is still known by its record alone.
  const recorded = concluded.subjects.map((subject) => ({
    ...subject,
    levels: subject.levels.map((level) => ({ ...level, evidence: 'stream' as const })),
  }));
  const told = { ...concluded, subjects: recorded };
  await written(async () => io.out((await writeReports(told, reporters, reader)).stdout));
  const basis = { report: told, interrupted: false, unusable, strict, hitOwnLimit: false, narrowed: false };
  const { code, why } = exitCode(basis);
  for (const message of why) io.err(`hookconf: ${message}\n`);
  return code;
}

/** The same judges, with what they find handed on. */
function observed(judging: StreamJudging, seen: (spec: string, findings: readonly Finding[]) => void): StreamJudging {
  return {
    ...judging,
    judge: (spec) => {
      const judge = judging.judge(spec);
      if (judge === undefined) return undefined;
      return {
        event: (event, locate) => judge.event(event, locate),
        end: () => {
          const findings = judge.end();
          seen(spec, findings);
          return findings;
        },
      };
    },
  };
}

/** The bytes of a stream that a scenario gave: one session, and small. */
async function wholeInput(file: string): Promise<Buffer> {
  const input = await readInput(file);
  if (input.kind === 'unusable') throw new UsageError('unreadable', `${file}: ${input.message}`);
  if (input.kind === 'whole') return Buffer.from(input.bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of input.chunks) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** `hookconf check <file…>`. */
export async function check(words: readonly string[], options: OptionValues, io: Io): Promise<number> {
  const spec = text(options, 'spec');
  const edition = options.edition === undefined ? undefined : [options.edition].flat().map(String)[0];
  const vendor = options.vendor === undefined ? undefined : KNOWLEDGE.vendorSlug(String([options.vendor].flat()[0]));
  const event = options.event === undefined ? undefined : String([options.event].flat()[0]);
  const asked: CheckOptions = {
    strict: flag(options, 'strict'),
    judging: STREAM_JUDGING,
    drift: flag(options, 'drift'),
    failOnDrift: flag(options, 'fail-on-drift'),
    ...(spec === undefined ? {} : { spec }),
    ...(text(options, 'kind') === undefined ? {} : { kind: text(options, 'kind') ?? '' }),
    ...(edition === undefined ? {} : { edition }),
    ...(vendor === undefined ? {} : { vendor }),
    ...(event === undefined ? {} : { event }),
  };
  if (['level', 'reporter', 'scenario'].some((name) => options[name as 'level'] !== undefined))
    return report(words, options, io, asked);
  const result = await checkFiles(words, asked);
  if (flag(options, 'json')) io.out(`${JSON.stringify(result, null, 2)}\n`);
  else if (flag(options, 'quiet')) io.out(total(result));
  else io.out(`${result.files.map(fileText).join('')}${total(result)}`);
  for (const file of result.files) {
    if (file.unusable === null) continue;
    const place =
      file.unusable.line === undefined ? file.file : `${file.file}:${file.unusable.line}:${file.unusable.column ?? 1}`;
    io.err(`hookconf: ${place}: ${file.unusable.message}\n`);
  }
  return result.exitCode;
}
