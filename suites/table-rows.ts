import type { RequirementRow } from './requirement-source.ts';

/**
 * Rows that follow from a table: the registry names the id of each cell, suites/<spec>/tables.yaml says in which words and at
 * which grade a cell of that kind binds, and which cells are exceptions.
 */
export interface TableRow {
  readonly id: string;
  readonly template: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface TablesFile {
  readonly templates: Readonly<Record<string, Partial<RequirementRow>>>;
  /** Members of single rows that differ from their template; null takes a member away. */
  readonly exceptions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

type Data = string | number | boolean | null | readonly Data[] | { readonly [name: string]: Data };

/** Fills the `{names}` of a template in. A name without a value is a fault of the table and thrown. */
function fill(value: Data, values: Readonly<Record<string, string>>, where: string): Data {
  if (typeof value === 'string') {
    return value.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const found = values[name];
      if (found === undefined) throw new Error(`${where}: nothing fills ${whole} in`);
      return found;
    });
  }
  if (Array.isArray(value)) return value.map((item: Data) => fill(item, values, where));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fill(item, values, where)]));
  }
  return value;
}

/** Writes the rows of a specification's tables out. Throws on an unknown template and on an exception that nothing uses. */
export function expandTables(
  rows: readonly TableRow[],
  file: TablesFile,
): (Partial<RequirementRow> & { id: string })[] {
  const used = new Set<string>();
  const expanded = rows.map(({ id, template, values }) => {
    const whose = values['provider'] ?? values['vendor'];
    const shape = file.templates[`${template}/${whose}`] ?? file.templates[template];
    if (shape === undefined) throw new Error(`${id}: no template ${template}`);
    const row: Record<string, unknown> = { id, ...(fill(shape as Data, values, id) as object) };
    for (const [member, value] of Object.entries(file.exceptions[id] ?? {})) {
      if (value === null) delete row[member];
      else row[member] = value;
    }
    used.add(id);
    return row as Partial<RequirementRow> & { id: string };
  });
  for (const id of Object.keys(file.exceptions)) {
    if (!used.has(id)) throw new Error(`tables.yaml has an exception for ${id}, which no table names`);
  }
  return expanded;
}
