import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestOfAll } from '../scripts/measure/digest.ts';
import { JUDGES, type Judges, readPieces } from '../scripts/measure/judges.ts';
import { makeLedger, readLimits, schemaRows } from '../scripts/measure/ledger.ts';
import { currentDigests, HELD, outOfDate } from '../scripts/measure/matrix.ts';
import { MATRIX, type Matrix, readResults } from '../scripts/measure/results.ts';
import { brought, MOST } from '../scripts/mutants/counted.ts';
import { repositoryRoot } from '../scripts/mutants/hunt.ts';
import { loadMutants } from '../scripts/mutants/mutant.ts';
import { catalogueSpecs, findRequirement, loadRequirements } from '../suites/catalogue.ts';
import { standing } from '../suites/ledger.ts';

const root = repositoryRoot();
const matrix = readResults<Matrix>(root, MATRIX);
const ledger = makeLedger(root);

describe('the ledger', () => {
  test('has every requirement of every catalogue, and no other', () => {
    const all = catalogueSpecs().flatMap((spec) => loadRequirements(spec).map(({ id }) => id));
    expect(ledger.rows.map(({ id }) => id)).toEqual(all);
    for (const mutant of matrix?.mutants ?? []) for (const id of mutant.by) expect(all).toContain(id);
    for (const id of schemaRows(root).keys()) expect(findRequirement(id)?.drive, id).toBe('schema');
  });

  test('gives a reason for whatever cannot be decided', () => {
    for (const row of ledger.rows) {
      const listed = Object.hasOwn(readLimits(root), row.id);
      const marked = findRequirement(row.id)?.testability === 'no';
      expect(row.undecidable !== null, row.id).toBe(marked || listed);
      if (row.undecidable !== null) expect(row.undecidable.trim(), row.id).not.toBe('');
    }
  });

  test('calls nothing undecidable beyond the catalogue but what is pinned here', () => {
    const limits = readLimits(root);
    expect(Object.keys(limits)).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `AP-ORD-00${n}`),
      'AP-SUB-001',
      'HIF-CONF-003',
      'HIF-CONF-007',
      'AP-COM-019',
      ...[7, 8, 9].map((n) => `AP-CDX-01${n}`),
      'AP-STL-018',
      'DC-EXPECT',
      'OH-EVT-006',
      'OH-ART-003',
    ]);
    for (const { reason, limit, experiment } of Object.values(limits)) {
      expect(reason.length).toBeGreaterThan(20);
      expect(limit ?? experiment).toBeDefined();
    }
  });

  test('names a reference subject that passes for every row that something fails', () => {
    const alone = ledger.rows.filter(
      (row) => row.grade === 'fail' && standing(row) === 'killed' && row.passedBy.length === 0,
    );
    // Nothing that the reference emitters are fed gives occasion for these; mutants make one.
    const occasion = ['040', '041', '042', '058', '059', '060', '061'].map((number) => `AH-DAT-${number}`);
    // Declared by no reference subject (a limit, a budget, a kind of text, telemetry, a log of payloads), but by mutants.
    const declared = ['AP-PRIV-020', 'BC-PRV-008', 'DC-TIMEOUT', 'DC-BUDGET', 'DC-LEAK'];
    // No reference hook rewrites an input, and none prints JSON where a vendor reads none.
    const answers = /^NV-(.*-INPUT|(WINDSURF|KIRO)-DIALECT|(CLINE|COPILOT-CLOUD-AGENT)-.*)$/;
    const known = (id: string): boolean => [...occasion, ...declared].includes(id) || answers.test(id);
    expect(alone.map(({ id }) => id).filter((id) => !known(id))).toEqual([]);
  });

  test('kills every row of a schema by a document that the schema rejects there, and has one that it accepts', () => {
    const wrong = [...schemaRows(root).keys()].filter((id) => {
      const row = ledger.rows.find((one) => one.id === id);
      return row === undefined || row.documents === 0 || !row.passedBy.includes('corpus');
    });
    expect(wrong).toEqual([]);
  });
});

// A matrix that never was whole, as while suites are being written, is held to nothing; `npm run measure -- mutants` makes it so.
describe.skipIf(matrix?.schema !== HELD)('the kill matrix', () => {
  test('was measured with the suites, the reference and the mutants as they are', { timeout: 60_000 }, async () => {
    const current = await currentDigests(root);
    const hint = '`npm run measure -- --changed` measures them again';
    expect(outOfDate(matrix, current), hint).toEqual([]);
    expect(matrix?.mutants.map(({ mutant }) => mutant)).toEqual([...current.keys()]);
    expect(matrix?.digest).toBe(digestOfAll((matrix?.mutants ?? []).map(({ mutant, digest }) => [mutant, digest])));
  });

  test('has a mutant or a document that is reported by each row of grade fail that a black box can decide', () => {
    const open = ledger.rows.filter((row) => row.grade === 'fail' && standing(row) === 'not killed');
    expect(open.map(({ id }) => id)).toEqual([]);
  });
});

describe('mutations of the judges', () => {
  const { pieces, explained } = readPieces(root);
  const known = Object.values(pieces).flatMap(({ files }) => files);

  test('belong to files that are there, each in one piece', () => {
    expect(new Set(known).size).toBe(known.length);
    expect(known.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test('were measured of files that belong to a piece, and are explained by a sentence', () => {
    for (const { file, survivors, unexplained } of readResults<Judges>(root, JUDGES)?.files ?? []) {
      expect(known, file).toContain(file);
      expect(survivors.filter(({ why }) => why === undefined)).toHaveLength(unexplained);
    }
    for (const [file, reasons] of Object.entries(explained)) {
      expect(known, file).toContain(file);
      for (const [what, why] of Object.entries(reasons)) expect(why.length, what).toBeGreaterThan(20);
    }
  });
});

describe('mutants', () => {
  test(`no requirement brings more than ${MOST} that differ`, () => {
    const many = [...brought(loadMutants(root))].filter(([, mutants]) => mutants.length > MOST);
    expect(many.map(([id, mutants]) => `${id}: ${mutants.map((one) => one.id).join(', ')}`)).toEqual([]);
  });
});
