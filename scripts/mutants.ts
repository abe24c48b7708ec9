/**
 * `npm run mutants [-- <glob>…] [--sample <n>] [--full]`: runs the suite over every mutant and prints what killed it. Beside
 * the cases of the declared requirements it runs 30 others (`--sample`), or all of them (`--full`), to see what fires without
 * cause. What comes out wrong is run once more, alone, and that counts. Exit 1 unless all are killed rightly.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { chosenBy, command, countOf } from './command.ts';
import { SAMPLE } from './measure/matrix.ts';
import { huntAgain, isWrong } from './mutants/again.ts';
import { repositoryRoot } from './mutants/hunt.ts';
import type { Fate } from './mutants/judge.ts';
import { loadMutants } from './mutants/mutant.ts';

function lineOf(fate: Fate): string {
  const details = [
    fate.missed.length > 0 ? `not reported by ${fate.missed.join(', ')}` : '',
    fate.wrongly.length > 0 ? `reported without cause by ${fate.wrongly.join(', ')}` : '',
    fate.note ?? '',
  ].filter((text) => text !== '');
  const why = details.length > 0 ? `  (${details.join('; ')})` : '';
  return `${fate.status.padEnd(18)} ${fate.mutant}  ${fate.by.join(', ')} (${fate.cases} cases)${why}`;
}

await command('mutants', async () => {
  const { values, positionals: globs } = parseArgs({
    allowPositionals: true,
    options: { sample: { type: 'string' }, full: { type: 'boolean', default: false } },
  });
  const root = repositoryRoot();
  const sample = values.full ? Number.POSITIVE_INFINITY : countOf('sample', values.sample, SAMPLE);
  const all = loadMutants(root);
  const names = (): string[] => all.flatMap(({ id, subject }) => [id, subject]);
  const wanted = chosenBy(globs, names, 'mutant and no subject');
  const mutants = all.filter(({ id, subject }) => wanted(id) || wanted(subject));
  const { fates, onlyAlone } = await huntAgain(root, mutants, {
    concurrency: availableParallelism(),
    // A row of a table has hundreds of siblings that look at the same cases.
    sample: (mutant) => (mutant.rowOf === undefined || values.full ? sample : 0),
    onFate: (fate) => console.log(lineOf(fate)),
  });
  for (const { mutant } of onlyAlone) console.log(`${mutant} was right only when run again alone`);
  const wrong = fates.filter(isWrong).length;
  console.log(`${fates.length - wrong} of ${fates.length} mutants killed by the right requirement and by nothing else`);
  return wrong;
});
