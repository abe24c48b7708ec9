import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Report } from '../../types/generated/report.ts';
import { hookconf, ROOT } from './hookconf.ts';

const folder = mkdtempSync(join(tmpdir(), 'worker-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const program = join(ROOT, 'dist/reference/emitter-worker.js');
const subject = {
  role: 'emitter',
  spec: 'agent-hooks',
  worker: true,
  vendors: ['claude-code'],
  command: [process.execPath, program, 'agent-hooks', '{vendor}'],
};
const words = ['--runs', '80', '--only', 'agent-hooks/generated/*', '--skip', 'agent-hooks/generated/session-*'];

function config(name: string, changes: object = {}): string {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ subjects: [{ ...subject, ...changes }] }));
  return file;
}

async function reported(...more: readonly string[]): Promise<{ report: Report; code: number | undefined }> {
  const { out, code } = await hookconf(['run', '--json', ...words, ...more]);
  return { report: JSON.parse(out) as Report, code };
}

/** Of the program whose events are written as `written` says. */
async function reportedWith(name: string, written: string): ReturnType<typeof reported> {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, readFileSync(program, 'utf8').replace('JSON.stringify(one)', written));
  const command = [process.execPath, file, 'agent-hooks', '{vendor}'];
  return await reported('--config', config(name, { command }));
}

describe('an emitter that stays alive, in a whole run', () => {
  test('answers most cases from one process, a sample of them again alone, and shards say the same', async () => {
    const file = config('fine');
    const { report } = await reported('--config', file);
    const [whole] = report.subjects;
    expect(whole?.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(whole?.worker?.alone).toBeGreaterThan(60);
    expect(whole?.worker?.checked).toBeGreaterThan(3);
    expect(whole?.worker?.differed).toBe(0);
    expect(whole?.summary.spawns).toBeLessThan(whole?.summary.cases ?? 0);

    const parts = [1, 2].map((part) => join(folder, `part-${part}.json`));
    for (const [index, part] of parts.entries())
      writeFileSync(part, JSON.stringify((await reported('--config', file, '--shard', `${index + 1}/2`)).report));
    const { out } = await hookconf(['report', '--merge', ...parts, '--json']);
    const [merged] = (JSON.parse(out) as Report).subjects;
    expect(merged?.requirements.map(({ id, verdict, cases }) => [id, verdict, cases])).toEqual(
      whole?.requirements.map(({ id, verdict, cases }) => [id, verdict, cases]),
    );
    const [one, two] = parts.map((part) => (JSON.parse(readFileSync(part, 'utf8')) as Report).subjects[0]?.worker);
    expect(merged?.worker).toEqual({
      alone: (one?.alone ?? 0) + (two?.alone ?? 0),
      checked: (one?.checked ?? 0) + (two?.checked ?? 0),
      differed: 0,
    });
  });

  test('is judged by a process of its own where it breaks something, and the counterexample is one of that', async () => {
    // Alive or alone it forgets the version of what is longer than usual.
    const { report, code } = await reportedWith(
      'faulty',
      '(held, JSON.stringify(one).replace(/"spec_version":"[^"]*",?/, (all) => JSON.stringify(payload).length > 1500 ? "" : all))',
    );
    expect(code).toBe(1);
    const [judged] = report.subjects;
    const failed = judged?.requirements.filter(({ verdict }) => verdict === 'fail') ?? [];
    expect(failed.length).toBeGreaterThan(0);
    // Seen as it came of a process: with an exit code, which an answer of a worker has not.
    expect(failed[0]?.failures[0]?.seen?.spawns[0]?.end).toBe('exit 0');
    expect(judged?.worker?.differed).toBe(0);
    expect(judged?.worker?.checked).toBeGreaterThan(failed[0]?.failures.length ?? 0);
  });

  test('that answers otherwise alive than alone is told so, and what it does alone is what counts', async () => {
    const { report } = await reportedWith(
      'stale',
      '(globalThis.asked = (globalThis.asked ?? 0) + 1) > 3 ? JSON.stringify({ ...one, session_id: 7 }) : JSON.stringify(one)',
    );
    const [judged] = report.subjects;
    expect(judged?.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(judged?.worker?.differed).toBeGreaterThan(0);
    expect(judged?.notices.map(({ id }) => id)).toContain('HC-WORKER');
  });
});
