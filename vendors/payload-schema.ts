import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../harness/assets.ts';
import type { NativeEvent } from './model.ts';
import type { PayloadSchema } from './walk-schema.ts';

/**
 * Path of an event's schema below schemas/, without `.schema.json`. Where a vendor has dialects each has a folder, because two
 * spellings of one event name must not meet in one folder of a file system that ignores case.
 */
export function schemaName(slug: string, event: string, facts: NativeEvent | undefined): string {
  return `native/${slug}/${facts?.dialect ? `${facts.dialect}/` : ''}${event}`;
}

/** Path of the schema of a vendor's tools below schemas/, without `.schema.json`. */
export function toolsSchemaName(slug: string): string {
  return `native/${slug}/tools`;
}

const cache = new Map<string, PayloadSchema | undefined>();

/** The schema of an event's payload, or undefined where the vendor has no such event. */
export function readPayloadSchema(
  slug: string,
  event: string,
  facts: NativeEvent | undefined,
): PayloadSchema | undefined {
  if (facts === undefined) return undefined;
  return read(schemaName(slug, event, facts));
}

/** What the tools of a vendor take and give back, or undefined where that is not known of any. */
export function readToolsSchema(slug: string): PayloadSchema | undefined {
  return read(toolsSchemaName(slug));
}

function read(name: string): PayloadSchema | undefined {
  if (!cache.has(name)) {
    const file = join(packageRoot(), 'schemas', `${name}.schema.json`);
    cache.set(name, existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PayloadSchema) : undefined);
  }
  return cache.get(name);
}
