import type { JsonObject } from '../../../harness/model/json.ts';
import { type Check, type Scenario, toolPayload } from './scenario.ts';

/** A pipe, quotes and && that end with 2, and with something else when words are appended to them. */
const INLINE = "printf word-5e11 | grep -q '^word-5e11$' && sh -c 'exit $((2 + $#))' sh";

/** Where a command comes from and what its process is given (seed, section 2; upstream 3.5). */

function check(requirements: string, expect: Check['expect'], says: string): Check {
  return { requirements: requirements.split(' '), expect, says };
}

/** The system that the suite runs on, under the keys of both editions. */
function platformKeys(): readonly string[] {
  if (process.platform === 'win32') return ['windows'];
  return process.platform === 'darwin' ? ['darwin', 'osx'] : ['linux'];
}

function handlers(edition: string): Scenario[] {
  const [key = 'linux', other = 'osx'] = platformKeys();
  const here = process.platform === 'darwin' && edition === '1.0' ? other : key;
  const foreign = here === 'windows' ? 'linux' : 'windows';
  const platform = (id: string, overrides: JsonObject, runs: string): Scenario => ({
    id: `handler/platform-${id}`,
    title: `A platform override for ${id === 'here' ? 'this system' : 'another system'}`,
    hooks: [
      { probe: { name: 'general' }, handler: { platform: overrides } },
      { probe: { name: 'special' }, hook: { event: 'session_end' } },
    ],
    checks: [
      check(
        'HIF-HND-016',
        { kind: 'ran', probes: [runs] },
        'The command of this system replaces command, any other does not',
      ),
    ],
  });
  return [
    platform('here', { [here]: './special.sh' }, 'special'),
    platform('elsewhere', { [foreign]: './special.sh' }, 'general'),
    {
      id: 'handler/cwd',
      title: 'A hook with a working directory',
      folder: 'policy',
      hooks: [{ probe: { name: 'probe' }, handler: { cwd: 'sub/dir' } }],
      files: [
        { area: 'project', path: 'sub/dir/.keep', content: '' },
        { area: 'project', path: 'policy/sub/dir/.keep', content: '' },
      ],
      checks: [
        check(
          'HIF-HND-018',
          { kind: 'cwd', probe: 'probe', cwd: 'sub/dir' },
          'cwd is resolved against the project root',
        ),
      ],
    },
    {
      id: 'handler/env',
      title: 'A hook with environment variables',
      hooks: [
        {
          probe: { name: 'probe', env: ['HIF_WORD', 'HIF_MORE', 'PATH'] },
          handler: { env: { HIF_WORD: 'x y $HOME "q"', HIF_MORE: '1' } },
        },
      ],
      checks: [
        check(
          'HIF-HND-020',
          { kind: 'env', probe: 'probe', name: 'HIF_WORD', value: 'x y $HOME "q"' },
          'env reaches the hook as it stands',
        ),
        check(
          'HIF-HND-020',
          { kind: 'env', probe: 'probe', name: 'HIF_MORE', value: '1' },
          'env reaches the hook as it stands',
        ),
      ],
    },
    {
      id: 'handler/env-over-inherited',
      title: 'A hook with a variable that the runner has, too, and a working directory',
      hooks: [
        {
          probe: { name: 'probe', env: ['HIF_WORD'] },
          handler: { env: { HIF_WORD: 'own' }, cwd: 'sub', platform: { [foreign]: './other.sh' }, timeout: 20 },
        },
      ],
      env: { HIF_WORD: 'inherited' },
      files: [{ area: 'project', path: 'sub/.keep', content: '' }],
      checks: [
        check(
          'HIF-HND-020',
          { kind: 'env', probe: 'probe', name: 'HIF_WORD', value: 'own' },
          'env reaches the hook, in place of what the runner has and whatever else the handler says',
        ),
        check(
          'HIF-HND-018',
          { kind: 'cwd', probe: 'probe', cwd: 'sub' },
          'cwd is resolved against the project root, whatever else the handler says',
        ),
      ],
    },
    {
      id: 'handler/arguments',
      title: 'A script with arguments, one of them with a space',
      folder: 'policy',
      hooks: [{ probe: { name: 'unused' }, handler: { command: './with-arguments.sh one "two words"' } }],
      files: [
        {
          area: 'project',
          path: 'policy/with-arguments.sh',
          content: '#!/bin/sh\n[ $# = 2 ] && [ "$2" = "two words" ] && exit 2\nexit 0\n',
          mode: 0o755,
        },
      ],
      checks: [
        check(
          'HIF-HND-008 HIF-CMD-001',
          { kind: 'decision', any: ['block'] },
          'The whole command is run, its arguments as a shell takes them',
        ),
      ],
    },
    {
      id: 'handler/input',
      title: 'What a hook is told of the call',
      hooks: [{ probe: { name: 'probe' } }],
      payload: toolPayload('shell', 'claude-code', { command: 'echo word-e0a7' }),
      checks: [
        // The seed doesn't say what a hook is given.
        check(
          edition === '0.1' ? 'HIF-EVT-002' : 'HC-HOOK-INPUT',
          { kind: 'given', probe: 'probe', texts: ['word-e0a7', 'Bash'] },
          'A hook on before_tool_execute sees the name and the arguments of the tool',
        ),
        check('HC-HOOK-INPUT', { kind: 'input-ended', probe: 'probe' }, "A hook's stdin comes to an end"),
        check('HIF-EXIT-001', { kind: 'decision', any: ['allow'] }, 'Exit 0 lets the action proceed'),
      ],
    },
    {
      id: 'handler/input-beyond-ascii',
      title: 'What a hook is told of a call with letters of several alphabets',
      hooks: [{ probe: { name: 'probe' } }],
      payload: toolPayload('shell', 'claude-code', { command: 'cat été-日本-😀' }),
      checks: [
        check(
          edition === '0.1' ? 'HIF-EVT-002' : 'HC-HOOK-INPUT',
          { kind: 'given', probe: 'probe', texts: ['été-日本-😀'] },
          'A hook on before_tool_execute sees the arguments of the tool letter by letter',
        ),
      ],
    },
    {
      id: 'handler/waits',
      title: 'A hook that takes a second before it blocks',
      hooks: [{ probe: { name: 'probe', sleepMs: 1000, exit: 2 } }],
      checks: [
        check('HIF-HND-025', { kind: 'time', fromMs: 950, toMs: 24_000 }, 'The action waits for the hook'),
        check('HIF-HND-025', { kind: 'decision', any: ['block'] }, 'The action waits for the hook'),
      ],
    },
    {
      id: 'handler/async',
      title: 'An async hook that takes four seconds',
      payload: toolPayload('shell', 'claude-code', { command: 'echo word-a51c' }),
      hooks: [{ probe: { name: 'probe', sleepMs: 4000 }, hook: { blocking: false }, handler: { async: true } }],
      lingerMs: 5000,
      hangs: true,
      checks: [
        check('HIF-HND-026', { kind: 'time', fromMs: 0, toMs: 3600 }, 'The action does not wait for an async hook'),
        check('HIF-HND-026', { kind: 'ended', probe: 'probe' }, 'An async hook still runs to its end'),
        check(
          edition === '0.1' ? 'HIF-EVT-002' : 'HC-HOOK-INPUT',
          { kind: 'given', probe: 'probe', texts: ['word-a51c'] },
          'An async hook on before_tool_execute sees the arguments of the tool',
        ),
      ],
    },
    {
      id: 'handler/async-blocking',
      title: 'An async hook that is blocking, too, and exits 2',
      hooks: [{ probe: { name: 'probe', sleepMs: 1500, exit: 2 }, handler: { async: true } }],
      lingerMs: 2500,
      checks: [
        check(
          'HIF-HND-026',
          { kind: 'decision', any: ['allow'] },
          'Nobody waits for an async hook, so that it blocks nothing either (E-HIF-19)',
        ),
      ],
    },
  ];
}

function commands(): Scenario[] {
  const ran = (probe: string, requirements: string, says: string): Check =>
    check(requirements, { kind: 'ran', probes: [probe] }, says);
  return [
    {
      id: 'command/in-hook-directory',
      title: 'A script that lies beside the manifest, in a folder of the project',
      folder: 'policy',
      hooks: [{ probe: { name: 'probe' } }],
      checks: [
        ran('probe', 'HIF-CMD-001 HIF-CMD-002', 'A script reference is resolved against the folder of the manifest'),
      ],
    },
    {
      id: 'command/in-subfolder',
      title: 'A script in a folder beside the manifest, named without ./',
      folder: 'policy',
      hooks: [{ probe: { name: 'probe', folder: 'scripts' }, handler: { command: 'scripts/probe.sh' } }],
      checks: [ran('probe', 'HIF-CMD-001 HIF-CMD-002', 'A command with a path separator is a script reference')],
    },
    {
      id: 'command/shadowed',
      title: 'A script of the same name in the project and beside the manifest',
      folder: 'policy',
      hooks: [{ probe: { name: 'probe', exit: 2 } }],
      files: [{ area: 'project', path: 'probe.sh', content: '#!/bin/sh\nexit 0\n', mode: 0o755 }],
      checks: [
        ran(
          'probe',
          'HIF-CMD-002',
          'A script reference is resolved against the folder of the manifest, not against the project',
        ),
      ],
    },
    {
      id: 'command/inline',
      title: 'A command for the shell',
      // Known by its exit code alone, which only a shell makes 2, and words that are appended make another: no row of this
      // case asks that what a hook says on stderr is shown.
      hooks: [{ probe: { name: 'unused' }, handler: { command: INLINE } }],
      checks: [
        check('HIF-CMD-003', { kind: 'decision', any: ['block'] }, 'Any other command is handed to the system shell'),
      ],
    },
  ];
}

export function handlerScenarios(edition: string): readonly Scenario[] {
  return [...handlers(edition), ...commands()];
}
