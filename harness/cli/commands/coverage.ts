import { type LedgerRow, loadLedger, proof, standing } from '../../../suites/ledger.ts';
import { UsageError } from '../../errors.ts';
import { anyGlob } from '../../text/glob.ts';
import { didYouMean } from '../../text/nearest.ts';
import { holdOwn } from '../../validate/own.ts';
import { flag, type Io, type OptionValues, text, texts } from '../command-spec.ts';

function line(row: LedgerRow): string {
  const passed = row.passedBy.length === 0 ? 'passed by nobody' : `passed by ${row.passedBy.join(', ')}`;
  return `${row.id.padEnd(14)} ${row.grade.padEnd(5)} ${String(row.cases).padStart(5)} cases  ${passed}; ${proof(row)}\n`;
}

/** `hookconf coverage`: what the suite itself proves, from its last measurement. */
export async function coverage(_words: readonly string[], options: OptionValues, io: Io): Promise<number> {
  const ledger = loadLedger();
  const specs = [...new Set(ledger.rows.map((row) => row.spec))];
  const spec = text(options, 'spec');
  if (spec !== undefined && !specs.includes(spec)) {
    throw new UsageError(
      'unknown-spec',
      `there is no catalogue of "${spec}"${didYouMean(spec, specs)}`,
      `known are ${specs.join(', ')}`,
    );
  }
  const only = texts(options, 'only');
  const wanted = only.length === 0 ? () => true : anyGlob(only);
  const rows = ledger.rows.filter((row) => (spec === undefined || row.spec === spec) && wanted(row.id));
  if (rows.length === 0) {
    throw new UsageError(
      'unknown-id',
      `--only ${only.join(', ')} matches no requirement`,
      'see hookconf list requirements',
    );
  }
  if (flag(options, 'json')) {
    const document = { ...ledger, rows };
    io.out(`${JSON.stringify(document, null, 2)}\n`);
    await holdOwn('coverage', 'hookconf/coverage', document);
    return 0;
  }
  for (const row of rows) io.out(line(row));
  for (const one of specs.filter((name) => spec === undefined || name === spec)) {
    const fails = rows.filter((row) => row.spec === one && row.grade === 'fail');
    if (fails.length === 0) continue;
    const count = (word: string): number => fails.filter((row) => standing(row) === word).length;
    io.out(
      `${one}: ${fails.length} requirements of grade fail, ${count('killed')} killed by a mutant, ${count('undecidable')} undecidable, ${count('not killed')} not killed\n`,
    );
  }
  return 0;
}
