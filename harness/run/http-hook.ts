import { UsageError } from '../errors.ts';
import type { Subject } from '../model/subject.ts';
import type { Engine } from '../process/engine.ts';
import type { Launch } from '../process/launch.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The URL of a hook that is asked over HTTP. Only this machine's own, and hosts that the user allows by name or by name and
 * port: a run must not send payloads to anybody else.
 * @throws UsageError for anything else.
 */
export function hookUrl(subject: Subject, allowed: readonly string[] = []): string | undefined {
  if (subject.url === undefined) return undefined;
  let url: URL;
  try {
    url = new URL(subject.url.replaceAll(/[{}]/g, ''));
  } catch {
    throw new UsageError(
      'url-invalid',
      `the URL of ${subject.name} is not one`,
      'write it as http://127.0.0.1:8080/hook',
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UsageError(
      'url-invalid',
      `the URL of ${subject.name} is not of HTTP`,
      'write it as http://127.0.0.1:8080/hook',
    );
  }
  const hosts = allowed.map((host) => host.toLowerCase());
  if (!LOOPBACK.test(url.hostname) && !hosts.includes(url.hostname) && !hosts.includes(url.host)) {
    throw new UsageError(
      'url-remote',
      `the URL of ${subject.name} is another machine's, and payloads are sent to this one only`,
      `run the hook here and use http://127.0.0.1, or allow it with --allow-host ${url.hostname}`,
    );
  }
  return subject.url;
}

/** Starts the command named by `start`, once a run; gives the reason why the subject can't be used, or null. */
export async function startHook(engine: Engine, subject: Subject, start: Launch | undefined): Promise<string | null> {
  if (subject.url === undefined || start === undefined) return null;
  try {
    await engine.startServer(start, subject.url);
    return null;
  } catch (error) {
    return `${subject.name} can't be used: ${(error as Error).message}`;
  }
}
