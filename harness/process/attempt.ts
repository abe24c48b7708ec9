import type { SpawnObservation } from '../model/observation.ts';

/** One time that a subject is asked: a process, or a request to its URL. */
export interface Attempt {
  /** Resolves when there is an answer, or there will be none. */
  readonly settled: Promise<void>;
  /** Of the process, where it is one of ours. */
  readonly pid: number | undefined;
  /** Why it could not be made by our own fault. */
  readonly fault: string | undefined;
  groupAlive(): boolean;
  /** Tells it that nobody of its group is left: who knows that already spares the system a question. */
  groupGone(): void;
  observation(caseStarted: number): SpawnObservation;
  end(): void;
  release(): void;
}
