/** Events that break the schema of section 4 by one keyword and fit it otherwise: what nobody thought of. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../harness/assets.ts';
import { brokenArbitrary } from '../../harness/generate/broken.ts';
import { samples } from '../../harness/generate/samples.ts';
import { type Schema, SchemaStore } from '../../harness/generate/schema-store.ts';
import type { JsonObject } from '../../harness/model/json.ts';
import type { HookInput } from './hook-events.ts';

/** The one row that binds whatever is wrong with an event: a hook may not care for the member that is. */
export const CAUGHT = 'BC-ERR-002';

/** `count` broken events. Number n is the same however many are asked for. */
export function generatedEvents(point: string, seed: number, count: number): readonly HookInput[] {
  const store = new SchemaStore();
  const file = join(packageRoot(), 'schemas/base-coat/1/event.schema.json');
  const schema = JSON.parse(readFileSync(file, 'utf8')) as JsonObject;
  store.add(schema as Schema);
  const root = store.get(String(schema['$id']));
  return samples(brokenArbitrary(store, root), seed, count).map(({ value, keyword, pointer }, index) => ({
    id: `generated/broken-${index + 1}`,
    says: `an event that breaks ${keyword} at ${pointer || 'its root'}`,
    point,
    stdin: { kind: 'payload', payload: value, newline: true },
    broken: true,
    readable: true,
    generated: true,
  }));
}
