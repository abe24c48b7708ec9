import { UsageError } from '../errors.ts';
import type { Suite } from '../model/suite.ts';
import type { ProjectClaims } from '../report/project-levels.ts';
import { levelNamed } from './subject.ts';

/**
 * The project's claims with each level under its own name. A specification that judges no subject keeps its claim: the
 * report says that it is undecided.
 * @throws UsageError for a level that its specification doesn't have: a slip would claim, and so check, nothing.
 */
export function projectClaims(claims: ProjectClaims, suites: readonly Suite[]): ProjectClaims {
  return Object.fromEntries(
    Object.entries(claims).map(([spec, names]) => {
      const ofSpec = suites.filter((suite) => suite.spec === spec);
      return [spec, names.map((name) => (ofSpec.length === 0 ? name : levelOf(name, ofSpec)))];
    }),
  );
}

/** One specification may be several suites, one a role; a level is known when one of them has it. */
function levelOf(name: string, suites: readonly Suite[]): string {
  let unknown: unknown;
  for (const suite of suites) {
    try {
      return levelNamed(name, suite);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      unknown ??= error;
    }
  }
  throw unknown;
}
