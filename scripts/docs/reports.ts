import { type Ledger, standing } from '../../suites/ledger.ts';
import type { Report } from '../../types/generated/report.ts';
import { JUDGES, type JudgedFile, type Judges, LEAST, notMeasured } from '../measure/judges.ts';
import { SAMPLE } from '../measure/matrix.ts';
import { REPEATS, type Repeated, RUNS } from '../measure/repeats.ts';
import { MATRIX, type Matrix, readResults } from '../measure/results.ts';
import { isWrong } from '../mutants/again.ts';
import { repositoryRoot } from '../mutants/hunt.ts';
import { loadMutants } from '../mutants/mutant.ts';
import { table } from './markdown.ts';

/** Whatever `npm run reports` writes of coverage: what `hookconf coverage --json` prints. */
export const COVERAGE = 'reports/coverage.json';

interface Folder {
  readonly name: 'reference' | 'interop';
  readonly what: string;
  readonly by: string;
}

const FOLDERS: readonly Folder[] = [
  {
    name: 'reference',
    what: 'the reference implementations, which must pass everything that binds them',
    by: 'reports',
  },
  {
    name: 'interop',
    what: 'third-party implementations: public hook packages from the registry, pinned in `subjects/`, on the events and vendors that they document',
    by: 'interop',
  },
];

const fileOf = (name: string): string => `reports/${name}/report.json`;

/** Adds up one count over all subjects. */
function sum(report: Report, member: 'passed' | 'failed' | 'warned' | 'untested' | 'errors'): number {
  return report.subjects.reduce((total, { summary }) => total + summary[member], 0);
}

function reportRow(root: string, { name, what, by }: Folder): readonly string[] {
  const report = readResults<Report>(root, fileOf(name));
  const found =
    report === undefined
      ? 'not there yet'
      : `${report.startedAt.slice(0, 10)}, hookconf ${report.hookconf}: ${report.subjects.length} subjects, ${sum(report, 'passed')} passed, ${sum(report, 'failed')} failed, ${sum(report, 'warned')} warnings, ${sum(report, 'untested') + sum(report, 'errors')} not decided${report.complete ? '' : '; incomplete'}`;
  return [`[${name}/](${name}/)`, what, found, `\`npm run ${by}\``];
}

function mutantsRow(root: string): readonly string[] {
  const matrix = readResults<Matrix>(root, MATRIX);
  const killed = matrix?.mutants.filter((fate) => !isWrong(fate)) ?? [];
  const found =
    matrix === undefined
      ? 'not there yet'
      : `${matrix.date}, hookconf ${matrix.hookconf}: ${killed.length} of ${matrix.mutants.length} mutants killed by the requirements that should`;
  const what =
    'the kill matrix: which planted faults which requirements reported ([measuring.md](../docs/measuring.md))';
  return ['[mutants.json](mutants.json)', what, found, '`npm run measure -- mutants`'];
}

/** How many mutants also ran cases that nothing ties to them, without which little is known of what fires without cause. */
function precision(root: string): string {
  const own = new Set(loadMutants(root).flatMap(({ id, rowOf }) => (rowOf === undefined ? [id] : [])));
  const entries = readResults<Matrix>(root, MATRIX)?.mutants.filter(({ mutant }) => own.has(mutant)) ?? [];
  const ran = entries.filter(({ sample }) => sample === null || sample >= SAMPLE).length;
  return `${ran} of ${own.size} mutants (no rows of tables, which run none) also ran ${SAMPLE} other cases, so that what fires without cause is seen there, too; of the rest the kill matrix knows it only in the cases that its own requirements need.`;
}

/** Files whose results are of other code than is there now. */
function outOfDate(root: string): string {
  const files = notMeasured(root, readResults<Judges>(root, JUDGES));
  if (files.length === 0) return 'All files that are listed were measured as they are.';
  const them = files.map((file) => `\`${file}\``).join(', ');
  return `Out of date: ${them}. Their code has changed since it was measured, or was never measured; \`npm run measure -- stryker --changed\` measures it.`;
}

function coverageRow(root: string): readonly string[] {
  const coverage = readResults<Ledger>(root, COVERAGE);
  const fails = coverage?.rows.filter(({ grade }) => grade === 'fail') ?? [];
  const count = (wanted: string): number => fails.filter((row) => standing(row) === wanted).length;
  const killed = fails.filter((row) => standing(row) === 'killed');
  const byMutants = killed.filter((row) => row.killedBy.length > 0).length;
  const found =
    coverage === undefined
      ? 'not there yet'
      : `${coverage.rows.length} requirements, ${fails.length} of grade fail: ${byMutants} killed by a mutant, ${killed.length - byMutants} by documents of their own, ${count('undecidable')} undecidable, ${count('not killed')} not killed`;
  const what =
    'for every requirement its cases, the reference subjects that pass it, the mutants that it reports, or why no black box can decide it: `hookconf coverage --json` ([ledger.md](../docs/ledger.md) is the same to read)';
  return ['[coverage.json](coverage.json)', what, found, '`npm run reports`'];
}

function repeatsRow(root: string): readonly string[] {
  const repeated = readResults<Repeated>(root, REPEATS);
  const found =
    repeated === undefined
      ? 'not there yet'
      : `${repeated.date}, hookconf ${repeated.hookconf}: ${repeated.runs.length} of ${RUNS} runs, ${repeated.unsteady.length} of ${repeated.verdicts} verdicts differed`;
  const what = 'runs of the whole suite over the reference, with a number of cases at once drawn for each';
  return ['[repeats.json](repeats.json)', what, found, '`npm run measure -- repeats`'];
}

function judgesRow(root: string): readonly string[] {
  const judges = readResults<Judges>(root, JUDGES);
  const found =
    judges === undefined ? 'not there yet' : `${judges.date}, hookconf ${judges.hookconf}: ${told(judges.files)}`;
  const what = 'what the tests and recorded runs notice of mutated judges, file by file (see below)';
  return ['[judges.json](judges.json)', what, found, '`npm run measure -- stryker`'];
}

const count = (files: readonly JudgedFile[], of: 'killed' | 'unexplained' | 'uncovered'): number =>
  files.reduce((sum, file) => sum + file[of], 0);

const good = (files: readonly JudgedFile[]): number => files.filter(({ score }) => score >= LEAST).length;

function noticed(files: readonly JudgedFile[]): string {
  const all = count(files, 'killed') + count(files, 'unexplained') + count(files, 'uncovered');
  return `${all === 0 ? '100.0' : ((100 * count(files, 'killed')) / all).toFixed(1)} %`;
}

const told = (files: readonly JudgedFile[]): string =>
  `${noticed(files)} of the mutations of ${files.length} files noticed, ${good(files)} files at ${LEAST} % or more`;

/** What is noticed of mutated judges, folder by folder. */
function judged(root: string): string {
  const files = readResults<Judges>(root, JUDGES)?.files ?? [];
  const folders = new Map<string, JudgedFile[]>();
  for (const one of files) {
    const name = one.file.split('/').slice(0, 2).join('/');
    folders.set(name, [...(folders.get(name) ?? []), one]);
  }
  const rows = [...folders, ['all', files] as const].map(([name, own]) => [
    name,
    String(own.length),
    String(good(own)),
    String(count(own, 'killed')),
    String(count(own, 'unexplained')),
    String(count(own, 'uncovered')),
    noticed(own),
  ]);
  const head = [
    'Folder',
    'files',
    `at ${LEAST} % or more`,
    'noticed',
    'not',
    'in code that nothing ran',
    'noticed of all',
  ];
  return table(head, rows);
}

/** The pinned packages and what came out for each, as the table of the last run has it. */
function packages(root: string): string {
  const report = readResults<Report>(root, fileOf('interop'));
  if (report === undefined) return '';
  const rows = report.subjects.map(({ name, vendors, summary }) => [
    name,
    (vendors ?? []).join(', '),
    String(summary.passed),
    String(summary.failed),
    String(summary.warned),
    String(summary.untested + summary.errors),
  ]);
  return `\n${table(['Package', 'Vendor', 'passed', 'failed', 'warnings', 'not decided'], rows)}\n`;
}

/** reports/README.md: what lies there, what it says, and how to hold it against this checkout. */
export function reportsDocument(): string {
  const root = repositoryRoot();
  const rows = [
    ...FOLDERS.map((folder) => reportRow(root, folder)),
    mutantsRow(root),
    coverageRow(root),
    judgesRow(root),
    repeatsRow(root),
  ];
  return `# The suite's own results

Generated by \`npm run docs\` from the files beside it; whatever writes them writes this, too.

${table(['Folder or file', 'What', 'Last result', 'Written by'], rows)}

Each folder holds \`report.json\` (the whole report: seed, digests, versions and machine included), \`README.md\` (the same to read) and a badge.

${precision(root)}

## Verify them

From the repository's root, after \`npm ci\`:

\`\`\`sh
npx hookconf report --verify reports/reference/report.json               # the digests: version, catalogue, corpus, programs
npx hookconf report --verify reports/reference/report.json --sample 20   # and 20 requirements run again, chosen at random
npm ci --ignore-scripts --prefix subjects                                # the public packages, before the next one
npx hookconf report --verify reports/interop/report.json --rerun         # and everything run again
npx hookconf report reports/interop/report.json --reporter html=page.html
\`\`\`

\`matches\` and \`differs\` are said of each digest by name. A report is of the checkout that it was written in: after a change of the corpus, the catalogue or a program it differs in just that, until it is written again.

## Mutations of the judges

How they are made and noticed stands in [measuring.md](../docs/measuring.md). What no test and no recorded run notices shows which rules only their words hold.

${judged(root)}

${outOfDate(root)}

## About the public packages

They are tested as their own documentation says to call them, without settings, without their install scripts, and with no posture or guard declared for them: nothing is held against them but the vendor's documented contract. What is found is reported for the version named and no other.
${packages(root)}
Where a package denies nearly everything, the payload is of a shape that it doesn't read: cc-safety-net 2.4.5 takes \`toolArgs\` of Copilot CLI for a text, while the recorded payloads hold an object, and it refuses what it can't parse, which breaks no rule. To add one: pin it in \`subjects/package.json\`, describe it in \`subjects/hookconf.json\`, and run \`npm run interop\`.
`;
}
