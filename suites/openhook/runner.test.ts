/** What is said of a runner of `.openhook.json`: which hooks ran, with what stdin, and whether it waited. */
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../harness/model/finding.ts';
import type { End, FileObservation, Observation } from '../../harness/model/observation.ts';
import type { PlanContext } from '../../harness/model/suite.ts';
import { testCase } from '../../harness/process/testing.ts';
import { inShort, observed } from '../approved.ts';
import { subjectOf } from '../testing.ts';
import { CASES, type Discovery, LEFT_MS, WAITED_MS } from './discoveries.ts';
import { judgeRunner, planRunner } from './runner.ts';

const ROW = 'OH-DISC-006';
const FOUND: Discovery = { name: 'found', rows: [ROW], says: 'a file', hooks: [], marks: { 'ran.json': true } };
const OK: End = { kind: 'exit', code: 0 };

function file(path: string, text = '', changes: Partial<FileObservation> = {}): FileObservation {
  const bytes = Buffer.from(text);
  return { path, area: 'project', change: 'created', bytes, total: bytes.length, truncated: false, ...changes };
}

interface Given {
  readonly end?: End;
  readonly files?: readonly FileObservation[];
  readonly durationMs?: number;
  readonly spawns?: Observation['spawns'];
}

function judged(one: Discovery, { end = OK, files = [], durationMs = 1000, spawns }: Given): readonly Finding[] {
  const own = testCase({
    observeFiles: true,
    context: one,
  });
  const seen = observed(own, [''], { end });
  const started = spawns ?? seen.spawns.map((spawn) => ({ ...spawn, durationMs }));
  return judgeRunner(own, { ...seen, files, spawns: started }).findings;
}

function said(one: Discovery, given: Given): readonly string[] {
  return [...inShort(judged(one, given))];
}

const RAN = file('ran.json');

test.each([
  ['it ran', '+', { files: [RAN] }],
  ['it did not run', '!', {}],
  ['what it made is gone', '!', { files: [file('ran.json', '', { change: 'deleted' })] }],
  ['what it made was there and is changed', '+', { files: [file('ran.json', '', { change: 'changed' })] }],
  ['it made it elsewhere', '!', { files: [file('ran.json', '', { area: 'home' })] }],
  ['another one ran', '!', { files: [file('other.json')] }],
  ['the runner failed', '!', { files: [RAN], end: { kind: 'exit', code: 1 } }],
  ['the runner died', '!', { files: [RAN], end: { kind: 'signal', signal: 'SIGSEGV' } }],
  ['the runner gave no answer', '?', { files: [RAN], end: { kind: 'timeout', timeoutMs: 1000, forced: false } }],
  ['the runner was not started', '?', { end: { kind: 'not-started', code: 'ENOENT', message: 'no such file' } }],
  ['there is no runner', '?', { spawns: [] }],
  ['it took its time', '+', { files: [RAN], durationMs: 60_000 }],
] as const)('%s: "%s"', (_, expected, given) => {
  expect(said(FOUND, given)).toEqual([`${expected}${ROW}`]);
});

const TIMEOUT: End = { kind: 'timeout', timeoutMs: 1000, forced: true };

test.each<readonly [string, readonly string[], Partial<Discovery>, Given]>([
  ['a hook that did not run', ['ran.json', 'did not run'], {}, {}],
  ['a hook that ran', ['ran.json', 'ran'], { marks: { 'ran.json': false } }, { files: [RAN] }],
  [
    'what the hook wrote',
    ['ran.json', '"some words"'],
    { holds: ['ran.json', 'x'] },
    { files: [file('ran.json', 'some words\n')] },
  ],
  ['the exit code', ['3'], {}, { files: [RAN], end: { kind: 'exit', code: 3 } }],
  ['the signal', ['SIGSEGV'], {}, { files: [RAN], end: { kind: 'signal', signal: 'SIGSEGV' } }],
  ['that nothing came in time', ['in time'], {}, { end: TIMEOUT }],
  [
    'that nothing was started',
    ['not started'],
    {},
    { end: { kind: 'not-started', code: 'ENOENT', message: 'no such file' } },
  ],
  ['that there was nothing', ['not started'], {}, { spawns: [] }],
])('what is said names %s', (_, words, changes, given) => {
  const texts = judged({ ...FOUND, ...changes }, given).map((finding) => {
    if (finding.kind === 'untested') return finding.reason;
    return finding.kind === 'broken' ? `${finding.message} / ${finding.actual}` : '';
  });
  expect(texts).toHaveLength(1);
  for (const word of words) expect(texts[0]).toContain(word);
});

test('a hook that must not run', () => {
  const one = { ...FOUND, marks: { 'ran.json': false } };
  expect(said(one, { files: [RAN] })).toEqual([`!${ROW}`]);
  expect(said(one, {})).toEqual([`+${ROW}`]);
});

test('what it wrote holds a text', () => {
  const one: Discovery = { ...FOUND, holds: ['ran.json', 'PiPed'] };
  expect(said(one, { files: [file('ran.json', 'PiPed\n')] })).toEqual([`+${ROW}`]);
  expect(said(one, { files: [file('ran.json', 'piped\n')] })).toEqual([`!${ROW}`]);
  expect(said(one, {})).toEqual([`!${ROW}`]);
});

test('what becomes of a broken entry is recorded, and a runner may refuse the file', () => {
  const one: Discovery = { ...FOUND, rows: [ROW, 'OH-DISC-015'], marks: {}, recorded: { 'other.json': true } };
  const both = (first: string, second: string): readonly string[] => [`${first}OH-DISC-015`, `${second}${ROW}`].sort();
  expect(said(one, { files: [file('other.json')] })).toEqual(both('+', '+'));
  expect(said(one, {})).toEqual(both('!', '+'));
  expect(said(one, { files: [file('other.json')], end: { kind: 'exit', code: 1 } })).toEqual(both('!', '+'));
  const died: End = { kind: 'signal', signal: 'SIGSEGV' };
  expect(said(one, { files: [file('other.json')], end: died })).toEqual(both('!', '!'));
});

describe('the stdin of a hook', () => {
  const subject = subjectOf({ role: 'runner', spec: 'openhook' });
  const planned = planRunner({ subject, edition: '0.1', catalogue: [] } as unknown as PlanContext).cases[0];
  const stdin = planned?.spawns[0]?.stdin;
  const event = stdin?.kind === 'payload' ? (stdin.payload as Readonly<Record<string, unknown>>) : {};
  const given = (...values: readonly unknown[]): Given => ({
    files: [file('ran.json', values.map((value) => `${JSON.stringify(value)}\n`).join(''))],
  });
  test.each([
    ['the event', '+', given(event)],
    ['the event over several lines', '+', { files: [file('ran.json', JSON.stringify(event, null, 2))] }],
    ['the event with its members in another order', '+', given(Object.fromEntries(Object.entries(event).reverse()))],
    ['a part of the event', '!', { files: [file('ran.json', JSON.stringify(event).slice(0, -9))] }],
    ['nothing', '!', {}],
    ['an empty stdin', '!', given()],
    ['another event', '!', given({ ...event, id: '0c9f3a1e-7a44-4d5b-8a8e-0f4f5c1d2e3f' })],
    ['no envelope', '!', given({ ...event, session_id: undefined })],
    ['the event twice', '!', given(event, event)],
    ['null', '!', given(null)],
    ['a text', '!', given('event')],
  ] as const)('%s: "%s"', (name, expected, seen) => {
    const one: Discovery = { ...FOUND, marks: name === 'nothing' ? {} : FOUND.marks, envelope: 'ran.json' };
    expect(said(one, seen)).toEqual([`${expected}${ROW}`]);
  });
});

test('the runner waits for a hook, and not for one that is async', () => {
  const after = (time: 'waits' | 'leaves', durationMs: number): readonly string[] =>
    said({ ...FOUND, time }, { files: [RAN], durationMs });
  expect(after('waits', WAITED_MS - 101)).toEqual([`!${ROW}`]);
  expect(after('waits', WAITED_MS - 100)).toEqual([`+${ROW}`]);
  expect(after('waits', LEFT_MS + 5000)).toEqual([`+${ROW}`]);
  expect(after('leaves', 0)).toEqual([`+${ROW}`]);
  expect(after('leaves', LEFT_MS - 500)).toEqual([`+${ROW}`]);
  expect(after('leaves', LEFT_MS - 499)).toEqual([`!${ROW}`]);
});

test('each discovery is judged by what it looks for', () => {
  for (const one of CASES.filter(({ marks }) => Object.values(marks).includes(true)))
    expect(
      said(one, {}).filter((found) => found.startsWith('+')),
      one.name,
    ).toEqual([]);
});
