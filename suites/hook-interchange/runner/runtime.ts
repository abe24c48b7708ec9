import type { JsonObject } from '../../../harness/model/json.ts';
import type { Check, HookSpec, Scenario } from './scenario.ts';

/** Edition 0.1's rules about how hooks are run (security document) and the policy interface: levels Runtime and Policy. */

function check(requirements: string, expect: Check['expect'], says: string): Check {
  return { requirements: requirements.split(' '), expect, says };
}

const HOSTILE = 'echo $(touch PWNED) `touch PWNED`; touch PWNED\ntouch PWNED';

export function runtimeScenarios(): readonly Scenario[] {
  return [
    {
      id: 'runtime/async-timeout',
      title: 'An async hook that takes longer than its timeout',
      hooks: [
        {
          probe: { name: 'probe', sleepMs: 12_000, beats: true },
          hook: { blocking: false },
          handler: { async: true, timeout: 1 },
        },
      ],
      lingerMs: 5000,
      checks: [
        check('HIF-SEC-024', { kind: 'stopped', probe: 'probe', byMs: 3800 }, 'Async hooks are subject to timeouts'),
      ],
    },
    {
      id: 'runtime/async-log',
      title: 'An async hook is launched',
      hooks: [{ probe: { name: 'probe' }, hook: { name: 'watcher-3b1d', blocking: false }, handler: { async: true } }],
      lingerMs: 2000,
      checks: [check('HIF-SEC-023', { kind: 'logged', texts: ['watcher-3b1d'] }, 'Async launches are logged')],
    },
    {
      id: 'runtime/log',
      title: 'A named hook blocks',
      hooks: [{ probe: { name: 'probe', exit: 2 }, hook: { name: 'guard-77e0' } }],
      checks: [
        check(
          'HIF-SEC-030',
          { kind: 'logged', texts: ['guard-77e0', 'before_tool_execute', '2'] },
          'Executions are logged',
        ),
      ],
    },
    {
      id: 'runtime/payload',
      title: 'A payload full of shell syntax',
      hooks: [{ probe: { name: 'probe' } }, { probe: { name: 'unused' }, handler: { command: 'cat > got.json' } }],
      payload: {
        tool_name: 'shell',
        native_tool_name: 'Bash',
        tool_input: { command: HOSTILE },
        session_id: '$(touch PWNED)',
      },
      checks: [
        check(
          'HIF-CMD-001 HIF-CMD-003 HC-PAYLOAD',
          { kind: 'file', path: 'PWNED', content: null },
          'What a hook is given never reaches a shell',
        ),
        check('HIF-CMD-001', { kind: 'ran', probes: ['probe'] }, 'A hostile payload does not keep a hook from running'),
      ],
    },
  ];
}

/** What a runner does with capabilities that its provider lacks; only for runners that take them. */
export function capabilityScenarios(): readonly Scenario[] {
  const payload = { tool_name: 'shell', native_tool_name: 'Bash', tool_input: { command: 'a', x: 1 }, session_id: 's' };
  return [
    {
      id: 'capabilities/rewrite-without',
      title: 'Rewritten input where input_rewrite is missing',
      hooks: [{ probe: { name: 'probe', stdout: '{"updated_input":{"command":"b"}}' } }],
      payload,
      job: { capabilities: ['structured_output'] },
      checks: [
        check(
          'HIF-OUT-020',
          { kind: 'member', member: 'updated_input', holds: undefined },
          'updated_input is ignored where input_rewrite is missing',
        ),
      ],
    },
    {
      id: 'capabilities/rewrite-with',
      title: 'Rewritten input where input_rewrite is there',
      hooks: [{ probe: { name: 'probe', stdout: '{"updated_input":{"command":"b"}}' } }],
      payload,
      job: { capabilities: ['structured_output', 'input_rewrite'] },
      checks: [
        check(
          'HIF-OUT-015',
          { kind: 'rewritten', input: { command: 'b' } },
          'updated_input replaces the input where input_rewrite is there',
        ),
      ],
    },
    {
      id: 'capabilities/all-missing',
      title: 'A hook that needs no capability where none is there',
      hooks: [{ probe: { name: 'probe', exit: 2 } }],
      payload,
      job: { capabilities: [] },
      checks: [
        check(
          'HIF-EXIT-006',
          { kind: 'decision', any: ['block'] },
          'A hook that needs no capability works without any',
        ),
        check('HIF-MAT-021', { kind: 'ran', probes: ['probe'] }, 'A hook that needs no capability works without any'),
      ],
    },
    ...(['exclude', 'block', 'warn', 'default'] as const).map(degraded),
  ];
}

/**
 * A hook with a variable where `custom_env` is missing, behind a plain one. What binds is that the manifest is taken; what
 * becomes of the hook is our own reading, since the texts speak of degradation only where they convert.
 */
function degraded(strategy: 'exclude' | 'block' | 'warn' | 'default'): Scenario {
  const own = strategy === 'default' ? {} : { degradation: { custom_env: strategy } };
  const expect: Check['expect'] =
    strategy === 'block'
      ? { kind: 'decision', any: ['block'] }
      : { kind: 'ran', probes: strategy === 'exclude' ? ['plain'] : ['plain', 'probe'] };
  const fate = { exclude: 'is left out', block: 'blocks', warn: 'runs all the same', default: 'runs by default' };
  return {
    id: `capabilities/degraded-${strategy}`,
    title: `A hook with env where custom_env is missing, strategy ${strategy}`,
    hooks: [{ probe: { name: 'plain' } }, { ...ENV_HOOK, hook: own }],
    job: { capabilities: [] },
    checks: [
      check(
        strategy === 'default' ? 'HIF-HND-019' : 'HIF-HK-011',
        { kind: 'decision', any: ['allow', 'block'] },
        'A manifest is taken whatever the provider lacks',
      ),
      check(
        'HC-DEGRADATION',
        expect,
        `Where custom_env is missing, a hook with strategy ${strategy} ${fate[strategy]}`,
      ),
    ],
  };
}

interface Rule {
  readonly id: string;
  readonly requirements: string;
  readonly policy: readonly JsonObject[];
  readonly managed?: boolean;
  readonly runs: boolean;
  readonly says: string;
}

const ENV_HOOK: HookSpec = { probe: { name: 'probe', env: ['A'] }, handler: { env: { A: '1' } } };

function restriction(kind: 'capability_restrictions' | 'event_restrictions', value: string, key?: string): JsonObject {
  const own = kind === 'capability_restrictions' ? 'custom_env' : 'before_tool_execute';
  return { scope: 'system', [kind]: { [key ?? own]: value } };
}

function rules(): Rule[] {
  const kinds = [
    { kind: 'capability_restrictions', ids: ['005', '006', '007', '008'], other: 'llm_evaluated', says: 'custom_env' },
    {
      kind: 'event_restrictions',
      ids: ['009', '010', '011', '012'],
      other: 'session_start',
      says: 'before_tool_execute',
    },
  ] as const;
  const each = kinds.flatMap(({ kind, ids: [allow, deny, managed, other], other: key, says }): Rule[] => [
    {
      id: `${kind}-allow`,
      requirements: `HIF-POL-${allow}`,
      policy: [restriction(kind, 'allow')],
      runs: true,
      says: `${says} is allowed`,
    },
    {
      id: `${kind}-deny`,
      requirements: `HIF-POL-${deny}`,
      policy: [restriction(kind, 'deny')],
      runs: false,
      says: `${says} is denied`,
    },
    {
      id: `${kind}-deny-managed`,
      requirements: `HIF-POL-${deny}`,
      policy: [restriction(kind, 'deny')],
      managed: true,
      runs: false,
      says: `${says} is denied, also to managed hooks`,
    },
    {
      id: `${kind}-managed-only`,
      requirements: `HIF-POL-${managed}`,
      policy: [restriction(kind, 'managed_only')],
      runs: false,
      says: `${says} is for managed hooks only`,
    },
    {
      id: `${kind}-managed`,
      requirements: `HIF-POL-${managed}`,
      policy: [restriction(kind, 'managed_only')],
      managed: true,
      runs: true,
      says: `${says} is for managed hooks, and this one is`,
    },
    {
      id: `${kind}-other`,
      requirements: `HIF-POL-${other}`,
      policy: [restriction(kind, 'deny', key)],
      runs: true,
      says: `only ${key} is denied`,
    },
  ]);
  return [
    {
      id: 'disable-all',
      requirements: 'HIF-POL-002',
      policy: [{ scope: 'user', disable_all_hooks: true }],
      runs: false,
      says: 'all hooks are disabled',
    },
    {
      id: 'disable-all-managed',
      requirements: 'HIF-POL-002',
      policy: [{ scope: 'user', disable_all_hooks: true }],
      managed: true,
      runs: false,
      says: 'all hooks are disabled, managed ones too',
    },
    {
      id: 'empty',
      requirements: 'HIF-POL-002 HIF-POL-003',
      policy: [{ scope: 'user' }],
      runs: true,
      says: 'the policy says nothing',
    },
    {
      id: 'managed-only',
      requirements: 'HIF-POL-003',
      policy: [{ scope: 'organization', allow_managed_only: true }],
      runs: false,
      says: 'only managed hooks are allowed',
    },
    {
      id: 'managed-only-managed',
      requirements: 'HIF-POL-003',
      policy: [{ scope: 'organization', allow_managed_only: true }],
      managed: true,
      runs: true,
      says: 'only managed hooks are allowed, and this one is',
    },
    ...each,
    {
      id: 'all-allow',
      requirements: 'HIF-POL-014',
      policy: [
        {
          scope: 'system',
          disable_all_hooks: false,
          allow_managed_only: false,
          event_restrictions: { before_tool_execute: 'allow' },
          capability_restrictions: { custom_env: 'allow' },
        },
      ],
      runs: true,
      says: 'no rule denies',
    },
    ...(['system', 'organization', 'user'] as const).map((scope, at): Rule => {
      const lower = (['organization', 'user', 'project'] as const)[at] ?? 'project';
      return {
        id: `scope-${scope}`,
        requirements: 'HIF-POL-015',
        policy: [
          { scope: lower, disable_all_hooks: false, event_restrictions: { before_tool_execute: 'allow' } },
          { scope, disable_all_hooks: true },
        ],
        runs: false,
        says: `${scope} disables all hooks and ${lower} does not`,
      };
    }),
    {
      id: 'scope-events',
      requirements: 'HIF-POL-015',
      policy: [
        { scope: 'system', event_restrictions: { before_tool_execute: 'deny' } },
        { scope: 'project', event_restrictions: { before_tool_execute: 'allow' } },
      ],
      runs: false,
      says: 'system denies the event and project allows it',
    },
  ];
}

/** Hooks that need one capability each, as their members show: a restriction stops exactly those. */
const NEEDING: Readonly<Record<string, HookSpec>> = {
  configurable_cwd: { probe: { name: 'probe' }, handler: { cwd: '.' } },
  async_execution: { probe: { name: 'probe' }, hook: { blocking: false }, handler: { async: true } },
  platform_commands: { probe: { name: 'probe' }, handler: { platform: { windows: './other.cmd' } } },
};

function capabilityRestrictions(): Scenario[] {
  return Object.entries(NEEDING).flatMap(([capability, hook]) =>
    (
      [
        ['deny', 'HIF-POL-006', capability, false],
        ['allow', 'HIF-POL-005', capability, true],
        ['other', 'HIF-POL-008', 'llm_evaluated', true],
      ] as const
    ).map(([word, requirement, denied, runs]): Scenario => {
      const says =
        word === 'other' ? `only ${denied} is denied` : `${capability} is ${word === 'deny' ? 'denied' : 'allowed'}`;
      return {
        id: `policy/capability_restrictions-${capability}-${word}`,
        title: `A hook that needs ${capability} under a policy: ${says}`,
        hooks: [hook],
        job: {
          policy: [{ scope: 'system', capability_restrictions: { [denied]: word === 'allow' ? 'allow' : 'deny' } }],
          managed: false,
        },
        ...(capability === 'async_execution' ? { lingerMs: 2000 } : {}),
        checks: [
          check(
            requirement,
            { kind: 'ran', probes: runs ? ['probe'] : [] },
            `When ${says}, the hook ${runs ? 'runs' : 'does not run'}`,
          ),
        ],
      };
    }),
  );
}

/** Only for runners whose `supports` lists policy. */
export function policyScenarios(): readonly Scenario[] {
  const made = rules().map(
    ({ id, requirements, policy, managed, runs, says }): Scenario => ({
      id: `policy/${id}`,
      title: `A hook under a policy: ${says}`,
      hooks: [ENV_HOOK],
      job: { policy, managed: managed ?? false },
      checks: [
        check(
          requirements,
          { kind: 'ran', probes: runs ? ['probe'] : [] },
          `When ${says}, the hook ${runs ? 'runs' : 'does not run'}`,
        ),
      ],
    }),
  );
  return [
    ...made,
    ...capabilityRestrictions(),
    {
      id: 'policy/first-deny',
      title: 'A hook that two rules deny',
      hooks: [ENV_HOOK],
      job: {
        policy: [
          {
            scope: 'system',
            event_restrictions: { before_tool_execute: 'deny' },
            capability_restrictions: { custom_env: 'deny' },
          },
        ],
        managed: false,
      },
      checks: [check('HIF-POL-013', { kind: 'ran', probes: [] }, 'The first rule that denies ends the evaluation')],
    },
  ];
}
