import { main } from './main.ts';

/** A pipe that its reader has closed (`hookconf list | head`) ends the output, not the program with a stack. */
function tolerateClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Connects {@link main} to this process: streams, signals, exit code. */
export async function start(argv: readonly string[]): Promise<void> {
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
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
    columns: process.stdout.columns ?? (Number(process.env['COLUMNS']) || undefined),
    signal: interruption.signal,
  });
  // Set, not called: what was printed into a slow pipe is still to be written.
  process.exitCode = code;
  process.off('SIGINT', interrupt);
  process.off('SIGTERM', interrupt);
}
