import type { JsonObject } from '../../../harness/model/json.ts';
import type { HifEdition } from '../documents.ts';
import { type Check, check, decode, encode, hook, manifestOf, type Scenario } from './scenario.ts';

/**
 * What upstream's published conversions show, asked of manifests of our own: the same situations with other commands. The
 * published files themselves are run by `npm run interop -- syllago`, which fetches them. Where a vector contradicts the
 * registry or the vendor (E-HIF-36, -39, -44; READINGS 15, 17) the meaning is judged and either result passes.
 */

const SHELL: Readonly<Record<string, string>> = {
  'claude-code': 'PreToolUse',
  'gemini-cli': 'BeforeTool',
  cursor: 'beforeShellExecution',
  windsurf: 'pre_run_command',
};

function event(vendor: string): readonly string[] {
  return vendor === 'cursor' ? ['beforeShellExecution', 'preToolUse'] : [SHELL[vendor] ?? ''];
}

function simple(vendor: string, edition: HifEdition, id: string): Scenario {
  const manifest = manifestOf(edition, [
    hook('before_tool_execute', './v-guard.sh', { matcher: 'shell', blocking: true }, { timeout: 10 }),
  ]);
  const marker = './v-guard.sh';
  return {
    id: `vectors/${vendor}-simple`,
    title: `One blocking shell hook, encoded for ${vendor}`,
    vendor,
    steps: [encode(manifest)],
    checks: [
      check(id, { kind: 'event', marker, any: event(vendor) }, 'A simple blocking hook has its published form'),
      check(
        id,
        { kind: 'selects', marker, matcher: 'shell', literals: [], beside: [], words: ['matcher'] },
        'A simple blocking hook has its published form',
      ),
      check(id, { kind: 'timeout', marker, seconds: 10 }, 'A simple blocking hook has its published form'),
      ...(vendor === 'windsurf'
        ? [
            check(
              'HIF-VEC-018',
              { kind: 'warned', words: ['timeout'] },
              'A warning is given for each published warning',
            ),
          ]
        : []),
    ],
  };
}

function full(vendor: string, edition: HifEdition, id: string): Scenario {
  const manifest = manifestOf(edition, [
    hook(
      'before_tool_execute',
      './v-guard.sh',
      { matcher: 'shell', blocking: true, degradation: { custom_env: 'warn' } },
      { timeout: 10, cwd: '.', env: { MODE: 'strict' }, platform: { windows: './v-guard.ps1' } },
    ),
    hook(
      'before_tool_execute',
      './v-issue.sh',
      { matcher: { mcp: { server: 'github', tool: 'create_issue' } }, blocking: true },
      { timeout: 5 },
    ),
    hook('session_start', './v-init.sh', {}, { timeout: 30 }),
  ]);
  const lost: Readonly<Record<string, readonly (readonly string[])[]>> = {
    'claude-code': [['platform'], ['env'], ['cwd', 'director']],
    cursor: [['platform'], ['env'], ['cwd', 'director']],
    windsurf: [['platform'], ['env'], ['timeout'], ['session_start']],
  };
  return {
    id: `vectors/${vendor}-full`,
    title: `A manifest with most members, encoded for ${vendor}`,
    vendor,
    steps: [encode(manifest)],
    checks: [
      check(
        id,
        { kind: 'event', marker: './v-guard.sh', any: event(vendor) },
        'A full manifest has its published meaning',
      ),
      check(id, { kind: 'present', marker: './v-issue.sh' }, 'A full manifest has its published meaning'),
      ...(lost[vendor] ?? []).map(
        (words): Check =>
          check('HIF-VEC-018 HIF-PIPE-015', { kind: 'warned', words }, 'A warning is given for each published warning'),
      ),
    ],
  };
}

function multi(vendor: string, edition: HifEdition, id: string): Scenario {
  const manifest = manifestOf(edition, [
    hook('before_tool_execute', './v-audit.sh', { matcher: ['shell', 'file_write'], blocking: true }, { timeout: 10 }),
    hook('after_tool_execute', './v-log.sh', {}, { timeout: 5 }),
    hook('before_prompt', './v-redact.sh', { blocking: true }, { timeout: 5 }),
    hook('agent_stop', './v-clean.sh', {}, { timeout: 15 }),
  ]);
  const stop: Readonly<Record<string, string>> = {
    'claude-code': 'Stop',
    'gemini-cli': 'AfterAgent',
    cursor: 'stop',
    windsurf: 'post_cascade_response',
  };
  const prompt: Readonly<Record<string, string>> = {
    'claude-code': 'UserPromptSubmit',
    'gemini-cli': 'BeforeAgent',
    cursor: 'beforeSubmitPrompt',
    windsurf: 'pre_user_prompt',
  };
  const late =
    vendor === 'cursor'
      ? [
          check(
            'HIF-VEC-018',
            { kind: 'warned', words: ['shift', 'after', 'preToolUse'] },
            'A warning is given for each published warning',
          ),
        ]
      : [];
  const approximate =
    vendor === 'windsurf'
      ? [
          check(
            'HIF-VEC-018',
            { kind: 'warned', words: ['post_cascade_response', 'approximat', 'agent_stop'] },
            'A warning is given for each published warning',
          ),
        ]
      : [];
  const says = 'Several events have their published form';
  const words = ['matcher', 'cover', 'event', 'file_write'];
  return {
    id: `vectors/${vendor}-multi`,
    title: `Hooks on four events, encoded for ${vendor}`,
    vendor,
    steps: [encode(manifest)],
    checks: [
      check(
        id,
        {
          kind: 'selects',
          marker: './v-audit.sh',
          matcher: ['shell', 'file_write'],
          literals: [],
          beside: vendor === 'windsurf' || vendor === 'cursor' ? ['file_edit'] : [],
          words,
        },
        says,
      ),
      check(id, { kind: 'selects', marker: './v-log.sh', matcher: null, literals: [], beside: [], words }, says),
      check(id, { kind: 'event', marker: './v-redact.sh', any: [prompt[vendor] ?? ''] }, says),
      check(id, { kind: 'event', marker: './v-clean.sh', any: [stop[vendor] ?? ''] }, says),
      check(id, { kind: 'timeout', marker: './v-clean.sh', seconds: 15 }, says),
      ...late,
      ...approximate,
    ],
  };
}

function rewrite(vendor: string, edition: HifEdition, id: string): Scenario {
  const manifest = manifestOf(edition, [
    hook(
      'before_tool_execute',
      './v-sanitize.sh',
      {
        matcher: 'shell',
        blocking: true,
        degradation: { input_rewrite: 'block' },
        capabilities: ['input_rewrite', 'structured_output'],
      },
      { timeout: 10 },
    ),
  ]);
  const marker = './v-sanitize.sh';
  const can = vendor === 'gemini-cli';
  return {
    id: `vectors/${vendor}-rewrite`,
    title: `A hook that rewrites input, encoded for ${vendor}`,
    vendor,
    steps: [encode(manifest)],
    checks: can
      ? [check(id, { kind: 'done' }, 'A rewriting hook is kept or blocks')]
      : [
          check(`${id} HIF-VEC-022`, { kind: 'blocks', marker }, 'A rewriting hook never lets the action pass'),
          check(
            'HIF-VEC-018',
            { kind: 'warned', words: ['input_rewrite', 'rewrite'] },
            'A warning is given for each published warning',
          ),
        ],
    mayRefuse: !can,
  };
}

function roundTrip(): Scenario {
  const source: JsonObject = {
    hooks: {
      PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './v-audit.sh', timeout: 10 }] }],
      SessionStart: [{ hooks: [{ type: 'command', command: './v-init.sh' }] }],
    },
  };
  const is = (marker: string, pointer: string, value: string | number | boolean): Check =>
    check(
      'HIF-VEC-020',
      { kind: 'decoded-member', marker, pointer, value },
      'The published source has its published canonical form',
      0,
    );
  return {
    id: 'vectors/claude-code-round-trip',
    title: 'A blocking and an observing hook of Claude Code, decoded and encoded again',
    vendor: 'claude-code',
    steps: [decode(source), { verb: 'encode', input: { from: 0, member: 'manifest' } }],
    checks: [
      is('./v-audit.sh', '/event', 'before_tool_execute'),
      is('./v-audit.sh', '/matcher', 'shell'),
      is('./v-audit.sh', '/handler/timeout', 10),
      is('./v-audit.sh', '/blocking', true),
      is('./v-init.sh', '/event', 'session_start'),
      // Absent is false, the default.
      check(
        'HIF-VEC-020',
        { kind: 'decoded-observing', marker: './v-init.sh' },
        'The published source has its published canonical form',
        0,
      ),
      check(
        'HIF-VEC-021',
        { kind: 'round-trip', native: source },
        'Encoding the canonical form gives the source again',
      ),
    ],
  };
}

const IDS: Readonly<Record<string, readonly [simple: string, full: string, multi: string, rewrite?: string]>> = {
  'claude-code': ['HIF-VEC-001', 'HIF-VEC-005', 'HIF-VEC-009'],
  'gemini-cli': ['HIF-VEC-002', 'HIF-VEC-006', 'HIF-VEC-010', 'HIF-VEC-013'],
  cursor: ['HIF-VEC-003', 'HIF-VEC-007', 'HIF-VEC-011', 'HIF-VEC-014'],
  windsurf: ['HIF-VEC-004', 'HIF-VEC-008', 'HIF-VEC-012', 'HIF-VEC-015'],
};

export function vectorScenarios(vendor: string, edition: HifEdition): readonly Scenario[] {
  const ids = IDS[vendor];
  if (!ids) return [];
  const [one, two, three, four] = ids;
  return [
    simple(vendor, edition, one),
    full(vendor, edition, two),
    multi(vendor, edition, three),
    ...(four === undefined ? [] : [rewrite(vendor, edition, four)]),
    ...(vendor === 'claude-code' ? [roundTrip()] : []),
  ];
}
