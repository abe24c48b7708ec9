import type { Outcome, SubjectReport } from '../../../../types/generated/report.ts';
import { type OutcomeRow, outcomeRows, outcomeVendors, undeclaredCases } from '../../outcome-rows.ts';
import { oneLine } from '../../text/safe.ts';
import { effectColour, type Style } from '../../text/style.ts';
import { displayWidth, wrap } from '../../text/width.ts';
import { type Cell, grid } from './grid.ts';

/** `deny`, `none +context`: effect and what is added. */
export function outcomeWord(outcome: Outcome): string {
  const word = outcome.effect === 'unknown' ? '?' : outcome.effect;
  return [word, ...outcome.adds.map((add) => `+${add}`)].join(' ');
}

interface Note {
  readonly vendors: string[];
  readonly text: string;
  readonly provenance: string;
}

/** Footnotes: each reason once, with the vendors that it holds for. */
class Notes {
  private readonly notes: Note[] = [];

  number(outcome: Outcome): number {
    const index = this.notes.findIndex((note) => note.text === outcome.why && note.provenance === outcome.provenance);
    if (index >= 0) {
      const vendors = this.notes[index]?.vendors;
      if (vendors !== undefined && !vendors.includes(outcome.vendor)) vendors.push(outcome.vendor);
      return index + 1;
    }
    return this.notes.push({ vendors: [outcome.vendor], text: outcome.why, provenance: outcome.provenance });
  }

  render(width: number): string[] {
    const margin = String(this.notes.length).length;
    return this.notes.flatMap((note, index) => {
      const text = `${note.vendors.join(', ')}: ${oneLine(note.text)} (${note.provenance})`;
      return wrap(text, width - margin - 3).map((line, at) =>
        at === 0 ? `  ${String(index + 1).padStart(margin)} ${line}` : `  ${' '.repeat(margin)} ${line}`,
      );
    });
  }
}

function cellOf(outcomes: readonly Outcome[] | undefined, notes: Notes): Cell {
  if (outcomes === undefined) return { text: '' };
  const text = outcomes
    .map((outcome) => `${outcomeWord(outcome).replaceAll(' ', '\n')} [${notes.number(outcome)}]`)
    .join('\n');
  const [first] = outcomes;
  const colour = first === undefined || outcomes.length > 1 ? undefined : effectColour(first.effect);
  return colour === undefined ? { text } : { text, colour };
}

/** Scenario by vendor where every vendor's column fits; else one line for each outcome with the vendors that share it. */
export function outcomeTable(subject: SubjectReport, style: Style, width: number, every: boolean): string[] {
  const rows = outcomeRows(subject.outcomes, every, undeclaredCases(subject));
  if (rows.length === 0) return [];
  const vendors = outcomeVendors(subject.outcomes);
  const notes = new Notes();
  let last = '';
  const scenarioCell = (row: OutcomeRow): Cell => {
    const text = row.label === last ? '' : oneLine(row.label);
    last = row.label;
    return { text };
  };
  const matrix = rows.map((row) => [
    scenarioCell(row),
    { text: oneLine(row.answer) },
    ...vendors.map((vendor) => cellOf(row.cells.get(vendor), notes)),
  ]);
  const needed = vendors.reduce((sum, vendor, index) => {
    const widest = Math.max(...matrix.flatMap((row) => (row[index + 2]?.text ?? '').split('\n').map(displayWidth)));
    return sum + Math.max(displayWidth(vendor), widest) + 2;
  }, 2);
  const body =
    needed + 28 <= width
      ? grid(['Scenario', 'It answered', ...vendors], matrix, { style, width, flexible: [0, 1] })
      : grid(['Scenario', 'It answered', 'Effect', 'Vendors'], byEffect(rows, notes), {
          style,
          width,
          flexible: [0, 1, 3],
        });
  return [
    style.paint('bold', 'What each vendor does with the answers'),
    body,
    '',
    ...notes.render(width).map((line) => style.paint('dim', line)),
  ];
}

function byEffect(rows: readonly OutcomeRow[], notes: Notes): readonly (readonly Cell[])[] {
  let scenario = '';
  return rows.flatMap((row) => {
    const groups = new Map<string, { outcome: Outcome; vendors: string[] }>();
    for (const [vendor, outcomes] of row.cells) {
      for (const outcome of outcomes) {
        const key = outcomeWord(outcome);
        const group = groups.get(key);
        const name = `${vendor} [${notes.number(outcome)}]`;
        if (group === undefined) groups.set(key, { outcome, vendors: [name] });
        else group.vendors.push(name);
      }
    }
    return [...groups.values()].map((group, index): readonly Cell[] => {
      const first = row.label === scenario ? '' : oneLine(row.label);
      scenario = row.label;
      return [
        { text: index === 0 ? first : '' },
        { text: index === 0 ? oneLine(row.answer) : '' },
        { text: outcomeWord(group.outcome), colour: effectColour(group.outcome.effect) },
        { text: group.vendors.join(', ') },
      ];
    });
  });
}
