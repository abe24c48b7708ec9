import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { lacks } from './testing.ts';
import { TreePool } from './tree-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'pool-'));
let pool: TreePool;
let discarded: string[];
let serial = 0;
/** By the clock of the pool no time passes but here, so that a stall of the machine is no rest. */
let now = 0;
vi.spyOn(performance, 'now').mockImplementation(() => now);

async function rest(): Promise<void> {
  await delay(25);
  now += 25;
}

beforeEach(() => {
  const own = `${folder}/${serial++}`;
  mkdirSync(own);
  discarded = [];
  pool = new TreePool(own, null, (root) => discarded.push(root));
});
afterAll(() => rmSync(folder, { recursive: true }));

const isGiven = (root: string): boolean => existsSync(root);

/** A tree whose times are known, in use. */
async function rested(): Promise<string> {
  const first = pool.reserve();
  expect(isGiven(first)).toBe(false);
  pool.take(first);
  // A new one never serves again, but one is made for later.
  expect(pool.giveBack(first, true)).toBe(false);
  await rest();
  const again = pool.reserve();
  expect(again).not.toBe(first);
  expect(isGiven(again)).toBe(true);
  pool.take(again);
  return again;
}

/** Whether the tree, given back, serves a later case. */
async function servesAgain(root: string, leftNobody = true): Promise<boolean> {
  const inode = statSync(root).ino;
  if (!pool.giveBack(root, leftNobody)) return false;
  expect(existsSync(root)).toBe(false);
  await rest();
  const next = pool.reserve();
  expect(isGiven(next)).toBe(discarded.length === 0);
  return isGiven(next) && statSync(next).ino === inode;
}

test('a tree that nobody touched serves again, each time under another name', async () => {
  const names = new Set<string>();
  let root = await rested();
  for (let round = 0; round < 4; round++) {
    names.add(root);
    expect(pool.giveBack(root, true)).toBe(true);
    await rest();
    root = pool.reserve();
    expect(readdirSync(pool.take(root).project)).toEqual(['.git']);
  }
  expect(names.size).toBe(4);
});

test('one whose case may have left a process does not', async () => {
  expect(await servesAgain(await rested(), false)).toBe(false);
});

test('one that has not rested waits, and a new one is made', async () => {
  expect(pool.giveBack(await rested(), true)).toBe(true);
  expect(isGiven(pool.reserve())).toBe(false);
});

test('no tree is made ahead where a case has written something', async () => {
  const fresh = pool.reserve();
  writeFileSync(`${pool.take(fresh).home}/x`, '');
  expect(pool.giveBack(fresh, true)).toBe(false);
  await rest();
  expect(isGiven(pool.reserve())).toBe(false);
});

test('one that is written while it waits is discarded, and another one is found', async () => {
  const root = await rested();
  pool.giveBack(root, true);
  const place = join(root, '..', readdirSync(join(root, '..')).at(-1) ?? '');
  expect(pool.giveBack(pool.take(pool.reserve()).root, true)).toBe(false);
  writeFileSync(`${place}/tmp/x`, '');
  await rest();
  const next = pool.reserve();
  expect(discarded).toHaveLength(1);
  expect(isGiven(next)).toBe(true);
  expect(readdirSync(`${next}/tmp`)).toEqual([]);
});

const PLACES = ['', '/home', '/tmp', '/project', '/project/.git', '/project/.git/objects', '/project/.git/refs'];
const ANYWHERE = [...PLACES, '/project/.git/HEAD'];
type Change = readonly [string, readonly string[], (place: string) => void];

const isRoot = process.getuid?.() === 0;
/** Also what leaves no trace in the names and the content. */
const CHANGES: readonly Change[] = [
  ['a file', PLACES, (place) => writeFileSync(`${place}/x`, '')],
  [
    'a folder, gone again',
    PLACES,
    (place) => rmSync(mkdirSync(`${place}/x`, { recursive: true }) ?? '', { recursive: true }),
  ],
  ['other permissions', ANYWHERE, (place) => chmodSync(place, 0o500)],
  ['its own permissions', ANYWHERE, (place) => chmodSync(place, statSync(place).mode)],
  ['another time', ANYWHERE, (place) => utimesSync(place, 1, 1)],
  [
    'a file, and the time set back',
    PLACES,
    (place) => {
      const { atime, mtime } = statSync(place);
      writeFileSync(`${place}/x`, '');
      utimesSync(place, atime, mtime);
    },
  ],
  [
    'a link to itself in its place',
    ANYWHERE.slice(1),
    (place) => {
      renameSync(place, join(folder, `moved-${serial}`));
      symlinkSync(join(folder, `moved-${serial++}`), place);
    },
  ],
  [
    'the root moved and linked',
    [''],
    (place) => {
      renameSync(place, join(folder, `moved-${serial}`));
      symlinkSync(join(folder, `moved-${serial++}`), place);
    },
  ],
  ...(isRoot ? [['another owner', ANYWHERE, (place: string) => chownSync(place, 1, 1)] as const] : []),
  ...(isRoot && !lacks('chattr')
    ? [
        [
          'an attribute',
          PLACES,
          (place: string) => void execFileSync('chattr', ['+d', place], { stdio: 'ignore' }),
        ] as const,
      ]
    : []),
  ['other content', ['/project/.git/HEAD'], (head) => writeFileSync(head, 'ref: refs/heads/else\n')],
  ['the same content', ['/project/.git/HEAD'], (head) => writeFileSync(head, 'ref: refs/heads/main\n')],
  ['one more name', ['/project/.git/HEAD'], (head) => linkSync(head, join(folder, `head-${serial++}`))],
  ['none', ['/project/.git/HEAD'], (head) => rmSync(head)],
];

test.each(CHANGES.flatMap(([what, places, change]) => places.map((place) => ({ what, place, change }))))(
  '$what in "$place" at once, or after a while: never again',
  async ({ place, change }) => {
    const fresh = pool.reserve();
    pool.take(fresh);
    change(fresh + place);
    expect(pool.giveBack(fresh, true)).toBe(false);
    const root = await rested();
    change(root + place);
    expect(await servesAgain(root)).toBe(false);
  },
);
