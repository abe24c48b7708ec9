import { data } from '../harness/assets.ts';
import type { Requirement } from '../harness/model/requirement.ts';
import type { Level } from '../harness/model/suite.ts';
import type { Role } from '../harness/model/words.ts';
import { editionsOf } from './editions.ts';
import { newestSetNames } from './sets.ts';

interface LevelSource {
  readonly name: string;
  readonly ours?: boolean;
  readonly includes?: readonly string[];
  readonly roles: readonly Role[];
  readonly floor: Readonly<Partial<Record<Role, readonly (readonly string[])[]>>>;
  readonly project?: readonly { readonly role: Role; readonly level: string }[];
  readonly withheldByWarning?: readonly string[];
  readonly editions?: readonly string[];
}

/** The levels of a specification that can be claimed in an edition (all, when none is given), lowest first. */
export function levelsOf(spec: string, edition?: string): readonly Level[] {
  const all = data<Readonly<Record<string, readonly LevelSource[]>>>('suites/levels')[spec] ?? [];
  const sources = all.filter(({ editions }) => edition === undefined || editions?.includes(edition) !== false);
  const names = newestSetNames();
  const sets = Object.fromEntries(
    editionsOf(spec).flatMap((name) => {
      const set = names[`${spec}/${name}`];
      return set === undefined ? [] : [[name, set]];
    }),
  );
  return sources.map((source) => ({
    name: source.name,
    includes: source.includes ?? [],
    ours: source.ours ?? false,
    roles: source.roles,
    floor: [],
    sets,
    floorByRole: source.floor,
    ...(source.project === undefined ? {} : { project: source.project }),
    ...(source.editions === undefined ? {} : { editions: source.editions }),
    withheldByWarning: source.withheldByWarning ?? [],
  }));
}

/** The level and every level that it includes, lowest last. */
export function levelNames(levels: readonly Level[], name: string): readonly string[] {
  const level = levels.find((candidate) => candidate.name === name);
  if (level === undefined) return [];
  return [name, ...level.includes.flatMap((included) => levelNames(levels, included))];
}

/**
 * The rows that a level asks of a subject, out of those that bind it. Information-grade rows are in no level
 * (docs/contract.md, section 1, "notice").
 */
export function requirementsOfLevel(
  levels: readonly Level[],
  name: string,
  bound: readonly Requirement[],
): readonly Requirement[] {
  const names = new Set(levelNames(levels, name));
  return bound.filter((requirement) => requirement.grade !== 'info' && names.has(requirement.level));
}

/** The floor of a level for a role: each inner list needs one requirement that passed in a case. */
export function floorOf(level: Level, role: Role): readonly (readonly string[])[] {
  return level.floorByRole?.[role] ?? level.floor;
}
