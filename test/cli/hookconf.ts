import { join } from 'node:path';
import { execa } from 'execa';
import { processesWhere } from '../../harness/process/survivors.ts';

/** The repository, for tests that run the command as users do. */
export const ROOT: string = join(import.meta.dirname, '../..');

/** Just under what a test may take: some of these runs start hundreds of programs, on a machine that does other things. */
const PATIENCE_MS = 290_000;

/** Command lines of this machine's living processes that hold a text. Linux only; elsewhere none is seen. */
export function running(text: string): readonly string[] {
  return processesWhere(() => true)
    .map(({ command }) => command)
    .filter((command) => command.includes(text));
}

export interface Ran {
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
}

/** Runs the built command; its exit code, both streams and its time are the result, never an exception. */
export async function hookconf(
  words: readonly string[],
  options: { readonly cwd?: string; readonly env?: Record<string, string> } = {},
): Promise<Ran> {
  const started = performance.now();
  const result = await execa(process.execPath, [join(ROOT, 'dist/bin.js'), ...words], {
    cwd: options.cwd ?? ROOT,
    env: { NO_COLOR: '1', COLUMNS: '100', ...options.env },
    reject: false,
    stripFinalNewline: false,
    timeout: PATIENCE_MS,
    stdin: 'ignore',
  });
  return { code: result.exitCode, out: result.stdout, err: result.stderr, ms: performance.now() - started };
}
