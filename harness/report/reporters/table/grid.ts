import Table from 'cli-table3';
import type { Colour, Style } from '../../text/style.ts';
import { displayWidth, wrap } from '../../text/width.ts';

/** One cell: text without control characters, and the colour of all of it. */
export interface Cell {
  readonly text: string;
  readonly colour?: Colour;
}

export interface GridOptions {
  readonly style: Style;
  /** Columns of the terminal that the grid may use, its indent included. */
  readonly width: number;
  readonly indent?: number;
  /** Columns that give way when the grid is too wide, the widest of them first. None below eight columns. */
  readonly flexible: readonly number[];
}

const GAP = 2;
const NARROWEST = 8;

function columnWidths(rows: readonly (readonly Cell[])[], options: GridOptions): number[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(
      1,
      ...rows.map((row) => Math.max(...(row[column]?.text ?? '').split('\n').map((line) => displayWidth(line)))),
    ),
  );
  const room = options.width - (options.indent ?? 2) - GAP * (columns - 1);
  let over = widths.reduce((sum, width) => sum + width, 0) - room;
  while (over > 0) {
    let widest = -1;
    for (const column of options.flexible) {
      if ((widths[column] ?? 0) > NARROWEST && (widths[column] ?? 0) > (widths[widest] ?? 0)) widest = column;
    }
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    over--;
  }
  return widths;
}

function paintLines(cell: Cell, width: number, style: Style): string {
  return wrap(cell.text, width)
    .map((line) => (cell.colour === undefined ? line : style.paint(cell.colour, line)))
    .join('\n');
}

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' '.repeat(GAP),
};

/** A table with one rule under its head, wrapped to the width. Ends without a line feed. */
export function grid(head: readonly string[], rows: readonly (readonly Cell[])[], options: GridOptions): string {
  const titles = head.map((text): Cell => ({ text, colour: 'bold' }));
  const widths = columnWidths([titles, ...rows], options);
  const rule = widths.map((width): Cell => ({ text: (options.style.ascii ? '-' : '─').repeat(width), colour: 'dim' }));
  const table = new Table({
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: widths,
  });
  for (const row of [titles, rule, ...rows]) {
    table.push(
      widths.map((width, column) => ({
        content: paintLines(row[column] ?? { text: '' }, width, options.style),
      })),
    );
  }
  const indent = ' '.repeat(options.indent ?? 2);
  return table
    .toString()
    .split('\n')
    .map((line) => (indent + line).trimEnd())
    .join('\n');
}
