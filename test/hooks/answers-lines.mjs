#!/usr/bin/env node
// A worker: a document a line in, lines out, an empty line ends the answer. It dies on "die", ends on "end", hangs on "hang".
import { createInterface } from 'node:readline';

let lines = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { say, n } = JSON.parse(line);
  lines += 1;
  if (say === 'die') process.kill(process.pid, 'SIGKILL');
  if (say === 'end') {
    console.error('giving up');
    process.exit(0);
  }
  if (say === 'hang') await new Promise((resolve) => setTimeout(resolve, 100_000));
  if (say === 'nothing') process.stdout.write('\n');
  else if (say === 'count') process.stdout.write(`${JSON.stringify({ said: lines })}\n\n`);
  else
    process.stdout.write(
      `${JSON.stringify({ said: say, n, pid: process.pid })}\n${say === 'two' ? '{"more":1}\n' : ''}\n`,
    );
}
