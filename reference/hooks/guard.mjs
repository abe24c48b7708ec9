#!/usr/bin/env node
// A guard that stops dangerous shell commands, with every vendor.
// Usage: guard.mjs [vendor [event]] < payload. Without arguments the vendor is told from the payload. Whatever can't be read
// is stopped: a guard that breaks must not wave through what it was written to stop.
import { readFileSync } from 'node:fs';

const DANGERS = [
  [/\brm\s+(-\w*[rf]\w*\s+)+/, 'deleting whole folders'],
  [/\bgit\s+push\b.*\s--force\b/s, 'force pushes'],
  [/\bgit\s+reset\s+--hard\b/, 'throwing work away'],
  [/\|\s*(ba|z)?sh\b/, 'running what was just downloaded'],
  [/\bsudo\b/, 'acting as root'],
  [/\.env\b/, 'reading secrets'],
];

/** The vendor whose payload this is, as far as its form says. */
function toldFrom(event) {
  if ('cursor_version' in event) return 'cursor';
  if ('agent_action_name' in event) return 'windsurf';
  if ('clineVersion' in event) return 'cline';
  if ('hook' in event && 'args' in event) return event.hook === 'tool.execute.before' ? 'opencode' : 'amp';
  if (event.hook_event_name === 'BeforeTool') return 'gemini-cli';
  if ('toolArgs' in event) return 'copilot-cli';
  return 'claude-code';
}

/** Every command line in a payload; arguments may be JSON inside a string. */
function commands(value) {
  if (typeof value === 'string' && value.trimStart().startsWith('{')) {
    try {
      return commands(JSON.parse(value));
    } catch {
      return [];
    }
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    ['command', 'command_line', 'cmd'].includes(name) && typeof member === 'string' ? [member] : commands(member),
  );
}

/** Why the action is stopped, or undefined. */
function objection(event) {
  const found = commands(event);
  if (found.length === 0) return 'no command found in the payload';
  const danger = DANGERS.find(([pattern]) => found.some((command) => pattern.test(command)));
  return danger && `this guard stops ${danger[1]}`;
}

/** Says no in the vendor's own words. */
function stop(vendor, name, reason) {
  const denial = { permissionDecision: 'deny', permissionDecisionReason: reason };
  switch (vendor) {
    case 'windsurf':
    case 'kiro':
    case 'opencode':
      process.stderr.write(`${reason}\n`);
      process.exitCode = 2;
      return;
    case 'gemini-cli':
      return answer({ decision: 'deny', reason });
    case 'cursor':
      return answer({ permission: 'deny', user_message: reason, agent_message: reason });
    case 'cline':
      return answer({ cancel: true, errorMessage: reason });
    case 'amp':
      return answer({ action: 'reject-and-continue', message: reason });
    case 'copilot-cloud-agent':
      return answer(denial);
    case 'copilot-cli':
      return answer(/^[A-Z]/.test(name) ? { hookSpecificOutput: { hookEventName: name, ...denial } } : denial);
    default:
      return answer({ hookSpecificOutput: { hookEventName: name, ...denial } });
  }
}

function answer(document) {
  process.stdout.write(`${JSON.stringify(document)}\n`);
}

function read() {
  // All of it, and some writers put a mark before it.
  const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(0));
  const event = JSON.parse(text);
  if (typeof event !== 'object' || event === null || Array.isArray(event)) throw new Error('not an object');
  return event;
}

// Nobody reads the answer. What is left is the exit code that nearly every vendor takes for a block.
process.stdout.on('error', () => {
  process.stderr.write('nobody reads the answer of this guard\n');
  process.exitCode = 2;
});

const [vendor, event] = process.argv.slice(2);
let payload;
try {
  payload = read();
} catch {
  stop(vendor ?? 'claude-code', event ?? 'PreToolUse', "the payload can't be read");
}
if (payload !== undefined) {
  const reason = objection(payload);
  const name = event ?? payload.hook_event_name ?? 'PreToolUse';
  if (reason !== undefined) stop(vendor ?? toldFrom(payload), name, reason);
}
