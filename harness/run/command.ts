import { accessSync, closeSync, constants, existsSync, lstatSync, openSync, readSync, statSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join, resolve, sep } from 'node:path';
import { UsageError } from '../errors.ts';
import { shellWord } from '../text/shell.ts';

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

/** The program that `#!/usr/bin/env …` looks for on PATH. */
function throughEnv(line: string): string | undefined {
  const [program = '', ...words] = line.trim().split(/\s+/);
  if (basename(program) !== 'env') return undefined;
  const word = words.find((one) => one !== '-S' && !/^\w+=/.test(one));
  return word?.startsWith('-') === true ? undefined : word;
}

/**
 * What stops the operating system from starting a file that exists and is executable, as far as its first bytes tell.
 * Found before anything runs, so that it is one line and exit 2, and not the same failure once per case.
 */
function startFault(file: string, shown: string, path: string): UsageError | undefined {
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
    const wanted = throughEnv(line);
    if (wanted !== undefined && !wanted.includes('/') && onPath(wanted, path) === undefined) {
      return new UsageError('command-interpreter', `${shown} asks for ${wanted}, which is not on PATH here`);
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

/** What to do about a word that is no program: often it is a whole command line, which only a shell would take apart. */
function wordsApart(word: string, folder: string, path: string): string {
  const [program = '', ...args] = word.trim().split(/\s+/);
  const there = program.includes('/') ? isFile(resolve(folder, program)) : onPath(program, path) !== undefined;
  return args.length > 0 && there
    ? `each word is an argument of its own: -- ${word.trim()}, or --shell ${shellWord(word)}`
    : 'give the path of your program, such as ./my-hook';
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
    throw new UsageError('command-not-found', `there is no program "${word}" on PATH`, wordsApart(word, folder, path));
  }
  const file = resolve(folder, word);
  if (!existsSync(file)) {
    const link = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    throw new UsageError(
      'command-not-found',
      link ? `${word} is a link to a file that is not there` : `there is no file ${word}`,
      wordsApart(word, folder, path),
    );
  }
  if (!isFile(file)) {
    const what = statSync(file).isDirectory() ? 'a folder' : 'a device or a pipe';
    throw new UsageError('command-not-a-file', `${word} is ${what}, not a program`);
  }
  if (!isExecutable(file))
    throw new UsageError('command-not-executable', `${word} is not executable`, `run: chmod +x ${word}`);
  const fault = startFault(file, word, path);
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

/** Programs whose first word, unless it is an option, is the script that they run. */
const INTERPRETERS = /^(?:sh|bash|dash|zsh|ksh|python[\d.]*|pypy3?|node|ruby|perl|php|lua)(?:\.exe)?$/;

/** The words with the script named in full that Node finds without its ending. */
function withEnding(program: string, words: readonly string[], folders: readonly string[]): readonly string[] {
  const [script = '', ...more] = words;
  if (!/^node(?:\.exe)?$/.test(basename(program)) || script === '' || script.startsWith('-')) return words;
  const named = ['', '.js', '.json', '.node'].map((ending) => `${script}${ending}`);
  const found = named.find((name) => folders.some((folder) => existsSync(resolve(folder, name))));
  return found === undefined ? words : [found, ...more];
}

/**
 * A script that an interpreter is to run and that isn't there. Python and dash then end with 2, which vendors take for a
 * refusal: the slip would be judged as a hook that stops everything.
 */
function missingScript(
  program: string,
  args: readonly string[],
  folders: readonly string[],
  path: string,
): UsageError | undefined {
  const [script] = args;
  if (!INTERPRETERS.test(basename(program)) || script === undefined || script === '' || script.startsWith('-'))
    return undefined;
  if (HAS_PLACEHOLDER.test(script) || folders.some((folder) => existsSync(resolve(folder, script)))) return undefined;
  if (!script.includes('/') && onPath(script, path) !== undefined) return undefined;
  return new UsageError(
    'command-script-missing',
    `there is no file ${script} for ${basename(program)} to run`,
    'give the path of your program, such as ./my-hook',
  );
}

/**
 * Resolves a subject's command (contract, section 2).
 * @param project the folder that becomes the case's project, where a script may be too
 * @throws UsageError when it can't be started at all: missing, a folder, not executable, without an interpreter.
 */
export function resolveCommand(
  words: readonly string[],
  folder: string,
  path: string,
  project: string | null = null,
): ResolvedCommand {
  const [program, ...given] = words;
  if (program === undefined || program === '')
    throw new UsageError('command-missing', 'the command is empty', 'name a program to test');
  const resolved = resolveProgram(program, folder, path);
  const folders = project === null ? [folder] : [folder, project];
  const rest = withEnding(program, given, folders);
  const missing = missingScript(program, rest, folders, path);
  if (missing !== undefined) throw missing;
  return { program: resolved, args: rest.map((word) => resolveArgument(word, folder)) };
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * The text for a shell: words that name an existing file become absolute here too, quoted or not; everything else is left
 * to the shell.
 */
export function resolveShellText(text: string, folder: string): string {
  return text.replaceAll(/(?<=^|\s)(?:'([^']*)'|"([^"$`\\]*)"|[^\s'"]+)(?=\s|$)/g, (whole, single, double) => {
    const word = (single as string | undefined) ?? (double as string | undefined);
    if (word === undefined && /["'$`\\|&;<>()]/.test(whole)) return whole;
    const absolute = resolveArgument(word ?? whole, folder);
    return absolute === (word ?? whole) ? whole : quote(absolute);
  });
}

/** First words that a shell runs itself, or that only begin something: nothing can be told of what they start. */
const SHELL_WORDS = new Set(
  (
    '. : [ [[ { ! alias bg bind break builtin case cd command continue coproc declare dirs disown do echo enable eval exec ' +
    'exit export false fg for function getopts hash history if jobs kill let local logout mapfile popd printf pushd pwd ' +
    'read readarray readonly return select set shift shopt source suspend test time times trap true type typeset ulimit ' +
    'umask unalias unset until wait while'
  ).split(' '),
);

/** Assignments, the first word, and the words after it as far as they are plain text to every POSIX shell. */
const FIRST_WORDS = /^\s*(?:\w+=[\w./:-]*\s+)*([\w./:@%+,-]+)(?=[\s;|&<>]|$)((?:[ \t]+[\w./:@%+,=-]+(?=[\s;|&<>]|$))*)/;

const POSIX_SHELL = /^(?:sh|bash|dash|zsh|ksh|ash)$/;

/**
 * Refuses a text for a shell whose first program isn't there, where its first words are plain enough to tell. The shell
 * would end with 127, or an interpreter with 2, on every payload, and the slip would be judged as the hook.
 * @throws UsageError also when the shell itself isn't there.
 */
export function checkShellText(
  text: string,
  shell: string,
  folder: string,
  path: string,
  project: string | null = null,
): void {
  const [program = ''] = shell.trim().split(/\s+/);
  if (program.includes('/') ? !isFile(program) : onPath(program, path) === undefined) {
    throw new UsageError('shell-not-found', `there is no shell ${program} here`, 'name another with "shell"');
  }
  if (!POSIX_SHELL.test(basename(program))) return;
  const [, word, rest = ''] = FIRST_WORDS.exec(text) ?? [];
  if (word === undefined || SHELL_WORDS.has(word) || /^\w+=/.test(word)) return;
  const folders = project === null ? [folder] : [folder, project];
  if (!word.includes('/')) {
    const found = onPath(word, path);
    if (found === undefined) resolveProgram(word, folder, path);
  } else {
    const found = folders.map((place) => resolve(place, word)).find((file) => existsSync(file));
    if (found === undefined || !isFile(found) || !isExecutable(found)) resolveProgram(word, folder, path);
  }
  const missing = missingScript(
    word,
    rest
      .trim()
      .split(/[ \t]+/)
      .filter((one) => one !== ''),
    folders,
    path,
  );
  if (missing !== undefined) throw missing;
}
