import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { tokensOf } from '../../harness/model/json.ts';
import { replaced } from '../corpus/break.ts';
import type { InvalidFile, ValidFile } from '../corpus/corpus.ts';
import { withoutMember } from '../corpus/keywords.ts';
import { type MemberShape, memberDocuments } from './schema-members.ts';
import { registryRows } from './schema-tables.ts';

/** What is changed of a document: values put at pointers, members taken away. */
export interface Edit {
  readonly put?: Readonly<Record<string, unknown>>;
  readonly take?: readonly string[];
}

/** The one fault that makes the row's document one that must be rejected. */
export interface Rejection extends Edit {
  /** The keyword that rejects it, or the requirement whose word list does. */
  readonly by: string;
  /** Where; absent: what is put, or the object that something is taken from. */
  readonly at?: string;
  /** The schema only advises against it, as its row is no more than a warning. */
  readonly advised?: boolean;
  /** With this besides, nothing is wrong with it any more: what the fault hangs on. */
  readonly unless?: Edit;
}

/** A row as suites/schema-rows.yaml writes it. */
export interface RowSource extends Edit, Partial<MemberShape> {
  readonly schema?: string;
  /** Kind of document of schemas/kinds.yaml, where word lists decide and not the schema alone. */
  readonly kind?: string;
  /** Names of documents of fixtures/<spec>/valid; absent: `full`. */
  readonly from?: string | readonly string[];
  /** A document of its own, in place of `from`. */
  readonly document?: unknown;
  /** A document of fixtures/<spec>/invalid that is the rejected one; `put` and `take` mend it. */
  readonly broken?: string;
  /** What `{word}` stands for in the texts of the group; `{near}` is the same with its first letter in the other case. */
  readonly word?: string;
  readonly accepts?: readonly Edit[];
  readonly rejects?: readonly Rejection[];
}

interface Group extends RowSource {
  readonly rows: Readonly<Record<string, RowSource | readonly RowSource[]>>;
}

interface Source {
  readonly groups: readonly Group[];
  readonly registries: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface Rejected {
  readonly document: unknown;
  /** The same without the fault, which must be accepted. */
  readonly mended: unknown;
  readonly by: string;
  readonly at: string;
  /** With `required`: the member that lacks. */
  readonly member: string | null;
  readonly advised: boolean;
  /** The faulty document where its fault is none. */
  readonly elsewhere: readonly unknown[];
}

/** What decides a row: documents that must be accepted, and such as must be rejected for one reason. */
export interface Decision {
  readonly schema: string;
  readonly kind: string | null;
  readonly accepts: readonly unknown[];
  readonly rejects: readonly Rejected[];
}

function corpusFile<File>(root: string, half: string, schema: string): File | undefined {
  const [spec = '', ...rest] = schema.split('/');
  const file = join(root, 'fixtures', spec, half, `${rest.join('/')}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as File) : undefined;
}

/** Documents of the corpus by name, each file read once. */
class Corpus {
  private readonly files = new Map<string, unknown>();
  private readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  private file<File>(half: string, schema: string): File | undefined {
    const key = `${half}/${schema}`;
    if (!this.files.has(key)) this.files.set(key, corpusFile(this.root, half, schema));
    return this.files.get(key) as File | undefined;
  }

  valid(schema: string, name: string): unknown {
    const found = this.file<ValidFile>('valid', schema)?.documents.find((one) => one.name === name);
    if (found === undefined) throw new Error(`${schema} has no valid document named ${name}`);
    return found.document;
  }

  invalid(schema: string, name: string): { readonly document: unknown; readonly at: string; readonly breaks: string } {
    const found = this.file<InvalidFile>('invalid', schema)?.documents.find((one) => one.name === name);
    if (found === undefined) throw new Error(`${schema} has no invalid document named ${name}`);
    return found;
  }
}

/** A copy of the document with everything of the edit done to it. */
export function edited(document: unknown, { put = {}, take = [] }: Edit): unknown {
  const whole = Object.entries(put).reduce((done, [pointer, value]) => replaced(done, pointer, value), document);
  return take.reduce((done, pointer) => replaced(done, pointer, undefined), whole);
}

function near(word: string): string {
  const first = word.charAt(0);
  return (first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()) + word.slice(1);
}

/** The value with `{word}` and `{near}` filled in, names of members too. */
function filled(value: unknown, word: string): unknown {
  if (typeof value === 'string') return value.replaceAll('{word}', word).replaceAll('{near}', near(word));
  if (Array.isArray(value)) return value.map((item) => filled(item, word));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, word)]));
}

function parent(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

function rejected(base: unknown, rejection: Rejection): Rejected {
  const { put = {}, take = [], by, at, advised = false, unless } = rejection;
  const [first] = Object.keys(put);
  const [gone] = take;
  const where = at ?? (gone === undefined ? first : parent(gone));
  if (where === undefined) throw new Error(`nothing says where ${by} rejects`);
  const document = edited(base, rejection);
  return {
    document,
    mended: base,
    by,
    at: where,
    member: by === 'required' && gone !== undefined ? (tokensOf(gone).at(-1) ?? null) : null,
    advised,
    elsewhere: unless === undefined ? [] : [edited(document, unless)],
  };
}

/** The row with what its group says, the group's edits and documents first. */
function within({ rows: _, ...group }: Group, row: RowSource): RowSource {
  const { word } = row;
  const template = (word === undefined ? group : filled(group, word)) as RowSource;
  const own = (word === undefined ? row : filled(row, word)) as RowSource;
  return {
    ...template,
    ...own,
    put: { ...template.put, ...own.put },
    take: [...(template.take ?? []), ...(own.take ?? [])],
    accepts: [...(template.accepts ?? []), ...(own.accepts ?? [])],
    rejects: [...(template.rejects ?? []), ...(own.rejects ?? [])],
  };
}

function decide(corpus: Corpus, row: RowSource): Decision {
  const { schema, kind = null, from = 'full', broken, accepts = [], rejects = [] } = row;
  if (schema === undefined) throw new Error('a row of schema-rows.yaml names no schema');
  if (broken !== undefined) {
    const { document, at, breaks } = corpus.invalid(schema, broken);
    const by = withoutMember(breaks).split('/').at(-1) ?? '';
    const member = withoutMember(breaks) === breaks ? null : (tokensOf(`/${breaks.split('/').at(-1)}`)[0] ?? null);
    const mended = edited(document, row);
    return {
      schema,
      kind,
      accepts: [mended],
      rejects: [{ document, mended, by, at, member, advised: false, elsewhere: [] }],
    };
  }
  const bases = row.document === undefined ? [from].flat().map((name) => corpus.valid(schema, name)) : [row.document];
  const all = bases.map((base) => {
    const whole = edited(base, row);
    const shape = row.at === undefined ? { accepts: [], rejects: [] } : memberDocuments(whole, { ...row, at: row.at });
    return {
      accepts: [whole, ...[...accepts, ...shape.accepts].map((edit) => edited(whole, edit))],
      rejects: [...rejects, ...shape.rejects].map((rejection) => rejected(whole, rejection)),
    };
  });
  return {
    schema,
    kind,
    accepts: all.flatMap((one) => one.accepts),
    rejects: all.flatMap((one) => one.rejects),
  };
}

/**
 * What decides each row that tests our own schemas (drive `schema`), by id: suites/schema-rows.yaml, and the rows that follow
 * from a registry. A document counts for the row that it is made for and for no other.
 */
export function schemaDecisions(root: string): ReadonlyMap<string, readonly Decision[]> {
  const source = parse(readFileSync(join(root, 'suites/schema-rows.yaml'), 'utf8'), { merge: true }) as Source;
  const corpus = new Corpus(root);
  const found = new Map<string, readonly Decision[]>();
  const add = (id: string, rows: readonly RowSource[]): void => {
    if (found.has(id)) throw new Error(`${id} stands twice among the rows of schemas`);
    found.set(
      id,
      rows.map((row) => decide(corpus, row)),
    );
  };
  for (const group of source.groups)
    for (const [id, row] of Object.entries(group.rows))
      add(
        id,
        [row].flat().map((one) => within(group, one)),
      );
  for (const [id, rows] of registryRows(source.registries)) add(id, rows);
  return found;
}
