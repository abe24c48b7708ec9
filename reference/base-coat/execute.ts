import { spawn } from 'node:child_process';
import type { Hook } from './config.ts';

/** How a hook came out: its response, or why it has none. */
export type Result =
  | { readonly kind: 'response'; readonly response: Readonly<Record<string, unknown>> }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'failed'; readonly why: string };

/** More than any response needs. */
const MAX_OUTPUT = 1024 * 1024;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function resultOf(stdout: string): Result {
  if (stdout.trim() === '') return { kind: 'nothing' };
  try {
    const response: unknown = JSON.parse(stdout);
    return isObject(response)
      ? { kind: 'response', response }
      : { kind: 'failed', why: 'its output is no JSON object' };
  } catch {
    return { kind: 'failed', why: 'its output is no JSON' };
  }
}

/** Runs one hook in a process of its own, with the event on stdin. Never throws, and comes back within the hook's time. */
export async function execute(hook: Hook, event: unknown): Promise<Result> {
  return await new Promise<Result>((resolve) => {
    const child = spawn(hook.command, {
      shell: true,
      detached: true,
      cwd: hook.cwd ?? process.cwd(),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let stdout = '';
    let over = false;
    const end = (result: Result): void => {
      clearTimeout(timer);
      if (over) return;
      over = true;
      resolve(result);
    };
    const stop = (why: string): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has gone already.
      }
      end({ kind: 'failed', why });
    };
    const timer = setTimeout(() => stop(`it took longer than ${hook.timeoutMs / 1000} s`), hook.timeoutMs);
    child.on('error', (error) => end({ kind: 'failed', why: `it could not be started (${error.name})` }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${JSON.stringify(event)}\n`);
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (chunk: string) => {
      stdout += chunk;
      if (stdout.length > MAX_OUTPUT) stop('it printed more than 1 MiB');
    });
    child.on('close', (code, signal) => {
      if (signal !== null) end({ kind: 'failed', why: `it died of ${signal}` });
      else if (code !== 0) end({ kind: 'failed', why: `exit code ${code ?? 'unknown'}` });
      else end(resultOf(stdout));
    });
  });
}
