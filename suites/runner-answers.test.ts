/** What a runner said, read without prejudice. */
import { expect, test } from 'vitest';
import type { FileObservation, Observation, SpawnObservation } from '../harness/model/observation.ts';
import { TRACE_FOLDER } from '../harness/probes/probe.ts';
import { answerOf, ownFiles, textsOf, warningsOf } from './runner-answers.ts';

const captured = (text: string): SpawnObservation['stdout'] => ({
  bytes: Buffer.from(text),
  total: Buffer.byteLength(text),
  truncated: false,
});

const spawn = (stdout: string, end: SpawnObservation['end'] = { kind: 'exit', code: 0 }): SpawnObservation => ({
  end,
  stdout: captured(stdout),
  stderr: captured('é'),
  stdin: { bytes: 0, closedEarly: false },
  stdoutHeldOpen: false,
  startedMs: 5,
  durationMs: 70,
});

test.each([
  ['{"a":1}', [{ a: 1 }], undefined],
  ['{"a":\n1}\n', [{ a: 1 }], undefined],
  ['{"a":1}\n\n \n{"b":2}\n', [{ a: 1 }, { b: 2 }], undefined],
  ['', [], 'stdout is empty'],
  [' \n', [], 'stdout is empty'],
  ['hello', [], 'stdout is not one JSON object'],
  ['[{"a":1}]', [], 'stdout is not one JSON object'],
  ['{"a":1}\nhello', [], 'stdout is not one JSON object'],
  ['{"a":1}\n7', [], 'stdout is not one JSON object'],
] as const)('%j holds %j', (stdout, outcomes, problem) => {
  const answer = answerOf(spawn(stdout));
  expect(answer).toEqual({
    code: 0,
    timedOut: false,
    outcomes,
    ...(problem === undefined ? {} : { problem }),
    stderr: 'é',
    durationMs: 70,
  });
});

test('only what ended by itself has an exit code', () => {
  const of = (end: unknown): readonly unknown[] => {
    const { code, timedOut } = answerOf(spawn('{}', end as SpawnObservation['end']));
    return [code, timedOut];
  };
  expect(of({ kind: 'exit', code: 2 })).toEqual([2, false]);
  expect(of({ kind: 'signal', signal: 'SIGKILL', code: 2 })).toEqual([undefined, false]);
  expect(of({ kind: 'timeout', code: 2 })).toEqual([undefined, true]);
});

test('files of the runner are those that no probe wrote', () => {
  const file = (
    area: FileObservation['area'],
    path: string,
    change: FileObservation['change'] = 'created',
  ): unknown => ({
    area,
    path,
    change,
    bytes: Buffer.from(`${area} ${path}`),
  });
  const files = [
    file('project', `${TRACE_FOLDER}/a`),
    file('project', `${TRACE_FOLDER}x`),
    file('tmp', `${TRACE_FOLDER}/b`),
    file('project', 'c', 'changed'),
    file('project', 'd', 'deleted'),
  ];
  expect([...ownFiles({ files } as unknown as Observation)]).toEqual([
    [`${TRACE_FOLDER}x`, `project ${TRACE_FOLDER}x`],
    [`${TRACE_FOLDER}/b`, `tmp ${TRACE_FOLDER}/b`],
    ['c', 'project c'],
  ]);
});

test('warnings are texts, or objects as JSON', () => {
  expect(warningsOf({ warnings: ['a', { b: 1 }, 7] })).toEqual(['a', '{"b":1}', '7']);
  expect(textsOf({ additionalContext: ['c'], warnings: ['a'] }, 'additionalContext')).toEqual(['c']);
  for (const outcome of [undefined, {}, { warnings: 'a' }, { warnings: null }, { additionalContext: ['a'] }])
    expect(warningsOf(outcome)).toEqual([]);
});
