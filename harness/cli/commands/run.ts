import { resolve } from 'node:path';
import { count } from '../../report/view.ts';
import { begun, isStream, writeReports } from '../../report/write.ts';
import { adopt } from '../../run/adopt.ts';
import { loadCorpus } from '../../run/corpus.ts';
import { run as runAll } from '../../run/run.ts';
import { baselineOf } from '../baseline.ts';
import { type Io, type OptionValues, say, text } from '../command-spec.ts';
import { KNOWLEDGE } from '../knowledge.ts';
import { progressLine } from '../progress.ts';
import { deliver, readerOptions, reportersOf, written } from '../reports.ts';
import { requestOf } from '../request.ts';

/** `hookconf run`. */
export async function run(words: readonly string[], options: OptionValues, io: Io): Promise<number> {
  const reporters = reportersOf(options, io);
  const reader = readerOptions(options, io);
  const finish = baselineOf(options, io);
  const progress = io.errIsTerminal ? progressLine(io) : undefined;
  const request = await requestOf(words, options, io, progress?.show);
  // A pipe takes one report, the one at the end.
  const files = reporters.filter(({ file }) => file !== undefined && !isStream(file));
  if (files.length > 0) {
    await written(() => writeReports(begun(request.version, new Date().toISOString(), request.seed), files, reader));
  }
  const result = await runAll({ ...request, ...(finish === undefined ? {} : { finish }) }, KNOWLEDGE, loadCorpus);
  progress?.clear();
  await deliver(result.report, reporters, reader, io);
  const folder = text(options, 'adopt');
  if (folder !== undefined) {
    const kept = await adopt(result.runs, resolve(io.cwd, folder), result.report.seed);
    say(io, `${count(kept, 'counterexample')} kept in ${folder}`);
  }
  for (const message of result.messages) say(io, message);
  return result.code;
}
