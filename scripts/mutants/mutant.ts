import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { tableRowsOf } from '../build/tables.ts';

/** One fault, planted in a reference program (docs/architecture.md). */
export interface Mutant {
  /** `<group>/<name>`: the file that declares it and its name there; `@<row>` behind it when it takes a row. */
  readonly id: string;
  readonly subject: string;
  readonly says: string;
  readonly change: readonly { readonly file: string; readonly find: string; readonly replace: string }[];
  /** The requirements that must report it, and no others. */
  readonly kills: readonly string[];
  /** Globs of requirements that rest on the broken one and may report it too; they are not counted as killed. */
  readonly also: readonly string[];
  /** Globs of requirements whose cases are run too: for a rule about others that has no case of its own. */
  readonly runs: readonly string[];
  /** Limits the run to what the fault is about, as options of the command line do. */
  readonly only: {
    readonly vendor?: readonly string[];
    readonly event?: readonly string[];
    readonly edition?: readonly string[];
    /** Kinds of planted text that must not come out (`--fail-on-leak`). */
    readonly failOnLeak?: readonly string[];
  };
  /** Members of the subject in reference/hookconf.json that this mutant needs otherwise. */
  readonly with: Readonly<Record<string, unknown>>;
  /** Its cases take time and no processor: it waits for a limit. */
  readonly sleeps?: true;
  /** The declaration that this is one row of; absent for a mutant of its own. */
  readonly rowOf?: string;
}

/** The rows that a mutant takes as its parameter: written down beside it, or those of a specification's tables. */
type Rows =
  | readonly Row[]
  | {
      readonly spec: string;
      /** Templates of suites/<spec>/tables.yaml whose rows are meant. */
      readonly templates: readonly string[];
      /** Single rows beside those. */
      readonly ids?: readonly string[];
      /** Rows that this mutant cannot break; another one does, or nothing that a black box can see. */
      readonly except?: readonly string[];
      /** Further members by row, or for all of them (`*`). */
      readonly values?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    };

/** Requirements that a fault breaks too: one, or a table of them (a glob) with the reason why it breaks what stands there. */
export type Also = string | { readonly ids: string; readonly because: string };

function idsOf(also: readonly Also[]): string[] {
  return also.map((one) => (typeof one === 'string' ? one : one.ids));
}

interface Declared {
  readonly name: string;
  readonly says: string;
  readonly change: Mutant['change'];
  readonly kills: readonly string[];
  readonly also?: readonly Also[];
  readonly runs?: readonly string[];
  readonly subject?: string;
  readonly only?: Mutant['only'];
  readonly with?: Mutant['with'];
  readonly sleeps?: true;
  readonly rows?: Rows;
}

interface MutantFile {
  readonly subject: string;
  /** Holds for every mutant of the file. */
  readonly also?: readonly Also[];
  readonly mutants: readonly Declared[];
}

/** Its members fill the declaration in; what its fault breaks too (`also`) is added to what the faults of all rows break. */
type Row = Readonly<Record<string, unknown>> & { readonly also?: readonly Also[] };

/** Fills `{{names}}` in: texts as they are, everything else as JSON. A name that the row doesn't have is a slip and thrown. */
function filled<T>(value: T, row: Row, where: string): T {
  if (typeof value === 'string') {
    const alone = /^\{\{(\w+)\}\}$/.exec(value)?.[1];
    // A number stays one: only a text within a text is written out.
    if (alone !== undefined && typeof row[alone] === 'number') return row[alone] as T;
    return value.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      const found = row[name];
      if (found === undefined) throw new Error(`${where}: nothing fills ${whole} in`);
      return typeof found === 'string' ? found : JSON.stringify(found);
    }) as T;
  }
  if (Array.isArray(value)) return value.map((one: unknown) => filled(one, row, where)) as T;
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, row, where)])) as T;
  }
  return value;
}

/** The rows of a declaration, each with the `id` that names it. */
function rowsOf(root: string, rows: Rows, where: string): Row[] {
  if (!('spec' in rows)) return [...rows];
  const wanted = tableRowsOf(root, rows.spec).filter(
    ({ id, template }) =>
      (rows.templates.includes(template) && !(rows.except ?? []).includes(id)) || rows.ids?.includes(id) === true,
  );
  if (wanted.length === 0)
    throw new Error(`${where}: no table of ${rows.spec} has rows of ${rows.templates.join(', ')}`);
  return wanted
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, values }) => ({ ...values, ...rows.values?.['*'], ...rows.values?.[id], id }));
}

function mutantsOf(root: string, group: string, file: MutantFile, declared: Declared): Mutant[] {
  const name = `${group}/${declared.name}`;
  const plain = {
    subject: declared.subject ?? file.subject,
    says: declared.says,
    change: declared.change,
    kills: declared.kills,
    also: idsOf([...(file.also ?? []), ...(declared.also ?? [])]),
    runs: declared.runs ?? [],
    only: declared.only ?? {},
    with: declared.with ?? {},
    ...(declared.sleeps === undefined ? {} : { sleeps: declared.sleeps }),
  };
  if (declared.rows === undefined) return [{ id: name, ...plain }];
  return rowsOf(root, declared.rows, name).map((row) => {
    const id = `${name}@${String(row['id'])}`;
    const whole = filled(plain, row, id);
    return { id, ...whole, also: [...whole.also, ...idsOf(row.also ?? [])], rowOf: name };
  });
}

function mutantFiles(root: string): { readonly group: string; readonly source: MutantFile }[] {
  const folder = join(root, 'reference/mutants');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => ({
      group: file.slice(0, -'.yaml'.length),
      source: parse(readFileSync(join(folder, file), 'utf8'), { merge: true }) as MutantFile,
    }));
}

/** All declared mutants, by file and order of declaration; one for each row of those that take a row. */
export function loadMutants(root: string): Mutant[] {
  return mutantFiles(root).flatMap(({ group, source }) =>
    source.mutants.flatMap((declared) => mutantsOf(root, group, source, declared)),
  );
}

/** Everything that declarations let report a fault beside the requirements that must, with where it is written. */
export function declaredAlso(root: string): { readonly where: string; readonly also: Also }[] {
  return mutantFiles(root).flatMap(({ group, source }) => [
    ...(source.also ?? []).map((also) => ({ where: group, also })),
    ...source.mutants.flatMap(({ name, also = [], rows }) =>
      [...also, ...alsoOfRows(rows)].map((one) => ({ where: `${group}/${name}`, also: one })),
    ),
  ]);
}

function alsoOfRows(rows: Rows | undefined): readonly Also[] {
  if (rows === undefined) return [];
  const own: readonly { readonly also?: unknown }[] = 'spec' in rows ? Object.values(rows.values ?? {}) : rows;
  return own.flatMap(({ also = [] }) => also as readonly Also[]);
}

/**
 * The text of a file with its change applied.
 * @throws Error when the text to be replaced isn't there exactly once: the program has moved on, and the mutant would be none.
 */
export function changed(
  content: string,
  change: { readonly file: string; readonly find: string; readonly replace: string },
  id: string,
): string {
  const parts = content.split(change.find);
  if (parts.length !== 2)
    throw new Error(`mutant ${id}: "${change.find}" occurs ${parts.length - 1} times in ${change.file}, not once`);
  return parts.join(change.replace);
}
