/** Files of ours that people read keep their schemas, and a broken one is told as our fault where it is written. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { OwnFault } from '../../harness/errors.ts';
import { breachOf } from '../../harness/validate/own.ts';
import { holdResults } from '../../scripts/measure/results.ts';

const root = join(import.meta.dirname, '../..');

test.each([
  ['reports/coverage.json', 'hookconf/coverage'],
  ['reports/mutants.json', 'hookconf/kill-matrix'],
  ['reports/judges.json', 'hookconf/judges'],
  ['reports/reference/report.json', 'hookconf/report'],
  ['fixtures/index.json', 'hookconf/fixture-index'],
  ['fixtures/equivalence/equivalence.yaml', 'hookconf/equivalence'],
])('%s keeps %s', async (file, schema) => {
  const document: unknown = parse(readFileSync(join(root, file), 'utf8'), { merge: true });
  expect(await breachOf(file, schema, document)).toBeUndefined();
});

const MEASURED = {
  hookconf: '0.1.0',
  date: '2026-01-01',
  machine: { cpus: 2, platform: 'linux', arch: 'x64', node: '20.0.0' },
  digest: `sha256:${'0'.repeat(64)}`,
};
const REPEATS = {
  schema: 'hookconf-repeats/1',
  ...MEASURED,
  runs: [{ concurrency: 3, durationMs: 1200 }],
  verdicts: 1,
  unsteady: [{ verdict: 'guard-sh DC-GUARD pass 3', times: 1 }],
};
const MATRIX = {
  schema: 'hookconf-mutants/3',
  ...MEASURED,
  mutants: [
    {
      ...{
        mutant: 'a/b',
        status: 'killed',
        by: ['DC-GUARD'],
        missed: [],
        wrongly: [],
        beside: [],
        cases: 1,
        shown: [],
      },
      ...{ digest: MEASURED.digest, sample: null },
    },
  ],
};

test.each([
  [
    'reports/repeats.json',
    'hookconf/repeats',
    REPEATS,
    { runs: [{ concurrency: 0, durationMs: 1 }] },
    '/runs/0/concurrency',
  ],
  [
    'reports/mutants.json',
    'hookconf/kill-matrix',
    MATRIX,
    { mutants: [{ ...MATRIX.mutants[0], status: 'dead' }] },
    '/mutants/0/status',
  ],
])(
  '%s that breaks its schema is our fault, told after it has been written',
  async (file, schema, sound, broken, pointer) => {
    const folder = mkdtempSync(join(tmpdir(), 'results-'));
    const write = (document: object): void => writeFileSync(join(folder, file), JSON.stringify(document));
    try {
      mkdirSync(join(folder, 'reports'));
      write(sound);
      await holdResults(folder, file, schema);
      write({ ...sound, ...broken });
      const told = expect(holdResults(folder, file, schema));
      await told.rejects.toThrow(OwnFault);
      await expect(holdResults(folder, file, schema)).rejects.toThrow(
        `internal: hookconf's own ${file} breaks ${schema} at ${pointer}; please report it`,
      );
      expect(existsSync(join(folder, file))).toBe(true);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
