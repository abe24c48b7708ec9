import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The program that runs a command's first word: the one that its `#!` names, or the word itself. */
export function interpreterOf(word: string): string {
  if (!existsSync(word)) return word;
  const [, line = ''] = /^#!\s*(.*)/.exec(readFileSync(word, 'latin1').slice(0, 200)) ?? [];
  const [program = '', name] = line.trim().split(/\s+/);
  return program.endsWith('/env') && name !== undefined ? name : program === '' ? word : program;
}

/** False where the language of a program is not installed on this machine: its test is skipped, not passed. */
export function isInstalled(word: string): boolean {
  return spawnSync(interpreterOf(word), ['--version'], { stdio: 'ignore', timeout: 10_000 }).error === undefined;
}
