import { resolve } from 'node:path';
import { levelNames, levelsOf } from '../../../suites/levels.ts';
import { UsageError } from '../../errors.ts';
import { badgeOf } from '../../report/badge/badge.ts';
import { badgeEndpoint, badgeSvg } from '../../report/badge/svg.ts';
import { readReport } from '../../report/read.ts';
import { writeWhole } from '../../report/write.ts';
import { flag, type Io, type OptionValues, text, texts } from '../command-spec.ts';
import { reportText } from '../report-text.ts';
import { written } from '../reports.ts';

/** Levels that a level includes, all the way down. */
const includes = (spec: string, level: string): readonly string[] => levelNames(levelsOf(spec), level).slice(1);

/** `hookconf badge <report.json>`. */
export async function badge(words: readonly string[], options: OptionValues, io: Io): Promise<number> {
  const [file] = words;
  if (file === undefined || words.length > 1) {
    throw new UsageError('one-report', 'a badge is made of one report', 'name it: hookconf badge report.json');
  }
  const [word] = texts(options, 'level');
  const named = word?.includes(':') === true ? word.split(':', 2) : [undefined, word];
  const spec = text(options, 'spec') ?? named[0];
  const level = named[1];
  const role = text(options, 'role');
  const subject = text(options, 'subject');
  const made = badgeOf(await readReport(await reportText(file, io), file), {
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
    io.out(`${made.label}: ${made.message}\n`);
  }
  return 0;
}
