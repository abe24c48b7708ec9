import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../harness/assets.ts';
import type { Requirement } from '../harness/model/requirement.ts';
import { findRequirement, loadRequirements } from './catalogue.ts';

const SPECS = ['agent-hooks', 'hook-interchange', 'openhook', 'agent-payloads', 'base-coat'];
/** Editions that are information only, whatever a row's grade says (docs/contract.md, section 6). */
const INFORMATION_ONLY = new Set(['agent-payloads A', 'agent-payloads H', 'hook-interchange D10', 'base-coat U']);

const published = readFileSync(join(packageRoot(), 'test/data/catalogue.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .slice(1);

/** Rows whose published grade was changed on purpose: id, and why. Each is an entry of docs/errata.md too. */
const CHANGED: Readonly<Record<string, string>> = {
  'HIF-HK-017':
    'E-HIF-15: the sentence that forbids decisions by capabilities wins over the table, so a reader may overlook their type',
  'BC-REN-002': 'E-BC-11: the text lists action under suggested fields, so its lack is at most a warning',
};

function fingerprint(row: Requirement): string {
  const drive = row.drive === undefined ? '-' : row.drive + (row.testability === 'partial' ? '?' : '');
  const errata = row.errata.length === 0 ? '-' : row.errata.join(',');
  return [row.id, row.keyword, row.grade, row.roles.join(','), row.level, row.edition, drive, errata].join('\t');
}

function asPublished(line: string): string {
  const cells = line.split('\t');
  const spec = findRequirement(cells[0] ?? '')?.spec;
  if (INFORMATION_ONLY.has(`${spec} ${cells[5]}`)) cells[2] = 'info';
  return cells.join('\t');
}

describe('the catalogue', () => {
  const rows = SPECS.flatMap((spec) => loadRequirements(spec));

  test('has every published id, with its keyword, grade, roles, level, edition, drive and errata', () => {
    const now = new Map(rows.map((row) => [row.id, fingerprint(row)]));
    const differences = published
      .map((line) => ({ id: line.split('\t')[0] ?? '', expected: asPublished(line) }))
      .filter(({ id, expected }) => !(id in CHANGED) && now.get(id) !== expected)
      .map(({ id, expected }) => ({ id, expected, now: now.get(id) }));
    expect(differences).toEqual([]);
    expect(published).toHaveLength(1937);
  });

  test('keeps the order of the published ids within a group', () => {
    const order = rows.map((row) => row.id);
    expect([...order].sort()).not.toEqual([]);
    for (const [index, id] of order.entries()) {
      const before = order[index - 1];
      const group = id.slice(0, id.lastIndexOf('-'));
      if (before?.slice(0, before.lastIndexOf('-')) === group) expect(before < id, `${before} before ${id}`).toBe(true);
    }
  });

  test('refers only to ids that exist', () => {
    const ids = new Set(rows.map((row) => row.id));
    const dangling = rows.flatMap((row) => row.dependsOn.filter((id) => !ids.has(id)).map((id) => `${row.id} → ${id}`));
    expect(dangling).toEqual([]);
  });

  test('says of every row how it is tested or why it cannot be', () => {
    for (const row of rows) {
      expect(row.statement, row.id).not.toBe('');
      if (row.testability === 'no') {
        expect(row.undecidable, row.id).toBeTruthy();
        expect(row.drive, row.id).toBeUndefined();
      } else {
        for (const text of [row.drive, row.input, row.observe, row.pass]) expect(text, row.id).toBeTruthy();
      }
    }
  });

  test('finds a requirement by its id and nothing by another', () => {
    expect(findRequirement('HIF-MAP-003')?.spec).toBe('hook-interchange');
    expect(findRequirement('HIF-MAP-999')).toBeUndefined();
    expect(findRequirement('XX-1')).toBeUndefined();
    expect(findRequirement('nonsense')).toBeUndefined();
  });
});
