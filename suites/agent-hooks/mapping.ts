import { data } from '../../harness/assets.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import { at, type JsonValue } from '../../harness/model/json.ts';
import type { Subject, Surface } from '../../harness/model/subject.ts';
import { expectationsOf } from '../../vendors/equivalence.ts';
import type { PayloadPart } from '../../vendors/model.ts';
import { partOf } from '../../vendors/vendor.ts';
import { registry } from '../registries.ts';

/** One cell of section 8 (mapping.yaml). */
export interface Cell {
  readonly row: string;
  readonly vendors: readonly string[];
  readonly native: readonly string[];
  readonly emits: readonly string[];
  readonly where?: Readonly<Record<string, readonly string[]>>;
  readonly anyStyle?: boolean;
}

export interface ActionRule {
  readonly row: string;
  readonly names: readonly string[];
  readonly custom?: boolean;
}

/** A payload made from one of the corpus. */
export interface Variant {
  readonly name: string;
  readonly vendor: string;
  readonly from: string;
  readonly event?: string;
  readonly set: Readonly<Record<string, JsonValue>>;
}

interface Reading {
  readonly also?: readonly string[];
  readonly where?: Readonly<Record<string, readonly string[]>>;
}

interface Mapping {
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly styles: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly readings: Readonly<Record<string, Reading>>;
  readonly actions: Readonly<Record<string, ActionRule>>;
  readonly spelling: Readonly<Record<string, string>>;
  readonly inline_edits: readonly string[];
  readonly variants: readonly Variant[];
}

export const mapping: Mapping = data<Mapping>('suites/agent-hooks/mapping');

/** A cell printed (implicit): the type may be derived, at most once a session (E-AH-15, E-AH-16). */
export interface ImplicitCell {
  readonly row: string;
  readonly vendors: readonly string[];
  readonly type: string;
}

const alignment = registry('agent-hooks-alignment').alignment.flatMap(({ event, vendors }) =>
  Object.entries(vendors).map(([column, cell]) => ({ event, column, cell, slugs: mapping.columns[column] ?? [] })),
);

/** The cells of section 8 that name something native, one for each native event. */
export const cells: readonly Cell[] = alignment.flatMap(({ event, column, cell, slugs }) =>
  (cell.sent ?? cell.events ?? cell.inferred ?? []).map((native, index): Cell => {
    const row = cell.requirements[index] ?? '';
    const { also = [], where } = mapping.readings[row] ?? {};
    const styles = mapping.styles[column]?.[native];
    return {
      row,
      vendors: slugs,
      native: styles ?? [native],
      emits: [event, ...also],
      ...(where === undefined ? {} : { where }),
      ...(styles === undefined ? {} : { anyStyle: true }),
    };
  }),
);

export const implicitCells: readonly ImplicitCell[] = alignment.flatMap(({ event, cell, slugs }) =>
  cell.kind === 'implicit' ? [{ row: cell.requirements[0] ?? '', vendors: slugs, type: event }] : [],
);

/** How section 8 spells an event that the product sends under another name (E-AH-14), or undefined. */
export function printedName(vendor: string, event: string): string | undefined {
  for (const { cell, slugs } of alignment) {
    const index = slugs.includes(vendor) ? (cell.sent?.indexOf(event) ?? -1) : -1;
    if (index >= 0) return cell.events?.[index];
  }
  return undefined;
}

function selects(cell: Omit<Cell, 'row'>, fixture: Fixture): boolean {
  if (!cell.vendors.includes(fixture.vendor) || !cell.native.includes(fixture.event)) return false;
  return Object.entries(cell.where ?? {}).every(([part, values]) => {
    const value = part.startsWith('/') ? at(fixture.stdin, part) : partOf(fixture, part as PayloadPart);
    return typeof value === 'string' && values.includes(value);
  });
}

/** The cells of section 8 that say what must come of this payload. */
export function cellsFor(fixture: Fixture): readonly Cell[] {
  return cells.filter((cell) => selects(cell, fixture));
}

/** Native events to which a cell is bound only under a condition: another payload of them is nobody's cell. */
function hasCell(fixture: Fixture): boolean {
  return cells.some((cell) => cell.vendors.includes(fixture.vendor) && cell.native.includes(fixture.event));
}

/**
 * The types that would fit a payload that section 8 doesn't know, by the corpus' table of equivalent events
 * (fixtures/equivalence); advisory, since no specification says it.
 */
export function beyondFor(fixture: Fixture): readonly string[] {
  if (hasCell(fixture)) return [];
  return expectationsOf(fixture.name).flatMap(({ expected }) => expected['agent-hooks'].type ?? []);
}

/** The part of an agent that an event type speaks of: a subject that declares it absent need not emit it. */
const SURFACE_OF: readonly (readonly [prefix: string, surface: Surface])[] = [
  ['Context.', 'compaction'],
  ['Model.', 'model_events'],
  ['Prompt.', 'prompts'],
  ['Agent.Plan.', 'subagents'],
  ['Agent.Notification', 'notifications'],
  ['Agent.Error', 'errors'],
  ['Session.End', 'session_end'],
];

/** The surface that the subject declares absent and without which a cell can't be asked for, or undefined. */
export function absentSurface(subject: Subject, types: readonly string[]): Surface | undefined {
  const surfaces = types.map((type) => SURFACE_OF.find(([prefix]) => type.startsWith(prefix))?.[1]);
  const first = surfaces[0];
  return surfaces.every((surface) => surface !== undefined && !subject.surface[surface]) ? first : undefined;
}
