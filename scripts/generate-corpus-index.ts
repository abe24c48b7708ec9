/** Writes fixtures/index.json and docs/corpus.md. `--check` writes nothing and fails where one differs. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OwnFault } from '../harness/errors.ts';
import { loadCorpus } from '../harness/run/corpus.ts';
import { breachOf } from '../harness/validate/own.ts';
import { VENDORS } from '../vendors/slugs.ts';
import { corpusText, indexText } from './native/corpus-index.ts';

const root = join(import.meta.dirname, '..');
const corpus = await loadCorpus(VENDORS, { variants: true });
const breach = await breachOf('index of the fixtures', 'hookconf/fixture-index', JSON.parse(indexText(corpus)));
if (breach !== undefined) throw new OwnFault(breach);
for (const [file, text] of [
  ['fixtures/index.json', indexText(corpus)],
  ['docs/corpus.md', corpusText(corpus)],
] as const) {
  const path = join(root, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${file} is not what the fixtures say; run npx tsx scripts/generate-corpus-index.ts\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, text);
    process.stdout.write(`${file} written\n`);
  }
}
