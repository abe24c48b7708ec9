/**
 * Completes fixtures/<spec>/{valid,invalid}: for every keyword of every schema that can reject, a small document that it alone
 * rejects. Published documents, and documents written by hand, are read from the same files and kept. `npm run corpus`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { at, escapeToken, isObject, unescapeToken } from '../harness/model/json.ts';
import { preloadValidators, validateWith } from '../harness/validate/compiled.ts';
import { readSchemas, type SchemaSource } from './build/schema-sources.ts';
import { type Broken, brokenAt, replaced } from './corpus/break.ts';
import { type InvalidDocument, type InvalidFile, SPECS, type ValidDocument, type ValidFile } from './corpus/corpus.ts';
import { IMPLIED, REQUIRED, rejectingKeywords, withoutMember } from './corpus/keywords.ts';
import { Maximal } from './corpus/maximal.ts';
import { sitesOf } from './corpus/sites.ts';

const root = join(import.meta.dirname, '..');
const sources = readSchemas(root);
const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
const maximal = new Maximal(sources, ajv);

function fileOf(half: string, source: SchemaSource): string {
  const [spec = '', ...rest] = source.name.split('/');
  return join(root, 'fixtures', spec, half, `${rest.join('/')}.json`);
}

function kept<Entry extends { readonly name: string }>(file: string): Entry[] {
  if (!existsSync(file)) return [];
  const { documents } = JSON.parse(readFileSync(file, 'utf8')) as { documents: Entry[] };
  return documents.filter((entry) => !entry.name.startsWith('full') && !entry.name.startsWith('broken '));
}

/**
 * Whether one keyword of the schema is all that rejects the document. The type beside an `enum`, and the same keyword that a
 * schema says again of the same value, are the same reason.
 */
function soleReason(source: SchemaSource, broken: Broken): boolean {
  const issues = validateWith(source.name, broken.document);
  const [first] = issues;
  if (first === undefined) return false;
  const object = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));
  const keyword = placeOf(source, withoutMember(broken.keyword));
  const wanted = issues.some(({ schemaPointer, pointer, params }) => {
    const token = REQUIRED.exec(broken.keyword)?.[1];
    const member = token === undefined ? undefined : unescapeToken(token);
    return (
      schemaPointer === keyword &&
      pointer === broken.pointer &&
      (member === undefined || params['missingProperty'] === member)
    );
  });
  const name = keyword.slice(keyword.lastIndexOf('/') + 1);
  const same = issues.every(
    (issue) =>
      issue.pointer === broken.pointer && (issue.keyword === name || object(issue.schemaPointer) === object(keyword)),
  );
  return wanted && same && (issues.length === 1 || name !== 'required');
}

/** A reference as failures tell it: the file below schemas/ and the pointer. */
function placeOf(source: SchemaSource, ref: string): string {
  return decodeURI(new URL(ref, source.id).href.slice('https://hookconf.dev/schemas/'.length));
}

/** Takes away what does not matter, so that a reader sees the reason. */
function shrunk(source: SchemaSource, broken: Broken): Broken {
  let best = broken;
  const visit = (pointer: string): void => {
    const value = at(best.document, pointer);
    if (!isObject(value)) {
      if (Array.isArray(value)) for (const index of value.keys()) visit(`${pointer}/${index}`);
      return;
    }
    for (const name of Object.keys(value)) {
      const member = `${pointer}/${escapeToken(name)}`;
      const candidate = { ...best, document: replaced(best.document, member, undefined) };
      if (soleReason(source, candidate)) best = candidate;
      else visit(member);
    }
  };
  visit('');
  return best;
}

/** The definition in another file that a reference names. */
function lookup(source: SchemaSource, ref: string): unknown {
  const url = new URL(ref, source.id);
  const pointer = url.hash.slice(1);
  url.hash = '';
  return at(sources.find(({ id }) => id === url.href)?.schema, pointer);
}

function write(file: string, value: ValidFile | InvalidFile): void {
  mkdirSync(dirname(file), { recursive: true });
  const documents = value.documents.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n');
  writeFileSync(file, `{\n  "schema": ${JSON.stringify(value.schema)},\n  "documents": [\n${documents}\n  ]\n}\n`);
}

const covered = new Set<string>();
const wanted: string[] = [];
for (const source of sources) {
  if (!SPECS.some((spec) => source.name.startsWith(`${spec}/`))) continue;
  await preloadValidators([source.name]);
  const handmade = kept<ValidDocument>(fileOf('valid', source));
  const full = maximal
    .documents(source)
    .map((document, index) => ({ name: index === 0 ? 'full' : `full ${index + 1}`, document }));
  const usable = full.filter(({ name, document }) => {
    const issues = validateWith(source.name, document);
    if (issues.length > 0)
      console.error(`${source.name}: ${name} is not valid: ${issues[0]?.message} ${JSON.stringify(document)}`);
    return issues.length === 0;
  });
  const valid: ValidDocument[] = [...handmade, ...usable];
  write(fileOf('valid', source), { schema: source.name, documents: valid });
  const own = kept<InvalidDocument>(fileOf('invalid', source));
  const found = new Map<string, Broken>();
  for (const { document } of valid) {
    for (const site of sitesOf(source.schema, document, ajv, (ref) => lookup(source, ref))) {
      for (const broken of brokenAt(document, site)) {
        if (!found.has(broken.keyword) && soleReason(source, broken)) found.set(broken.keyword, shrunk(source, broken));
      }
    }
  }
  const invalid = [...found].map(([keyword, broken]) => {
    covered.add(new URL(keyword, source.id).href);
    return { name: `broken ${keyword}`, breaks: keyword, at: broken.pointer, document: broken.document };
  });
  for (const { breaks } of own) covered.add(new URL(breaks, source.id).href);
  for (const keyword of rejectingKeywords(source.schema)) wanted.push(new URL(keyword, source.id).href);
  if (own.length + invalid.length > 0)
    write(fileOf('invalid', source), { schema: source.name, documents: [...own, ...invalid] });
}
for (const keyword of wanted) {
  if (covered.has(keyword) || IMPLIED.some((implied) => keyword.endsWith(implied))) continue;
  process.exitCode = 1;
  console.error(`no document breaks only ${keyword}`);
}
