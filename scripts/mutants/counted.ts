import type { Mutant } from './mutant.ts';

/** What tells two mutants of one requirement apart: who is fed what, where the fault sits, and how it shows. */
function difference({ subject, only, with: members, change }: Mutant): string {
  return JSON.stringify([subject, only, members, change.map(({ file, find }) => [file, find])]);
}

export const MOST = 5;

/**
 * The mutants that each requirement brings. A mutant is brought by the rarest of the requirements that must report it, so
 * that rules which sum others up (levels, losses) bring only what nothing else would. Of those that differ from an earlier
 * one in nothing (vendor, event, channel, encoding, place) only the first counts; rows of one table are one mutant.
 */
export function brought(mutants: readonly Mutant[]): ReadonlyMap<string, readonly Mutant[]> {
  const times = new Map<string, number>();
  for (const { kills } of mutants) for (const id of kills) times.set(id, (times.get(id) ?? 0) + 1);
  const byRequirement = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const [rarest = ''] = [...mutant.kills].sort((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0));
    const others = byRequirement.get(rarest) ?? [];
    if (others.some((other) => difference(other) === difference(mutant))) continue;
    byRequirement.set(rarest, [...others, mutant]);
  }
  return byRequirement;
}
