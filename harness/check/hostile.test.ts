import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkFiles } from './check-files.ts';
import { checkBytes } from './check-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HOOK = '  - event: session_start\n    handler: { type: command, command: x }\n';

/** Place, severity and requirement of what was found, or the one line that says why nothing could be. */
async function told(file: string, text: string): Promise<readonly string[]> {
  const { findings, unusable } = await checkBytes(file, Buffer.from(text), {});
  const lines = findings
    .filter(({ requirement }) => requirement !== 'HC-REACH')
    .map(
      ({ line, column, severity, keyword, requirement }) => `${line}:${column} ${severity} ${requirement ?? keyword}`,
    );
  return unusable === null ? lines : [...lines, `${unusable.line}:${unusable.column} ${unusable.message}`];
}

test.each([
  ['tabs', 'spec: hooks/0.1\nhooks:\n\t- x\n', ['3:1 this is not YAML: Tabs are not allowed as indentation']],
  [
    'two documents',
    `spec: hooks/0.1\nhooks:\n${HOOK}---\na: 1\n`,
    ['5:1 this is not YAML: the text holds more than one document'],
  ],
  ['a list as a name', '? [x, y]\n: 1\n', ["1:3 this is not YAML: a member's name is a list or a map here"]],
  ['an alias of nothing', 'spec: *x\n', ['1:7 this is not YAML: the alias *x has no anchor before it']],
  ['a member twice', `spec: hooks/0.1\nspec: hooks/0.1\nhooks:\n${HOOK}`, ['2:1 info HC-DUPLICATE-KEY']],
  ['a tag', `spec: hooks/0.1\nhooks: !mine\n${HOOK}`, ['2:8 info yaml-tag']],
  [
    'a merge key',
    'spec: hooks/0.1\nx: &x { type: command, command: x }\nhooks:\n  - event: session_start\n    handler: { <<: *x }\n',
    ['5:14 fail HIF-HND-001', '5:16 info yaml-merge'],
  ],
  ['yes', `spec: hooks/0.1\nhooks:\n${HOOK}    blocking: yes\n`, ['5:15 fail HIF-HK-008']],
  [
    'an infinite number',
    `spec: hooks/0.1\nhooks:\n${HOOK.replace('x }', 'x, timeout: .inf }')}`,
    ['4:52 fail HIF-HND-021'],
  ],
  ['lines of Windows', `spec: hooks/0.1\nhooks:\n${HOOK}`.replaceAll('\n', '\r\n'), []],
])('YAML with %s', async (_, text, lines) => {
  expect(await told('hooks.yaml', text)).toEqual(lines);
});

test.each([
  ['{"__proto__":{"spec":"hooks/1.0"},"hooks":[]}', 1],
  ['{"hooks":{"constructor":[],"toString":[]}}', 1],
  ['{"hook_event_name":"__proto__"}', 1],
  ['"text"', 1],
  ['[[]]', 1],
])('a document that means nothing is one line: %s', async (text, count) => {
  expect(await told('a.json', text)).toHaveLength(count);
});

test('a text that cannot be read is still taken for what its name says', async () => {
  const checked = await checkBytes('.openhook.json', Buffer.from('{'), {});
  expect(checked.taken).toEqual([
    {
      spec: 'openhook',
      kind: 'discovery',
      edition: '0.1',
      schema: 'openhook/0.1/discovery',
      title: 'an OpenHook discovery file',
      why: 'its name is .openhook.json',
    },
  ]);
});

test('links that lead nowhere and folders are one line', async () => {
  mkdirSync(join(folder, 'sub'));
  symlinkSync('nowhere', join(folder, 'dangling.json'));
  symlinkSync('loop.json', join(folder, 'loop.json'));
  const { files, exitCode } = await checkFiles(['sub', 'dangling.json', 'loop.json'].map((name) => join(folder, name)));
  expect(files.map(({ unusable }) => unusable?.message)).toEqual([
    'this is a directory; name the files in it',
    'this is a link to a file that is not there',
    'the file is a link that leads to itself',
  ]);
  expect(exitCode).toBe(2);
});

test('a folder of payloads is read to its end, whatever links are in it', async () => {
  const captured = join(folder, 'captured');
  mkdirSync(join(captured, 'sub'), { recursive: true });
  mkdirSync(join(captured, 'none'));
  for (const name of ['b.JSON', 'sub/a.json', 'c.jsonl.gz', 'readme.txt'])
    writeFileSync(join(captured, name), '{"a":1}');
  symlinkSync('..', join(captured, 'up'));
  symlinkSync('.', join(captured, 'sub/here'));
  symlinkSync('b.JSON', join(captured, 'link.json'));
  const names = (await checkFiles([captured], { drift: true })).files.map(({ file }) =>
    file.slice(captured.length + 1),
  );
  expect(names).toEqual(['b.JSON', 'c.jsonl.gz', 'link.json', 'sub/a.json']);
  const { files } = await checkFiles([join(captured, 'none')], { drift: true });
  expect(files.map(({ unusable }) => unusable?.message)).toEqual([
    'the folder holds no file that ends in .json, .jsonl or .ndjson',
  ]);
});

const pipe = join(folder, 'pipe');
const hasPipe = spawnSync('mkfifo', [pipe]).status === 0;

test.runIf(hasPipe)(
  'a named pipe is read, and one that nothing writes into is one line after a while',
  async () => {
    const writer = writeFile(pipe, '{"openhook":"0.1"}');
    const read = await checkFiles([pipe]);
    await writer;
    expect(read.exitCode).toBe(1);
    const left = await checkFiles([pipe]);
    expect(left.files.map(({ unusable }) => unusable?.message)).toEqual([
      'nothing writes into this pipe; start its writer first, or pipe into -',
    ]);
    expect(left.exitCode).toBe(2);
  },
  30_000,
);
