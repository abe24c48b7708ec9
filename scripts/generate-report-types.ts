/** Writes types/generated/report.ts from schemas/hookconf/report.schema.json. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

const root = join(import.meta.dirname, '..');

/** TypeScript of the report; pure apart from reading the schema, so that a test can hold the committed file to it. */
export async function reportTypes(): Promise<string> {
  const schema = JSON.parse(readFileSync(join(root, 'schemas/hookconf/report.schema.json'), 'utf8')) as JSONSchema;
  return await compile(schema, 'Report', {
    additionalProperties: false,
    bannerComment: '/* Generated from schemas/hookconf/report.schema.json; do not edit. */',
    style: { singleQuote: true, printWidth: 120 },
  });
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(join(root, 'types/generated'), { recursive: true });
  writeFileSync(join(root, 'types/generated/report.ts'), await reportTypes());
}
