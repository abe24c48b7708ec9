import type { ReporterOptions } from '../reporter.ts';
import { type Cell, grid } from '../reporters/table/grid.ts';
import { oneLine, plainAscii } from '../text/safe.ts';
import { createStyle, verdictColour } from '../text/style.ts';
import { count, subjectStatus, summaryText } from '../view.ts';
import { compare, levelOf, type Matrix, type Named } from './matrix.ts';

/** The comparison as data, for programs. */
export function compareJson(reports: readonly Named[]): string {
  const { implementations, levels, requirements } = compare(reports);
  const document = {
    schema: 'hookconf-comparison/1',
    implementations: implementations.map((one) => ({
      name: one.name,
      role: one.subject.role,
      hookconf: one.report.hookconf,
      startedAt: one.report.startedAt,
      status: subjectStatus(one.subject, one.report),
      summary: one.subject.summary,
    })),
    levels: levels.map((column) => ({
      ...column,
      statuses: implementations.map((one) => levelOf(one, column)?.status ?? null),
    })),
    requirements: requirements.map(({ verdicts, ...row }) => ({
      ...row,
      verdicts: verdicts.map((verdict) => verdict ?? null),
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function levelRows(matrix: Matrix): readonly (readonly Cell[])[] {
  return matrix.levels.map((column) => [
    {
      text: [column.spec, column.edition, column.level, column.role, column.vendor].filter((w) => w !== null).join(' '),
    },
    ...matrix.implementations.map((one): Cell => {
      const level = levelOf(one, column);
      if (level === undefined) return { text: '' };
      const colour = level.status === 'granted' ? 'green' : level.status === 'withheld' ? 'red' : 'yellow';
      return { text: level.status, colour };
    }),
  ]);
}

/** Implementations side by side on a terminal: counts, levels, and the requirements on which they differ. */
export function compareText(reports: readonly Named[], options: ReporterOptions): string {
  const matrix = compare(reports);
  const style = createStyle(options.color, options.ascii);
  const names = matrix.implementations.map((one) => oneLine(one.name));
  const flexible = names.map((_, at) => at + 1);
  const shown = options.verbose ? matrix.requirements : matrix.requirements.filter((row) => row.differs);
  const out = [
    style.paint('bold', 'Implementations'),
    ...matrix.implementations.map(
      (one, at) => `  ${names[at] ?? ''}: ${summaryText(one.subject)}${one.report.complete ? '' : ', incomplete'}`,
    ),
    '',
  ];
  if (matrix.levels.length > 0) {
    out.push(
      grid(['Level', ...names], levelRows(matrix), { style, width: options.width, flexible: [0, ...flexible] }),
      '',
    );
  }
  if (shown.length > 0) {
    const rows = shown.map((row): readonly Cell[] => [
      { text: row.id },
      ...row.verdicts.map(
        (verdict): Cell => (verdict === undefined ? { text: '' } : { text: verdict, colour: verdictColour(verdict) }),
      ),
    ]);
    out.push(grid(['Requirement', ...names], rows, { style, width: options.width, flexible }), '');
  }
  const same = matrix.requirements.length - matrix.requirements.filter((row) => row.differs).length;
  out.push(
    `${count(matrix.implementations.length, 'implementation')}, ${count(matrix.requirements.length, 'requirement')}, ${same} with one verdict everywhere.`,
  );
  const text = `${out.join('\n')}\n`;
  return options.ascii ? plainAscii(text) : text;
}
