import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { plain, sample } from '../../test/reports/samples.ts';
import { parseReporter, REPORTERS } from './reporters/index.ts';
import { begun, isStream, writeReports, writeWhole } from './write.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('every reporter writes its file, several at once, and leaves nothing else', async () => {
  const requests = REPORTERS.map((name) => ({ name, file: join(folder, 'new/folder', `${name}.out`) }));
  const { stdout, files } = await writeReports(sample('emitter'), requests, { ...plain, color: true });
  expect(stdout).toBe('');
  expect(files).toHaveLength(REPORTERS.length);
  expect(readdirSync(join(folder, 'new/folder')).sort()).toEqual(REPORTERS.map((name) => `${name}.out`).sort());
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    expect(text.endsWith('\n')).toBe(true);
    expect(text).not.toContain('\u001b');
  }
});

test('without a file it goes to stdout; badge chooses its form by the file', async () => {
  const badge = join(folder, 'badge.json');
  const { stdout } = await writeReports(
    sample('emitter'),
    [
      { name: 'json', file: undefined },
      { name: 'badge', file: badge },
    ],
    plain,
  );
  expect(JSON.parse(stdout)).toEqual(sample('emitter'));
  expect(JSON.parse(readFileSync(badge, 'utf8'))).toMatchObject({ schemaVersion: 1 });
});

test('a file that cannot be written keeps what was there and leaves no temporary file', () => {
  const file = join(folder, 'kept');
  writeFileSync(file, 'before');
  expect(() => writeWhole(join(folder, 'kept/below'), 'after')).toThrow();
  expect(readFileSync(file, 'utf8')).toBe('before');
  expect(readdirSync(folder)).toEqual(['kept']);
});

test('a run that was only begun is incomplete in every format', async () => {
  const report = begun('0.1.0', '2026-01-01T00:00:00.000Z', 7);
  for (const name of REPORTERS) {
    const { stdout } = await writeReports(report, [{ name, file: undefined }], plain);
    expect(stdout, name).toMatch(/incomplete|cut off|"complete": false/);
  }
});

test.each([
  ['json', { name: 'json', file: undefined }],
  ['junit=out/j=1.xml', { name: 'junit', file: 'out/j=1.xml' }],
  ['badge=', undefined],
  ['pretty', undefined],
  ['toString', undefined],
])('--reporter %s', (value, request) => {
  expect(parseReporter(value)).toEqual(request);
});

test('a link stays a link, and what it names is written', () => {
  const target = join(folder, 'target.json');
  const link = join(folder, 'link.json');
  writeFileSync(target, 'before');
  symlinkSync(target, link);
  writeWhole(link, 'after');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(target, 'utf8')).toBe('after');
});

test('a pipe is written to and never replaced', async () => {
  const pipe = join(folder, 'pipe');
  await execa('mkfifo', [pipe]);
  const reader = execa('cat', [pipe]);
  writeWhole(pipe, 'through the pipe');
  expect((await reader).stdout).toBe('through the pipe');
  expect(lstatSync(pipe).isFIFO()).toBe(true);
});

test('what lies under /dev or /proc is never replaced, whatever it leads to', () => {
  for (const file of ['/dev/stdout', '/dev/fd/3', '/proc/self/fd/1', '/dev/null']) expect(isStream(file)).toBe(true);
  expect(isStream(join(folder, 'nothing-yet.json'))).toBe(false);
});
