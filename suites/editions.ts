import { data } from '../harness/assets.ts';
import type { Requirement } from '../harness/model/requirement.ts';
import type { Grade } from '../harness/model/words.ts';
import { loadRequirements } from './catalogue.ts';

/** Which rows of a catalogue an edition of its specification comprises (suites/editions.yaml). */
export interface Edition {
  /** The catalogue's edition marks whose rows it comprises. */
  readonly marks: readonly string[];
  /** Ids that a row of a newer mark replaces, and which. */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** Ids that cost less in this edition, or belong to another of its levels, and why. */
  readonly regraded?: Readonly<
    Record<string, { readonly grade?: Grade; readonly level?: string; readonly why: string }>
  >;
}

interface SpecEditions {
  readonly default: string;
  readonly editions: Readonly<Record<string, Edition>>;
}

function specEditions(spec: string): SpecEditions | undefined {
  return data<Readonly<Record<string, SpecEditions>>>('suites/editions')[spec];
}

/** The editions of a specification as users name them; empty for a specification without a catalogue of ours. */
export function editionsOf(spec: string): readonly string[] {
  return Object.keys(specEditions(spec)?.editions ?? {});
}

/** The edition that is meant when nobody names one. */
export function defaultEdition(spec: string): string | undefined {
  return specEditions(spec)?.default;
}

/**
 * The requirement as it binds in this edition: the row itself, the row at the grade and level that it has there, or undefined where
 * the edition has no such rule.
 */
function inEdition(requirement: Requirement, edition: Edition): Requirement | undefined {
  if (!edition.marks.includes(requirement.edition)) return undefined;
  if (edition.leftOut?.[requirement.id] !== undefined) return undefined;
  const regraded = edition.regraded?.[requirement.id];
  if (regraded === undefined) return requirement;
  const { grade = requirement.grade, level = requirement.level } = regraded;
  return { ...requirement, grade, level };
}

/** The rows of an edition, in catalogue order, each at the grade and level that it has there. Throws on an edition that does not exist. */
export function requirementsInEdition(spec: string, edition: string): readonly Requirement[] {
  const found = specEditions(spec)?.editions[edition];
  if (found === undefined) throw new Error(`${spec} has no edition ${edition}`);
  return loadRequirements(spec)
    .map((requirement) => inEdition(requirement, found))
    .filter((requirement) => requirement !== undefined);
}

/**
 * What a requirement costs in an edition: undefined where the edition has no such rule, its own grade where the edition is of
 * another specification.
 */
export function gradeIn(requirement: Requirement, spec: string, edition: string): Grade | undefined {
  const found = requirement.spec === spec ? specEditions(spec)?.editions[edition] : undefined;
  return found === undefined ? requirement.grade : inEdition(requirement, found)?.grade;
}
