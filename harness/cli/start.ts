import { commandOf, main } from './main.ts';

/** Signals that ask for an end: Ctrl-C, a CI job that is cancelled, a terminal that is closed. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Exit code of what was interrupted (contract, section 3). */
const INTERRUPTED = 130;

/** A pipe that its reader has closed (`hookconf list | head`), or a terminal that is gone, ends the output with no stack. */
function tolerateClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
  });
}

/** Connects {@link main} to this process: streams, signals, exit code. */
export async function start(argv: readonly string[]): Promise<void> {
  const interruption = new AbortController();
  const concludes = commandOf(argv)?.concludes === true;
  const interrupt = (): void => {
    if (!concludes) process.exit(INTERRUPTED);
    interruption.abort();
  };
  for (const signal of ENDING) process.on(signal, interrupt);
  tolerateClosedPipe(process.stdout);
  tolerateClosedPipe(process.stderr);
  const code = await main(argv, {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    cwd: process.cwd(),
    env: process.env,
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
    inIsTerminal: process.stdin.isTTY === true,
    ask: async (question) => {
      // Loaded by those who are asked: it costs every start several milliseconds.
      const { createInterface } = await import('node:readline/promises');
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return await lines.question(question, { signal: interruption.signal });
      } catch {
        // Ctrl-C, or the end of the input, is no yes.
        return '';
      } finally {
        lines.close();
      }
    },
    columns: process.stdout.columns ?? (Number(process.env['COLUMNS']) || undefined),
    signal: interruption.signal,
  });
  // Set, not called: what was printed into a slow pipe is still to be written.
  process.exitCode = code;
  for (const signal of ENDING) process.off(signal, interrupt);
}
