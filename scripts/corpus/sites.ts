import type { Ajv2020 } from 'ajv/dist/2020.js';
import { at, escapeToken, isObject } from '../../harness/model/json.ts';

/** A schema object that applies to a value of a document. */
export interface Site {
  readonly schema: Readonly<Record<string, unknown>>;
  /** Where the schema object stands in its file, as validators report it: references start anew. */
  readonly schemaPointer: string;
  readonly pointer: string;
  readonly value: unknown;
}

/**
 * All sites of a document in one schema file. Whole other files that it refers to are theirs to cover; a definition in another
 * file, which that file may not use itself, is covered here too (`lookup` finds it).
 */
export function sitesOf(
  root: Record<string, unknown>,
  document: unknown,
  ajv: Ajv2020,
  lookup: (ref: string) => unknown,
): Site[] {
  const found: Site[] = [];
  const seen = new Set<string>();
  // Inside a definition of another file its own references are that file's.
  let file = '';
  const resolved = (ref: string): [target: unknown, name: string, file: string] => {
    if (!ref.startsWith('#/')) return [lookup(ref), ref, ref.slice(0, ref.indexOf('#'))];
    return file === '' ? [at(root, ref.slice(1)), ref, ''] : [lookup(file + ref), file + ref, file];
  };
  const visit = (schema: unknown, schemaPointer: string, pointer: string, value: unknown): void => {
    if (!isObject(schema)) return;
    const key = `${schemaPointer} ${pointer}`;
    if (seen.has(key)) return;
    seen.add(key);
    found.push({ schema, schemaPointer, pointer, value });
    const ref = schema['$ref'];
    if (typeof ref === 'string' && ref.includes('#/')) {
      const before = file;
      const [target, name, into] = resolved(ref);
      file = into;
      visit(target, name, pointer, value);
      file = before;
    }
    if (Array.isArray(schema['allOf'])) {
      for (const [index, part] of schema['allOf'].entries())
        visit(part, `${schemaPointer}/allOf/${index}`, pointer, value);
    }
    if (isObject(schema['if'])) {
      const branch = ajv.validate(schema['if'], value) ? 'then' : 'else';
      visit(schema[branch], `${schemaPointer}/${branch}`, pointer, value);
    }
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        visit(schema['items'], `${schemaPointer}/items`, `${pointer}/${index}`, item);
    } else if (isObject(value)) members(schema, schemaPointer, pointer, value);
  };
  const members = (
    schema: Record<string, unknown>,
    schemaPointer: string,
    pointer: string,
    value: Record<string, unknown>,
  ): void => {
    const known = isObject(schema['properties']) ? schema['properties'] : {};
    for (const [name, member] of Object.entries(known)) {
      const here = `${pointer}/${escapeToken(name)}`;
      const there = `${schemaPointer}/properties/${escapeToken(name)}`;
      // A member that must not be there is a site where it is missing: a document breaks it by having it.
      if (Object.hasOwn(value, name)) visit(member, there, here, value[name]);
      else if (isObject(member) && isObject(member['not'])) visit(member, there, here, undefined);
    }
    for (const [name, member] of Object.entries(value)) {
      if (Object.hasOwn(known, name)) continue;
      visit(
        schema['additionalProperties'],
        `${schemaPointer}/additionalProperties`,
        `${pointer}/${escapeToken(name)}`,
        member,
      );
    }
  };
  visit(root, '#', '', document);
  return found;
}
