import { STREAM_JUDGING } from '../../../suites/stream-judges.ts';
import { vendorNamed } from '../../../vendors/named.ts';
import { checkFiles } from '../../check/check-files.ts';
import type { CheckOptions } from '../../check/check-options.ts';
import type { CheckedFile, CheckFinding, CheckResult } from '../../check/result.ts';
import { UsageError } from '../../errors.ts';
import { oneLine } from '../../report/text/safe.ts';
import { flag, type Io, type OptionValues, say, text } from '../command-spec.ts';

/** `line:column  severity  message  requirement`, the form that editors and people already read. */
function findingLine(finding: CheckFinding): string {
  const place = `${finding.line}:${finding.column}`.padStart(8);
  const rule = finding.requirement ?? finding.keyword;
  return `${place}  ${finding.severity.padEnd(5)} ${oneLine(finding.message)}  ${rule}\n`;
}

function takenLine(file: CheckedFile): string {
  const [first, ...others] = file.taken;
  if (first === undefined) return '  nothing tells what it is; name it with --spec\n';
  const more = others.length === 0 ? '' : ` (and ${others.length} other kind${others.length === 1 ? '' : 's'})`;
  const count = file.documents === 1 ? '' : `, ${file.documents} documents`;
  return `  taken for ${first.title}${more}, edition ${first.edition}${count}: ${oneLine(first.why)}\n`;
}

function fileText(file: CheckedFile): string {
  // Of a stream with a line that could not be judged the others were.
  if (file.unusable !== null && file.findings.length === 0) return '';
  const more = file.omitted > 0 ? `  and ${file.omitted} more findings\n` : '';
  return `${oneLine(file.file)}\n${takenLine(file)}${file.findings.map(findingLine).join('')}${more}\n`;
}

function total({ summary }: CheckResult): string {
  const all = summary.fail + summary.warn + summary.info;
  if (all === 0) return summary.unusable > 0 ? '' : 'nothing to report\n';
  return `${all} finding${all === 1 ? '' : 's'}: ${summary.fail} fail, ${summary.warn} warn, ${summary.info} info\n`;
}

/** `hookconf check <file…>`. */
export async function check(words: readonly string[], options: OptionValues, io: Io): Promise<number> {
  const spec = text(options, 'spec');
  if (text(options, 'kind') !== undefined && spec === undefined)
    throw new UsageError(
      'kind-without-spec',
      '--kind says which document of a specification it is',
      'add --spec <spec>',
    );
  const edition = options.edition === undefined ? undefined : [options.edition].flat().map(String)[0];
  const vendor = options.vendor === undefined ? undefined : vendorNamed(String([options.vendor].flat()[0]));
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
  // Not with the command: a report brings levels, reporters and all that a run is concluded with.
  if (['level', 'reporter', 'scenario'].some((name) => options[name as 'level'] !== undefined))
    return (await import('./check-report.ts')).checkReport(words, options, io, asked);
  const result = await checkFiles(words, asked, io.signal);
  if (flag(options, 'json')) io.out(`${JSON.stringify(result, null, 2)}\n`);
  else if (flag(options, 'quiet')) io.out(total(result));
  else io.out(`${result.files.map(fileText).join('')}${total(result)}`);
  for (const file of result.files) {
    if (file.unusable === null) continue;
    const place =
      file.unusable.line === undefined ? file.file : `${file.file}:${file.unusable.line}:${file.unusable.column ?? 1}`;
    say(io, `${place}: ${file.unusable.message}`);
  }
  return io.signal.aborted ? 130 : result.exitCode;
}
