import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findRequirement } from '../../suites/catalogue.ts';
import type { Report } from '../../types/generated/report.ts';
import { UsageError } from '../errors.ts';
import { applyBaseline } from '../report/baseline/apply.ts';
import { readBaseline } from '../report/baseline/read.ts';
import { updateBaseline } from '../report/baseline/update.ts';
import { writeWhole } from '../report/write.ts';
import { flag, type Io, type OptionValues, text } from './command-spec.ts';

/** Marks what a baseline knows, and what is wrong with the baseline, before the exit code is taken from the report. */
export type Finish = (report: Report, planned: ReadonlySet<string>) => Report;

/** What an entry may name: any requirement, whether it binds here or not, and every case of the plan. */
const knownOf =
  (planned: ReadonlySet<string>) =>
  (id: string): boolean =>
    planned.has(id) || id.endsWith('/whole-run') || findRequirement(id) !== undefined;

/**
 * Reads `--baseline` before anything runs, so that a slip in it costs no run. With `--update-baseline` the file is written
 * from the report first, and then holds for it.
 */
export function baselineOf(options: OptionValues, io: Io): Finish | undefined {
  const name = text(options, 'baseline');
  const update = flag(options, 'update-baseline');
  if (name === undefined) {
    if (update) throw new UsageError('no-baseline', '--update-baseline needs a file', 'name it with --baseline <file>');
    return undefined;
  }
  const file = resolve(io.cwd, name);
  const present = existsSync(file);
  if (!present && !update) {
    throw new UsageError('no-baseline', `there is no baseline ${name}`, 'write it with --update-baseline');
  }
  let before: string | undefined;
  try {
    before = present ? readFileSync(file, 'utf8') : undefined;
  } catch (error) {
    throw new UsageError('unreadable', `${name} can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  const entries = before === undefined ? [] : readBaseline(before, name).entries;
  const today = (): string => new Date().toISOString().slice(0, 10);
  if (!update) return (report, planned) => applyBaseline(report, entries, name, today(), knownOf(planned));
  return (report, planned) => {
    const after = updateBaseline(before, report, name);
    writeWhole(file, after);
    return applyBaseline(report, readBaseline(after, name).entries, name, today(), knownOf(planned));
  };
}
