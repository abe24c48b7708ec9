import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../harness/assets.ts';
import { catalogueSpecs, loadRequirements } from './catalogue.ts';
import { REGISTRIES } from './registries.ts';

const root = packageRoot();
const schemas = join(root, 'schemas/hookconf');

function json(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

function yaml(file: string): unknown {
  return parse(readFileSync(join(root, file), 'utf8'), { merge: true });
}

const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
ajv.addSchema(json(join(schemas, 'registry/common.schema.json')));

function errorsOf(schema: string, document: unknown): string[] {
  const name = `https://hookconf.dev/schemas/hookconf/${schema}.schema.json`;
  const validate = ajv.getSchema(name) ?? ajv.compile(json(join(schemas, `${schema}.schema.json`)));
  validate(document);
  return (validate.errors ?? []).map(
    (error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
  );
}

describe('what people edit is held to its schema', () => {
  test.each(REGISTRIES)('registries/%s.yaml', (name) => {
    expect(errorsOf(`registry/${name}`, yaml(`registries/${name}.yaml`))).toEqual([]);
  });

  test('every registry has a schema and a name', () => {
    const files = readdirSync(join(root, 'registries')).map((file) => file.replace('.yaml', ''));
    expect(files.sort()).toEqual([...REGISTRIES].sort());
  });

  test.each(['errata', 'readings', 'editions', 'levels'])('suites/%s.yaml', (name) => {
    expect(errorsOf(`catalogue/${name}`, yaml(`suites/${name}.yaml`))).toEqual([]);
  });

  test.each(catalogueSpecs())('suites/%s: requirements, tables, groups', (spec) => {
    for (const name of ['requirements', 'tables', 'groups']) {
      if (!readdirSync(join(root, 'suites', spec)).includes(`${name}.yaml`)) continue;
      expect(errorsOf(`catalogue/${name}`, yaml(`suites/${spec}/${name}.yaml`)), `${spec}/${name}.yaml`).toEqual([]);
    }
  });

  test.each(catalogueSpecs())('the compiled catalogue of %s', (spec) => {
    for (const requirement of loadRequirements(spec)) {
      expect(errorsOf('requirement', requirement), requirement.id).toEqual([]);
    }
  });

  test('a misspelled member, an unknown grade and a cell without its mark are refused', () => {
    const [row] = loadRequirements('openhook');
    expect(errorsOf('requirement', { ...row, statment: 'x' })).not.toEqual([]);
    expect(errorsOf('requirement', { ...row, grade: 'error' })).not.toEqual([]);
    expect(errorsOf('requirement', { ...row, undecidable: 'x' })).not.toEqual([]);
    const events = yaml('registries/events.yaml') as { events: { cells: Record<string, Record<string, unknown>> }[] };
    const cell = events.events[0]?.cells['cursor'];
    if (cell !== undefined) delete cell['mark'];
    expect(errorsOf('registry/events', events)).not.toEqual([]);
  });
});
