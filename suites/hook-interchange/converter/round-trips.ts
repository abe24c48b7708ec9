import type { HifEdition } from '../documents.ts';
import { formOf } from '../native/forms.ts';
import { writeNative } from '../native/write.ts';
import { demandedEvents, nativeEvents } from '../vocabulary.ts';
import { isText, native, plainEvent, sayable } from './plain.ts';
import { type Check, check, decode, encode, hook, manifestOf, type Scenario } from './scenario.ts';

/** Manifests and configurations that must come back as they were, and commands that formats and shells read specially. */

/** Commands full of what shells and formats treat specially: the output parses, and the command comes back byte by byte. */
const ODD_COMMANDS: readonly string[] = [
  `./x.sh "quoted" 'single' \\back`,
  './x.sh $(touch HIF_RAN) `touch HIF_RAN` ${HOME}',
  'printf "a\\nb"\nprintf second',
  './été-日本.sh --ß 😀',
  // Names of files are bytes: a letter with its accent apart is another file.
  './e\u0301te\u0301.sh "two  blanks"',
  './x.sh </script> ${{ secrets.X }} %PATH% && exit 0; # end',
];

/** An escaped blank at the very end is an argument: without it the shell is left with a backslash. */
const LAST_BLANK = './x.sh last\\ ';

function odd(vendor: string, edition: HifEdition): Scenario[] {
  const manifest = manifestOf(
    edition,
    [...ODD_COMMANDS.map((command, at) => `${command} #${at}`), LAST_BLANK].map((command) =>
      hook(plainEvent(vendor), command),
    ),
  );
  const first: Check[] = [
    check('HIF-PIPE-027 HIF-SEC-013', { kind: 'done' }, 'Output is never corrupt', 0),
    check(
      'HIF-SEC-006 HIF-SEC-013',
      { kind: 'no-file', path: 'HIF_RAN' },
      'Nothing of a manifest is run when it is converted',
    ),
  ];
  if (isText(vendor))
    return [
      {
        id: `pipeline/${vendor}-odd-commands`,
        title: `Odd commands, encoded for ${vendor}`,
        vendor,
        steps: [encode(manifest)],
        checks: first,
      },
    ];
  return [
    {
      id: `pipeline/${vendor}-odd-commands`,
      title: `Odd commands, encoded for ${vendor} and decoded again`,
      vendor,
      steps: [encode(manifest), { verb: 'decode', input: { from: 0, member: 'config' } }],
      checks: [
        ...first,
        check(
          edition === '1.0' ? 'HIF-PIPE-016' : 'HIF-PIPE-027 HIF-PIPE-025 HIF-GLO-001 HIF-GLO-002',
          { kind: 'canonical-trip', manifest },
          'Commands come back byte by byte',
        ),
      ],
    },
  ];
}

function trips(vendor: string, edition: HifEdition): Scenario[] {
  const form = formOf(vendor);
  if (isText(vendor)) return [];
  const covers = form.covers !== undefined;
  const manifest = manifestOf(
    edition,
    [
      hook(
        'before_tool_execute',
        './r-1.sh',
        { matcher: 'shell', blocking: true },
        { ...(form.timeout ? { timeout: 12 } : {}) },
      ),
      // Edition 1.0 lists one event of those that a split provider has, that of the shell (E-HIF-36).
      hook('before_tool_execute', './r-2.sh', {
        matcher: !covers ? ['file_read', 'file_write', 'file_edit'] : edition === '1.0' ? 'shell' : 'file_read',
        blocking: true,
      }),
      hook('before_prompt', './r-3.sh', { blocking: true }),
      hook('agent_stop', './r-4.sh'),
      ...(covers
        ? []
        : [
            hook('after_tool_execute', './r-5.sh', { matcher: { mcp: { server: 'github', tool: 'create_issue' } } }),
            hook('after_tool_execute', './r-6.sh'),
          ]),
    ].filter((one) => nativeEvents(String(one['event']), vendor).length > 0 && sayable(vendor, one)),
  );
  const canonical: Scenario = {
    id: `pipeline/${vendor}-canonical-trip`,
    title: `A manifest, encoded for ${vendor} and decoded again`,
    vendor,
    steps: [encode(manifest), { verb: 'decode', input: { from: 0, member: 'config' } }],
    checks: [
      check(
        'HIF-PIPE-025 HIF-GLO-001 HIF-GLO-002 HIF-CONF-001',
        { kind: 'canonical-trip', manifest },
        `A manifest survives a round trip through ${vendor}`,
      ),
    ],
  };
  const vendorOnly = form.vendorOnly;
  if (vendorOnly === undefined) return [canonical];
  const shell = form.gates?.[0] ?? 'PreToolUse';
  const source = writeNative(vendor, [
    {
      event: shell,
      ...(covers
        ? {}
        : {
            matcher:
              vendor === 'copilot-cli'
                ? 'bash'
                : vendor === 'kiro'
                  ? 'execute_bash'
                  : vendor === 'gemini-cli'
                    ? 'run_shell_command'
                    : 'Bash',
          }),
      command: './n-1.sh',
      timeout: 7,
      more: vendorOnly,
    },
    { event: native(vendor, 'before_prompt'), command: './n-2.sh', timeout: 1, more: vendorOnly },
    { event: native(vendor, 'before_prompt'), command: './n-3.sh' },
    { event: demandedEvents('after_tool_execute', vendor, edition)[0] ?? 'none', command: './n-4.sh' },
  ]);
  const [member = '', value = null] = Object.entries(vendorOnly)[0] ?? [];
  return [
    canonical,
    {
      id: `pipeline/${vendor}-native-trip`,
      title: `A configuration of ${vendor} with members of its own, decoded and encoded again`,
      vendor,
      steps: [decode(source), { verb: 'encode', input: { from: 0, member: 'manifest' } }],
      checks: [
        check(
          'HIF-PD-004 HIF-PD-005 HIF-CONF-011',
          { kind: 'round-trip', native: source },
          `A configuration of ${vendor} survives a round trip`,
        ),
        check(
          `HIF-PD-003 HIF-PIPE-005${vendor === 'kiro' ? ' HIF-CAP-063' : ''}`,
          {
            kind: 'decoded-member',
            marker: './n-1.sh',
            pointer: `/provider_data/${vendor}/${member}`,
            value: value ?? null,
          },
          `${member} is kept in provider_data`,
          0,
        ),
        ...(form.gates?.includes(shell) === true
          ? [
              check(
                'HIF-PIPE-001',
                { kind: 'decoded-member', marker: './n-1.sh', pointer: '/blocking', value: true },
                `A hook on ${shell} can block`,
                0,
              ),
            ]
          : []),
      ],
    },
  ];
}

export function roundTripScenarios(vendor: string, edition: HifEdition): readonly Scenario[] {
  return [...odd(vendor, edition), ...trips(vendor, edition)];
}
