import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../types/generated/report.ts';
import { hookconf } from './hookconf.ts';

/** Whatever moves a cursor, hides a line or turns one round: nothing of it may reach a terminal from a subject. */
const RAW = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const NAME = 'gu\u001b[31mard\u202e';

let folder: string;
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'control-'));
  const print = String.raw`cat >/dev/null; printf '\033[31mred\007\r\n\tt \342\200\256 rtl' >&2; exit 1`;
  writeFileSync(at('hook.sh'), `#!/bin/sh\n${print}\n`, { mode: 0o755 });
  const subject = { name: NAME, command: ['./hook.sh'], vendors: ['claude-code'], events: ['Stop'] };
  const other = { ...subject, name: `other ${NAME}` };
  writeFileSync(at('hookconf.json'), JSON.stringify({ subjects: [subject, other] }));
  await hookconf(['run', '--runs', '1', '--reporter', 'json=report.json'], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each<[string, readonly string[]]>([
  ['a report', ['report', 'report.json']],
  ['a comparison', ['report', 'report.json', 'report.json']],
  ['a verification', ['report', '--verify', 'report.json', '--verbose']],
  ['a badge', ['badge', 'report.json', '--subject', NAME, '--out', 'badge.svg']],
])('%s shows control characters of others as escapes', async (_, words) => {
  const { out, err } = await hookconf(words, { cwd: folder });
  expect(out).not.toBe('');
  expect(out + err).not.toMatch(RAW);
});

test('so does a case that is replayed, and it shows which they are', async () => {
  const report = JSON.parse(readFileSync(at('report.json'), 'utf8')) as Report;
  const failures = report.subjects.flatMap(({ requirements }) => requirements.flatMap((entry) => entry.failures));
  const { out, err } = await hookconf(['repro', failures[0]?.case ?? '', '--runs', '1'], { cwd: folder });
  expect(out).toContain('\\e[31mred\\x07\\r\n  \\tt \\u202e rtl');
  expect(out).toContain('subject gu\\e[31mard\\u202e');
  expect(out + err).not.toMatch(RAW);
});
