import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { catalogueSpecs, loadRequirements } from '../../suites/catalogue.ts';
import { type Ledger, type LedgerRow, standing } from '../../suites/ledger.ts';
import type { Report } from '../../types/generated/report.ts';
import { MATRIX, type Matrix, REFERENCE, readResults } from './results.ts';
import { type Decision, schemaDecisions } from './schema-rows.ts';

/** A row that no black box decides although the catalogue calls it testable. */
export interface Limit {
  readonly reason: string;
  readonly limit?: string;
  readonly experiment?: string;
}

function yaml<T>(root: string, file: string): T {
  return parse(readFileSync(join(root, file), 'utf8'), { merge: true }) as T;
}

export function readLimits(root: string): Readonly<Record<string, Limit>> {
  return yaml(root, 'suites/black-box-limits.yaml');
}

/**
 * How many documents decide a row that tests a schema: a fault of it shows in those that must be accepted (a word that is not on
 * the list) or in those that must be rejected (a type that nothing asks for), so that a row without both is decided by neither.
 */
function deciding(decisions: readonly Decision[]): number {
  const accepted = decisions.reduce((sum, { accepts }) => sum + accepts.length, 0);
  const rejected = decisions.reduce((sum, { rejects }) => sum + rejects.length, 0);
  return accepted === 0 || rejected === 0 ? 0 : accepted + rejected;
}

/** What the reference subjects made of each requirement in their last report. */
function coverageOf(report: Report | undefined): ReadonlyMap<string, Pick<LedgerRow, 'cases' | 'passedBy'>> {
  const all = new Map<string, Pick<LedgerRow, 'cases' | 'passedBy'>>();
  for (const { name, requirements } of report?.subjects ?? []) {
    for (const { id, verdict, cases } of requirements) {
      const before = all.get(id) ?? { cases: 0, passedBy: [] };
      const passedBy = verdict === 'pass' ? [...before.passedBy, name] : before.passedBy;
      all.set(id, { cases: before.cases + cases, passedBy });
    }
  }
  return all;
}

/** Rows of grade fail that a black box can decide and that nothing kills: what continuous integration fails on. */
export function unkilled(ledger: Ledger): readonly LedgerRow[] {
  return ledger.rows.filter((row) => row.grade === 'fail' && standing(row) === 'not killed');
}

/** Makes the ledger from the catalogue and what was measured last; `matrix` are the mutants of another measurement. */
export function makeLedger(root: string, matrix: Matrix | undefined = readResults<Matrix>(root, MATRIX)): Ledger {
  const report = readResults<Report>(root, REFERENCE);
  const coverage = coverageOf(report);
  const decisions = schemaDecisions(root);
  const limits = readLimits(root);
  const killers = new Map<string, string[]>();
  for (const { mutant, status, by } of matrix?.mutants ?? [])
    if (status === 'killed') for (const id of by) killers.set(id, [...(killers.get(id) ?? []), mutant]);
  const row = (id: string, spec: string, grade: LedgerRow['grade'], undecidable: string | undefined): LedgerRow => {
    const own = decisions.get(id) ?? [];
    const { cases, passedBy } = coverage.get(id) ?? { cases: 0, passedBy: [] };
    return {
      id,
      spec,
      grade,
      cases,
      passedBy: own.some(({ accepts }) => accepts.length > 0) ? ['corpus', ...passedBy] : passedBy,
      killedBy: killers.get(id) ?? [],
      documents: deciding(own),
      undecidable: undecidable ?? limits[id]?.reason ?? null,
    };
  };
  return {
    measured: {
      mutants: matrix?.digest ?? '',
      reference: report?.digests?.suite ?? '',
      date: matrix?.date ?? '',
    },
    rows: catalogueSpecs().flatMap((spec) =>
      loadRequirements(spec).map(({ id, grade, undecidable }) => row(id, spec, grade, undecidable)),
    ),
  };
}
