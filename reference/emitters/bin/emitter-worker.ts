/**
 * Reference emitter that stays alive: the format, the vendor and the native event as arguments, a JSON document a line on
 * stdin, events as JSON lines on stdout, an empty line after the events of each document. Started for one document alone it
 * does the same, and ends with its input.
 */
import { createInterface } from 'node:readline';
import { agentHooksEvents } from '../agent-hooks.ts';
import { readNative } from '../native.ts';
import { openHookEvents } from '../openhook.ts';

const [format = 'agent-hooks', vendor = 'claude-code', event] = process.argv.slice(2);

function answer(payload: unknown): void {
  const native = readNative(vendor, event, payload);
  const now = new Date();
  const events = format === 'openhook' ? openHookEvents(native, now) : agentHooksEvents(native, now);
  process.stdout.write(`${events.map((one) => `${JSON.stringify(one)}\n`).join('')}\n`);
}

/** Undefined where the text is no whole document. */
function documentIn(text: string): { readonly payload: unknown } | undefined {
  try {
    return { payload: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch {
    return undefined;
  }
}

// Whoever starts it for one document may write that over several lines.
let held = '';
for await (const line of createInterface({ input: process.stdin })) {
  held = held === '' ? line : `${held}\n${line}`;
  if (held.trim() === '') continue;
  const found = documentIn(held);
  if (found === undefined) continue;
  held = '';
  answer(found.payload);
}
if (held.trim() !== '') process.stderr.write('emitter-worker: stdin holds no JSON document; nothing was emitted\n');
