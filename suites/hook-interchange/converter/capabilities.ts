import type { HifEdition } from '../documents.ts';
import { formOf } from '../native/forms.ts';
import { type CapabilityRow, capabilityRows } from '../vocabulary.ts';
import { AGENT, COMMAND, hookOf, isOpen, markerOf, NEEDS, type Need, one } from './needs.ts';
import { type Check, check, hook, type Scenario } from './scenario.ts';
import { strategyScenarios } from './strategies.ts';

/** Capability inference and degradation, for every cell of the registry, with the default and with every strategy of an author. */

const BEYOND: Readonly<Record<string, string>> = {
  async_execution: 'HIF-CAP-069',
  platform_commands: 'HIF-CAP-070',
  custom_env: 'HIF-CAP-071',
  configurable_cwd: 'HIF-CAP-072',
};

/** What the target lacks: the registry's default applies and is reported. */
function lacking(row: CapabilityRow, need: Need, vendor: string, edition: HifEdition): Scenario[] {
  const { name } = row;
  const marker = markerOf(name);
  const ids = row as CapabilityRow & {
    readonly requirements: Readonly<Record<'inferred' | 'default' | 'without', string>>;
  };
  const { inferred, default: byDefault, without } = ids.requirements;
  const strategy = row.default_degradation.value;
  const said = check(
    [
      inferred,
      without,
      'HIF-DEG-006',
      'HIF-DEG-008',
      'HIF-PIPE-007',
      'HIF-PIPE-008',
      'HIF-PIPE-014',
      ...(BEYOND[name] === undefined ? [] : [BEYOND[name]]),
    ],
    { kind: 'warned', words: need.words },
    `${vendor} lacks ${name}, and a warning says so`,
  );
  if (name === 'input_rewrite') {
    // What a hook prints is not seen when it is converted: the capability shows where the author names it (E-HIF-15).
    const made = hookOf(need, { input_rewrite: 'block' });
    return [
      one(
        vendor,
        edition,
        `${name}-block`,
        'A hook that may rewrite input',
        made,
        [
          check(
            ['HIF-CAP-016', 'HIF-CAP-064', 'HIF-SEC-008', without, inferred, 'HIF-DEG-001'],
            { kind: 'blocks', marker: COMMAND },
            `Where ${name} is missing a blocking command stands in the hook's place`,
          ),
          check(
            ['HIF-SEC-008', without],
            { kind: 'warned', words: need.words },
            `${vendor} lacks ${name}, and a warning says so`,
          ),
        ],
        true,
      ),
    ];
  }
  if (strategy === 'exclude')
    return [
      one(
        vendor,
        edition,
        `${name}-default`,
        `A hook that needs ${name}`,
        hookOf(need),
        [check([byDefault, without], { kind: 'gone', marker }, `Without ${name} the hook is excluded`), said],
        true,
      ),
      ...(name === 'llm_evaluated'
        ? [
            one(
              vendor,
              edition,
              `${name}-agent`,
              'An agent as handler',
              hookOf(AGENT),
              [check([byDefault, without], { kind: 'gone', marker }, `Without ${name} the hook is excluded`)],
              true,
            ),
          ]
        : []),
    ];
  const kept: Check[] =
    name === 'http_handler'
      ? []
      : [
          check(
            [byDefault, without, 'HIF-DEG-002'],
            { kind: 'present', marker },
            `Without ${name} the hook stays and a warning is given`,
          ),
        ];
  const dropped =
    need.trace === undefined || isOpen(name, vendor) || formOf(vendor).style === 'text' || BEYOND[name] === undefined
      ? []
      : [check(BEYOND[name], { kind: 'without', text: need.trace }, `Without ${name} its member is dropped`)];
  // An edition 1.0 subject that doesn't infer structured_output isn't at fault (READINGS 10): the default shows where it reports.
  if (name === 'structured_output' && edition === '1.0')
    return [
      one(
        vendor,
        edition,
        `${name}-default`,
        'A blocking hook',
        hook('before_tool_execute', COMMAND, { matcher: 'shell', blocking: true }),
        [check(byDefault, { kind: 'present', marker }, `Without ${name} the hook stays`)],
        false,
      ),
    ];
  return [
    one(
      vendor,
      edition,
      `${name}-default`,
      `A hook that needs ${name}`,
      hookOf(need),
      [
        ...kept,
        check(byDefault, { kind: 'warned', words: need.words }, `Without ${name} a warning names the loss`),
        said,
        ...dropped,
      ],
      name === 'http_handler',
    ),
  ];
}

function having(row: CapabilityRow, need: Need, vendor: string, edition: HifEdition): Scenario[] {
  const id = row.cells[vendor]?.requirement;
  if (id === undefined) return [];
  const marker = markerOf(row.name);
  const open = isOpen(row.name, vendor);
  const native: Check[] =
    row.name === 'platform_commands' && !open
      ? [
          check(
            [id, 'HIF-PIPE-022'],
            { kind: 'entry', marker, member: formOf(vendor).windows ?? 'windows', value: 'c-other.ps1' },
            `${vendor} has platform overrides of its own`,
          ),
        ]
      : row.name === 'configurable_cwd' && formOf(vendor).cwd !== undefined
        ? [
            check(
              id,
              { kind: 'entry', marker, member: formOf(vendor).cwd ?? 'cwd', value: 'c-folder' },
              `${vendor} has a working directory of its own`,
            ),
          ]
        : row.name === 'async_execution' && formOf(vendor).async !== undefined
          ? [
              check(
                id,
                { kind: 'entry', marker, member: formOf(vendor).async ?? 'async', value: true },
                `${vendor} runs hooks asynchronously`,
              ),
            ]
          : [];
  const silent: Check = open
    ? check(
        id,
        row.name === 'llm_evaluated' ? { kind: 'warned', words: [...need.words, 'kiro'] } : { kind: 'present', marker },
        `${vendor} has ${row.name} in part`,
      )
    : check(
        [id, 'HIF-PIPE-009'],
        { kind: 'not-lost', words: need.words.filter((word) => word !== 'agent') },
        `${vendor} has ${row.name}`,
      );
  return [
    one(
      vendor,
      edition,
      `${row.name}-there`,
      `A hook that needs ${row.name}`,
      hookOf(need),
      [
        silent,
        ...native,
        ...(row.name === 'llm_evaluated' && open
          ? []
          : [check(id, { kind: 'present', marker }, `${vendor} has ${row.name}`)]),
      ],
      // A prompt that Kiro's agent file cannot hold may leave nothing of the manifest.
      row.name === 'llm_evaluated' && open,
    ),
  ];
}

/** A plain hook needs nothing: no capability may be named as missing. */
function plain(vendor: string, edition: HifEdition): Scenario[] {
  const rows = capabilityRows().filter((row) =>
    ['unsupported', 'undocumented'].includes(row.cells[vendor]?.status ?? ''),
  );
  const inferred = rows
    .map((row) => (row as CapabilityRow & { requirements?: Record<string, string> }).requirements?.['inferred'])
    .filter((id) => id !== undefined);
  return [
    one(
      vendor,
      edition,
      'plain',
      'A plain hook',
      hook('before_prompt', COMMAND),
      rows.map((row) =>
        check(inferred, { kind: 'not-lost', words: [row.name] }, `A plain hook does not need ${row.name}`),
      ),
      true,
    ),
  ];
}

export function capabilityScenarios(vendor: string, edition: HifEdition): readonly Scenario[] {
  const cells = capabilityRows().flatMap((row): Scenario[] => {
    const need = NEEDS[row.name];
    const status = row.cells[vendor]?.status;
    if (!need || status === undefined) return [];
    return ['unsupported', 'undocumented'].includes(status)
      ? isOpen(row.name, vendor) && row.name !== 'custom_env'
        ? []
        : lacking(row, need, vendor, edition)
      : having(row, need, vendor, edition);
  });
  return [...cells, ...strategyScenarios(vendor, edition), ...plain(vendor, edition)];
}
