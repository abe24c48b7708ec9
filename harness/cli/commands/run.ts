import { findRequirement } from '../../../suites/catalogue.ts';
import { UsageError } from '../../errors.ts';
import type { ReporterOptions } from '../../report/reporter.ts';
import { reporterNamed } from '../../report/reporters/index.ts';
import { writeWhole } from '../../report/write.ts';
import { loadCorpus } from '../../run/corpus.ts';
import { run as runAll } from '../../run/run.ts';
import { flag, type Io, type OptionValues, texts } from '../command-spec.ts';
import { KNOWLEDGE } from '../knowledge.ts';
import { progressLine } from '../progress.ts';
import { requestOf } from '../request.ts';

interface Output {
  readonly name: string;
  readonly file: string | null;
}

/** Which reports go where: `name` to stdout, `name=file` to a file. Two on stdout would spoil each other. */
function outputsOf(options: OptionValues): Output[] {
  const outputs = texts(options, 'reporter').map((word): Output => {
    const at = word.indexOf('=');
    return at < 0 ? { name: word, file: null } : { name: word.slice(0, at), file: word.slice(at + 1) };
  });
  if (flag(options, 'json')) outputs.push({ name: 'json', file: null });
  if (!outputs.some((output) => output.file === null)) outputs.unshift({ name: 'table', file: null });
  const printed = outputs.filter((output) => output.file === null);
  if (printed.length > 1) {
    throw new UsageError(
      'two-on-stdout',
      `${printed.map((output) => output.name).join(' and ')} can't both be printed`,
      'give all but one a file, as in --reporter junit=results.xml',
    );
  }
  if (outputs.some((output) => output.file === ''))
    throw new UsageError('empty-file', '--reporter name= has no file', 'write --reporter junit=results.xml');
  return outputs;
}

/** What the reader's terminal can show. `--color` is on unless switched off, NO_COLOR is set or stdout is no terminal. */
export function readerOptions(options: OptionValues, io: Io): ReporterOptions {
  const dumb = io.env['TERM'] === 'dumb';
  const utf8 =
    /utf-?8/i.test(io.env['LC_ALL'] ?? io.env['LC_CTYPE'] ?? io.env['LANG'] ?? '') || process.platform === 'win32';
  return {
    width: io.columns ?? 100,
    color: io.outIsTerminal && !dumb && (io.env['NO_COLOR'] ?? '') === '' && options['color'] !== false,
    ascii: dumb || (io.outIsTerminal && !utf8),
    verbose: flag(options, 'verbose'),
    quiet: flag(options, 'quiet'),
    requirement: findRequirement,
  };
}

/** `hookconf run`. */
export async function run(words: readonly string[], options: OptionValues, io: Io): Promise<number> {
  const outputs = outputsOf(options);
  const reporters = await Promise.all(outputs.map((output) => reporterNamed(output.name)));
  const progress = io.errIsTerminal ? progressLine(io) : undefined;
  const request = await requestOf(words, options, io, progress?.show);
  const result = await runAll(request, KNOWLEDGE, loadCorpus);
  progress?.clear();
  const reader = readerOptions(options, io);
  for (const [index, output] of outputs.entries()) {
    const reporter = reporters[index];
    if (reporter === undefined) continue;
    if (output.file === null) io.out(reporter(result.report, reader));
    else await writeWhole(output.file, reporter(result.report, { ...reader, color: false }), io.cwd);
  }
  for (const message of result.messages) io.err(`hookconf: ${message}\n`);
  return result.code;
}
