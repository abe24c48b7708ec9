/** Writes types/generated/{report,config}.ts from schemas/hookconf/. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

const root = join(import.meta.dirname, '..');

/** TypeScript of one of our own documents; pure apart from reading the schema, so that a test can hold the committed file to it. */
async function ownTypes(name: string, title: string): Promise<string> {
  const schema = JSON.parse(readFileSync(join(root, `schemas/hookconf/${name}.schema.json`), 'utf8')) as JSONSchema;
  return await compile({ ...schema, title }, title, {
    additionalProperties: false,
    bannerComment: `/* Generated from schemas/hookconf/${name}.schema.json; do not edit. */`,
    style: { singleQuote: true, printWidth: 120 },
  });
}

/** TypeScript of the report. */
export const reportTypes = (): Promise<string> => ownTypes('report', 'Report');

/** TypeScript of hookconf.json. */
export const configTypes = (): Promise<string> => ownTypes('config', 'Config');

if (process.argv[1] === import.meta.filename) {
  mkdirSync(join(root, 'types/generated'), { recursive: true });
  writeFileSync(join(root, 'types/generated/report.ts'), await reportTypes());
  writeFileSync(join(root, 'types/generated/config.ts'), await configTypes());
}
