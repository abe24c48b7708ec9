/** What a mutant's fate rests on changes its digest, and what it doesn't rest on changes none (scripts/measure/ground.ts). */
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mutantDigest, programsDigest } from '../scripts/measure/digest.ts';
import { corpusDigests, judged, sharedDigest, suiteDigest } from '../scripts/measure/ground.ts';
import { repositoryRoot } from '../scripts/mutants/hunt.ts';
import { loadRequirements } from '../suites/catalogue.ts';

const root = repositoryRoot();
const COPIED = ['harness', 'suites', 'vendors', 'registries', 'scripts', 'schemas', 'reference', 'dist/data'];
const LINKED = ['package.json', 'package-lock.json', 'tsconfig.json', 'node_modules', 'types'];
const SPECS = ['native', 'agent-hooks', 'hook-interchange', 'openhook', 'agent-payloads', 'base-coat'];

/** Each digest of a tree, by name; or only what everything shares, which takes a tenth of the time. */
async function digests(of: string, sharedOnly: boolean = false): Promise<Record<string, string>> {
  if (sharedOnly) return { shared: await sharedDigest(of, '') };
  const suites = await Promise.all(SPECS.map(async (spec) => [spec, await suiteDigest(of, spec)] as const));
  return {
    shared: await sharedDigest(of, ''),
    ...Object.fromEntries(suites),
    amp: corpusDigests(of, { vendors: ['amp'] }, {}).join(),
    codex: corpusDigests(of, { vendors: ['amp'] }, { vendor: ['codex'] }).join(),
    hooks: programsDigest(of, 'guard-sh'),
  };
}

describe('a digest', () => {
  const folder = mkdtempSync(join(tmpdir(), 'digests-'));
  let tree = join(folder, '0');
  let before: Record<string, string> = {};
  let turn = 0;

  beforeAll(async () => {
    for (const name of COPIED) cpSync(join(root, name), join(tree, name), { recursive: true });
    for (const name of ['amp', 'codex'])
      cpSync(join(root, 'fixtures/native', name), join(tree, 'fixtures/native', name), { recursive: true });
    for (const name of ['sessions', 'equivalence'])
      cpSync(join(root, 'fixtures', name), join(tree, 'fixtures', name), { recursive: true });
    for (const name of LINKED) symlinkSync(join(root, name), join(tree, name));
    before = await digests(tree);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** In this file a text is replaced by another. */
  type Change = readonly [file: string, find: string | RegExp, replace: string];

  /** The digests that are others once these changes are made, which are undone again. */
  async function changedBy(changes: readonly Change[], sharedOnly: boolean = false): Promise<string[]> {
    // What is known of a tree is kept by its name.
    const renamed = join(folder, String(++turn));
    renameSync(tree, renamed);
    tree = renamed;
    const undo = changes.map(([file, find, replace]) => {
      const was = readFileSync(join(tree, file), 'utf8');
      const becomes = was.replace(find, replace);
      expect(becomes, `${file} holds it`).not.toBe(was);
      writeFileSync(join(tree, file), becomes);
      return () => writeFileSync(join(tree, file), was);
    });
    const after = await digests(tree, sharedOnly);
    for (const one of undo) one();
    return Object.keys(after).filter((name) => after[name] !== before[name]);
  }

  test('is the same of the same tree somewhere else', async () => {
    expect(await digests(root)).toEqual(before);
  });

  test('does not rest on comments, what prints and what explains', async () => {
    const changes: Change[] = [
      ['harness/report/verdict.ts', /^/, '// A comment.\n\n'],
      ['suites/openhook/judge.ts', /^/, '// A comment.\n\n'],
      ['harness/report/reporters/junit.ts', /$/, '\nexport const more: number = 1;\n'],
      ['harness/cli/main.ts', /$/, '\nconsole.log(1);\n'],
      ['dist/data/suites/errata.json', /^\{/, '{"more":1,'],
      ['schemas/hookconf/report.schema.json', /^\{/, '{"more":1,'],
    ];
    expect(await changedBy(changes)).toEqual([]);
  });

  test.each([
    ['harness/report/verdict.ts', /return 'fail'/, "return 'pass'"],
    ['harness/process/capture.ts', /$/, '\nconsole.log(1);\n'],
    ['suites/declared/time-limit.ts', /$/, '\nconsole.log(1);\n'],
    ['scripts/mutants/judge.ts', /startsWith\('HC-'\)/, "startsWith('HIF-')"],
    ['dist/data/registries/events.json', '"claude-code"', '"claude"'],
    ['dist/data/vendors/cline/contract.json', /^\{/, '{"more":1,'],
    ['dist/data/suites/scenarios.json', /^\{/, '{"more":1,'],
    ['dist/data/suites/levels.json', /^\{/, '{"more":1,'],
    ['dist/data/fixtures/sessions/courses.json', /^\{/, '{"more":1,'],
    ['schemas/native/claude-code/Stop.schema.json', '"object"', '"array"'],
  ])('of everything rests on what all share: %s', async (file, find, replace) => {
    expect(await changedBy([[file, find, replace]], true)).toEqual(['shared']);
  });

  test.each([
    ['suites/openhook/index.ts', /$/, '\nconsole.log(1);\n', ['openhook']],
    ['dist/data/suites/openhook/members.json', /^\{/, '{"more":1,', ['openhook']],
    ['schemas/agent-hooks/0.1.0/event.schema.json', '"object"', '"array"', ['agent-hooks']],
    ['suites/stream/instant.ts', /return /, 'return globalThis.nothing ?? ', ['agent-hooks', 'openhook']],
    ['suites/native/judge.ts', /$/, '\nconsole.log(1);\n', ['native']],
    ['reference/hooks/guard.sh', /$/, '\ntrue\n', ['hooks']],
  ])('of a specification or of programs rests on its own: %s', async (file, find, replace, own) => {
    expect((await changedBy([[file, find, replace]])).sort()).toEqual([...own].sort());
  });

  test('of payloads rests on those of the vendors that a mutant is run for', async () => {
    expect(await changedBy([['fixtures/native/codex/001-SessionStart.json', '"event"', '"events"']])).toEqual([
      'codex',
    ]);
  });

  test('of a catalogue rests on what depends on what, and on no words', () => {
    const rows = loadRequirements('openhook');
    const based = rows.flatMap(({ dependsOn }) => dependsOn).find((id) => rows.some((row) => row.id === id));
    const text = JSON.stringify(judged('openhook'));
    expect(
      JSON.parse(text)
        .find(([id]: readonly unknown[]) => id === based)
        .at(-1),
    ).not.toEqual([]);
    for (const { statement } of rows) expect(text).not.toContain(JSON.stringify(statement));
  });

  test('of a mutant rests on its declaration, and not on what it says', async () => {
    const mutant = { subject: 'guard-sh', says: 'something', only: {}, with: {} };
    const own = await mutantDigest(root, mutant);
    expect(await mutantDigest(root, { ...mutant, says: 'something else' })).toBe(own);
    expect(await mutantDigest(root, { ...mutant, only: { vendor: ['amp'] } })).not.toBe(own);
    expect(await mutantDigest(root, { ...mutant, with: { tools: [] } })).not.toBe(own);
  });
});
