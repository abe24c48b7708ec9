/**
 * What a mutant's fate rests on beside the mutant itself and the program that it changes: the code that plans, runs, judges
 * and reports, what the build compiles data with, and the data itself. Not the command line, the reporters or what only explains.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildResult, build, type Plugin } from 'esbuild';
import { loadRequirements } from '../../suites/catalogue.ts';
import { vendorNamed } from '../../vendors/named.ts';
import { DEFAULT_VENDORS } from '../../vendors/slugs.ts';
import { restingOn } from '../mutants/judge.ts';
import type { Mutant } from '../mutants/mutant.ts';

export function sha256(text: string | Buffer): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** The same answer for the same key, worked out once. */
function once<Answer>(make: (root: string, key: string) => Answer): (root: string, key: string) => Answer {
  const known = new Map<string, Answer>();
  return (root, key) => {
    const whole = `${root} ${key}`;
    const before = known.get(whole);
    if (before !== undefined) return before;
    const fresh = make(root, key);
    known.set(whole, fresh);
    return fresh;
  };
}

/** The modules of one specification's suites, which suites/index.ts loads when they are asked for. */
const OF_A_SPEC = /^\.\/[\w-]+\/(index|suite|hook-suite)\.ts$/;

/** Leaves the suites of single specifications out: each has a digest of its own. */
const withoutSuites: Plugin = {
  name: 'without-suites',
  setup(builder) {
    builder.onResolve({ filter: OF_A_SPEC }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

type Bundle = BuildResult<{ write: false; metafile: true }>;

/** Code as it runs: minified, so that comments, layout and what is not used change nothing. */
async function bundled(root: string, files: readonly string[], plugins: readonly Plugin[] = []): Promise<Bundle> {
  return await build({
    entryPoints: files.map((file) => join(root, file)),
    absWorkingDir: root,
    outbase: root,
    outdir: '/',
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
    plugins: [...plugins],
  });
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

const lockOf = once((root) => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock);

/** Versions of the packages that code imports. */
function versions(root: string, { metafile }: Bundle): readonly string[] {
  const names = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path),
  );
  return [...new Set(names)].sort().flatMap((name) => {
    const version = lockOf(root, '').packages[`node_modules/${name}`]?.version;
    return version === undefined ? [] : [`${name} ${version}`];
  });
}

function texts({ outputFiles }: Bundle): string[] {
  return outputFiles.map(({ text }) => text).sort();
}

function filesBelow(root: string, folder: string, ending: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith(ending))
    .sort();
}

/** Data that people edit, as the build compiles it: `[name, text]`. Comments, order of files and layout are gone. */
function compiledData(root: string, folder: string, left: RegExp): (readonly [string, string])[] {
  const written = filesBelow(root, folder, '.yaml').map((file) => file.slice(0, -'.yaml'.length));
  return written
    .filter((name) => !left.test(name))
    .map((name) => [name, readFileSync(join(root, 'dist/data', `${name}.json`), 'utf8')]);
}

/** JSON files without their layout. */
function documents(root: string, files: readonly string[]): (readonly [string, string])[] {
  return files.map((file) => [file, JSON.stringify(JSON.parse(readFileSync(join(root, file), 'utf8')))]);
}

/** What the programs that hunt mutants load, the suites of single specifications left out; what the build compiles data with. */
const HUNTING = ['scripts/mutants/hunt.ts', 'harness/process/isolation/keeper.ts'];
const COMPILING = [
  'scripts/build/validators.ts',
  'scripts/build/reference.ts',
  'harness/formats/runtime.ts',
  'harness/formats/runtime-re2.ts',
];

/** Read by nothing that plans or judges: it explains, or schemas and types are generated from it. */
const EXPLAINS = /^suites\/(black-box-limits|drives|errata|readings|schema-rows|[\w-]+\/.*)$/;
const GENERATES = /^vendors\/[\w-]+\/(answers|configuration|payloads|tools)$/;
const NOTHING = /^$/;
/** Schemas of what is written when all is judged. */
const WRITTEN = /^schemas\/hookconf\/(badge|baseline|coverage|judges|kill-matrix|repeats|report)\.schema\.json$/;

/** Digest of what every fate rests on, whichever specification judges. */
export const sharedDigest: (root: string, key: '') => Promise<string> = once(async (root) => {
  const [hunting, compiling] = await Promise.all([bundled(root, HUNTING, [withoutSuites]), bundled(root, COMPILING)]);
  const schemas = ['schemas/native', 'schemas/hookconf'].flatMap((folder) => filesBelow(root, folder, '.schema.json'));
  return sha256(
    JSON.stringify([
      texts(hunting),
      texts(compiling),
      [...versions(root, hunting), ...versions(root, compiling)],
      compiledData(root, 'suites', EXPLAINS),
      compiledData(root, 'registries', NOTHING),
      compiledData(root, 'vendors', GENERATES),
      compiledData(root, 'schemas', NOTHING),
      ['fixtures/sessions', 'fixtures/equivalence'].flatMap((folder) => compiledData(root, folder, NOTHING)),
      documents(root, filesBelow(root, 'vendors', '/behaviour.json')),
      documents(
        root,
        schemas.filter((file) => !WRITTEN.test(file)),
      ),
    ]),
  );
});

/** The modules that a specification's suites are loaded from (suites/index.ts). */
function entriesOf(root: string, spec: string): string[] {
  return ['index.ts', 'suite.ts', 'hook-suite.ts']
    .map((file) => `suites/${spec}/${file}`)
    .filter((file) => existsSync(join(root, file)));
}

/** What of a row of the catalogue a verdict rests on; its words may change without a new measurement. */
export function judged(spec: string): unknown {
  return loadRequirements(spec).map(({ id, edition, roles, grade, level, drive, testability }) => [
    id,
    edition,
    roles,
    grade,
    level,
    drive,
    testability,
    [...restingOn(id)].sort(),
  ]);
}

/** What any subject may declare, and our own rules: they judge beside every specification. */
const EVERYWHERE = ['declared', 'house'];

/** Specifications that this code is of, or whose data or schemas it names: its own first of all. */
function touched(root: string, bundle: Bundle): string[] {
  const inputs = Object.keys(bundle.metafile.inputs);
  const code = texts(bundle).join('\n');
  return readdirSync(join(root, 'suites'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter(
      (name) =>
        EVERYWHERE.includes(name) ||
        inputs.some((file) => file.startsWith(`suites/${name}/`)) ||
        code.includes(`${name}/`),
    );
}

/** In the catalogue, as far as verdicts rest on it ({@link judged}). */
const CATALOGUE = /\/(requirements|tables|groups)$/;

/** Digest of a specification's suites: the code that plans and judges, its data and schemas, and its catalogue. */
export const suiteDigest: (root: string, spec: string) => Promise<string> = once(async (root, spec) => {
  const bundle = await bundled(root, entriesOf(root, spec));
  const specs = touched(root, bundle);
  return sha256(
    JSON.stringify([
      texts(bundle),
      versions(root, bundle),
      specs.map((name) => compiledData(root, `suites/${name}`, CATALOGUE)),
      // Those of native payloads belong to everything.
      specs.map((name) =>
        name === 'native' ? [] : documents(root, filesBelow(root, `schemas/${name}`, '.schema.json')),
      ),
      [...new Set([...EVERYWHERE, spec])].map(judged),
    ]),
  );
});

/** Digest of the payloads of one vendor, as far as a plan reads them. */
const fixturesDigest = once((root, vendor) => {
  const folder = `fixtures/native/${vendor}`;
  const files = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
  const own = files.filter((file) => file.endsWith('.json')).sort();
  return sha256(
    JSON.stringify(
      documents(
        root,
        own.map((file) => `${folder}/${file}`),
      ),
    ),
  );
});

/** The payloads that a mutant's plan may be made of: those of the vendors that it is run for. */
export function corpusDigests(
  root: string,
  subject: Readonly<Record<string, unknown>>,
  only: Mutant['only'],
): readonly string[] {
  const named = only.vendor ?? (subject['vendors'] as readonly string[] | undefined) ?? DEFAULT_VENDORS;
  return [...new Set(named.map(vendorNamed))].map((vendor) => `${vendor} ${fixturesDigest(root, vendor)}`);
}
