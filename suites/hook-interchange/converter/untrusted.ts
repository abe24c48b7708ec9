import type { JsonObject, JsonValue } from '../../../harness/model/json.ts';
import type { HifEdition } from '../documents.ts';
import { formOf } from '../native/forms.ts';
import { plainEvent } from './plain.ts';
import { check, encode, hook, manifestOf, type Scenario } from './scenario.ts';

/** provider_data in and out, data that nobody may trust, and code that a converter generates (edition 0.1, security document). */

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
      id: `pipeline/${vendor}-own-command`,
      title: `provider_data of ${vendor} that names another command`,
      vendor,
      steps: [encode(made({ [form.command[0] ?? 'command']: './other.sh' }))],
      checks: [
        check(
          'HIF-PIPE-015',
          { kind: 'present', marker: './p.sh', words: [...words, 'command'] },
          'The command of a hook is never replaced without a word',
        ),
      ],
      mayRefuse: true,
    },
    {
      id: `security/${vendor}-wrong-type`,
      title: `provider_data of ${vendor} with a wrong type`,
      vendor,
      steps: [encode(made({ [member]: [['wrong-4d']] }))],
      checks: [
        check(
          'HIF-SEC-003',
          { kind: 'not-copied', texts: ['wrong-4d'], words },
          'An adapter validates its own section of provider_data',
        ),
      ],
      mayRefuse: true,
    },
    {
      id: `security/${vendor}-unknown-member`,
      title: `provider_data of ${vendor} with members that it does not have`,
      vendor,
      steps: [encode(made({ zzz_permissions: { allow: ['zzz-any'] }, zzz_path: 'zzz-folder' }))],
      checks: [
        check(
          'HIF-SEC-005',
          { kind: 'not-copied', texts: ['zzz-any', 'zzz-folder'], words },
          'Members of provider_data that the provider does not have are not copied in silence',
        ),
      ],
      mayRefuse: true,
    },
    ...privileged(vendor, edition),
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

/**
 * Members that the provider has and that decide where data go or what is run. Only these can break the MUST NOT: a member
 * that the provider does not know has no effect there, and a round trip has to keep it.
 */
function privileged(vendor: string, edition: HifEdition): Scenario[] {
  const data = formOf(vendor).privileged;
  if (data === undefined) return [];
  const members = Object.keys(data);
  return [
    {
      id: `security/${vendor}-privileged-member`,
      title: `provider_data of ${vendor} with ${members.join(' and ')}, members that could do harm`,
      vendor,
      steps: [encode(manifestOf(edition, [hook('before_prompt', './p.sh', { provider_data: { [vendor]: data } })]))],
      checks: [
        check(
          'HIF-SEC-004',
          {
            kind: 'not-copied',
            texts: leaves(data),
            words: ['provider_data', 'provider data', ...members],
          },
          'Nothing that has an effect on security is copied blindly out of provider_data',
        ),
      ],
      mayRefuse: true,
    },
  ];
}

function leaves(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((one) => leaves(one ?? null)) : [];
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

/** Who writes a plain address into a configuration has what the hook is given sent over it (2.4), whoever runs it then. */
function plainAddress(vendor: string, edition: HifEdition): Scenario {
  const url = 'http://hooks.example/plain';
  return {
    id: `security/${vendor}-http-address`,
    title: `An HTTP handler with an http address, encoded for ${vendor}`,
    vendor,
    steps: [
      encode(
        manifestOf(edition, [
          { event: 'before_tool_execute', handler: { type: 'http', url } },
          hook(plainEvent(vendor), './p.sh'),
        ]),
      ),
    ],
    checks: [check('HIF-SEC-031', { kind: 'without', text: url }, 'No http address of a handler is written')],
    mayRefuse: true,
  };
}

export function untrustedScenarios(vendor: string, edition: HifEdition): readonly Scenario[] {
  return [...providerData(vendor, edition), plainAddress(vendor, edition), ...generatedCode(vendor, edition)];
}
