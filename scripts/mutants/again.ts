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

/** What became of each mutant in the end, and what was seen at first of those that only came out right alone. */
export interface LookedAtAgain {
  readonly fates: readonly Fate[];
  readonly onlyAlone: readonly Fate[];
}

/**
 * Hunts mutants, and those that came out wrong once more, with nothing beside them: a machine that was busy may have cut a
 * case short. What is wrong both times is wrong. What came out otherwise the second time is no fault of the mutant, but of
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
  if (doubtful.size === 0) return { fates: first, onlyAlone: [] };
  const wanted = mutants.filter(({ id }) => doubtful.has(id));
  const second = await look(root, wanted, { ...options, concurrency: 1 });
  const again = new Map(second.map((fate) => [fate.mutant, fate]));
  return {
    fates: first.map((fate) => again.get(fate.mutant) ?? fate),
    onlyAlone: second.flatMap((fate) => (isWrong(fate) ? [] : (doubtful.get(fate.mutant) ?? []))),
  };
}
