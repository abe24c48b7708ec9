import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Case } from '../harness/model/case.ts';
import type { Fixture } from '../harness/model/corpus.ts';
import type { JsonObject } from '../harness/model/json.ts';
import type { RunResult } from '../harness/run/run.ts';
import { VENDORS } from '../vendors/slugs.ts';
import { canonicalEvent, partsOf, sessionId, toolCallId } from '../vendors/vendor.ts';
import { sessionCases, smallerSessions } from './made-sessions.ts';
import { nativeCase } from './native-case.ts';
import { openHookSuite } from './openhook/index.ts';
import { runEntry } from './run-entry.ts';
import { callKey, isAfter, isBefore } from './sessions.ts';
import { contextOf, reference, subjectOf } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'sessions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inputsOf = (one: Case): readonly Fixture[] => (one.context as { readonly inputs: readonly Fixture[] }).inputs;

async function made(runs: number): Promise<readonly Case[]> {
  const subject = subjectOf({ role: 'emitter', spec: 'openhook', vendors: [...VENDORS] });
  const context = { ...(await contextOf(openHookSuite, subject)), runs };
  const fixtures = VENDORS.flatMap((slug) => context.corpus.fixtures(slug));
  return sessionCases(context, fixtures, (kind, name, title, inputs) =>
    nativeCase({ id: name, title, kind, inputs, requirements: [] }, context),
  );
}

test('are of every vendor that names its sessions, and the nth is the same however many are asked for', async () => {
  const cases = await made(150);
  expect(new Set(cases.map(({ vendor }) => vendor)).size).toBeGreaterThanOrEqual(12);
  const fewer = await made(40);
  expect(fewer.map(({ id }) => id)).toEqual(cases.slice(0, fewer.length).map(({ id }) => id));
  expect(fewer.map(inputsOf)).toEqual(cases.slice(0, fewer.length).map(inputsOf));
});

test('obey the order of their vendor: one start, before after, no call told of that was not asked for', async () => {
  let calls = 0;
  for (const one of await made(300)) {
    const sessions = new Map<string, Fixture[]>();
    for (const input of inputsOf(one)) {
      const id = sessionId(input) ?? '';
      sessions.set(id, [...(sessions.get(id) ?? []), input]);
    }
    expect(sessions.has('')).toBe(false);
    for (const inputs of sessions.values()) {
      const events = inputs.map(({ vendor, event }) => canonicalEvent(vendor, event));
      expect(events.lastIndexOf('session_start')).toBeLessThanOrEqual(0);
      const asked = new Set<string | undefined>();
      for (const input of inputs) {
        if (isBefore(input)) asked.add(callKey(input));
        if (!isAfter(input) || toolCallId(input) === undefined) continue;
        expect(asked).toContain(callKey(input));
        calls++;
      }
    }
  }
  expect(calls).toBeGreaterThan(20);
});

test('are told in the order of their times, in the form of each payload', async () => {
  let timed = 0;
  for (const one of await made(300)) {
    const last = new Map<string, number>();
    for (const input of inputsOf(one)) {
      const value = partsOf(input.vendor, input.event, input.stdin, 'timestamp')[0]?.value;
      if (value === undefined) continue;
      const told = typeof value === 'string' && !/^\d+$/.test(value) ? Date.parse(value) : Number(value);
      const time = told < 1e11 ? told * 1000 : told;
      const id = sessionId(input) ?? '';
      expect(time).toBeGreaterThan(last.get(id) ?? 0);
      last.set(id, time);
      timed++;
    }
  }
  expect(timed).toBeGreaterThan(100);
});

test('sessions get smaller until nothing is left to leave out', () => {
  const tool = { do: 'tool', tool: 'Bash', ok: true, parallel: false } as const;
  let session = {
    turns: [
      { prompt: 'a', actions: [tool, { do: 'subagent', type: 'explore', actions: [tool] } as const] },
      { prompt: 'b', actions: [] },
    ],
    reason: 'exit',
  } as Parameters<typeof smallerSessions>[0];
  for (let step = 0; step < 20; step++) session = smallerSessions(session)[0] ?? session;
  expect(session.turns.map(({ actions }) => actions.length)).toEqual([0]);
});

async function judged(entry: JsonObject, body: string, only: string, runs: number): Promise<RunResult> {
  const file = join(folder, `${String(entry['spec'])}.mjs`);
  writeFileSync(file, body);
  chmodSync(file, 0o755);
  const whole = { role: 'emitter', ...entry, command: [process.execPath, file, '{vendor}', '{event}'] };
  return runEntry(whole, folder, {
    select: { only: [only], skip: [], shard: null },
    runs,
    again: { options: [], command: ['./emit'] },
  });
}

const failureOf = (result: RunResult, id: string) =>
  result.report.subjects[0]?.requirements.find((row) => row.id === id)?.failures[0];

test('an emitter that takes the last call for the one that ended is caught by calls at once, in a small session', async () => {
  const body = `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const write = process.stdout.write.bind(process.stdout);
const state = process.env.HOME + '/last';
const changed = (line) => {
  const event = JSON.parse(line);
  if (event.type === 'tool.start') writeFileSync(state, event.data.tool_call_id ?? '');
  if (event.type === 'tool.end' && existsSync(state)) event.data.tool_call_id = readFileSync(state, 'utf8');
  return JSON.stringify(event) + '\\n';
};
process.stdout.write = (text, ...more) => write(String(text).split('\\n').filter(Boolean).map(changed).join(''), ...more);
process.argv[1] = ${JSON.stringify(reference('openhook-emitter'))};
await import(process.argv[1]);`;
  const result = await judged({ spec: 'openhook', vendors: ['claude-code'] }, body, 'openhook/generated/session-*', 30);
  const failure = failureOf(result, 'OH-DAT-024');
  expect(failure?.case).toMatch(/^openhook\/generated\/session-\d+$/);
  // Every payload that is needed to see it, a line each, and few others.
  expect(failure?.input.split('\n').length).toBeGreaterThanOrEqual(3);
  expect(failure?.input.split('\n').length).toBeLessThan(10);
});

test('a collector that dies of a member of the wrong type is caught, by a payload in which nothing else is wrong', async () => {
  const body = `import { readFileSync } from 'node:fs';
JSON.parse(readFileSync(0).toString()).session_id.trim();`;
  const result = await judged(
    { spec: 'agent-payloads', vendors: ['claude-code'] },
    body,
    'agent-payloads/generated/broken-*',
    60,
  );
  const failure = failureOf(result, 'AP-RDR-001');
  expect(failure?.case).toMatch(/^agent-payloads\/generated\/broken-\d+$/);
  expect(failure?.message).toMatch(/that breaks (type|required) at \/session_id/);
  expect(failure?.paste).toContain('printf');
});

test('an agent that loses the id of its second call is caught by a generated scenario, made small', async () => {
  const body = `const write = process.stdout.write.bind(process.stdout);
let ended = 0;
const changed = (line) => {
  const event = JSON.parse(line);
  if (event.type === 'tool.end' && ended++ > 0) event.data.tool_call_id = 'another';
  return JSON.stringify(event) + '\\n';
};
process.stdout.write = (text, ...more) => write(String(text).split('\\n').filter(Boolean).map(changed).join(''), ...more);
process.argv[1] = ${JSON.stringify(reference('scenario-agent'))};
process.argv[2] = 'openhook';
await import(process.argv[1]);`;
  const result = await judged({ spec: 'openhook', drive: 'scenario' }, body, 'openhook/scenario/generated-*', 60);
  const failure = failureOf(result, 'OH-DAT-024');
  expect(failure?.case).toMatch(/^openhook\/scenario\/generated-\d+$/);
  // Nothing is left beside what begins and ends it but the two calls.
  expect(failure?.input).toMatch(/^\{"scenario":"generated-smaller","steps":\[\{"do":"start"\},\{"do":"prompt"/);
});
