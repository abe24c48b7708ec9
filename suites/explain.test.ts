import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../harness/assets.ts';
import { catalogueSpecs, loadRequirements } from './catalogue.ts';
import { errata, errataFile, readings, settles } from './errata.ts';
import { allRequirementIds, explain, findGroup, groupOf, listRequirements } from './explain.ts';

const SPECS = ['agent-hooks', 'hook-interchange', 'openhook', 'agent-payloads', 'base-coat'];

describe('explain', () => {
  test('says everything about a requirement', () => {
    const found = explain('HIF-EXIT-004');
    expect(found?.citation).toEqual({
      spec: 'hook-interchange',
      section: '3; edition 0.1 section 4',
      editions: ['1.0', '0.1'],
    });
    expect(found?.binds).toEqual(['runner']);
    expect(found?.why).toMatch(/exit code/);
    expect(found?.tested?.observed).toMatch(/probes/);
    expect(found?.groupExample?.passes).toBeTruthy();
    expect(found?.groupExample?.fails).toBeTruthy();
    expect(found?.brokenBy[0]).toMatch(/^hif-runner: /);
  });

  test('gives an erratum whole, with what would settle it', () => {
    const [erratum] = explain('AH-ACT-005')?.errata ?? [];
    expect(erratum?.id).toBe('E-AH-01');
    expect(erratum?.settles).toMatch(/sentence/);
  });

  test('gives the readings that a row yields to', () => {
    expect(explain('HIF-TOOL-012')?.readings.map(({ id }) => id)).toContain('R-01');
  });

  test('knows no id that is not in a catalogue', () => {
    expect(explain('HIF-EXIT-999')).toBeUndefined();
    expect(allRequirementIds()).toContain('BC-EX-001');
  });

  test.each(SPECS)('says of every group of %s why it matters, and of no other', (spec) => {
    const rows = loadRequirements(spec);
    const silent = rows.filter((row) => findGroup(row)?.why === undefined).map((row) => groupOf(row.id));
    expect([...new Set(silent)]).toEqual([]);
    const text = readFileSync(join(packageRoot(), `suites/${spec}/groups.yaml`), 'utf8');
    const named = [...text.matchAll(/^([A-Z]+-[A-Z]+):$/gm)].map(([, group]) => group);
    expect(named.sort()).toEqual([...new Set(rows.map((row) => groupOf(row.id)))].sort());
  });

  test.each(['native', 'declared'])('says of every rule of %s why it matters and what usually breaks it', (spec) => {
    const silent = loadRequirements(spec).filter((row) => (findGroup(row)?.causes ?? []).length === 0);
    expect(silent.map(({ id }) => id)).toEqual([]);
    const text = readFileSync(join(packageRoot(), `suites/${spec}/groups.yaml`), 'utf8');
    const named = [...text.matchAll(/^([A-Z-]+):$/gm)].map(([, end = '']) => end);
    const idle = named.filter((end) => !loadRequirements(spec).some(({ id }) => id.endsWith(`-${end}`)));
    expect(idle).toEqual([]);
  });

  test.each(catalogueSpecs())('says everything that a person needs of every requirement of %s', (spec) => {
    const holes = loadRequirements(spec).flatMap(({ id }) => {
      const found = explain(id);
      if (found === undefined) return [`${id}: nothing`];
      const { requirement, citation, why, tested, undecidable, causes, groupExample } = found;
      const parts = {
        statement: requirement.statement,
        citation: citation.section,
        why,
        // An input is not said of every drive; what is seen and what passes is.
        tested: tested === undefined ? undecidable : tested.observed,
        pass: tested === undefined ? undecidable : tested.pass,
        passes: found.passes ?? groupExample?.passes,
        fails: found.fails ?? groupExample?.fails,
        causes: causes.join(' '),
      };
      return Object.entries(parts).flatMap(([part, text]) => (/\S/.test(text ?? '') ? [] : [`${id}: ${part}`]));
    });
    expect(holes).toEqual([]);
  });

  test('lists every requirement of a specification', () => {
    expect(listRequirements('openhook')).toHaveLength(166);
    expect(listRequirements('hook-interchange').find(({ id }) => id === 'HIF-TOP-004')?.editions).toEqual(['0.1']);
  });
});

describe('errata', () => {
  test('have one entry an id, of a known kind, with a text and a reading', () => {
    const ids = errata().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const erratum of errata()) {
      expect(Object.keys(errataFile().kinds), erratum.id).toContain(erratum.kind);
      expect(erratum.text, erratum.id).toMatch(/\S/);
      expect(erratum.reading, erratum.id).toMatch(/\S/);
      expect(settles(erratum), erratum.id).toMatch(/\S/);
    }
  });

  test('exist for every id that a requirement or a reading names', () => {
    const ids = new Set(errata().map(({ id }) => id));
    const named = [
      ...SPECS.flatMap((spec) => loadRequirements(spec).flatMap((row) => row.errata)),
      ...readings().flatMap((reading) => reading.errata ?? []),
    ];
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });

  test('readings name requirements that exist', () => {
    const ids = new Set(allRequirementIds());
    expect(
      readings()
        .flatMap((reading) => reading.requirements ?? [])
        .filter((id) => !ids.has(id)),
    ).toEqual([]);
    expect(readings()).toHaveLength(29);
  });
});
