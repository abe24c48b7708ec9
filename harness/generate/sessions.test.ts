import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SpawnPlan } from '../model/case.ts';
import type { JsonValue } from '../model/json.ts';
import { laidOut } from '../process/layout.ts';
import { RELATION_NAMES, relations, reordered, varied } from './relations.ts';
import { type Action, type FireOrder, scenario, sessionArbitrary, steps } from './sessions.ts';

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

  test('fire everything with what ties it to the rest', () => {
    const tool = (name: string, parallel = false, ok = true) => ({ do: 'tool', tool: name, ok, parallel }) as const;
    const session = {
      turns: [
        {
          prompt: 'first',
          actions: [
            tool('A', true),
            tool('B', true, false),
            { do: 'notice' },
            tool('C'),
            tool('D'),
            { do: 'subagent', type: 'explore', actions: [tool('E'), { do: 'subagent', type: 'plan', actions: [] }] },
            { do: 'subagent', type: 'explore', actions: [] },
            { do: 'compact', trigger: 'auto' },
          ],
        },
        { prompt: 'second', actions: [] },
      ],
      reason: 'exit',
    } as const;
    const one: FireOrder = { ...order, toolBefore: ['Pre'], toolAfter: ['Post'], toolFailed: ['Failed'] };
    const told = steps(session, one).map(({ event, turn, call, tool: name, ok, agents, agentType, text }) =>
      [event, turn, call, name, ok ? '' : 'failed', agents.join(), agentType, text]
        .filter((part) => part !== null && part !== '')
        .join(' '),
    );
    expect(told).toEqual([
      'SessionStart -1',
      'UserPromptSubmit 0 first',
      'Pre 0 0 A',
      'Pre 0 1 B failed',
      'Post 0 0 A',
      'Failed 0 1 B failed',
      'Notification 0',
      'Pre 0 2 C',
      'Post 0 2 C',
      'Pre 0 3 D',
      'Post 0 3 D',
      'SubagentStart 0 0 explore',
      'Pre 0 4 E 0',
      'Post 0 4 E 0',
      'SubagentStart 0 0,1 plan',
      'SubagentStop 0 0,1 plan',
      'SubagentStop 0 0 explore',
      'SubagentStart 0 2 explore',
      'SubagentStop 0 2 explore',
      'PreCompact 0 auto',
      'PostCompact 0 auto',
      'Stop 0',
      'UserPromptSubmit 1 second',
      'Stop 1',
      'SessionEnd -1 exit',
    ]);
  });

  test('hold everything that they may, and no more', () => {
    const of = (options: Parameters<typeof sessionArbitrary>[0]) =>
      fc.sample(sessionArbitrary(options), { seed: 1, numRuns: 150 });
    const all = of({ tools: ['Bash'] });
    const actions = (list: readonly Action[]): readonly Action[] =>
      list.flatMap((action) => (action.do === 'subagent' ? [action, ...actions(action.actions)] : [action]));
    const every = all.flatMap(({ turns }) => turns.flatMap((turn) => actions(turn.actions)));
    const kinds = new Set(every.map((action) => (action.do === 'subagent' ? action.type : action.do)));
    expect([...kinds].sort()).toEqual(['compact', 'explore', 'general-purpose', 'notice', 'tool']);
    expect(new Set(all.map(({ turns }) => turns.length))).toEqual(new Set([1, 2, 3]));
    expect(new Set(all.flatMap(({ turns }) => turns.map(({ prompt }) => prompt)))).toEqual(
      new Set(['Fix the failing test.', 'Now explain it.', 'Thanks.']),
    );
    expect(new Set(all.map(({ reason }) => reason))).toEqual(new Set(['exit', 'clear', 'other']));
    const counts = all.flatMap(({ turns }) => turns.map((turn) => turn.actions.length));
    expect(Math.max(...counts)).toBe(4);
    const depth = (list: readonly Action[]): number =>
      Math.max(0, ...list.map((action) => (action.do === 'subagent' ? 1 + depth(action.actions) : 0)));
    const depths = all.flatMap(({ turns }) => turns.map((turn) => depth(turn.actions)));
    expect(Math.max(...depths)).toBe(2);
    const own = of({ tools: ['A', 'B'], prompts: ['p'], agentTypes: ['t'], reasons: ['r'], maxTurns: 1 });
    for (const { turns, reason } of own) {
      expect([turns.length, turns[0]?.prompt, reason]).toEqual([1, 'p', 'r']);
      for (const action of actions(turns[0]?.actions ?? []))
        if (action.do === 'subagent') expect(action.type).toBe('t');
    }
  });

  test('shrink to a tool that does well, alone', () => {
    const none = fc.property(arbitrary, ({ turns }) =>
      turns.every(({ actions }) => actions.every((one) => one.do !== 'tool')),
    );
    expect(fc.check(none, { seed: 3 }).counterexample?.[0].turns).toEqual([
      { prompt: 'Fix the failing test.', actions: [{ do: 'tool', tool: 'Bash', ok: true, parallel: false }] },
    ]);
  });

  test('become scenarios of the contract', () => {
    const session = {
      turns: [
        {
          prompt: 'p',
          actions: [
            { do: 'subagent', type: 'explore', actions: [{ do: 'tool', tool: 'shell', ok: false, parallel: false }] },
            { do: 'tool', tool: 'shell', ok: true, parallel: false },
            { do: 'notice' },
            { do: 'compact', trigger: 'auto' },
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
        { do: 'tool', tool: 'shell', input: { command: 'ls' }, output: 'a', exit_code: 0 },
        { do: 'compact', trigger: 'auto' },
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

  test('leave what is sent alone where nothing in it is irrelevant, or it is no object', () => {
    const names = (of: SpawnPlan, irrelevant: readonly string[]): readonly string[] =>
      relations(of, { seed: 1, irrelevant }).map(({ name }) => name);
    expect(names(plan, [])).not.toContain('irrelevant-value');
    expect(names(plan, ['/missing'])).not.toContain('irrelevant-value');
    expect(names(plan, ['/cwd'])).toContain('irrelevant-value');
    expect(names({ ...plan, stdin: { kind: 'payload', payload: ['a'], newline: true } }, [])).toEqual([
      'twice',
      'at-once',
    ]);
    expect(RELATION_NAMES).toEqual(names(plan, ['/cwd']));
  });

  test('add members of every kind, first and last, by names that follow from the seed', () => {
    const added = (seed: number): JsonValue => {
      const [, other = plan] = relations(plan, { seed, irrelevant: [] })[0]?.spawns ?? [];
      return other.stdin.kind === 'payload' ? other.stdin.payload : null;
    };
    const value = added(1) as Readonly<Record<string, JsonValue>>;
    const names = Object.keys(value);
    expect(names[0]).toMatch(/^x_[a-z0-9]{6}_first$/);
    expect(names.at(-1)).toBe(names[0]?.replace('_first', ''));
    expect(value[names[0] ?? '']).toBe('new');
    expect(value[names.at(-1) ?? '']).toEqual({ since: 1, list: [null, 'a'], deep: { of: true } });
    expect(Object.keys(added(2) as object)[0]).not.toBe(names[0]);
  });

  test('put members into an order that follows from the seed, all the way down', () => {
    const six = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 };
    const order = (value: JsonValue): string => Object.keys(value as object).join('');
    expect(['s', 't', 'u'].map((seed) => order(reordered(six, seed)))).toEqual(['ebcdfa', 'ecbfda', 'edfcba']);
    expect(JSON.stringify(reordered([six, { x: six }], 's'))).toBe(
      '[{"d":4,"f":6,"e":5,"a":1,"b":2,"c":3},{"x":{"e":5,"f":6,"c":3,"d":4,"b":2,"a":1}}]',
    );
    for (const seed of ['1', '2', '3', '4', '5', '6']) expect(order(reordered({ a: 1, b: 2 }, seed))).toBe('ba');
    expect(order(reordered({ a: 1 }, 's'))).toBe('a');
  });

  test('vary numbers, and what is neither text nor number not at all', () => {
    expect([varied(1, 's'), varied(true, 's'), varied(null, 's'), varied('', 's'), varied('.-', 's')]).toEqual([
      2,
      true,
      null,
      '',
      '.-',
    ]);
    expect(varied(['a'], 's')).toEqual(['a']);
    expect(varied('2026-02-08T19:22:11Z', 's')).toBe('2026-02-08T19:51:53Z');
    expect(['s', 't'].map((seed) => varied('abcXYZ019-', seed))).toEqual(['cefDFA194-', 'cafBCE354-']);
    expect(varied('at 2026-02-08T19:22:11Z', 's')).toMatch(/^[a-f]{2} [1-9]{4}-[1-9]{2}-/);
    const places = Array.from({ length: 20 }, (_, seed) => String(varied('2026-02-08T19:22:11Z', `${seed}`)));
    for (const at of [14, 15, 17, 18]) expect(new Set(places.map((time) => time[at])).size).toBeGreaterThan(2);
    expect(varied('äé', 's')).toBe('äé');
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
