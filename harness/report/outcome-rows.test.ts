import { expect, test } from 'vitest';
import type { Outcome } from '../../types/generated/report.ts';
import { outcomeRows } from './outcome-rows.ts';

const outcome = (
  vendor: string,
  scenario: string,
  answer: string,
  effect: Outcome['effect'],
  why: string = effect,
): Outcome => ({
  vendor,
  event: 'Before',
  scenario,
  answer,
  effect,
  adds: [],
  why,
  provenance: 'recorded',
});

const kinds = ['shell', 'prompt', 'file_edit', 'file_read', 'mcp', 'agent', 'search', 'find', 'web_fetch', 'todo'];
const many = kinds.flatMap((kind) =>
  ['a', 'b', 'c'].flatMap((example) =>
    ['one', 'two'].map((vendor) => outcome(vendor, `${kind} ${example}`, 'exit 0', 'none')),
  ),
);

test('few scenarios are all shown', () => {
  expect(outcomeRows(many.slice(0, 8), false).map((row) => row.label)).toEqual([
    'shell a',
    'shell b',
    'shell c',
    'prompt a',
  ]);
});

test('many share a row by kind and answer, what stops something first', () => {
  const rows = outcomeRows([...many, outcome('one', 'shell rm', 'exit 2', 'deny')], false);
  expect(rows[0]).toMatchObject({ label: 'shell rm', answer: 'exit 2' });
  expect(rows.slice(1).map((row) => row.label)).toEqual(kinds.map((kind) => `${kind} (3 inputs)`));
});

test('kinds on which no vendor differs share a row where there are too many kinds, the others never do', () => {
  const more = ['x', 'y', 'z'].map((kind) => outcome('two', `${kind} a`, 'exit 0', 'none'));
  const odd = outcome('two', 'odd a', 'exit 0', 'error-open');
  const rows = outcomeRows([...many, ...more, odd], false);
  expect(rows.map((row) => [row.label, row.scenarios.length])).toEqual([
    ['odd a', 1],
    ['shell, prompt, file_edit, file_read and 9 more (33 inputs)', 33],
  ]);
  const effects = rows.flatMap((row) => [...row.cells.values()].map((cell) => cell.map((one) => one.effect)));
  expect(effects).toEqual([['error-open'], ['none'], ['none']]);
});

test('nothing is lost: every scenario and every outcome is in some row', () => {
  const all = [
    ...many,
    outcome('one', 'shell rm', 'exit 2', 'deny'),
    outcome('two', 'shell rm', 'exit 2', 'none', 'ignored'),
  ];
  for (const every of [true, false]) {
    const rows = outcomeRows(all, every);
    for (const one of all) {
      const row = rows.find(
        (candidate) => candidate.scenarios.includes(one.scenario) && candidate.answer === one.answer,
      );
      expect(row?.cells.get(one.vendor)?.map(({ effect, why }) => [effect, why])).toContainEqual([one.effect, one.why]);
    }
  }
  expect(outcomeRows(all, true)).toHaveLength(31);
});

test('answers that differ in words alone share a row, those that differ in effect do not', () => {
  const words = Array.from({ length: 15 }, (_, n) =>
    outcome('one', `tool${n} a`, `exit 0, stdout checking ${n}`, 'none', 'text is not read'),
  );
  const loud = outcome('one', 'shell a', 'exit 0, stdout {"decision":"block"}', 'deny');
  const failed = outcome('one', 'prompt a', 'exit 1, stderr checking failed', 'error-open');
  expect(outcomeRows([...words, loud, failed], false).map((row) => [row.answer, row.scenarios.length])).toEqual([
    [failed.answer, 1],
    [loud.answer, 1],
    ['exit 0, stdout checking 0 and 14 other answers', 15],
  ]);
});

test('a dangerous cell is never hidden among others, whatever the texts', () => {
  // A hook that prints another text for each input, breaks on one and doesn't object to one with one vendor.
  const said = Array.from({ length: 20 }, (_, n) =>
    ['one', 'two'].map((vendor) => outcome(vendor, `shell command ${n}`, `exit 2, stderr no ${n}`, 'deny')),
  ).flat();
  const broke = ['one', 'two'].map((vendor) => outcome(vendor, 'shell rm', 'exit 1, stderr no rm', 'error-open'));
  const uneven = [
    outcome('one', 'shell push', 'exit 2, stderr no push', 'deny'),
    outcome('two', 'shell push', 'exit 0', 'none'),
  ];
  const quiet = kinds.map((kind) => outcome('one', `${kind} more`, 'exit 0', 'none'));
  const rows = outcomeRows([...quiet, ...said, ...broke, ...uneven], false);
  expect(rows.map((row) => [row.danger, row.label, row.answer])).toEqual([
    [true, 'shell rm', 'exit 1, stderr no rm'],
    [true, 'shell push', 'exit 2, stderr no push'],
    [true, 'shell push', 'exit 0'],
    [false, 'shell (20 inputs)', 'exit 2, stderr no 0 and 19 other answers'],
    [false, expect.stringContaining('prompt'), 'exit 0'],
  ]);
});

test('dangers of one kind share a row, those of several kinds do not', () => {
  const open = Array.from({ length: 20 }, (_, n) => outcome('one', `shell ${n}`, `exit 1, stderr ${n}`, 'error-open'));
  const closed = Array.from({ length: 20 }, (_, n) =>
    outcome('one', `mcp ${n}`, `exit 1, stderr ${n}`, 'error-closed'),
  );
  expect(outcomeRows([...open, ...closed], false).map(({ label }) => label)).toEqual([
    'shell 0 and 19 more',
    'mcp 0 and 19 more',
  ]);
});

test('a guard that lets through what it exists to stop has a row of its own', () => {
  const passed = { ...outcome('one', 'shell rm', 'exit 0', 'none'), case: 'native/one/rm-rf' };
  const rows = outcomeRows([...many, passed], false, new Set(['native/one/rm-rf']));
  expect(rows[0]).toMatchObject({ danger: true, label: 'shell rm' });
  expect(rows.slice(1).every(({ danger }) => !danger)).toBe(true);
});
