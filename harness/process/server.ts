import { connect } from 'node:net';
import type { SubjectProcess } from './subject-process.ts';

const STEP_MS = 25;

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const answer = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}

/**
 * Waits until something listens at a URL that a started command is to serve.
 * @throws Error when the command ends before, or the time is over.
 */
export async function untilListening(url: string, server: SubjectProcess, timeoutMs: number): Promise<void> {
  const { hostname, port, protocol } = new URL(url);
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  const until = performance.now() + timeoutMs;
  let ended = false;
  void server.settled.then(() => {
    ended = true;
  });
  while (!(await accepts(hostname.replace(/^\[|\]$/g, ''), number))) {
    if (ended) {
      const said = server.observation(0).stderr.bytes.toString('utf8').trim().split('\n').at(-1) ?? '';
      throw new Error(
        `the command that starts the server ended before anything listened at its URL${said && `: ${said}`}`,
      );
    }
    if (performance.now() > until)
      throw new Error('the command that starts the server runs, but nothing listens at its URL');
    await new Promise<void>((resolve) => setTimeout(resolve, STEP_MS));
  }
}
