import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Fixture } from '../../harness/model/corpus.ts';
import { FIXTURE_HOWS } from '../../harness/model/words.ts';
import type { Vendor } from '../../vendors/model.ts';
import { schemaName, toolsSchemaName } from '../../vendors/payload-schema.ts';
import { VENDORS } from '../../vendors/slugs.ts';
import {
  type Answers,
  answerSchema,
  answerSchemaName,
  type EventProvenance,
  type Payloads,
  payloadSchema,
  readsJson,
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
} from './configuration.ts';

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

/** How an event is known: by its best fixture, else by the documentation that was read, else not at all. */
function provenanceOf(vendor: Vendor, fixtures: readonly Fixture[], unseen: boolean): EventProvenance {
  const real = fixtures.filter((fixture) => fixture.how !== 'synthetic');
  const how = FIXTURE_HOWS.find((word) => real.some((fixture) => fixture.how === word));
  if (how === undefined)
    return unseen ? { how: 'unknown', versions: [] } : { how: 'documented', versions: vendor.versions };
  const versions = new Set(real.map((fixture) => fixture.vendor_version).filter((version) => version !== null));
  return { how, versions: [...versions].sort() };
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
      const provenance = provenanceOf(vendor, own, event.unseen === true);
      add(schemaName(slug, name, facts), payloadSchema(slug, vendor.name, name, payloads, facts, provenance));
    }
    const toolsFile = join(root, 'vendors', slug, 'tools.yaml');
    if (existsSync(toolsFile)) add(toolsSchemaName(slug), toolsSchema(slug, vendor.name, yaml<Tools>(toolsFile)));
    const configured = join(root, 'vendors', slug, 'configuration.yaml');
    if (existsSync(configured)) {
      const configuration = yaml<Configuration>(configured);
      const { listed } = configuration;
      const schema = configurationSchema(slug, vendor.name, Object.keys(vendor.events), configuration);
      add(configurationSchemaName(slug), schema);
      if (configuration.bare === true) add(bareSchemaName(slug), bareSchema(slug, vendor.name, schema));
      if (listed) add(listedSchemaName(slug), listedSchema(slug, vendor.name, vendor.events, listed));
    }
    const answers = yaml<Answers>(join(root, 'vendors', slug, 'answers.yaml'));
    for (const name of Object.keys(vendor.events).filter((event) => readsJson(answers, event))) {
      const facts = vendor.events[name];
      add(answerSchemaName(slug, name, facts), answerSchema(slug, vendor.name, name, answers, facts));
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
