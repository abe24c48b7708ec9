import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { anyGlob } from '../harness/text/glob.ts';
import { examineWith } from '../harness/validate/compiled.ts';
import { setFiles } from '../scripts/freeze-sets.ts';
import { makeLedger, readLimits, unkilled } from '../scripts/measure/ledger.ts';
import { currentDigests, HELD, matrixDigest, shutBy } from '../scripts/measure/matrix.ts';
import { MATRIX, type Matrix, type MatrixEntry, REFERENCE, readResults } from '../scripts/measure/results.ts';
import { loadDecided, wrongIn } from '../scripts/measure/schema-proof.ts';
import { type Decision, edited, type Rejected, schemaDecisions } from '../scripts/measure/schema-rows.ts';
import { brought, MOST } from '../scripts/mutants/counted.ts';
import { repositoryRoot } from '../scripts/mutants/hunt.ts';
import { declaredAlso, loadMutants, type Mutant } from '../scripts/mutants/mutant.ts';
import { catalogueSpecs, findRequirement, loadRequirements } from '../suites/catalogue.ts';
import { proof, standing } from '../suites/ledger.ts';
import type { Report } from '../types/generated/report.ts';

const root = repositoryRoot();
const matrix = readResults<Matrix>(root, MATRIX);
const ledger = makeLedger(root);
const decisions = schemaDecisions(root);

const vendors = readdirSync(join(root, 'vendors'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name.toUpperCase())
  .sort((a, b) => b.length - a.length);

/** An id of a specification's requirement. */
const NUMBERED = /\b(?:AH|AP|BC|HIF|OH)-[A-Z]+-\d{3}\b/g;

/** What a pattern finds in the texts of a folder, but in its tests and sets, and in the catalogues themselves unless asked. */
function namedIn(folder: string, pattern: RegExp, catalogues = false): string[] {
  const left = catalogues ? /\.test\.ts$|\/sets\// : /\.test\.ts$|\/sets\/|requirements\.yaml$/;
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|ya?ml|json)$/.test(file) && !left.test(file))
    .flatMap((file) => readFileSync(join(root, folder, file), 'utf8').match(pattern) ?? []);
}

describe('the ledger', () => {
  test('has every requirement that a frozen set has, and beside them only what is written since', () => {
    const frozen = [...setFiles(root).values()];
    const ids = new Set(frozen.flatMap(({ requirements }) => requirements.map(({ id }) => id)));
    const specs = new Set(frozen.map(({ spec }) => spec));
    expect(specs.size).toBe(5);
    expect(ids.size).toBeGreaterThan(1900);
    const rows = ledger.rows.flatMap(({ id, spec }) => (specs.has(spec) ? [id] : []));
    expect([...ids].filter((id) => !rows.includes(id))).toEqual([]);
    const written = new Set(['suites', 'registries'].flatMap((folder) => namedIn(folder, NUMBERED, true)));
    expect(rows.filter((id) => !ids.has(id) && !written.has(id))).toEqual([]);
  });

  test('has every requirement that sources, schemas, reports, mutants and tests of schemas speak of', () => {
    const rows = new Set(ledger.rows.map(({ id }) => id));
    expect(rows.size).toBe(ledger.rows.length);
    const reported = readResults<Report>(root, REFERENCE)?.subjects.flatMap((one) => one.requirements) ?? [];
    const spoken = {
      sources: [...namedIn('harness', /\bHC-[A-Z-]+[A-Z]\b/g), ...namedIn('suites', /\bHC-[A-Z-]+[A-Z]\b/g)],
      schemas: namedIn('schemas', NUMBERED),
      reports: reported.map(({ id }) => id),
      mutants: [...(matrix?.mutants ?? []).flatMap(({ by }) => by), ...loadMutants(root).flatMap(({ kills }) => kills)],
      'tests of schemas': [...decisions.keys()],
    };
    for (const [source, ids] of Object.entries(spoken)) {
      expect(ids.length, source).toBeGreaterThan(10);
      expect(
        [...new Set(ids)].filter((id) => !rows.has(id)),
        source,
      ).toEqual([]);
    }
    // Of what is frozen with no specification: nothing that no run and no source speaks of. A vendor's contract has each rule for
    // every vendor that it can bind, and a run need not reach all of them.
    const rule = (id: string): string => vendors.reduce((rest, vendor) => rest.replace(`NV-${vendor}-`, 'NV-'), id);
    const known = new Set(Object.values(spoken).flat().map(rule));
    const others = ledger.rows.filter(({ spec }) => ['declared', 'house', 'native'].includes(spec));
    expect(others.filter(({ id, undecidable }) => !known.has(rule(id)) && undecidable === null)).toEqual([]);
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
      'AP-COM-011',
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

  test('says of every row what shows it, or that nothing does', () => {
    for (const row of ledger.rows) expect(proof(row), row.id).not.toMatch(/^[\s–]*$/);
    const nothing = ledger.rows.filter((row) => proof(row).startsWith('not tested'));
    expect(nothing.filter(({ grade }) => grade === 'fail').map(({ id }) => id)).toEqual([]);
    for (const { cases, documents, killedBy } of nothing) expect(cases + documents + killedBy.length).toBe(0);
  });
});

// A row that tests a schema is killed by documents of its own: no other row's, and none that is broken in another way.
describe('the ledger: rows of schemas', () => {
  beforeAll(() => loadDecided(decisions.values()));

  test('are those that the catalogue says are decided so, all of grade fail that are decidable', () => {
    for (const id of decisions.keys()) expect(findRequirement(id)?.drive, id).toBe('schema');
    const wanted = ledger.rows.filter(
      ({ id, grade, undecidable }) =>
        grade === 'fail' && undecidable === null && findRequirement(id)?.drive === 'schema',
    );
    expect(wanted.length).toBeGreaterThan(240);
    expect(wanted.filter(({ id }) => !decisions.has(id)).map(({ id }) => id)).toEqual([]);
    const counted = [...decisions.keys()].filter((id) => {
      const row = ledger.rows.find((one) => one.id === id);
      return row === undefined || row.documents === 0 || !row.passedBy.includes('corpus');
    });
    expect(counted).toEqual([]);
  });

  test.each([...decisions])(
    '%s: accepts what it must, rejects each fault for that alone, and not without it',
    (_, of) => {
      expect(of.flatMap(wrongIn)).toEqual([]);
    },
  );

  test('each have a document that decides no other', () => {
    const deciders = new Map<string, Set<string>>();
    const keysOf = (of: readonly Decision[]): string[] =>
      of.flatMap(({ schema, accepts, rejects }) =>
        [...accepts, ...rejects.map(({ document }) => document)].map((one) => `${schema} ${JSON.stringify(one)}`),
      );
    for (const [id, of] of decisions)
      for (const key of keysOf(of)) deciders.set(key, (deciders.get(key) ?? new Set()).add(id));
    const strangers = [...decisions].filter(([, of]) => keysOf(of).every((key) => (deciders.get(key)?.size ?? 0) > 1));
    expect(strangers.map(([id]) => id)).toEqual([]);
  });

  test('the row that a schema cites where it rejects is the row whose fault it is', () => {
    const cited = [...decisions].flatMap(([id, of]) =>
      of.flatMap(({ schema, rejects }) =>
        rejects.map(({ document, at }) => ({
          id,
          by: examineWith(schema, document).issues.flatMap((one) => (one.pointer === at ? [one.requirement] : [])),
        })),
      ),
    );
    const member = cited.filter(({ id }) => /^AP-(FLD|TOOL|STL|EVT)-/.test(id) && id !== 'AP-STL-016');
    expect(member.length).toBeGreaterThan(1000);
    expect(member.filter(({ id, by }) => !by.includes(id))).toEqual([]);
  });

  test('show nothing by a document that is broken otherwise, or that is not broken', () => {
    const [made] = decisions.get('AH-ACT-002') ?? [];
    const [one] = made?.rejects ?? [];
    if (made === undefined || one === undefined) throw new Error('AH-ACT-002 has no documents');
    expect(wrongIn(made)).toEqual([]);
    const held = (changes: Partial<Rejected>): string[] => wrongIn({ ...made, rejects: [{ ...one, ...changes }] });
    const also = edited(one.document, { put: { '/user': 7 } });
    expect(held({ document: also })[0]).toContain('for something else');
    expect(held({ document: one.mended })[0]).toContain('is not rejected');
    expect(held({ by: 'type' })[0]).toContain('is not rejected');
    expect(held({ at: '/actor' })[0]).toContain('is not rejected');
    expect(held({ mended: also })[0]).toContain('without its fault');
    expect(held({ elsewhere: [one.document] })[0]).toContain('where its fault is none');
    expect(wrongIn({ ...made, accepts: [one.document] })[0]).toContain('must not be');
    expect(wrongIn({ ...made, accepts: [] })[0]).toContain('nothing that must be accepted');
    expect(wrongIn({ ...made, rejects: [] })[0]).toContain('nothing that must be rejected');
  });
});

describe('the kill matrix', () => {
  test('was measured with the suites, the reference and the mutants as they are, kills them all and fires at nothing else', async () => {
    const current = await currentDigests(root);
    const hint = '`npm run measure -- --changed` measures what is out of date again';
    expect(shutBy(matrix, current), hint).toEqual([]);
    expect(matrix?.mutants.map(({ mutant }) => mutant)).toEqual([...current.keys()]);
  });

  test('has a mutant or a document that is reported by each row of grade fail that a black box can decide', () => {
    expect(unkilled(ledger).map(({ id }) => id)).toEqual([]);
  });
});

// The gate itself, held to matrices that are made up: it must be open for a whole one and shut for each thing that lacks.
describe('the gate on the kill matrix', () => {
  const entry = (id: string, changes: Partial<MatrixEntry> = {}): MatrixEntry => ({
    mutant: `made-up/${id}`,
    status: 'killed',
    by: [id],
    missed: [],
    wrongly: [],
    beside: [],
    cases: 1,
    shown: ['1.0 made-up/case'],
    digest: `sha256:${id}`,
    sample: 0,
    ...changes,
  });
  const made = (mutants: readonly MatrixEntry[]): Matrix => ({
    schema: HELD,
    hookconf: '0.0.0',
    date: '2026-01-01',
    machine: { cpus: 1, platform: 'linux', arch: 'x64', node: '20.0.0' },
    digest: matrixDigest(mutants),
    mutants,
  });
  const bound = unkilled(makeLedger(root, made([])));
  const whole = bound.map(({ id }) => entry(id));
  const openFor = (mutants: readonly MatrixEntry[]): string[] =>
    unkilled(makeLedger(root, made(mutants))).map(({ id }) => id);
  const [first, second] = whole;
  if (first === undefined || second === undefined) throw new Error('no row of grade fail needs a mutant');
  const [id = ''] = first.by;

  test('is about rows of grade fail, hundreds of them, and passes when each has a mutant', () => {
    expect(bound.length).toBeGreaterThan(300);
    expect(openFor(whole)).toEqual([]);
  });

  test('names the row whose only mutant is taken out of the matrix', () => {
    for (const taken of [first, second, whole.at(-1)])
      expect(openFor(whole.filter((one) => one !== taken))).toEqual(taken?.by);
    expect(openFor([])).toEqual(bound.map((row) => row.id));
  });

  test('counts no mutant that another row reported, that survived or that could not be run', () => {
    for (const status of ['killed-by-another', 'survived', 'broken'] as const)
      expect(openFor([entry(id, { status }), ...whole.slice(1)])).toEqual([id]);
    expect(openFor([entry(id, { by: [], missed: [id], beside: [id] }), ...whole.slice(1)])).toEqual([id]);
  });

  test('lets a second mutant stand in for the first', () => {
    expect(
      openFor([entry(id, { status: 'survived' }), entry(id, { mutant: 'made-up/more' }), ...whole.slice(1)]),
    ).toEqual([]);
  });

  const faultOf = (id: string): Mutant => ({
    id: `made-up/${id}`,
    subject: 'made-up',
    says: 'breaks one thing',
    change: [],
    kills: [id],
    also: ['MADE-UP-*'],
    runs: [],
    only: {},
    with: {},
  });
  const current = new Map(
    bound.map((row) => [`made-up/${row.id}`, { mutant: faultOf(row.id), digest: `sha256:${row.id}` }]),
  );
  const shut = (changes: Partial<MatrixEntry>): string[] =>
    shutBy(made([entry(id, changes), ...whole.slice(1)]), current);
  const lines = (...faults: string[]): string[] => faults.map((fault) => `made-up/${id}: ${fault}`);

  test('is shut for a matrix that is not there, or of another version, whatever it holds', () => {
    expect(shutBy(made(whole), current)).toEqual([]);
    expect(shutBy(undefined, current)).toHaveLength(1);
    for (const schema of ['hookconf-mutants/1', 'hookconf-mutants/2', ''])
      expect(shutBy({ ...made(whole), schema }, current)).toHaveLength(1);
  });

  test('tells an entry that is missing, one that was made for something else, one of no mutant and one that is there twice', () => {
    const missing = lines('not measured as it is');
    expect(shutBy(made(whole.slice(1)), current)).toEqual(missing);
    expect(shut({ digest: 'sha256:other' })).toEqual(missing);
    expect(shutBy(made([...whole, entry(id, { mutant: 'made-up/gone' })]), current)).toEqual([
      'made-up/gone: there is no such mutant',
    ]);
    expect(shutBy(made([...whole, first]), current)).toEqual(lines('there twice'));
  });

  test('is shut for each mutant that is not killed, or at which something fires without cause', () => {
    for (const status of ['killed-by-another', 'survived', 'broken'] as const)
      expect(shut({ status })).toEqual(lines(`${status}, not killed`));
    expect(shut({ wrongly: ['AH-ENV-001'] })).toEqual(lines('reported without cause by AH-ENV-001'));
    expect(shut({ missed: ['AH-ENV-001'] })).toEqual(lines('not reported by AH-ENV-001'));
  });

  test('is shut for an entry that says what its mutant does not declare', () => {
    expect(shut({ by: [id, 'AH-ENV-001'] })).toEqual(lines(`reported by ${id}, AH-ENV-001, declared for ${id}`));
    expect(shut({ by: [] })).toEqual(lines(`reported by , declared for ${id}`));
    expect(shut({ beside: ['MADE-UP-1'] })).toEqual([]);
    expect(shut({ beside: ['NO-SUCH-1'] })).toEqual(lines('NO-SUCH-1 rest on nothing that it breaks'));
    expect(shut({ shown: [] })).toEqual(lines('0 of 1 cases show it'));
    expect(shut({ cases: 0 })).toEqual(lines('1 of 0 cases show it'));
  });

  test('is shut for whatever is changed in an entry by hand', () => {
    const before = made(whole);
    const changes: Partial<MatrixEntry>[] = [
      { cases: 2 },
      { sample: 30 },
      { beside: ['MADE-UP-1'] },
      { shown: ['1.0 made-up/other'] },
    ];
    for (const change of changes)
      expect(shutBy({ ...before, mutants: [{ ...first, ...change }, ...whole.slice(1)] }, current)).toEqual([
        'reports/mutants.json: its digest is not that of its entries',
      ]);
  });
});

describe('mutants', () => {
  const all = catalogueSpecs().flatMap((spec) => loadRequirements(spec).map(({ id }) => id));
  /** What an id has before its number: the part of a specification that it belongs to. */
  const part = (id: string): string => id.replace(/-[^-]+$/, '');

  test('let others report their fault by name, or by the rows of one table and a reason', () => {
    const declared = declaredAlso(root);
    expect(declared.length).toBeGreaterThan(100);
    const tables = declared.flatMap(({ where, also }) => (typeof also === 'string' ? [] : [{ where, ...also }]));
    const wide = tables.filter(({ ids, because }) => {
      const meant = all.filter(anyGlob([ids]));
      return meant.length < 2 || new Set(meant.map(part)).size > 1 || because.length < 20;
    });
    expect(wide).toEqual([]);
    const known = new Set([...all, ...tables.map(({ ids }) => ids)]);
    const unknown = loadMutants(root).flatMap(({ id, also }) =>
      also.filter((one) => !known.has(one)).map((one) => `${id}: ${one}`),
    );
    expect(unknown).toEqual([]);
  });

  test(`no requirement brings more than ${MOST} that differ`, () => {
    const many = [...brought(loadMutants(root))].filter(([, mutants]) => mutants.length > MOST);
    expect(many.map(([id, mutants]) => `${id}: ${mutants.map((one) => one.id).join(', ')}`)).toEqual([]);
  });
});
