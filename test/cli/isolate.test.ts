import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, expect, test } from 'vitest';
import { missingFor, systemPath } from '../../harness/process/isolation/namespace.ts';
import { lacks } from '../../harness/process/testing.ts';
import type { Report } from '../../types/generated/report.ts';
import { hookconf, ROOT } from './hookconf.ts';

const folder = mkdtempSync(join(tmpdir(), 'isolate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const caller = join(folder, 'caller.mjs');
writeFileSync(
  caller,
  `#!${process.execPath}
import { connect } from 'node:net';
connect({ host: 'telemetry.example.com', port: 443 }).on('error', () => process.exit(0)).on('connect', () => process.exit(1));
`,
);
chmodSync(caller, 0o755);
const words = ['run', '--isolate', '--json', '--vendor', 'claude-code', '--only', 'native/claude-code/004*', caller];

test('the report says whether the network was gone, and what was tried', async () => {
  const { out, err } = await hookconf(words);
  const [subject] = (JSON.parse(out) as Report).subjects;
  if (subject?.isolation?.on === true) {
    const [notice] = subject.notices.filter(({ id }) => id === 'HC-NETWORK');
    expect(notice?.message).toContain('telemetry.example.com');
  } else {
    expect(subject?.isolation?.reason).toBeTruthy();
    expect(err).toContain(subject?.isolation?.reason);
  }
});

const missing = lacks('unshare') || missingFor(process.platform, systemPath()) !== undefined;

test.skipIf(missing)('where a namespace is not to be had the run goes on, and says so', async () => {
  const line = 'echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"';
  const inside = ['-r', 'sh', '-c', line, 'sh', process.execPath, join(ROOT, 'dist/bin.js'), ...words];
  const { stdout, stderr, exitCode } = await execa('unshare', inside, { reject: false });
  // Only where a namespace can be had can one be had in which there is none.
  if (exitCode === 1 && stdout === '') return;
  const [subject] = (JSON.parse(stdout) as Report).subjects;
  expect(subject?.isolation).toEqual({ on: false, reason: expect.stringContaining('max_user_namespaces') });
  expect(stderr).toContain('--isolate has no effect');
});

test('an HTTP hook is not isolated, and says why', async () => {
  const config = join(folder, 'hookconf.json');
  const url = 'http://hooks.example.com:1/h';
  writeFileSync(config, JSON.stringify({ subjects: [{ url, vendors: ['claude-code'] }] }));
  const refused = await hookconf(['run', '--config', config, '--json']);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--allow-host hooks.example.com')]);
  writeFileSync(config, JSON.stringify({ subjects: [{ url: 'http://127.0.0.1:1/h', vendors: ['claude-code'] }] }));
  const { out, err } = await hookconf(['run', '--config', config, '--isolate', '--json']);
  expect((JSON.parse(out) as Report).subjects[0]?.isolation).toMatchObject({ on: false });
  expect(err).toContain('an HTTP hook');
});
