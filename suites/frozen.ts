import { UsageError } from '../harness/errors.ts';
import type { Requirement } from '../harness/model/requirement.ts';
import type { Suite } from '../harness/model/suite.ts';
import type { Grade, Keyword } from '../harness/model/words.ts';
import { didYouMean } from '../harness/text/nearest.ts';
import { findSet, type RequirementSet, setsOf } from './sets.ts';

/** A row as the set froze it: what it cost, and in which level it was, on that day. */
function asFrozen(row: Requirement, set: RequirementSet): Requirement | undefined {
  const frozen = set.requirements.find(({ id }) => id === row.id);
  if (frozen === undefined) return undefined;
  return { ...row, keyword: frozen.keyword as Keyword, grade: frozen.grade as Grade, level: frozen.level };
}

/**
 * The suite as it judges under frozen sets: what the catalogue gained since then is not scored, and every row costs what it
 * cost then. Editions without a set named are judged by the newest one. Pure.
 */
export function underSets(suite: Suite, sets: readonly RequirementSet[]): Suite {
  const own = new Map(sets.filter(({ spec }) => spec === suite.spec).map((set) => [set.edition, set]));
  if (own.size === 0) return suite;
  const names = Object.fromEntries([...own].map(([edition, { set }]) => [edition, set]));
  return {
    ...suite,
    levels: suite.levels.map((level) => ({ ...level, sets: { ...level.sets, ...names } })),
    requirements: (role, edition, subject) => {
      const rows = suite.requirements(role, edition, subject);
      const set = own.get(edition);
      // Rules of other catalogues (declarations, vendors' contracts, house rules) are in no set of this specification.
      return set === undefined
        ? rows
        : rows.flatMap((row) => (row.spec === suite.spec ? (asFrozen(row, set) ?? []) : [row]));
    },
    notScored: (role, edition, subject) => {
      const set = own.get(edition);
      if (set === undefined) return [];
      const scored = new Set(set.requirements.map(({ id }) => id));
      return suite
        .requirements(role, edition, subject)
        .filter((row) => row.spec === suite.spec && !scored.has(row.id))
        .map(({ id }) => ({ id, reason: `newer than ${set.set}` }));
    },
  };
}

/**
 * The sets of these names, e.g. `openhook/0.1@2026-11-28`.
 * @throws UsageError for a name that no set has.
 */
export function setsNamed(names: readonly string[]): readonly RequirementSet[] {
  return names.map((name) => {
    const found = findSet(name);
    if (found !== undefined) return found;
    const [spec = '', edition = ''] = name.split('@')[0]?.split('/') ?? [];
    const known = setsOf(spec, edition).map(({ set }) => set);
    throw new UsageError(
      'unknown-set',
      `there is no frozen set "${name}"${didYouMean(name, known)}`,
      known.length === 0 ? 'a set is named <spec>/<edition>@<date>' : `known are ${known.join(', ')}`,
    );
  });
}
