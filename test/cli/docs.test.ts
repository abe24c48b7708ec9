import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../harness/cli/commands.ts';
import { cliDocs } from '../../scripts/generate-cli-docs.ts';
import { hookconf, type Ran, ROOT } from './hookconf.ts';

test('docs/cli.md is what the program declares', () => {
  expect(readFileSync(join(ROOT, 'docs/cli.md'), 'utf8')).toBe(cliDocs());
});

test('help names every command, and every command has help', async () => {
  const help = await hookconf(['--help']);
  expect(help.code).toBe(0);
  const own = await Promise.all(COMMANDS.map(({ name }) => hookconf([name, '--help'])));
  for (const [index, { name, description }] of COMMANDS.entries()) {
    expect(help.out).toContain(name);
    expect(own[index]?.code).toBe(0);
    expect(own[index]?.out).toContain(description.slice(0, 40));
  }
});

/** Examples of commands that need nothing but the installation. */
const alone = COMMANDS.filter(({ name }) => ['list', 'explain', 'schema', 'types', 'coverage'].includes(name))
  .flatMap(({ examples }) => examples)
  .filter((line) => !line.includes(' -- '));

test.each(alone)('the example `%s` works', async (line) => {
  const ran = await hookconf(
    [...line.matchAll(/'([^']*)'|(\S+)/g)].slice(1).map(([, quoted, word]) => quoted ?? word ?? ''),
  );
  expect(ran.err).toBe('');
  expect(ran.code).toBe(0);
});

/** The commands of the README that a newcomer pastes. What they install is the test run's own business. */
const pasted = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/npx hookconf ([^\n`#]+)/g)]
  .map((match) => (match[1] ?? '').trim())
  .filter((line) => line.includes('./examples/'));

const runs = new Map<string, Promise<Ran>>();
/** What a command of the README gives, run once however many tests look at it. */
function given(line: string): Promise<Ran> {
  const ran = runs.get(line) ?? hookconf(line.split(/\s+/));
  runs.set(line, ran);
  return ran;
}

test.each(pasted)('the README’s `hookconf %s` ends as it says', async (line) => {
  expect((await given(line)).code).toBe(line.includes('read-only') ? 1 : 0);
});

test('the README’s example of a failure is what the program prints', async () => {
  const ran = await given('run ./examples/read-only.mjs');
  for (const line of [
    "exit 1 is a failed hook, which doesn't block; only exit 2 does",
    'hookconf repro native/claude-code/009-PreToolUse-Write -- ./examples/read-only.mjs',
  ]) {
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(line);
    expect(ran.out).toContain(line);
  }
});
