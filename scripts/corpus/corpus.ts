import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Documents of one schema that are valid (fixtures/<spec>/valid). */
export interface ValidFile {
  /** Name of the schema below schemas/. */
  readonly schema: string;
  readonly documents: readonly ValidDocument[];
}
export interface ValidDocument {
  readonly name: string;
  /** Where a specification publishes it; absent for documents made for the corpus. */
  readonly published?: string;
  /** How it differs from what is published, and the erratum that says why. */
  readonly corrected?: string;
  readonly document: unknown;
}

/** Documents of one schema, each rejected for one reason (fixtures/<spec>/invalid). */
export interface InvalidFile {
  readonly schema: string;
  readonly documents: readonly InvalidDocument[];
}
export interface InvalidDocument {
  readonly name: string;
  readonly published?: string;
  /** Pointer to the keyword that rejects it; of `required` the member's name follows. */
  readonly breaks: string;
  /** Pointer to the value that is rejected. */
  readonly at: string;
  readonly document: unknown;
}

/** Folders of schemas whose corpus lies in fixtures/<folder>: the five formats, and our own documents. */
export const SPECS = [
  'agent-hooks',
  'hook-interchange',
  'openhook',
  'agent-payloads',
  'base-coat',
  'hookconf',
] as const;

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => join(folder, file));
}

/** Every file of the corpus of one half. */
export function readCorpus<File>(root: string, half: 'valid' | 'invalid'): File[] {
  return SPECS.flatMap((spec) =>
    filesIn(join(root, 'fixtures', spec, half)).map((file) => JSON.parse(readFileSync(file, 'utf8')) as File),
  );
}
