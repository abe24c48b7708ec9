import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

/** Writes `dist/data/<name>.json`; the one place that knows where compiled data lies. */
export function writeData(root: string, name: string, value: unknown): void {
  const file = join(root, 'dist/data', `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
}

function yamlFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .sort();
}

/** Compiles the YAML that people edit (suites/, registries/, vendors/, schemas/, fixtures/) to JSON that starts fast. */
export async function buildData(root: string): Promise<void> {
  for (const area of ['suites', 'registries', 'vendors', 'schemas', 'fixtures']) {
    for (const file of yamlFiles(join(root, area))) {
      // The catalogues are completed and merged with table rows before they are written (catalogue.ts).
      if (/(^|\/)(requirements|tables|groups)\.yaml$/.test(file)) continue;
      const value: unknown = parse(readFileSync(join(root, area, file), 'utf8'), { merge: true });
      writeData(root, `${area}/${file.slice(0, -'.yaml'.length)}`, value);
    }
  }
}
