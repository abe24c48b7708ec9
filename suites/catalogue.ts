import { data } from '../harness/assets.ts';
import type { Requirement } from '../harness/model/requirement.ts';

/** Which specification an id belongs to is told by its prefix (`AH-`, `HIF-`, …), so that one catalogue is loaded, not all. */
interface Catalogues {
  readonly specs: readonly string[];
  readonly prefixes: Readonly<Record<string, string>>;
}

/** The specifications that have a catalogue, sorted. */
export function catalogueSpecs(): readonly string[] {
  return data<Catalogues>('suites/catalogues').specs;
}

/** All requirements of a specification, of every edition and role, in catalogue order. */
export function loadRequirements(spec: string): readonly Requirement[] {
  return data<readonly Requirement[]>(`suites/${spec}/catalogue`);
}

/** The requirement with this id, in whichever catalogue it stands; undefined when there is none. */
export function findRequirement(id: string): Requirement | undefined {
  const spec = data<Catalogues>('suites/catalogues').prefixes[id.slice(0, id.indexOf('-'))];
  if (spec === undefined) return undefined;
  return loadRequirements(spec).find((requirement) => requirement.id === id);
}
