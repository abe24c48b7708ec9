import { outcomeOf } from '../outcome.ts';
import type { RecordedVendor } from './recorded.ts';
import { recordedCases } from './recorded.ts';

/** Events on which a recorded case shows a rule of the contract, by the rule's id, in the order of the file. */
export function seenRules(vendor: RecordedVendor): Readonly<Record<string, readonly string[]>> {
  const seen = new Map<string, Set<string>>();
  for (const { event, answers, payload } of recordedCases(vendor)) {
    for (const answer of answers) {
      const { rule, additions } = outcomeOf(vendor, event, answer, payload);
      for (const id of [rule, ...additions]) seen.set(id, (seen.get(id) ?? new Set()).add(event));
    }
  }
  return Object.fromEntries([...seen].map(([id, events]) => [id, [...events].sort()]));
}
