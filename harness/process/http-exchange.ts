import { type ClientRequest, request } from 'node:http';
import { request as requestTls } from 'node:https';
import type { End, SpawnObservation } from '../model/observation.ts';
import type { Attempt } from './attempt.ts';
import { Capture } from './capture.ts';
import { afterRounds, isStarved } from './rounds.ts';

export interface HttpRequest {
  readonly url: string;
  readonly body: Buffer;
  readonly timeoutMs: number;
  readonly capBytes: number;
  readonly tap?: (stream: 'stdout' | 'stderr', chunk: Buffer) => void;
}

/** A hook that is asked over HTTP: the body is the payload, status and body are the answer. Redirects are not followed. */
export class HttpExchange implements Attempt {
  readonly settled: Promise<void>;
  readonly pid: undefined;
  readonly fault: undefined;
  readonly #request: HttpRequest;
  readonly #started: number = performance.now();
  readonly #body: Capture;
  readonly #client: ClientRequest;
  #answer: SpawnObservation['http'];
  #end: End | undefined;
  #duration = 0;
  #starved = false;
  #settle: () => void = () => undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(wanted: HttpRequest) {
    this.#request = wanted;
    this.#body = new Capture(wanted.capBytes, wanted.tap && ((chunk) => wanted.tap?.('stdout', chunk)));
    this.settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
    const send = wanted.url.startsWith('https:') ? requestTls : request;
    const headers = { 'content-type': 'application/json', 'content-length': wanted.body.length };
    // No agent: a connection that is kept would let one case reach another.
    this.#client = send(wanted.url, { method: 'POST', headers, agent: false });
    this.#client.on('response', (response) => {
      const single = Object.entries(response.headers).map(([name, value]) => [name, String(value ?? '')] as const);
      this.#answer = { status: response.statusCode ?? 0, headers: Object.fromEntries(single) };
      response.on('data', (chunk: Buffer) => this.#body.push(chunk));
      response.on('error', (error: NodeJS.ErrnoException) => this.#failed(error));
      // What vendors do with a status that is no success is what they do with an exit code of 1: an error, and no answer.
      const succeeded = Math.floor((response.statusCode ?? 0) / 100) === 2;
      response.on('end', () => this.#finish({ kind: 'exit', code: succeeded ? 0 : 1 }));
    });
    this.#client.on('error', (error: NodeJS.ErrnoException) => this.#failed(error));
    const due = performance.now() + wanted.timeoutMs;
    this.#timer = setTimeout(() => {
      const starved = isStarved(due);
      afterRounds(3, () => {
        if (this.#end !== undefined) return;
        this.#starved = starved;
        this.#finish({ kind: 'timeout', timeoutMs: wanted.timeoutMs, forced: false });
        this.#client.destroy();
      });
    }, wanted.timeoutMs);
    this.#client.end(wanted.body);
  }

  groupAlive(): boolean {
    return false;
  }

  groupGone(): void {}

  observation(caseStarted: number): SpawnObservation {
    return {
      end: this.#end ?? { kind: 'not-started', code: 'ABORTED', message: 'the request was given up' },
      stdout: this.#body.finish(),
      stderr: { bytes: Buffer.alloc(0), total: 0, truncated: false },
      stdin: { bytes: this.#request.body.length, closedEarly: false },
      stdoutHeldOpen: false,
      ...(this.#answer === undefined ? {} : { http: this.#answer }),
      ...(this.#starved ? { starved: true } : {}),
      startedMs: Math.max(0, this.#started - caseStarted),
      durationMs: this.#duration,
    };
  }

  end(): void {
    this.release();
    this.#client.destroy();
  }

  release(): void {
    clearTimeout(this.#timer);
  }

  #failed(error: NodeJS.ErrnoException): void {
    const code = error.code ?? 'UNKNOWN';
    const message =
      code === 'ECONNREFUSED'
        ? 'nothing listens at the URL: start the hook first, or name its command in "start"'
        : code === 'ECONNRESET'
          ? 'the server closed the connection without a whole answer'
          : `the URL could not be asked (${code})`;
    this.#finish({ kind: 'not-started', code, message });
  }

  #finish(end: End): void {
    if (this.#end !== undefined) return;
    clearTimeout(this.#timer);
    this.#end = end;
    this.#duration = performance.now() - this.#started;
    this.#settle();
  }
}
