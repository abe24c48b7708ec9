/** Every word of what the judges of a hook say of single answers, good ones included: a rule that is met is said to be met. */
import { describe, expect, test } from 'vitest';
import type { Canary } from '../../harness/model/case.ts';
import type { LeakHit, Observation } from '../../harness/model/observation.ts';
import { inShort } from '../approved.ts';
import { judgeAnswer, judgeBrokenInput, judgeResponse } from './hook.ts';
import { judgePlanted, judgeRepeated, type PlantedInput } from './hook-privacy.ts';

const RESPONSE = [2, 3, 4, 5, 7, 10, 12, 16].map((number) => `+BC-REN-${String(number).padStart(3, '0')}`);
const all = (...more: readonly string[]): readonly string[] => [...RESPONSE, ...more].sort();

/** The same list with other marks for some rows. */
function otherwise(said: readonly string[], ...broken: readonly string[]): readonly string[] {
  return [...said.filter((one) => !broken.includes(one.slice(1))), ...broken.map((id) => `!${id}`)].sort();
}

describe('a response', () => {
  test.each([
    [{ action: 'passThrough' }, all('+BC-RSP-008')],
    [{ action: 'block', reason: 'no' }, all('+BC-RSP-005', '+BC-RSP-008')],
    [{ action: 'block', reason: 7 }, otherwise(all('+BC-RSP-005', '+BC-RSP-008'), 'BC-RSP-005', 'BC-REN-012')],
    [{ action: 'modify', modifiedInput: {} }, all('+BC-REN-008', '+BC-RSP-008')],
    [{ action: 'modify', modifiedOutput: 'x' }, all('+BC-REN-008', '+BC-RSP-008')],
    [{ action: 'block', reason: 'no', modifiedInput: {} }, otherwise(all('+BC-RSP-005', '+BC-RSP-008'), 'BC-REN-007')],
    [{}, otherwise(all(), 'BC-REN-002')],
    [{ action: ['block'] }, otherwise(all('+BC-RSP-008'), 'BC-REN-002', 'BC-RSP-008')],
    [{ action: 'injectContext', additionalContext: ['a', 1] }, otherwise(all('+BC-RSP-008'), 'BC-REN-004')],
    [{ action: 'passThrough', warnings: ['a', 1] }, otherwise(all('+BC-RSP-008'), 'BC-REN-005')],
  ])('%j', (response, said) => {
    expect([...inShort(judgeResponse(response))]).toEqual(said);
  });

  test('that is none', () => {
    const said = (stdout: string): readonly string[] => [
      ...inShort(judgeAnswer({ end: { kind: 'exit', code: 0 }, stdout, stderr: '' })),
    ];
    expect(said('')).toEqual(['+BC-GUI-003', '+BC-REN-001']);
    expect(said('[]')).toEqual(['!BC-REN-001']);
    expect(said('{"action"')).toEqual(['!BC-REN-001']);
    expect(said('all is well')).toEqual(['!BC-GUI-003', '+BC-REN-001']);
  });

  test('that never came tells nothing', () => {
    const end = { kind: 'timeout', timeoutMs: 1000, forced: false } as const;
    expect(judgeAnswer({ end, stdout: '', stderr: '' })).toEqual([]);
    expect(judgeBrokenInput({ end, stdout: '', stderr: '' }, 'cut-off JSON', null)).toEqual([]);
  });
});

describe('broken input', () => {
  const said = (stdout: string, stderr = '', posture: 'closed' | 'open' | null = null, code = 0): readonly string[] => [
    ...inShort(judgeBrokenInput({ end: { kind: 'exit', code }, stdout, stderr }, 'cut-off JSON', posture)),
  ];

  test.each([
    ['', 'not JSON', null, ['+BC-ERR-002', '+BC-ERR-003', '+BC-ERR-004']],
    ['', ' \n', null, ['!BC-ERR-003', '+BC-ERR-002', '+BC-ERR-004']],
    ['{"action":"passThrough"}', 'x', null, ['+BC-ERR-002', '+BC-ERR-003', '+BC-ERR-004']],
    ['{"warnings":["not JSON"]}', '', null, ['+BC-ERR-002', '+BC-ERR-003', '+BC-ERR-004']],
    ['{"warnings":"not JSON"}', '', null, ['!BC-ERR-002', '!BC-ERR-003', '+BC-ERR-004']],
    ['{"action":"block","reason":"no"}', 'x', 'closed', ['+BC-ERR-002', '+BC-ERR-003']],
    ['{"action":"block"}', 'x', 'closed', ['!BC-ERR-004', '+BC-ERR-002', '+BC-ERR-003']],
    ['{"action":"block","reason":"no"}', 'x', 'open', ['!BC-ERR-004', '+BC-ERR-002', '+BC-ERR-003']],
    ['{"action":"modify","modifiedInput":{}}', 'x', 'closed', ['!BC-ERR-004', '+BC-ERR-002', '+BC-ERR-003']],
    ['[]', 'x', null, ['!BC-ERR-002', '!BC-ERR-004', '+BC-ERR-003']],
    ['{"action":"passThrough"}\n    at read (hook.js:1:2)', 'x', null, ['!BC-ERR-002', '!BC-ERR-004', '+BC-ERR-003']],
  ] as const)('answered with %j, %j on stderr, posture %j', (stdout, stderr, posture, expected) => {
    expect(said(stdout, stderr, posture)).toEqual(expected);
  });

  test('an exit code other than 0 needs a response beside it', () => {
    expect(said('', 'x', null, 1)).toContain('!BC-ERR-002');
    expect(said('{"action":"passThrough"}', 'x', null, 1)).toContain('+BC-ERR-002');
  });
});

describe('planted texts', () => {
  const canary = (id: string, kind: Canary['kind']): Canary => ({ id, kind, value: id, field: '/text', spawn: 0 });
  const input = (where: PlantedInput['rows'][number]['where'], ...canaries: readonly Canary[]): PlantedInput =>
    ({
      canaries,
      rows: [{ id: 'BC-PRV-001', kinds: ['prompt', 'secret'], where, says: 'of it' }],
    }) as unknown as PlantedInput;
  const hit = (channel: LeakHit['channel'], id = 'prompt-1', pointer = '/answer'): LeakHit =>
    ({ canary: id, channel, pointer, place: channel }) as LeakHit;
  const judged = (planted: PlantedInput, ...leaks: readonly LeakHit[]): readonly string[] => [
    ...inShort(judgePlanted(planted, { leaks } as unknown as Observation)),
  ];
  const prompt = canary('prompt-1', 'prompt');
  const LEAK = ['!BC-PRV-001', 'leak:BC-PRV-001'];
  const CLEAN = ['+BC-PRV-001'];

  test.each([
    ['telemetry', 'request', LEAK],
    ['telemetry', 'file', LEAK],
    ['telemetry', 'stdout', CLEAN],
    ['files', 'file', CLEAN],
    ['files', 'request', CLEAN],
    ['telemetry and context', 'request', LEAK],
    ['telemetry and context', 'file', LEAK],
    ['telemetry and context', 'stdout', CLEAN],
    ['stdout', 'stdout', LEAK],
    ['stdout', 'file', CLEAN],
  ] as const)('that must not be in %s, found in %s', (where, channel, expected) => {
    expect(judged(input(where, prompt), hit(channel))).toEqual(expected);
  });

  test('in what is injected as context', () => {
    const place = '/additionalContext/0';
    expect(judged(input('telemetry and context', prompt), hit('stdout', 'prompt-1', place))).toEqual(LEAK);
    expect(judged(input('telemetry', prompt), hit('stdout', 'prompt-1', place))).toEqual(CLEAN);
  });

  test('the middle of a text in a file is the text itself, its first line a summary', () => {
    const middle = canary('prompt-middle', 'prompt');
    expect(judged(input('files', prompt, middle), hit('file', 'prompt-middle'))).toEqual(LEAK);
    expect(judged(input('files', prompt, middle), hit('file', 'prompt-1'))).toEqual(CLEAN);
  });

  test('of another kind are the matter of another row', () => {
    expect(judged(input('stdout', canary('mail-1', 'identity'), prompt), hit('stdout', 'mail-1'))).toEqual(CLEAN);
  });

  test('the leak names the text that came out', () => {
    const secret = canary('secret-1', 'secret');
    const [leak] = judgePlanted(input('stdout', prompt, secret), {
      leaks: [hit('stdout', 'secret-1')],
    } as unknown as Observation);
    expect(leak).toEqual({ kind: 'leak', canary: 'secret-1', requirements: ['BC-PRV-001'] });
  });
});

test('times of day may differ in the answers to one event, nothing else', () => {
  const said = (...answers: readonly string[]): readonly string[] => [...inShort(judgeRepeated(answers))];
  expect(said('a', 'a', 'a')).toEqual(['+BC-REG-029']);
  expect(said('a', 'a', 'b')).toEqual(['!BC-REG-029']);
  expect(said('at 2026-02-08T19:22:11.123Z', 'at 2026-12-18 09:02:01+01:00', 'at 2026-02-08T19:22:11-0230')).toEqual([
    '+BC-REG-029',
  ]);
  expect(said('1770578531', '1770578531123')).toEqual(['+BC-REG-029']);
  expect(said('x 1770578531 y', 'x  y')).toEqual(['!BC-REG-029']);
  expect(said('177057853', '177057854')).toEqual(['!BC-REG-029']);
  expect(said('17705785311234', '17705785311235')).toEqual(['!BC-REG-029']);
  expect(said('on 2026-02-08', 'on 2026-02-09')).toEqual(['!BC-REG-029']);
  expect(said('2026-02-08T19:22 or so', '2026-02-08T19:23 or so')).toEqual(['+BC-REG-029']);
});
