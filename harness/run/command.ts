import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve, sep } from 'node:path';
import { UsageError } from '../errors.ts';

/** A command resolved once, from the folder of hookconf.json or the caller's: what is spawned for every case. */
export interface ResolvedCommand {
  readonly program: string;
  readonly args: readonly string[];
}

const HAS_PLACEHOLDER = /\{(vendor|provider|event|edition)\}/;

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(name: string, path: string): string | undefined {
  const endings = process.platform === 'win32' ? (process.env['PATHEXT'] ?? '.EXE;.CMD').split(';').concat('') : [''];
  for (const folder of path.split(delimiter)) {
    for (const ending of endings) {
      const file = join(folder === '' ? '.' : folder, name + ending);
      if (isFile(file) && isExecutable(file)) return file;
    }
  }
  return undefined;
}

/**
 * What stops the operating system from starting a file that exists and is executable, as far as its first bytes tell.
 * Found before anything runs, so that it is one line and exit 2, and not the same failure once per case.
 */
function startFault(file: string, shown: string): UsageError | undefined {
  const head = Buffer.alloc(256);
  let length: number;
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    length = readSync(handle, head, 0, head.length, 0);
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
  if (length === 0) return new UsageError('command-empty', `${shown} is an empty file`, 'it would do nothing when run');
  if (process.platform === 'win32') return undefined;
  if (head.subarray(0, 3).toString('latin1') === '\xEF\xBB\xBF') {
    return new UsageError(
      'command-bom',
      `${shown} begins with a byte-order mark, so it can't be started`,
      'save it as UTF-8 without one',
    );
  }
  if (head[0] === 0x23 && head[1] === 0x21) {
    const line = head.subarray(2, length).toString('latin1').split('\n', 1)[0] ?? '';
    if (line.endsWith('\r')) {
      return new UsageError(
        'command-crlf',
        `${shown} has Windows line ends, so its interpreter can't be found`,
        'save it with LF line ends',
      );
    }
    const interpreter = line.trim().split(/\s+/)[0] ?? '';
    if (!existsSync(interpreter)) {
      return new UsageError(
        'command-interpreter',
        `${shown} asks for the interpreter ${interpreter}, which doesn't exist here`,
      );
    }
    return undefined;
  }
  // Text without a #! line: a shell would run it, the operating system refuses to.
  if (!head.subarray(0, length).includes(0)) {
    return new UsageError(
      'command-no-interpreter',
      `${shown} has no #! line, so it can't be started`,
      'add one such as #!/bin/sh, or use --shell',
    );
  }
  return undefined;
}

function resolveProgram(word: string, folder: string, path: string): string {
  if (HAS_PLACEHOLDER.test(word)) return word.includes('/') ? resolve(folder, word) : word;
  if (!word.includes('/') && !word.includes(sep)) {
    const found = onPath(word, path);
    if (found !== undefined) return found;
    if (isFile(join(folder, word)))
      throw new UsageError(
        'command-not-found',
        `there is no program "${word}" on PATH`,
        `for the file here write ./${word}`,
      );
    throw new UsageError(
      'command-not-found',
      `there is no program "${word}" on PATH`,
      'give the path of your program, such as ./my-hook',
    );
  }
  const file = resolve(folder, word);
  if (!existsSync(file))
    throw new UsageError(
      'command-not-found',
      `there is no file ${word}`,
      'give the path of your program, such as ./my-hook',
    );
  if (!isFile(file)) throw new UsageError('command-not-a-file', `${word} is a folder, not a program`);
  if (!isExecutable(file))
    throw new UsageError('command-not-executable', `${word} is not executable`, `run: chmod +x ${word}`);
  const fault = startFault(file, word);
  if (fault !== undefined) throw fault;
  return file;
}

/** Arguments that name an existing file become absolute, since every case runs in a folder of its own. */
function resolveArgument(word: string, folder: string): string {
  if (word === '' || isAbsolute(word) || word.startsWith('-')) return word;
  if (HAS_PLACEHOLDER.test(word)) {
    const fixed = word.slice(0, word.search(HAS_PLACEHOLDER));
    const parent = fixed.slice(0, fixed.lastIndexOf('/') + 1);
    return parent !== '' && existsSync(join(folder, parent)) ? resolve(folder, word) : word;
  }
  const file = join(folder, word);
  if (isFile(file)) return file;
  return /^\.{1,2}($|\/)/.test(word) && existsSync(file) ? file : word;
}

/**
 * Resolves a subject's command (contract, section 2).
 * @throws UsageError when it can't be started at all: missing, a folder, not executable, without an interpreter.
 */
export function resolveCommand(words: readonly string[], folder: string, path: string): ResolvedCommand {
  const [program, ...rest] = words;
  if (program === undefined || program === '')
    throw new UsageError('command-missing', 'the command is empty', 'name a program to test');
  return { program: resolveProgram(program, folder, path), args: rest.map((word) => resolveArgument(word, folder)) };
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The text for a shell: words that name an existing file become absolute here too; everything else is left to the shell. */
export function resolveShellText(text: string, folder: string): string {
  return text
    .split(/(\s+)/)
    .map((word) => {
      const absolute = /['"$`\\|&;<>()]/.test(word) ? word : resolveArgument(word, folder);
      return absolute === word ? word : quote(absolute);
    })
    .join('');
}
