#!/usr/bin/env node
// Sends what stdin says to the address in $ENDPOINT: { path, headers, body (text) or base64, times, delay, detach }.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const plan = JSON.parse(process.env.PLAN ?? readFileSync(0, 'utf8'));
if (plan.detach) {
  spawn(process.execPath, [process.argv[1]], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, PLAN: JSON.stringify({ ...plan, detach: false }) },
  }).unref();
} else {
  if (plan.delay) await new Promise((resolve) => setTimeout(resolve, plan.delay));
  const body = plan.base64 ? Buffer.from(plan.base64, 'base64') : plan.body;
  const { status } = await fetch(process.env.ENDPOINT + plan.path, { method: 'POST', headers: plan.headers, body });
  console.log(status);
}
