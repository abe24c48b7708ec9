import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Requirement } from '../../harness/model/requirement.ts';
import {
  completeRow,
  type DriveText,
  type RequirementRow,
  type RequirementsFile,
  toRequirement,
} from '../../suites/requirement-source.ts';
import type { RequirementSet } from '../../suites/sets.ts';
import { loadMutants } from '../mutants/mutant.ts';
import { writeData } from './data.ts';
import { perVendor } from './per-vendor.ts';
import { compileTables } from './tables.ts';

function yaml<T>(root: string, file: string): T {
  return parse(readFileSync(join(root, file), 'utf8'), { merge: true }) as T;
}

/** The rows of one group: those that follow from a table stand among the hand-kept ones in the order of their ids. */
function withTable(own: readonly RequirementRow[], table: readonly RequirementRow[]): readonly RequirementRow[] {
  if (table.length === 0) return own;
  return [...own, ...table].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The whole catalogue of one specification, in the order of its file: hand-kept rows and those that follow from tables. */
function compileCatalogue(root: string, spec: string): Requirement[] {
  const source = yaml<RequirementsFile>(root, `suites/${spec}/requirements.yaml`);
  if (source.spec !== spec) throw new Error(`suites/${spec}/requirements.yaml says that it is of ${source.spec}`);
  const drives = yaml<Record<string, DriveText>>(root, 'suites/drives.yaml');
  const generated = compileTables(root, spec).map((row) => completeRow(row, [source.defaults]));
  const kept = source.groups.flatMap((group) => {
    const own = group.requirements.map((row) => completeRow(row, [source.defaults, group.defaults]));
    return withTable(
      own,
      generated.filter(({ id }) => id.slice(0, id.lastIndexOf('-')) === group.group),
    );
  });
  const lost = generated.find((row) => !kept.includes(row));
  if (lost !== undefined) throw new Error(`suites/${spec}/requirements.yaml has no group for ${lost.id}`);
  const rows = perVendor(root, kept);
  const seen = new Set<string>();
  for (const row of rows) {
    if (seen.has(row.id)) throw new Error(`${row.id} stands twice in the catalogue of ${spec}`);
    seen.add(row.id);
  }
  return rows.map((row) => toRequirement(row, spec, source.informationOnly ?? [], drives));
}

/** The specifications that have a catalogue: the folders of suites/ that hold a requirements.yaml. */
export function catalogueSpecs(root: string): string[] {
  return readdirSync(join(root, 'suites'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, 'suites', entry.name, 'requirements.yaml')))
    .map((entry) => entry.name)
    .sort();
}

/** The frozen sets of every specification, oldest first within an edition. */
function readSets(root: string, specs: readonly string[]): RequirementSet[] {
  return specs.flatMap((spec) => {
    const folder = join(root, 'suites', spec, 'sets');
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .sort()
      .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as RequirementSet);
  });
}

/** Per requirement the reference programs that break it once a fault is planted: `<subject>: <fault>`. */
function brokenBy(root: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { subject, says, kills } of loadMutants(root)) {
    for (const id of kills) {
      found[id] ??= [];
      found[id].push(`${subject}: ${says}`);
    }
  }
  return found;
}

/** Writes `dist/data/suites/<spec>/catalogue.json` for every specification, and the list of them. */
export function buildCatalogue(root: string): void {
  const specs = catalogueSpecs(root);
  const prefixes: Record<string, string> = {};
  const groups: Record<string, unknown> = {};
  for (const spec of specs) {
    const requirements = compileCatalogue(root, spec);
    for (const { id } of requirements) {
      const prefix = id.slice(0, id.indexOf('-'));
      const owner = prefixes[prefix] ?? spec;
      if (owner !== spec) throw new Error(`${id}: ids in ${prefix}- belong to ${owner}`);
      prefixes[prefix] = owner;
    }
    writeData(root, `suites/${spec}/catalogue`, requirements);
    if (existsSync(join(root, 'suites', spec, 'groups.yaml'))) groups[spec] = yaml(root, `suites/${spec}/groups.yaml`);
  }
  writeData(root, 'suites/groups', groups);
  writeData(root, 'suites/broken-by', brokenBy(root));
  const sets = readSets(root, specs);
  writeData(root, 'suites/sets', sets);
  // Levels name their set; that must not cost the reading of all of them at every start.
  writeData(
    root,
    'suites/set-names',
    Object.fromEntries(sets.map(({ spec, edition, set }) => [`${spec}/${edition}`, set])),
  );
  writeData(root, 'suites/catalogues', { specs, prefixes });
}
