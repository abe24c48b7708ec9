/**
 * Freezes the catalogue of every edition: `npm run sets [date]`. Writes suites/<spec>/sets/<edition>@<date>.json where the
 * newest set of the edition is not what the catalogue says now, or on the same day in its place. A published set is never
 * written again: give the next one a new date.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueSpecs } from '../suites/catalogue.ts';
import { editionsOf, requirementsInEdition } from '../suites/editions.ts';
import type { RequirementSet, SetRow } from '../suites/sets.ts';

/** The rows of an edition as a set states them. */
export function setRows(spec: string, edition: string): SetRow[] {
  return requirementsInEdition(spec, edition).map(({ id, keyword, grade, level }) => ({ id, keyword, grade, level }));
}

/** `sha256:` and the digest of the rows, one JSON array a row. */
export function setDigest(rows: readonly SetRow[]): string {
  const text = rows.map(({ id, keyword, grade, level }) => `${JSON.stringify([id, keyword, grade, level])}\n`).join('');
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** A set as it is written: one row a line, so that a change shows as a line. */
export function setText(set: RequirementSet): string {
  const { requirements, ...head } = set;
  const rows = requirements.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
  const members = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  return `{\n${members.join('\n')}\n  "requirements": [\n${rows}\n  ]\n}\n`;
}

if (import.meta.filename === process.argv[1]) {
  const date = process.argv[2] ?? new Date().toISOString().slice(0, 10);
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error(`a date is written 2026-12-01, not ${date}`);
  const root = join(import.meta.dirname, '..');
  for (const spec of catalogueSpecs()) {
    for (const edition of editionsOf(spec)) {
      const folder = join(root, 'suites', spec, 'sets');
      const rows = setRows(spec, edition);
      const digest = setDigest(rows);
      const newest = existsSync(folder)
        ? readdirSync(folder)
            .filter((file) => file.startsWith(`${edition}@`))
            .sort()
            .at(-1)
        : undefined;
      if (newest !== undefined) {
        const frozen = JSON.parse(readFileSync(join(folder, newest), 'utf8')) as RequirementSet;
        if (frozen.digest === digest) continue;
      }
      mkdirSync(folder, { recursive: true });
      const set = { set: `${spec}/${edition}@${date}`, spec, edition, date, digest, requirements: rows };
      writeFileSync(join(folder, `${edition}@${date}.json`), setText(set));
      process.stdout.write(`${set.set}: ${rows.length} requirements\n`);
    }
  }
}
