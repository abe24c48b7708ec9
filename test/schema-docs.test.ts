/** What docs/schemas.md tells people to type works: the files are where it says, and its programs run. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'schema-docs-'));
const text = readFileSync(join(root, 'docs/schemas.md'), 'utf8');

/** The code blocks of a language, in order. */
function blocks(language: string): readonly string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((match) => match[1] ?? '');
}

beforeAll(() => {
  execFileSync(process.execPath, [join(root, 'dist/bin.js'), 'schema', '--out', 'schemas'], { cwd: folder });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/hookconf'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every schema that the page names below schemas/ is written there', () => {
  const named = [...text.matchAll(/\.?\/?schemas\/[\w./-]+\.schema\.json/g)].map(([path]) => path);
  expect(named.length).toBeGreaterThan(5);
  const gone = named.filter((path) => !existsSync(join(folder, path.replace(/^\.?\//, ''))));
  expect(gone).toEqual([]);
});

test('the settings for VS Code are JSON and associate files that hookconf takes for the same', () => {
  const settings = JSON.parse(blocks('json')[0] ?? '') as {
    readonly 'json.schemas': readonly { readonly fileMatch: readonly string[]; readonly url: string }[];
    readonly 'yaml.schemas': Readonly<Record<string, readonly string[]>>;
  };
  const urls = [...settings['json.schemas'].map(({ url }) => url), ...Object.keys(settings['yaml.schemas'])];
  expect(urls.map((url) => existsSync(join(folder, url)))).toEqual(urls.map(() => true));
});

test('the program in JavaScript prints what it finds', () => {
  const [program = ''] = blocks('js');
  const before = "const manifest = { spec: 'hooks/1.0', hooks: [] };\n";
  writeFileSync(join(folder, 'program.mjs'), program.replace(/^(import .*\n)/, `$1${before}`));
  const printed = execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(printed).toBe('fail /hooks hooks is empty; it must have at least one item HIF-TOP-008\n');
});

test('the programs in TypeScript compile', () => {
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    types: [],
    lib: ['es2022'],
  };
  const files = blocks('ts').map((block, index) => {
    // What a page shows is a part of somebody's file.
    writeFileSync(join(folder, `part-${index}.mts`), `${block}\nexport {};\n`);
    return `part-${index}.mts`;
  });
  expect(files.length).toBeGreaterThan(1);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, 'node_modules/typescript/lib/tsc.js');
  expect(spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: folder, encoding: 'utf8' }).stdout).toBe('');
});

const hasPython = spawnSync('python3', ['-c', 'import jsonschema, referencing']).status === 0;

test.skipIf(!hasPython)(
  'the program in Python finds what is wrong',
  () => {
    const [program = ''] = blocks('python');
    const event = 'event = {"openhook": "0.1"}\n';
    writeFileSync(
      join(folder, 'program.py'),
      `${event}${program}\nprint(sorted(error.validator for error in errors))\n`,
    );
    const printed = execFileSync('python3', ['program.py'], { cwd: folder, encoding: 'utf8' });
    expect(printed).toBe("['required', 'required', 'required', 'required', 'required']\n");
  },
  30_000,
);
