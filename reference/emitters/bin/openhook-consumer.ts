/** Reference consumer of OpenHook: takes every envelope as well as it can, and says so where it does not know its version. */
import { readFileSync } from 'node:fs';

function main(): number {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(0)));
  } catch {
    process.stderr.write('openhook-consumer: stdin holds no JSON document\n');
    return 1;
  }
  const members = (typeof event === 'object' && event !== null ? event : {}) as Record<string, unknown>;
  const { openhook: version, type } = members;
  if (typeof version !== 'string') {
    process.stderr.write('openhook-consumer: stdin holds no OpenHook envelope\n');
    return 1;
  }
  if (version !== '0.1')
    process.stderr.write(`openhook-consumer: version ${version} is not known; read as well as possible\n`);
  if (type === 'session.end') process.stdout.write('a session has ended\n');
  return 0;
}

process.exitCode = main();
