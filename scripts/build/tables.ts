import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { tableRows as agentHooks } from '../../suites/agent-hooks/tables.ts';
import { tableRows as agentPayloads } from '../../suites/agent-payloads/tables.ts';
import { tableRows as baseCoat } from '../../suites/base-coat/tables.ts';
import { tableRows as hookInterchange } from '../../suites/hook-interchange/tables.ts';
import type { Registries } from '../../suites/registries.ts';
import type { RequirementRow } from '../../suites/requirement-source.ts';
import { expandTables, type TableRow, type TablesFile } from '../../suites/table-rows.ts';

const TABLES: Readonly<Record<string, (tables: Registries) => TableRow[]>> = {
  'agent-hooks': agentHooks,
  'agent-payloads': agentPayloads,
  'base-coat': baseCoat,
  'hook-interchange': hookInterchange,
};

/** Registries read from their YAML when a generator asks for them: the build cannot read its own output. */
function registries(root: string): Registries {
  const read = (name: string): unknown => parse(readFileSync(join(root, 'registries', `${name}.yaml`), 'utf8'));
  return new Proxy({} as Registries, { get: (_, name) => read(String(name)) });
}

/** The cells of a specification's tables, before a template makes requirements of them; none where it has no tables. */
export function tableRowsOf(root: string, spec: string): TableRow[] {
  return TABLES[spec]?.(registries(root)) ?? [];
}

/** The rows of a specification that follow from its tables, in no particular order; none where it has no tables. */
export function compileTables(root: string, spec: string): (Partial<RequirementRow> & { id: string })[] {
  const generate = TABLES[spec];
  const file = join(root, `suites/${spec}/tables.yaml`);
  if (generate === undefined || !existsSync(file)) return [];
  return expandTables(generate(registries(root)), parse(readFileSync(file, 'utf8'), { merge: true }) as TablesFile);
}
