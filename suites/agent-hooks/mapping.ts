import { data } from '../../harness/assets.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import { at, type JsonValue } from '../../harness/model/json.ts';
import type { Subject, Surface } from '../../harness/model/subject.ts';
import type { PayloadPart } from '../../vendors/model.ts';
import { partOf } from '../../vendors/vendor.ts';

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

interface Mapping {
  readonly cells: readonly Cell[];
  readonly implicit: readonly { readonly row: string; readonly vendors: readonly string[]; readonly type: string }[];
  readonly beyond: readonly Omit<Cell, 'row'>[];
  readonly actions: Readonly<Record<string, ActionRule>>;
  readonly spelling: Readonly<Record<string, string>>;
  readonly variants: readonly Variant[];
  readonly printed: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const mapping: Mapping = data<Mapping>('suites/agent-hooks/mapping');

function selects(cell: Omit<Cell, 'row'>, fixture: Fixture): boolean {
  if (!cell.vendors.includes(fixture.vendor) || !cell.native.includes(fixture.event)) return false;
  return Object.entries(cell.where ?? {}).every(([part, values]) => {
    const value = part.startsWith('/') ? at(fixture.stdin, part) : partOf(fixture, part as PayloadPart);
    return typeof value === 'string' && values.includes(value);
  });
}

/** The cells of section 8 that say what must come of this payload. */
export function cellsFor(fixture: Fixture): readonly Cell[] {
  return mapping.cells.filter((cell) => selects(cell, fixture));
}

/** What ours say should come of a payload that section 8 doesn't know; advisory. */
export function beyondFor(fixture: Fixture): readonly string[] {
  return mapping.beyond.filter((cell) => selects(cell, fixture)).flatMap((cell) => cell.emits);
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
