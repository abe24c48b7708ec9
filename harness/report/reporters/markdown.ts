import type { Report, RequirementReport, SubjectReport } from '../../../types/generated/report.ts';
import { outcomeRows, outcomeVendors, undeclaredCases } from '../outcome-rows.ts';
import { baselineProblems } from '../problems.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';
import { lines, oneLine, safely } from '../text/safe.ts';
import {
  commandText,
  count,
  duration,
  groupFailures,
  levelName,
  list,
  noticeGroups,
  notTested,
  reportStatus,
  subjectStatus,
  summaryText,
  withVerdict,
} from '../view.ts';
import { flakyLines, headline, sourceOf } from './case-text.ts';
import { outcomeWord } from './table/outcomes.ts';

/** GitHub refuses a step summary beyond 1 MiB, and other steps write to it, too. */
const MOST_BYTES = 900_000;

/** How much is shown of subjects that fail hopelessly: the first that fits is taken. */
const THRIFT = [
  { requirements: 50, kinds: 50, rows: 1000, text: 4000, subjects: 1000 },
  { requirements: 20, kinds: 5, rows: 100, text: 1000, subjects: 1000 },
  { requirements: 5, kinds: 1, rows: 20, text: 200, subjects: 100 },
  { requirements: 0, kinds: 0, rows: 5, text: 80, subjects: 50 },
] as const;
type Thrift = (typeof THRIFT)[number];
const LEAST = THRIFT[3];

/** Text of others inside a paragraph or a table cell: nothing in it is Markdown or HTML. */
export function md(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_[\]{}|~#@!]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/\b(https?|www)(?=[:.])/g, '$1&#8203;');
}

/** A code block whose fence is longer than any run of backticks in it. */
function fence(text: string, language = ''): string {
  const body = lines(text);
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map((run) => run[0].length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${body === '' ? '(nothing)' : body}\n${ticks}`;
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const MARK = { passed: '✅', failed: '❌', flaky: '⚠️', undecided: '⚪', unusable: '❌' } as const;

function leaks(subject: SubjectReport, thrift: Thrift): string[] {
  if (subject.leaks.length === 0) return [];
  const rows = subject.leaks.map((leak) => [
    md(leak.kind),
    md([leak.canary, leak.vendor ?? '', leak.event ?? ''].join(' ').trim()),
    md(`${leak.channel}: ${leak.place}`),
    md(leak.encoding),
    md(leak.requirements.join(', ') || 'none'),
  ]);
  return [
    `**Leaks**: ${count(subject.leaks.length, 'planted text')} came out again.`,
    tableOf(['Kind', 'Planted in', 'Left through', 'Encoding', 'Requirement'], rowsOf(rows, thrift)),
  ];
}

function outcomes(subject: SubjectReport, thrift: Thrift): string[] {
  const rows = outcomeRows(subject.outcomes, false, undeclaredCases(subject));
  if (rows.length === 0) return [];
  const vendors = outcomeVendors(subject.outcomes);
  const whys = [...new Set(subject.outcomes.map((o) => `${o.vendor}: ${o.why} (${o.provenance})`))];
  return [
    '**What each vendor does with the answers**',
    tableOf(
      ['Scenario', 'It answered', ...vendors.map(md)],
      rowsOf(
        rows.map((row) => [
          md(row.label),
          md(row.answer),
          ...vendors.map((vendor) =>
            [...new Set((row.cells.get(vendor) ?? []).map((cell) => md(outcomeWord(cell))))].join(', '),
          ),
        ]),
        thrift,
      ),
    ),
    `<details><summary>Why</summary>\n\n${whys
      .slice(0, thrift.rows)
      .map((why) => `- ${md(why)}`)
      .join('\n')}\n\n</details>`,
  ];
}

/** For an emitter: native event by emitted type. */
function fed(subject: SubjectReport, thrift: Thrift): string[] {
  const rows = (subject.fed ?? []).map((row) => {
    const missing = (row.expected ?? []).filter((type) => !row.emitted.includes(type));
    return { row, missing };
  });
  if (rows.length === 0) return [];
  const lacking = rows.filter(({ missing }) => missing.length > 0).length;
  const more = lacking === 0 ? '' : `: something is missing of ${lacking} of ${rows.length}`;
  const table = tableOf(
    ['Native event', 'Fed', 'Emitted', 'Missing'],
    rowsOf(
      rows.map(({ row, missing }) => [
        md(`${row.vendor} ${row.event}`),
        String(row.cases),
        md(row.emitted.join(', ') || 'nothing'),
        md(missing.length > 0 ? missing.join(', ') : (row.note ?? '')),
      ]),
      thrift,
    ),
  );
  return [`<details><summary>What came out of each native event${more}</summary>\n\n${table}\n\n</details>`];
}

function levels(subject: SubjectReport, thrift: Thrift): string[] {
  if (subject.levels.length === 0) return [];
  const rows = subject.levels.map((level) => [
    md(levelName(level)),
    `${level.status}${level.claimed ? ', claimed' : ''}`,
    ...[level.passed, level.failed, level.warned, level.untested, level.notApplicable, level.undecidable].map(String),
    md(level.reason ?? ''),
  ]);
  return [
    tableOf(['Level', 'Status', 'pass', 'fail', 'warn', 'untested', 'n/a', 'undecidable', 'Why'], rowsOf(rows, thrift)),
  ];
}

function failure(entry: RequirementReport, options: ReporterOptions, thrift: Thrift): string {
  const groups = groupFailures(entry.failures);
  const kinds = groups
    .slice(0, thrift.kinds)
    .map(({ first, cases }) =>
      [
        `${md(first.message)}${cases.length > 1 ? ` (${cases.length} cases)` : ''}`,
        fence(
          [`sent:     ${first.input}`, `got:      ${first.actual}`, `expected: ${first.expected}`].join('\n'),
          'text',
        ),
        fence(first.repro, 'sh'),
      ].join('\n\n'),
    );
  const summary = `<code>${md(entry.id)}</code> ${md(headline(entry))}`;
  const more = groups.length - kinds.length;
  if (more > 0) kinds.push(`and ${count(more, 'other kind')} of failure.`);
  return `<details><summary>${summary}</summary>\n\n${md(sourceOf(entry, options.requirement(entry.id)))}\n\n${kinds.join(
    '\n\n',
  )}\n\n</details>`;
}

function subjectPart(subject: SubjectReport, report: Report, options: ReporterOptions, thrift: Thrift): string[] {
  const status = subjectStatus(subject, report);
  const head = `### ${MARK[status]} ${md(subject.name)} (${subject.role}): ${status}`;
  if (typeof subject.unusable === 'string') return [head, md(subject.unusable)];
  const parts = (['fail', 'error', 'warn'] as const).flatMap((verdict) => {
    const entries = withVerdict(subject, verdict);
    if (entries.length === 0) return [];
    const title = { fail: 'Failures', error: 'Errors of this suite', warn: 'Warnings' }[verdict];
    const shown = entries.slice(0, thrift.requirements).map((entry) => failure(entry, options, thrift));
    const rest = entries.length - shown.length;
    return [`**${title}**`, ...shown, ...(rest > 0 ? [`and ${count(rest, 'more requirement')}.`] : [])];
  });
  const flaky = flakyLines(subject);
  const groups = notTested(subject);
  const untested = groups
    .slice(0, thrift.rows)
    .map((group) => `- ${group.ids.length} ${group.verdict}: ${md(group.reason)} (${md(list(group.ids, 4))})`);
  return [
    head,
    `${md(commandText(subject))} · ${summaryText(subject)}`,
    ...leaks(subject, thrift),
    ...outcomes(subject, thrift),
    ...fed(subject, thrift),
    ...levels(subject, thrift),
    ...parts,
    ...(flaky.length > 0
      ? [
          '**Flaky**',
          flaky
            .slice(0, thrift.rows)
            .map((line) => `- ${md(line)}`)
            .join('\n'),
        ]
      : []),
    ...notices(subject, thrift),
    ...(untested.length > 0 ? ['**Not tested**', untested.join('\n')] : []),
  ];
}

/** Notices, the same one once; what was said of the whole run comes first. */
function notices(subject: SubjectReport, thrift: Thrift): string[] {
  const groups = noticeGroups(subject);
  if (groups.length === 0) return [];
  const rows = groups
    .slice(0, thrift.rows)
    .map(({ id, message, times }) => `- <code>${md(id)}</code> ${md(message)}${times > 1 ? ` (${times} cases)` : ''}`);
  const more = groups.length - rows.length;
  if (more > 0) rows.push(`- and ${more} more`);
  return [
    `<details><summary>Worth knowing: ${count(groups.length, 'notice')}</summary>\n\n${rows.join('\n')}\n\n</details>`,
  ];
}

/** Undefined as soon as it is too long, unless nothing shorter can be had. */
function render(whole: Report, options: ReporterOptions, thrift: Thrift): string | undefined {
  const report = { ...whole, subjects: whole.subjects.slice(0, thrift.subjects) };
  const subjects: string[] = [];
  let size = 0;
  for (const subject of report.subjects) {
    const part = subjectPart(safely(subject, thrift.text), report, options, thrift).join('\n\n');
    subjects.push(part);
    size += Buffer.byteLength(part);
    if (size > MOST_BYTES && thrift !== LEAST) return undefined;
  }
  const status = reportStatus(whole);
  const parts = [
    `## ${MARK[status]} hookconf: ${status}`,
    ...(report.complete
      ? []
      : [`**The run is incomplete**: ${md(report.incomplete ?? 'it was cut off.')} Nothing is granted by it.`]),
    ...subjects,
    ...(whole.subjects.length > report.subjects.length
      ? [`and ${count(whole.subjects.length - report.subjects.length, 'more subject')}: see the other reports.`]
      : []),
    ...(report.project.levels.length > 0
      ? [
          `### Project ${md(report.project.name ?? '')}`.trim(),
          tableOf(
            ['Level', 'Status', 'Why'],
            report.project.levels.map((level) => [
              md(levelName(level)),
              `${level.status}${level.claimed ? ', claimed' : ''}`,
              md(level.reason ?? ''),
            ]),
          ),
        ]
      : []),
    ...baseline(report, LEAST.rows * 4),
    `<sub>hookconf ${md(report.hookconf)} · seed ${report.seed} · ${duration(report.durationMs)}</sub>`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** What a baseline excuses, and what of it fails the run. */
function baseline(report: Report, most: number): string[] {
  if (report.baseline === undefined) return [];
  const faults = baselineProblems(report).map(({ title, message }) => `- **${md(title)}** ${md(message)}`);
  const more = faults.length - most;
  const known = `${count(report.baseline.applied.length, 'failure')} known from ${md(report.baseline.file)}.`;
  const shown = more > 0 ? [...faults.slice(0, most), `- and ${more} more`] : faults;
  return ['### Baseline', known, ...(shown.length > 0 ? [shown.join('\n')] : [])];
}

/** Rows of a table, and the row that says how many more there are. */
function rowsOf(rows: readonly (readonly string[])[], { rows: most }: Thrift): readonly (readonly string[])[] {
  const more = rows.length - most;
  if (more <= 0) return rows;
  return [...rows.slice(0, most), (rows[0] ?? []).map((_, at) => (at === 0 ? `and ${more} more` : ''))];
}

/** Markdown for a step summary or a pull request: whole where it fits, else ever less of what fails alike. */
export const markdown: Reporter = (report, options) => {
  const brief = { ...safely({ ...report, subjects: [] }, 4000), subjects: report.subjects };
  for (const thrift of THRIFT) {
    const text = render(brief, options, thrift);
    if (text !== undefined) return text;
  }
  return '';
};
