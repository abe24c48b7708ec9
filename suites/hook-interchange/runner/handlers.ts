import type { JsonObject } from '../../../harness/model/json.ts';
import type { Check, Scenario } from './scenario.ts';

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
      hooks: [{ probe: { name: 'probe', sleepMs: 4000 }, hook: { blocking: false }, handler: { async: true } }],
      lingerMs: 5000,
      hangs: true,
      checks: [
        check('HIF-HND-026', { kind: 'time', fromMs: 0, toMs: 3600 }, 'The action does not wait for an async hook'),
        check('HIF-HND-026', { kind: 'ended', probe: 'probe' }, 'An async hook still runs to its end'),
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
      hooks: [{ probe: { name: 'unused' }, handler: { command: 'printf word-5e11 | tr a-z A-Z >&2; exit 2' } }],
      checks: [
        check('HIF-CMD-003', { kind: 'decision', any: ['block'] }, 'Any other command is handed to the system shell'),
        check(
          'HIF-CMD-003',
          { kind: 'logged', texts: ['WORD-5E11'] },
          'Any other command is handed to the system shell',
        ),
      ],
    },
  ];
}

export function handlerScenarios(edition: string): readonly Scenario[] {
  return [...handlers(edition), ...commands()];
}
