/**
 * `npm run mutants [-- <glob>…] [--sample <n>] [--full]`: runs the suite over every mutant and prints what killed it. Beside
 * the cases of the declared requirements it runs 30 others (`--sample`), or all of them (`--full`), to see what fires without
 * cause. What comes out wrong is run once more, alone, and that counts. Exit 1 unless all are killed rightly.
 */
import { availableParallelism } from 'node:os';
import { anyGlob } from '../harness/text/glob.ts';
import { huntAgain, isWrong } from './mutants/again.ts';
import { repositoryRoot } from './mutants/hunt.ts';
import { loadMutants } from './mutants/mutant.ts';

const root = repositoryRoot();
const full = process.argv.includes('--full');
const words = process.argv.slice(2);
const at = words.indexOf('--sample');
const sample = full ? Number.POSITIVE_INFINITY : at < 0 ? 30 : Number(words[at + 1]);
const globs = words.filter((word, index) => !word.startsWith('--') && (at < 0 || index !== at + 1));
const wanted = globs.length === 0 ? () => true : anyGlob(globs);
const mutants = loadMutants(root).filter((mutant) => wanted(mutant.id) || wanted(mutant.subject));
const { fates, onlyAlone } = await huntAgain(root, mutants, {
  concurrency: availableParallelism(),
  // A row of a table has hundreds of siblings that look at the same cases.
  sample: (mutant) => (mutant.rowOf === undefined || full ? sample : 0),
  onFate: (fate) => {
    const details = [
      fate.missed.length > 0 ? `not reported by ${fate.missed.join(', ')}` : '',
      fate.wrongly.length > 0 ? `reported without cause by ${fate.wrongly.join(', ')}` : '',
      fate.note ?? '',
    ].filter((text) => text !== '');
    console.log(
      `${fate.status.padEnd(18)} ${fate.mutant}  ${fate.by.join(', ')} (${fate.cases} cases)${details.length > 0 ? `  (${details.join('; ')})` : ''}`,
    );
  },
});
for (const { mutant } of onlyAlone) console.log(`${mutant} was right only when run again alone`);
const good = fates.filter((fate) => !isWrong(fate)).length;
console.log(`${good} of ${fates.length} mutants killed by the right requirement and by nothing else`);
process.exitCode = good === fates.length ? 0 : 1;
