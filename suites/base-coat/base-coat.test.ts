import { describe, expect, test } from 'vitest';
import type { Case } from '../../harness/model/case.ts';
import { contextOf, reference, runSuite, subjectOf } from '../testing.ts';
import { envelopeFault } from './runner/envelope.ts';
import { mismatch } from './runner/expectations.ts';
import type { RunnerContext } from './runner/scenario.ts';
import type { View } from './runner/view.ts';
import { baseCoatSuite } from './suite.ts';
import { SURFACES } from './surfaces.ts';

const runner = subjectOf({
  role: 'runner',
  spec: 'base-coat',
  vendors: [],
  surfaces: SURFACES,
  supports: ['session'],
});
const converter = subjectOf({ role: 'converter', spec: 'base-coat', vendors: [], vendorsDeclared: false });

/** Cases that show one thing each, without those that wait for hooks that hang. */
function sample({ id }: Case): boolean {
  return /\/(response\/(inject|block|modify)|block|chain|session\/flow)/.test(id);
}

describe('plan', () => {
  test('decides every row that can be decided, for a runner of all surfaces and for a converter', async () => {
    for (const subject of [runner, converter]) {
      const context = await contextOf(baseCoatSuite, subject);
      const { cases, notFed } = baseCoatSuite.plan(context);
      const decided = new Set(cases.flatMap(({ requirements }) => requirements));
      const left = context.catalogue.filter(({ id, undecidable }) => undecidable === undefined && !decided.has(id));
      expect(left.map(({ id }) => id)).toEqual([]);
      expect(notFed).toEqual([]);
      expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    }
  });

  test('says why a row is not put to a runner that knows one surface or no sub-agents', async () => {
    const surface = { ...runner.surface, subagents: false };
    const context = await contextOf(baseCoatSuite, { ...runner, surface, surfaces: ['middleware'], supports: [] });
    const { cases, notFed } = baseCoatSuite.plan(context);
    const reasons = new Map(notFed.flatMap(({ requirements, reason }) => requirements.map((id) => [id, reason])));
    expect(reasons.get('BC-HP-026')).toContain('subagents');
    expect(reasons.get('BC-REG-002')).toContain('cloud-agent');
    expect(reasons.get('BC-INT-007')).toContain('sessions');
    expect(cases.every(({ id }) => id.startsWith('run/middleware/'))).toBe(true);
  });
});

describe('programs', () => {
  test('the reference runner breaks nothing; one that always passes through is told so', async () => {
    const context = await contextOf(baseCoatSuite, runner);
    const good = await runSuite(baseCoatSuite, context, [process.execPath, reference('base-coat-runner')], sample);
    expect(good.broken).toEqual({});
    const answer = '{"action":"passThrough","additionalContext":[],"warnings":[]}';
    const idle = await runSuite(baseCoatSuite, context, ['printf', '%s', answer], (one) => /response\//.test(one.id));
    for (const id of ['BC-RSP-002', 'BC-RSP-003', 'BC-RSP-004', 'BC-REN-015']) expect(idle.broken).toHaveProperty(id);
    for (const id of ['BC-RSP-001', 'BC-REN-006']) expect(idle.broken).not.toHaveProperty(id);
  });

  test('hooks that run in one shell leak into each other', async () => {
    const context = await contextOf(baseCoatSuite, runner);
    const answer = '{"action":"passThrough","additionalContext":[],"warnings":[]}';
    const shared = `root=$PWD; . ./leaky.sh; "$root/clean.sh" < /dev/null; printf %s '${answer}'`;
    const about = ({ id }: Case): boolean => id.includes('state/environment');
    const found = async (line: string): Promise<readonly string[]> => {
      const run = await runSuite(baseCoatSuite, context, ['sh', '-c', line], about);
      return (run.broken['BC-RUN-004'] ?? []).map((message) => message.split(';')[0] ?? '');
    };
    expect(await found(shared)).toEqual([
      'A variable of one hook does not reach the next',
      'The folder of one hook does not become that of the next',
    ]);
    expect(await found(shared.replace('. ./leaky.sh', './leaky.sh'))).toEqual([]);
  });

  test('a point in dispute may be refused, left out or served', async () => {
    const cloud = { ...runner, surfaces: ['cloud-agent'] };
    const context = await contextOf(baseCoatSuite, cloud);
    const disputed = ({ id }: Case): boolean => id === 'run/cloud-agent/support/PreCompact';
    const broken = async (line: string): Promise<object> =>
      (await runSuite(baseCoatSuite, context, ['sh', '-c', line], disputed)).broken;
    const says = (action: string): string => `printf %s '{"action":"${action}","additionalContext":[],"warnings":[]}'`;
    expect(await broken('echo "no such event" >&2; exit 78')).toEqual({});
    expect(await broken(says('passThrough'))).toEqual({});
    expect(await broken(`./probe.sh < /dev/null; ${says('passThrough')}`)).toEqual({});
    expect(await broken(`./probe.sh < /dev/null; ${says('block')}`)).toHaveProperty('BC-PLS-008');
    expect(await broken('./probe.sh < /dev/null; exit 1')).toHaveProperty('BC-PLS-008');
  });

  test('the reference converter breaks nothing; one that copies its input is told so', async () => {
    const context = await contextOf(baseCoatSuite, converter);
    const some = ({ id }: Case): boolean => /^convert\/(vs-code|cloud-agent)\/(encode|there-and-back)/.test(id);
    const good = await runSuite(baseCoatSuite, context, [process.execPath, reference('base-coat-converter')], some);
    expect(good.broken).toEqual({});
    const copy = ['sh', '-c', 'printf \'{"config":%s,"warnings":[]}\' "$(cat)"'];
    const bad = await runSuite(baseCoatSuite, context, copy, some);
    for (const id of ['BC-NAM-003', 'BC-NAM-012', 'BC-NAM-017', 'BC-NAM-019']) expect(bad.broken).toHaveProperty(id);
    expect(bad.broken).not.toHaveProperty('BC-NAM-002');
  });
});

describe('the event that a hook is given', () => {
  const event = { hook: 'PostToolUse', timestamp: '2026-02-08T19:22:11Z', sessionId: 's1', repository: 'acme/shop' };
  test.each([
    ['object', []],
    ['hook', { ...event, hook: 'postToolUse' }],
    ['timestamp', { ...event, timestamp: '2026-02-08' }],
    ['sessionId', { ...event, sessionId: 7 }],
    ['repository', { ...event, repository: 'shop' }],
    ['budget', { ...event, budget: { usedTokens: '1' } }],
    ['tokens', { ...event, budget: { usedTokens: -1 } }],
    ['tool', event],
    ['outcome', { ...event, tool: { success: 'yes' } }],
    ['camelCase', { ...event, session_id: 's1' }],
    ['types', { ...event, timestamp: 7 }],
    ['failed', { ...event, tool: { success: true } }],
  ] as const)('%s', (rule, wrong) => {
    expect(envelopeFault(rule, JSON.stringify(wrong))).toBeDefined();
    const tool = { name: 'powershell', success: false, durationMs: 1 };
    const budget = { usedTokens: 1, effectiveLimit: 2 };
    expect(envelopeFault(rule, JSON.stringify({ ...event, tool, budget }))).toBeUndefined();
  });
});

describe('expectations', () => {
  const context: RunnerContext = {
    kind: 'runner',
    checks: [],
    surface: 'middleware',
    tried: false,
    events: [{ hook: 'PreToolUse', tool: { input: { command: 'ls' } } }],
    hangs: false,
  };
  const view = (outcome: Record<string, unknown>): View => ({
    answers: [{ code: 0, timedOut: false, outcomes: [outcome], stderr: '', durationMs: 10 }],
    outcomes: [outcome],
    trace: { runs: [], order: [] },
    files: [],
  });

  test('an unchanged input is no modification; warnings may be objects; contexts keep their order', () => {
    const untouched = { kind: 'changed', member: 'modifiedInput', value: null } as const;
    expect(mismatch(untouched, view({ modifiedInput: { command: 'ls' } }), context)).toBeUndefined();
    expect(mismatch(untouched, view({ modifiedInput: { command: 'rm' } }), context)).toBeDefined();
    const warned = view({ action: 'passThrough', warnings: [{ message: 'Hook failed' }] });
    expect(mismatch({ kind: 'warning', words: ['fail'] }, warned, context)).toBeUndefined();
    const contexts = view({ additionalContext: ['b', 'a'] });
    expect(mismatch({ kind: 'context', holds: ['a', 'b'] }, contexts, context)).toBeDefined();
    expect(mismatch({ kind: 'context', holds: ['b', 'a'] }, contexts, context)).toBeUndefined();
  });

  test('an answer that is missing meets nothing', () => {
    const none: View = { ...view({}), outcomes: [undefined] };
    for (const one of [
      { kind: 'action', any: ['passThrough'] },
      { kind: 'kept-out', text: 'x' },
      { kind: 'changed', member: 'modifiedInput', value: null },
      { kind: 'context', holds: [] },
      { kind: 'shape' },
    ] as const)
      expect(mismatch(one, none, context)).toBeDefined();
  });
});
