/** Times of events in a recorded stream: in order within a session, and such as can be. */
import { expect, test } from 'vitest';
import { Recent } from './identity.ts';
import { judgeStreamTime, type SessionTimes } from './times.ts';
import { type Fault, Verdicts } from './verdicts.ts';

const READ = Date.UTC(2026, 1, 8);
const DAY = 24 * 3600 * 1000;

/** The notices of events at these times, each in its session. */
function noticed(...times: readonly (readonly [session: string, time: number])[]): readonly string[] {
  const verdicts = new Verdicts();
  const sessions = new Recent<SessionTimes>(10);
  for (const [index, [session, time]] of times.entries()) {
    const placed = (): Pick<Fault, 'where'> => ({ where: { file: '', line: index + 1, column: 1 } });
    judgeStreamTime('timestamp', time, sessions, session, READ, verdicts, placed);
  }
  return verdicts.findings().map((one) => {
    if (one.kind !== 'notice') return one.kind;
    expect(one.message).toContain('the timestamp of an event');
    return `${one.id} ${one.where?.line}`;
  });
}

test.each([
  [
    'in order',
    [],
    [
      ['s', READ],
      ['s', READ],
      ['s', READ + 1],
    ],
  ],
  [
    'a second of disorder',
    [],
    [
      ['s', READ],
      ['s', READ - 1000],
    ],
  ],
  [
    'more than a second',
    ['HC-EVENT-ORDER 2'],
    [
      ['s', READ],
      ['s', READ - 1001],
    ],
  ],
  [
    'behind the latest',
    ['HC-EVENT-ORDER 3'],
    [
      ['s', READ],
      ['s', READ - 600],
      ['s', READ - 1200],
    ],
  ],
  [
    'behind one that came later',
    ['HC-EVENT-ORDER 3'],
    [
      ['s', READ],
      ['s', READ + 900],
      ['s', READ - 200],
    ],
  ],
  [
    'in another session',
    [],
    [
      ['s', READ],
      ['t', READ - DAY],
    ],
  ],
  ['before anybody emitted', ['HC-EVENT-TIME 1'], [['s', Date.UTC(2025, 0, 1) - 1]]],
  ['as early as can be', [], [['s', Date.UTC(2025, 0, 1)]]],
  ['as late as can be', [], [['s', READ + 366 * DAY]]],
  ['later than that', ['HC-EVENT-TIME 1'], [['s', READ + 366 * DAY + 1]]],
  [
    'that can not be, before one that can',
    ['HC-EVENT-TIME 1'],
    [
      ['s', READ + 400 * DAY],
      ['s', READ],
    ],
  ],
] as const)('%s', (_, expected, times) => {
  expect(noticed(...times)).toEqual(expected);
});

test('the message says which way it is off', () => {
  const message = (time: number): string => {
    const verdicts = new Verdicts();
    judgeStreamTime('time', time, new Recent(1), 's', READ, verdicts, () => ({}));
    const [found] = verdicts.findings();
    return found?.kind === 'notice' ? found.message : '';
  };
  expect(message(0)).toContain('the time of an event lies before 2025');
  expect(message(READ + 400 * DAY)).toContain('more than a year after it was read');
});
