import type { Case } from '../../harness/model/case.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { PlanContext } from '../../harness/model/suite.ts';
import type { Role } from '../../harness/model/words.ts';

/** What a program did in one case. */
export interface Seen {
  readonly edition: string;
  readonly testCase: Case;
  readonly observation: Observation;
}

/** One program in some cases. */
export interface RecordedRun {
  /** Name of the mutant; null: the unchanged program. */
  readonly fault: string | null;
  /** Of the program, what ran it and its cases. */
  readonly digest: string;
  readonly seen: readonly Seen[];
}

/** Runs that were planned alike. */
export interface RecordedField {
  readonly spec: string;
  readonly role: Role;
  readonly vendors: readonly string[];
  /** What the suite planned with, by edition; the corpus of these vendors is read where it is needed. */
  readonly contexts: Readonly<Record<string, Omit<PlanContext, 'corpus'>>>;
  readonly runs: readonly RecordedRun[];
}
