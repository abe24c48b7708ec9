import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import type { Fixture } from '../model/corpus.ts';
import type { SubjectRun } from '../report/case-result.ts';
import { makeFolder } from '../text/make-folder.ts';
import { holdOwn } from '../validate/own.ts';

/** A fixture file (contract, section 5). Made by us, whatever it was made from: nobody sent it. */
function document(
  { vendor, vendor_version, event, session, seq, delivery, stdin, env }: Fixture,
  seed: number,
): object {
  return {
    ...{ vendor, vendor_version, event, how: 'synthetic', date: null },
    source: `hookconf run --seed ${seed}, made from the schema of ${event}, smallest that showed a fault`,
    ...{ scenario: 'generated', session, seq, delivery, stdin, env },
  };
}

/**
 * Keeps the counterexamples of a run as fixtures; the same payload gets the same name, so that a second run adds nothing.
 * Returns how many there are.
 * @throws OwnFault for one that is no fixture, in test runs; UsageError when the folder can't be written to.
 */
export async function adopt(runs: readonly SubjectRun[], folder: string, seed: number): Promise<number> {
  const found = runs.flatMap((run) =>
    run.editions.flatMap((edition) => edition.results.flatMap((result) => result?.counterexamples ?? [])),
  );
  const files = new Map<string, string>();
  for (const fixture of found) {
    const kept = document(fixture, seed);
    await holdOwn('adopted fixture', 'hookconf/fixture', kept);
    const text = `${JSON.stringify(kept, null, 2)}\n`;
    const digest = createHash('sha256')
      .update(JSON.stringify(fixture.stdin ?? null))
      .digest('hex')
      .slice(0, 8);
    files.set(`${fixture.vendor}-${fixture.event.replaceAll(/[^\w.-]/g, '_')}-${digest}.json`, text);
  }
  try {
    if (files.size > 0) makeFolder(folder);
    for (const [name, text] of files) writeFileSync(join(folder, name), text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      'adopt',
      `--adopt can't write into ${folder} (${code ?? 'error'})`,
      'name a folder of your own',
    );
  }
  return files.size;
}
