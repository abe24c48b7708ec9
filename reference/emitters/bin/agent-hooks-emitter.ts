/**
 * Reference emitter for Agent Hooks: one native payload on stdin, the vendor and the native event as arguments, events as JSON
 * lines on stdout and, where AGENT_HOOKS_LOG names a file, in that file too.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { agentHooksEvents } from '../agent-hooks.ts';
import { readNative } from '../native.ts';

function main(): void {
  const [vendor = 'claude-code', event] = process.argv.slice(2);
  let payload: unknown;
  try {
    payload = JSON.parse(readFileSync(0, 'utf8').replace(/^\uFEFF/, ''));
  } catch {
    process.stderr.write('agent-hooks-emitter: stdin holds no JSON document; nothing was emitted\n');
    return;
  }
  const lines = agentHooksEvents(readNative(vendor, event, payload), new Date())
    .map((one) => `${JSON.stringify(one)}\n`)
    .join('');
  process.stdout.write(lines);
  const log = process.env['AGENT_HOOKS_LOG'];
  if (log !== undefined && log !== '') appendFileSync(log, lines);
}

main();
