import type { JsonObject, JsonValue } from '../../../harness/model/json.ts';
import { type BaseCoatSurface, NATIVE } from '../surfaces.ts';
import { answering } from './responses.ts';
import { type Check, check, type HookSpec, type Scenario } from './scenario.ts';

/** Registration (section 5): where hooks lie, in which form, and which of an entry's commands runs. */

const NATIVE_PATH = '.github/hooks/hooks.json';
const PASSES: Check['expect'] = { kind: 'action', any: ['passThrough'] };
const ran = (...probes: string[]): Check['expect'] => ({ kind: 'ran', probes });

/** A native file whose only content is given. */
function native(
  id: string,
  title: string,
  content: JsonValue | string,
  checks: readonly Check[],
  more: Partial<Scenario> = {},
): Scenario {
  return {
    id: `native/${id}`,
    title,
    on: NATIVE,
    config: { path: NATIVE_PATH, content },
    hooks: [{ probe: { name: 'probe' } }],
    checks,
    ...more,
  };
}

const ENTRY: JsonObject = { type: 'command', bash: './probe.sh' };
const hooksWith = (entry: JsonValue, event = 'preToolUse'): JsonObject => ({ version: 1, hooks: { [event]: [entry] } });

function files(): Scenario[] {
  const example: JsonObject = {
    version: 1,
    hooks: {
      preToolUse: [{ type: 'command', bash: './probe.sh', powershell: './probe.ps1', cwd: '.', timeoutSec: 10 }],
      postToolUse: [
        { type: 'command', bash: './telemetry-hook.sh', powershell: './telemetry-hook.ps1', timeoutSec: 5 },
      ],
      Stop: [{ type: 'command', bash: './session-end.sh', powershell: './session-end.ps1', timeoutSec: 15 }],
    },
  };
  const unsaid: Check['expect'] = { kind: 'noticed', probe: 'probe' };
  return [
    native('found', 'A file in .github/hooks', hooksWith(ENTRY), [
      check('BC-REG-002', ran('probe'), 'Files in .github/hooks register hooks'),
      check('BC-REG-003', ran('probe'), 'A file with version 1 is taken'),
    ]),
    native(
      'other-name',
      'A file of any name in .github/hooks',
      hooksWith(ENTRY),
      [check('BC-REG-002', ran('probe'), 'Every JSON file in .github/hooks registers hooks')],
      { config: { path: '.github/hooks/guard-rails.json', content: hooksWith(ENTRY) } },
    ),
    native('example', 'The native file of the text', example, [
      check('BC-REG-004', ran('probe'), 'The example of a native file is taken'),
    ]),
    native(
      'example-stop',
      'The native file of the text, at the end of a session',
      example,
      [check('BC-REG-004', ran('session-end'), 'Stop in a native file is the end of a session')],
      { event: { hook: 'SessionEnd' }, hooks: [{ probe: { name: 'session-end' } }] },
    ),
    native('version-2', 'A file with version 2', { ...hooksWith(ENTRY), version: 2 }, [
      check('BC-REG-003', unsaid, 'A file with version 2 is refused or warned of'),
    ]),
    native('no-version', 'A file without version', { hooks: { preToolUse: [ENTRY] } }, [
      check('BC-REG-003 BC-GUI-005', unsaid, 'A file without version is refused or warned of'),
    ]),
    ...(
      [
        ['BC-REG-005', 'type', { ...ENTRY, type: 7 }],
        ['BC-REG-006', 'bash', { type: 'command', bash: 42, command: './probe.sh' }],
        ['BC-REG-007', 'powershell', { ...ENTRY, powershell: 42 }],
        ['BC-REG-008', 'command', { ...ENTRY, command: 42 }],
        ['BC-REG-009', 'cwd', { ...ENTRY, cwd: 42 }],
        ['BC-REG-010', 'timeoutSec', { ...ENTRY, timeoutSec: 'soon' }],
      ] as const
    ).flatMap(([id, member, entry]): Scenario[] => [
      native(`wrong-${member}`, `An entry with ${member} of a wrong type`, hooksWith(entry), [
        check(id, unsaid, `An entry whose ${member} has a wrong type is refused or warned of`),
      ]),
    ]),
    native(
      'right-types',
      'An entry with all of its members',
      example,
      [
        check(
          'BC-REG-005 BC-REG-006 BC-REG-007 BC-REG-008 BC-REG-009 BC-REG-010',
          ran('probe'),
          'An entry with all members of the right types is taken',
        ),
      ],
      {
        config: {
          path: NATIVE_PATH,
          content: hooksWith({ ...ENTRY, powershell: './no.ps1', command: './no.sh', cwd: '.', timeoutSec: 7.5 }),
        },
      },
    ),
  ];
}

function commands(): Scenario[] {
  const hooks = (...names: string[]): HookSpec[] => names.map((name) => ({ probe: { name } }));
  const entry = (members: JsonObject): JsonObject => hooksWith({ type: 'command', ...members });
  const cloud = { on: ['cloud-agent'] as const };
  return [
    native(
      'both-shells',
      'An entry with bash and powershell',
      entry({ bash: './posix.sh', powershell: './power.sh' }),
      [check('BC-REG-011', ran('posix'), 'On POSIX the bash command runs')],
      { hooks: hooks('posix', 'power') },
    ),
    native(
      'command-only',
      'An entry with command alone',
      entry({ command: './any.sh' }),
      [check('BC-REG-012', ran('any'), 'command serves where no entry for the shell is there')],
      { hooks: hooks('any') },
    ),
    native(
      'command-and-powershell',
      'An entry with command and powershell',
      entry({ command: './any.sh', powershell: './power.sh' }),
      [check('BC-REG-012', ran('any'), 'command serves where no entry for the shell is there')],
      { hooks: hooks('any', 'power') },
    ),
    native(
      'command-and-bash',
      'An entry with command and bash',
      entry({ command: './any.sh', bash: './posix.sh' }),
      [check('BC-REG-012', ran('posix'), 'command is the fallback of bash, not its rival')],
      { hooks: hooks('any', 'posix') },
    ),
    native(
      'cloud-powershell',
      'An entry with powershell alone, for the cloud agent',
      entry({ powershell: './power.sh' }),
      [
        check('BC-REG-013', ran(), 'The cloud agent runs no powershell command'),
        check('BC-REG-013', PASSES, 'The cloud agent ignores a powershell command without an error'),
      ],
      { hooks: hooks('power'), ...cloud },
    ),
    native(
      'cloud-both',
      'An entry with bash and powershell, for the cloud agent',
      entry({ bash: './posix.sh', powershell: './power.sh' }),
      [check('BC-REG-013', ran('posix'), 'The cloud agent runs the bash command')],
      { hooks: hooks('posix', 'power'), ...cloud },
    ),
    native(
      'shell-line',
      'A bash command that needs a shell',
      entry({ bash: 'A=1; ./posix.sh "a b" $A | cat' }),
      [check('BC-REG-011', ran('posix'), 'The bash command is run by a shell')],
      { hooks: hooks('posix') },
    ),
    native('cwd', 'An entry with cwd .', entry({ bash: './probe.sh', cwd: '.' }), [
      check('BC-REG-015', { kind: 'cwd', probe: 'probe', cwd: '.' }, 'cwd is the working directory of the command'),
    ]),
    native(
      'cwd-below',
      'An entry with a folder below',
      entry({ bash: './probe.sh', cwd: 'scripts' }),
      [
        check(
          'BC-REG-015',
          { kind: 'cwd', probe: 'probe', cwd: 'scripts' },
          'cwd is the working directory of the command',
        ),
      ],
      { hooks: [{ probe: { name: 'probe' } }, { probe: { name: 'probe', folder: 'scripts' } }] },
    ),
    {
      id: 'native/several',
      title: 'Two files with two entries each',
      on: NATIVE,
      hooks: ['a', 'b', 'c', 'd'].map((name, at) => ({
        probe: { name },
        file: at < 2 ? '.github/hooks/one.json' : '.github/hooks/two.json',
      })),
      checks: [check('BC-REG-016', ran('a', 'b', 'c', 'd'), 'All files and all of their entries take effect')],
    },
  ];
}

function places(): Scenario[] {
  const place = (
    id: string,
    surface: BaseCoatSurface,
    hooks: readonly HookSpec[],
    probes: string[],
    says: string,
  ): Scenario => ({
    id: `place/${id.toLowerCase()}`,
    title: says,
    on: [surface],
    hooks,
    checks: [check(id, ran(...probes), says)],
  });
  const own: HookSpec = { probe: { name: 'repository' } };
  const user: HookSpec = {
    probe: { name: 'user' },
    file: '~/.copilot/hooks/hooks.json',
    entry: { bash: undefined, command: '"$PWD/user.sh"' },
  };
  return [
    place('BC-REG-022', 'vs-code', [own], ['repository'], 'VS Code reads .github/hooks'),
    place(
      'BC-REG-023',
      'copilot-cli',
      [own, user],
      ['repository', 'user'],
      'Copilot CLI reads .github/hooks and ~/.copilot/hooks',
    ),
    place('BC-REG-024', 'cloud-agent', [own], ['repository'], 'The cloud agent reads .github/hooks of the clone'),
    place('BC-REG-025', 'claude-code', [own], ['repository'], 'Claude Code reads .claude/settings.json'),
    place('BC-REG-026', 'middleware', [own], ['repository'], 'Middleware reads its own configuration'),
    {
      ...place(
        'BC-REG-027',
        'cloud-agent',
        [own, { ...user, unregistered: true }],
        ['repository'],
        'The cloud agent has no hooks of a user',
      ),
      files: [
        {
          area: 'home',
          path: '.copilot/hooks/hooks.json',
          content: JSON.stringify(hooksWith({ type: 'command', bash: '"$PWD/user.sh"' })),
        },
      ],
    },
  ];
}

/** `<name>.agent.md` of an agent with one hook. */
function frontMatter(name: string, lines: readonly string[]): string {
  return [
    '---',
    `name: ${name}`,
    `description: "Checks what was done: all of it"`,
    'hooks:',
    ...lines,
    '---',
    '',
    '# Instructions',
    'Be careful.',
    '',
  ].join('\n');
}

function agents(): Scenario[] {
  const file = {
    area: 'project' as const,
    path: 'reviewer.agent.md',
    content: frontMatter('reviewer', [
      '  PostToolUse:',
      '    - type: command',
      '      command: "./scoped.sh"',
      '  Stop:',
      '    - type: command',
      '      command: "./cleanup.sh"',
    ]),
  };
  const base = {
    on: ['vs-code'] as const,
    event: { hook: 'PostToolUse', agent: 'reviewer' },
    hooks: [{ probe: { name: 'workspace' } }, { probe: { name: 'scoped' }, unregistered: true }],
    files: [file],
  };
  const config = [NATIVE_PATH, file.path];
  const only = 'Hooks of an agent run only while it is active';
  return [
    {
      ...base,
      id: 'agent/active',
      title: 'An agent with a hook of its own, while it is active',
      job: { config, agent: 'reviewer' },
      checks: [
        check('BC-REG-017', { kind: 'ran', probes: ['scoped'], except: ['workspace'] }, only),
        check('BC-REG-018', ran('workspace', 'scoped'), 'Hooks of an agent add to those of the workspace'),
      ],
    },
    ...(['none', 'another'] as const).map(
      (which): Scenario => ({
        ...base,
        id: `agent/inactive-${which}`,
        title: `An agent with a hook of its own, while ${which === 'none' ? 'no agent' : 'another agent'} is active`,
        event: { hook: 'PostToolUse', agent: which === 'none' ? 'backend-dev' : 'planner' },
        job: which === 'none' ? { config } : { config, agent: 'planner' },
        checks: [check('BC-REG-017', ran('workspace'), only)],
      }),
    ),
  ];
}

function middleware(): Scenario[] {
  const on = ['middleware'] as const;
  const at = (content: JsonValue): NonNullable<Scenario['config']> => ({ path: 'mcp.json', content });
  const memory = {
    SessionStart: [{ tool: 'memory.load_relevant_facts', priority: 10 }],
    SessionEnd: [{ tool: 'memory.persist_session_summary', priority: 20 }],
  };
  const any: Check['expect'] = { kind: 'action', any: ['passThrough', 'injectContext', 'modify'] };
  const words = ['SessionEnd', 'OnError', 'Stop', 'errorOccurred'];
  return [
    {
      id: 'middleware/example',
      title: 'The configuration of the text, with commands',
      on,
      event: { hook: 'PostToolUse' },
      config: at({
        hooks: {
          SessionStart: [
            { tool: 'memory.load_session_memory', priority: 10, command: './load.sh' },
            { tool: 'telemetry.begin_trace', priority: 90, command: './begin.sh' },
          ],
          PostToolUse: [
            { tool: 'errors.capture_tool_outcome', priority: 20, command: './capture.sh' },
            { tool: 'loops.detect_repeat_failures', priority: 80, command: './detect.sh' },
          ],
        },
      }),
      hooks: ['load', 'begin', 'capture', 'detect'].map((name) => ({ probe: { name } })),
      checks: [check('BC-REG-001', ran('capture', 'detect'), 'The example of a middleware configuration is taken')],
    },
    {
      id: 'middleware/memory',
      title: 'The memory example of the text, whose tools have no command',
      on,
      event: { hook: 'SessionStart' },
      config: at({ hooks: memory }),
      hooks: [],
      checks: [check('BC-INT-001', any, 'The memory example is taken as a middleware configuration')],
    },
    {
      id: 'middleware/platform-names',
      title: 'A middleware configuration with the keys Stop and errorOccurred',
      on,
      event: { hook: 'SessionEnd' },
      config: at({
        hooks: {
          Stop: [{ tool: 'a.b', command: './probe.sh' }],
          errorOccurred: [{ tool: 'c.d', command: './probe.sh' }],
        },
      }),
      hooks: [{ probe: { name: 'probe' } }],
      checks: [
        check(
          'BC-REG-030',
          { kind: 'noticed', probe: 'probe', words },
          'Middleware configurations use the Base Coat names',
        ),
      ],
    },
    {
      id: 'middleware/legacy',
      title: 'A hooks.json of the older text, with Base Coat names and priorities',
      on,
      config: {
        path: 'hooks.json',
        content: { version: 1, hooks: { PreToolUse: [{ command: './probe.sh', priority: 10 }] } },
      },
      hooks: [{ probe: { name: 'probe' } }],
      checks: [check('BC-REG-021', ran('probe'), 'The older form is taken')],
    },
    {
      id: 'middleware/modified',
      title: 'Middleware whose hook blocks the end of a session',
      on,
      event: { hook: 'SessionEnd' },
      hooks: [answering('probe', { action: 'injectContext', additionalContext: ['hand-over-9'] })],
      checks: [check('BC-REG-001', { kind: 'context', holds: ['hand-over-9'] }, 'What a tool answers counts')],
    },
  ];
}

export function registrationScenarios(): readonly Scenario[] {
  return [...files(), ...commands(), ...places(), ...agents(), ...middleware()];
}
