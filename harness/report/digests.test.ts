import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { subjectDigest } from './digests.ts';
import { subjectWords } from './verify.ts';

const folder = mkdtempSync(join(tmpdir(), 'digests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
for (const file of ['server.mjs', 'a b.py', 'codex.sh', 'kiro.sh', 'rules.json'])
  writeFileSync(join(folder, file), file);

const named = (subject: Parameters<typeof subjectWords>[0]): readonly string[] =>
  Object.keys(subjectDigest(subjectWords(subject), folder)?.files ?? {});

test.each([
  ['what serves a URL', { command: [], start: ['node', 'server.mjs'] }, ['server.mjs']],
  ['one file for each vendor', { command: ['./{vendor}.sh'], vendors: ['codex', 'kiro'] }, ['./codex.sh', './kiro.sh']],
  ['a text for a shell', { command: [`python3 'a b.py' <rules.json; exit 1`] }, ['a b.py', 'rules.json']],
  ['a file whose name is no single word', { command: ['python3', 'a b.py'] }, ['a b.py']],
  ['what was found before', { command: ['exit 1'], files: { 'codex.sh': '' } }, ['codex.sh']],
  ['no file', { command: ['exit 1', `${'x'.repeat(5000)} y`, 'nul\0 server.mjs'] }, []],
] as const)('a digest covers %s', (_, subject, files) => {
  expect(named(subject)).toEqual(files);
});
