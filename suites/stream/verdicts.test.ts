/** How what a judge says is collected, and how values stand in messages. */
import { expect, test } from 'vitest';
import { learning } from './learned.ts';
import { type Fault, shown, typeOf, Verdicts } from './verdicts.ts';

const fault = (message: string): Fault => ({ message, expected: 'x', actual: 'y' });

test('a requirement is met where something exercised it and nothing broke it', () => {
  const verdicts = new Verdicts();
  verdicts.met('A');
  verdicts.met('B');
  verdicts.broken('B', fault('wrong'));
  verdicts.met('B');
  verdicts.untested('C', 'first');
  verdicts.untested('C', 'second');
  verdicts.met('C');
  verdicts.untested('D', 'late');
  verdicts.broken('D', fault('worse'));
  expect(verdicts.check('E', true, () => fault('never'))).toBe(true);
  expect(verdicts.check('F', false, () => fault('always'))).toBe(false);
  expect(verdicts.findings()).toEqual([
    { kind: 'met', requirement: 'A' },
    { kind: 'broken', requirement: 'B', ...fault('wrong') },
    { kind: 'untested', requirement: 'C', reason: 'first' },
    { kind: 'broken', requirement: 'D', ...fault('worse') },
    { kind: 'met', requirement: 'E' },
    { kind: 'broken', requirement: 'F', ...fault('always') },
  ]);
  expect([...verdicts.decided()]).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
  expect(['A', 'B', 'C', 'Z'].map((id) => verdicts.isBroken(id))).toEqual([false, true, false, false]);
});

test('of many faults the first different ones are kept, and all are counted', () => {
  const verdicts = new Verdicts();
  for (const message of ['a', 'a', 'b', 'c', 'd', 'e', 'f']) verdicts.broken('A', fault(message));
  const kept = verdicts.findings().map((one) => (one.kind === 'broken' ? one.message : ''));
  expect(kept).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect([verdicts.count('A'), verdicts.count('B')]).toEqual([7, 0]);
});

test('a notice is given once, and no more than a hundred are', () => {
  const verdicts = new Verdicts();
  const where = { file: 'f', line: 1, column: 2 };
  verdicts.notice('HC-X', 'one', where);
  verdicts.notice('HC-X', 'one');
  verdicts.notice('HC-Y', 'one');
  expect(verdicts.findings()).toEqual([
    { kind: 'notice', id: 'HC-X', message: 'one', where },
    { kind: 'notice', id: 'HC-Y', message: 'one' },
  ]);
  for (let number = 0; number < 200; number++) verdicts.notice('HC-Z', String(number));
  expect(verdicts.findings().length).toBe(100);
});

test('a list is met as a whole, each time it is another one', () => {
  const verdicts = new Verdicts();
  const list = ['A', 'B'];
  verdicts.metAll(list);
  verdicts.metAll(list);
  verdicts.metAll(['C']);
  expect(verdicts.findings().map((one) => 'requirement' in one && [one.kind, one.requirement])).toEqual([
    ['met', 'A'],
    ['met', 'B'],
    ['met', 'C'],
  ]);
});

test('a value stands in a message as JSON, cut where it is long', () => {
  expect([undefined, null, 'a', 1, { a: [] }].map((one) => shown(one))).toEqual([
    'absent',
    'null',
    '"a"',
    '1',
    '{"a":[]}',
  ]);
  expect(shown('x'.repeat(118))).toBe(`"${'x'.repeat(118)}"`);
  expect(shown('x'.repeat(119))).toBe(`"${'x'.repeat(119)}…`);
});

test('the type of a value is that of JSON, whole numbers apart', () => {
  const values = [null, [], {}, 1, 1.5, 'a', true];
  expect(values.map(typeOf)).toEqual(['null', 'array', 'object', 'integer', 'number', 'string', 'boolean']);
});

test('a clean envelope is judged in detail once for its parts, any other each time', () => {
  const asked: unknown[] = [];
  const judge = learning(
    ({ parts }) => parts as number | undefined,
    ({ value }, verdicts) => {
      asked.push(value['name']);
      verdicts.met(`HAS-${value['parts'] ?? 'NOTHING'}`);
      if (value['wrong'] === true) verdicts.broken('WRONG', fault('wrong'));
      return value['wrong'] !== true;
    },
  );
  const said = (value: Readonly<Record<string, unknown>>): readonly unknown[] => {
    const verdicts = new Verdicts();
    const valid = judge({ value, text: '', spawn: 0, line: 1 }, verdicts, () => undefined);
    return [valid, ...verdicts.decided()];
  };
  expect(said({ name: 'a', parts: 1 })).toEqual([true, 'HAS-1']);
  expect(said({ name: 'b', parts: 1 })).toEqual([true, 'HAS-1']);
  expect(said({ name: 'c', parts: 2 })).toEqual([true, 'HAS-2']);
  expect(said({ name: 'd', wrong: true })).toEqual([false, 'HAS-NOTHING', 'WRONG']);
  expect(said({ name: 'e' })).toEqual([true, 'HAS-NOTHING']);
  expect(asked).toEqual(['a', 'c', 'd', 'e']);
  // Should the short way take something for clean that isn't, detail is right, and nothing is learned of it.
  expect(said({ name: 'f', parts: 3, wrong: true })).toEqual([false, 'HAS-3', 'WRONG']);
  expect(said({ name: 'g', parts: 3 })).toEqual([true, 'HAS-3']);
});
