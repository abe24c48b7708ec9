/** Reference runner of OpenHook: reads an event, finds the hooks of the project and starts those that want it. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
  command?: unknown;
  events?: unknown;
  async?: unknown;
}

function entries(): Entry[] {
  try {
    const file = JSON.parse(readFileSync(join(process.cwd(), '.openhook.json'), 'utf8')) as { hooks?: unknown };
    const listed: readonly unknown[] = Array.isArray(file.hooks) ? file.hooks : [];
    return listed.filter((entry): entry is Entry => typeof entry === 'object' && entry !== null);
  } catch {
    return [];
  }
}

async function start(command: string, event: string, waits: boolean): Promise<void> {
  const child = spawn(command, { shell: true, detached: !waits, stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin.on('error', () => undefined);
  child.stdin.end(event);
  if (!waits) {
    await new Promise<void>((resolve) => child.stdin.on('close', () => resolve()));
    child.unref();
    return;
  }
  await new Promise<void>((resolve) => child.on('close', () => resolve()).on('error', () => resolve()));
}

const event = readFileSync(0, 'utf8');
const type = String((JSON.parse(event) as { type?: unknown }).type);
for (const entry of entries()) {
  if (typeof entry.command !== 'string') continue;
  const events = Array.isArray(entry.events) ? entry.events : ['*'];
  if (events.includes('*') || events.includes(type)) await start(entry.command, event, entry.async !== true);
}
