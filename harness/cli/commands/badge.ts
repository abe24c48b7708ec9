import { resolve } from 'node:path';
import { levelNames, levelsOf } from '../../../suites/levels.ts';
import { UsageError } from '../../errors.ts';
import { badgeOf } from '../../report/badge/badge.ts';
import { badgeEndpoint, badgeSvg } from '../../report/badge/svg.ts';
import { readReport } from '../../report/read.ts';
import { oneLine } from '../../report/text/safe.ts';
import { list } from '../../report/view.ts';
import { writeWhole } from '../../report/write.ts';
import { didYouMean } from '../../text/nearest.ts';
import { holdOwn } from '../../validate/own.ts';
import { flag, type Io, type OptionValues, text, texts } from '../command-spec.ts';
import { KNOWLEDGE } from '../knowledge.ts';
import { reportText } from '../report-text.ts';
import { written } from '../reports.ts';

/** Levels that a level includes, all the way down. */
const includes = (spec: string, level: string): readonly string[] => levelNames(levelsOf(spec), level).slice(1);

/** A name that there is not would draw a grey badge, as if nothing had been judged: a slip is said instead. */
function known(what: string, name: string | undefined, names: readonly string[]): void {
  if (name === undefined || names.includes(name)) return;
  const hint = `known are ${list(names, 12)}`;
  throw new UsageError(`unknown-${what}`, `there is no ${what} "${name}"${didYouMean(name, names)}`, hint);
}

/** `hookconf badge <report.json>`. */
export async function badge(words: readonly string[], options: OptionValues, io: Io): Promise<number> {
  const [file] = words;
  if (file === undefined || words.length > 1) {
    throw new UsageError('one-report', 'a badge is made of one report', 'name it: hookconf badge report.json');
  }
  const [word] = texts(options, 'level');
  const parts = word?.includes(':') === true ? word.split(':', 2) : [undefined, word];
  const spec = text(options, 'spec') ?? parts[0];
  const level = parts[1];
  const role = text(options, 'role');
  const subject = text(options, 'subject');
  const report = await readReport(await reportText(file, io), file);
  const specs = [...new Set(KNOWLEDGE.suites.map((suite) => suite.spec))];
  known('spec', spec, specs);
  const named = spec === undefined ? specs : [spec];
  known('level', level, [...new Set(named.flatMap((one) => levelsOf(one).map(({ name }) => name)))]);
  known(
    'subject',
    subject,
    report.subjects.map(({ name }) => name),
  );
  const made = badgeOf(report, {
    ...(spec === undefined ? {} : { spec }),
    ...(level === undefined ? {} : { level }),
    ...(role === undefined ? {} : { role }),
    ...(subject === undefined ? {} : { subject }),
    includes,
  });
  const out = text(options, 'out');
  const asJson = flag(options, 'json') || out?.endsWith('.json') === true;
  const drawn = asJson ? badgeEndpoint(made) : badgeSvg(made);
  if (out === undefined) io.out(drawn);
  else {
    await written(async () => writeWhole(resolve(io.cwd, out), drawn));
    io.out(`${oneLine(`${made.label}: ${made.message}`)}\n`);
  }
  if (asJson) await holdOwn('badge', 'hookconf/badge', JSON.parse(drawn));
  return 0;
}
