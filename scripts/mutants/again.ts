import { type HuntOptions, hunt } from './hunt.ts';
import type { Fate } from './judge.ts';
import type { Mutant } from './mutant.ts';

/** Not killed, or something was reported without cause. */
export function isWrong(fate: Fate): boolean {
  return fate.status !== 'killed' || fate.wrongly.length > 0;
}

/** A fate in words, for people. */
export function toldOf({ mutant, status, missed, wrongly, note }: Fate): string {
  const parts = [`missed ${missed.join(', ') || 'none'}`, `wrongly ${wrongly.join(', ') || 'none'}`, note ?? ''];
  return `${mutant}: ${status} (${parts.filter((part) => part !== '').join('; ')})`;
}

/** More than so many wrong ones are no busy machine's doing, and would take as long again. */
const MOST_DOUBTFUL = 30;

/** What became of each mutant in the end, and what was seen at first of those that only came out right alone. */
export interface LookedAtAgain {
  readonly fates: readonly Fate[];
  readonly onlyAlone: readonly Fate[];
}

/**
 * Hunts mutants, and those that came out wrong once more, one at a time with nothing beside it: a machine that was busy, or a
 * plan that was being made, may have cut a case short. What is wrong both times is wrong; where there are more than
 * {@link MOST_DOUBTFUL}, none is looked at again. What came out otherwise the second time is no fault of the mutant, but of
 * something that should be looked at; whoever asks says so. `onFate` is told both fates, the later one last.
 */
export async function huntAgain(
  root: string,
  mutants: readonly Mutant[],
  options: HuntOptions,
  look: typeof hunt = hunt,
): Promise<LookedAtAgain> {
  const first = await look(root, mutants, options);
  const doubtful = new Map(first.filter(isWrong).map((fate) => [fate.mutant, fate]));
  const again = new Map<string, Fate>();
  if (doubtful.size <= MOST_DOUBTFUL)
    for (const mutant of mutants.filter(({ id }) => doubtful.has(id)))
      for (const fate of await look(root, [mutant], { ...options, concurrency: 1 })) again.set(fate.mutant, fate);
  return {
    fates: first.map((fate) => again.get(fate.mutant) ?? fate),
    onlyAlone: [...again.values()].flatMap((fate) => (isWrong(fate) ? [] : (doubtful.get(fate.mutant) ?? []))),
  };
}
