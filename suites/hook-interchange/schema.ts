import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../harness/assets.ts';
import { isObject, type JsonObject } from '../../harness/model/json.ts';
import type { HifEdition } from './documents.ts';

const schemas = new Map<HifEdition, JsonObject>();

/** The schema of manifests as it is published: which members there are, and what breaks which requirement. */
export function manifestSchema(edition: HifEdition): JsonObject {
  let schema = schemas.get(edition);
  if (schema === undefined) {
    const file = join(packageRoot(), 'schemas/hook-interchange', edition, 'manifest.schema.json');
    schema = JSON.parse(readFileSync(file, 'utf8')) as JsonObject;
    schemas.set(edition, schema);
  }
  return schema;
}

function propertiesOf(schema: unknown): readonly string[] {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return isObject(properties) ? Object.keys(properties) : [];
}

/** Places of a manifest whose members the text lists. */
export type Place = 'manifest' | 'hook' | 'handler' | 'matcher' | 'mcp';

/** The members that an edition lists for each place. */
export function membersOf(edition: HifEdition): Readonly<Record<Place, readonly string[]>> {
  const schema = manifestSchema(edition);
  const definitions = isObject(schema['$defs']) ? schema['$defs'] : {};
  const object = definitions['object'];
  const parts = isObject(object) && isObject(object['properties']) ? object['properties'] : {};
  return {
    manifest: propertiesOf(schema),
    hook: propertiesOf(definitions['hook']),
    handler: propertiesOf(definitions['handler']),
    matcher: propertiesOf(object),
    mcp: propertiesOf(parts['mcp']),
  };
}
