import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Report } from '../../types/generated/report.ts';
import { makeFolder } from '../text/make-folder.ts';
import type { ReporterOptions } from './reporter.ts';
import { loadReporter, type ReporterRequest } from './reporters/index.ts';

/** True for a device, a pipe or a socket: it can be written to, and must never be replaced by a file. */
export function isStream(file: string): boolean {
  if (/^\/(dev|proc)\//.test(file)) return true;
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

/** Where a file really lies: a link stays a link, and what it names is written. */
function realFile(file: string): string {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true && existsSync(file)
    ? realpathSync(file)
    : file;
}

/**
 * Writes a file whole or not at all: a reader never meets half a report, and a run that is cut off while it writes leaves
 * the one from before. The folder is made when it is missing. What is no file (`/dev/stderr`, a pipe) is written to as it is.
 */
export function writeWhole(file: string, text: string): void {
  if (isStream(file)) {
    const stream = openSync(file, constants.O_WRONLY);
    try {
      writeFileSync(stream, text);
    } finally {
      closeSync(stream);
    }
    return;
  }
  const real = realFile(file);
  const folder = dirname(real);
  makeFolder(folder);
  const temporary = join(folder, `.${basename(real)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeFileSync(temporary, text, { flag: 'wx' });
    renameSync(temporary, real);
  } catch (error) {
    rmSync(temporary, { force: true });
    // The name that its author gave, not the one that it had meanwhile.
    throw Object.assign(error as Error, { path: file });
  }
}

/** What a run writes when it has ended, or when it was stopped. */
export interface Written {
  readonly stdout: string;
  readonly files: readonly string[];
}

/**
 * Renders every reporter that was asked for, then writes those that name a file. What belongs on stdout is returned, for
 * the caller to print; a file on a terminal is written without colour and in full width.
 */
export async function writeReports(
  report: Report,
  requests: readonly ReporterRequest[],
  options: ReporterOptions,
): Promise<Written> {
  const rendered = await Promise.all(
    requests.map(async (request) => {
      const reporter = await loadReporter(request.name, request.file);
      const own = request.file === undefined ? options : { ...options, color: false, ascii: false, width: 120 };
      return { file: request.file, text: reporter(report, own) };
    }),
  );
  const files: string[] = [];
  for (const { file, text } of rendered) {
    if (file === undefined) continue;
    writeWhole(file, text);
    files.push(file);
  }
  return { stdout: rendered.flatMap(({ file, text }) => (file === undefined ? [text] : [])).join(''), files };
}

/**
 * The report of a run that has only begun. It is written to every file at once when a run starts, so that one that is
 * killed outright leaves a report that says so instead of the last run's.
 */
export function begun(hookconf: string, startedAt: string, seed: number): Report {
  return {
    schema: 'hookconf-report/1',
    hookconf,
    startedAt,
    durationMs: 0,
    seed,
    complete: false,
    incomplete: 'The run was cut off before it could write its report.',
    evidence: 'spawned',
    subjects: [],
    project: { levels: [] },
  };
}
