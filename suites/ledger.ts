import { data } from '../harness/assets.ts';
import type { Grade } from '../harness/model/words.ts';

/**
 * What the suite itself proves of one requirement. Compiled by the build from the catalogue, reports/mutants.json,
 * reports/reference/report.json and the corpus.
 */
export interface LedgerRow {
  readonly id: string;
  readonly spec: string;
  readonly grade: Grade;
  /** Cases that decided it, over all reference subjects. */
  readonly cases: number;
  /** Reference subjects that pass it; for tests of our own schemas, `corpus`. */
  readonly passedBy: readonly string[];
  /** Mutants that it reports and that declare it; several rows of one table count as one mutant. */
  readonly killedBy: readonly string[];
  /** Of a row that tests a schema: documents of its own, such as must be accepted and such as must be rejected for one fault. */
  readonly documents: number;
  /** Why no black box can decide it; null where one can. */
  readonly undecidable: string | null;
}

export interface Ledger {
  /** Digests of the measurements that it was made from (of the report: of the suite that it ran), and the date of the mutants'. */
  readonly measured: { readonly mutants: string; readonly reference: string; readonly date: string };
  readonly rows: readonly LedgerRow[];
}

export function loadLedger(): Ledger {
  return data<Ledger>('ledger');
}

/** How a row stands: what CI looks at. */
export type Standing = 'killed' | 'undecidable' | 'not killed';

export function standing(row: LedgerRow): Standing {
  if (row.undecidable !== null) return 'undecidable';
  return row.killedBy.length > 0 || row.documents > 0 ? 'killed' : 'not killed';
}

/** How many names are shown of a long list. */
function some(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return `${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** What shows that the suite would notice a breach of the row, or why nothing does, in words; at most so many mutants. */
export function proof(row: LedgerRow, most: number = Number.POSITIVE_INFINITY): string {
  if (row.undecidable !== null) return `undecidable: ${row.undecidable}`;
  const documents = row.documents > 0 ? [`${row.documents} documents of its own`] : [];
  const shown = [...row.killedBy, ...documents];
  if (shown.length > 0) return some(shown, most);
  return row.cases > 0
    ? 'no mutant: cases decide it, none of them on a subject that breaks it'
    : 'not tested: no case, no document and no mutant decides it';
}
