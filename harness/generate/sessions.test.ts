import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SpawnPlan } from '../model/case.ts';
import type { JsonValue } from '../model/json.ts';
import { laidOut } from '../process/layout.ts';
import { relations, reordered, varied } from './relations.ts';
import { type FireOrder, scenario, sessionArbitrary, steps } from './sessions.ts';

const order: FireOrder = {
  start: ['SessionStart'],
  end: ['SessionEnd'],
  turnStart: ['UserPromptSubmit'],
  turnEnd: ['Stop'],
  toolBefore: ['PreToolUse', 'PermissionRequest'],
  toolAfter: ['PostToolUse'],
  toolFailed: ['PostToolUseFailure'],
  subagentStart: ['SubagentStart'],
  subagentEnd: ['SubagentStop'],
  compactBefore: ['PreCompact'],
  compactAfter: ['PostCompact'],
  anytime: ['Notification'],
};
const arbitrary = sessionArbitrary({ tools: ['Bash', 'Edit'] });

describe('sessions', () => {
  test('obey the fire order', () => {
    fc.assert(
      fc.property(arbitrary, (session) => {
        const fired = steps(session, order);
        expect(fired[0]?.event).toBe('SessionStart');
        expect(fired.at(-1)?.event).toBe('SessionEnd');
        const open = new Set<number>();
        const agents: number[] = [];
        let turn = -1;
        for (const { moment, event, call, agents: within, turn: number } of fired) {
          if (moment === 'turnStart') turn = number;
          if (moment !== 'start' && moment !== 'end') expect(number).toBe(turn);
          if (moment === 'subagentStart') agents.push(within.at(-1) ?? -1);
          // An event belongs to the sub-agents that are running, no more and no less.
          expect(within).toEqual(agents);
          if (moment === 'subagentEnd') agents.pop();
          if (event === 'PreToolUse') open.add(call ?? -1);
          if (moment === 'toolAfter' || moment === 'toolFailed') expect(open.delete(call ?? -1)).toBe(true);
          if (moment === 'turnEnd') expect([...open]).toEqual([]);
        }
      }),
    );
  });

  test('reach everything that can happen, and shrink to next to nothing', () => {
    const moments = new Set(
      fc.sample(arbitrary, { seed: 1, numRuns: 100 }).flatMap((one) => steps(one, order).map(({ moment }) => moment)),
    );
    expect([...moments].sort()).toEqual(Object.keys(order).sort());
    const parallel = fc.sample(arbitrary, { seed: 1, numRuns: 100 }).some((one) => {
      const events = steps(one, order)
        .map(({ event }) => event)
        .join(' ');
      return /PermissionRequest PreToolUse/.test(events);
    });
    expect(parallel).toBe(true);
    const details = fc.check(
      fc.property(arbitrary, (session) => steps(session, order).every(({ ok }) => ok)),
      { seed: 3 },
    );
    const smallest = details.counterexample?.[0];
    expect(smallest?.turns).toHaveLength(1);
    expect(smallest?.turns[0]?.actions).toHaveLength(1);
  });

  test('a vendor without an event for a moment fires none', () => {
    const few: FireOrder = { ...order, toolFailed: [], start: [], anytime: [] };
    const session = {
      turns: [{ prompt: 'p', actions: [{ do: 'tool', tool: 'Bash', ok: false, parallel: false }] }],
      reason: 'exit',
    } as const;
    expect(steps(session, few).map(({ event }) => event)).toEqual([
      'UserPromptSubmit',
      'PreToolUse',
      'PermissionRequest',
      'PostToolUse',
      'Stop',
      'SessionEnd',
    ]);
  });

  test('become scenarios of the contract', () => {
    const session = {
      turns: [
        {
          prompt: 'p',
          actions: [
            { do: 'subagent', type: 'explore', actions: [{ do: 'tool', tool: 'shell', ok: false, parallel: false }] },
          ],
        },
      ],
      reason: 'exit',
    } as const;
    const tool = () => ({ input: { command: 'ls' }, output: 'a', failure: { output: 'no', exit_code: 2 } });
    expect(scenario('n', 's', session, tool)).toEqual({
      scenario: 'n',
      session_id: 's',
      steps: [
        { do: 'start' },
        { do: 'prompt', text: 'p' },
        {
          do: 'subagent',
          type: 'explore',
          steps: [{ do: 'tool', tool: 'shell', input: { command: 'ls' }, output: 'no', exit_code: 2 }],
        },
        { do: 'end', reason: 'exit' },
      ],
    });
  });
});

describe('metamorphic relations', () => {
  const payload = { session_id: '8C08-20df', cwd: '/home/dév/a', tool: { input: { b: 1, a: [{ y: 1, x: 2 }] } } };
  const plan: SpawnPlan = {
    placeholders: {},
    appendArgs: [],
    stdin: { kind: 'payload', payload, newline: true },
    env: {},
    timeoutMs: 1000,
  };
  const all = relations(plan, { seed: 1, irrelevant: ['/session_id', '/missing'] });
  const sent = ({ stdin }: SpawnPlan): string => (stdin.kind === 'payload' ? laidOut(stdin.payload, stdin.layout) : '');

  test('change the bytes and not the meaning', () => {
    expect(all.map(({ name }) => name)).toEqual([
      'unknown-member',
      'member-order',
      'white-space',
      'escapes',
      'irrelevant-value',
      'twice',
      'at-once',
    ]);
    for (const { name, spawns } of all) {
      const [original = plan, ...others] = spawns;
      for (const other of others) {
        const value = JSON.parse(sent(other)) as JsonValue;
        expect(sent(other) === sent(original)).toBe(name === 'twice' || name === 'at-once');
        if (name === 'unknown-member') expect(value).toMatchObject(payload);
        else if (name !== 'irrelevant-value') expect(value).toEqual(payload);
      }
    }
    expect(all.at(-1)?.spawns[1]?.parallel).toBe(true);
  });

  test('keep the form of what they vary', () => {
    expect(varied('2026-02-08T19:22:11.123Z', 's')).toMatch(/^2026-02-08T19:[0-5]\d:[0-5]\d\.123Z$/);
    expect(varied('2026-02-08T19:22:11.123Z', 's')).not.toBe('2026-02-08T19:22:11.123Z');
    expect(varied('8C08-20df', 's')).toMatch(/^[1-9][A-F][1-9]{2}-[1-9]{2}[a-f]{2}$/);
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, seed) => {
        const json = JSON.parse(JSON.stringify(value)) as JsonValue;
        expect(reordered(json, seed)).toEqual(json);
        for (const layout of [undefined, 'indented', 'escaped'] as const) {
          expect(JSON.parse(laidOut(json, layout))).toEqual(json);
        }
      }),
    );
  });

  test('what is no JSON can be sent twice all the same', () => {
    const bytes: SpawnPlan = { ...plan, stdin: { kind: 'bytes', bytes: Buffer.from('x') } };
    expect(relations(bytes, { seed: 1, irrelevant: [] }).map(({ name }) => name)).toEqual(['twice', 'at-once']);
  });
});
