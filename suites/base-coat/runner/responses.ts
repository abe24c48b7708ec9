import type { JsonObject } from '../../../harness/model/json.ts';
import { type Check, check, type HookSpec, type Scenario } from './scenario.ts';

/** What the four answers of a hook do (section 3), and members of the response that must do nothing (section 4). */

const PROCEEDS: Check['expect'] = { kind: 'action', any: ['passThrough', 'injectContext', 'modify'] };
const PASSES: Check['expect'] = { kind: 'action', any: ['passThrough'] };
const UNTOUCHED: Check['expect'] = { kind: 'changed', member: 'modifiedInput', value: null };
const SAME_OUTPUT: Check['expect'] = { kind: 'changed', member: 'modifiedOutput', value: null };
const NO_CONTEXT: Check['expect'] = { kind: 'context', holds: [], without: ['convention', 'known-fix'] };

/** A hook that prints this response. */
export function answering(name: string, response: JsonObject, more: Partial<HookSpec> = {}): HookSpec {
  return { probe: { name, stdout: JSON.stringify(response) }, ...more };
}

function one(id: string, response: JsonObject, checks: readonly Check[], more: Partial<Scenario> = {}): Scenario {
  return {
    id: `response/${id}`,
    title: `A hook that answers ${JSON.stringify(response)}`,
    hooks: [answering('probe', response)],
    checks,
    ...more,
  };
}

const NEW_INPUT: JsonObject = { command: 'git status --short', safe: true };
const NEW_OUTPUT: JsonObject = { summary: 'restore failed at the private feed', redacted: true };
const SECRET = 'ghp_4f1cA9b7Zq22secret';

function outcomes(): Scenario[] {
  const post = { hook: 'PostToolUse' };
  const leaking: JsonObject = {
    hook: 'PostToolUse',
    tool: { name: 'powershell', success: true, durationMs: 12, input: {}, output: `token ${SECRET}` },
  };
  return [
    one('pass-through', { action: 'passThrough' }, [
      check('BC-RSP-001', PASSES, 'With passThrough execution goes on'),
      check('BC-RSP-001', UNTOUCHED, 'With passThrough the input stays as it is'),
      check('BC-RSP-001', NO_CONTEXT, 'With passThrough nothing is injected'),
    ]),
    one(
      'pass-through-full',
      { action: 'passThrough', priority: 50, additionalContext: [], warnings: [], metadata: { hookId: 'anti-loop' } },
      [check('BC-RSP-001', PASSES, 'The response envelope of section 4 passes through')],
    ),
    one('nothing', {}, [], {
      id: 'response/nothing',
      title: 'A hook that prints nothing and exits 0',
      hooks: [{ probe: { name: 'probe' } }],
      checks: [check('BC-RSP-001', PROCEEDS, 'A hook without an answer stops nothing')],
    }),
    one('inject', { action: 'injectContext', additionalContext: ['convention-1a: tests first', 'known-fix-2b'] }, [
      check(
        'BC-RSP-002',
        { kind: 'context', holds: ['convention-1a', 'known-fix-2b'] },
        'Context is injected, all of it',
      ),
      check(
        'BC-RSP-002',
        { kind: 'action', any: ['injectContext'] },
        'The answer to injected context is injectContext',
      ),
    ]),
    one(
      'inject-at-start',
      { action: 'injectContext', additionalContext: ['convention-3c'] },
      [check('BC-RSP-002', { kind: 'context', holds: ['convention-3c'] }, 'Context is injected when a session starts')],
      { event: { hook: 'SessionStart' } },
    ),
    one('block', { action: 'block', reason: 'cause-5d: not in this repository' }, [
      check('BC-RSP-003', { kind: 'action', any: ['block'] }, 'With block the action does not continue'),
      check('BC-RSP-006', { kind: 'reason', holds: 'cause-5d' }, 'The reason of a block reaches the agent'),
    ]),
    one(
      'block-prompt',
      { action: 'block', reason: 'policy' },
      [check('BC-RSP-003', { kind: 'action', any: ['block'] }, 'A prompt can be blocked before it reaches the agent')],
      { event: { hook: 'UserPromptSubmitted', prompt: 'Deploy it' } },
    ),
    one('block-without-reason', { action: 'block' }, [
      check('BC-RSP-003', { kind: 'action', any: ['block'] }, 'A block without a reason is a block'),
    ]),
    one('modify-input', { action: 'modify', modifiedInput: NEW_INPUT }, [
      check('BC-RSP-004', { kind: 'action', any: ['modify'] }, 'The answer to a modification is modify'),
      check(
        'BC-RSP-004',
        { kind: 'changed', member: 'modifiedInput', value: NEW_INPUT },
        'The tool gets the new input',
      ),
    ]),
    one(
      'modify-output',
      { action: 'modify', modifiedOutput: NEW_OUTPUT },
      [
        check(
          'BC-RSP-004',
          { kind: 'changed', member: 'modifiedOutput', value: NEW_OUTPUT },
          'The agent gets the new output',
        ),
      ],
      { event: post },
    ),
    one(
      'modify-to-text',
      { action: 'modify', modifiedOutput: '[redacted]' },
      [
        check(
          'BC-RSP-004',
          { kind: 'changed', member: 'modifiedOutput', value: '[redacted]' },
          'The new output may be a text',
        ),
      ],
      { event: post },
    ),
    one(
      'redact',
      { action: 'modify', modifiedOutput: { redacted: true } },
      [
        check(
          'BC-RSP-007',
          { kind: 'kept-out', text: SECRET },
          'What a hook redacted stays out of what the agent gets',
        ),
      ],
      { event: leaking },
    ),
  ];
}

function members(): Scenario[] {
  const post = { hook: 'PostToolUse' };
  return [
    one('warnings', { action: 'passThrough', warnings: ['slow-7e', 'deprecated-8f'] }, [
      check('BC-REN-006', PROCEEDS, 'Warnings never block'),
    ]),
    one('modified-input-unasked', { action: 'passThrough', modifiedInput: { command: 'rm -rf x' } }, [
      check('BC-REN-009', UNTOUCHED, 'modifiedInput of another action is not applied'),
    ]),
    one(
      'modified-output-unasked',
      { action: 'injectContext', additionalContext: ['x'], modifiedOutput: 'changed' },
      [check('BC-REN-009', SAME_OUTPUT, 'modifiedOutput of another action is not applied')],
      { event: post },
    ),
    one('metadata', { action: 'injectContext', additionalContext: ['known-fix'], metadata: { hookId: 'canary-9a' } }, [
      check('BC-REN-011', { kind: 'context', holds: ['known-fix'], without: ['canary-9a'] }, 'metadata is no context'),
    ]),
    one('unknown-member', { action: 'passThrough', zzz: 1, decision: 'deny' }, [
      check('BC-REN-014', PASSES, 'Unknown members are ignored'),
      check('BC-REN-014', UNTOUCHED, 'Unknown members change nothing'),
    ]),
    ...['explode', 'deny', 'Block', 'pass-through'].map((action) =>
      one(`unknown-action-${action}`, { action }, [
        check(
          'BC-REN-015',
          { kind: 'action', any: ['passThrough'], warned: true },
          'An unknown action is passed through with a warning',
        ),
      ]),
    ),
  ];
}

function normalised(): Scenario[] {
  const say = 'Whatever a hook prints, the answer has the same shape';
  const shapes: readonly (readonly [string, string | undefined])[] = [
    ['empty', undefined],
    ['minimal', '{"action":"passThrough"}'],
    ['full', '{"action":"injectContext","priority":1,"additionalContext":["a"],"warnings":["w"],"metadata":{}}'],
    ['spread', '\n{\r\n  "action": "passThrough"\r\n}\n'],
  ];
  return [
    ...shapes.map(
      ([name, stdout]): Scenario => ({
        id: `shape/${name}`,
        title: `A hook whose output is ${name}`,
        hooks: [{ probe: { name: 'probe', ...(stdout === undefined ? {} : { stdout }) } }],
        checks: [check('BC-RUN-005', { kind: 'shape' }, say)],
      }),
    ),
    {
      id: 'audit/block',
      title: 'A block of a hook that has a name',
      hooks: [answering('gate-b10c', { action: 'block', reason: 'cause-77', metadata: { hookId: 'policy-31f' } })],
      checks: [
        check(
          'BC-RUN-006',
          { kind: 'logged', texts: [['cause-77'], ['gate-b10c', 'gate_b10c', 'policy-31f']] },
          'A block can be traced to its hook and reason',
        ),
      ],
    },
    {
      id: 'audit/modify',
      title: 'A modification by a hook that has a name',
      hooks: [
        answering('trim-2ab', { action: 'modify', modifiedInput: NEW_INPUT, metadata: { hookId: 'trimmer-64d' } }),
      ],
      checks: [
        check(
          'BC-RUN-007',
          { kind: 'logged', texts: [['trim-2ab', 'trim_2ab', 'trimmer-64d'], ['modifiedInput']] },
          'A modification can be traced to its hook',
        ),
      ],
    },
  ];
}

export function responseScenarios(): readonly Scenario[] {
  return [...outcomes(), ...members(), ...normalised()];
}
