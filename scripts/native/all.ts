import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { Contract } from '../../vendors/contract.ts';
import type { Vendor } from '../../vendors/model.ts';
import { schemaName, toolsSchemaName } from '../../vendors/payload-schema.ts';
import { VENDORS } from '../../vendors/slugs.ts';
import {
  type Answers,
  answerSchema,
  answerSchemaName,
  type Payloads,
  payloadSchema,
  readsJson,
  type Tool,
  type Tools,
  toolsSchema,
} from './compile.ts';
import {
  bareSchema,
  bareSchemaName,
  type Configuration,
  configurationSchema,
  configurationSchemaName,
  listedSchema,
  listedSchemaName,
  listsSchema,
  type RuleLists,
  singleSchema,
  singleSchemaName,
} from './configuration.ts';
import {
  answerProvenance,
  fixturesByTool,
  payloadProvenance,
  type SchemaProvenance,
  toolProvenance,
  toolsProvenance,
} from './provenance.ts';

function yaml<T>(file: string): T {
  return parse(readFileSync(file, 'utf8'), { merge: true }) as T;
}

function storedFixtures(root: string, slug: string): Fixture[] {
  const folder = join(root, 'fixtures/native', slug);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Fixture);
}

/** The schemas of the files in which hooks are registered: none for a vendor whose hooks are found by their names alone. */
function configurations(root: string, slug: string, vendor: Vendor): [name: string, schema: unknown][] {
  const file = join(root, 'vendors', slug, 'configuration.yaml');
  if (!existsSync(file)) return [];
  const read = yaml<Configuration | RuleLists>(file);
  if ('lists' in read) return [[configurationSchemaName(slug), listsSchema(slug, vendor.name, read)]];
  const { listed, single } = read;
  const schema = configurationSchema(slug, vendor.name, Object.keys(vendor.events), read);
  const schemas: [string, unknown][] = [[configurationSchemaName(slug), schema]];
  if (read.bare === true) schemas.push([bareSchemaName(slug), bareSchema(slug, vendor.name, schema)]);
  if (listed) schemas.push([listedSchemaName(slug), listedSchema(slug, vendor.name, vendor.events, listed)]);
  if (single) schemas.push([singleSchemaName(slug), singleSchema(slug, vendor.name, single)]);
  return schemas;
}

/** Every generated schema: its path below the package root, and its text. */
export function nativeSchemas(root: string): Map<string, string> {
  const files = new Map<string, string>();
  const add = (name: string, schema: unknown): void => {
    files.set(`schemas/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`);
  };
  for (const slug of VENDORS) {
    const vendor = yaml<Vendor>(join(root, 'vendors', slug, 'vendor.yaml'));
    const payloads = yaml<Payloads>(join(root, 'vendors', slug, 'payloads.yaml'));
    const fixtures = storedFixtures(root, slug);
    for (const [name, event] of Object.entries(payloads.events)) {
      const facts = vendor.events[name];
      if (!facts) throw new Error(`vendors/${slug}/payloads.yaml: vendor.yaml has no event ${name}`);
      const own = fixtures.filter((fixture) => fixture.event === name);
      const provenance = payloadProvenance(vendor, own, event.unseen === true);
      add(schemaName(slug, name, facts), payloadSchema(slug, vendor.name, name, payloads, facts, provenance));
    }
    const toolsFile = join(root, 'vendors', slug, 'tools.yaml');
    if (existsSync(toolsFile)) {
      const tools = yaml<Tools>(toolsFile);
      const calls = fixturesByTool(vendor, fixtures);
      const whole = toolsProvenance(vendor, tools, calls);
      const ofTool = (name: string, tool: Tool): SchemaProvenance =>
        toolProvenance(vendor, tool, calls.get(name) ?? []);
      add(toolsSchemaName(slug), toolsSchema(slug, vendor.name, tools, whole, ofTool));
    }
    for (const [name, schema] of configurations(root, slug, vendor)) add(name, schema);
    const answers = yaml<Answers>(join(root, 'vendors', slug, 'answers.yaml'));
    const contract = yaml<Contract>(join(root, 'vendors', slug, 'contract.yaml'));
    const seenFile = join(root, 'vendors', slug, 'seen.yaml');
    const seen = existsSync(seenFile) ? yaml<Record<string, string[]>>(seenFile) : {};
    for (const name of Object.keys(vendor.events).filter((event) => readsJson(answers, event))) {
      const facts = vendor.events[name];
      add(
        answerSchemaName(slug, name, facts),
        answerSchema(slug, vendor.name, name, answers, facts, answerProvenance(contract, seen, name)),
      );
    }
    const stray = [answers.none, answers.text, Object.keys(answers.events)].flatMap((list) =>
      list === undefined || list === '*' ? [] : list.filter((event) => !Object.hasOwn(vendor.events, event)),
    );
    if (stray.length > 0) throw new Error(`vendors/${slug}/answers.yaml: vendor.yaml has no event ${stray.join(', ')}`);
    const missing = Object.keys(vendor.events).filter((name) => !Object.hasOwn(payloads.events, name));
    if (missing.length > 0) throw new Error(`vendors/${slug}/payloads.yaml lacks ${missing.join(', ')}`);
  }
  return files;
}
