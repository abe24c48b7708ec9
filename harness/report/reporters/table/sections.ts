import type { Failure, RequirementReport, SubjectReport, Verdict } from '../../../../types/generated/report.ts';
import type { ReporterOptions } from '../../reporter.ts';
import { lines, oneLine } from '../../text/safe.ts';
import { type Colour, type Style, verdictColour } from '../../text/style.ts';
import { cut, displayWidth, wrap } from '../../text/width.ts';
import { citation, count, groupFailures, list, noticeGroups, notTested, tally, withVerdict } from '../../view.ts';
import { flakyLines } from '../case-text.ts';
import { type Cell, grid } from './grid.ts';

/** What each section gets: the terminal and the catalogue. */
export interface Context {
  readonly options: ReporterOptions;
  readonly style: Style;
}

/** A name and what is said of it, on one line where both fit; else the facts stand below it, and further in. */
export function headline(name: string, facts: string, colour: Colour, width: number, style: Style): string[] {
  if (displayWidth(name) + 2 + displayWidth(facts) <= width)
    return [`${style.paint(colour, name)}  ${style.paint('dim', facts)}`];
  return [
    ...wrap(name, width).map((line) => style.paint(colour, line)),
    ...wrap(facts, width - 2).map((line) => `  ${style.paint('dim', line)}`),
  ];
}

/** What a section is about. */
function title(text: string, { options, style }: Context): string[] {
  return wrap(text, options.width).map((line) => style.paint('bold', line));
}

/** Leaks are what people must see before anything else. */
export function leakSection(subject: SubjectReport, context: Context): string[] {
  const { options, style } = context;
  if (subject.leaks.length === 0) return [];
  // The same text from the same place by the same way is one line, however many cases show it.
  const groups = new Map<string, { leak: SubjectReport['leaks'][number]; cases: Set<string | null> }>();
  for (const leak of subject.leaks) {
    const { case: caseId, ...rest } = leak;
    const key = JSON.stringify(rest);
    const group = groups.get(key) ?? { leak, cases: new Set() };
    groups.set(key, group);
    group.cases.add(caseId ?? null);
  }
  const rows = [...groups.values()].map(({ leak, cases }): readonly Cell[] => {
    const colour: Colour = leak.verdict === 'fail' ? 'red' : leak.verdict === 'warn' ? 'yellow' : 'dim';
    const from = [leak.vendor, leak.event].filter((word) => word !== null).join(' ');
    return [
      { text: leak.kind, colour },
      {
        text: `${oneLine(leak.canary)}${from === '' ? '' : ` of ${oneLine(from)}`}${cases.size > 1 ? ` (${cases.size} cases)` : ''}`,
      },
      { text: `${leak.channel}: ${oneLine(leak.place)}` },
      { text: leak.encoding },
      { text: leak.requirements.length > 0 ? leak.requirements.join(', ') : 'none', colour },
    ];
  });
  return [
    ...title(`Leaks: ${count(groups.size, 'planted text')} came out again`, context),
    grid(['Kind', 'Planted in', 'Left through', 'Encoding', 'Requirement'], rows, {
      style,
      width: options.width,
      flexible: [1, 2, 4],
    }),
    '',
  ];
}

/** Levels by specification, then the specifications that have no level in this role. */
export function levelSection(subject: SubjectReport, { options, style }: Context): string[] {
  const zero = (n: number, colour?: Colour): Cell =>
    n === 0 ? { text: '.', colour: 'dim' } : colour === undefined ? { text: String(n) } : { text: String(n), colour };
  const levels = subject.levels.map((level): readonly Cell[] => [
    { text: [level.spec, level.edition, level.level, level.vendor].filter((word) => word !== null).join(' ') },
    {
      text: `${level.status}${level.claimed ? ', claimed' : ''}`,
      colour: level.status === 'granted' ? 'green' : level.status === 'withheld' ? 'red' : 'yellow',
    },
    zero(level.passed),
    zero(level.failed, 'red'),
    zero(level.warned, 'yellow'),
    zero(level.untested, 'yellow'),
    zero(level.notApplicable),
    zero(level.undecidable),
  ]);
  const leveled = new Set(subject.levels.map((level) => level.spec));
  const specs = [...new Set(subject.requirements.map((requirement) => requirement.spec))].filter(
    (spec) => !leveled.has(spec),
  );
  const rest = specs.map((spec): readonly Cell[] => {
    const counts = tally(subject.requirements.filter((requirement) => requirement.spec === spec));
    return [
      { text: spec },
      { text: 'no levels', colour: 'dim' },
      zero(counts.pass),
      zero(counts.fail, 'red'),
      zero(counts.warn, 'yellow'),
      zero(counts.untested + counts.error, 'yellow'),
      zero(counts['not-applicable']),
      zero(counts.undecidable),
    ];
  });
  if (levels.length + rest.length === 0) return [];
  const notes = subject.levels.flatMap((level) => {
    const why = level.reason ?? null;
    const absent = level.absent ?? [];
    return [
      ...(level.status !== 'granted' && why !== null ? [`${level.level} ${level.status}: ${oneLine(why)}`] : []),
      ...(level.status === 'granted' && absent.length > 0
        ? [`${level.level} granted with declared absent: ${absent.join(', ')}`]
        : []),
    ];
  });
  const isOurs = (spec: string, ours: boolean): readonly string[] => [
    ...new Set(
      subject.levels
        .filter((level) => level.spec === spec && (level.ours === true) === ours)
        .map((level) => level.level),
    ),
  ];
  const own = [...new Set(subject.levels.filter((level) => level.ours === true).map((level) => level.spec))];
  const all = own.filter((spec) => isOurs(spec, false).length === 0);
  if (all.length > 0) notes.push(`The levels of ${list(all)} are this suite's own; the specification defines none.`);
  // Where the specification has levels and we have more, only ours are named.
  for (const spec of own.filter((one) => !all.includes(one)))
    notes.push(
      `Of the levels of ${spec}, ${list(isOurs(spec, true))} ${isOurs(spec, true).length > 1 ? 'are' : 'is'} this suite's own.`,
    );
  return [
    grid(['Requirements', 'Level', 'pass', 'fail', 'warn', 'untested', 'n/a', 'undecidable'], [...levels, ...rest], {
      style,
      width: options.width,
      flexible: [0],
    }),
    ...notes.flatMap((note) => wrap(note, options.width - 2).map((line) => style.paint('dim', `  ${line}`))),
    '',
  ];
}

/** For an emitter: what came out of which native event. */
export function fedSection(subject: SubjectReport, { options, style }: Context): string[] {
  const fed = subject.fed ?? [];
  if (fed.length === 0) return [];
  const rows = fed.map((row): readonly Cell[] => {
    const missing = (row.expected ?? []).filter((type) => !row.emitted.includes(type));
    return [
      { text: `${row.vendor} ${oneLine(row.event)}` },
      { text: String(row.cases) },
      row.emitted.length > 0 ? { text: row.emitted.map(oneLine).join(', ') } : { text: 'nothing', colour: 'dim' },
      missing.length > 0
        ? { text: `missing ${missing.join(', ')}`, colour: 'red' }
        : { text: oneLine(row.note ?? ''), colour: 'dim' },
    ];
  });
  return [
    style.paint('bold', 'What came out of each native event'),
    grid(['Native event', 'fed', 'Emitted', ''], rows, { style, width: options.width, flexible: [0, 2, 3] }),
    '',
  ];
}

const SHOWN = 2000;

/** A labelled text of a failure; long ones are cut unless everything was asked for. */
function labelled(label: string, text: string, { options, style }: Context): string[] {
  const room = Math.max(20, options.width - 16);
  const whole = options.verbose
    ? lines(text)
    : cut(oneLine(text), Math.min(SHOWN, room * 3), options.ascii ? '...' : '…');
  const shown = whole === '' ? ['(nothing)'] : whole.split('\n').flatMap((line) => wrap(line, room));
  return shown.map((line, index) => `      ${style.paint('dim', (index === 0 ? label : '').padEnd(10))}${line}`);
}

function failureLines(failure: Failure, context: Context): string[] {
  const { style } = context;
  const where = failure.where;
  const room = context.options.width - 4;
  const place = where === undefined ? '' : `${where.file}:${where.line}:${where.column}  `;
  const whole = oneLine(`${place}${failure.message}`);
  const message = context.options.verbose ? whole : cut(whole, SHOWN, context.options.ascii ? '...' : '…');
  const seen = context.options.verbose ? (failure.seen?.spawns ?? []) : [];
  return [
    ...wrap(message, room).map((line) => `    ${line}`),
    ...labelled('sent', failure.input, context),
    ...labelled('got', failure.actual, context),
    ...labelled('expected', failure.expected, context),
    ...seen.flatMap((spawn) => [
      ...labelled('ended', spawn.end, context),
      ...labelled('stdout', spawn.stdout, context),
      ...labelled('stderr', spawn.stderr, context),
    ]),
    ...(context.options.verbose ? (failure.seen?.files ?? []) : []).flatMap((file) =>
      labelled(file.change, `${file.place}\n${file.content}`, context),
    ),
    ...(context.options.verbose ? (failure.seen?.requests ?? []) : []).flatMap((request) =>
      labelled('request', `${request.method} ${request.url}\n${request.body}`, context),
    ),
    `      ${style.paint('dim', 'replay    ')}${style.paint('cyan', oneLine(failure.repro))}`,
    ...(failure.paste === undefined
      ? []
      : [`      ${style.paint('dim', 'by hand   ')}${style.paint('cyan', oneLine(failure.paste))}`]),
  ];
}

function requirementLines(entry: RequirementReport, context: Context): string[] {
  const { options, style } = context;
  const known = options.requirement(entry.id);
  const colour = verdictColour(entry.verdict);
  const source = known === undefined ? entry.spec : citation(known);
  const cases = count(new Set(entry.failures.map((failure) => failure.case)).size, 'case');
  const facts = `${entry.keyword} · ${source} · ${cases} of ${entry.cases}${entry.flaky === true ? ' · flaky' : ''}`;
  const groups = groupFailures(entry.failures);
  const shown = options.verbose ? entry.failures.map((first) => ({ first, cases: [first.case] })) : groups.slice(0, 3);
  const more = options.verbose ? 0 : groups.length - shown.length;
  return [
    ...headline(`${style.sign(entry.verdict)} ${entry.id}`, oneLine(facts), colour, options.width - 2, style).map(
      (line) => `  ${line}`,
    ),
    ...(known === undefined
      ? []
      : wrap(known.statement, options.width - 4).map((line) => `    ${style.paint('dim', line)}`)),
    ...shown.flatMap((group) => [
      ...failureLines(group.first, context),
      ...(group.cases.length > 1
        ? [style.paint('dim', `      and the same in ${count(group.cases.length - 1, 'more case')}`)]
        : []),
    ]),
    ...(more > 0 ? [style.paint('dim', `    ${count(more, 'other kind')} of failure here; --verbose shows all`)] : []),
    '',
  ];
}

/** Failures first, then our own errors, then warnings. */
export function failureSection(subject: SubjectReport, context: Context): string[] {
  const parts: [string, readonly RequirementReport[]][] = [
    ['Failures', withVerdict(subject, 'fail')],
    ['Errors of this suite, not of the subject', withVerdict(subject, 'error')],
    ['Warnings', withVerdict(subject, 'warn')],
  ];
  return parts.flatMap(([name, entries]) =>
    entries.length === 0
      ? []
      : [context.style.paint('bold', name), ...entries.flatMap((entry) => requirementLines(entry, context))],
  );
}

/** Cases that did not come out the same twice: nobody should look for the fault in the input alone. */
export function flakySection(subject: SubjectReport, context: Context): string[] {
  const { options } = context;
  const flaky = flakyLines(subject);
  if (flaky.length === 0) return [];
  const shown = options.verbose ? flaky : flaky.slice(0, 5);
  return [
    ...title(`Flaky: ${count(flaky.length, 'case')} did not come out the same twice`, context),
    ...shown.flatMap((line) =>
      wrap(oneLine(line), options.width - 4).map((part, index) => (index === 0 ? `  ${part}` : `    ${part}`)),
    ),
    ...(flaky.length > shown.length ? [`  and ${flaky.length - shown.length} more; --verbose shows them`] : []),
    '',
  ];
}

/** Notices, the same one once. */
export function noticeSection(subject: SubjectReport, { options, style }: Context): string[] {
  const all = noticeGroups(subject);
  if (all.length === 0) return [];
  // Ten cases say enough; what was found over the whole run is said once, and nowhere else.
  const most = all.filter(({ whole }) => whole).length + 10;
  const shown = options.verbose ? all : all.slice(0, most);
  return [
    style.paint('bold', 'Worth knowing'),
    ...shown.flatMap((notice) =>
      wrap(
        `${notice.id}  ${oneLine(notice.message)}${notice.times > 1 ? ` (${notice.times} cases)` : ''}`,
        options.width - 2,
      ).map((line) => `  ${line}`),
    ),
    ...(all.length > shown.length ? [`  and ${all.length - shown.length} more; --verbose shows them`] : []),
    '',
  ];
}

/** What was not tested, and why. What does not apply is one entry unless all is asked for: it is many rows and no news. */
export function notTestedSection(subject: SubjectReport, { options, style }: Context): string[] {
  const groups = notTested(subject);
  if (groups.length === 0) return [];
  const entry = (text: string): string[] =>
    wrap(text, options.width - 4).map((line, index) => (index === 0 ? `  ${line}` : `    ${line}`));
  const brief = (verdict: Verdict): boolean => verdict === 'not-applicable' && !options.verbose;
  const absent = groups.filter((group) => brief(group.verdict));
  const reasons = absent.map((group) => `${oneLine(group.reason)} (${group.ids.length})`);
  const total = absent.reduce((sum, group) => sum + group.ids.length, 0);
  return [
    style.paint('bold', 'Not tested'),
    ...groups
      .filter((group) => !brief(group.verdict))
      .flatMap((group) => {
        const word = group.verdict === 'not-applicable' ? 'not applicable' : group.verdict;
        const ids = list(group.ids, options.verbose ? Number.POSITIVE_INFINITY : 4);
        return entry(`${group.ids.length} ${word}: ${oneLine(group.reason)} (${ids})`);
      }),
    ...(total > 0 ? entry(`${total} not applicable: ${reasons.join('; ')}`) : []),
    '',
  ];
}
