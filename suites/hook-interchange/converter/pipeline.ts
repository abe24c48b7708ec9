import type { JsonObject } from '../../../harness/model/json.ts';
import { type HifEdition, manifestCases } from '../documents.ts';
import { AGREED, formOf } from '../native/forms.ts';
import { type NativeEntry, writeNative } from '../native/write.ts';
import { nativeEvents } from '../vocabulary.ts';
import { type Check, check, decode, encode, hook, manifestOf, type Scenario, type Step } from './scenario.ts';

/** What holds for any conversion: units, order, vendor data, unknown members, round trips, odd commands, untrusted data. */

function isText(vendor: string): boolean {
  return formOf(vendor).style === 'text';
}

/** An event without matchers that the provider has. */
function plainEvent(vendor: string): string {
  return nativeEvents('before_prompt', vendor).length > 0 ? 'before_prompt' : 'agent_stop';
}

/** Codex has a name for the shell only: hooks for other tools can't be written there. */
function sayable(vendor: string, one: JsonObject): boolean {
  return vendor !== 'codex' || one['matcher'] === undefined || one['matcher'] === 'shell';
}

function native(vendor: string, event: string): string {
  return nativeEvents(event, vendor)[0] ?? 'none';
}

function timeouts(vendor: string, edition: HifEdition): Scenario[] {
  if (isText(vendor)) return [];
  const seconds = [10, 1, 0.5, 3600];
  const hooks = seconds.map((timeout, at) => hook('before_prompt', `./t-${at}.sh`, {}, { timeout }));
  const has = formOf(vendor).timeout !== undefined;
  const encoded: Scenario = {
    id: `pipeline/${vendor}-timeouts`,
    title: `Timeouts in seconds, encoded for ${vendor}`,
    vendor,
    steps: [encode(manifestOf(edition, hooks))],
    checks: seconds.map((value, at) =>
      check(
        'HIF-PIPE-019 HIF-PIPE-015',
        { kind: 'timeout', marker: `./t-${at}.sh`, seconds: value },
        `A timeout of ${value} seconds is ${value} seconds on ${vendor}`,
      ),
    ),
  };
  if (!has) return [encoded];
  const entries = seconds.map(
    (timeout, at): NativeEntry => ({ event: native(vendor, 'before_prompt'), command: `./t-${at}.sh`, timeout }),
  );
  return [
    encoded,
    {
      id: `pipeline/${vendor}-timeouts-decode`,
      title: `Native timeouts of ${vendor}`,
      vendor,
      steps: [decode(writeNative(vendor, entries))],
      checks: seconds.map((value, at) =>
        check(
          'HIF-PIPE-004',
          { kind: 'decoded-member', marker: `./t-${at}.sh`, pointer: '/handler/timeout', value },
          `${vendor}'s timeouts become seconds`,
        ),
      ),
    },
  ];
}

function order(vendor: string, edition: HifEdition): Scenario[] {
  if (isText(vendor)) return [];
  const markers = ['./o-c.sh', './o-a.sh', './o-e.sh', './o-b.sh', './o-d.sh'];
  const hooks = markers.map((marker, at) =>
    hook('before_tool_execute', marker, { matcher: 'shell', blocking: at % 2 === 0 }),
  );
  const manifest = manifestOf(edition, hooks);
  return [
    {
      id: `pipeline/${vendor}-order`,
      title: `Five hooks on one event, encoded for ${vendor} and decoded again`,
      vendor,
      steps: [encode(manifest), { verb: 'decode', input: { from: 0, member: 'config' } }],
      checks: [
        check('HIF-TOP-011', { kind: 'order', markers }, 'Hooks are never reordered', 0),
        check('HIF-TOP-011', { kind: 'canonical-trip', manifest }, 'Hooks are never reordered'),
      ],
    },
  ];
}

/** A document and its twin with something added that must not matter. */
function twins(vendor: string, edition: HifEdition): Scenario[] {
  const plain = hook('before_tool_execute', './u.sh', { matcher: 'shell', blocking: true }, { timeout: 5 });
  const twin = (
    id: string,
    requirements: string,
    other: JsonObject | string,
    says: string,
    first: JsonObject = manifestOf(edition, [plain]),
  ): Scenario => ({
    id: `pipeline/${vendor}-${id}`,
    title: `${says}, encoded for ${vendor}`,
    vendor,
    steps: [
      encode(first),
      typeof other === 'string' ? ({ verb: 'encode', input: { text: other } } satisfies Step) : encode(other),
    ],
    checks: [check(requirements, { kind: 'same' }, says)],
  });
  const env = hook('before_tool_execute', './u.sh', { matcher: 'shell' }, { env: { A: 'b' } });
  const yaml = manifestCases('0.1').find(({ id }) => id === 'yaml-words');
  const json = manifestCases('0.1').find(({ id }) => id === 'json-twin');
  const noisy = {
    ...manifestOf(edition, [
      { ...plain, zzz: 1, handler: { ...(plain['handler'] as JsonObject), zzz: { deep: [1] } } },
    ]),
    zzz: [1],
    _comment: 'a word',
    _warnings: [],
  };
  return [
    twin(
      'unknown-members',
      'HIF-DOC-005 HIF-DOC-006 HIF-DOC-009 HIF-CONF-016',
      noisy,
      'Unknown members change nothing',
    ),
    ...(edition === '0.1'
      ? [
          twin(
            'capabilities-right',
            'HIF-HK-018',
            manifestOf(edition, [{ ...env, capabilities: ['custom_env'] }]),
            'The capabilities array changes nothing',
            manifestOf(edition, [env]),
          ),
          twin(
            'capabilities-wrong',
            'HIF-HK-018',
            manifestOf(edition, [{ ...env, capabilities: ['llm_evaluated', 'input_rewrite'] }]),
            'The capabilities array changes nothing',
            manifestOf(edition, [env]),
          ),
          ...(yaml && json
            ? [
                twin(
                  'yaml',
                  'HIF-DOC-004 HIF-DOC-003',
                  yaml.text,
                  'YAML and JSON lead to the same configuration',
                  JSON.parse(json.text) as JsonObject,
                ),
              ]
            : []),
        ]
      : []),
    {
      id: `pipeline/${vendor}-annotations`,
      title: `A conversion for ${vendor} holds no annotations`,
      vendor,
      steps: [encode(noisy)],
      checks: [
        check('HIF-DOC-010', { kind: 'without', text: '"_comment"' }, 'Annotations do not occur in what is written'),
        check('HIF-DOC-010', { kind: 'without', text: '"_warnings"' }, 'Annotations do not occur in what is written'),
      ],
    },
    {
      id: `pipeline/${vendor}-status-message`,
      title: `A status message, encoded for ${vendor}`,
      vendor,
      steps: [encode(manifestOf(edition, [hook(plainEvent(vendor), './u.sh', {}, { status_message: 'looking' })]))],
      checks: [
        check(
          'HIF-HND-028',
          { kind: 'present', marker: './u.sh' },
          'A status message never keeps a hook from being written',
        ),
      ],
      mayRefuse: false,
    },
    {
      id: `pipeline/${vendor}-which-hook`,
      title: `A second hook that loses something, encoded for ${vendor}`,
      vendor,
      steps: [
        encode(
          manifestOf(edition, [
            hook(plainEvent(vendor), './u-1.sh'),
            hook(
              'before_tool_execute',
              './u-2.sh',
              { matcher: 'shell' },
              { env: { A: 'b' }, cwd: 'x', async: true, platform: { windows: 'w.ps1', linux: './l.sh' } },
            ),
          ]),
        ),
      ],
      checks: [
        check(
          'HIF-HK-016',
          { kind: 'hook-named', names: ['2', 'second'] },
          'A hook without name is referred to by its position',
        ),
      ],
    },
  ];
}

/** Commands full of what shells and formats treat specially: the output parses, and the command comes back byte by byte. */
const ODD_COMMANDS: readonly string[] = [
  `./x.sh "quoted" 'single' \\back`,
  './x.sh $(touch HIF_RAN) `touch HIF_RAN` ${HOME}',
  'printf "a\\nb"\nprintf second',
  './été-日本.sh --ß 😀',
  './x.sh </script> ${{ secrets.X }} %PATH% && exit 0; # end',
];

function odd(vendor: string, edition: HifEdition): Scenario[] {
  const manifest = manifestOf(
    edition,
    ODD_COMMANDS.map((command, at) => hook(plainEvent(vendor), `${command} #${at}`)),
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
          'HIF-PIPE-027 HIF-PIPE-025 HIF-GLO-001 HIF-GLO-002',
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
      hook('before_tool_execute', './r-2.sh', {
        matcher: covers ? 'file_read' : ['file_read', 'file_write', 'file_edit'],
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
    { event: native(vendor, 'after_tool_execute'), command: './n-4.sh' },
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

function providerData(vendor: string, edition: HifEdition): Scenario[] {
  const form = formOf(vendor);
  const other = vendor === 'windsurf' ? 'claude-code' : 'windsurf';
  const foreign: Scenario = {
    id: `pipeline/${vendor}-foreign-data`,
    title: `provider_data of ${other}, encoded for ${vendor}`,
    vendor,
    steps: [
      encode(
        manifestOf(edition, [
          hook(plainEvent(vendor), './p.sh', { provider_data: { [other]: { zzz_foreign: 'value-77' } } }),
        ]),
      ),
    ],
    checks: [
      check('HIF-PD-002', { kind: 'without', text: 'value-77' }, 'provider_data of other providers is not written'),
      check('HIF-PD-002', { kind: 'done' }, 'provider_data of other providers does no harm'),
    ],
  };
  if (form.vendorOnly === undefined) return [foreign];
  const [member = '', value = null] = Object.entries(form.vendorOnly)[0] ?? [];
  const made = (data: JsonObject): JsonObject =>
    manifestOf(edition, [hook('before_prompt', './p.sh', { provider_data: { [vendor]: data } })]);
  const words = ['provider_data', 'provider data', 'zzz', member];
  return [
    foreign,
    {
      id: `pipeline/${vendor}-own-data`,
      title: `provider_data of ${vendor}, encoded for it`,
      vendor,
      steps: [encode(made(form.vendorOnly))],
      checks: [
        check(
          'HIF-PD-001 HIF-PIPE-020',
          { kind: 'entry', marker: './p.sh', member, value: value ?? null },
          `provider_data of ${vendor} is rendered`,
        ),
      ],
    },
    {
      id: `security/${vendor}-wrong-type`,
      title: `provider_data of ${vendor} with a wrong type`,
      vendor,
      steps: [encode(made({ [member]: [['no']] }))],
      checks: [
        check('HIF-SEC-003', { kind: 'warned', words }, 'An adapter validates its own section of provider_data'),
      ],
      mayRefuse: true,
    },
    {
      id: `security/${vendor}-unknown-member`,
      title: `provider_data of ${vendor} with members that could do harm`,
      vendor,
      steps: [
        encode(
          made({ zzz_permissions: { allow: ['*'] }, zzz_url: 'http://evil.example/', zzz_path: '../../etc/passwd' }),
        ),
      ],
      checks: [
        check('HIF-SEC-004 HIF-SEC-005', { kind: 'warned', words }, 'Nothing is copied blindly out of provider_data'),
      ],
      mayRefuse: true,
    },
    {
      id: `security/${vendor}-run`,
      title: `provider_data of ${vendor} full of shell syntax`,
      vendor,
      steps: [
        encode(
          made({ [member]: '$(touch HIF_RAN)', zzz: '`touch HIF_RAN`', yyy: '${{ touch HIF_RAN }}; touch HIF_RAN' }),
        ),
      ],
      checks: [check('HIF-SEC-006', { kind: 'no-file', path: 'HIF_RAN' }, 'provider_data is never run')],
      mayRefuse: true,
    },
    ...untrusted(vendor, edition),
  ];
}

/** Text by hand: a JSON parser keeps `__proto__` as a member of its own, and so must everything after it. */
function untrusted(vendor: string, edition: HifEdition): Scenario[] {
  const base = `{"spec":"hooks/${edition}","hooks":[{"event":"before_prompt","handler":{"type":"command","command":"./p.sh"},"provider_data":{"${vendor}":`;
  const made = (id: string, data: string, title: string): Scenario => ({
    id: `security/${vendor}-${id}`,
    title: `${title}, encoded for ${vendor}`,
    vendor,
    steps: [{ verb: 'encode', input: { text: `${base}${data}}}]}` } }],
    checks: [check('HIF-SEC-007', { kind: 'untainted' }, 'provider_data is treated as untrusted')],
  });
  return [
    made(
      'prototype',
      '{"__proto__":{"timeout":99,"zzz_polluted":"polluted-5c"}}',
      'provider_data with a member called __proto__',
    ),
    made('deep', `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`, 'provider_data three thousand levels deep'),
    made('huge', `{"zzz":"${'x'.repeat(300_000)}"}`, 'provider_data with a huge text'),
  ];
}

function generatedCode(vendor: string, edition: HifEdition): Scenario[] {
  if (vendor !== 'opencode') return [];
  return [
    {
      id: 'security/opencode-code',
      title: 'Hooks, encoded as a plugin for OpenCode',
      vendor,
      steps: [
        encode(
          manifestOf(edition, [
            hook('before_tool_execute', `./x.sh "a" 'b' \`c\` \${d}\n./y.sh`),
            hook('session_start', './z.sh'),
          ]),
        ),
      ],
      checks: [
        check('HIF-SEC-013', { kind: 'code', aspect: 'parses' }, 'Generated code escapes all interpolated values'),
        check('HIF-SEC-014', { kind: 'code', aspect: 'imports' }, 'Generated code imports no external packages'),
        check('HIF-SEC-015', { kind: 'code', aspect: 'marked' }, 'Generated code is marked as machine-generated'),
      ],
    },
  ];
}

export function pipelineScenarios(vendor: string, edition: HifEdition): readonly Scenario[] {
  return [
    ...timeouts(vendor, edition),
    ...order(vendor, edition),
    ...twins(vendor, edition),
    ...odd(vendor, edition),
    ...trips(vendor, edition),
    ...providerData(vendor, edition),
    ...generatedCode(vendor, edition),
  ].filter(
    (scenario) =>
      AGREED.includes(vendor) || !/unknown-members|capabilities-|yaml/.test(scenario.id) || vendor === 'codex',
  );
}
