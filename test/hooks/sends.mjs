#!/usr/bin/env node
// Sends what stdin says to the address in $ENDPOINT: { path, headers, body (text) or base64, detach: once it is on its own }.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const plan = JSON.parse(process.env.PLAN ?? readFileSync(0, 'utf8'));
if (plan.detach) {
  const alone = spawn(process.execPath, [process.argv[1]], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, PLAN: JSON.stringify({ ...plan, detach: false, parent: process.pid }) },
  });
  await once(alone.stdout, 'data');
  process.exit();
}
if (plan.parent) {
  console.log('started');
  // What is sent while the parent is there still is sent by it.
  while (process.ppid === plan.parent) await wait(20);
  await wait(200);
}
const body = plan.base64 ? Buffer.from(plan.base64, 'base64') : plan.body;
const { status } = await fetch(process.env.ENDPOINT + plan.path, { method: 'POST', headers: plan.headers, body });
if (!plan.parent) console.log(status);
