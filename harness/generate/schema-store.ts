import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, isObject, type JsonValue } from '../model/json.ts';

/** A JSON Schema 2020-12 document or part of one. */
export type Schema = boolean | { readonly [keyword: string]: JsonValue | undefined };

/** A schema and the URI that its references are relative to. */
export interface Located {
  readonly schema: Schema;
  readonly base: string;
}

/** Schemas by `$id`, so that references between files are followed without a network. */
export class SchemaStore {
  readonly #byId = new Map<string, Schema>();

  constructor(schemas: Iterable<Schema> = []) {
    for (const schema of schemas) this.add(schema);
  }

  /** All schema files below a folder. */
  static fromFolder(folder: string): SchemaStore {
    const store = new SchemaStore();
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      if (name.endsWith('.schema.json')) store.add(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Schema);
    }
    return store;
  }

  get ids(): readonly string[] {
    return [...this.#byId.keys()];
  }

  add(schema: Schema): void {
    if (isObject(schema) && typeof schema['$id'] === 'string') this.#byId.set(schema['$id'], schema as Schema);
  }

  get(id: string): Located {
    const schema = this.#byId.get(id);
    if (schema === undefined) throw new Error(`there is no schema ${id}`);
    return { schema, base: id };
  }

  /** What a `$ref` means at a place. */
  follow(reference: string, base: string): Located {
    const [document = '', pointer = ''] = new URL(reference, base).href.split('#');
    const root = this.get(document);
    const schema = at(root.schema, decodeURIComponent(pointer));
    if (schema === undefined) throw new Error(`${reference} in ${base} leads nowhere`);
    return { schema: schema as Schema, base: document };
  }
}
