import { basename, resolve } from 'node:path';
import { findRequirement } from '../../suites/catalogue.ts';
import type { Report } from '../../types/generated/report.ts';
import { UsageError } from '../errors.ts';
import type { ReporterOptions } from '../report/reporter.ts';
import { parseReporter, REPORTERS, type ReporterRequest } from '../report/reporters/index.ts';
import { isStream, writeReports } from '../report/write.ts';
import { didYouMean } from '../text/nearest.ts';
import { holdOwn, holdReport, holdsOwn } from '../validate/own.ts';
import { flag, type Io, type OptionValues, texts } from './command-spec.ts';
import { locate, subjectFolder } from './repository.ts';

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
  const { file } = request;
  const printed = file === undefined || file === '-' || file === '/dev/stdout';
  return { name: request.name, file: printed ? undefined : resolve(io.cwd, file) };
}

/** Which reports go where: `name` to stdout, `name=file` to a file, `name=-` to stdout, too. Two on stdout would spoil each other. */
export function reportersOf(options: OptionValues, io: Io): ReporterRequest[] {
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
  const files = requests.flatMap(({ file }) => (file === undefined || isStream(file) ? [] : [file]));
  const twice = files.find((file, at) => files.indexOf(file) !== at);
  if (twice !== undefined) {
    throw new UsageError(
      'two-in-one-file',
      `${basename(twice)} is named for two reports`,
      'give each a file of its own, as in --reporter json=a.json --reporter junit=b.xml',
    );
  }
  return requests;
}

/** What the reader's terminal can show. Colours are on unless switched off, NO_COLOR is set or stdout is no terminal. */
export function readerOptions(options: OptionValues, io: Io): ReporterOptions {
  const dumb = io.env['TERM'] === 'dumb';
  // An empty variable counts as not set (POSIX, Environment Variables, section 8.2).
  const locale = [io.env['LC_ALL'], io.env['LC_CTYPE'], io.env['LANG']].find((word) => (word ?? '') !== '') ?? '';
  const utf8 = /utf-?8/i.test(locale) || process.platform === 'win32';
  return {
    width: io.columns ?? 100,
    color: io.outIsTerminal && !dumb && (io.env['NO_COLOR'] ?? '') === '' && options['color'] !== false,
    // A pipe takes UTF-8, unless a locale says otherwise: that of a job in CI is often not set at all.
    ascii: dumb || (!utf8 && (io.outIsTerminal || locale !== '')),
    verbose: flag(options, 'verbose'),
    quiet: flag(options, 'quiet'),
    requirement: findRequirement,
    locate: (report, file, named) => locate(io, named === 'subject' ? subjectFolder(report, io).folder : io.cwd, file),
  };
}

/**
 * Writes and prints a report that was read: where it has members that we don't know, a later hookconf wrote them.
 * @throws UsageError for a file that can't be written.
 */
export async function show(
  report: Report,
  requests: readonly ReporterRequest[],
  reader: ReporterOptions,
  io: Io,
): Promise<void> {
  await written(async () => io.out((await writeReports(report, requests, reader)).stdout));
}

/**
 * Writes and prints a finished report of this process. It is held to its schema whoever runs this, and after it has been
 * written: what was decided in an hour is not lost for a fault of ours, which is then said and is the exit code.
 * @throws OwnFault when the report breaks its schema; UsageError for a file that can't be written.
 */
export async function deliver(
  report: Report,
  requests: readonly ReporterRequest[],
  reader: ReporterOptions,
  io: Io,
): Promise<void> {
  await show(report, requests, reader, io);
  if (holdsOwn() && requests.some(({ name, file }) => name === 'badge' && file?.endsWith('.json'))) {
    // Loaded here only: no run of a user's pays for it.
    const [{ badgeOf }, { badgeEndpoint }] = await Promise.all([
      import('../report/badge/badge.ts'),
      import('../report/badge/svg.ts'),
    ]);
    await holdOwn('badge', 'hookconf/badge', JSON.parse(badgeEndpoint(badgeOf(report, {}))));
  }
  await holdReport(
    report,
    requests.some(({ name }) => name === 'json'),
  );
}

/** Turns a file that can't be written into a line for its author. */
export async function written(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const why = code === 'EISDIR' ? 'it is a folder' : code;
    throw new UsageError('unwritable', `${path ?? 'the report'} can't be written (${why})`, 'name another file');
  }
}
