import { streamSilence } from '../../../suites/stream-silence.ts';
import type { CheckOptions } from '../../check/check-options.ts';
import { reportStreams } from '../../run/report-streams.ts';
import { version } from '../../version.ts';
import { type Io, number, type OptionValues, say, text, texts } from '../command-spec.ts';
import { KNOWLEDGE } from '../knowledge.ts';
import { deliver, readerOptions, reportersOf } from '../reports.ts';

/** `hookconf check` with --level, --reporter or --scenario: streams of events reported on as a run is (contract, section 3). */
export async function checkReport(
  words: readonly string[],
  options: OptionValues,
  io: Io,
  asked: CheckOptions,
): Promise<number> {
  const reporters = reportersOf(options, io);
  const reader = readerOptions(options, io);
  const scenario = text(options, 'scenario');
  const { report, code, messages } = await reportStreams({
    files: words,
    asked,
    signal: io.signal,
    levels: texts(options, 'level'),
    ...(scenario === undefined ? {} : { scenario }),
    seed: number(options, 'seed') ?? 42,
    version: version(),
    env: io.env,
    knowledge: KNOWLEDGE,
    silence: streamSilence,
  });
  if (report !== null) await deliver(report, reporters, reader, io);
  for (const message of messages) say(io, message);
  return code;
}
