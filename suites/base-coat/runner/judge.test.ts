/** When a case of a runner decides nothing: it did not start, gave no answer, doesn't know the surface, or its hook did not run. */
import { expect, test } from 'vitest';
import type { Case } from '../../../harness/model/case.ts';
import type { End, FileObservation } from '../../../harness/model/observation.ts';
import { inShort } from '../../approved.ts';
import { madeFile, observedRuns, type Spawned } from '../../testing.ts';
import { judgeRunner } from './judge.ts';
import { type Check, check, eventOf, type RunnerContext } from './scenario.ts';

const exit = (code: number): End => ({ kind: 'exit', code });
const spawn = (end: End, stdout = '', stderr = ''): Spawned => ({ end, stdout, stderr });
const PASSED = '{"action":"passThrough"}';
const ACTION = check('BC-RSP-008', { kind: 'action', any: ['passThrough'] }, 'It passes through');

function judged(
  spawns: readonly Spawned[],
  changes: Partial<RunnerContext> = {},
  files: readonly FileObservation[] = [],
): string {
  const context = {
    kind: 'runner',
    checks: [ACTION],
    surface: 'vs-code',
    tried: true,
    events: [eventOf()],
    hangs: false,
  };
  const testCase = { context: { ...context, ...changes } } as unknown as Case;
  const found = judgeRunner(testCase, observedRuns(spawns, [], files));
  return [...inShort(found)].join(' ');
}

const NOT_STARTED = spawn({ kind: 'not-started', code: 'ENOENT', message: 'none' });
const HUNG = spawn({ kind: 'timeout', timeoutMs: 1, forced: false });

test('a runner that starts and answers is judged', () => {
  expect(judged([spawn(exit(0), PASSED)])).toBe('+BC-RSP-008');
  expect(judged([spawn(exit(0), '{"action":"block"}')])).toBe('!BC-RSP-008');
  expect(judged([spawn(exit(1), PASSED)])).toBe('!BC-RSP-008');
});

test('one that did not start, or hangs where that is not the matter, is not', () => {
  expect(judged([NOT_STARTED])).toBe('?BC-RSP-008');
  expect(judged([spawn(exit(0), PASSED), NOT_STARTED])).toBe('?BC-RSP-008');
  expect(judged([HUNG])).toBe('?BC-RSP-008');
  expect(judged([spawn(exit(0), PASSED), HUNG])).toBe('?BC-RSP-008');
  expect(judged([HUNG], { hangs: true })).toBe('!BC-RSP-008');
});

test('one that names the surface when it refuses does not know it, if that was only tried', () => {
  const refused = spawn(exit(2), '', 'unknown surface VS_Code');
  expect(judged([refused])).toBe('/BC-RSP-008');
  expect(judged([refused], { tried: false })).toBe('!BC-RSP-008');
  expect(judged([spawn(exit(2), '', 'unknown surface VS Code')])).toBe('/BC-RSP-008');
  expect(judged([spawn(exit(2), '', 'no such event')])).toBe('!BC-RSP-008');
  expect(judged([spawn(exit(0), PASSED, 'vs-code')])).toBe('+BC-RSP-008');
  expect(judged([spawn({ kind: 'signal', signal: 'SIGSEGV' }, '', 'vs-code')])).toBe('!BC-RSP-008');
});

test('a hook that did not run was told nothing, well or badly', () => {
  const told = (rule: 'hook' | 'failed', probe?: string): readonly Check[] => [
    check('BC-ENV-001', { kind: 'envelope', rule, ...(probe === undefined ? {} : { probe }) }, 'It is told'),
  ];
  expect(judged([spawn(exit(0), PASSED)], { checks: told('hook') })).toBe('?BC-ENV-001');
  expect(judged([spawn(exit(0), PASSED)], { checks: told('hook', 'a') })).toBe('?BC-ENV-001');
  expect(judged([spawn(exit(0), PASSED)], { checks: told('failed') })).toBe('!BC-ENV-001');
});

test('of several spawns each gives the answer to one event, of one all of them', () => {
  const twice = { events: [eventOf(), eventOf()], checks: [{ ...ACTION, at: 1 }] };
  expect(judged([spawn(exit(0), PASSED), spawn(exit(0), PASSED)], twice)).toBe('+BC-RSP-008');
  expect(judged([spawn(exit(0), `${PASSED}\n${PASSED}`)], twice)).toBe('+BC-RSP-008');
  expect(judged([spawn(exit(0), PASSED)], twice)).toBe('!BC-RSP-008');
});

test('what is printed before an end other than exit 0 counts for nothing', () => {
  const kept = { checks: [check('BC-RSP-001', { kind: 'kept-out', text: 'secret' }, 'It keeps it to itself')] };
  expect(judged([spawn(exit(0), PASSED)], kept)).toBe('+BC-RSP-001');
  expect(judged([spawn(exit(1), PASSED)], kept)).toBe('!BC-RSP-001');
});

test('a log may be a file that the runner wrote', () => {
  const logged = { checks: [check('BC-ERR-001', { kind: 'logged', texts: [['why']] }, 'It says why')] };
  const file = (text: string): FileObservation => madeFile('runner.log', text);
  expect(judged([spawn(exit(0), PASSED)], logged, [file('that is why')])).toBe('+BC-ERR-001');
  expect(judged([spawn(exit(0), PASSED)], logged, [file('that is how')])).toBe('!BC-ERR-001');
  expect(judged([spawn(exit(0), PASSED)], logged)).toBe('!BC-ERR-001');
});
