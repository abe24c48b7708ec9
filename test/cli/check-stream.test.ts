/** `hookconf check` with --level, --reporter and --scenario: a stream reported on as a run is. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../types/generated/report.ts';
import { hookconf, ROOT } from './hookconf.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-stream-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SCENARIO = 'shell-success';
const files = { agentHooks: join(folder, 'agent-hooks.jsonl'), openhook: join(folder, 'openhook.jsonl') };
const broken = join(folder, 'broken.jsonl');

/** What the reference agent says when it plays the scenario. */
beforeAll(async () => {
  const { out } = await hookconf(['list', 'scenarios', '--json']);
  const played = (JSON.parse(out) as { scenario: string }[]).find((one) => one.scenario === SCENARIO);
  const agent = join(ROOT, 'dist/reference/scenario-agent.js');
  for (const [spec, file] of [
    ['agent-hooks', files.agentHooks],
    ['openhook', files.openhook],
  ] as const)
    writeFileSync(file, execFileSync(process.execPath, [agent, spec], { input: JSON.stringify(played) }));
  // Two more faults than one event shows: the second event is gone, the last one says a type of another vocabulary.
  const lines = readFileSync(files.agentHooks, 'utf8').trimEnd().split('\n');
  const last = JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>;
  const spoiled = [...lines.filter((_, index) => index !== 1).slice(0, -1), JSON.stringify({ ...last, event_type: 5 })];
  writeFileSync(broken, `${spoiled.join('\n')}\n`);
});

const reported = (out: string): Report['subjects'][number] => {
  const { evidence, subjects } = JSON.parse(out) as Report;
  expect(evidence).toBe('stream');
  return subjects[0] as Report['subjects'][number];
};

test('--level judges a stream by its envelopes, and what needs a stimulus is untested', async () => {
  const { code, out, err } = await hookconf(['check', '--level', 'agent-hooks:Envelope', '--json', files.agentHooks]);
  expect([code, err.trimEnd().split('\n').length]).toEqual([3, 1]);
  const subject = reported(out);
  expect(subject.levels.find(({ level }) => level === 'Envelope')).toMatchObject({
    claimed: true,
    status: 'undecided',
    evidence: 'stream',
    failed: 0,
  });
  const session = subject.requirements.find(({ id }) => id === 'AH-ENV-016');
  expect(session).toMatchObject({ verdict: 'untested', reason: expect.stringContaining('--scenario') as string });
  expect(subject.requirements.find(({ id }) => id === 'AH-ENV-009')?.verdict).toBe('pass');
});

test('of a stream with a line that can not be judged the other lines are told', async () => {
  const deep = join(folder, 'deep.jsonl');
  const text = readFileSync(broken, 'utf8');
  writeFileSync(deep, `${text}${'['.repeat(600)}${']'.repeat(600)}\n`);
  const [whole, partly] = [await hookconf(['check', broken]), await hookconf(['check', deep])];
  expect([whole.code, partly.code]).toEqual([1, 1]);
  expect(partly.out.replaceAll('deep.jsonl', 'broken.jsonl')).toBe(whole.out);
  expect(partly.err).toMatch(/deep\.jsonl:\d+:513: the text nests deeper than 512 levels\n$/);
});

test('a level that nobody has, and one of another specification, are refused in one line', async () => {
  const none = await hookconf(['check', '--level', 'agent-hooks:Envelop', files.agentHooks]);
  expect([none.code, none.out, none.err]).toEqual([2, '', expect.stringContaining('Envelope') as string]);
});

test.each([
  ['agent-hooks', files.agentHooks, 'Taxonomy', 'AH-ENV-016'],
  ['openhook', files.openhook, 'L1', 'OH-EVT-001'],
] as const)('--scenario decides what %s asks of a session', async (spec, file, level, row) => {
  const { code, out, err } = await hookconf(['check', '--spec', spec, '--scenario', SCENARIO, '--json', file]);
  expect([code, err]).toEqual([0, '']);
  const subject = reported(out);
  expect(subject.requirements.find(({ id }) => id === row)?.verdict).toBe('pass');
  expect(subject.levels.find((one) => one.level === level)?.status).toBe('granted');
});

test('what a scenario asks for and a stream lacks fails, and costs the level that is claimed', async () => {
  const words = ['--scenario', SCENARIO, '--level', 'agent-hooks:Envelope', '--json', broken];
  const { code, out } = await hookconf(['check', ...words]);
  expect(code).toBe(1);
  const failed = reported(out).requirements.filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ id }) => id)).toEqual(expect.arrayContaining(['AH-ENV-011']));
});

test('--reporter writes what run writes, to the terminal and to files, and exits as run does', async () => {
  const junit = join(folder, 'junit.xml');
  const html = join(folder, 'report.html');
  const words = ['--reporter', 'table', '--reporter', `junit=${junit}`, '--reporter', `html=${html}`, broken];
  const { code, out } = await hookconf(['check', ...words]);
  expect(code).toBe(1);
  expect(out).toContain('judged from a recorded stream');
  expect(out).toMatch(/broken\.jsonl:\d+:\d+/);
  expect(readFileSync(junit, 'utf8')).toMatch(/<failure [^>]*/);
  expect(readFileSync(html, 'utf8')).toContain('AH-ENV-011');
});

test('an OpenHook log with a session.end shows that nothing else is asked of it', async () => {
  const { out } = await hookconf(['check', '--reporter', 'json', files.openhook]);
  const verdict = (row: string): unknown => reported(out).requirements.find(({ id }) => id === row)?.verdict;
  expect([verdict('OH-EVT-006'), verdict('OH-LVL-002'), verdict('OH-EVT-001')]).toEqual(['pass', 'pass', 'untested']);
});
