import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { AnyValidateFunction } from 'ajv/dist/core.js';
import { build, transform } from 'esbuild';
import { prepareSchema } from './prepare-schema.ts';
import { closureHash, readSchemas, type SchemaSource } from './schema-sources.ts';

type Generate = (ajv: Ajv2020, validate: AnyValidateFunction) => string;

/**
 * Compiles every schema under schemas/ to dist/validators/<name>.js: an ES module that needs only its two neighbours
 * runtime.js and re2.js. A schema is compiled again only when it, or something it refers to, has changed.
 */
export async function buildValidators(root: string): Promise<void> {
  const out = join(root, 'dist/validators');
  mkdirSync(out, { recursive: true });
  const sources = readSchemas(root);
  const byId = new Map(sources.map((source) => [source.id, source]));
  const salt = compilerSalt(root);
  const cacheFile = join(out, '.hashes.json');
  const before = readHashes(cacheFile);
  const after: Record<string, string> = {};
  const stale: SchemaSource[] = [];
  for (const source of sources) {
    const hash = closureHash(source, byId, salt);
    after[source.name] = hash;
    if (before[source.name] !== hash || !existsSync(join(out, `${source.name}.js`))) stale.push(source);
  }
  removeGone(out, new Set(sources.map((source) => source.name)));
  const formats = formatSalt(root);
  if (before['runtime'] !== formats || !existsSync(join(out, 'runtime.js'))) await buildRuntime(root, out);
  after['runtime'] = formats;
  if (stale.length > 0) await compile(sources, stale, out);
  writeFileSync(cacheFile, JSON.stringify(after));
}

function readHashes(file: string): Record<string, string> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}

function hashFiles(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 32);
}

function compilerSalt(root: string): string {
  return hashFiles([
    join(root, 'scripts/build/validators.ts'),
    join(root, 'scripts/build/prepare-schema.ts'),
    join(root, 'node_modules/ajv/package.json'),
  ]);
}

function formatSalt(root: string): string {
  const folder = join(root, 'harness/formats');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return hashFiles([...files.sort().map((file) => join(folder, file)), join(root, 'node_modules/re2js/package.json')]);
}

function removeGone(out: string, names: ReadonlySet<string>): void {
  for (const entry of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    const name = entry.replaceAll('\\', '/').replace(/\.js$/, '');
    if (!entry.endsWith('.js') || name === 'runtime' || name === 're2' || names.has(name)) continue;
    rmSync(join(out, entry));
  }
}

async function buildRuntime(root: string, out: string): Promise<void> {
  await build({
    entryPoints: {
      runtime: join(root, 'harness/formats/runtime.ts'),
      re2: join(root, 'harness/formats/runtime-re2.ts'),
    },
    outdir: out,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    legalComments: 'none',
    logLevel: 'warning',
  });
}

async function compile(sources: readonly SchemaSource[], stale: readonly SchemaSource[], out: string): Promise<void> {
  const [{ Ajv2020, _ }, { default: standalone }, { FORMATS }] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv/dist/standalone/index.js'),
    import('../../harness/formats/index.ts'),
  ]);
  const ajv: Ajv2020 = new Ajv2020({
    allErrors: true,
    // Gives each failure the schema that it broke, in which `x-requirements` names the requirement.
    verbose: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    strictTuples: false,
    allowUnionTypes: true,
    // The names of the formats alone are needed here; the functions are in runtime.js.
    formats: { ...Object.fromEntries(Object.keys(FORMATS).map((name) => [name, () => true])), re2: () => true },
    code: { source: true, esm: true, lines: false, formats: _`require("hookconf-formats")` },
  });
  ajv.addVocabulary(['x-requirements', 'x-advised', 'x-at', ...ownKeywords(sources)]);
  for (const source of sources) ajv.addSchema(prepareSchema(source.schema, source.file) as object, source.id);
  // CommonJS interop differs between tsx and node: the function may be one `default` deeper.
  const wrapped = standalone as unknown as Generate | { readonly default: Generate };
  const generate = typeof wrapped === 'function' ? wrapped : wrapped.default;
  for (const source of stale) {
    let code: string;
    try {
      const validate = ajv.getSchema(source.id);
      if (validate === undefined) throw new Error('ajv does not find it');
      code = generate(ajv, validate);
    } catch (error) {
      throw new Error(`schemas/${source.file}: ${error instanceof Error ? error.message : String(error)}`);
    }
    const file = join(out, `${source.name}.js`);
    mkdirSync(dirname(file), { recursive: true });
    const module = toModule(code, relative(dirname(file), out).replaceAll('\\', '/') || '.', source.file);
    // Minified because people install it: the schemas that failures refer to are part of the code.
    const { code: small } = await transform(module, { minify: true, format: 'esm', target: 'node20.19' });
    writeFileSync(file, small);
  }
}

/** Annotation keywords of our own, `x-…`, wherever a schema uses them; anything else unknown is a slip and refused by ajv. */
function ownKeywords(sources: readonly SchemaSource[]): string[] {
  const found = new Set<string>();
  for (const source of sources) {
    for (const match of source.text.matchAll(/"(x-[a-z-]+)"\s*:/g)) {
      if (match[1] !== 'x-requirements' && match[1] !== 'x-advice' && match[1] !== undefined) found.add(match[1]);
    }
  }
  return [...found].sort();
}

/** ajv writes `require` even in ES modules; what it requires becomes an import of our runtime. */
function toModule(code: string, up: string, file: string): string {
  const withRe2 = code.includes('require("hookconf-formats").re2');
  const body = code
    .replace(/^"use strict";/, '')
    .replaceAll('require("hookconf-formats").re2', 're2')
    .replaceAll('require("hookconf-formats")', 'formats')
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', 'characters')
    .replaceAll('require("ajv/dist/runtime/equal").default', 'deepEqual');
  const left = /\brequire\("[^"]+"\)/.exec(body);
  if (left !== null) throw new Error(`schemas/${file}: the compiled code still has ${left[0]}`);
  const imports = [`import { formats, characters, deepEqual } from "${up}/runtime.js";`];
  if (withRe2) imports.push(`import { re2 } from "${up}/re2.js";`);
  return `${imports.join('\n')}\n${body}\n`;
}
