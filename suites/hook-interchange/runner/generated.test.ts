/** What is said of a generated manifest by what ran and what came of it: which clause was not kept, and when all of them were. */
import { describe, expect, test } from 'vitest';
import type { Case } from '../../../harness/model/case.ts';
import type { Finding } from '../../../harness/model/finding.ts';
import type { End } from '../../../harness/model/observation.ts';
import { inShort } from '../../approved.ts';
import { observedRuns } from '../../testing.ts';
import type { HifEdition } from '../documents.ts';
import type { ModelEvent, ModelHook } from '../model.ts';
import { type Generated, judgeGenerated, simpler } from './generated.ts';

const TOOL = 'before_tool_execute';
const SHELL: ModelEvent = { event: TOOL, tool: 'shell', provider: 'claude-code' };
const hook = (changes: Partial<ModelHook> = {}): ModelHook => ({ event: TOOL, exit: 0, stdout: '', ...changes });
const says = (decision: string, changes: Partial<ModelHook> = {}): ModelHook =>
  hook({ stdout: JSON.stringify({ decision }), ...changes });

const ok = hook();
const stop = hook({ blocking: true, exit: 2 });
const failed = hook({ exit: 1 });
/** It may block or not. */
const soft = says('deny');
const reader = hook({ matcher: 'file_read' });
const stopReader = hook({ matcher: 'file_read', blocking: true, exit: 2 });
const failedReader = hook({ matcher: 'file_read', exit: 1 });
const starter = hook({ event: 'session_start' });
const stopStarter = hook({ event: 'session_start', blocking: true, exit: 2 });

/** Enough to name any clause that these hooks can break; the order of an edition that binds one comes on top. */
const CLAUSES = ['EVT-002', 'MAT-001', 'MAT-021', 'EXIT-001', 'EXIT-004', 'EXIT-006', 'EXIT-007', 'EXIT-010', 'TT-009'];
const idsOf = (names: readonly string[]): readonly string[] => names.map((name) => `HIF-${name}`);

interface Seen {
  /** Indexes of the hooks in the order of their starts, each at its end before the next; or the lines of the log. */
  readonly ran: readonly number[] | readonly string[];
  readonly outcome?: unknown;
  readonly end?: End;
}

function judged(
  hooks: readonly ModelHook[],
  { ran, outcome, end }: Seen,
  edition: HifEdition = '1.0',
  clauses: readonly string[] = edition === '0.1' ? [...CLAUSES, 'TOP-010'] : CLAUSES,
): readonly Finding[] {
  const testCase = {
    requirements: idsOf(clauses),
    spawns: [{}],
    context: { kind: 'generated', generated: { hooks, event: SHELL }, manifest: '{}' },
  } as unknown as Case;
  const lines = ran.flatMap((one) =>
    typeof one === 'number' ? [`start hook-${one} ${one}`, `end hook-${one} ${one}`] : [one],
  );
  const stdout = outcome === undefined ? '' : JSON.stringify(outcome);
  return judgeGenerated(testCase, observedRuns([end === undefined ? { stdout } : { stdout, end }], lines), edition);
}

const ALLOW = { decision: 'allow' };
const WARNED = { decision: 'allow', warnings: ['hook-0 failed'] };
const BLOCK = { decision: 'block' };
const ALL = undefined;

type Row = readonly [string, readonly ModelHook[], Seen, HifEdition | 'both', string | undefined];

/** The clause that is broken, or `ALL` where all of them are met. */
const rows: readonly Row[] = [
  ['both run and nothing speaks against it', [ok, ok], { ran: [0, 1], outcome: ALLOW }, 'both', ALL],
  ['one for another tool stays out', [reader, ok], { ran: [1], outcome: ALLOW }, 'both', ALL],
  ['a block ends the chain', [stop, ok], { ran: [0], outcome: BLOCK }, 'both', ALL],
  ['a block does not end the chain', [stop, ok], { ran: [0, 1], outcome: BLOCK }, 'both', ALL],
  ['what may block does', [soft, ok], { ran: [0], outcome: BLOCK }, 'both', ALL],
  ['what may block does not', [soft, ok], { ran: [0, 1], outcome: ALLOW }, 'both', ALL],
  ['a failure is a warning', [failed], { ran: [0], outcome: WARNED }, 'both', ALL],
  ['a failure before a block needs no warning', [failed, stop], { ran: [0, 1], outcome: BLOCK }, 'both', ALL],
  ['exit 2 that blocks nothing may go without a word', [hook({ exit: 2 })], { ran: [0], outcome: ALLOW }, '1.0', ALL],
  // What runs.
  ['none runs', [ok, ok], { ran: [], outcome: ALLOW }, 'both', 'MAT-021'],
  ['the first does not run', [ok, ok], { ran: [1], outcome: ALLOW }, 'both', 'MAT-021'],
  ['the second does not run', [failed, ok], { ran: [0], outcome: WARNED }, 'both', 'MAT-021'],
  ['one for another tool runs', [ok, reader], { ran: [0, 1], outcome: ALLOW }, 'both', 'MAT-001'],
  ['one for another event runs', [starter, ok], { ran: [0, 1], outcome: ALLOW }, 'both', 'EVT-002'],
  ['one for another tool runs and blocks', [ok, stopReader], { ran: [0, 1], outcome: BLOCK }, 'both', 'MAT-001'],
  ['one for another tool blocks before the rest', [stopReader, ok], { ran: [0], outcome: BLOCK }, 'both', 'MAT-001'],
  ['one for another tool alone runs and blocks', [ok, stopReader], { ran: [1], outcome: BLOCK }, 'both', 'MAT-001'],
  ['one for another event runs and blocks', [stopStarter, ok], { ran: [0], outcome: BLOCK }, 'both', 'EVT-002'],
  [
    'one for another tool runs and stops by its failure',
    [failedReader, ok],
    { ran: [0], outcome: BLOCK },
    'both',
    'MAT-001',
  ],
  ['one for another tool runs, and a block holds', [reader, stop], { ran: [0, 1], outcome: BLOCK }, 'both', 'MAT-001'],
  ['one for another tool runs in place of its own', [ok, reader], { ran: [1], outcome: ALLOW }, 'both', 'MAT-001'],
  // In what order.
  ['the other way round', [ok, ok], { ran: [1, 0], outcome: ALLOW }, '0.1', 'TOP-010'],
  ['the other way round, which 1.0 leaves open', [ok, ok], { ran: [1, 0], outcome: ALLOW }, '1.0', ALL],
  [
    'at once',
    [ok, ok],
    { ran: ['start hook-0 0', 'start hook-1 1', 'end hook-0 0', 'end hook-1 1'], outcome: ALLOW },
    '0.1',
    'TOP-010',
  ],
  ['the one that blocks before its turn', [ok, stop], { ran: [1], outcome: BLOCK }, '0.1', 'TOP-010'],
  ['the one that may block before its turn', [ok, soft], { ran: [1], outcome: BLOCK }, '0.1', 'TOP-010'],
  ['the one that blocks before its turn, which 1.0 leaves open', [ok, stop], { ran: [1], outcome: BLOCK }, '1.0', ALL],
  ['none but one that would not end it', [ok, failed], { ran: [1], outcome: WARNED }, '1.0', 'MAT-021'],
  // What stops the rest although it stops nothing.
  ['a failure blocks and ends the chain', [failed, ok], { ran: [0], outcome: BLOCK }, 'both', 'EXIT-004'],
  ['an allowance blocks and ends the chain', [says('allow'), ok], { ran: [0], outcome: BLOCK }, 'both', 'EXIT-001'],
  // What comes of it.
  ['a block does not hold', [stop], { ran: [0], outcome: ALLOW }, 'both', 'EXIT-006'],
  ['a block behind a failure does not hold', [failed, stop], { ran: [0, 1], outcome: WARNED }, 'both', 'EXIT-006'],
  ['a block behind what may block', [soft, stop], { ran: [0, 1], outcome: ALLOW }, 'both', 'EXIT-006'],
  ['a failure blocks', [failed], { ran: [0], outcome: BLOCK }, 'both', 'EXIT-004'],
  ['a failure behind another hook blocks', [ok, failed], { ran: [0, 1], outcome: BLOCK }, 'both', 'EXIT-004'],
  ['another exit code blocks', [ok, hook({ exit: 9 })], { ran: [0, 1], outcome: BLOCK }, 'both', 'EXIT-010'],
  ['nothing blocks, and it is blocked', [ok], { ran: [0], outcome: BLOCK }, 'both', 'EXIT-001'],
  ['it is asked', [soft], { ran: [0], outcome: { decision: 'ask' } }, 'both', 'TT-009'],
  ['there is no decision', [ok], { ran: [0], outcome: {} }, 'both', 'EXIT-001'],
  ['there is no outcome', [failed], { ran: [0] }, 'both', 'EXIT-004'],
  ['the runner fails', [failed], { ran: [0], outcome: WARNED, end: { kind: 'exit', code: 1 } }, 'both', 'EXIT-004'],
  ['a failure is passed over', [failed], { ran: [0], outcome: ALLOW }, 'both', 'EXIT-004'],
  ['a failure behind another hook is passed over', [ok, failed], { ran: [0, 1], outcome: ALLOW }, 'both', 'EXIT-004'],
  ['another exit code is passed over', [ok, hook({ exit: 3 })], { ran: [0, 1], outcome: ALLOW }, 'both', 'EXIT-010'],
  [
    'a failure behind what needs no word',
    [hook({ exit: 2 }), failed],
    { ran: [0, 1], outcome: ALLOW },
    '1.0',
    'EXIT-004',
  ],
  ['exit 2 that blocks nothing is passed over', [hook({ exit: 2 })], { ran: [0], outcome: ALLOW }, '0.1', 'EXIT-007'],
];

describe('a generated manifest', () => {
  test.each(rows)('%s', (_name, hooks, seen, which, broken) => {
    for (const edition of which === 'both' ? (['1.0', '0.1'] as const) : [which]) {
      const clauses = edition === '0.1' ? [...CLAUSES, 'TOP-010'] : CLAUSES;
      const expected = broken === undefined ? clauses.map((one) => `+HIF-${one}`).sort() : [`!HIF-${broken}`];
      expect([...inShort(judged(hooks, seen, edition))]).toEqual(expected);
    }
  });

  test('of which nothing could be seen tells nothing', () => {
    const ends: readonly End[] = [
      { kind: 'timeout', timeoutMs: 1000, forced: false },
      { kind: 'not-started', code: 'ENOENT', message: 'no such file' },
    ];
    for (const end of ends) {
      const findings = judged([stop], { ran: [], end });
      expect(findings.map(({ kind }) => kind)).toEqual(CLAUSES.map(() => 'untested'));
      expect(inShort(findings).size).toBe(CLAUSES.length);
    }
  });

  test('is judged where nobody was asked, too', () => {
    const requirements = idsOf(CLAUSES);
    const context = { kind: 'generated', generated: { hooks: [ok], event: SHELL }, manifest: '{}' };
    const testCase = { requirements, spawns: [], context } as unknown as Case;
    expect([...inShort(judgeGenerated(testCase, observedRuns([]), '1.0'))]).toEqual(['!HIF-MAT-021']);
  });

  test('is put down to a clause that binds here, or to none', () => {
    const blamed = (hooks: readonly ModelHook[], seen: Seen, ...clauses: readonly string[]): readonly string[] => [
      ...inShort(judged(hooks, seen, '1.0', clauses)),
    ];
    const ran = { ran: [0, 1], outcome: ALLOW };
    expect(blamed([ok, reader], ran, 'MAT-021', 'EXIT-001')).toEqual([]);
    expect(blamed([failed, stop], ran, 'MAT-021', 'EXIT-004')).toEqual([]);
    expect(blamed([says('deny', { blocking: true }), stop], ran, 'MAT-021', 'EXIT-006')).toEqual(['!HIF-EXIT-006']);
    const blocked = { ran: [0], outcome: BLOCK };
    expect(blamed([failed], blocked, 'MAT-021', 'EXIT-001')).toEqual([]);
    expect(blamed([failed, hook({ exit: 9 })], { ...blocked, ran: [0, 1] }, 'EXIT-010')).toEqual(['!HIF-EXIT-010']);
    expect(blamed([reader], { ran: [], outcome: BLOCK }, 'MAT-001')).toEqual(['!HIF-MAT-001']);
    expect(blamed([reader], { ran: [], outcome: BLOCK }, 'EXIT-001')).toEqual([]);
    // No answer at all is a fault whatever binds.
    expect(blamed([failed], { ran: [0] }, 'MAT-021', 'EXIT-001')).toEqual(['!HIF-MAT-021']);
  });

  test('is shown with what each hook did', () => {
    const [finding] = judged([failed, says('allow', { matcher: 'file_read' })], { ran: [0, 1], outcome: WARNED });
    expect(finding).toMatchObject({
      kind: 'broken',
      requirement: 'HIF-MAT-001',
      message:
        'Hook 2 of the manifest does not run for this event; expected hook 2 does not run, but hooks that ran: 1, 2.',
    });
    const { input } = finding as { input?: string };
    for (const part of ['before_tool_execute of shell', 'exits 1', '"matcher":"file_read"', String.raw`{\"decision`])
      expect(input).toContain(part);
  });
});

describe('a smaller manifest', () => {
  const hooksOf = (hooks: readonly ModelHook[]): readonly (readonly ModelHook[])[] => {
    const value: Generated = { hooks, event: SHELL };
    const made = simpler(value);
    for (const { event } of made) expect(event).toEqual(SHELL);
    return made.map((one) => one.hooks);
  };

  test('of a hook that is as small as can be is none', () => {
    expect(hooksOf([ok])).toStrictEqual([]);
    expect(hooksOf([hook({ blocking: true })])).toStrictEqual([]);
  });

  test('has one hook less, the first one first', () => {
    expect(hooksOf([hook({ blocking: true }), ok, ok]).map((hooks) => hooks.length)).toStrictEqual([2, 2, 2]);
    expect(hooksOf([hook({ blocking: true }), ok])).toStrictEqual([[ok], [hook({ blocking: true })]]);
  });

  test('has one thing of a hook less', () => {
    const matched = hook({ matcher: 'shell', blocking: true });
    expect(hooksOf([matched])).toStrictEqual([[hook({ blocking: true })]]);
    expect(hooksOf([reader])).toStrictEqual([[ok]]);
    expect(hooksOf([hook({ matcher: ['shell', 'agent'], blocking: true })])).toStrictEqual([
      [hook({ blocking: true })],
      [hook({ matcher: 'shell', blocking: true })],
      [hook({ matcher: 'agent', blocking: true })],
    ]);
    expect(hooksOf([hook({ blocking: false })])).toStrictEqual([[ok]]);
    expect(hooksOf([hook({ blocking: false, matcher: 'shell' })])).toContainEqual([hook({ matcher: 'shell' })]);
    expect(hooksOf([hook({ matcher: 'shell', stdout: 'x' })])).toStrictEqual([
      [hook({ stdout: 'x' })],
      [hook({ matcher: 'shell' })],
    ]);
    expect(hooksOf([hook({ exit: 9 })])).toStrictEqual([[hook({ exit: 3 })], [ok]]);
    expect(hooksOf([hook({ exit: 3, blocking: true })])).toStrictEqual([[hook({ blocking: true })]]);
    expect(hooksOf([hook({ exit: 2 })])).toStrictEqual([[ok]]);
  });

  test('leaves the other hooks as they are', () => {
    const blocking = hook({ blocking: true });
    expect(hooksOf([blocking, failed])).toStrictEqual([[failed], [blocking], [blocking, ok]]);
  });
});
