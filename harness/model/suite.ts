import type { Case, NotFed } from './case.ts';
import type { Corpus } from './corpus.ts';
import type { Finding } from './finding.ts';
import type { Observation } from './observation.ts';
import type { Requirement } from './requirement.ts';
import type { Subject } from './subject.ts';
import type { Role } from './words.ts';

/** What a suite gets to plan with. All of it is data; planning is pure. */
export interface PlanContext {
  readonly subject: Subject;
  readonly edition: string;
  readonly catalogue: readonly Requirement[];
  readonly corpus: Corpus;
  readonly seed: number;
  readonly runs: number;
  readonly allEvents: boolean;
}

export interface Plan {
  readonly cases: readonly Case[];
  readonly notFed: readonly NotFed[];
}

/** A named set of requirements (contract, section 1). */
export interface Level {
  readonly name: string;
  /** Levels whose requirements it includes. */
  readonly includes: readonly string[];
  /** Ours, and every report says so; false where the specification defines it. */
  readonly ours: boolean;
  /** Roles for which it can be judged on one subject. */
  readonly roles: readonly Role[];
  /** The minimum that no declaration removes: each inner list needs one requirement that passed in a case. */
  readonly floor: readonly (readonly string[])[];
  /** Where the minimum differs by role, it stands here and `floor` does not count for that role. */
  readonly floorByRole?: Readonly<Partial<Record<Role, readonly (readonly string[])[]>>>;
  /** Editions in which it asks anything; absent: in all. Elsewhere it cannot be claimed. */
  readonly editions?: readonly string[];
  /** Rows that only warn and withhold the level all the same. */
  readonly withheldByWarning?: readonly string[];
  /** What a project needs: a subject of each of these roles that has the level named. Absent: one subject of one role. */
  readonly project?: readonly { readonly role: Role; readonly level: string }[];
  /** Name of the frozen set of requirements, `<spec>/<edition>@<date>`, by edition. */
  readonly sets?: Readonly<Record<string, string>>;
}

/** Judgement of one case, with the small data that run-wide rules need (for example the event ids it saw). */
export interface Judgement {
  readonly findings: readonly Finding[];
  readonly facts?: unknown;
}

/** What came out for one native event that was fed to an emitter, or why it was not fed (`cases` 0). */
export interface FedEvent {
  readonly vendor: string;
  readonly event: string;
  /** How often it was fed. */
  readonly cases: number;
  /** Event types that came out, in order of first appearance. */
  readonly emitted: readonly string[];
  /** Event types that the specification wants; what of it is not in `emitted` is missing. */
  readonly expected: readonly string[];
  readonly note: string | null;
}

/** What a case contributes to the run-wide judgement. */
export interface CaseFacts {
  readonly case: Case;
  readonly facts: unknown;
}

/**
 * A specification as the harness sees it: which requirements bind a role, which cases to run, and how to judge what was
 * seen. The harness knows no suite by name; suites/index.ts lists them.
 */
export interface Suite {
  readonly spec: string;
  readonly title: string;
  readonly editions: readonly string[];
  readonly defaultEdition: string;
  readonly roles: readonly Role[];
  readonly levels: readonly Level[];
  /** The rows of the catalogue that bind this role in this edition, in catalogue order. */
  requirements(role: Role, edition: string, subject: Subject): readonly Requirement[];
  /** Rows that bind and are newer than the frozen set that the suite judges under, and those that it has and nothing can judge; absent where it judges by the newest. */
  notScored?(
    role: Role,
    edition: string,
    subject: Subject,
  ): readonly { readonly id: string; readonly reason: string }[];
  /** Pure: the same context gives the same plan. */
  plan(context: PlanContext): Plan;
  /** Pure: no I/O, no clock, no randomness. */
  judge(testCase: Case, observation: Observation, context: PlanContext): Judgement;
  /**
   * Smaller variants of a generated case, the most promising first; none for a case that is not generated. Where one of
   * them breaks the same requirement, the report shows it in place of the case that happened to be drawn. Pure.
   */
  simpler?(testCase: Case, context: PlanContext): readonly Case[];
  /** Rules about a whole run: uniqueness, pairing over cases, what is said once and not per case. Pure. */
  judgeRun?(facts: readonly CaseFacts[], context: PlanContext): readonly Finding[];
  /** For an emitter: which native events were fed, what came of each, what is missing. Pure. */
  fed?(facts: readonly CaseFacts[], context: PlanContext): readonly FedEvent[];
}
