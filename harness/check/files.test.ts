import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkFiles } from './check-files.ts';
import { check, EVENT, MANIFEST, told } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  [
    'bom.json',
    `\ufeff${MANIFEST}`,
    '1:1 fail HIF-DOC-001 the text begins with a byte order mark, which JSON (RFC 8259, section 2) does not have; save it without',
  ],
  [
    'bom-event.json',
    `\ufeff${JSON.stringify(EVENT)}`,
    '1:1 info HC-BYTE-ORDER-MARK the text begins with a byte order mark, which RFC 8259 (section 8.1) forbids in JSON that is sent and lets readers refuse or ignore; save it without',
  ],
  [
    'twice.json',
    MANIFEST.replace('"event"', '"event":"x","event"'),
    '1:43 info HC-DUPLICATE-KEY the member "event" is there twice; readers disagree on which one counts',
  ],
  [
    'comma.json',
    MANIFEST.replace('"x"', '"x",'),
    '1:96 unusable this is not JSON: a comma stands before the closing brace; remove it',
  ],
  ['.openhook.json', '{"hooks":', '1:10 fail OH-DISC-003 this is not JSON: the text ends where a value belongs'],
  ['deep.json', '['.repeat(100_000), '1:513 unusable the text nests deeper than 512 levels'],
  [
    'latin.json',
    Buffer.from([0x22, 0x0a, 0xe9, 0x22]),
    '2:1 unusable the text is not UTF-8 from here on; save it as UTF-8',
  ],
  ['utf16.json', Buffer.from('\ufeff{}', 'utf16le'), '1:1 unusable the text is UTF-16; save it as UTF-8'],
  ['unmarked.json', Buffer.from('{}', 'utf16le'), '1:1 unusable the text is UTF-16; save it as UTF-8'],
  ['utf32.json', Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]), '1:1 unusable the text is UTF-32; save it as UTF-8'],
  ['empty.json', ' \n', ': unusable the file is empty'],
  [
    'any.json',
    '{"a":1}',
    ': unusable nothing tells what kind of document this is; name it with --spec, and where the specification has several kinds with --kind',
  ],
])('%s: a finding or one line, never an exception', async (file, text, line) => {
  expect(told(await check(file, text))).toEqual([line]);
});

function write(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

test('what cannot be read is one line, and the other files are still judged', async () => {
  const good = write('good.json', MANIFEST);
  const secret = write('secret.json', MANIFEST);
  chmodSync(secret, 0);
  const large = write('large.json', '');
  truncateSync(large, 100 * 1024 * 1024);
  const result = await checkFiles([folder, join(folder, 'god.json'), large, good]);
  expect(result.files.map(({ unusable }) => unusable?.message ?? null)).toEqual([
    'this is a directory; name the files in it',
    'there is no such file; did you mean "good.json"?',
    'the file has 100 MiB and a document may have 64; a stream with one document a line is read at any size when its name ends in .jsonl',
    null,
  ]);
  expect(result).toMatchObject({ exitCode: 2, summary: { unusable: 3, fail: 0 } });
  // The superuser may read everything.
  if (process.getuid?.() !== 0) {
    expect((await checkFiles([secret])).files[0]?.unusable?.message).toBe(
      'the file may not be read; check its permissions',
    );
  }
});

test('a stream of any size is read line by line, and its findings are limited', async () => {
  const file = write(
    'many.jsonl',
    `${`${JSON.stringify({ ...EVENT, session_id: 1, metadata: { 'a.b': 'x'.repeat(900) } })}\n`.repeat(70_000)}`,
  );
  const result = await checkFiles([file]);
  const checked = result.files[0];
  expect(checked?.documents).toBe(70_000);
  expect(checked?.findings).toHaveLength(1000);
  expect(checked?.omitted).toBe(69_000);
  expect(result.summary.fail).toBe(70_000);
});

test('exit codes: 0 for warnings, 1 for them with strict, 1 for a failure', async () => {
  const warned = write('warned.json', MANIFEST.replace('session_start', 'session_begin'));
  expect((await checkFiles([warned])).exitCode).toBe(0);
  expect((await checkFiles([warned], { strict: true })).exitCode).toBe(1);
  expect((await checkFiles([write('failed.json', MANIFEST.replace('"x"', '1'))])).exitCode).toBe(1);
});
