/** What becomes of a runner's case before and after its expectations: nothing seen, not for the provider, met, broken, or a notice. */
import { describe, expect, test } from 'vitest';
import type { Case } from '../../../harness/model/case.ts';
import type { End, Observation } from '../../../harness/model/observation.ts';
import { inShort } from '../../approved.ts';
import { observedRuns, type Spawned } from '../../testing.ts';
import { judgeRunner, mismatch } from './judge.ts';
import type { Check, Expectation, RunnerContext } from './scenario.ts';
import { type View, viewOf } from './view.ts';

const check = (expectation: Expectation, ...requirements: readonly string[]): Check => ({
  requirements,
  expect: expectation,
  says: 'it is so',
});
const ALLOWED = check({ kind: 'decision', any: ['allow'] }, 'HIF-EXIT-001');
const REFUSED = check({ kind: 'refused' }, 'HIF-TOP-002');
const NOTICED = check({ kind: 'noticed', names: ['x'] }, 'HIF-HK-003');

const exit = (code: number): End => ({ kind: 'exit', code });
const TIMEOUT: End = { kind: 'timeout', timeoutMs: 1000, forced: false };
const NOT_STARTED: End = { kind: 'not-started', code: 'ENOENT', message: 'no such file' };

const seen = (spawned: readonly Spawned[], log: string = ''): Observation => observedRuns(spawned, [log]);

function judged(
  checks: readonly Check[],
  observation: Observation,
  changes: Partial<RunnerContext> = {},
): readonly string[] {
  const context: RunnerContext = {
    kind: 'runner',
    checks,
    manifest: '{}',
    provider: 'claude-code',
    hangs: false,
    shown: 'the manifest',
    unhooked: false,
    ...changes,
  };
  return [...inShort(judgeRunner({ context } as unknown as Case, observation))];
}

const ALLOW = JSON.stringify({ decision: 'allow' });
const BLOCK = JSON.stringify({ decision: 'block' });

describe('a case of a runner', () => {
  test('decides each requirement of each check', () => {
    const two = check({ kind: 'decision', any: ['block'] }, 'HIF-EXIT-006', 'HIF-TT-001');
    expect(judged([ALLOWED, two], seen([{ stdout: ALLOW }]))).toEqual([
      '!HIF-EXIT-006',
      '!HIF-TT-001',
      '+HIF-EXIT-001',
    ]);
    expect(judged([ALLOWED, two], seen([{ stdout: BLOCK }]))).toEqual([
      '!HIF-EXIT-001',
      '+HIF-EXIT-006',
      '+HIF-TT-001',
    ]);
  });

  test('says what was expected, what was seen, and what of', () => {
    const context = { checks: [ALLOWED], provider: 'claude-code', hangs: false, shown: 'the manifest' };
    expect(judgeRunner({ context } as unknown as Case, seen([{ stdout: BLOCK }]))).toEqual([
      {
        kind: 'broken',
        requirement: 'HIF-EXIT-001',
        message: 'it is so; expected decision allow, but decision "block" with no warning.',
        expected: 'decision allow',
        actual: 'decision "block" with no warning',
        input: 'the manifest',
      },
    ]);
  });

  test('makes a notice of a house rule that is broken, and nothing of one that is kept', () => {
    const house = check({ kind: 'decision', any: ['allow'] }, 'HC-PAYLOAD', 'HIF-CMD-001');
    expect(judged([house], seen([{ stdout: ALLOW }]))).toEqual(['+HIF-CMD-001']);
    expect(judged([house], seen([{ stdout: BLOCK }]))).toEqual(['!HIF-CMD-001', 'HC-PAYLOAD']);
  });

  test('tells nothing where a job could not be started', () => {
    expect(judged([ALLOWED, REFUSED], seen([{ end: NOT_STARTED }]))).toEqual(['?HIF-EXIT-001', '?HIF-TOP-002']);
    expect(judged([ALLOWED], seen([{ stdout: ALLOW }, { end: NOT_STARTED }]))).toEqual(['?HIF-EXIT-001']);
  });

  test('tells nothing where a job came to no end, unless it is about that', () => {
    const hung = seen([{ end: TIMEOUT }, { stdout: ALLOW }]);
    expect(judged([ALLOWED], hung)).toEqual(['?HIF-EXIT-001']);
    expect(judged([ALLOWED], hung, { hangs: true })).toEqual(['+HIF-EXIT-001']);
    const time = check({ kind: 'time', fromMs: 0, toMs: 500 }, 'HIF-HND-010');
    expect(judged([time], seen([{ end: TIMEOUT }]), { hangs: true })).toEqual(['!HIF-HND-010']);
  });

  test('judges the answer to its own job, not that to the event without hooks', () => {
    const quiet = check({ kind: 'decision', any: ['allow'], warned: false }, 'HIF-EXIT-001');
    const noisy = JSON.stringify({ decision: 'allow', warnings: ['no cache'] });
    expect(judged([quiet], seen([{ stdout: noisy }, { stdout: noisy }]), { unhooked: true })).toEqual([
      '+HIF-EXIT-001',
    ]);
    expect(judged([quiet], seen([{ stdout: ALLOW }, { stdout: noisy }]), { unhooked: true })).toEqual([
      '!HIF-EXIT-001',
    ]);
    expect(judged([quiet], seen([{ stdout: noisy }]))).toEqual(['!HIF-EXIT-001']);
  });
});

describe('a runner that names a provider when it refuses', () => {
  const names = { end: exit(2), stderr: 'I do not stand for cursor' };
  const cursor = { provider: 'cursor' };
  const RAN = 'start probe 1\nend probe 1';

  test('is not for it', () => {
    expect(judged([ALLOWED], seen([names]), cursor)).toEqual(['/HIF-EXIT-001']);
  });

  test('refuses what must be refused all the same', () => {
    expect(judged([REFUSED, NOTICED], seen([names]), cursor)).toEqual(['+HIF-HK-003', '+HIF-TOP-002']);
  });

  test.each([
    ['claude-code is for whom every runner is', { ...names, stderr: 'no claude-code' }, '', 'claude-code'],
    ['another one is named', { ...names, stderr: 'not for gemini-cli' }, '', 'cursor'],
    ['a hook ran', names, RAN, 'cursor'],
    ['it ended well and gave no outcome', { ...names, end: exit(0) }, '', 'cursor'],
    ['a signal ended it', { ...names, end: { kind: 'signal', signal: 'SIGSEGV' } as const }, '', 'cursor'],
  ])('but not where %s', (_name, spawned, log, provider) => {
    expect(judged([ALLOWED], seen([spawned], log), { provider })).toEqual(['!HIF-EXIT-001']);
  });

  test('but not where it was never started', () => {
    expect(judged([ALLOWED], seen([]), cursor)).toEqual(['!HIF-EXIT-001']);
  });
});

describe('what was seen', () => {
  test('without hooks is chatter and no answer', () => {
    const warned = JSON.stringify({ decision: 'allow', warnings: ['no cache'] });
    const observation = seen([{ stdout: warned }, { stdout: BLOCK }]);
    const { answers, chatter } = viewOf(observation, true);
    expect([answers.length, answers[0]?.outcomes, chatter]).toEqual([1, [{ decision: 'block' }], ['no cache']]);
    expect([viewOf(observation).answers.length, viewOf(observation).chatter]).toEqual([2, []]);
    expect([viewOf(seen([]), true).answers, viewOf(seen([]), true).chatter]).toEqual([[], []]);
  });

  test('is told where nothing better is known', () => {
    const view = (spawned: readonly Spawned[]): View => viewOf(seen(spawned, 'start probe 1'));
    const told = (expectation: Expectation, ...spawned: readonly Spawned[]): string | undefined =>
      mismatch(expectation, view(spawned))?.actual;
    const outcomes: Expectation = { kind: 'outcomes', any: [['allow']] };
    expect(told(outcomes, { end: exit(1), stdout: ALLOW })).toBe('the runner ended with exit code 1');
    expect(told(outcomes, {})).toBe('stdout is empty');
    expect(told(outcomes, { stdout: BLOCK })).toBe('block');
    expect(told({ kind: 'given', probe: 'probe', texts: ['x'] }, { stdout: ALLOW })).toBe('its stdin was empty');
    const given = mismatch({ kind: 'given', probe: 'a', texts: ['x'] }, {
      ...view([{ stdout: ALLOW }]),
      trace: { runs: [{ probe: 'a', stdin: ' {"a":1}\n', args: [] }], order: [] },
    } as unknown as View);
    expect(given?.actual).toBe('its stdin was {"a":1}');
  });
});
