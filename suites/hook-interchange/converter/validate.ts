import type { JsonObject } from '../../../harness/model/json.ts';
import { type HifEdition, type ManifestCase, manifestCases } from '../documents.ts';
import { lossOn } from '../manifest.ts';
import { formOf } from '../native/forms.ts';
import { check, hook, type Scenario } from './scenario.ts';

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

export function preferred(tried: readonly string[]): string | undefined {
  return tried.includes('claude-code') ? 'claude-code' : tried[0];
}

/**
 * Whether a hook is written for a provider whatever the converter makes of what is lost there (E-HIF-40, E-HIF-41): other
 * handlers may not be sayable although the registry has a word for them, and a split provider may have no event for a matcher.
 */
export function surelyRuns(vendor: string, made: Readonly<Record<string, unknown>>): boolean {
  const { type } = made['handler'] as { readonly type?: unknown };
  if (type !== 'command' || lossOn(vendor, made) === undefined) return false;
  const { matcher } = made;
  return matcher === undefined || matcher === 'shell' || formOf(vendor).covers === undefined;
}

/**
 * The hook itself and, where its provider may have nothing for it, a plain one behind it: a target on which nothing of a
 * manifest can run may be a reason to refuse it (upstream 7.2), whatever its form.
 */
export function withCompany(vendor: string, hooks: readonly JsonObject[]): readonly JsonObject[] {
  return hooks.some((one) => surelyRuns(vendor, one)) ? hooks : [...hooks, hook('before_tool_execute', './plain.sh')];
}

function inCompany(vendor: string, text: string): string {
  try {
    const document = JSON.parse(text) as JsonObject & { readonly hooks: readonly JsonObject[] };
    const hooks = withCompany(vendor, document.hooks);
    return hooks === document.hooks ? text : JSON.stringify({ ...document, hooks });
  } catch {
    return text;
  }
}

/** Manifests that a converter takes or refuses, those of documents.yaml and generated broken ones, put to `validate`. */
export function validateScenarios(
  tried: readonly string[],
  edition: HifEdition,
  broken: readonly ManifestCase[] = [],
): readonly Scenario[] {
  return [...manifestCases(edition), ...broken].flatMap(
    ({ id, requirements, text, yaml, owed, names, says }): Scenario[] => {
      const accepted = owed === 'accept' || owed === 'quiet';
      const vendor = preferred(tried);
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
        steps: [{ verb: 'validate', input: accepted ? { text: inCompany(vendor, text), sound: !yaml } : { text } }],
        checks: [check([...requirements, ...(VECTORS.includes(id) ? vectors : [])], expect, sentence)],
      };
      return [made];
    },
  );
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
