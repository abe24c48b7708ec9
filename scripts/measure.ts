/**
 * `npm run measure [-- --changed] [--sample <n>] [mutants|reference|variants|repeats|interop|stryker]… [<glob>…]`: measures the suite itself and writes what it
 * found to reports/, with the digests, the date, the machine and the versions. `--changed` measures again only the
 * mutants that the suites, the reference programs or they themselves have changed under, and the judges whose code has changed. A glob names
 * mutants, or pieces of scripts/measure/judges.yaml. `repeats --runs <n>` repeats it so often; with
 * `--config <file>` only a part, of which nothing is written. Run before a release, and by a scheduled workflow.
 */
import { anyGlob } from '../harness/text/glob.ts';
import { measureJudges } from './measure/judges.ts';
import { measureMutants, SAMPLE } from './measure/matrix.ts';
import { hookconfProgram, runScript } from './measure/programs.ts';
import { measureRepeats, WHOLE } from './measure/repeats.ts';
import { isWrong, toldOf } from './mutants/again.ts';
import { repositoryRoot } from './mutants/hunt.ts';

const root = repositoryRoot();
const PARTS = ['reference', 'variants', 'mutants', 'repeats', 'interop'] as const;
/** Hours of its own: only when it is named. */
const NAMED_ONLY = ['stryker'] as const;
const ALL: readonly string[] = [...PARTS, ...NAMED_ONLY];
const words = process.argv.slice(2);
const changed = words.includes('--changed');
const full = words.includes('--full');
const named = ALL.filter((part) => words.includes(part));
const WITH_VALUE = ['--sample', '--runs', '--config'];
const valueAfter = (option: string): string | undefined =>
  words.includes(option) ? words[words.indexOf(option) + 1] : undefined;
const sample = full ? Number.POSITIVE_INFINITY : Number(valueAfter('--sample') ?? SAMPLE);
const globs = words.filter(
  (word, index) => !word.startsWith('--') && !ALL.includes(word) && !WITH_VALUE.includes(words[index - 1] ?? ''),
);
const parts = new Set<string>(named.length > 0 ? named : changed ? ['mutants'] : PARTS);
let wrong = 0;

// Programs, data and validators are run from dist/, and digests are taken of it: both must be of these sources.
if ((await runScript(root, ['npm', 'run', '--silent', 'build'])) !== 0) throw new Error('the build failed');
if (parts.has('reference')) wrong += await runScript(root, ['npm', 'run', 'reports']);
// Conforming programs that are odd, over everything: nothing is written, and one that the suite fails is a false alarm.
if (parts.has('variants')) wrong += await runScript(root, ['npm', 'run', 'variants']);
if (parts.has('mutants')) {
  const matrix = await measureMutants(root, {
    changed,
    sample,
    wanted: globs.length === 0 ? () => true : anyGlob(globs),
    onFate: (fate) => {
      if (isWrong(fate)) console.log(toldOf(fate));
    },
    onOnlyAlone: ({ mutant }) => console.log(`${mutant} was right when run again alone`),
  });
  const bad = matrix.mutants.filter(isWrong);
  wrong += bad.length;
  console.log(`${matrix.mutants.length - bad.length} of ${matrix.mutants.length} mutants killed rightly`);
}
if (parts.has('repeats')) {
  const part = { runs: Number(valueAfter('--runs') ?? WHOLE.runs), config: valueAfter('--config') ?? WHOLE.config };
  wrong += await measureRepeats(root, hookconfProgram(root), part);
}
if (parts.has('interop')) wrong += await runScript(root, ['npm', 'run', 'interop']);
if (parts.has('stryker')) {
  wrong += await measureJudges(root, { changed, wanted: globs.length === 0 ? () => true : anyGlob(globs) });
}
if (parts.has('reference') || parts.has('mutants'))
  await runScript(root, ['npx', 'tsx', 'scripts/reports.ts', 'coverage']);
if (['reference', 'mutants', 'repeats', 'stryker'].some((part) => parts.has(part)))
  await runScript(root, ['npm', 'run', 'docs']);
process.exitCode = wrong === 0 ? 0 : 1;
