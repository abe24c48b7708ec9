import type { Report } from '../../types/generated/report.ts';
import type { Requirement } from '../model/requirement.ts';

/** How the reader's terminal, or file, wants to be written to. Decided once at the edge; reporters read nothing else. */
export interface ReporterOptions {
  /** Columns; reporters that are not read on a terminal ignore it. */
  readonly width: number;
  readonly color: boolean;
  /** Plain ASCII only: no box lines, no signs. */
  readonly ascii: boolean;
  /** Everything of every failing case. */
  readonly verbose: boolean;
  /** One line a subject. */
  readonly quiet: boolean;
  /** The catalogue: a report holds ids, what they say stands there. Undefined for an id that this version doesn't know. */
  readonly requirement: (id: string) => Requirement | undefined;
  /**
   * Where a file lies in the repository, for readers that show it there: relative to its root, with `/`. `subject`: as a
   * subject's command names it; `document`: as the command line does. Absent, or outside of a repository: as it is named.
   */
  readonly locate?: (report: Report, file: string, named: 'subject' | 'document') => string;
}

/** Prints a finished report. Pure: no I/O, no clock, no environment. Ends with a line feed. */
export type Reporter = (report: Report, options: ReporterOptions) => string;
