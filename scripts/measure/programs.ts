import { join } from 'node:path';
import { execa } from 'execa';

/** The built command line. */
export function hookconfProgram(root: string): string {
  return join(root, 'dist/bin.js');
}

/** Runs a program of this repository in the foreground; 0 when it ended well, else 1. */
export async function runScript(root: string, words: readonly string[]): Promise<number> {
  const [program = '', ...args] = words;
  const { exitCode } = await execa(program, args, { cwd: root, stdio: 'inherit', reject: false });
  return exitCode === 0 ? 0 : 1;
}
