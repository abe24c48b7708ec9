/** What `npm run measure -- stryker` notices of a mutated judge: scripts/measure/replay.ts. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packageRoot } from '../harness/assets.ts';
import type { SuiteEntry } from '../harness/run/subject.ts';
import { freshJudges } from '../scripts/measure/fresh.ts';
import { differenceOf, type Replay, replaysOf, toldOf } from '../scripts/measure/replay.ts';
import { ReplayRunner } from '../scripts/measure/replay-runner.ts';
import { observed } from '../suites/approved.ts';
import { baseCoatHooks } from '../suites/base-coat/hook-suite.ts';
import { contextOf, subjectOf } from '../suites/testing.ts';

const root = packageRoot();
const copy = mkdtempSync(join(tmpdir(), 'judges-'));
cpSync(join(root, 'suites'), join(copy, 'suites'), { recursive: true });
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The judges with one change of their code. */
async function changedJudges(file: string, find: string, replace: string): Promise<readonly SuiteEntry[]> {
  const sound = readFileSync(join(root, file), 'utf8');
  expect(sound).toContain(find);
  writeFileSync(join(copy, file), sound.replace(find, replace));
  const fresh = await freshJudges(copy, root, ['suites']);
  writeFileSync(join(copy, file), sound);
  return fresh().suites;
}

const context = await contextOf(baseCoatHooks, subjectOf({ role: 'hook', spec: 'base-coat' }));
const { edition } = context;
const seen = baseCoatHooks
  .plan(context)
  .cases.slice(0, 8)
  .map((testCase) => ({
    edition,
    testCase,
    observation: observed(
      testCase,
      testCase.spawns.map(() => '{"action":"block","reason":" "}\n'),
    ),
  }));
const field = {
  spec: 'base-coat',
  role: 'hook',
  vendors: [],
  contexts: {},
  runs: [
    { fault: 'no-reason', digest: '', seen: seen.slice(0, 1) },
    ...seen.map((one) => ({ fault: null, digest: '', seen: [one] })),
  ],
} as const;
const replays = replaysOf('base-coat-hook', field, { [edition]: context });
const first = replays[0] as Replay;

test('a fault is replayed alone, what is sound in portions and as a whole', () => {
  expect(replays.map((replay) => replay.seen.length)).toEqual([1, 6, 2, 8]);
  expect(first.name).toBe('no-reason');
});

test('the judges say the same of a recorded run as often as they are asked, and a mutated one is noticed', async () => {
  const fresh = await freshJudges(root, root, ['suites']);
  const before = await toldOf(fresh().suites, first);
  expect(before.join(' ')).toContain('!BC-RSP-005');
  expect(await differenceOf(fresh().suites, first, before)).toBeUndefined();
  const blind = await changedJudges('suites/base-coat/hook.ts', "reason.trim() !== ''", 'true');
  expect(await differenceOf(blind, first, before)).toContain('+BC-RSP-005');
  const broken = await changedJudges('suites/base-coat/hook.ts', 'reason.trim()', 'reason.trimm()');
  expect(await differenceOf(broken, first, before)).toContain('fails');
  const words = await changedJudges('suites/base-coat/hook.ts', "=== 'block'", "=== 'block' /* no other */");
  expect(await differenceOf(words, first, before)).toBeUndefined();
});

test('each instance of the code is a new one', async () => {
  const fresh = await freshJudges(root, root, ['suites']);
  const [one, other] = [await fresh().suites[0]?.load(), await fresh().suites[0]?.load()];
  expect(one).toBeDefined();
  expect(one).not.toBe(other);
});

test('a file of tests declares the same however often it is asked, and anew for each instance', async () => {
  const file = 'suites/declared/leak-limit.test.ts';
  const fresh = await freshJudges(root, root, ['suites'], [file]);
  const one = fresh();
  expect(one.tests(file).length).toBeGreaterThan(1);
  expect(one.tests(file)).toEqual(one.tests(file));
  expect(fresh().tests(file)).toHaveLength(one.tests(file).length);
});

test('a piece without recorded runs is an error, not a success', async () => {
  process.env['HOOKCONF_REPLAY'] = JSON.stringify({ root, recorded: {}, folders: ['suites'], tests: [] });
  await expect(new ReplayRunner().init()).rejects.toThrow('nothing to replay');
});
