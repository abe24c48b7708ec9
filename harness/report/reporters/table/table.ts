import type { Report, SubjectReport } from '../../../../types/generated/report.ts';
import { baselineFaults } from '../../problems.ts';
import type { Reporter, ReporterOptions } from '../../reporter.ts';
import { oneLine, plainAscii, safely } from '../../text/safe.ts';
import { type Colour, createStyle, type Style } from '../../text/style.ts';
import { wrap } from '../../text/width.ts';
import {
  commandText,
  count,
  duration,
  levelName,
  reportStatus,
  type SubjectStatus,
  subjectStatus,
  summaryText,
} from '../../view.ts';
import { outcomeTable } from './outcomes.ts';
import {
  type Context,
  failureSection,
  fedSection,
  flakySection,
  headline,
  leakSection,
  levelSection,
  noticeSection,
  notTestedSection,
} from './sections.ts';

const WORDS: Readonly<Record<SubjectStatus, { readonly word: string; readonly colour: Colour }>> = {
  passed: { word: 'passed', colour: 'green' },
  failed: { word: 'FAILED', colour: 'red' },
  flaky: { word: 'FLAKY', colour: 'yellow' },
  undecided: { word: 'undecided', colour: 'yellow' },
  unusable: { word: 'not started', colour: 'red' },
};

function heading(subject: SubjectReport, style: Style, width: number): string[] {
  const facts = [subject.role, subject.spec, (subject.vendors ?? []).join(', ')].filter(
    (fact) => fact !== undefined && fact !== '',
  );
  const rule = (style.ascii ? '=' : '━').repeat(Math.min(width, 120));
  return [
    style.paint('dim', rule),
    ...headline(oneLine(subject.name), oneLine(facts.join(' · ')), 'bold', width, style),
    ...wrap(oneLine(commandText(subject)), width - 2).map((line) => style.paint('dim', `  ${line}`)),
    '',
  ];
}

/** Said so that nobody takes a hook that looks at nothing for one that agrees. */
function letsEverythingPass(subject: SubjectReport, width: number): string[] {
  if (subject.role !== 'hook' || subject.outcomes.length === 0) return [];
  const passes = subject.outcomes.every((outcome) => outcome.effect === 'none' || outcome.effect === 'allow');
  return passes ? [...wrap('It let everything pass that it was asked about.', width), ''] : [];
}

function timingLines(subject: SubjectReport): string[] {
  const timings = (subject.timings ?? []).filter((timing) => timing.spawns > 0);
  if (timings.length === 0) return [];
  const slowest = timings.reduce((a, b) => (b.p95Ms > a.p95Ms ? b : a));
  const limits = [
    ...(slowest.limitMs === null ? [] : [`vendor's limit ${duration(slowest.limitMs)}`]),
    ...(slowest.budgetMs === null ? [] : [`budget ${Math.round(slowest.budgetMs)} ms`]),
  ];
  const of = [slowest.vendor, slowest.event].filter((word) => word !== null).join(' ');
  return [
    `Answers took ${Math.round(slowest.p50Ms)} ms at the median, ${Math.round(slowest.p95Ms)} ms at the 95th percentile${
      of === '' ? '' : ` (slowest: ${of})`
    }${limits.length > 0 ? `; ${limits.join(', ')}` : ''}.`,
  ];
}

/** Which answers came of a process that stays alive, and how far they were checked. */
function workerLines({ worker }: SubjectReport): string[] {
  if (worker === undefined) return [];
  const otherwise = worker.differed === 0 ? 'none came out otherwise' : `${worker.differed} came out otherwise`;
  const alone = `${count(worker.alone, 'case')} answered by the worker alone`;
  return [`${alone}; ${worker.checked} run again with a process of their own: ${otherwise}.`];
}

/** Said only where somebody asked for it: a reader must not take silence for a proof. */
function isolationLines({ isolation }: SubjectReport): string[] {
  if (isolation === undefined) return [];
  if (!isolation.on) return [`--isolate had no effect: ${isolation.reason ?? 'it could not be done here'}.`];
  return ['Without a network: nothing but the endpoint that a case gave could be reached.'];
}

function closing(subject: SubjectReport, report: Report, style: Style, width: number): string[] {
  const { word, colour } = WORDS[subjectStatus(subject, report)];
  const facts = `${count(subject.summary.cases, 'case')}, ${count(subject.summary.spawns, 'process', 'processes')}`;
  return [
    ...[...timingLines(subject), ...workerLines(subject), ...isolationLines(subject)].flatMap((line) =>
      wrap(line, width),
    ),
    ...wrap(`${word}  ${oneLine(subject.name)}: ${summaryText(subject)} · ${facts}`, width - 2).map((line, index) =>
      index === 0 ? line.replace(word, style.paint(colour, word)) : `  ${line}`,
    ),
    '',
  ];
}

function subjectLines(subject: SubjectReport, report: Report, context: Context): string[] {
  const { options, style } = context;
  if (typeof subject.unusable === 'string') {
    return [
      ...heading(subject, style, options.width),
      ...wrap(`Not started: ${oneLine(subject.unusable)}`, options.width),
      '',
    ];
  }
  const outcomes = outcomeTable(subject, style, options.width, options.verbose);
  return [
    ...heading(subject, style, options.width),
    ...leakSection(subject, context),
    ...(outcomes.length > 0 ? [...outcomes, ''] : []),
    ...letsEverythingPass(subject, options.width),
    ...fedSection(subject, context),
    ...levelSection(subject, context),
    ...failureSection(subject, context),
    ...flakySection(subject, context),
    ...noticeSection(subject, context),
    ...notTestedSection(subject, context),
    ...closing(subject, report, style, options.width),
  ];
}

function projectLines(report: Report, style: Style, width: number): string[] {
  const levels = report.project.levels;
  if (levels.length === 0) return [];
  return [
    style.paint('bold', report.project.name === undefined ? 'Project' : `Project ${oneLine(report.project.name)}`),
    ...levels.flatMap((level) => {
      const colour: Colour = level.status === 'granted' ? 'green' : level.status === 'withheld' ? 'red' : 'yellow';
      const why = level.status === 'granted' || !level.reason ? '' : `: ${oneLine(level.reason)}`;
      return wrap(
        `${level.status.padEnd(9)} ${levelName(level)}${level.claimed ? ', claimed' : ''}${why}`,
        width - 2,
      ).map((line, index) =>
        index === 0 ? `  ${line.replace(level.status, style.paint(colour, level.status))}` : `    ${line}`,
      );
    }),
    '',
  ];
}

/** Entries of the baseline that fail the run, a text each. */
function faultsOf(report: Report): string[] {
  return baselineFaults(report).map(({ word, message }) => `${word}: ${message}`);
}

function baselineLines(report: Report, style: Style, width: number): string[] {
  const baseline = report.baseline;
  if (baseline === undefined) return [];
  const excused = `${count(baseline.applied.length, 'failure')} known from ${oneLine(baseline.file)}`;
  return [
    style.paint('bold', 'Baseline'),
    `  ${excused}`,
    ...faultsOf(report).flatMap((part) =>
      wrap(oneLine(part), width - 2).map((line) => `  ${style.paint('red', line)}`),
    ),
    '',
  ];
}

function quietLine(subject: SubjectReport, report: Report, style: Style): string {
  const { word, colour } = WORDS[subjectStatus(subject, report)];
  const text = typeof subject.unusable === 'string' ? oneLine(subject.unusable) : summaryText(subject);
  const leaks = subject.leaks.length > 0 ? ` · ${count(subject.leaks.length, 'leak')}` : '';
  return `${style.paint(colour, word)}  ${oneLine(subject.name)} (${subject.role}): ${text}${leaks}`;
}

/** What fails the run beside its subjects: claims of the project, and a baseline that isn't true any more. */
function quietFaults(report: Report, style: Style): string[] {
  const withheld = report.project.levels.filter((level) => level.claimed && level.status === 'withheld');
  return [
    ...withheld.map((level) => `project: ${levelName(level)} withheld: ${level.reason ?? ''}`),
    ...faultsOf(report).map((fault) => `baseline: ${fault}`),
  ].map((fault) => `${style.paint(WORDS.failed.colour, WORDS.failed.word)}  ${oneLine(fault)}`);
}

function render(report: Report, options: ReporterOptions): string {
  const style = createStyle(options.color, options.ascii);
  const context: Context = { options, style };
  if (options.quiet) {
    const partial = report.complete
      ? []
      : [style.paint('yellow', `incomplete  ${report.incomplete ?? 'the run did not end'}`)];
    const subjects = report.subjects.map((subject) => quietLine(subject, report, style));
    return `${[...partial, ...subjects, ...quietFaults(report, style)].join('\n')}\n`;
  }
  const out = report.subjects.flatMap((subject) => subjectLines(subject, report, context));
  out.push(...projectLines(report, style, options.width), ...baselineLines(report, style, options.width));
  if (!report.complete) {
    const text = `The run is incomplete: ${report.incomplete ?? 'it was cut off.'} Nothing is granted by it.`;
    out.push(...wrap(text, options.width).map((line) => style.paint('yellow', line)), '');
  }
  const { word, colour } = WORDS[reportStatus(report)];
  const subjects = report.subjects.length === 1 ? '' : ` · ${count(report.subjects.length, 'subject')}`;
  const evidence = report.evidence === 'stream' ? ' · judged from a recorded stream' : '';
  const end = `${word}${subjects}${evidence} · seed ${report.seed} · ${duration(report.durationMs)} · hookconf ${report.hookconf}`;
  out.push(
    ...wrap(end, options.width - 2).map((line, index) =>
      index === 0 ? line.replace(word, style.paint(colour, word)) : `  ${line}`,
    ),
  );
  return `${out.join('\n')}\n`;
}

/** Characters of one text with --verbose; a tenth of it without. */
const LONGEST = 40_000;

/** The report for a terminal, or for a log that is read like one. */
export const table: Reporter = (report, options) => {
  const text = render(safely(report, options.verbose ? LONGEST : LONGEST / 10, options.ascii), {
    ...options,
    width: Math.max(40, options.width),
  });
  return options.ascii ? plainAscii(text) : text;
};
