/** What a hook may write where its stdout is read as text: the path of a worktree, and the status line. */
import { describe, expect, test } from 'vitest';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { JsonObject } from '../../harness/model/json.ts';
import type { Observation, SpawnObservation } from '../../harness/model/observation.ts';
import { inShort } from '../approved.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { judgeStdout } from './hook-stdout.ts';

const ROOT = '/tree/of/a/case';

/** The findings on what was written for an event. */
function findings(event: string, stdout: string | undefined, stdin: JsonObject = {}, folders?: readonly string[]) {
  const bytes = Buffer.from(stdout ?? '');
  const captured = { bytes, total: bytes.length, truncated: false };
  const spawn = stdout === undefined ? undefined : ({ stdout: captured } as SpawnObservation);
  const verdicts = new Verdicts();
  const seen = { tree: { root: ROOT }, ...(folders === undefined ? {} : { folders }) } as unknown as Observation;
  judgeStdout({ event, stdin } as unknown as Fixture, spawn, seen, verdicts);
  return verdicts.findings();
}
const said = (...asked: Parameters<typeof findings>): string => [...inShort(findings(...asked))].join(' ');

test('other events, and a hook that was never started, are nothing to judge', () => {
  for (const event of ['Stop', 'WorktreeRemove']) expect(said(event, 'hello')).toBe('');
  for (const event of ['WorktreeCreate', 'StatusLine']) expect(said(event, undefined)).toBe('');
});

describe('on WorktreeCreate', () => {
  const made = [`${ROOT}/project/new`, `${ROOT}/ends with a space `];
  test.each<[string, string]>([
    ['', '+'],
    [' \n', '+'],
    [`${ROOT}/project/new`, '+'],
    [`${ROOT}/project/new\n`, '+'],
    [`  ${ROOT}/project/new\r\n`, '+'],
    [`${ROOT}/project/new/`, '+'],
    [`${ROOT}/project//./other/../new`, '+'],
    [`${ROOT}/project/none`, '!'],
    [`${ROOT}/project/newer`, '!'],
    [`${ROOT}/project/new/deeper`, '!'],
    // What lies around the tree of the case is there.
    ['/', '+'],
    ['/tree', '+'],
    ['/tree/of/', '+'],
    ['/tree/of/a', '+'],
    [`${ROOT}/..`, '+'],
    // What lies beside it was not looked at.
    ['/tree/o', '?'],
    ['/tmp/elsewhere', '?'],
    [`${ROOT}s/project/new`, '?'],
    [`x ${ROOT}/project/new`, '!'],
    ['project/new', '!'],
    ['done', '!'],
    [`done\n${ROOT}/project/new`, '!'],
    [`${ROOT}/project/new\ndone`, '!'],
    [`${ROOT}/project/new\rdone`, '!'],
    ['/tmp/elsewhere\ndone', '!'],
  ])('%j', (stdout, mark) => {
    expect(said('WorktreeCreate', stdout, {}, made)).toBe(`${mark}AP-EMI-019`);
  });

  test('the root of the tree is a folder of it like others', () => {
    expect(said('WorktreeCreate', ROOT, {}, [ROOT])).toBe('+AP-EMI-019');
    expect(said('WorktreeCreate', ROOT, {}, [])).toBe('!AP-EMI-019');
    expect(said('WorktreeCreate', ROOT)).toBe('?AP-EMI-019');
  });

  test('where nobody looked which folders there are, only text is told from a path', () => {
    expect(said('WorktreeCreate', `${ROOT}/project/none`)).toBe('?AP-EMI-019');
    expect(said('WorktreeCreate', '/tree')).toBe('+AP-EMI-019');
    expect(said('WorktreeCreate', '')).toBe('+AP-EMI-019');
    expect(said('WorktreeCreate', 'done')).toBe('!AP-EMI-019');
  });

  test('a message names no folder of this machine', () => {
    const [finding] = findings('WorktreeCreate', `${ROOT}/project/none`, {}, made);
    expect(finding).toMatchObject({ kind: 'broken', actual: '/project/none' });
    expect(JSON.stringify(finding)).toContain('a folder that does not exist');
  });
});

describe('on StatusLine', () => {
  const TOLD = {
    context_window: { used_percentage: 42 },
    rate_limits: { five_hour: { used_percentage: 7.5 } },
    cost: { total_cost_usd: 0.12 },
  };
  const WHOLE = '[monitor] ctx 42% · 5h 7% · $0.120';
  const without = (name: keyof typeof TOLD, more: JsonObject = {}): JsonObject => {
    const { [name]: _, ...others } = TOLD;
    return { ...others, ...more };
  };
  test.each<[string, JsonObject, boolean]>([
    [WHOLE, TOLD, true],
    [`${WHOLE}\n`, TOLD, true],
    [`${WHOLE}\r\n`, TOLD, true],
    [`${WHOLE}  \n`, TOLD, true],
    [`${WHOLE}\n\n`, TOLD, false],
    [`${WHOLE}\nmore`, TOLD, false],
    [`x${WHOLE}`, TOLD, false],
    [`\n${WHOLE}`, TOLD, false],
    ['', TOLD, false],
    ['', {}, false],
    ['hello', {}, false],
    // Nothing is told, or nothing yet.
    ['[monitor]', {}, true],
    ['[monitor] ', {}, true],
    ['[monitor] \n', {}, true],
    ['[monitor]', TOLD, false],
    ['[monitor] ctx 0%', {}, true],
    ['[monitor] ctx 42%', without('rate_limits', { cost: { total_cost_usd: 0 } }), true],
    ['[monitor] ctx 42%', without('rate_limits', { cost: { total_cost_usd: '0.12' } }), true],
    ['[monitor] ctx 42%', without('rate_limits', { cost: null }), true],
    ['[monitor] 5h 7% · $0.120', without('context_window'), true],
    ['[monitor] ctx 42% · $0.120', without('rate_limits'), true],
    // What is told is there, each in its place and form.
    ['[monitor] 5h 7% · $0.120', TOLD, false],
    ['[monitor] ctx 42% · $0.120', TOLD, false],
    ['[monitor] ctx 42% · 5h 7%', TOLD, false],
    ['[monitor] 5h 7% · ctx 42% · $0.120', TOLD, false],
    ['[monitor] ctx 42% · $0.120 · 5h 7%', TOLD, false],
    ['[monitor] ctx 42% · ctx 42%', without('rate_limits', { cost: {} }), false],
    [`${WHOLE} · more`, TOLD, false],
    ['[monitor] more', {}, false],
    ['[monitor]ctx 42%', without('rate_limits', { cost: {} }), false],
    ['[monitor]  ctx 42%', without('rate_limits', { cost: {} }), false],
    ['[monitor] ctx 42%, 5h 7%, $0.120', TOLD, false],
    ['[monitor] ctx 42.5%', {}, false],
    ['[monitor] xctx 42%', {}, false],
    ['[monitor] ctx 42%x', {}, false],
    ['[monitor] ctx %', {}, false],
    ['[monitor] ctx 4', {}, false],
    ['[monitor] 5h x%', {}, false],
    ['[monitor] $0.12', {}, false],
    ['[monitor] $0.1234', {}, false],
    ['[monitor] $12.345', {}, true],
    ['[monitor] $.120', {}, false],
  ])('%j of %j', (stdout, payload, ok) => {
    expect(said('StatusLine', stdout, payload)).toBe(`${ok ? '+' : '!'}AP-STL-019`);
  });

  test('a message says what is missing, or that the shape is another', () => {
    const message = (stdout: string): string => JSON.stringify(findings('StatusLine', stdout, TOLD));
    expect(message('[monitor]')).toContain('lacks ctx N% and 5h N% and $X.XXX, which the payload tells');
    expect(message('[monitor] ctx 42% · $0.120')).toContain('lacks 5h N%, which');
    expect(message('hello')).toContain('has not the shape');
    expect(findings('StatusLine', 'x'.repeat(101), TOLD)).toMatchObject([{ actual: 'x'.repeat(100) }]);
  });
});
