import type { Fixture } from '../harness/model/corpus.ts';
import type { JsonValue } from '../harness/model/json.ts';
import { silentPlacesOf } from '../vendors/sensitive.ts';
import { nativeTool } from '../vendors/vendor.ts';
import { type PlantedFixture, type PlantScope, plantIn } from './canaries.ts';
import { derived, withValue } from './fixture-edit.ts';
import { isAfter } from './sessions.ts';

/** The texts of a payload of a tool that ran in which nothing stood. */
function silentOutputs(fixture: Fixture): readonly string[] {
  if (!isAfter(fixture)) return [];
  return silentPlacesOf(fixture).flatMap(({ kind, pointer }) => (kind === 'tool-result' ? [pointer] : []));
}

/**
 * Outputs in which nothing stood when they were recorded, filled up and planted; of each tool those of the payload that has most
 * of them. A stream that is nearly always empty is copied as easily as another.
 */
export function spokenOutputs(
  fixtures: readonly Fixture[],
  scope: (name: string) => PlantScope,
  padTo: number,
): readonly (PlantedFixture & { readonly name: string })[] {
  const byTool = new Map<string, Fixture>();
  for (const fixture of fixtures) {
    const key = `${fixture.event}-${nativeTool(fixture) ?? 'tool'}`;
    const known = byTool.get(key);
    if (silentOutputs(fixture).length > (known === undefined ? 0 : silentOutputs(known).length))
      byTool.set(key, fixture);
  }
  return [...byTool].map(([key, fixture]) => {
    const silent = silentOutputs(fixture);
    const stdin = silent.reduce<JsonValue>(
      (sent, pointer) => withValue(sent, pointer, 'an output'),
      fixture.stdin ?? {},
    );
    const name = `silent-output/${key}`;
    const filled = plantIn(derived(fixture, 'spoken', stdin), scope(name), ({ pointer }) =>
      silent.includes(pointer) ? { how: 'parts', padTo } : undefined,
    );
    return { ...filled, name };
  });
}
