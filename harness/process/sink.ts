import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { RequestObservation } from '../model/observation.ts';
import { requestContent } from './bodies/content.ts';
import { Capture } from './capture.ts';
import type { Namespace } from './isolation/namespace.ts';
import { afterRounds } from './rounds.ts';

/** Steps for which an unfinished request is waited for once its sender has ended. A busy machine makes longer ones. */
const SETTLE_STEPS = 30;
const STEP_MS = 5;
/** Rounds of the event loop after which what a process had sent when it ended is here: taken, read, and understood. */
const ROUNDS = 5;

/**
 * A loopback server that takes whatever a subject sends and answers as a collector would. One a case, so that a request
 * needs no mark to be told whose it is, not even one that comes through a proxy setting.
 */
export class Sink {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #requests: RequestObservation[] = [];
  readonly #capBytes: number;
  readonly #currentSpawn: () => number;
  #open = 0;

  /** `currentSpawn` attributes a request that begins now. */
  constructor(capBytes: number, currentSpawn: () => number) {
    this.#capBytes = capBytes;
    this.#currentSpawn = currentSpawn;
    this.#server = createServer((request, response) => this.#take(request, response));
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => undefined);
    });
    // A tunnel can't be looked into, so it is refused; that it was asked for is what is observed.
    this.#server.on('connect', (request: IncomingMessage, socket: Socket) => {
      this.#note(request, new Capture(0));
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
    });
    this.#server.on('clientError', (_error, socket) => socket.destroy());
  }

  /** Starts to listen and gives the address, without a closing slash; in a namespace of its own where there is one. */
  async start(namespace?: Namespace): Promise<string> {
    if (namespace !== undefined) return namespace.serve(this.#server);
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    this.#server.unref();
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get count(): number {
    return this.#requests.length;
  }

  /** Everything that arrived; what is on its way gets a moment. */
  async finish(): Promise<readonly RequestObservation[]> {
    await this.caughtUp();
    for (let step = 0; this.#open > 0 && step < SETTLE_STEPS; step++)
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    this.close();
    return this.#requests;
  }

  /** What a process sent before it ended lies in the kernel until the event loop has come round. */
  caughtUp(): Promise<void> {
    return new Promise((resolve) => afterRounds(ROUNDS, resolve));
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const body = new Capture(this.#capBytes);
    const spawn = this.#currentSpawn();
    this.#open += 1;
    request.on('data', (chunk: Buffer) => body.push(chunk));
    request.on('error', () => undefined);
    request.on('close', () => {
      this.#open -= 1;
      this.#note(request, body, spawn);
    });
    request.on('end', () => {
      const protobuf = request.headers['content-type'] === 'application/x-protobuf';
      response.writeHead(200, { 'content-type': protobuf ? 'application/x-protobuf' : 'application/json' });
      response.end(protobuf ? '' : '{}');
    });
  }

  #note(request: IncomingMessage, capture: Capture, spawn: number = this.#currentSpawn()): void {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    );
    const body = capture.finish();
    const url = request.url ?? '';
    const content = requestContent(url, headers, body.bytes);
    this.#requests.push({ method: request.method ?? '', url, headers, body, content, spawn });
  }
}
