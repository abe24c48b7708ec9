/**
 * `npm run measure [-- --changed] [--sample <n>] [mutants|reference|variants|repeats|interop|stryker]… [<glob>…]`: measures
 * the suite itself and writes what it found to reports/, with the digests, the date, the machine and the versions. `--changed`
 * measures again only the mutants that the suites, the reference programs or they themselves have changed under, and the judges
 * whose code has changed. A glob names mutants, or pieces of scripts/measure/judges.yaml. `repeats --runs <n>` repeats it so
 * often; with `--config <file>` only a part, of which nothing is written. Run before a release, and by a scheduled workflow.
 */
import { parseArgs } from 'node:util';
import { UsageError } from '../harness/errors.ts';
import { didYouMean } from '../harness/text/nearest.ts';
import { chosenBy, command, countOf, Failure } from './command.ts';
import { measureJudges, readPieces } from './measure/judges.ts';
import { measureMutants, SAMPLE } from './measure/matrix.ts';
import { hookconfProgram, runScript } from './measure/programs.ts';
import { measureRepeats, WHOLE } from './measure/repeats.ts';
import { isWrong, toldOf } from './mutants/again.ts';
import { repositoryRoot } from './mutants/hunt.ts';
import { loadMutants } from './mutants/mutant.ts';

const PARTS = ['reference', 'variants', 'mutants', 'repeats', 'interop'] as const;
/** Hours of its own: only when it is named. */
const NAMED_ONLY = ['stryker'] as const;
const ALL: readonly string[] = [...PARTS, ...NAMED_ONLY];
/** Those that a glob may follow, and that `--changed` is for. */
const CHOOSING = ['mutants', 'stryker'] as const;

/** Options that say how one part is measured. */
const OF_ONE_PART = { full: 'mutants', sample: 'mutants', runs: 'repeats', config: 'repeats' } as const;

const root = repositoryRoot();

/** What a glob may name of each. */
const NAMES: Readonly<Record<(typeof CHOOSING)[number], () => string[]>> = {
  mutants: () => loadMutants(root).map(({ id }) => id),
  stryker: () => Object.keys(readPieces(root).pieces),
};

/**
 * What is to be measured, and how.
 * @throws UsageError for a word that is no part and names nothing, and for an option of a part that isn't measured.
 */
function parsed() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      changed: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      sample: { type: 'string' },
      runs: { type: 'string' },
      config: { type: 'string' },
    },
  });
  const named = positionals.filter((word) => ALL.includes(word));
  const parts = new Set<string>(named.length > 0 ? named : values.changed ? ['mutants'] : PARTS);
  for (const [option, part] of Object.entries(OF_ONE_PART)) {
    const given = values[option as keyof typeof OF_ONE_PART];
    if (given !== undefined && given !== false && !parts.has(part))
      throw new UsageError('unused-option', `--${option} is for ${part}`, 'name it, too');
  }
  const globs = positionals.filter((word) => !ALL.includes(word));
  // A glob alone is more likely a misspelt part than a reason to measure everything.
  const chosen = CHOOSING.filter((part) => parts.has(part) && (named.length > 0 || values.changed));
  if (globs[0] !== undefined && chosen.length === 0)
    throw new UsageError(
      'unknown-part',
      `there is no "${globs[0]}"${didYouMean(globs[0], ALL)}`,
      `write ${ALL.join(', ')}, and globs after ${CHOOSING.join(' or ')}`,
    );
  const names = (): string[] => chosen.flatMap((part) => NAMES[part]());
  const wanted = chosenBy(globs, names, `name of ${chosen.join(' and ')} like`);
  return { ...values, parts, wanted };
}

await command('measure', async () => {
  const { parts, wanted, changed, ...options } = parsed();
  const sample = options.full ? Number.POSITIVE_INFINITY : countOf('sample', options.sample, SAMPLE);
  const repeats = { runs: countOf('runs', options.runs, WHOLE.runs, 1), config: options.config ?? WHOLE.config };
  let wrong = 0;

  // Programs, data and validators are run from dist/, and digests are taken of it: both must be of these sources.
  if ((await runScript(root, ['npm', 'run', '--silent', 'build'])) !== 0) throw new Failure('the build failed');
  if (parts.has('reference')) wrong += await runScript(root, ['npm', 'run', 'reports']);
  // Conforming programs that are odd, over everything: nothing is written, and one that the suite fails is a false alarm.
  if (parts.has('variants')) wrong += await runScript(root, ['npm', 'run', 'variants']);
  if (parts.has('mutants')) {
    const matrix = await measureMutants(root, {
      changed,
      sample,
      wanted,
      onFate: (fate) => {
        if (isWrong(fate)) console.log(toldOf(fate));
      },
      onOnlyAlone: ({ mutant }) => console.log(`${mutant} was right when run again alone`),
    });
    const bad = matrix.mutants.filter(isWrong);
    wrong += bad.length;
    console.log(`${matrix.mutants.length - bad.length} of ${matrix.mutants.length} mutants killed rightly`);
  }
  if (parts.has('repeats')) wrong += await measureRepeats(root, hookconfProgram(root), repeats);
  if (parts.has('interop')) wrong += await runScript(root, ['npm', 'run', 'interop']);
  if (parts.has('stryker')) wrong += await measureJudges(root, { changed, wanted });
  if (parts.has('reference') || parts.has('mutants'))
    await runScript(root, ['npx', 'tsx', 'scripts/reports.ts', 'coverage']);
  if (['reference', 'mutants', 'repeats', 'stryker'].some((part) => parts.has(part)))
    await runScript(root, ['npm', 'run', 'docs']);
  return wrong;
});
