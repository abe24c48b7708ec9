import { join, resolve } from 'node:path';
import { findRequirement } from '../../../suites/catalogue.ts';
import type { Report } from '../../../types/generated/report.ts';
import { packageRoot } from '../../assets.ts';
import { UsageError } from '../../errors.ts';
import { compareSite } from '../../report/compare/site.ts';
import { compareJson, compareText } from '../../report/compare/text.ts';
import { computeDigests, subjectDigest } from '../../report/digests.ts';
import { readReport } from '../../report/read.ts';
import type { ReporterOptions } from '../../report/reporter.ts';
import { oneLine } from '../../report/text/safe.ts';
import { type Check, sampleOf, verifyDigests, verifyRerun } from '../../report/verify.ts';
import { count } from '../../report/view.ts';
import { writeWhole } from '../../report/write.ts';
import { loadCorpus } from '../../run/corpus.ts';
import { mergeShards } from '../../run/shards.ts';
import { version } from '../../version.ts';
import { flag, type Io, number, type OptionValues, say, text } from '../command-spec.ts';
import { KNOWLEDGE } from '../knowledge.ts';
import { reportText } from '../report-text.ts';
import { deliver, readerOptions, reportersOf, show, written } from '../reports.ts';
import { subjectFolder } from '../repository.ts';

interface Named {
  readonly name: string;
  readonly report: Report;
}

async function load(words: readonly string[], io: Io): Promise<readonly Named[]> {
  const named: Named[] = [];
  for (const word of words) {
    named.push({
      name: word.replace(/^.*[\\/]/, '').replace(/\.json$/, ''),
      report: await readReport(await reportText(word, io), word),
    });
  }
  return named;
}

/** The words of `report` again as a run of the same subject, so that its claims can be tried; null when it is interrupted. */
async function rerun(report: Report, ids: readonly string[] | 'all', io: Io): Promise<Report | null> {
  const { main } = await import('../main.ts');
  const { words = [], shaping = [], runs = 100 } = report.options ?? {};
  const seed = shaping.includes('--seed') ? [] : ['--seed', String(report.seed)];
  const inputs = shaping.includes('--runs') ? [] : ['--runs', String(runs)];
  const only = ids === 'all' ? [] : ids.flatMap((id) => ['--only', id]);
  const command = words.length === 0 ? [] : ['--', ...words];
  let printed = '';
  let said = '';
  const quietly: Io = {
    ...io,
    out: (part) => {
      printed += part;
    },
    err: (part) => {
      said += part;
    },
    outIsTerminal: false,
    errIsTerminal: false,
  };
  const code = await main(['run', '--json', ...shaping, ...seed, ...inputs, ...only, ...command], quietly);
  if (code === 130) return null;
  if (code === 2 || printed === '') {
    throw new UsageError(
      'rerun',
      `the subject of the report could not be run again: ${said.replace(/^hookconf: /, '').trim()}`,
    );
  }
  return await readReport(printed, 'the second run');
}

async function verify(named: Named, options: OptionValues, io: Io): Promise<number> {
  const { report } = named;
  const { folder, place } = subjectFolder(report, io);
  const checks: Check[] = [
    ...verifyDigests(report, {
      version: version(),
      digests: computeDigests(packageRoot()),
      subject: (words) => subjectDigest(words, folder),
      place,
    }),
  ];
  const size = number(options, 'sample');
  if (flag(options, 'rerun') || size !== undefined) {
    const ids = size === undefined ? 'all' : sampleOf(report, size, Date.now());
    const again = await rerun(report, ids, io);
    if (again === null) {
      say(io, 'interrupted: nothing was compared');
      return 130;
    }
    checks.push(...verifyRerun(report, again, ids === 'all' ? 'all' : new Set(ids)));
  }
  const bad = checks.filter(({ status }) => status === 'differs');
  const shown = flag(options, 'verbose')
    ? checks
    : checks.filter(({ status, what }) => status !== 'matches' || !what.includes(': '));
  for (const check of shown) io.out(`${check.status.padEnd(8)} ${oneLine(check.message)}\n`);
  const claims = checks.filter(({ status }) => status !== 'nothing').length;
  const open = checks.filter(({ status }) => status === 'unknown').length;
  io.out(
    `${count(claims, 'claim')}: ${claims - bad.length - open} hold, ${bad.length} differ, ${open} could not be checked\n`,
  );
  if (bad.length > 0) return 1;
  return open > 0 ? 3 : 0;
}

function writeSite(folder: string, named: readonly Named[], reader: ReporterOptions, io: Io): number {
  const files = compareSite(named, reader);
  for (const [file, content] of files) writeWhole(join(resolve(io.cwd, folder), file), content);
  io.out(`wrote ${count(files.size, 'file')} into ${folder}; open ${join(folder, 'index.html')}\n`);
  return 0;
}

/** `hookconf report <report.json…>`: renders, compares, merges or verifies. */
export async function report(words: readonly string[], options: OptionValues, io: Io): Promise<number> {
  const reader = { ...readerOptions(options, io), requirement: findRequirement };
  const named = await load(words, io);
  const [first] = named;
  if (first === undefined)
    throw new UsageError('no-report', 'there is no report', 'name one: hookconf report report.json');
  if (flag(options, 'merge')) {
    const merged = await mergeShards(
      named.map(({ report: part }, at) => ({ name: words[at] ?? '', report: part })),
      KNOWLEDGE.suites,
      loadCorpus,
      flag(options, 'strict'),
    );
    await deliver(merged.report, reportersOf(options, io), reader, io);
    for (const message of merged.messages) say(io, message);
    return merged.code;
  }
  if (flag(options, 'verify')) {
    if (named.length > 1) throw new UsageError('one-report', '--verify takes one report', 'verify them one by one');
    return await verify(first, options, io);
  }
  const site = text(options, 'html');
  if (site !== undefined) {
    let code = 0;
    await written(async () => {
      code = writeSite(site, named, reader, io);
    });
    return code;
  }
  if (named.length > 1) {
    io.out(flag(options, 'json') ? compareJson(named) : compareText(named, reader));
    return 0;
  }
  await show(first.report, reportersOf(options, io), reader, io);
  return 0;
}
