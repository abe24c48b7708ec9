/**
 * Runs inside a namespace without a network, one for as many cases as are run one after the other in it. It keeps the
 * namespace alive, hands the socket on which the sink listens there to the harness, answers every lookup of a name with an
 * address that refuses, and says what was tried. Started by {@link Namespace}, from `dist/`; talks over its IPC channel.
 */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readFileSync, readlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { type Counters, countersOf, type Destroyed, destroyedOf } from './attempts.ts';
import { Names, nameserversOf } from './names.ts';

/** What a keeper tells, the first message with the listening socket. */
export type KeeperMessage =
  | { readonly kind: 'ready'; readonly port: number; readonly network: string; readonly helpers: readonly number[] }
  | { readonly kind: 'alone' }
  | { readonly kind: 'tried'; readonly tried: Tried };

/** What happened in the namespace since it was last asked. */
export interface Tried {
  /** Names that were looked up, in order, each once. */
  readonly names: readonly string[];
  /** Sockets that are gone; null where nothing here can tell of them. */
  readonly destroyed: readonly Destroyed[] | null;
  readonly counters: Counters;
  /** Name of each address that was given as an answer. */
  readonly nameOf: Readonly<Record<string, string>>;
}

/** The kernel tells of a socket's end a moment after its process's, on a busy machine a long one. */
const TOLD_MS = 2000;
const STEP_MS = 5;

const names = new Names();
let sockets: Destroyed[] | null = [];
let counted = counters();

function counters(): Counters {
  return countersOf(readFileSync('/proc/self/net/snmp', 'utf8'));
}

function tell(message: KeeperMessage, server?: ReturnType<typeof createServer>): void {
  process.send?.(message, server);
}

/** The servers of names that the system is set to, whose addresses are this namespace's own. */
function nameservers(): readonly string[] {
  try {
    return nameserversOf(readFileSync('/etc/resolv.conf', 'utf8'));
  } catch {
    return [];
  }
}

/** Listens on an address for lookups; silent where it can't. */
function answerNames(address: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = createSocket({ type: address.includes(':') ? 'udp6' : 'udp4', reuseAddr: true });
    socket.once('error', () => resolve());
    socket.on('message', (query, from) => {
      const answer = names.answer(query);
      if (answer !== undefined) socket.send(answer, from.port, from.address, () => undefined);
    });
    socket.bind(53, address, () => {
      socket.on('error', () => undefined);
      resolve();
    });
  });
}

/** Sockets as they are destroyed, told by the kernel through `ss`; that is where addresses are known from. */
function watchSockets(): number | undefined {
  // Line by line, and gone when this process is.
  const words = ['--pdeathsig', 'KILL', 'stdbuf', '-oL', 'ss', '-H', '-n', '-t', '-u', '-E'];
  const child = spawn('setpriv', words, { stdio: ['ignore', 'pipe', 'ignore'] });
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const one = destroyedOf(line);
      if (one !== undefined && sockets !== null && sockets.length < 1000) sockets.push(one);
    }
  });
  const lost = (): void => {
    sockets = null;
  };
  child.on('error', lost);
  child.on('exit', lost);
  return child.pid;
}

function refusedAt(host: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: 1 });
    socket.once('error', () => resolve());
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
}

/**
 * What is destroyed before the kernel has been asked to tell of it is never told: we are refused ourselves, each time at another
 * address of this machine, until the latest refusal is told, and with it all before it.
 */
async function untilHeard(): Promise<void> {
  const until = performance.now() + TOLD_MS;
  for (let turn = 1; sockets !== null && turn < 250 && performance.now() < until; turn++) {
    const host = `127.0.1.${turn}`;
    await refusedAt(host);
    const soon = performance.now() + TOLD_MS / 100;
    const isTold = (): boolean => sockets?.some(({ peer }) => peer === host) === true;
    while (!isTold() && performance.now() < soon) await new Promise<void>((resolve) => setTimeout(resolve, STEP_MS));
    if (isTold()) break;
  }
  if (sockets !== null) sockets = [];
  counted = counters();
}

async function report(): Promise<void> {
  const until = performance.now() + TOLD_MS;
  const failed = (): number => counters().refused - counted.refused;
  while (sockets !== null && failed() > sockets.filter(({ protocol }) => protocol === 'tcp').length) {
    if (performance.now() > until) break;
    await new Promise<void>((resolve) => setTimeout(resolve, STEP_MS));
  }
  const now = counters();
  const change = { refused: now.refused - counted.refused, unheard: now.unheard - counted.unheard };
  tell({ kind: 'tried', tried: { names: names.take(), destroyed: sockets, counters: change, nameOf: names.given() } });
  counted = now;
  if (sockets !== null) sockets = [];
}

process.on('disconnect', () => process.exit(0));
const server = createServer();
process.on('message', (message) => {
  if (message === 'taken') server.close(() => tell({ kind: 'alone' }));
  if (message === 'tried') void report();
});
const watcher = watchSockets();
for (const address of [...nameservers(), '0.0.0.0', '::']) await answerNames(address);
await untilHeard();
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const network = readlinkSync('/proc/self/ns/net');
  tell({ kind: 'ready', port, network, helpers: watcher === undefined ? [] : [watcher] }, server);
});
