/** What is said of a configuration that goes to the canonical form and back: as it was, and with one thing changed. */
import { describe, expect, it } from 'vitest';
import type { Case } from '../../../harness/model/case.ts';
import { observedRuns, type Spawned } from '../../testing.ts';
import type { NativeEntry } from '../native/write.ts';
import type { TripContext } from './generated.ts';
import { judgeTrip } from './judge-trip.ts';
import { marked, read, refused, wrote } from './testing.ts';
import { labels, moved } from './trip-fault.ts';

function judged(vendor: string, entries: readonly NativeEntry[], answers: readonly Spawned[]): string {
  const context: TripContext = { kind: 'trip', trip: { way: 'native', vendor, entries }, declared: true };
  return marked(
    judgeTrip({ context, requirements: ['R', 'HIF-PD-004'] } as unknown as Case, observedRuns(answers)),
  ).join(' ');
}

const KEPT = '+R +HIF-PD-004';
const FAULT = '!HIF-PD-004';
const MANIFEST = read([]);

const ENTRIES: readonly NativeEntry[] = [
  { event: 'preToolUse', command: './a.sh', matcher: 'bash', timeout: 10, more: { comment: 'x' } },
  { event: 'preToolUse', command: './b.sh' },
  { event: 'sessionStart', command: './c.sh', more: { comment: { deep: [1] } } },
];
const A = { bash: './a.sh', matcher: 'bash', timeoutSec: 10, comment: 'x' };
const B = { bash: './b.sh' };
const C = { bash: './c.sh', comment: { deep: [1] } };
const copilot = (pre: readonly object[], start: readonly object[], more: object = {}): Spawned =>
  wrote({ hooks: { preToolUse: pre, sessionStart: start, ...more } });

describe('a configuration of lists', () => {
  it.each([
    ['as it was', KEPT, copilot([A, B], [C])],
    [
      'with other names of members',
      KEPT,
      copilot([{ command: './a.sh', matcher: '(bash)', timeout: 10, comment: 'x' }, B], [C]),
    ],
    ['with members that nobody asked for', KEPT, copilot([A, { ...B, comment: 'y', env: {} }], [C])],
    ['a hook is lost', FAULT, copilot([A], [C])],
    ['another event', FAULT, copilot([A, B], [], { sessionEnd: [C] })],
    ['another event, too', FAULT, copilot([A, B], [C], { sessionEnd: [C] })],
    ['a wider matcher', FAULT, copilot([{ ...A, matcher: 'bash|view' }, B], [C])],
    ['no matcher', FAULT, copilot([{ ...A, matcher: undefined }, B], [C])],
    ['a new matcher', FAULT, copilot([A, { ...B, matcher: 'bash' }], [C])],
    ['a matcher where that says nothing', KEPT, copilot([A, B], [{ ...C, matcher: 'bash' }])],
    ['another time', FAULT, copilot([{ ...A, timeoutSec: 11 }, B], [C])],
    ['no time', FAULT, copilot([{ ...A, timeoutSec: undefined }, B], [C])],
    ['a new time', FAULT, copilot([A, { ...B, timeoutSec: 1 }], [C])],
    ['no member of its own', FAULT, copilot([{ ...A, comment: undefined }, B], [C])],
    ['another member of its own', FAULT, copilot([A, B], [{ ...C, comment: { deep: [2] } }])],
    ['another order', FAULT, copilot([B, A], [C])],
    ['a hook twice', KEPT, copilot([A, B, A], [C])],
    ['a hook that was not there', FAULT, copilot([A, B], [C, { bash: './d.sh' }])],
    ['a hook without a command', FAULT, copilot([A, B, { type: 'http' }], [C])],
  ] as readonly (readonly [string, string, Spawned])[])('%s', (_, said, spawned) =>
    expect(judged('copilot-cli', ENTRIES, [MANIFEST, spawned])).toBe(said),
  );

  it('takes two answers', () => {
    expect(judged('copilot-cli', ENTRIES, [refused(), copilot([A, B], [C])])).toBe(FAULT);
    expect(judged('copilot-cli', ENTRIES, [MANIFEST, refused()])).toBe(FAULT);
    expect(judged('copilot-cli', ENTRIES, [MANIFEST])).toBe(FAULT);
    expect(judged('copilot-cli', ENTRIES, [])).toBe(FAULT);
  });
});

describe('a configuration that comes back otherwise', () => {
  const told = (
    answers: readonly Spawned[],
    vendor: string = 'copilot-cli',
    entries: readonly NativeEntry[] = ENTRIES,
  ): string => {
    const trip = { way: 'native', vendor, entries } as const;
    const context: TripContext = { kind: 'trip', trip, declared: true };
    const [one] = judgeTrip({ context, requirements: ['HIF-PD-004'] } as unknown as Case, observedRuns(answers));
    return one?.kind === 'broken' ? `${one.expected}; ${String(one.actual)}` : 'kept';
  };
  const start: readonly NativeEntry[] = [{ event: 'SessionStart', command: './s.sh' }];

  it.each([
    ['a manifest; it was refused: no', [refused('no')]],
    ['a manifest; nothing', []],
    ['a configuration; it was refused: no', [MANIFEST, refused('no')]],
    ['a configuration; nothing', [MANIFEST]],
    ['the hook ./b.sh; it is lost', [MANIFEST, copilot([A], [C])]],
    ['./c.sh under sessionStart; it stands under sessionEnd', [MANIFEST, copilot([A, B], [], { sessionEnd: [C] })]],
    ['on preToolUse: ./a.sh, ./b.sh; ./b.sh, ./a.sh', [MANIFEST, copilot([B, A], [C])]],
    ['the hooks of the source only; also {"bash":"./d.sh"}', [MANIFEST, copilot([A, B], [C, { bash: './d.sh' }])]],
    [
      './a.sh: {"tools":"shell","timeout":10,"comment":"x"}; {"tools":"file_read","timeout":"none","comment":"absent"}',
      [MANIFEST, copilot([{ bash: './a.sh', matcher: 'view' }, B], [C])],
    ],
    ['kept', [MANIFEST, wrote({ hooks: { sessionStart: [C], preToolUse: [A, B] } })]],
  ] as readonly (readonly [string, readonly Spawned[]])[])('%s', (text, answers) => expect(told(answers)).toBe(text));

  it('has a matcher, or none', () => {
    const hooks = { SessionStart: [{ matcher: 'resume', hooks: [{ type: 'command', command: './s.sh' }] }] };
    expect(told([MANIFEST, wrote({ hooks })], 'claude-code', start)).toBe(
      './s.sh: {"matcher":"none","timeout":"none"}; {"matcher":"resume","timeout":"none"}',
    );
  });

  it('is held to all of its hooks, and to the order of one event', () => {
    expect(judged('copilot-cli', ENTRIES, [MANIFEST, copilot([A, { ...A, matcher: 'bash|view' }, B], [C])])).toBe(
      FAULT,
    );
    expect(judged('copilot-cli', ENTRIES.slice(0, 2), [MANIFEST, copilot([B, A], [])])).toBe(FAULT);
  });
});

describe('an event', () => {
  const of = (
    vendor: string,
    event: string,
    other: string,
    matcher?: string,
    after: string | undefined = matcher,
  ): string => {
    const entry = { command: './a.sh', ...(after === undefined ? {} : { matcher: after }) };
    return judged(
      vendor,
      [{ event, command: './a.sh', ...(matcher === undefined ? {} : { matcher }) }],
      [MANIFEST, wrote({ hooks: { [other]: [entry] } })],
    );
  };

  it('may have several names', () => {
    expect(of('kiro', 'stop', 'Agent Stop')).toBe(KEPT);
    expect(of('kiro', 'File Create', 'File Save')).toBe(FAULT);
    expect(of('kiro', 'stop', 'agentSpawn')).toBe(FAULT);
    expect(of('kiro', 'unknown', 'unknown')).toBe(KEPT);
    expect(of('kiro', 'unknown', 'unknowable')).toBe(FAULT);
    expect(of('cursor', 'beforeShellExecution', 'beforeMCPExecution')).toBe(FAULT);
  });

  it('may have a matcher that chooses when it fires', () => {
    expect(of('claude-code', 'SessionStart', 'SessionStart', 'startup')).toBe(KEPT);
    expect(of('claude-code', 'SessionStart', 'SessionStart', 'startup', 'resume')).toBe(FAULT);
    expect(of('claude-code', 'SessionStart', 'SessionStart', undefined, 'resume')).toBe(FAULT);
    expect(of('claude-code', 'Stop', 'Stop', 'startup', 'resume')).toBe(KEPT);
    expect(of('claude-code', 'PostToolUseFailure', 'PostToolUseFailure', 'Bash', 'Read')).toBe(FAULT);
    expect(of('claude-code', 'PreToolUse', 'PreToolUse', 'Bash', 'Bash|Read')).toBe(FAULT);
  });
});

it('the order of an event is that of the hooks that are there', () => {
  expect(moved(['a', 'b', 'c'], ['a', 'c'], 'Stop')).toBeUndefined();
  expect(moved(['a', 'b', 'c'], ['a', 'a', 'b', 'a'], 'Stop')).toBeUndefined();
  expect(moved([], [], 'Stop')).toBeUndefined();
  expect(moved(['a', 'b', 'c'], ['c', 'a'], 'Stop')).toEqual({
    kind: 'order',
    says: 'Hooks are never reordered',
    expected: 'on Stop: a, c',
    actual: 'c, a',
  });
});

it('calls are named by their labels', () => {
  expect(labels([])).toBe('no tool');
  expect(
    labels([
      { label: 'shell', names: [] },
      { label: 'find', names: [] },
    ]),
  ).toBe('shell, find');
});
