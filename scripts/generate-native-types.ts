/** Writes types/generated/native/ from schemas/native/. `npm run generate`; a test holds the files to the schemas. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import type { Vendor } from '../vendors/model.ts';
import { schemaName, toolsSchemaName } from '../vendors/payload-schema.ts';
import { VENDORS } from '../vendors/slugs.ts';
import { answerSchemaName } from './native/compile.ts';
import { indexModule, type VendorSchemas, vendorModule } from './native/types.ts';

function readSchema(root: string, name: string): unknown {
  const file = join(root, 'schemas', `${name}.schema.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** The pointers that name a member of the payload itself. */
function members(pointers: readonly string[] = []): readonly string[] {
  return pointers.filter((pointer) => /^\/[^/]+$/.test(pointer)).map((pointer) => pointer.slice(1));
}

function schemasOf(root: string, slug: string): VendorSchemas {
  const vendor = parse(readFileSync(join(root, 'vendors', slug, 'vendor.yaml'), 'utf8')) as Vendor;
  const collect = (nameOf: typeof schemaName): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(vendor.events).flatMap(([event, facts]): [string, unknown][] => {
        const schema = readSchema(root, nameOf(slug, event, facts));
        return schema === undefined ? [] : [[event, schema]];
      }),
    );
  const { toolName, toolInput, toolResult } = vendor.payload;
  return {
    slug,
    name: vendor.name,
    payloads: collect(schemaName),
    answers: collect(answerSchemaName),
    tools: readSchema(root, toolsSchemaName(slug)),
    toolMembers: { name: members(toolName), input: members(toolInput), result: members(toolResult) },
  };
}

/** The text of every file of types/generated/native/, by path below the package root. */
export function nativeTypes(root: string): Map<string, string> {
  const vendors = VENDORS.map((slug) => schemasOf(root, slug));
  const folder = 'types/generated/native';
  const files = new Map(vendors.map((vendor) => [`${folder}/${vendor.slug}.d.ts`, vendorModule(vendor)]));
  return files.set(`${folder}/index.d.ts`, indexModule(vendors));
}

if (process.argv[1]?.endsWith('generate-native-types.ts') === true) {
  const root = join(import.meta.dirname, '..');
  for (const [file, text] of nativeTypes(root)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}
