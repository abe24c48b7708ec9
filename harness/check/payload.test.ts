import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadCorpus } from '../run/corpus.ts';
import { checkFiles } from './check-files.ts';
import { checkBytes } from './check-text.ts';
import type { Asked } from './detect.ts';
import type { CheckedFile } from './result.ts';

const corpus = await loadCorpus(['claude-code', 'copilot-cli']);
const real = corpus.fixtures('claude-code').find((one) => one.event === 'PreToolUse')?.stdin as Record<string, unknown>;
const camel = corpus.fixtures('copilot-cli').find((one) => one.event === 'preToolUse')?.stdin as Record<
  string,
  unknown
>;
const folder = mkdtempSync(join(tmpdir(), 'drift-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function check(document: unknown, asked: Asked = {}): Promise<CheckedFile> {
  return checkBytes('captured.json', Buffer.from(JSON.stringify(document)), asked);
}

test('a recorded payload has nothing to report, and is told what it was taken for', async () => {
  const checked = await check(real);
  expect(checked.findings).toEqual([]);
  expect(checked.taken).toMatchObject([
    { schema: 'native/claude-code/PreToolUse', why: 'it names the event PreToolUse, as Claude Code does' },
  ]);
});

test('a payload that names no event is guessed, and what else it could be is said', async () => {
  const [taken] = (await check(camel)).taken;
  expect(taken).toMatchObject({ schema: 'native/copilot-cli/camelCase/preToolUse' });
  expect(taken?.why).toBe(
    'its members are those of GitHub Copilot CLI (guessed: vendor, event); it could be one of GitHub Copilot cloud agent (preToolUse) as well, which --vendor and --event would tell',
  );
});

test('an event that no vendor is known to have is drift of the one whose form it has', async () => {
  const checked = await check({ ...real, hook_event_name: 'BrandNew' });
  expect(checked.taken).toMatchObject([
    { title: 'a payload of Claude Code, event BrandNew', why: expect.stringContaining('guessed: vendor, event') },
  ]);
  expect(checked.findings).toMatchObject([{ severity: 'info', pointer: '/hook_event_name', keyword: 'drift' }]);
  const declared = await check({ ...real, hook_event_name: 'BrandNew' }, { failOnDrift: true });
  expect(declared.findings).toMatchObject([{ severity: 'fail', requirement: 'DC-DRIFT' }]);
});

test('a new event in a stream is not held to the event of the line before, whatever its place', async () => {
  const fresh = JSON.stringify({ ...real, hook_event_name: 'BrandNew' });
  const known = JSON.stringify(real);
  for (const [lines, line] of [
    [[known, fresh, known], 2],
    [[fresh, known, known], 1],
  ] as const) {
    const checked = await checkBytes('captured.jsonl', Buffer.from(`${lines.join('\n')}\n`), {});
    expect(checked.unusable).toBeNull();
    expect(checked.findings).toMatchObject([{ severity: 'info', pointer: '/hook_event_name', keyword: 'drift', line }]);
  }
});

test('drift is a notice, and a failure of the author’s own declaration only where that is asked for', async () => {
  const drifted = { ...real, mood: 'good' };
  expect((await check(drifted)).findings).toMatchObject([{ severity: 'info', keyword: 'drift', pointer: '/mood' }]);
  const failed = await check(drifted, { failOnDrift: true });
  expect(failed.findings).toMatchObject([{ severity: 'fail', keyword: 'drift', requirement: 'DC-DRIFT' }]);
});

test('a broken payload is refused, in the vendor’s name', async () => {
  const { session_id: _, ...rest } = real;
  const { findings } = await check(rest, { vendor: 'claude-code' });
  expect(findings.filter((finding) => finding.severity === 'fail')).toMatchObject([{ keyword: 'required' }]);
});

test('an event that its vendor is not known to have is drift', async () => {
  const { findings } = await check({ ...real, hook_event_name: 'PreDream' }, { spec: 'native', vendor: 'claude-code' });
  expect(findings).toMatchObject([{ severity: 'info', keyword: 'drift', pointer: '/hook_event_name' }]);
});

test('a fixture is held to its own form, and the payload inside it to the vendor’s', async () => {
  const fixture = { ...corpus.fixtures('claude-code')[0], name: undefined };
  expect((await check(fixture)).findings).toEqual([]);
  const inside = { ...fixture, stdin: { ...(fixture.stdin as object), mood: 1, cwd: 7 } };
  expect((await check(inside)).findings.map(({ severity, pointer }) => `${severity} ${pointer}`).sort()).toEqual([
    'fail /stdin/cwd',
    'info /stdin/mood',
  ]);
});

test('a folder of captured payloads is walked where drift is asked for', async () => {
  mkdirSync(join(folder, 'deep'));
  writeFileSync(join(folder, 'a.json'), JSON.stringify(real));
  writeFileSync(join(folder, 'deep/b.jsonl'), `${JSON.stringify(real)}\n${JSON.stringify({ ...real, mood: 1 })}\n`);
  writeFileSync(join(folder, 'notes.txt'), 'not a payload');
  const result = await checkFiles([folder], { drift: true });
  expect(result.files.map((file) => file.documents)).toEqual([1, 2]);
  expect(result).toMatchObject({ exitCode: 0, summary: { fail: 0, info: 1, unusable: 0 } });
  expect((await checkFiles([folder], { drift: true, failOnDrift: true })).exitCode).toBe(1);
  expect((await checkFiles([folder], { drift: true, strict: true })).exitCode).toBe(0);
});

test('a call of an in-process hook is taken apart, and what is found is at its place in the call', async () => {
  const call = { thread: { id: 'T-1' }, toolUseID: 't', tool: 'Bash', input: { cmd: 'ls' } };
  const wire = (payload: unknown): unknown => ({ hook: 'tool.call', args: [payload] });
  const right = await check(wire(call));
  expect(right.findings).toEqual([]);
  expect(right.taken).toMatchObject([{ title: 'a call of Amp, hook tool.call', schema: null }]);
  const found = async (payload: unknown, asked: Asked = {}): Promise<unknown> =>
    (await check(wire(payload), asked)).findings.map(({ severity, pointer, requirement }) => [
      severity,
      pointer,
      requirement ?? '',
    ]);
  expect(await found({ ...call, mood: 1 })).toEqual([['info', '/args/0/mood', '']]);
  expect(await found({ ...call, mood: 1 }, { failOnDrift: true })).toEqual([['fail', '/args/0/mood', 'DC-DRIFT']]);
  expect(await found({ ...call, tool: 5 })).toEqual([['fail', '/args/0/tool', '']]);
  const bash = { tool: 'bash', sessionID: 's', callID: 'c' };
  const before = { hook: 'tool.execute.before', args: [bash, { args: 5 }] };
  expect((await check(before)).findings.map(({ pointer }) => pointer)).toEqual(['/args/1/args']);
});

test('a call that no version is known to make is drift: on the bus by itself, else of the vendor that is named', async () => {
  const event = { id: 'evt_1', type: 'message.removed', properties: { sessionID: 'ses_1' } };
  const sent = await check({ hook: 'event', args: [{ event }] });
  expect(sent.taken).toMatchObject([{ title: 'a call of OpenCode, hook event.message.removed' }]);
  expect(sent.findings).toMatchObject([{ severity: 'info', keyword: 'drift', pointer: '/args/0/event/type' }]);
  const fresh = { hook: 'session.brand.new', args: [{}] };
  expect((await check(fresh, { vendor: 'opencode' })).findings).toMatchObject([
    { severity: 'info', keyword: 'drift', pointer: '/hook' },
  ]);
  expect((await check(fresh)).taken).toEqual([]);
  expect((await check(fresh, { vendor: 'claude-code' })).findings).toMatchObject([{ severity: 'fail' }]);
});

test('a line that nothing tells is refused after one that has no schema, too', async () => {
  const idle = { event: { id: 'evt_1', type: 'session.idle', properties: { sessionID: 'ses_1' } } };
  for (const before of [
    { ...real, hook_event_name: 'BrandNew' },
    { hook: 'event', args: [idle] },
  ]) {
    const lines = [before, { hello: 'world' }].map((one) => JSON.stringify(one));
    const checked = await checkBytes('captured.jsonl', Buffer.from(`${lines.join('\n')}\n`), {});
    const refused = checked.findings.filter(({ severity }) => severity === 'fail');
    expect(refused).toMatchObject([
      { line: 2, pointer: '', message: expect.stringContaining('none that a known vendor') },
    ]);
  }
});
