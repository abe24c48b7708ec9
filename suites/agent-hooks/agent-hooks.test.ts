import { beforeAll, describe, expect, test } from 'vitest';
import type { PlanContext } from '../../harness/model/suite.ts';
import { contextOf, reference, runSuite, type SuiteRun, subjectOf } from '../testing.ts';
import { agentHooksSuite } from './index.ts';

const emitter = [process.execPath, reference('agent-hooks-emitter'), '{vendor}', '{event}'];
const subject = (vendors: readonly string[]): ReturnType<typeof subjectOf> =>
  subjectOf({ role: 'emitter', spec: 'agent-hooks', vendors, command: ['emit', '{vendor}', '{event}'] });

describe('planning', () => {
  let context: PlanContext;
  beforeAll(async () => {
    context = await contextOf(agentHooksSuite, subject(['claude-code', 'codex', 'copilot-cli']));
  });

  test('the same context gives the same plan, with ids of its own for every case', () => {
    const plan = agentHooksSuite.plan(context);
    expect(agentHooksSuite.plan(context)).toEqual(plan);
    const ids = plan.cases.map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('every requirement of a case is one that binds the subject', () => {
    const known = new Set(context.catalogue.map((row) => row.id));
    for (const one of agentHooksSuite.plan(context).cases)
      expect(one.requirements.filter((id) => !known.has(id))).toEqual([]);
  });

  test('without {event} payloads that name none are not fed, and the report says why', () => {
    const without = { ...context, subject: { ...context.subject, command: ['emit', '{vendor}'] } };
    const { cases } = agentHooksSuite.plan(without);
    expect(cases.some((one) => one.event === 'preToolUse')).toBe(false);
    expect(cases.some((one) => one.event === 'PreToolUse' && one.vendor === 'copilot-cli')).toBe(true);
  });

  test('without {vendor} what two vendors send alike is not fed', () => {
    const without = { ...context, subject: { ...context.subject, command: ['emit', '{event}'] } };
    const plan = agentHooksSuite.plan(without);
    expect(plan.cases.filter((one) => one.event === 'PreToolUse' && one.vendor !== 'copilot-cli')).toEqual([]);
    const why = plan.notFed.find((one) => one.requirements.includes('AH-MAP-043'));
    expect(why).toMatchObject({ verdict: 'not-applicable' });
    expect(why?.reason).toContain('{vendor}');
  });

  test('what a subject is not registered for is not fed', () => {
    const only = {
      ...context,
      subject: { ...context.subject, events: { '*': ['before_tool_execute'] }, tools: ['shell'] },
    };
    const events = new Set(agentHooksSuite.plan(only).cases.map((one) => `${one.vendor} ${one.event}`));
    expect([...events].filter((event) => !/ToolUse$|NotARealEvent$/.test(event))).toEqual([]);
  });
});

describe('a conforming emitter', () => {
  let run: SuiteRun;
  beforeAll(async () => {
    const context = await contextOf(agentHooksSuite, subject(['windsurf', 'cursor']));
    run = await runSuite(agentHooksSuite, context, emitter);
  });

  test('breaks nothing', () => {
    expect(run.broken).toEqual({});
    expect(run.findings.filter((finding) => finding.kind === 'untested')).toEqual([]);
    expect(run.findings.filter((finding) => finding.kind === 'notice')).toEqual([]);
  });

  test('is seen to meet the envelope, pairs of actions, sessions and its cells', () => {
    for (const id of ['AH-ENV-001', 'AH-ENV-010', 'AH-ENV-013', 'AH-ENV-016', 'AH-TAX-026', 'AH-TAX-027', 'AH-SEC-013'])
      expect(run.met).toContain(id);
    for (const id of ['AH-MAP-006', 'AH-MAP-036', 'AH-MAP-039', 'AH-MPX-006', 'AH-MPX-008', 'AH-DAT-031', 'AH-DAT-034'])
      expect(run.met).toContain(id);
  });
});
