import type { CheckOptions } from './check-options.ts';
import { checkBytes, checkStream } from './check-text.ts';
import { FOLDER, payloadFiles, readInput } from './read-input.ts';
import type { CheckedFile, CheckResult } from './result.ts';

/**
 * Checks files: what each was taken for and why, what it does not keep, and where. `-` is standard input. Throws a UsageError
 * only for options that name nothing; whatever a file holds becomes part of the result. `signal` ends
 * the reading where it has got to.
 */
export async function checkFiles(
  paths: readonly string[],
  options: CheckOptions = {},
  signal?: AbortSignal,
): Promise<CheckResult> {
  const files: CheckedFile[] = [];
  const { drift, ...rest } = options;
  const asked = drift === true ? { spec: 'native', kind: 'payload', ...rest } : rest;
  const named = drift === true ? (await Promise.all(paths.map(payloadFiles))).flat() : paths;
  for (const path of named) {
    if (signal?.aborted === true) break;
    files.push(told(await checkFile(path, asked, signal), drift === true));
  }
  return summarise(files, options.strict === true);
}

/** A folder of which payloads were asked for and that holds none. */
function told(file: CheckedFile, drift: boolean): CheckedFile {
  if (!drift || file.unusable?.message !== FOLDER) return file;
  return { ...file, unusable: { message: 'the folder holds no file that ends in .json, .jsonl or .ndjson' } };
}

async function checkFile(path: string, asked: CheckOptions, signal: AbortSignal | undefined): Promise<CheckedFile> {
  const input = await readInput(path, signal);
  switch (input.kind) {
    case 'whole':
      return checkBytes(path, input.bytes, asked, asked.judging);
    case 'lines': {
      const checked = await checkStream(path, input.chunks, asked, asked.judging);
      const message = input.broken();
      return message === null || checked.unusable?.line !== undefined ? checked : { ...checked, unusable: { message } };
    }
    case 'unusable':
      return unusableFile(path, input.message);
  }
}

function unusableFile(file: string, message: string): CheckedFile {
  const counts = { fail: 0, warn: 0, info: 0 };
  return { file, taken: [], documents: 0, findings: [], omitted: 0, counts, unusable: { message } };
}

/** Counts the findings of all files and derives the exit code. Pure. */
function summarise(files: readonly CheckedFile[], strict: boolean): CheckResult {
  const summary = { fail: 0, warn: 0, info: 0, unusable: 0 };
  for (const file of files) {
    if (file.unusable !== null) summary.unusable += 1;
    summary.fail += file.counts.fail;
    summary.warn += file.counts.warn;
    summary.info += file.counts.info;
  }
  const failed = summary.fail > 0 || (strict && summary.warn > 0);
  const limited = files.filter(({ unusable }) => unusable?.limit === true).length;
  const exitCode = summary.unusable > limited ? 2 : failed ? 1 : limited > 0 ? 3 : 0;
  return { files, summary, exitCode };
}
