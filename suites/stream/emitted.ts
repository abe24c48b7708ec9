import type { Fault } from './verdicts.ts';

/** One event that a subject wrote, or that stands in a stream. */
export interface Emitted {
  readonly value: Readonly<Record<string, unknown>>;
  /** As it was written; empty where it came wrapped in something else. */
  readonly text: string;
  /** Index of the spawn that wrote it; -1 where that can't be told. */
  readonly spawn: number;
  /** Line of the stream, counted from 1. */
  readonly line: number;
}

/** Where a fault stands, when a document is checked; undefined for what a process wrote. */
export type Locate = (event: Emitted, pointer: string) => Fault['where'] | undefined;
