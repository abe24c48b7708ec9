import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { UsageError } from '../errors.ts';
import { checkShellText, resolveCommand, resolveShellText } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = '/usr/bin:/bin';

function file(name: string, content: string, mode = 0o755): void {
  writeFileSync(join(folder, name), content);
  chmodSync(join(folder, name), mode);
}
file('guard.sh', '#!/bin/sh\nexit 0\n');
file('plain.sh', 'exit 0\n');
file('guard.js', '', 0o644);
file('data.json', '{}', 0o644);
file('empty', '');
file('crlf.sh', '#!/bin/sh\r\nexit 0\r\n');
file('lost.sh', '#!/opt/nowhere/bin/sh\n');
file('lost-env.sh', '#!/usr/bin/env no-such-program\n');
file('found-env.sh', '#!/usr/bin/env -S A=1 sh -e\n');
file('two words.sh', '#!/bin/sh\n');
file('bom.sh', '\uFEFF#!/bin/sh\n');
mkdirSync(join(folder, 'hooks'));

test('the program and arguments that name a file become absolute, other words stay', () => {
  expect(
    resolveCommand(['sh', 'guard.sh', '--fast', 'data.json', 'hooks', '{vendor}', 'hooks/{vendor}.sh'], folder, path),
  ).toEqual({
    program: '/usr/bin/sh',
    args: [
      join(folder, 'guard.sh'),
      '--fast',
      join(folder, 'data.json'),
      'hooks',
      '{vendor}',
      join(folder, 'hooks/{vendor}.sh'),
    ],
  });
  expect(resolveCommand(['./guard.sh'], folder, path).program).toBe(join(folder, 'guard.sh'));
});

test.each([
  ['./none.sh', 'command-not-found'],
  ['guard.sh', 'command-not-found'],
  ['no-such-program', 'command-not-found'],
  ['./data.json', 'command-not-executable'],
  ['./hooks', 'command-not-a-file'],
  ['./plain.sh', 'command-no-interpreter'],
  ['./empty', 'command-empty'],
  ['./crlf.sh', 'command-crlf'],
  ['./lost.sh', 'command-interpreter'],
  ['./lost-env.sh', 'command-interpreter'],
  ['./bom.sh', 'command-bom'],
  ['', 'command-missing'],
])('%j is refused in one line (%s)', (word, code) => {
  let thrown: unknown;
  try {
    resolveCommand([word], folder, path);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(UsageError);
  expect((thrown as UsageError).code).toBe(code);
  expect((thrown as UsageError).line).not.toContain('\n');
});

test('a file of that name here is pointed out', () => {
  expect(() => resolveCommand(['guard.sh'], folder, path)).toThrow(
    expect.objectContaining({ hint: 'for the file here write ./guard.sh' }),
  );
});

test('a text for the shell keeps its syntax', () => {
  expect(resolveShellText('./guard.sh | tee "$HOME/log"', folder)).toBe(
    `'${join(folder, 'guard.sh')}' | tee "$HOME/log"`,
  );
});

test('a quoted word for the shell that names a file becomes absolute too', () => {
  const there = `'${join(folder, 'two words.sh')}'`;
  expect(resolveShellText(`sh 'two words.sh' | cat`, folder)).toBe(`sh ${there} | cat`);
  expect(resolveShellText(`"./two words.sh" 'a b' "$X"`, folder)).toBe(`${there} 'a b' "$X"`);
});

test('an interpreter without its script is refused; what may be elsewhere is not', () => {
  const missing = expect.objectContaining({ code: 'command-script-missing' });
  expect(() => resolveCommand(['sh', 'none.sh'], folder, path)).toThrow(missing);
  for (const words of [
    ['./found-env.sh'],
    ['sh', '-c', 'none.sh'],
    ['sh', 'hooks/{vendor}.sh'],
    ['sh', 'guard.sh', 'none.sh'],
    ['sh', 'ls'],
    ['env', 'none.sh'],
  ])
    expect(() => resolveCommand(words, folder, path)).not.toThrow();
  expect(() => resolveCommand(['sh', 'guard.sh'], join(folder, 'hooks'), path, folder)).not.toThrow();
});

test('a script that Node finds without its ending is found, and named in full', () => {
  const [directory = ''] = process.execPath.match(/.*(?=\/)/) ?? [];
  expect(resolveCommand(['node', './guard', 'guard'], folder, directory).args).toEqual([
    join(folder, 'guard.js'),
    'guard',
  ]);
  expect(() => resolveCommand(['node', './none'], folder, directory)).toThrow(UsageError);
});

test('a whole command line given as one word is taken apart by nobody, and the line says how', () => {
  expect(() => resolveCommand(['sh guard.sh'], folder, path)).toThrow(
    expect.objectContaining({ hint: "each word is an argument of its own: -- sh guard.sh, or --shell 'sh guard.sh'" }),
  );
  expect(() => resolveCommand(['./guard.sh --fast'], folder, path)).toThrow(
    expect.objectContaining({
      hint: "each word is an argument of its own: -- ./guard.sh --fast, or --shell './guard.sh --fast'",
    }),
  );
});

test('a link to nothing and a device are called what they are', () => {
  symlinkSync('nowhere', join(folder, 'dangling'));
  expect(() => resolveCommand(['./dangling'], folder, path)).toThrow(
    './dangling is a link to a file that is not there',
  );
  expect(() => resolveCommand(['/dev/null'], folder, path)).toThrow('/dev/null is a device or a pipe, not a program');
});

test('a text for a shell whose first program is not there is refused; what only the shell can tell is not', () => {
  const code = (text: string, shell = '/bin/sh'): string => {
    try {
      checkShellText(text, shell, folder, path);
    } catch (error) {
      return (error as UsageError).code;
    }
    return 'none';
  };
  expect(code('./none.sh')).toBe('command-not-found');
  expect(code('A=1 no-such-program --x | cat')).toBe('command-not-found');
  expect(code('no-such-program; true')).toBe('command-not-found');
  expect(code('sh none.sh')).toBe('command-script-missing');
  expect(code('true', '/bin/no-such-shell')).toBe('shell-not-found');
  for (const text of [
    './guard.sh',
    'sh guard.sh | cat',
    'cd hooks && ./none.sh',
    '"$HOOK" x',
    'f() { true; }; f',
    'if true; then ./guard.sh; fi',
    '$(which sh) none.sh',
    'HOOK=./guard.sh; $HOOK',
    'sh -c ./none.sh',
    "'./two words.sh'",
  ])
    expect(code(text), text).toBe('none');
});
