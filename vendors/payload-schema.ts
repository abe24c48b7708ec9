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

const cache = new Map<string, PayloadSchema | undefined>();

/** The schema of an event's payload, or undefined where the vendor has no such event. */
export function readPayloadSchema(
  slug: string,
  event: string,
  facts: NativeEvent | undefined,
): PayloadSchema | undefined {
  if (facts === undefined) return undefined;
  const name = schemaName(slug, event, facts);
  if (!cache.has(name)) {
    const file = join(packageRoot(), 'schemas', `${name}.schema.json`);
    cache.set(name, existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PayloadSchema) : undefined);
  }
  return cache.get(name);
}
