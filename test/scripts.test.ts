/** How commands of scripts/ are called, and how they end: scripts/command.ts. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { chosenBy, countOf } from '../scripts/command.ts';

const root = join(import.meta.dirname, '..');
const COMMAND = `import { command, Failure } from ${JSON.stringify(join(root, 'scripts/command.ts'))};
import { UsageError } from ${JSON.stringify(join(root, 'harness/errors.ts'))};`;

function script(work: string) {
  const code = `${COMMAND}\nawait command('dance', async () => { ${work} });`;
  return execa(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], {
    cwd: root,
    reject: false,
  });
}

/** As `npm run` does it. */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

function called(name: string, ...words: string[]) {
  const [program = '', ...first] = scripts[name]?.split(' ') ?? [];
  return execa(program, [...first, ...words], { cwd: root, reject: false, preferLocal: true });
}

describe('a command of scripts/', () => {
  test.each([
    ['return 2', 1, ''],
    ["throw new Failure('the floor is gone')", 1, 'dance: the floor is gone'],
    [
      "throw new UsageError('unknown-step', 'there is no step', 'write left or right')",
      2,
      'dance: there is no step; write left or right',
    ],
  ])('%s', async (work, exitCode, stderr) => {
    expect(await script(work)).toMatchObject({ exitCode, stderr });
  });

  test('an error of its own keeps its stack', async () => {
    const { exitCode, stderr } = await script("throw new Error('a fault')");
    expect(exitCode).toBe(1);
    expect(stderr).toContain('Error: a fault\n    at ');
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends it in one line, and its temporary files go with it', async (signal, code) => {
    const running = script("console.log(process.env['TMPDIR']); await new Promise(() => setInterval(() => 0, 1000));");
    const folder = await new Promise<string>((resolve) =>
      running.stdout.once('data', (text) => resolve(`${text}`.trim())),
    );
    expect(existsSync(folder)).toBe(true);
    running.kill(signal);
    const { exitCode, stderr } = await running;
    expect(exitCode).toBe(code);
    expect(stderr).toBe(`dance: interrupted by ${signal}; what it has written so far stays`);
    expect(existsSync(folder)).toBe(false);
  });

  test('they go with one that ends well, too', async () => {
    const { exitCode, stdout } = await script("console.log(process.env['TMPDIR']); return 0;");
    expect(exitCode).toBe(0);
    expect(stdout).not.toBe('');
    expect(existsSync(stdout)).toBe(false);
  });
});

test('an option that counts takes digits alone', () => {
  expect(countOf('steps', undefined, 30)).toBe(30);
  expect(countOf('steps', '7', 30)).toBe(7);
  for (const text of ['', '1.5', '-1', 'all', '1e3'])
    expect(() => countOf('steps', text, 30)).toThrow(`--steps takes a whole number, not "${text}"`);
  expect(() => countOf('steps', '0', 30, 1)).toThrow('--steps takes a whole number from 1 on, not "0"');
});

test('every glob has to choose something', () => {
  const names = ['left', 'right', 'round'];
  const chosen = (...globs: string[]) => names.filter(chosenBy(globs, () => names, 'step'));
  expect(chosen()).toEqual(names);
  expect(chosen('r*')).toEqual(['right', 'round']);
  expect(chosen('r*', 'left')).toEqual(names);
  expect(() => chosen('r*', 'up')).toThrow('there is no step "up"');
});

test.each(['mutants', 'measure'])('nobody stands between %s and what interrupts it', (name) => {
  expect(scripts[name]).toBe(`node --import tsx scripts/${name}.ts`);
});

describe('called wrongly, nothing runs', () => {
  test.each([
    ['mutants', ['no-such'], 'there is no mutant and no subject "no-such"'],
    ['mutants', ['--sample', 'all'], '--sample takes a whole number, not "all"'],
    ['measure', ['--run', '3'], "Unknown option '--run'"],
    // Words after it that mean nothing, so that nothing is measured either where this is let through.
    ['measure', ['mutants', '--runs', '3', 'no-such'], '--runs is for repeats; name it, too'],
    [
      'measure',
      ['mutans'],
      'there is no "mutans"; did you mean "mutants"?; write reference, variants, mutants, repeats, interop, stryker',
    ],
    ['measure', ['stryker', 'no-such'], 'there is no name of stryker like "no-such"'],
  ])('%s %j', async (name, words, told) => {
    const { exitCode, stdout, stderr } = await called(name, ...words);
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.split('\n')).toHaveLength(1);
    expect(stderr).toContain(`${name}: ${told}`);
  });
});
