import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { schemaName } from '../../vendors/payload-schema.ts';
import { vendor } from '../../vendors/vendor.ts';

export const root: string = join(import.meta.dirname, '../..');

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  strictTuples: false,
  allowUnionTypes: true,
  formats: {
    'date-time': (text: string) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
    date: /^\d{4}-\d\d-\d\d$/,
    re2: true,
    uri: true,
  },
});
ajv.addVocabulary(['x-provenance', 'x-known-values', 'x-expected', 'x-unknown-members', 'x-complete']);

const compiled = new Map<string, ValidateFunction>();

/** The schema of this name below schemas/, compiled from its source: tests do not depend on what the build made of it. */
export function schema(name: string): ValidateFunction {
  let validate = compiled.get(name);
  if (!validate) {
    const text = readFileSync(join(root, 'schemas', `${name}.schema.json`), 'utf8');
    validate = ajv.compile(JSON.parse(text) as object);
    compiled.set(name, validate);
  }
  return validate;
}

/** The schema of an event's payload. */
export function payloadSchemaOf(slug: string, event: string): ValidateFunction {
  return schema(schemaName(slug, event, vendor(slug).events[event]));
}

/** Why a document is refused, in one line; empty when it is not. */
export function refusals(validate: ValidateFunction, document: unknown): string {
  return validate(document)
    ? ''
    : (validate.errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message ?? ''}`).join('; ');
}
