/** `npm run mutants [-- <glob>…]`: runs the suite over every mutant and prints what killed it. Exit 1 unless all are killed rightly. */
import { availableParallelism } from 'node:os';
import { anyGlob } from '../harness/text/glob.ts';
import { hunt, repositoryRoot } from './mutants/hunt.ts';
import { loadMutants } from './mutants/mutant.ts';

const root = repositoryRoot();
const full = process.argv.includes('--full');
const globs = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const wanted = globs.length === 0 ? () => true : anyGlob(globs);
const mutants = loadMutants(root).filter((mutant) => wanted(mutant.id) || wanted(mutant.subject));
const fates = await hunt(root, mutants, {
  concurrency: availableParallelism(),
  only: full ? null : (mutant) => mutant.kills,
  onFate: (fate) => {
    const details = [
      fate.missed.length > 0 ? `not reported by ${fate.missed.join(', ')}` : '',
      fate.wrongly.length > 0 ? `reported without cause by ${fate.wrongly.join(', ')}` : '',
      fate.note ?? '',
    ].filter((text) => text !== '');
    console.log(
      `${fate.status.padEnd(18)} ${fate.mutant}  ${fate.by.join(', ')}${details.length > 0 ? `  (${details.join('; ')})` : ''}`,
    );
  },
});
const good = fates.filter((fate) => fate.status === 'killed' && fate.wrongly.length === 0).length;
console.log(`${good} of ${fates.length} mutants killed by the right requirement and by nothing else`);
process.exitCode = good === fates.length ? 0 : 1;
