/**
 * Reference collector of Claude Code and Codex payloads: one payload on stdin, vendor and event as arguments, lines on stdout.
 * With the event `rollout` stdin holds the records of a Codex rollout, one a line.
 */
import { readFileSync } from 'node:fs';
import { collected, collectedFromRollout } from '../collector.ts';

function main(): void {
  const [vendor = 'claude-code', event] = process.argv.slice(2);
  if (event === 'rollout') {
    const records = readFileSync(0, 'utf8').split('\n').flatMap(parsed);
    for (const line of collectedFromRollout(records)) process.stdout.write(`${JSON.stringify(line)}\n`);
    return;
  }
  let payload: unknown;
  try {
    payload = JSON.parse(readFileSync(0, 'utf8').replace(/^\uFEFF/, ''));
  } catch {
    // A collector observes: what it can't read it passes over, and the tool goes on.
    return;
  }
  for (const line of collected(vendor, event, payload)) process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** A record that can't be read is passed over. */
function parsed(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

main();
