import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { TreePool } from './tree-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'pool-'));
let pool: TreePool;
let serial = 0;

beforeEach(() => {
  const own = `${folder}/${serial++}`;
  mkdirSync(own);
  pool = new TreePool(own, null);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A tree whose times are known, as after a case that touched nothing. */
async function rested(): Promise<string> {
  const first = pool.reserve();
  pool.take(first);
  expect(pool.giveBack(first, true)).toBe(true);
  expect(existsSync(first)).toBe(false);
  await delay(25);
  const again = pool.reserve();
  expect(again).not.toBe(first);
  expect(existsSync(again)).toBe(true);
  pool.take(again);
  return again;
}

test('a tree that nobody touched serves again, each time under another name', async () => {
  const names = new Set<string>();
  let root = await rested();
  for (let round = 0; round < 4; round++) {
    names.add(root);
    expect(pool.giveBack(root, true)).toBe(true);
    await delay(25);
    root = pool.reserve();
    expect(readdirSync(pool.take(root).project)).toEqual(['.git']);
  }
  expect(names.size).toBe(4);
});

test('one whose case may have left a process does not', async () => {
  expect(pool.giveBack(await rested(), false)).toBe(false);
});

test('one that has not rested waits, and a new one is made', () => {
  const first = pool.reserve();
  pool.take(first);
  pool.giveBack(first, true);
  expect(existsSync(pool.reserve())).toBe(false);
});

const PLACES = ['', '/home', '/tmp', '/project', '/project/.git', '/project/.git/objects', '/project/.git/refs'];
const CHANGES: readonly (readonly [string, (place: string) => void])[] = [
  ['a file', (place) => writeFileSync(`${place}/x`, '')],
  ['a folder', (place) => mkdirSync(`${place}/x`)],
  ['other permissions', (place) => chmodSync(place, 0o500)],
  [
    'a file, and the time set back',
    (place) => {
      const { atime, mtime } = statSync(place);
      writeFileSync(`${place}/x`, '');
      utimesSync(place, atime, mtime);
    },
  ],
];

test.each(PLACES.flatMap((place) => CHANGES.map(([what, change]) => ({ what, place, change }))))(
  '$what in "$place" at once, or after a while: never again',
  async ({ place, change }) => {
    const fresh = pool.reserve();
    pool.take(fresh);
    change(fresh + place);
    expect(pool.giveBack(fresh, true)).toBe(false);
    const root = await rested();
    change(root + place);
    expect(pool.giveBack(root, true)).toBe(false);
  },
);

test.each([
  ['is written', (head: string) => writeFileSync(head, 'ref: refs/heads/else\n')],
  ['is gone', (head: string) => rmSync(head)],
  ['is another file', (head: string) => renameSync(head, `${head}2`)],
])('HEAD %s: never again', async (_, change) => {
  const root = await rested();
  change(`${root}/project/.git/HEAD`);
  expect(pool.giveBack(root, true)).toBe(false);
});
