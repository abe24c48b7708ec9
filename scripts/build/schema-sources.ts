import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../harness/model/json.ts';

/** One schema file, as found under schemas/. */
export interface SchemaSource {
  /** Path below schemas/ without `.schema.json`, e.g. `agent-hooks/0.1.0/event`. */
  readonly name: string;
  readonly file: string;
  readonly id: string;
  readonly schema: Record<string, unknown>;
  readonly text: string;
  /** Absolute ids of the other schemas that it refers to directly. */
  readonly refs: readonly string[];
}

const BASE = 'https://hookconf.dev/schemas/';

function collectRefs(value: unknown, base: string, into: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectRefs(item, base, into);
  else if (isObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref' && typeof member === 'string') {
        const target = new URL(member, base);
        target.hash = '';
        if (target.href !== base) into.add(target.href);
      } else collectRefs(member, base, into);
    }
  }
}

/** Reads every schema; throws when one is not where its `$id` says, because people cite the `$id`. */
export function readSchemas(root: string): SchemaSource[] {
  const folder = join(root, 'schemas');
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.schema.json'))
    .sort();
  return files.map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const schema: unknown = JSON.parse(text);
    if (!isObject(schema)) throw new Error(`schemas/${file} is not an object`);
    const id = BASE + file;
    if (schema['$id'] !== id) throw new Error(`schemas/${file}: $id must be ${id}, not ${String(schema['$id'])}`);
    const refs = new Set<string>();
    collectRefs(schema, id, refs);
    return { name: file.slice(0, -'.schema.json'.length), file, id, schema, text, refs: [...refs] };
  });
}

/** A hash of the schema, of everything it refers to, and of `salt` (the code that compiles it). */
export function closureHash(source: SchemaSource, byId: ReadonlyMap<string, SchemaSource>, salt: string): string {
  const hash = createHash('sha256').update(salt);
  const seen = new Set<string>();
  const queue = [source.id];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const found = byId.get(id);
    if (found === undefined) throw new Error(`${source.file} refers to ${id}, which is not in schemas/`);
    hash.update(`\0${id}\0`).update(found.text);
    queue.push(...[...found.refs].sort());
  }
  return hash.digest('hex').slice(0, 32);
}
