/** The faults of emitters, mappers and consumers that were seen in the field (docs/cases.md), each found and named. */
import { describe, expect, test } from 'vitest';
import type { Case } from '../harness/model/case.ts';
import { agentHooksSuite } from './agent-hooks/index.ts';
import { agentPayloadsSuite } from './agent-payloads/index.ts';
import type { Emitted } from './stream/emitted.ts';
import { streamJudge } from './stream-judges.ts';
import { contextOf, runSuite, subjectOf, summed } from './testing.ts';

/** A small emitter for Agent Hooks with a fault by name: `-e` program, then fault, vendor, event. */
const EMITTER = `
const payload = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const [fault, vendor, event] = process.argv.slice(1);
const types = { SessionStart: 'Session.Start', UserPromptSubmit: 'Prompt.Submitted', PreToolUse: 'Action.Before', PostToolUse: 'Action.After',
  Stop: fault === 'turn-end' ? 'Session.End' : 'Agent.Response', SessionEnd: 'Session.End', ...(fault === 'claude-only' ? {} : { beforeShellExecution: 'Action.Before', stop: 'Session.End', beforeSubmitPrompt: 'Prompt.Submitted' }) };
const type = types[event] ?? 'vendor.x.' + event;
const data = {};
if (type === 'Prompt.Submitted' && fault === 'raw-prompt') data.prompt = payload.prompt;
if (type.startsWith('Action.')) data.action = { name: { Bash: 'shell', Read: 'read_file' }[payload.tool_name] ?? 'shell', input: { command: payload.tool_input?.command ?? payload.command } };
console.log(JSON.stringify({ spec_version: '0.1.0', event_id: require('crypto').randomUUID(), event_type: type, timestamp: new Date().toISOString(),
  source: { tool: fault === 'wrong-vendor' ? 'claude-code' : vendor }, session_id: payload.session_id ?? payload.conversation_id ?? 's', data }));
`;

async function broken(
  fault: string,
  vendor: string,
  events: readonly string[],
  only?: (one: Case) => boolean,
): Promise<readonly string[]> {
  const subject = subjectOf({
    role: 'emitter',
    spec: 'agent-hooks',
    vendors: [vendor],
    events: { '*': events },
    command: ['x', '{vendor}', '{event}'],
  });
  const context = await contextOf(agentHooksSuite, subject);
  const program = [process.execPath, '-e', EMITTER, fault, '{vendor}', '{event}'];
  const payloads = only ?? ((one: Case): boolean => (one.context as { kind: string }).kind === 'payload');
  return Object.keys((await runSuite(agentHooksSuite, context, program, payloads)).broken);
}

function streamed(
  spec: string,
  events: readonly Readonly<Record<string, unknown>>[],
): { broken: string[]; notices: string[]; lines: (number | undefined)[] } {
  const judge = streamJudge(spec);
  events.forEach((value, index) => {
    const event: Emitted = { value, text: '', spawn: -1, line: index + 1 };
    judge?.event(event, () => ({ file: 'events.jsonl', line: index + 1, column: 1 }));
  });
  const findings = judge?.end() ?? [];
  return {
    broken: Object.keys(summed(findings).broken),
    notices: findings.flatMap((finding) => (finding.kind === 'notice' ? [finding.id] : [])),
    lines: findings.flatMap((finding) => (finding.kind === 'broken' ? [finding.where?.line] : [])),
  };
}

const AH = {
  spec_version: '0.1.0',
  event_type: 'Session.Start',
  timestamp: '2026-02-08T19:22:11.123Z',
  source: { tool: 'claude-code' },
  session_id: 'sess-0001',
};
const OH = {
  openhook: '0.1',
  source: 'claude-code',
  type: 'tool.start',
  time: '2026-02-08T19:22:11.120Z',
  session_id: 'sess-0001',
};
const UUID = '550e8400-e29b-41d4-a716-446655440000';

describe('45: the same hook registered twice', () => {
  const data = { tool_name: 'Bash', tool_call_id: 'toolu_01' };
  test('equal events within a second are a notice, equal ids break the identity', () => {
    const twice = [
      { ...OH, id: '11111111-1111-4111-8111-111111111111', data },
      { ...OH, id: '22222222-2222-4222-8222-222222222222', time: '2026-02-08T19:22:11.150Z', data },
    ];
    expect(streamed('openhook', twice)).toMatchObject({ broken: [], notices: ['HC-DUPLICATE-EVENT'] });
    expect(
      streamed(
        'openhook',
        twice.map((event) => ({ ...event, id: UUID })),
      ).broken,
    ).toEqual(['OH-ENV-013']);
  });
  test('events a minute apart are two events', () => {
    const apart = [
      { ...OH, id: '11111111-1111-4111-8111-111111111111', data },
      { ...OH, id: '22222222-2222-4222-8222-222222222222', time: '2026-02-08T19:23:11.150Z', data },
    ];
    expect(streamed('openhook', apart)).toMatchObject({ broken: [], notices: [] });
  });
});

describe('67: ids that are no UUID', () => {
  test.each([['01M8FJJFFQYP5ZCYA685A1Z42E'], ['sess-0001:start']])('Agent Hooks refuses %s', (id) => {
    expect(streamed('agent-hooks', [{ ...AH, event_id: id }]).broken).toEqual(['AH-ENV-009']);
  });
  test('upper case passes, the nil UUID is a notice, a repeated id breaks the identity', () => {
    expect(streamed('agent-hooks', [{ ...AH, event_id: UUID.toUpperCase() }])).toMatchObject({
      broken: [],
      notices: [],
    });
    expect(streamed('agent-hooks', [{ ...AH, event_id: '00000000-0000-0000-0000-000000000000' }])).toMatchObject({
      broken: [],
      notices: ['HC-NIL-UUID'],
    });
    const again = streamed('agent-hooks', [
      { ...AH, event_id: UUID },
      { ...AH, event_id: UUID.toUpperCase(), event_type: 'Session.End' },
    ]);
    expect(again).toMatchObject({ broken: ['AH-ENV-010'], lines: [2] });
  });
  test('OpenHook advises UUIDs and refuses an empty id', () => {
    expect(streamed('openhook', [{ ...OH, id: '01M8FJJFFQYP5ZCYA685A1Z42E' }]).broken).toEqual(['OH-ENV-012']);
    expect(streamed('openhook', [{ ...OH, id: '' }]).broken).toContain('OH-ENV-011');
  });
});

describe('53: the end of a turn taken for the end of the session', () => {
  test('a spawned emitter fails the cell of Stop', async () => {
    expect(await broken('turn-end', 'claude-code', ['Stop', 'SessionEnd'])).toEqual(['AH-MAP-023']);
    expect(await broken('none', 'claude-code', ['Stop', 'SessionEnd'])).toEqual([]);
  }, 60_000);
  test('in a stream events after the end are told', () => {
    const types = ['Session.Start', 'Session.End', 'Prompt.Submitted', 'Session.End'];
    const events = types.map((event_type, index) => ({
      ...AH,
      event_type,
      event_id: `550e8400-e29b-41d4-a716-44665544000${index}`,
      timestamp: `2026-02-08T19:2${index}:11Z`,
    }));
    expect(streamed('agent-hooks', events)).toMatchObject({ broken: ['AH-TAX-026'] });
  });
});

test('49: the events of a vendor that are not known are told cell by cell', async () => {
  const rows = await broken('claude-only', 'cursor', ['beforeShellExecution', 'beforeSubmitPrompt']);
  expect(rows).toEqual(expect.arrayContaining(['AH-MAP-011', 'AH-MAP-036']));
}, 60_000);

test('51: the wrong vendor in source.tool is told', async () => {
  expect(await broken('wrong-vendor', 'cursor', ['stop'])).toEqual(['AH-SRC-004']);
}, 60_000);

test('57: prompts come out, arguments may', async () => {
  expect(await broken('raw-prompt', 'claude-code', ['UserPromptSubmit'])).toEqual(
    expect.arrayContaining(['AH-SEC-002', 'AH-SEC-003', 'AH-SEC-014']),
  );
  const rows = await broken('none', 'claude-code', ['PreToolUse'], (one) => one.id.endsWith('004-PreToolUse-Bash'));
  expect(rows).toEqual([]);
}, 60_000);

/** A collector that prints lines, with a fault by name. */
const COLLECTOR = `
const payload = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const [fault] = process.argv.slice(1);
const metadata = fault === 'keeps-results' ? { head: JSON.stringify(payload.tool_response ?? '').slice(0, 80) } : {};
console.log(JSON.stringify({ kind: 'terminal.command', sessionId: payload.agent_id && fault !== 'one-session' ? 'sub--' + payload.agent_id : payload.session_id,
  ...(payload.agent_id ? { parentSessionId: payload.session_id } : {}), metadata }));
`;

async function collected(fault: string, only: RegExp): Promise<readonly string[]> {
  const context = await contextOf(
    agentPayloadsSuite,
    subjectOf({ role: 'emitter', spec: 'agent-payloads', command: ['x', '{vendor}', '{event}'] }),
  );
  const run = await runSuite(agentPayloadsSuite, context, [process.execPath, '-e', COLLECTOR, fault], (one) =>
    only.test(one.id),
  );
  return Object.keys(run.broken).filter((row) => /^AP-(PRIV|SUB)-/.test(row));
}

test('59: a result body that is kept in spite of the contract', async () => {
  expect(await collected('keeps-results', /005-PostToolUse-Bash/)).toEqual([
    'AP-PRIV-001',
    'AP-PRIV-009',
    'AP-PRIV-002',
  ]);
  expect(await collected('none', /005-PostToolUse-Bash/)).toEqual([]);
}, 60_000);

test('61: sub-agents that share the session of their parent', async () => {
  expect(await collected('one-session', /claude-code\/routing$/)).toEqual(
    expect.arrayContaining(['AP-SUB-002', 'AP-SUB-003']),
  );
  expect(await collected('none', /claude-code\/routing$/)).toEqual([]);
}, 60_000);
