import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../types/generated/report.ts';
import { hookconf, ROOT } from './hookconf.ts';

const PARTS = ['catalogue of requirements', 'corpus of fixtures', 'registries', 'schemas', 'program of the suite'];

let folder: string;
const verify = (...words: string[]) =>
  hookconf(['report', '--verify', join(folder, 'report.json'), ...words], { cwd: folder });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
  mkdirSync(join(folder, 'conf'));
  writeFileSync(join(folder, 'conf/hook.mjs'), 'process.stdin.resume();\n');
  const subject = {
    name: 'mine',
    role: 'hook',
    command: ['node', './hook.mjs'],
    vendors: ['claude-code'],
    events: ['Stop'],
  };
  const path = { ...subject, name: 'on the path', command: ['true'] };
  writeFileSync(join(folder, 'conf/hookconf.json'), JSON.stringify({ subjects: [subject, path] }));
  const words = [
    '--config',
    'conf/hookconf.json',
    '--only',
    'NV-CLAUDE-CODE-EXIT',
    '--runs',
    '1',
    '--reporter',
    'json=report.json',
  ];
  await hookconf(['run', ...words], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Whether the digests of the day are still those of the checkout is for whoever renews the results; that each of them is
// found where the README says is for this test.
test.each(['reference', 'interop'])('every digest of reports/%s is held against something', async (name) => {
  const file = `reports/${name}/report.json`;
  const report = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Report;
  const { out, code } = await hookconf(['report', '--verify', file, '--verbose']);
  for (const part of PARTS) expect(out).toMatch(new RegExp(`^(matches|differs) .*${part}`, 'm'));
  const found = new Set(name === 'reference' ? ['matches', 'differs'] : ['matches', 'differs', 'unknown']);
  const subjects = out.split('\n').filter((line) => line.includes(' subject '));
  expect(subjects).toHaveLength(report.subjects.length);
  expect(subjects.map((line) => line.split(' ')[0]).filter((word) => !found.has(word ?? ''))).toEqual([]);
  // Public packages are here only after `npm ci` in subjects/, and the line says where they were looked for.
  for (const line of subjects.filter((one) => one.startsWith('unknown')))
    expect(line).toContain('in the folder of subjects/hookconf.json');
  expect(code).toBe(out.includes('differs ') ? 1 : out.includes('unknown ') ? 3 : 0);
});

test('a subject is found from the folder of its configuration', async () => {
  const { out, code } = await verify();
  expect(out).toMatch(/^matches +subject mine: sha256:/m);
  expect(out).toMatch(/^nothing +subject on the path: its command names no file/m);
  expect(out).toContain('7 claims: 7 hold, 0 differ, 0 could not be checked');
  expect(code).toBe(0);
});

test('a sample of it runs again from there', async () => {
  const { out, code } = await verify('--sample', '1');
  expect(out).toContain('9 claims: 9 hold');
  expect(code).toBe(0);
});

test('another file is named, a missing one is no pass, and a digest that was taken out is none either', async () => {
  const hook = join(folder, 'conf/hook.mjs');
  const before = readFileSync(hook, 'utf8');
  writeFileSync(hook, `${before}\n`);
  const changed = await verify();
  expect(changed.out).toMatch(/^differs +subject mine: \.\/hook\.mjs is not what was tested/m);
  expect(changed.code).toBe(1);
  rmSync(hook);
  const missing = await verify();
  expect(missing.out).toMatch(
    /^unknown +subject mine: \.\/hook\.mjs can't be found in the folder of conf\/hookconf\.json/m,
  );
  expect(missing.code).toBe(3);
  writeFileSync(hook, before);
  const file = join(folder, 'report.json');
  const text = readFileSync(file, 'utf8');
  const report = JSON.parse(text) as Report;
  for (const subject of report.subjects) delete subject.digest;
  delete report.digests;
  writeFileSync(file, JSON.stringify(report));
  const bare = await verify();
  writeFileSync(file, text);
  expect(bare.out).toContain('the report has no digest of the subject mine');
  expect(bare.out).toContain('the report has no digest of the corpus');
  expect(bare.code).toBe(3);
});
