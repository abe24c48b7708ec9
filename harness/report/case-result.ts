import type { Seen } from '../../types/generated/report.ts';
import type { Case, NotFed } from '../model/case.ts';
import type { Fixture } from '../model/corpus.ts';
import type { Finding } from '../model/finding.ts';
import type { LeakHit } from '../model/observation.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Subject } from '../model/subject.ts';
import type { FedEvent, Suite } from '../model/suite.ts';

/** One case after it was judged. Paths of the private tree are already replaced by fixed ones. */
export interface CaseResult {
  readonly edition: string;
  readonly case: Case;
  readonly findings: readonly Finding[];
  readonly facts: unknown;
  /** Our own fault, in one sentence; its requirements become `error`. */
  readonly fault?: string;
  readonly leaks: readonly LeakHit[];
  /** What it saw, as text; only of cases that a person will want to look at. */
  readonly seen?: Seen;
  /** Input of its first spawn as text, cut to a readable length. */
  readonly input: string;
  readonly spawns: number;
  /** One of its spawns was still running at its limit. */
  readonly timedOut: boolean;
  /** It was ended at a limit when the harness itself was kept from running: no word on whether it hung. */
  readonly starved?: boolean;
  /** How each spawn ended, with the decision that it printed, `exit 2` or `exit 0, decision deny`; only of hooks. */
  readonly ends?: readonly string[];
  /** Milliseconds of each spawn. */
  readonly durations: readonly number[];
  /**
   * Who answered, where the subject offers a worker: the worker alone, both alike, or a process of its own whose answer is
   * not the worker's. Absent: nobody was asked but a process of its own.
   */
  readonly by?: AnsweredBy;
  /** What came of each of its runs, the first run first; only where it was run again and they differ. */
  readonly runs?: readonly RunOfCase[];
  /** Generated payloads, made as small as they can be, that broke something: what `--adopt` keeps. */
  readonly counterexamples?: readonly Fixture[];
}

/** One of several runs of a case. */
export interface RunOfCase {
  /** Requirements with a verdict that it broke. */
  readonly broken: readonly string[];
  /** What a hook decided, to go on after `was`: `denied`; absent where it came to no decision, or where it counts for nothing. */
  readonly decided?: string;
  /** It was still running at its limit. */
  readonly hung: boolean;
}

export type AnsweredBy = 'worker' | 'worker-and-process' | 'process-against-worker';

/** One edition of a specification, judged on one subject. */
export interface EditionRun {
  readonly edition: string;
  readonly requirements: readonly Requirement[];
  /** In plan order; undefined where the case did not run. */
  readonly results: readonly (CaseResult | undefined)[];
  readonly planned: readonly Case[];
  readonly notFed: readonly NotFed[];
  /** Rules about the whole run. */
  readonly runFindings: readonly Finding[];
  /** For an emitter: native event by emitted type. */
  readonly fed: readonly FedEvent[];
}

/** Whether a subject ran without a network, where that was asked for. */
export interface Isolation {
  readonly on: boolean;
  /** Why it is off. */
  readonly reason: string | null;
}

/** Something worth knowing of which no case, or a case that was judged already, can be told. */
export interface RunNotice {
  readonly id: string;
  readonly message: string;
}

/** Everything that a run knows of one subject: what the report is built from. */
export interface SubjectRun {
  readonly subject: Subject;
  readonly suite: Suite;
  readonly editions: readonly EditionRun[];
  /** Why it could not be judged at all; the other subjects still are. */
  readonly unusable: string | null;
  readonly isolation?: Isolation;
  readonly notices?: readonly RunNotice[];
  /** True when every planned case ran to its end. */
  readonly complete: boolean;
  /** Why a requirement that has no case is untested: left out by --only, --skip or --shard, or out of time. */
  readonly leftOut: ReadonlyMap<string, string>;
  /** Command line that replays one case. */
  readonly repro: (caseId: string) => string;
  /** Command line that runs one requirement again. */
  readonly rerun: (requirement: string) => string;
}
