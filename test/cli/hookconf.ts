import { join } from 'node:path';
import { execa } from 'execa';

/** The repository, for tests that run the command as users do. */
export const ROOT: string = join(import.meta.dirname, '../..');

export interface Ran {
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
}

/** Runs the built command; its exit code, both streams and its time are the result, never an exception. */
export async function hookconf(
  words: readonly string[],
  options: { readonly cwd?: string; readonly env?: Record<string, string>; readonly timeout?: number } = {},
): Promise<Ran> {
  const started = performance.now();
  const result = await execa(process.execPath, [join(ROOT, 'dist/bin.js'), ...words], {
    cwd: options.cwd ?? ROOT,
    env: { NO_COLOR: '1', COLUMNS: '100', ...options.env },
    reject: false,
    stripFinalNewline: false,
    timeout: options.timeout ?? 55_000,
    stdin: 'ignore',
  });
  return { code: result.exitCode, out: result.stdout, err: result.stderr, ms: performance.now() - started };
}
