import { resolve } from 'node:path';
import { findRequirement } from '../../../suites/catalogue.ts';
import { UsageError } from '../../errors.ts';
import type { ReporterOptions } from '../../report/reporter.ts';
import { parseReporter, REPORTERS, type ReporterRequest } from '../../report/reporters/index.ts';
import { begun, writeReports } from '../../report/write.ts';
import { loadCorpus } from '../../run/corpus.ts';
import { run as runAll } from '../../run/run.ts';
import { didYouMean } from '../../text/nearest.ts';
import { flag, type Io, type OptionValues, texts } from '../command-spec.ts';
import { KNOWLEDGE } from '../knowledge.ts';
import { progressLine } from '../progress.ts';
import { requestOf } from '../request.ts';

function reporterOf(word: string, io: Io): ReporterRequest {
  const request = parseReporter(word);
  const name = word.split('=', 1)[0] ?? '';
  if (request === undefined) {
    if ((REPORTERS as readonly string[]).includes(name)) {
      throw new UsageError('empty-file', `--reporter ${name}= has no file`, `write --reporter ${name}=<file>`);
    }
    throw new UsageError(
      'unknown-reporter',
      `unknown reporter "${name}"${didYouMean(name, REPORTERS)}`,
      `known are ${REPORTERS.join(', ')}`,
    );
  }
  return { name: request.name, file: request.file === undefined ? undefined : resolve(io.cwd, request.file) };
}

/** Which reports go where: `name` to stdout, `name=file` to a file. Two on stdout would spoil each other. */
function reportersOf(options: OptionValues, io: Io): ReporterRequest[] {
  const requests = texts(options, 'reporter').map((word) => reporterOf(word, io));
  if (flag(options, 'json')) requests.push({ name: 'json', file: undefined });
  const printed = requests.filter((request) => request.file === undefined);
  if (printed.length === 0) requests.unshift({ name: 'table', file: undefined });
  if (printed.length > 1) {
    throw new UsageError(
      'two-on-stdout',
      `${printed.map((request) => request.name).join(' and ')} can't both be printed`,
      'give all but one a file, as in --reporter junit=results.xml',
    );
  }
  return requests;
}

/** What the reader's terminal can show. Colours are on unless switched off, NO_COLOR is set or stdout is no terminal. */
export function readerOptions(options: OptionValues, io: Io): ReporterOptions {
  const dumb = io.env['TERM'] === 'dumb';
  const locale = io.env['LC_ALL'] ?? io.env['LC_CTYPE'] ?? io.env['LANG'] ?? '';
  const utf8 = /utf-?8/i.test(locale) || process.platform === 'win32';
  return {
    width: io.columns ?? 100,
    color: io.outIsTerminal && !dumb && (io.env['NO_COLOR'] ?? '') === '' && options['color'] !== false,
    ascii: dumb || (io.outIsTerminal && !utf8),
    verbose: flag(options, 'verbose'),
    quiet: flag(options, 'quiet'),
    requirement: findRequirement,
  };
}

async function written(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError('unwritable', `${path ?? 'the report'} can't be written (${code})`, 'name another file');
  }
}

/** `hookconf run`. */
export async function run(words: readonly string[], options: OptionValues, io: Io): Promise<number> {
  const reporters = reportersOf(options, io);
  const reader = readerOptions(options, io);
  const progress = io.errIsTerminal ? progressLine(io) : undefined;
  const request = await requestOf(words, options, io, progress?.show);
  const files = reporters.filter((reporter) => reporter.file !== undefined);
  if (files.length > 0) {
    await written(() => writeReports(begun(request.version, new Date().toISOString(), request.seed), files, reader));
  }
  const result = await runAll(request, KNOWLEDGE, loadCorpus);
  progress?.clear();
  await written(async () => io.out((await writeReports(result.report, reporters, reader)).stdout));
  for (const message of result.messages) io.err(`hookconf: ${message}\n`);
  return result.code;
}
