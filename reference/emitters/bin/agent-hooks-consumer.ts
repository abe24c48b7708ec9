/** Reference consumer of Agent Hooks: counts actions, ignores what it does not know, warns about versions that it does not. */
import { readFileSync } from 'node:fs';

const KNOWN = new Set(['Action.Before', 'Action.After', 'Session.Start', 'Session.End']);

function main(): number {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(0)));
  } catch {
    process.stderr.write('agent-hooks-consumer: stdin holds no JSON document\n');
    return 1;
  }
  if (typeof event !== 'object' || event === null || Array.isArray(event)) {
    process.stderr.write('agent-hooks-consumer: stdin holds no event\n');
    return 1;
  }
  const { spec_version: version, event_type: type } = event as Record<string, unknown>;
  if (typeof version === 'string' && version !== '0.1.0')
    process.stderr.write(`agent-hooks-consumer: version ${version} is not known; read as well as possible\n`);
  if (typeof type === 'string' && KNOWN.has(type)) process.stdout.write(`seen ${type}\n`);
  return 0;
}

process.exitCode = main();
