import { type HifEdition, manifestCases } from '../documents.ts';
import { lossOn } from '../manifest.ts';
import { check, type Scenario } from './scenario.ts';

/** Situations of upstream's valid and invalid vectors. */
const VECTORS: readonly string[] = [
  'minimal',
  'array-mixed',
  'degradation-unknown',
  'spec-missing',
  'hooks-missing',
  'hooks-empty',
  'event-missing',
  'handler-missing',
  'degradation-strategy',
];

function preferred(tried: readonly string[]): string | undefined {
  return tried.includes('claude-code') ? 'claude-code' : tried[0];
}

/** A provider on which something of the manifest can run; undefined where none of those tried can run it. */
function targetFor(tried: readonly string[], text: string): string | undefined {
  try {
    const { hooks } = JSON.parse(text) as { hooks: Readonly<Record<string, unknown>>[] };
    return preferred(tried.filter((vendor) => hooks.some((one) => lossOn(vendor, one) !== undefined)));
  } catch {
    return preferred(tried);
  }
}

/** Manifests that a converter takes or refuses, put to `validate`. */
export function validateScenarios(tried: readonly string[], edition: HifEdition): readonly Scenario[] {
  return manifestCases(edition).flatMap(({ id, requirements, text, owed, names, says }): Scenario[] => {
    // A target on which nothing of a manifest can run may be a reason to refuse it (upstream 7.2), whatever its form.
    const accepted = owed === 'accept' || owed === 'quiet';
    const vendor = accepted ? targetFor(tried, text) : preferred(tried);
    if (vendor === undefined) return [];
    const refuses = owed === 'refuse' || owed === 'aside';
    const sentence = `A manifest is ${refuses ? 'refused' : owed === 'notice' ? 'refused or noticed' : 'accepted'} when ${says}`;
    const expect = refuses
      ? ({ kind: 'invalid' } as const)
      : owed === 'notice'
        ? ({ kind: 'noticed', names } as const)
        : owed === 'quiet'
          ? ({ kind: 'quiet', names } as const)
          : ({ kind: 'valid' } as const);
    const vectors = owed === 'accept' ? ['HIF-VEC-016'] : refuses ? ['HIF-VEC-017'] : [];
    const made: Scenario = {
      id: `validate/${id}`,
      title: sentence,
      vendor,
      steps: [{ verb: 'validate', input: { text } }],
      checks: [check([...requirements, ...(VECTORS.includes(id) ? vectors : [])], expect, sentence)],
    };
    return [made];
  });
}

/** Whatever a manifest breaks, encoding it is refused. */
export function refusalScenarios(vendor: string, edition: HifEdition): readonly Scenario[] {
  const broken = ['spec-missing', 'hooks-empty', 'event-missing', 'handler-missing', 'command-list'];
  return manifestCases(edition)
    .filter(({ id }) => broken.includes(id))
    .map(({ id, requirements, text, says }) => ({
      id: `refuse/${id}`,
      title: `Encoding is refused when ${says}`,
      vendor,
      steps: [{ verb: 'encode' as const, input: { text } }],
      checks: [check(requirements, { kind: 'refused' }, `A manifest is refused when ${says}`)],
    }));
}
