import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../types/generated/report.ts';
import { hookconf, ROOT } from './hookconf.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'flaky-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a hook that counts how often it was asked, one case after the other, with every report that says flaky. */
async function run(name: string, ...words: string[]): Promise<{ code: number | undefined; out: string; err: string }> {
  const at = (file: string): string => join(folder, `${name}-${file}`);
  const subject = {
    name,
    role: 'hook',
    command: [join(ROOT, 'test/hooks', `${name}.sh`)],
    vendors: ['claude-code'],
    events: ['PreToolUse'],
    tools: ['shell'],
    env: { COUNT: at('count') },
  };
  writeFileSync(at('hookconf.json'), JSON.stringify({ subjects: [subject] }));
  const files = ['json', 'junit', 'ctrf', 'markdown', 'html', 'tap', 'sarif'].flatMap((reporter) => [
    '--reporter',
    `${reporter}=${at(reporter)}`,
  ]);
  const badge = ['--reporter', `badge=${at('badge.json')}`];
  return await hookconf(
    ['run', '--config', at('hookconf.json'), '--concurrency', '1', '--runs', '1', ...files, ...badge, ...words],
    { cwd: folder },
  );
}
const read = (name: string, file: string): string => readFileSync(join(folder, `${name}-${file}`), 'utf8');

test('a hook that fails every other time is flaky: not passing, and not called failing', async () => {
  const { code, out } = await run('fails-every-other');
  expect(code).toBe(1);
  expect(out).toMatch(/FLAKY {2}fails-every-other: .* failed \(\d+ flaky\)/);
  expect(out).toMatch(/broke NV-CLAUDE-CODE-EXIT in \d of \d runs/);
  const [subject] = (JSON.parse(read('fails-every-other', 'json')) as Report).subjects;
  const row = subject?.requirements.find(({ id }) => id === 'NV-CLAUDE-CODE-EXIT');
  expect([row?.verdict, row?.flaky]).toEqual(['fail', true]);
  expect(subject?.flaky?.some(({ verdicts }) => verdicts.includes('pass') && verdicts.includes('fail'))).toBe(true);
  expect(read('fails-every-other', 'junit')).toMatch(/<failure message="flaky: [^"]*" type="[^"]* flaky">/);
  const { tests, summary } = JSON.parse(read('fails-every-other', 'ctrf')).results;
  expect(tests.filter(({ flaky }: { flaky?: boolean }) => flaky === true).length).toBe(summary.flaky);
  expect(summary.flaky).toBeGreaterThan(0);
  expect(JSON.parse(read('fails-every-other', 'badge.json')).color).toBe('red');
  expect(read('fails-every-other', 'markdown')).toContain('**Flaky**');
  expect(read('fails-every-other', 'html')).toContain('did not come out the same twice');
  expect(read('fails-every-other', 'tap')).toContain('flaky: true');
});

test('a hook that blocks every other time breaks no rule: it is flaky, and fails nobody', async () => {
  const { code, out } = await run('denies-every-other');
  expect(code).toBe(0);
  expect(out).toMatch(/FLAKY {2}denies-every-other: .*requirements; \d+ flaky cases?/s);
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(
    /The same input was (denied|let pass) in 1 of 2 runs and (denied|let pass) in the other\./,
  );
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(
    /HC-DETERMINISTIC the same input came to claude-code PreToolUse: (deny|none) in one run/,
  );
  const [subject] = (JSON.parse(read('denies-every-other', 'json')) as Report).subjects;
  expect(subject?.summary.failed).toBe(0);
  expect(subject?.flaky?.length).toBeGreaterThan(0);
  for (const one of subject?.flaky ?? []) expect([one.verdicts, one.requirements]).toEqual([['pass', 'pass'], []]);
  const badge = JSON.parse(read('denies-every-other', 'badge.json'));
  expect([badge.color, badge.message]).toEqual(['lightgrey', expect.stringMatching(/^flaky/)]);
  for (const reporter of ['junit', 'ctrf', 'markdown', 'html', 'tap', 'sarif'])
    expect(read('denies-every-other', reporter)).toContain('in the other');
});

test('so is one that answers a format which is no vendor’s', async () => {
  const { code, out } = await run('denies-every-other', '--spec', 'hook-interchange');
  expect(code).toBe(0);
  expect(out).toMatch(/FLAKY {2}denies-every-other: /);
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(
    /was answered with exit (0|2) in 1 of 2 runs and answered with exit (0|2) in the other\./,
  );
});

const ONE = ['--only', 'native/claude-code/004-PreToolUse-Bash'];

test('a hook that hangs only when it is asked again is flaky, and does not keep the limit that it was given', async () => {
  const { code, out } = await run('hangs-when-asked-again', ...ONE, '--timeout', '2');
  expect(code).toBe(1);
  expect(out).toMatch(/FLAKY {2}hangs-when-asked-again: .* 1 failed \(1 flaky\)/);
  const [subject] = (JSON.parse(read('hangs-when-asked-again', 'json')) as Report).subjects;
  expect(subject?.flaky).toEqual([
    {
      case: ONE[1],
      verdicts: ['pass', 'fail'],
      message:
        'The same input was not answered within its time limit in 1 of 2 runs and broke DC-TIMEOUT in 1 of 2 runs.',
      requirements: ['DC-TIMEOUT'],
    },
  ]);
});

test('a hook that words its answers anew, and remembers in its HOME what it asked, is not flaky', async () => {
  const { out, code } = await run('asks-once');
  expect(code).toBe(0);
  expect(out).not.toMatch(/flaky/i);
  const [subject] = (JSON.parse(read('asks-once', 'json')) as Report).subjects;
  expect(subject?.outcomes.some(({ effect }) => effect === 'ask')).toBe(true);
  expect(subject?.flaky).toBeUndefined();
});

test('a hook that fails every time is called failing', async () => {
  writeFileSync(join(folder, 'fails.sh'), '#!/bin/sh\ncat >/dev/null\nexit 1\n', { mode: 0o755 });
  const words = ['run', '--vendor', 'claude-code', '--event', 'PreToolUse', '--runs', '1', '--json'];
  const { code, out, err } = await hookconf([...words, '--concurrency', '16', './fails.sh'], { cwd: folder });
  expect(err).toBe('');
  const [subject] = (JSON.parse(out) as Report).subjects;
  expect(code).toBe(1);
  expect(subject?.flaky).toBeUndefined();
  expect(subject?.requirements.some(({ flaky }) => flaky === true)).toBe(false);
});
