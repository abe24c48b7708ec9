#!/usr/bin/env node
// An emitter that stays alive: a native payload a line in, an Agent Hooks event out, an empty line ends the answer.
import { createInterface } from 'node:readline';

let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const native = JSON.parse(line);
  const event = {
    spec_version: '0.1.0',
    event_id: `3f0c3b0a-9d1e-4b1a-8f57-${String(count++).padStart(12, '0')}`,
    event_type: 'Action.Before',
    timestamp: new Date().toISOString(),
    source: { tool: 'claude-code', version: '2.1.197' },
    session_id: native.session_id,
    data: { action: { name: 'shell', input: { command: native.tool_input.command.slice(0, 20) } } },
  };
  process.stdout.write(`${JSON.stringify(event)}\n\n`);
}
