import type { Adds, Effect, Provenance } from './words.ts';

/**
 * What a judge says of one requirement in one case. The judge says whether it is met; what breaking it costs is the
 * catalogue's grade, applied by the report builder (harness/report/verdict.ts).
 */
export type Finding =
  | { readonly kind: 'met'; readonly requirement: string }
  | {
      readonly kind: 'broken';
      readonly requirement: string;
      /** One sentence that names what was wrong and, where it is known, the fix. */
      readonly message: string;
      readonly expected: string;
      readonly actual: string;
      /** Input as a person would want to see it; absent: the case's stdin. */
      readonly input?: string;
      /** A line for a shell that feeds the smallest input that still shows it; only of generated inputs. */
      readonly paste?: string;
      /** Case that a run-wide rule points at; a case's own findings leave it out. */
      readonly case?: string;
      /** File, line and column of the document, when a document was checked. */
      readonly where?: { readonly file: string; readonly line: number; readonly column: number };
    }
  | { readonly kind: 'not-applicable'; readonly requirement: string; readonly reason: string }
  | { readonly kind: 'untested'; readonly requirement: string; readonly reason: string }
  | {
      readonly kind: 'notice';
      readonly id: string;
      readonly message: string;
      readonly case?: string;
      readonly where?: { readonly file: string; readonly line: number; readonly column: number };
    }
  | {
      readonly kind: 'outcome';
      readonly vendor: string;
      readonly event: string;
      readonly scenario: string;
      readonly answer: string;
      readonly effect: Effect;
      readonly adds: readonly Adds[];
      readonly why: string;
      readonly provenance: Provenance;
    }
  | {
      readonly kind: 'leak';
      /** Id of the canary. */
      readonly canary: string;
      readonly requirements: readonly string[];
    };
