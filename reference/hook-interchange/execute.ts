import { spawn } from 'node:child_process';
import { isAbsolute, resolve } from 'node:path';
import type { JsonMap } from './document.ts';

/** How one hook process ended. `code` is null where it was killed or could not be started. */
export interface Ended {
  readonly code: number | null;
  readonly timedOut: boolean;
  readonly failed?: string;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Launch {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly timeoutMs: number;
}

const GRACE_MS = 500;
const DEFAULT_TIMEOUT_S = 30;

function platformKey(): string[] {
  if (process.platform === 'win32') return ['windows'];
  return process.platform === 'darwin' ? ['darwin', 'osx'] : ['linux'];
}

/**
 * What the shell gets: a script reference (its first word holds a path separator) is resolved against the manifest's folder,
 * anything else goes to the shell as it is. Nothing of the payload ever stands in it.
 */
function commandLine(command: string, hookDirectory: string): string {
  const [, first = '', rest = ''] = /^(\S+)([\s\S]*)$/.exec(command.trim()) ?? [];
  if (!/[/\\]/.test(first) || isAbsolute(first) || /["'$`]/.test(first)) return command;
  const path = resolve(hookDirectory, first);
  return process.platform === 'win32' ? `"${path}"${rest}` : `'${path.replaceAll("'", "'\\''")}'${rest}`;
}

/** The launch of a hook's handler in a project, with this system's command. */
export function launchOf(handler: JsonMap, project: string, hookDirectory: string, stdin: string): Launch {
  const platform = (handler['platform'] ?? {}) as JsonMap;
  const key = platformKey().find((candidate) => typeof platform[candidate] === 'string');
  const command = String(key === undefined ? handler['command'] : platform[key]);
  const { cwd, timeout } = handler;
  const seconds = typeof timeout === 'number' && timeout > 0 ? timeout : DEFAULT_TIMEOUT_S;
  return {
    command: commandLine(command, hookDirectory),
    cwd: typeof cwd === 'string' ? resolve(project, cwd) : project,
    env: (handler['env'] ?? {}) as Record<string, string>,
    stdin,
    timeoutMs: seconds * 1000,
  };
}

/** Ends a hook with everything that it has started: the group first asked, then forced. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  const signal = (name: NodeJS.Signals): void => {
    try {
      process.kill(-pid, name);
    } catch {
      // The group is gone already.
    }
  };
  signal('SIGTERM');
  setTimeout(() => signal('SIGKILL'), GRACE_MS);
}

/** Runs one hook: payload on stdin, then end of input; a process that is still there at its limit is ended with its children. */
export function execute(launch: Launch): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(launch.command, {
      shell: true,
      cwd: launch.cwd,
      env: { ...process.env, ...launch.env },
      detached: process.platform !== 'win32',
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let timedOut = false;
    let ended = false;
    const finish = (code: number | null, failed?: string): void => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      const text = { stdout: Buffer.concat(out).toString('utf8'), stderr: Buffer.concat(err).toString('utf8') };
      done({ code, timedOut, ...(failed === undefined ? {} : { failed }), ...text });
    };
    const timer = setTimeout(() => {
      timedOut = true;
      endGroup(child.pid);
      setTimeout(() => finish(null), GRACE_MS + 200);
    }, launch.timeoutMs);
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', (error) => finish(null, error.message));
    // A background child may hold the streams open: the hook itself has ended, so a short drain is enough.
    child.on('exit', (code, signal) => {
      if (timedOut) return;
      setTimeout(() => finish(code, signal === null ? undefined : `ended by ${signal}`), 200).unref();
    });
    child.on('close', (code, signal) => {
      if (!timedOut) finish(code, signal === null ? undefined : `ended by ${signal}`);
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(launch.stdin);
  });
}

/** Starts a hook that nobody waits for: a second process of this program watches over its time limit. */
export function executeAsync(launch: Launch): Promise<void> {
  const watcher = spawn(process.execPath, [process.argv[1] ?? '', '--watch'], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  return new Promise((done) => {
    watcher.stdin.end(JSON.stringify(launch), () => done());
  });
}
