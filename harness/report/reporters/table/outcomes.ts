import type { Outcome, SubjectReport } from '../../../../types/generated/report.ts';
import { PROVENANCES } from '../../../model/words.ts';
import { type OutcomeRow, outcomeRows, outcomeVendors, undeclaredCases } from '../../outcome-rows.ts';
import { oneLine } from '../../text/safe.ts';
import { effectColour, type Style } from '../../text/style.ts';
import { displayWidth, wrap } from '../../text/width.ts';
import { list } from '../../view.ts';
import { type Cell, grid } from './grid.ts';

/** `deny`, `none +context`: effect and what is added. */
export function outcomeWord(outcome: Outcome): string {
  const word = outcome.effect === 'unknown' ? '?' : outcome.effect;
  return [word, ...outcome.adds.map((add) => `+${add}`)].join(' ');
}

interface Note {
  readonly text: string;
  /** Index in `WAYS` of the best way in which it is known of its vendors. */
  readonly way: number;
  /** Vendor and event by the way in which it is known of them. */
  readonly known: Map<string, { readonly vendor: string; readonly event: string }[]>;
}

/** More events than these are only counted. */
const MOST_NAMED = 3;

/** Best known first: what is recorded of one event and inferred of another says which is which. */
function knownText({ known }: Note): string {
  const [only, ...others] = known;
  if (only === undefined) return '';
  const ways = [only, ...others].toSorted(([a], [b]) => WAYS.indexOf(a) - WAYS.indexOf(b));
  const vendors = new Set(ways.flatMap(([, places]) => places.map(({ vendor }) => vendor)));
  return ways
    .map(([way, places], index) => {
      if (index === 0) return way;
      const named = places.map(({ vendor, event }) => (vendors.size > 1 ? `${vendor} ${event}` : event));
      return `${way} for ${list([...new Set(named)], MOST_NAMED)}`;
    })
    .join('; ');
}

const WAYS: readonly string[] = PROVENANCES;

/** Footnotes: each reason once for all vendors of which it is known equally well. */
class Notes {
  private readonly notes: Note[] = [];
  /** The best way in which a reason is known of a vendor, on any of its events. */
  private readonly best = new Map<string, number>();

  constructor(outcomes: Iterable<Outcome>) {
    for (const { vendor, why, provenance } of outcomes) {
      const key = `${vendor} ${why}`;
      const way = WAYS.indexOf(provenance);
      this.best.set(key, Math.min(way, this.best.get(key) ?? way));
    }
  }

  number({ vendor, event, why, provenance }: Outcome): number {
    const way = this.best.get(`${vendor} ${why}`) ?? 0;
    let index = this.notes.findIndex((note) => note.text === why && note.way === way);
    if (index < 0) index = this.notes.push({ text: why, way, known: new Map() }) - 1;
    const known = this.notes[index]?.known;
    const places = known?.get(provenance) ?? [];
    if (!places.some((place) => place.vendor === vendor && place.event === event)) places.push({ vendor, event });
    known?.set(provenance, places);
    return index + 1;
  }

  render(width: number): string[] {
    const margin = String(this.notes.length).length;
    return this.notes.flatMap((note, index) => {
      const vendors = new Set([...note.known.values()].flat().map(({ vendor }) => vendor));
      const text = `${[...vendors].join(', ')}: ${oneLine(note.text)} (${knownText(note)})`;
      return wrap(text, width - margin - 3).map((line, at) =>
        at === 0 ? `  ${String(index + 1).padStart(margin)} ${line}` : `  ${' '.repeat(margin)} ${line}`,
      );
    });
  }
}

function cellOf(outcomes: readonly Outcome[] | undefined, notes: Notes): Cell {
  if (outcomes === undefined) return { text: '' };
  const lines = outcomes.map((outcome) => `${outcomeWord(outcome).replaceAll(' ', '\n')} [${notes.number(outcome)}]`);
  const text = [...new Set(lines)].join('\n');
  const effects = new Set(outcomes.map(({ effect }) => effect));
  const [effect] = effects;
  const colour = effect === undefined || effects.size > 1 ? undefined : effectColour(effect);
  return colour === undefined ? { text } : { text, colour };
}

/** Scenario by vendor where every vendor's column fits; else one line for each outcome with the vendors that share it. */
export function outcomeTable(subject: SubjectReport, style: Style, width: number, every: boolean): string[] {
  const rows = outcomeRows(subject.outcomes, every, undeclaredCases(subject));
  if (rows.length === 0) return [];
  const vendors = outcomeVendors(subject.outcomes);
  const notes = new Notes(rows.flatMap((row) => [...row.cells.values()].flat()));
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
        else if (!group.vendors.includes(name)) group.vendors.push(name);
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
