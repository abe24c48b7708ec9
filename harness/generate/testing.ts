import { type Located, type Schema, SchemaStore } from './schema-store.ts';

/** The keyword of JSON Schema; an object that has it as a member is taken for a promise by some. */
export const THEN = 'then';

const BASE = 'https://x.test/s';

/** Two small documents; whatever stands in {@link located} may point into both. */
export const store: SchemaStore = new SchemaStore([
  { $id: BASE, $defs: { short: { type: 'string', maxLength: 3 } } },
  { $id: 'https://x.test/other', type: 'integer' },
]);

/** A schema as if it stood in the first of them. */
export function located(schema: Schema): Located {
  return { schema, base: BASE };
}
