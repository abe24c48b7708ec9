/** Reference emitter for OpenHook: one native payload on stdin, vendor and native event as arguments, events on stdout. */
import { readFileSync } from 'node:fs';
import { readNative } from '../native.ts';
import { openHookEvents } from '../openhook.ts';

function main(): void {
  const [vendor = 'claude-code', event] = process.argv.slice(2);
  let payload: unknown;
  try {
    payload = JSON.parse(readFileSync(0, 'utf8').replace(/^\uFEFF/, ''));
  } catch {
    process.stderr.write('openhook-emitter: stdin holds no JSON document; nothing was emitted\n');
    return;
  }
  for (const one of openHookEvents(readNative(vendor, event, payload), new Date()))
    process.stdout.write(`${JSON.stringify(one)}\n`);
}

main();
