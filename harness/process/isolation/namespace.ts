import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import type { Server, Socket } from 'node:net';
import { delimiter, join } from 'node:path';
import { packageRoot } from '../../assets.ts';
import type { NetworkAttempt } from '../../model/observation.ts';
import { kill } from '../survivors.ts';
import { attemptsOf } from './attempts.ts';
import type { KeeperMessage, Tried } from './keeper.ts';

/** Longer than this nothing that can be done takes. */
const READY_MS = 30_000;
const TRIED_MS = 10_000;

/** Exit code of a shell that may not set up the network. */
const NO_RIGHT = 71;

/**
 * Every address is one of this namespace itself, so that whoever is spoken to refuses: without a route a subject would
 * learn at once that there is no network, and which address it meant would be forgotten. An echo is no connection, and
 * would be answered.
 */
const SETUP = `ip link set lo up && ip route add local default dev lo || exit ${NO_RIGHT}
ip -6 route add local default dev lo 2>/dev/null
echo 1 2>/dev/null >/proc/sys/net/ipv4/icmp_echo_ignore_all
exec "$@"`;

/** Programs without which a namespace can't be made, and the package that they belong to. */
const NEEDED: readonly (readonly [string, string])[] = [
  ['unshare', 'util-linux'],
  ['nsenter', 'util-linux'],
  ['setpriv', 'util-linux'],
  ['ip', 'iproute2'],
];

function isOnPath(name: string, path: string): boolean {
  return path.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)));
}

/** Programs of the system that an ordinary user's PATH may not name. */
export function systemPath(): string {
  return [process.env['PATH'] ?? '', '/usr/sbin', '/sbin', '/usr/bin', '/bin'].join(delimiter);
}

/** Why no namespace can be made on this machine, as far as it can be told without trying. */
export function missingFor(platform: string, path: string): string | undefined {
  if (platform !== 'linux') return 'only Linux can take a process’s network away without being root';
  const [missing] = NEEDED.filter(([name]) => !isOnPath(name, path));
  return missing && `the program ${missing[0]} (of ${missing[1]}) is not installed`;
}

/** A network of its own: the loopback, the sink, and nobody else. Serves one case at a time. */
export class Namespace {
  readonly #keeper: ChildProcess;
  readonly #listening: Server;
  readonly #path: string;
  readonly #port: number;
  /** What `/proc/<pid>/ns/net` gives for whoever is in it. */
  readonly network: string;
  /** Processes in it that are ours. */
  readonly own: ReadonlySet<number>;
  #serving: HttpServer | undefined;

  private constructor(keeper: ChildProcess, listening: Server, told: Extract<KeeperMessage, { kind: 'ready' }>) {
    this.#keeper = keeper;
    this.#listening = listening;
    this.#path = systemPath();
    this.#port = told.port;
    this.network = told.network;
    this.own = new Set([keeper.pid ?? 0, ...told.helpers]);
    listening.on('connection', (socket: Socket) => {
      if (this.#serving === undefined) socket.destroy();
      else this.#serving.emit('connection', socket);
    });
    listening.unref();
  }

  /** Gives the reason where the system doesn't let us. */
  static async make(): Promise<Namespace | string> {
    const path = systemPath();
    const missing = missingFor(process.platform, path);
    if (missing !== undefined) return missing;
    const words = ['--user', '--map-current-user', '--keep-caps', '--net', '--', '/bin/sh', '-c', SETUP, 'sh'];
    const program = join(packageRoot(), 'dist/process/isolation/keeper.js');
    const keeper = spawn('unshare', [...words, process.execPath, program], {
      cwd: '/',
      env: { PATH: path, LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      detached: true,
    });
    let said = '';
    keeper.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(0, 4096);
    });
    return new Promise((resolve) => {
      let made: Namespace | undefined;
      const give = (result: Namespace | string): void => {
        clearTimeout(timer);
        if (typeof result === 'string') end(keeper);
        resolve(result);
      };
      const timer = setTimeout(() => give('a namespace took too long to make'), READY_MS);
      keeper.on('error', (error: NodeJS.ErrnoException) => give(`unshare can't be started (${error.code ?? 'error'})`));
      keeper.once('close', (code) => give(refusal(code, said)));
      keeper.on('message', (message: KeeperMessage, handle) => {
        if (message.kind === 'ready' && handle !== undefined) {
          made = new Namespace(keeper, handle as Server, message);
          keeper.send('taken');
        }
        // From here on connections come to us alone.
        if (message.kind === 'alone') {
          keeper.unref();
          keeper.channel?.unref();
          (keeper.stderr as unknown as { unref?: () => void } | null)?.unref?.();
          give(made ?? 'a namespace could not be reached');
        }
      });
    });
  }

  /** What starts a command inside; the process stays the same one. */
  enter(file: string, args: readonly string[]): { readonly file: string; readonly args: readonly string[] } {
    const nsenter = this.#path.split(delimiter).find((folder) => existsSync(join(folder, 'nsenter'))) ?? '/usr/bin';
    const into = ['--user', '--net', '--preserve-credentials', `--target=${this.#keeper.pid ?? 0}`, '--'];
    return { file: join(nsenter, 'nsenter'), args: [...into, file, ...args] };
  }

  /** Lets a server take the connections that are made to the sink; gives its address. */
  serve(server: HttpServer): string {
    this.#serving = server;
    return `http://127.0.0.1:${this.#port}`;
  }

  /** What was tried since the last call. The next case may begin afterwards. */
  async attempts(): Promise<readonly NetworkAttempt[]> {
    this.#serving = undefined;
    if (!this.#keeper.connected) return [];
    const tried = new Promise<Tried | undefined>((resolve) => {
      const give = (told: Tried | undefined): void => {
        clearTimeout(timer);
        this.#keeper.off('message', heard);
        this.#keeper.off('disconnect', gone);
        resolve(told);
      };
      const gone = (): void => give(undefined);
      const heard = (message: KeeperMessage): void => {
        if (message.kind === 'tried') give(message.tried);
      };
      const timer = setTimeout(gone, TRIED_MS);
      this.#keeper.on('message', heard);
      this.#keeper.on('disconnect', gone);
    });
    this.#keeper.send('tried');
    const told = await tried;
    return told === undefined ? [] : attemptsOf(told);
  }

  close(): void {
    this.#listening.close();
    end(this.#keeper);
  }
}

function end(keeper: ChildProcess): void {
  if (keeper.connected) keeper.disconnect();
  if (keeper.pid !== undefined) kill(-keeper.pid, 'SIGKILL');
}

function refusal(code: number | null, said: string): string {
  const why = /unshare failed: (.*)/.exec(said)?.[1] ?? /write failed .*: (.*)/.exec(said)?.[1];
  if (why?.startsWith('No space left') === true)
    return 'the system’s limit of namespaces is reached (sysctl user.max_user_namespaces)';
  if (why !== undefined) return `the system gives no namespace to an ordinary user (${why})`;
  if (code === NO_RIGHT) return 'the system gives a namespace, but no right to set up its network';
  return /unrecognized option|invalid option/.test(said)
    ? 'the installed util-linux is too old (2.36 is needed)'
    : 'the process that keeps the namespace ended at once';
}
