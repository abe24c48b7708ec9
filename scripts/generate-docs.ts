/**
 * Writes the documents that follow from data: `npm run docs`. A test makes them again and compares, so that none can drift;
 * `--check` does the same without writing.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crosswalkDocument } from './docs/crosswalk.ts';
import { errataDocument } from './docs/errata.ts';
import { ledgerDocument } from './docs/ledger.ts';
import { reportsDocument } from './docs/reports.ts';

/** Path below the root, and what makes its text. */
export const DOCUMENTS: Readonly<Record<string, () => string>> = {
  'docs/errata.md': errataDocument,
  'docs/crosswalk.md': crosswalkDocument,
  'docs/ledger.md': ledgerDocument,
  'reports/README.md': reportsDocument,
};

if (import.meta.filename === process.argv[1]) {
  const root = join(import.meta.dirname, '..');
  const check = process.argv.includes('--check');
  for (const [name, make] of Object.entries(DOCUMENTS)) {
    const file = join(root, name);
    const text = make();
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    if (check) {
      process.stderr.write(`${name} is not what its data gives: npm run docs\n`);
      process.exitCode = 1;
    } else {
      writeFileSync(file, text);
      process.stdout.write(`${name} written\n`);
    }
  }
}
