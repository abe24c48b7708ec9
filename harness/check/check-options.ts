import type { Asked } from './detect.ts';
import type { StreamJudging } from './stream-check.ts';

/** What may be said of files that are to be checked. Public, so it names nothing that only Node or a browser has. */
export interface CheckOptions extends Asked {
  /** Warnings count as failures. */
  readonly strict?: boolean;
  /** The files are captured payloads, or folders of them: every one is held to its vendor's schemas. */
  readonly drift?: boolean;
  /** Who judges what only a stream of events as a whole shows. */
  readonly judging?: StreamJudging;
}
