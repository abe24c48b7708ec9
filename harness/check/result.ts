import type { Grade } from '../model/words.ts';
import type { DocumentFinding } from '../validate/validate.ts';

/** A finding and where it stands, counted from 1 as editors do. */
export interface CheckFinding extends DocumentFinding {
  readonly line: number;
  readonly column: number;
}

/** What a file was taken for. */
export interface Taken {
  readonly spec: string;
  readonly kind: string;
  readonly edition: string;
  /** Name of the schema below schemas/, or null where the kind has none. */
  readonly schema: string | null;
  /** With its article, for a sentence. */
  readonly title: string;
  /** What told it: its name, its members, or that the specification was named. */
  readonly why: string;
}

/** What one file showed. Nothing in it depends on when or where it was read. */
export interface CheckedFile {
  /** As the user wrote it; `-` is standard input. */
  readonly file: string;
  /** The kinds that the documents were taken for, in order of appearance; more than one in a mixed stream. */
  readonly taken: readonly Taken[];
  /** Number of documents: lines of a stream, items of an array. */
  readonly documents: number;
  /** In the order of the file, at most {@link MAX_FINDINGS}. */
  readonly findings: readonly CheckFinding[];
  /** Findings beyond the limit, which were counted and not kept. */
  readonly omitted: number;
  /** All findings, the omitted ones too. */
  readonly counts: Readonly<Record<Grade, number>>;
  /** Why nothing could be said of the file, or of one of its lines, in one sentence with the fix; else null. */
  readonly unusable: {
    readonly message: string;
    readonly line?: number;
    readonly column?: number;
    /** The line goes beyond a limit of ours: it may be an event, and every other line was judged. */
    readonly limit?: true;
  } | null;
}

/** What `checkFiles` gives, and `hookconf check --json` prints. */
export interface CheckResult {
  /** In the order in which they were named; the files of a folder sorted by their names. */
  readonly files: readonly CheckedFile[];
  /** Findings of all files by severity, and the files that nothing could be said of. */
  readonly summary: { readonly fail: number; readonly warn: number; readonly info: number; readonly unusable: number };
  /**
   * 2: a file could not be judged; 1: something failed, or warned with `strict`; 3: a line of a stream went beyond a limit of
   * ours and was not judged; else 0.
   */
  readonly exitCode: 0 | 1 | 2 | 3;
}

/** Findings kept per file: a stream of a million broken lines is told by the first of them. */
export const MAX_FINDINGS = 1000;
