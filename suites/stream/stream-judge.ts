import type { Finding } from '../../harness/model/finding.ts';
import type { Emitted, Locate } from './emitted.ts';

/**
 * Judges a recorded stream of one specification, event by event, in memory that does not grow with it apart from the ids. The
 * rules about single events are those that spawned emitters are judged by.
 */
export interface StreamJudge {
  event(event: Emitted, locate: Locate): void;
  /** What was found; call once, after the last event. */
  end(): readonly Finding[];
}
