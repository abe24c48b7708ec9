import type { JsonObject } from '../../../harness/model/json.ts';
import { answering } from './responses.ts';
import { type Check, check, type HookSpec, type Scenario } from './scenario.ts';

/** Hook ordering (section 5): priorities, blocks, and what is handed from hook to hook. Priorities exist in the middleware form only. */

const MIDDLEWARE = ['middleware'] as const;

/** Hooks registered in this order with these priorities; undefined: none. Each is named by its place in the file. */
function registered(priorities: readonly (number | undefined)[]): HookSpec[] {
  return priorities.map((priority, at) => ({
    probe: { name: `hook-${at}` },
    ...(priority === undefined ? {} : { priority }),
  }));
}

/** The names of those hooks by ascending priority, ties as registered, those without a priority last. */
function ascending(priorities: readonly (number | undefined)[]): string[] {
  return priorities
    .map((priority, at) => ({ name: `hook-${at}`, priority: priority ?? Number.POSITIVE_INFINITY, at }))
    .sort((a, b) => (a.priority === b.priority ? a.at - b.at : a.priority - b.priority))
    .map(({ name }) => name);
}

function sorted(id: string, priorities: readonly number[], requirements: string, says: string): Scenario {
  return {
    id: `order/${id}`,
    title: `Hooks with the priorities ${priorities.join(', ')}`,
    on: MIDDLEWARE,
    hooks: registered(priorities),
    checks: [check(requirements, { kind: 'starts', probes: ascending(priorities) }, says)],
  };
}

function orders(): Scenario[] {
  const lowest = 'The lowest priority runs first';
  const tied = 'Equal priorities keep the order of registration';
  const same = (id: string, priorities: readonly (number | undefined)[], requirements: string): Scenario => ({
    id: `order/${id}`,
    title: `The same hooks at four events, priorities ${priorities.map((one) => one ?? 'none').join(', ')}`,
    hooks: registered(priorities),
    more: [{}, {}, {}],
    checks: [
      check(requirements, { kind: 'same-order', hooks: priorities.length }, 'Hooks run in the same order each time'),
    ],
  });
  return [
    same('deterministic', [50, 20, undefined, 50, 10, undefined], 'BC-ORD-001 BC-ORD-004'),
    sorted('ascending', [90, 10, 50, 20], 'BC-ORD-002 BC-DEF-003', lowest),
    sorted('numbers-not-text', [100, 9, 10, 2], 'BC-ORD-002', lowest),
    sorted('signs-and-fractions', [0, 1.5, -5, 1.25], 'BC-ORD-002', lowest),
    sorted('ties', [50, 50, 50, 50, 50], 'BC-ORD-003', tied),
    sorted('ties-and-others', [50, 10, 50, 90, 10], 'BC-ORD-003', tied),
    {
      id: 'order/one-file',
      title: 'Five hooks of one native file, which has no priorities',
      on: ['vs-code', 'copilot-cli', 'cloud-agent'],
      hooks: registered([undefined, undefined, undefined, undefined, undefined]),
      checks: [
        check('BC-ORD-003', { kind: 'starts', probes: ['hook-0', 'hook-1', 'hook-2', 'hook-3', 'hook-4'] }, tied),
      ],
    },
    {
      id: 'order/response-priority',
      title: 'Hooks whose answers hold other priorities than their registration',
      on: MIDDLEWARE,
      hooks: [
        answering('late', { action: 'passThrough', priority: 1 }, { priority: 90 }),
        answering('early', { action: 'passThrough', priority: 99 }, { priority: 10 }),
      ],
      checks: [
        check(
          'BC-ORD-002',
          { kind: 'starts', probes: ['early', 'late'] },
          'The priority of a registration orders the hooks',
        ),
      ],
    },
    {
      id: 'order/example',
      title: 'The four hooks of the example, registered in another order',
      on: MIDDLEWARE,
      hooks: [
        { probe: { name: 'telemetry' }, priority: 90 },
        { probe: { name: 'known-fix' }, priority: 50 },
        { probe: { name: 'budget' }, priority: 20 },
        { probe: { name: 'permission' }, priority: 10 },
      ],
      checks: [
        check(
          'BC-ORD-011',
          { kind: 'starts', probes: ['permission', 'budget', 'known-fix', 'telemetry'] },
          'Validators run before hooks that advise',
        ),
      ],
    },
  ];
}

const BLOCK: JsonObject = { action: 'block', reason: 'cause-20' };

function blocks(): Scenario[] {
  const later = (response: JsonObject): HookSpec[] => [
    { probe: { name: 'first' }, priority: 10 },
    answering('gate', BLOCK, { priority: 20 }),
    answering('advice', response, { priority: 50 }),
    answering('telemetry', response, { priority: 90, telemetryOnly: true }),
  ];
  const stays: Check = check('BC-ORD-007', { kind: 'action', any: ['block'] }, 'A later hook does not undo a block');
  return [
    {
      id: 'block/ends-chain',
      title: 'Four hooks of which the second blocks',
      on: MIDDLEWARE,
      hooks: [
        { probe: { name: 'last' }, priority: 90 },
        { probe: { name: 'first' }, priority: 10 },
        answering('advice', { action: 'passThrough' }, { priority: 50 }),
        answering('gate', BLOCK, { priority: 20 }),
      ],
      checks: [check('BC-ORD-005', { kind: 'ran', probes: ['first', 'gate'] }, 'A block ends the chain'), { ...stays }],
    },
    {
      id: 'block/telemetry-only',
      title: 'A block, then a hook that advises and one for telemetry only',
      on: MIDDLEWARE,
      hooks: later({ action: 'passThrough' }),
      checks: [
        check(
          'BC-ORD-005',
          { kind: 'ran', probes: ['first', 'gate'], except: ['telemetry'] },
          'A block ends the chain for all but hooks for telemetry only',
        ),
        check(
          'BC-ORD-006',
          { kind: 'ran', probes: ['first', 'gate', 'telemetry'] },
          'A runtime may go on after a block for hooks for telemetry only',
        ),
        { ...stays },
      ],
    },
    ...[
      { action: 'injectContext', additionalContext: ['all is well'] },
      { action: 'modify', modifiedInput: { command: 'ls' } },
    ].map(
      (response): Scenario => ({
        id: `block/then-${response.action}`,
        title: `A block, then hooks that would answer ${response.action}`,
        on: MIDDLEWARE,
        hooks: later(response),
        checks: [{ ...stays }],
      }),
    ),
    {
      id: 'block/one-file',
      title: 'Three hooks of one native file, of which the second blocks',
      on: ['vs-code', 'copilot-cli', 'cloud-agent'],
      hooks: [{ probe: { name: 'first' } }, answering('gate', BLOCK), { probe: { name: 'last' } }],
      checks: [check('BC-ORD-005', { kind: 'ran', probes: ['first', 'gate'] }, 'A block ends the chain'), { ...stays }],
    },
    {
      id: 'block/after-context',
      title: 'A hook that injects context, then one that blocks',
      on: MIDDLEWARE,
      hooks: [
        answering('context', { action: 'injectContext', additionalContext: ['known-fix-8c'] }, { priority: 10 }),
        answering('gate', BLOCK, { priority: 20 }),
      ],
      checks: [
        check('BC-ORD-013', { kind: 'context', holds: ['known-fix-8c'] }, 'Context from before a block is not lost'),
        { ...stays },
      ],
    },
  ];
}

function chains(): Scenario[] {
  const first: JsonObject = { command: 'git status', mark: 'one-4f1c' };
  const both: JsonObject = { ...first, second: 'two-8d2e' };
  const output: JsonObject = { text: 'short-1c', mark: 'one-4f1c' };
  const context = (name: string, text: string, priority: number): HookSpec =>
    answering(name, { action: 'injectContext', additionalContext: [text] }, { priority });
  const handed = 'modify hands the transformed payload to the next hook';
  const contexts = 'Injected context accumulates, in the order of the hooks';
  return [
    {
      id: 'chain/input',
      title: 'Two hooks that modify the input, and one that looks at it',
      on: MIDDLEWARE,
      hooks: [
        answering('two', { action: 'modify', modifiedInput: both }, { priority: 20 }),
        answering('one', { action: 'modify', modifiedInput: first }, { priority: 10 }),
        { probe: { name: 'three' }, priority: 30 },
      ],
      checks: [
        check('BC-ORD-008', { kind: 'stdin', probe: 'two', holds: 'one-4f1c' }, handed),
        check('BC-ORD-008', { kind: 'stdin', probe: 'three', holds: 'two-8d2e' }, handed),
        check('BC-ORD-008', { kind: 'changed', member: 'modifiedInput', value: both }, 'The last modification counts'),
      ],
    },
    {
      id: 'chain/output',
      title: 'A hook that modifies the output, and one that looks at it',
      on: MIDDLEWARE,
      event: { hook: 'PostToolUse' },
      hooks: [
        answering('one', { action: 'modify', modifiedOutput: output }, { priority: 10 }),
        { probe: { name: 'two' }, priority: 20 },
      ],
      checks: [
        check('BC-ORD-008', { kind: 'stdin', probe: 'two', holds: 'short-1c' }, handed),
        check('BC-ORD-008', { kind: 'changed', member: 'modifiedOutput', value: output }, 'A modification is kept'),
      ],
    },
    {
      id: 'chain/contexts',
      title: 'Three hooks that inject context',
      on: MIDDLEWARE,
      hooks: [context('c', 'third-3a', 30), context('a', 'first-1a', 10), context('b', 'second-2a', 20)],
      checks: [
        check('BC-ORD-009', { kind: 'context', holds: ['first-1a', 'second-2a', 'third-3a'] }, contexts),
        check(
          'BC-ORD-009',
          { kind: 'action', any: ['injectContext'] },
          'The strongest action of the chain is the answer',
        ),
      ],
    },
    {
      id: 'chain/context-and-change',
      title: 'A hook that injects, one that modifies, one that passes through',
      on: MIDDLEWARE,
      hooks: [
        context('a', 'first-1a', 10),
        answering('b', { action: 'modify', modifiedInput: first }, { priority: 20 }),
        answering('c', { action: 'passThrough' }, { priority: 30 }),
      ],
      checks: [
        check('BC-ORD-009', { kind: 'context', holds: ['first-1a'] }, contexts),
        check('BC-ORD-009', { kind: 'action', any: ['modify'] }, 'The strongest action of the chain is the answer'),
        check('BC-ORD-008', { kind: 'changed', member: 'modifiedInput', value: first }, 'A modification is kept'),
      ],
    },
    {
      id: 'chain/one-file',
      title: 'Two hooks of one native file that inject context',
      on: ['vs-code', 'copilot-cli', 'cloud-agent'],
      hooks: [context('a', 'first-1a', 0), context('b', 'second-2a', 0)],
      checks: [check('BC-ORD-009', { kind: 'context', holds: ['first-1a', 'second-2a'] }, contexts)],
    },
  ];
}

export function orderScenarios(): readonly Scenario[] {
  return [...orders(), ...blocks(), ...chains()];
}
