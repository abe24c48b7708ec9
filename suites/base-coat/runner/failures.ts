import type { Probe } from '../../../harness/probes/probe.ts';
import { NATIVE } from '../surfaces.ts';
import { answering } from './responses.ts';
import { type Check, check, type HookSpec, type Scenario } from './scenario.ts';

/** Hooks that break (sections 1, 5 Error Handling, 7): isolation, pass-through with a warning, and no loops. */

const PASSES: Check['expect'] = { kind: 'action', any: ['passThrough'] };
/** The runner is alive, whatever it made of the hook: one that fails closed is only warned of (E-BC-24). */
const ANSWERS: Check['expect'] = { kind: 'action', any: ['passThrough', 'injectContext', 'modify', 'block'] };
const WARNED: Check['expect'] = { kind: 'action', any: ['passThrough'], warned: true };

/** What a warning about a hook that broke may speak of: the hook, its command, its error, or that it failed. */
const ABOUT = [
  'nowhere',
  'not found',
  'no such',
  'start',
  'broken',
  'cause-3c9',
  'fail',
  'error',
  'exit',
  'code',
  'crash',
  'signal',
  'kill',
  'died',
  'time',
  'json',
  'invalid',
  'abnormal',
  'could not',
  'unable',
];

interface Fault {
  readonly name: string;
  readonly says: string;
  readonly probe: Partial<Probe>;
  /** Whether the hook's answer is a failure at all; a hook that ignores its input and exits 0 is none. */
  readonly fails: boolean;
}

const FAULTS: readonly Fault[] = [
  {
    name: 'throws',
    says: 'exits 1 with a trace on stderr',
    probe: { exit: 1, stderr: 'Error: cause-3c9\n  at main\n' },
    fails: true,
  },
  { name: 'exit-137', says: 'exits 137', probe: { exit: 137 }, fails: true },
  { name: 'killed', says: 'is killed', probe: { kill: 'KILL' }, fails: true },
  { name: 'segfault', says: 'dies of a segmentation fault', probe: { kill: 'SEGV' }, fails: true },
  { name: 'junk', says: 'prints junk', probe: { stdout: 'Loading profile…\n<html>' }, fails: true },
  { name: 'half-json', says: 'prints half a response', probe: { stdout: '{"action":"block","rea' }, fails: true },
  { name: 'array', says: 'prints a JSON array', probe: { stdout: '[]' }, fails: true },
  { name: 'scalar', says: 'prints null', probe: { stdout: 'null' }, fails: true },
  {
    name: 'wrong-type',
    says: 'prints an action that is no text',
    probe: { stdout: '{"action":["block"]}' },
    fails: true,
  },
  { name: 'flood', says: 'prints 10 MiB', probe: { floodKiB: 10_240 }, fails: true },
  { name: 'deaf', says: 'closes its input at once', probe: { closesInput: true }, fails: false },
  { name: 'noisy', says: 'answers and fills stderr', probe: { stderr: 'x'.repeat(60_000) }, fails: false },
];

/** More than a pipe holds, so that a writer meets the end of a reader that is gone. */
const LONG = 'padding '.repeat(40_000);

function broken(fault: Fault, more: Partial<HookSpec> = {}): HookSpec {
  return { probe: { name: 'broken', ...fault.probe }, priority: 20, ...more };
}

function isolation(): Scenario[] {
  return FAULTS.map(
    (fault): Scenario => ({
      id: `broken/${fault.name}`,
      title: `A hook that ${fault.says}, between two that work`,
      event: { tool: { name: 'powershell', input: { command: 'git status', padding: LONG } } },
      hooks: [
        { probe: { name: 'first' }, priority: 10 },
        broken(fault),
        answering('last', { action: 'injectContext', additionalContext: ['still-here-5e'] }, { priority: 50 }),
      ],
      checks: [
        check('BC-ERR-001', ANSWERS, `A hook that ${fault.says} does not bring the runner down`),
        check('BC-RUN-003', { kind: 'context', holds: ['still-here-5e'] }, `A hook that ${fault.says} is isolated`),
        check(
          'BC-ERR-005 BC-DEF-002',
          { kind: 'action', any: ['injectContext'] },
          `A hook that ${fault.says} does not block`,
        ),
        ...(fault.fails
          ? [
              check(
                'BC-ERR-007',
                { kind: 'warning', words: ABOUT },
                `A warning says that a hook failed that ${fault.says}`,
              ),
              check('BC-DEF-002', { kind: 'warning', words: [] }, 'Failure is pass-through with a warning'),
            ]
          : []),
        check(
          'BC-ORD-012',
          { kind: 'ran', probes: ['first', 'broken', 'last'] },
          `A hook that ${fault.says} does not keep the others from running`,
        ),
      ],
      hangs: true,
    }),
  );
}

function missing(): Scenario[] {
  return [
    {
      id: 'broken/missing',
      title: 'A hook whose program does not exist, and one that works',
      hooks: [
        { probe: { name: 'broken' }, priority: 10, entry: { command: './nowhere.sh', bash: './nowhere.sh' } },
        { probe: { name: 'last' }, priority: 50 },
      ],
      checks: [
        check('BC-ERR-001', ANSWERS, 'A hook that cannot be started does not bring the runner down'),
        check('BC-ERR-005', PASSES, 'A hook that cannot be started does not block'),
        check('BC-ERR-007', { kind: 'warning', words: ABOUT }, 'A warning says that a hook could not be started'),
        check(
          'BC-ORD-012',
          { kind: 'ran', probes: ['last'] },
          'A hook that cannot be started does not keep others from running',
        ),
      ],
    },
    {
      id: 'broken/next-event',
      title: 'A hook that dies, and the next event',
      event: { hook: 'SessionStart' },
      more: [{ hook: 'PreToolUse' }],
      hooks: [
        { probe: { name: 'broken', kill: 'KILL' }, point: 'SessionStart' },
        answering('after', { action: 'injectContext', additionalContext: ['later-2d'] }, { point: 'PreToolUse' }),
      ],
      checks: [
        check('BC-ERR-001', { kind: 'context', holds: ['later-2d'] }, 'Later events still work'),
        check('BC-ERR-010', PASSES, 'A session starts although its first hook failed', 0),
      ],
    },
    {
      id: 'broken/block-and-fail',
      title: 'A hook that prints a block and exits 1',
      hooks: [{ probe: { name: 'broken', stdout: '{"action":"block","reason":"half-way"}', exit: 1 } }],
      checks: [
        check('BC-ERR-005', PASSES, 'A hook that broke does not decide'),
        check(
          'BC-ERR-007',
          { kind: 'warning', words: ABOUT },
          'A warning says that a hook broke that had printed a block',
        ),
      ],
    },
  ];
}

function hanging(): Scenario[] {
  // Little longer than the longest time that passes, so that ending it is what passes, however late a busy machine is.
  const stuck: Probe = { name: 'broken', sleepMs: 5000 };
  const soon: Check['expect'] = { kind: 'time', fromMs: 700, toMs: 4500, cut: 'broken' };
  return [
    {
      id: 'hang/default',
      title: 'A hook that takes five seconds and has no timeout',
      hooks: [{ probe: stuck, priority: 10 }],
      timeoutMs: 20_000,
      hangs: true,
      checks: [
        check(
          'BC-DEF-001',
          { kind: 'time', fromMs: 900, toMs: 4500, cut: 'broken' },
          'A hook is given one to three seconds by default',
        ),
        check('BC-DEF-002 BC-RUN-003', WARNED, 'A hook that hangs is passed through with a warning'),
      ],
    },
    {
      id: 'hang/timeout',
      title: 'A hook that takes five seconds and has timeoutSec 1, and one that works',
      on: NATIVE,
      hooks: [{ probe: stuck, entry: { timeoutSec: 1 } }, { probe: { name: 'last' } }],
      timeoutMs: 20_000,
      hangs: true,
      checks: [
        check('BC-REG-014', soon, 'timeoutSec limits the time that a hook may take'),
        check('BC-REG-014', PASSES, 'A hook that ran out of time does not block'),
        check(
          'BC-ORD-012',
          { kind: 'ran', probes: ['broken', 'last'] },
          'A hook that hangs does not keep others from running',
        ),
      ],
    },
    {
      id: 'hang/within',
      title: 'A hook that takes a second and a half and has timeoutSec 5',
      on: NATIVE,
      hooks: [
        {
          probe: { name: 'slow', sleepMs: 1500, stdout: '{"action":"block","reason":"late"}' },
          entry: { timeoutSec: 5 },
        },
      ],
      checks: [check('BC-REG-014', { kind: 'action', any: ['block'] }, 'A hook that answers within its time is heard')],
    },
  ];
}

/** A hook on OnError that fails itself must not be called for its own failure again and again. */
function recursion(): Scenario[] {
  const ends = 'A hook that fails on OnError is not called again and again for its own failure';
  return [
    {
      id: 'recursion/on-error',
      title: 'A hook on OnError that fails',
      event: { hook: 'OnError' },
      hooks: [{ probe: { name: 'handler', exit: 1, stderr: 'cause-3c9' } }],
      checks: [check('BC-ERR-006', { kind: 'at-most', probe: 'handler', times: 19 }, ends)],
      hangs: true,
    },
    {
      id: 'recursion/failing-hook',
      title: 'A hook before a tool call that fails, and a hook on OnError that fails, too',
      hooks: [{ probe: { name: 'broken', exit: 1 } }, { probe: { name: 'handler', exit: 1 }, point: 'OnError' }],
      checks: [check('BC-ERR-006', { kind: 'at-most', probe: 'handler', times: 19 }, ends)],
      hangs: true,
    },
    {
      id: 'recursion/own-event',
      title: 'A hook that prints an event of its own hook point',
      hooks: [
        { probe: { name: 'handler', stdout: '{"hook":"PreToolUse","sessionId":"sess-4711","action":"passThrough"}' } },
      ],
      checks: [
        check('BC-ERR-006', { kind: 'at-most', probe: 'handler', times: 1 }, 'What a hook prints raises no hook point'),
      ],
      hangs: true,
    },
  ];
}

function optional(): Scenario[] {
  return [
    {
      id: 'none/registered',
      title: 'A project without hooks',
      hooks: [{ probe: { name: 'idle' }, unregistered: true }],
      checks: [
        check('BC-ERR-008', PASSES, 'Without hooks the runtime works'),
        check('BC-RUN-001', { kind: 'ran', probes: [] }, 'What is not registered does not run'),
      ],
    },
    {
      id: 'none/one-of-two',
      title: 'Two hooks of which one is not registered',
      hooks: [{ probe: { name: 'off' }, unregistered: true }, { probe: { name: 'on' } }],
      checks: [check('BC-RUN-002', { kind: 'ran', probes: ['on'] }, 'Each hook is configured on its own')],
    },
    {
      id: 'several/three',
      title: 'Three hooks on one event',
      hooks: ['one', 'two', 'three'].map((name, at) => ({ probe: { name }, priority: at * 10 })),
      checks: [
        check(
          'BC-ERR-009',
          { kind: 'ran', probes: ['one', 'two', 'three'] },
          'Several hooks on one event work together',
        ),
      ],
    },
    {
      id: 'state/environment',
      title: 'A hook that changes its folder and environment, and one that looks at its own',
      hooks: [
        { probe: { name: 'leaky' }, priority: 10 },
        { probe: { name: 'clean', env: ['LEAKED_2F'] }, priority: 20 },
      ],
      files: [
        {
          area: 'project',
          path: 'leaky.sh',
          content: '#!/bin/sh\nmkdir -p aside\ncd aside\nexport LEAKED_2F=1\n',
          mode: 0o755,
        },
      ],
      checks: [
        check(
          'BC-RUN-004',
          { kind: 'unset', probe: 'clean', name: 'LEAKED_2F' },
          'A variable of one hook does not reach the next',
        ),
        check(
          'BC-RUN-004',
          { kind: 'cwd', probe: 'clean', cwd: '.' },
          'The folder of one hook does not become that of the next',
        ),
      ],
    },
  ];
}

export function failureScenarios(): readonly Scenario[] {
  return [...isolation(), ...missing(), ...hanging(), ...recursion(), ...optional()];
}
