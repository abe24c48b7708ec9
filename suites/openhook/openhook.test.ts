import { describe, expect, test } from 'vitest';
import type { Case } from '../../harness/model/case.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { contextOf, reference, runSuite, subjectOf, summed } from '../testing.ts';
import { judgeEvent } from './event-rules.ts';
import { openHookSuite } from './index.ts';

const EVENT = {
  openhook: '0.1',
  id: '6f1f9d0c-8a35-4c0e-9d7f-0d0c6a2d4b11',
  source: 'claude-code',
  type: 'session.end',
  time: '2026-02-23T10:15:30.123Z',
  session_id: 'sess-1',
};

function brokenBy(changes: Record<string, unknown>): string[] {
  const verdicts = new Verdicts();
  const value: Record<string, unknown> = { ...EVENT, ...changes };
  for (const [name, member] of Object.entries(value)) if (member === undefined) delete value[name];
  judgeEvent({ value, text: '', spawn: 0, line: 1 }, verdicts, () => undefined);
  return Object.keys(summed(verdicts.findings()).broken);
}

describe('one event', () => {
  test.each([
    [{}],
    [{ time: '2026-02-23T11:15:30+01:00' }],
    [{ id: '6F1F9D0C-8A35-4C0E-9D7F-0D0C6A2D4B11' }],
    [{ context: 'https://app.notion.so/page-id' }],
    [{ context: 'file:///srv/a%20b/%C3%BC' }],
    [{ data: { reason: 'completed', duration_ms: 0, more: [1] }, extensions: { x: null } }],
  ])('%j breaks nothing', (changes) => {
    expect(brokenBy(changes)).toEqual([]);
  });

  test.each([
    [{ openhook: 0.1 }, ['OH-ENV-008']],
    [{ openhook: '0.1.0' }, ['OH-ENV-008']],
    [{ openhook: '0.2' }, ['OH-ENV-009']],
    [{ id: undefined }, ['OH-ENV-003']],
    [{ id: 'evt_1' }, ['OH-ENV-012']],
    [{ source: 'Claude Code' }, ['OH-ENV-015']],
    [{ source: 'cursor-' }, ['OH-ENV-023']],
    [{ type: 'Session.End' }, ['OH-ENV-016']],
    [{ type: 'session.stop' }, ['OH-ENV-017', 'OH-ENV-024']],
    [{ type: 'doc.write' }, ['OH-ENV-017', 'OH-ENV-024', 'OH-ART-004']],
    [{ time: '2026-02-23T10:15:30' }, ['OH-ENV-018']],
    [{ time: '2026-02-23T10:15:30.123Zjunk' }, ['OH-ENV-018']],
    [{ time: '20260223T101530Z' }, ['OH-ENV-025']],
    [{ session_id: '' }, ['OH-ENV-021']],
    [{ data: [] }, ['OH-OPT-001']],
    [{ context: '/home/user/project' }, ['OH-OPT-003']],
    [{ context: 'file:///srv/a b' }, ['OH-OPT-003']],
    [{ context: 'file:///srv/ü' }, ['OH-OPT-004']],
    [{ user: 'x' }, ['OH-OPT-008', 'OH-VER-007']],
    [{ data: { reason: 'clear' } }, ['OH-DAT-013']],
    [{ data: { duration_ms: -1 } }, ['OH-DAT-014']],
    [{ type: 'file.write' }, ['OH-DAT-031']],
    [{ type: 'file.write', data: { path: 'a', start_line: 9, end_line: 3 } }, ['OH-DAT-041']],
    [{ type: 'tool.end', data: { status: 'failed' } }, ['OH-DAT-027']],
  ])('%j breaks %j', (changes, rows) => {
    expect(brokenBy(changes)).toEqual(rows);
  });
});

describe('programs', () => {
  test('the reference emitter breaks nothing', async () => {
    const vendors = ['windsurf', 'cursor'];
    const subject = subjectOf({ role: 'emitter', spec: 'openhook', vendors, command: ['emit', '{vendor}', '{event}'] });
    const context = await contextOf(openHookSuite, subject);
    const program = [process.execPath, reference('openhook-emitter'), '{vendor}', '{event}'];
    const run = await runSuite(openHookSuite, context, program);
    expect(run.broken).toEqual({});
    for (const row of [
      'OH-EVT-001',
      'OH-LVL-001',
      'OH-LVL-003',
      'OH-LVL-006',
      'OH-OPT-004',
      'OH-ENV-020',
      'OH-SEC-005',
      'OH-ART-002',
    ])
      expect(run.met).toContain(row);
  });

  test('a type that no event asks for which the subject is registered for is missing from no level', async () => {
    const events = { '*': ['SessionEnd', 'PreToolUse'] };
    const subject = subjectOf({
      role: 'emitter',
      spec: 'openhook',
      vendors: ['claude-code'],
      command: ['emit'],
      events,
    });
    const context = await contextOf(openHookSuite, subject);
    const program = [process.execPath, reference('openhook-emitter'), 'claude-code', '{event}'];
    const few = (one: Case): boolean => /claude-code\/\d+-(SessionEnd|PreToolUse-Bash)$/.test(one.id);
    const run = await runSuite(openHookSuite, context, program, few);
    expect(run.broken).toEqual({});
    expect(run.met).toContain('OH-LVL-011');
    const silent = await runSuite(openHookSuite, context, ['true'], few);
    expect(silent.broken).toHaveProperty('OH-LVL-011');
  });

  test('the reference consumer breaks nothing; one that refuses what it does not know is told so', async () => {
    const context = await contextOf(openHookSuite, subjectOf({ role: 'hook', spec: 'openhook' }));
    const good = await runSuite(openHookSuite, context, [process.execPath, reference('openhook-consumer')]);
    expect(good.broken).toEqual({});
    expect(good.met.size).toBe(6);
    const strict = [
      'const event = JSON.parse(require("fs").readFileSync(0, "utf8"));',
      'if (event.openhook !== "0.1" || (event.extensions && event.extensions.zzz)) process.exit(3);',
    ].join('\n');
    const bad = await runSuite(openHookSuite, context, [process.execPath, '-e', strict]);
    expect(Object.keys(bad.broken).sort()).toEqual(['OH-OPT-009', 'OH-VER-005', 'OH-VER-006']);
  });

  test('the reference runner breaks nothing; one that runs nothing is told so', async () => {
    const context = await contextOf(openHookSuite, subjectOf({ role: 'runner', spec: 'openhook', vendors: [] }));
    const good = await runSuite(openHookSuite, context, [process.execPath, reference('openhook-runner')]);
    expect(good.broken).toEqual({});
    expect(good.met.size).toBe(14);
    const idle = await runSuite(openHookSuite, context, ['true'], (one) => one.id.endsWith('/found'));
    expect(Object.keys(idle.broken)).toEqual(['OH-DISC-001', 'OH-DISC-003', 'OH-LVL-009']);
  });

  test('a runner may refuse a discovery file with a broken entry', async () => {
    const context = await contextOf(openHookSuite, subjectOf({ role: 'runner', spec: 'openhook', vendors: [] }));
    const strict = [
      'const { hooks } = JSON.parse(require("fs").readFileSync(".openhook.json", "utf8"));',
      'if (!hooks.every((hook) => hook && typeof hook.command === "string")) process.exit(3);',
    ].join('\n');
    const entries = (one: Case): boolean => /\/(no-command|broken-entry-command)/.test(one.id);
    const run = await runSuite(openHookSuite, context, [process.execPath, '-e', strict], entries);
    expect(Object.keys(run.broken)).toEqual(['OH-DISC-015']);
    expect(run.met).toContain('OH-DISC-004');
    const guess = 'echo > other.json';
    const guesses = await runSuite(openHookSuite, context, ['sh', '-c', guess], entries);
    expect(guesses.broken).toHaveProperty('OH-DISC-004');
  });

  test('the reference agent breaks nothing when it plays the scenarios', async () => {
    const subject = subjectOf({ role: 'emitter', spec: 'openhook', drive: 'scenario', vendors: [] });
    const context = await contextOf(openHookSuite, subject);
    const run = await runSuite(openHookSuite, context, [process.execPath, reference('scenario-agent'), 'openhook']);
    expect(run.broken).toEqual({});
    for (const row of ['OH-EVT-001', 'OH-LVL-003', 'OH-LVL-006', 'OH-DAT-024', 'OH-SEC-004'])
      expect(run.met).toContain(row);
  });
});
