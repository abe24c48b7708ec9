import type { JsonObject } from '../../../harness/model/json.ts';
import { type HifEdition, manifestCases } from '../documents.ts';
import { AGREED, formOf } from '../native/forms.ts';
import { type NativeEntry, writeNative } from '../native/write.ts';
import { isText, native, plainEvent } from './plain.ts';
import { roundTripScenarios } from './round-trips.ts';
import { check, decode, encode, hook, manifestOf, type Scenario, type Step } from './scenario.ts';
import { untrustedScenarios } from './untrusted.ts';

/** What holds for any conversion: units, order, vendor data, unknown members, round trips, odd commands, untrusted data. */

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
          { kind: 'hook-named', names: ['2', 'second', 'hooks[1]', 'hooks/1', 'hooks.1', '"hook":1'] },
          'A hook without name is referred to by its position',
        ),
      ],
    },
  ];
}

export function pipelineScenarios(vendor: string, edition: HifEdition): readonly Scenario[] {
  return [
    ...timeouts(vendor, edition),
    ...order(vendor, edition),
    ...twins(vendor, edition),
    ...roundTripScenarios(vendor, edition),
    ...untrustedScenarios(vendor, edition),
  ].filter(
    (scenario) =>
      AGREED.includes(vendor) || !/unknown-members|capabilities-|yaml/.test(scenario.id) || vendor === 'codex',
  );
}
