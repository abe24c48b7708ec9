import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'package-'));
const installed = join(folder, 'node_modules/hookconf');
let tarball = '';

/** Runs a program and returns what it printed; a failure shows both streams. */
function run(command: string, args: readonly string[], cwd: string): string {
  try {
    // Not everybody's home folder can be written to.
    const env = { ...process.env, npm_config_cache: join(folder, 'cache') };
    return execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`);
  }
}

beforeAll(() => {
  run('npm', ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder], root);
  tarball = join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '');
  run('tar', ['-xzf', tarball, '-C', folder], folder);
  mkdirSync(join(folder, 'node_modules'));
  renameSync(join(folder, 'package'), installed);
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  copyFileSync(join(root, 'test/consumer/consumer.ts'), join(folder, 'consumer.ts'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    resolveJsonModule: true,
    // A consumer without skipLibCheck, @types/node and the types of a browser must be able to use the types.
    skipLibCheck: false,
    types: [],
    lib: ['es2022'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['typescript-5.9', 'typescript', 'typescript-7'])(
  'a consumer compiles with %s, and unions narrow',
  (compiler) => {
    const tsc = join(root, 'node_modules', compiler, 'lib/tsc.js');
    run(process.execPath, [tsc, '--noEmit', '-p', '.'], folder);
    run(process.execPath, [tsc, '--noEmit', '-p', '.', '--module', 'esnext', '--moduleResolution', 'bundler'], folder);
  },
  120_000,
);

test('a consumer runs', () => {
  run(process.execPath, [join(root, 'node_modules/typescript/lib/tsc.js'), '-p', '.'], folder);
  expect(JSON.parse(run(process.execPath, ['consumer.js'], folder))).toEqual({
    valid: true,
    schema: 'hook-interchange/1.0/manifest',
    refused: ['/spec HIF-TOP-003'],
    issues: true,
    exitCode: 2,
    kinds: true,
    registries: true,
    tables: ['seconds', 'turn', true],
    title: 'OpenHook event',
    narrowed: 5,
    tool: 'ls ',
  });
});

test('publint has nothing to say of the packed package', async () => {
  const { messages, pkg } = await publint({ pkgDir: installed, strict: true, pack: false });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('arethetypeswrong has nothing to say of the packed package', () => {
  const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  // The package is for ES modules; CommonJS and the resolution of old compilers are not promised.
  run(process.execPath, [attw, tarball, '--profile', 'esm-only', '--no-color', '--format', 'ascii'], folder);
});
