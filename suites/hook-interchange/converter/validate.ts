import { type HifEdition, manifestCases } from '../documents.ts';
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

/** Manifests that a converter takes or refuses, put to `validate`. */
export function validateScenarios(vendor: string, edition: HifEdition): readonly Scenario[] {
  return manifestCases(edition).map(({ id, requirements, text, owed, names, says }): Scenario => {
    const sentence = `A manifest is ${owed === 'refuse' ? 'refused' : owed === 'notice' ? 'refused or noticed' : 'accepted'} when ${says}`;
    const expect =
      owed === 'refuse'
        ? ({ kind: 'invalid' } as const)
        : owed === 'notice'
          ? ({ kind: 'noticed', names } as const)
          : owed === 'quiet'
            ? ({ kind: 'quiet', names } as const)
            : ({ kind: 'valid' } as const);
    const vectors = owed === 'accept' ? ['HIF-VEC-016'] : owed === 'refuse' ? ['HIF-VEC-017'] : [];
    return {
      id: `validate/${id}`,
      title: sentence,
      vendor,
      steps: [{ verb: 'validate', input: { text } }],
      checks: [check([...requirements, ...(VECTORS.includes(id) ? vectors : [])], expect, sentence)],
    };
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
