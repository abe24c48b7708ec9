import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lacks } from '../harness/process/testing.ts';
import { checkout, isRepository } from '../scripts/interop/fetch.ts';

const folder = mkdtempSync(join(tmpdir(), 'interop-'));
const cache = join(folder, 'cache');
const source = join(folder, 'source');
let commit = '';

function git(...args: string[]): string {
  return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: source,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
  }).trim();
}

describe.skipIf(lacks('git'))('a repository of others', () => {
  beforeAll(() => {
    execFileSync('git', ['init', '--quiet', source]);
    writeFileSync(join(source, 'vector.json'), '{"a":1}');
    git('add', '.');
    git('commit', '--quiet', '-m', 'one');
    commit = git('rev-parse', 'HEAD');
    writeFileSync(join(source, 'vector.json'), '{"a":2}');
    git('commit', '--quiet', '-am', 'two');
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('the pinned commit is fetched, not the newest, and only once', async () => {
    expect([isRepository(source), isRepository(folder), isRepository('https://example.com/x.git')]).toEqual([
      true,
      false,
      true,
    ]);
    const files = await checkout(source, commit, cache);
    expect(readFileSync(join(files, 'vector.json'), 'utf8')).toBe('{"a":1}');
    expect(await checkout('nowhere', commit, cache)).toBe(files);
  });

  test('what cannot be fetched leaves nothing and says so in a sentence', async () => {
    await expect(checkout(join(folder, 'nowhere'), 'f'.repeat(40), cache)).rejects.toThrow(
      /could not be fetched .*give a clone of it/,
    );
    expect(readdirSync(cache).filter((name) => name.includes('fetch') || name.endsWith('ffff'))).toEqual([]);
  });
});
