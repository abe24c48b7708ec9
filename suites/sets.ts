import { data } from '../harness/assets.ts';

/**
 * A frozen set of requirements: what a claim under an edition meant on a day. A claim names its set; what the catalogue
 * gained later is reported as not scored under it (suites/<spec>/sets/, written by `npm run sets`, pinned by suites/set-pins.json).
 */
export interface RequirementSet {
  /** `<spec>/<edition>@<date>`. */
  readonly set: string;
  readonly spec: string;
  readonly edition: string;
  readonly date: string;
  /** `sha256:` over the rows as they stand in the file, so that a set can't be changed unseen. */
  readonly digest: string;
  readonly requirements: readonly SetRow[];
}

export interface SetRow {
  readonly id: string;
  readonly keyword: string;
  readonly grade: string;
  readonly level: string;
}

function sets(): readonly RequirementSet[] {
  return data<readonly RequirementSet[]>('suites/sets');
}

/** The sets of an edition, oldest first. */
export function setsOf(spec: string, edition: string): readonly RequirementSet[] {
  return sets().filter((set) => set.spec === spec && set.edition === edition);
}

/** The set that a claim means when it names none; undefined for what has no catalogue of its own. */
export function newestSet(spec: string, edition: string): RequirementSet | undefined {
  return setsOf(spec, edition).at(-1);
}

/** The name of the newest set by `<spec>/<edition>`. */
export function newestSetNames(): Readonly<Record<string, string>> {
  return data<Readonly<Record<string, string>>>('suites/set-names');
}

/** The set of this name, e.g. `hook-interchange/1.0@2026-12-01`. */
export function findSet(name: string): RequirementSet | undefined {
  return sets().find(({ set }) => set === name);
}

/** Ids that the set does not have: added to the catalogue after it was frozen, and not scored under it. */
export function notScored(set: RequirementSet, ids: readonly string[]): readonly string[] {
  const scored = new Set(set.requirements.map(({ id }) => id));
  return ids.filter((id) => !scored.has(id));
}
