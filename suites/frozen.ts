import { UsageError } from '../harness/errors.ts';
import type { Requirement } from '../harness/model/requirement.ts';
import type { Suite } from '../harness/model/suite.ts';
import type { Grade, Keyword, Role } from '../harness/model/words.ts';
import { didYouMean } from '../harness/text/nearest.ts';
import { requirementsInEdition } from './editions.ts';
import { findSet, type RequirementSet, type SetRow, setsOf } from './sets.ts';

/** A row as the set froze it: what it cost, and in which level it was, on that day. */
function asFrozen(row: Requirement, set: RequirementSet): Requirement | undefined {
  const frozen = set.requirements.find(({ id }) => id === row.id);
  if (frozen === undefined) return undefined;
  return { ...row, keyword: frozen.keyword as Keyword, grade: frozen.grade as Grade, level: frozen.level };
}

/** What the set has and the catalogue of this version no longer does. */
function goneFrom(set: RequirementSet): readonly SetRow[] {
  const present = new Set(requirementsInEdition(set.spec, set.edition).map(({ id }) => id));
  return set.requirements.filter(({ id }) => !present.has(id));
}

const goneReason = (set: RequirementSet): string => `in ${set.set}, and no longer in the catalogue of this version`;

/**
 * A row that only the set has: nothing can decide it any more, so that a level that asks for it stays open. A set doesn't say
 * whom a row binds; it is taken to bind every role that can have its level.
 */
function asGone(row: SetRow, set: RequirementSet, role: Role): Requirement {
  return {
    id: row.id,
    spec: set.spec,
    edition: set.edition,
    section: '',
    keyword: row.keyword as Keyword,
    grade: row.grade as Grade,
    level: row.level,
    roles: [role],
    statement: goneReason(set),
    testability: 'partial',
    dependsOn: [],
    errata: [],
  };
}

/**
 * The suite as it judges under frozen sets: what the catalogue gained since then is not scored, what it lost is untested, and
 * every row costs what it cost then. Editions without a set named are judged by the newest one. Pure.
 */
export function underSets(suite: Suite, sets: readonly RequirementSet[]): Suite {
  const own = new Map(sets.filter(({ spec }) => spec === suite.spec).map((set) => [set.edition, set]));
  if (own.size === 0) return suite;
  const names = Object.fromEntries([...own].map(([edition, { set }]) => [edition, set]));
  const gone = new Map([...own].map(([edition, set]) => [edition, goneFrom(set)]));
  const binding = (role: Role, edition: string): readonly SetRow[] =>
    (gone.get(edition) ?? []).filter(
      ({ grade, level }) =>
        grade !== 'info' && suite.levels.some((one) => one.name === level && one.roles.includes(role)),
    );
  return {
    ...suite,
    levels: suite.levels.map((level) => ({ ...level, sets: { ...level.sets, ...names } })),
    requirements: (role, edition, subject) => {
      const rows = suite.requirements(role, edition, subject);
      const set = own.get(edition);
      if (set === undefined) return rows;
      // Rules of other catalogues (declarations, vendors' contracts, house rules) are in no set of this specification.
      const scored = rows.flatMap((row) => (row.spec === suite.spec ? (asFrozen(row, set) ?? []) : [row]));
      return [...scored, ...binding(role, edition).map((row) => asGone(row, set, role))];
    },
    plan: (context) => {
      const set = own.get(context.edition);
      const ids = binding(context.subject.role, context.edition).map(({ id }) => id);
      if (set === undefined || ids.length === 0) return suite.plan(context);
      // No plan knows what to do for them.
      const { cases, notFed } = suite.plan({
        ...context,
        catalogue: context.catalogue.filter(({ id }) => !ids.includes(id)),
      });
      return { cases, notFed: [...notFed, { requirements: ids, verdict: 'untested', reason: goneReason(set) }] };
    },
    notScored: (role, edition, subject) => {
      const set = own.get(edition);
      if (set === undefined) return [];
      const scored = new Set(set.requirements.map(({ id }) => id));
      const newer = suite
        .requirements(role, edition, subject)
        .filter((row) => row.spec === suite.spec && !scored.has(row.id))
        .map(({ id }) => ({ id, reason: `newer than ${set.set}` }));
      const untested = new Set(binding(role, edition).map(({ id }) => id));
      // What cost nothing, or is in no level that this role can have, has no verdict to be without.
      const lost = (gone.get(edition) ?? [])
        .filter(({ id }) => !untested.has(id))
        .map(({ id }) => ({ id, reason: goneReason(set) }));
      return [...newer, ...lost];
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
