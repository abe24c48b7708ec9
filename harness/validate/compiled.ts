import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../assets.ts';
import { escapeToken } from '../model/json.ts';
import { collapseUnions } from './collapse.ts';
import type { RawError, ValidationIssue } from './issue.ts';
import { sentence } from './message.ts';

/** A compiled validator as the build writes it. */
interface Compiled {
  (value: unknown): boolean;
  errors?: readonly RawError[] | null;
}

/** What one pass over a document found. */
export interface Validation {
  /** What makes the document invalid. */
  readonly issues: readonly ValidationIssue[];
  /** What its specification only recommends (`x-advice` in the schema); never makes it invalid. */
  readonly advice: readonly ValidationIssue[];
}

const loaded = new Map<string, Compiled>();
/** What is found in nearly every document of a long stream. */
const NOTHING: Validation = { issues: [], advice: [] };

/** True when there is a compiled schema of this name, a path below schemas/ without the ending. */
export function hasValidator(name: string): boolean {
  return existsSync(fileOf(name));
}

function fileOf(name: string): string {
  return join(packageRoot(), 'dist/validators', `${name}.js`);
}

async function load(name: string): Promise<Compiled> {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  if (!hasValidator(name)) throw new Error(`there is no compiled schema named ${name}`);
  const module = (await import(pathToFileURL(fileOf(name)).href)) as { readonly validate: Compiled };
  loaded.set(name, module.validate);
  return module.validate;
}

/**
 * Loads validators, so that {@link validateWith} can be called where nothing may wait: in a judge. Names are paths below
 * schemas/ without the ending, e.g. `agent-hooks/0.1.0/event`.
 * @throws Error for a name that has no schema.
 */
export async function preloadValidators(names: readonly string[]): Promise<void> {
  await Promise.all(names.map(load));
}

/**
 * Everything that a preloaded validator finds in one pass.
 * @throws Error when the validator was not preloaded ({@link preloadValidators}).
 */
export function examineWith(name: string, value: unknown): Validation {
  const validate = loaded.get(name);
  if (validate === undefined) throw new Error(`the validator ${name} was not preloaded`);
  if (validate(value)) return NOTHING;
  const issues: ValidationIssue[] = [];
  const advice: ValidationIssue[] = [];
  for (const error of collapseUnions(validate.errors ?? [])) {
    (error.parentSchema?.['x-advised'] === true ? advice : issues).push(toIssue(error));
  }
  return { issues, advice };
}

/** Whether a preloaded validator has nothing to say: the value is valid and does what is recommended. */
export function satisfies(name: string, value: unknown): boolean {
  const validate = loaded.get(name);
  if (validate === undefined) throw new Error(`the validator ${name} was not preloaded`);
  return validate(value);
}

/**
 * What makes the value invalid; empty for a valid one.
 * @throws Error when the validator was not preloaded.
 */
export function validateWith(name: string, value: unknown): readonly ValidationIssue[] {
  return examineWith(name, value).issues;
}

/**
 * What the specification of a preloaded schema recommends and the value does not do.
 * @throws Error when the validator was not preloaded.
 */
export function adviceWith(name: string, value: unknown): readonly ValidationIssue[] {
  return examineWith(name, value).advice;
}

/**
 * The validator of one schema, loaded when it is first asked for: what makes a value invalid, empty for a valid one.
 * @param name path below schemas/ without the ending, e.g. `openhook/0.1/event`
 * @throws Error when there is no such schema.
 */
export async function compiledValidator(name: string): Promise<(value: unknown) => readonly ValidationIssue[]> {
  await load(name);
  return (value) => validateWith(name, value);
}

/** Keywords whose requirement depends on the member that they name. */
const MEMBER_OF: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  dependentRequired: 'missingProperty',
  additionalProperties: 'additionalProperty',
  unevaluatedProperties: 'unevaluatedProperty',
  propertyNames: 'propertyName',
};

function requirementOf(error: RawError): string | undefined {
  const named = error.parentSchema?.['x-requirements'] as Readonly<Record<string, unknown>> | undefined;
  if (named === undefined) return undefined;
  const entry = named[error.keyword] ?? named['*'];
  if (typeof entry === 'string') return entry;
  const member = MEMBER_OF[error.keyword];
  if (member === undefined || typeof entry !== 'object' || entry === null) return undefined;
  const of = (entry as Readonly<Record<string, unknown>>)[String(error.params[member])];
  return typeof of === 'string' ? of : undefined;
}

/** File below schemas/ and pointer of the keyword. */
function placeInSchema(error: RawError): string {
  const object = error.parentSchema?.['x-at'];
  // What collapsing made of a union's branches is told at the union.
  const keyword = error.schemaPath.slice(error.schemaPath.lastIndexOf('/') + 1);
  return typeof object === 'string' ? `${object}/${keyword}` : error.schemaPath;
}

function toIssue(error: RawError): ValidationIssue {
  const member = MEMBER_OF[error.keyword];
  const extra = member !== undefined && member !== 'missingProperty' ? error.params[member] : undefined;
  const requirement = requirementOf(error);
  return {
    pointer: typeof extra === 'string' ? `${error.instancePath}/${escapeToken(extra)}` : error.instancePath,
    keyword: error.keyword,
    schemaPointer: placeInSchema(error),
    params: error.params,
    message: sentence(error),
    ...(requirement === undefined ? {} : { requirement }),
  };
}
