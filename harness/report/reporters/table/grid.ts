import Table from 'cli-table3';
import { lines, oneLine } from '../../text/safe.ts';
import type { Colour, Style } from '../../text/style.ts';
import { displayWidth, wrap } from '../../text/width.ts';

/** One cell: text, whose control characters are shown as escapes, and the colour of all of it. */
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
/** Characters of a cell: whoever wants more of a text finds it below the failure, or in another report. */
const MOST = 1000;

function short(text: string): string {
  return text.length <= MOST ? text : `${text.slice(0, MOST)}… (${text.length} characters)`;
}

function columnWidths(rows: readonly (readonly Cell[])[], options: GridOptions): number[] {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const widths = new Array<number>(columns).fill(1);
  for (const row of rows) {
    for (const [column, { text }] of row.entries()) {
      for (const line of text.split('\n')) widths[column] = Math.max(widths[column] ?? 1, displayWidth(line));
    }
  }
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

function paintLines(cell: Cell, width: number, style: Style): string[] {
  return wrap(cell.text, width).map((line) => (cell.colour === undefined ? line : style.paint(cell.colour, line)));
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
export function grid(head: readonly string[], body: readonly (readonly Cell[])[], options: GridOptions): string {
  const titles = head.map((text): Cell => ({ text: oneLine(text), colour: 'bold' }));
  const rows = body.map((row) => row.map((cell): Cell => ({ ...cell, text: lines(short(cell.text)) })));
  const widths = columnWidths([titles, ...rows], options);
  const rule = widths.map((width): Cell => ({ text: (options.style.ascii ? '-' : '─').repeat(width), colour: 'dim' }));
  const table = new Table({
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: widths,
  });
  for (const row of [titles, rule, ...rows]) {
    // A line at a time: the library draws a cell of many lines in time that grows with their square.
    const cells = widths.map((width, column) => paintLines(row[column] ?? { text: '' }, width, options.style));
    const height = Math.max(...cells.map((all) => all.length));
    for (let at = 0; at < height; at++) table.push(cells.map((all) => ({ content: all[at] ?? '' })));
  }
  const indent = ' '.repeat(options.indent ?? 2);
  return table
    .toString()
    .split('\n')
    .map((line) => (indent + line).trimEnd())
    .join('\n');
}
