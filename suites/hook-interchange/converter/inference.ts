import type { JsonObject } from '../../../harness/model/json.ts';
import type { HifEdition } from '../documents.ts';
import { type CapabilityRow, capabilityRows } from '../vocabulary.ts';
import { AGENT, COMMAND, hookOf, NEEDS } from './needs.ts';
import { check, hook, manifestOf, type Scenario } from './scenario.ts';
import { preferred, withCompany } from './validate.ts';

/** For `validate`: which capabilities are inferred from members alone, and that the author's list decides nothing. */
export function inferenceScenarios(tried: readonly string[], edition: HifEdition): readonly Scenario[] {
  return capabilityRows().flatMap((row): Scenario[] => {
    const need = NEEDS[row.name];
    const ids = (row as CapabilityRow & { readonly requirements?: Readonly<Record<string, string>> }).requirements;
    const inferred = ids?.['inferred'];
    if (!need || inferred === undefined) return [];
    const three = ['structured_output', 'input_rewrite', 'platform_commands'].includes(row.name)
      ? ['HIF-CONF-018']
      : [];
    const vendor = preferred(tried);
    if (vendor === undefined) return [];
    const validate = (id: string, made: JsonObject, present: boolean): Scenario => ({
      id: `validate/${vendor}-${row.name}-${id}`,
      title: `Capabilities of a hook ${present ? 'with' : 'without'} ${row.name}`,
      vendor,
      steps: [{ verb: 'validate', input: { json: manifestOf(edition, withCompany(vendor, [made])) } }],
      checks: [
        check(
          [inferred, 'HIF-HK-019', ...three],
          { kind: 'capability', capability: row.name, present },
          `${row.name} is inferred from the members of a hook`,
        ),
      ],
    });
    return [
      validate('yes', hookOf(need), true),
      ...(row.name === 'llm_evaluated' ? [validate('agent', hookOf(AGENT), true)] : []),
      validate('no', hook('before_prompt', COMMAND, { capabilities: [row.name] }), false),
    ].filter(
      // READINGS 10; E-HIF-15: the list may not decide, and 1.0 doesn't ask for structured_output.
      (scenario) => !(row.name === 'structured_output' && (edition === '1.0' || scenario.id.endsWith('-no'))),
    );
  });
}
