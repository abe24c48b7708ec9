/** What is known of mutated judges (reports/judges.json) is of every file that is listed, of their code, and good enough. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { JUDGES, type Judges, LEAST, notMeasured, readPieces } from '../scripts/measure/judges.ts';
import { readResults } from '../scripts/measure/results.ts';
import { repositoryRoot } from '../scripts/mutants/hunt.ts';

const root = repositoryRoot();

describe('mutations of the judges', () => {
  const { pieces, explained } = readPieces(root);
  const known = Object.values(pieces).flatMap(({ files }) => files);

  test('belong to files that are there, each in one piece', () => {
    expect(new Set(known).size).toBe(known.length);
    expect(known.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  const judges = readResults<Judges>(root, JUDGES);
  const entries = judges?.files ?? [];

  test('were measured of every file that belongs to a piece, and are explained by a sentence', () => {
    expect(entries.map(({ file }) => file)).toEqual([...known].sort());
    for (const { file, survivors, unexplained } of entries)
      expect(
        survivors.filter(({ why }) => why === undefined),
        file,
      ).toHaveLength(unexplained);
    for (const [file, reasons] of Object.entries(explained)) {
      expect(known, file).toContain(file);
      for (const [what, why] of Object.entries(reasons)) expect(why.length, what).toBeGreaterThan(20);
    }
  });

  test(`are noticed, ${LEAST} of 100 of them or more, in each file`, () => {
    for (const { file, killed, uncovered, unexplained, score } of entries) {
      const counted = killed + uncovered + unexplained;
      expect(score, file).toBe(counted === 0 ? 100 : Math.round((1000 * killed) / counted) / 10);
      expect(score, file).toBeGreaterThanOrEqual(LEAST);
    }
  });

  test('are of the code as it is, or reports/README.md names the file that is out of date', () => {
    const told = readFileSync(join(root, 'reports/README.md'), 'utf8');
    const line = told.split('\n').find((one) => one.startsWith('Out of date: ')) ?? '';
    const named = [...line.matchAll(/`([^` ]+\.ts)`/g)].map(([, file]) => file);
    expect(named).toEqual(notMeasured(root, judges));
    expect(notMeasured(root, undefined)).toEqual([...known].sort());
    expect(notMeasured(root, judges && { ...judges, files: entries.slice(1) })).toContain(entries[0]?.file);
  });
});
