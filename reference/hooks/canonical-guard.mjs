#!/usr/bin/env node
/** A guard that answers in the output of the Hook Interchange Format, whatever the vendor whose payload it is given. */
import { readFileSync } from 'node:fs';

const payload = readFileSync(0, 'utf8');
if (/\brm\s+-\w*[rf]/.test(payload)) {
  const answer = {
    decision: 'deny',
    reason: 'this would remove files for good',
    system_message: 'a command was stopped',
  };
  process.stdout.write(JSON.stringify(answer));
} else {
  const answer = { decision: 'allow' };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
