import { expect, test } from 'vitest';
import { fedEvents } from './fed.ts';

const payload = (tool: string, wanted: string[][], emitted: string[]) =>
  ({ vendor: 'claude-code', event: 'PostToolUse', tool, wanted, emitted }) as const;

test('what came of no payload is missing, what came of some is said in words', () => {
  const rows = fedEvents(
    [
      payload('Bash', [['tool.end']], ['tool.end']),
      payload('Read', [['tool.end']], []),
      payload('Write', [['a', 'b'], ['c']], ['b']),
    ],
    [],
  );
  expect(rows).toEqual([
    {
      vendor: 'claude-code',
      event: 'PostToolUse (Bash, Read)',
      cases: 2,
      emitted: ['tool.end'],
      expected: ['tool.end'],
      note: 'no tool.end of 1 of the 2',
    },
    {
      vendor: 'claude-code',
      event: 'PostToolUse (Write)',
      cases: 1,
      emitted: ['b'],
      expected: ['b', 'c'],
      note: null,
    },
  ]);
});

test('what was not fed stands there with the reason', () => {
  const reason = 'the subject is not registered for Stop';
  expect(fedEvents([], [{ vendor: 'codex', event: 'Stop', reason }])).toEqual([
    { vendor: 'codex', event: 'Stop', cases: 0, emitted: [], expected: [], note: reason },
  ]);
});
