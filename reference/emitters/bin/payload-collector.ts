/** Reference collector of Claude Code and Codex payloads: one payload on stdin, vendor and event as arguments, lines on stdout. */
import { readFileSync } from 'node:fs';
import { collected } from '../collector.ts';

function main(): void {
  const [vendor = 'claude-code', event] = process.argv.slice(2);
  let payload: unknown;
  try {
    payload = JSON.parse(readFileSync(0, 'utf8').replace(/^\uFEFF/, ''));
  } catch {
    // A collector observes: what it can't read it passes over, and the tool goes on.
    return;
  }
  for (const line of collected(vendor, event, payload)) process.stdout.write(`${JSON.stringify(line)}\n`);
}

main();
