import type { JsonObject } from '../../../harness/model/json.ts';
import type { HifEdition } from '../documents.ts';
import { formOf } from '../native/forms.ts';
import { type CapabilityRow, capabilityRows } from '../vocabulary.ts';
import { type Check, check, encode, hook, manifestOf, type Scenario } from './scenario.ts';

/** Capability inference and degradation, for every cell of the registry, with the default and with every strategy of an author. */

interface Need {
  /** Members that make a hook need the capability. */
  readonly handler: JsonObject;
  readonly hook: JsonObject;
  /** What a warning about it may name. */
  readonly words: readonly string[];
  /** A text that must not stand in the configuration where the member is dropped. */
  readonly trace?: string;
}

const COMMAND = './c.sh';

const NEEDS: Readonly<Record<string, Need>> = {
  structured_output: {
    handler: {},
    hook: { degradation: { structured_output: 'warn' }, blocking: true },
    words: ['structured_output', 'structured output', 'json output'],
  },
  input_rewrite: {
    handler: {},
    hook: { degradation: { input_rewrite: 'warn' } },
    words: ['input_rewrite', 'rewrite', 'updated_input'],
  },
  llm_evaluated: {
    handler: { type: 'prompt', prompt: `Is it safe? ${COMMAND}` },
    hook: {},
    words: ['llm', 'prompt', 'agent'],
  },
  http_handler: {
    handler: { type: 'http', url: `https://hooks.example/${COMMAND.slice(2)}` },
    hook: {},
    words: ['http'],
  },
  async_execution: { handler: { async: true }, hook: {}, words: ['async', 'synchron'] },
  platform_commands: {
    handler: { platform: { windows: 'c-other.ps1' } },
    hook: {},
    words: ['platform', 'windows'],
    trace: 'c-other.ps1',
  },
  custom_env: { handler: { env: { C_WORD: 'value-41c' } }, hook: {}, words: ['env'], trace: 'value-41c' },
  configurable_cwd: { handler: { cwd: 'c-folder' }, hook: {}, words: ['cwd', 'directory'], trace: 'c-folder' },
};

/** A marker that finds the hook: its command, its address or its prompt. */
function markerOf(name: string): string {
  return name === 'http_handler' ? 'hooks.example' : name === 'llm_evaluated' ? 'Is it safe?' : COMMAND;
}

function hookOf(need: Need, degradation?: JsonObject): JsonObject {
  const { handler } = need;
  const made =
    'type' in handler ? { event: 'before_tool_execute', handler } : hook('before_tool_execute', COMMAND, {}, handler);
  const own = degradation === undefined ? need.hook : { ...need.hook, degradation };
  return { ...made, ...own };
}

/** Cells where drop and keep are both right, whatever the registry says (READINGS 9; E-HIF-40). */
function isOpen(name: string, vendor: string): boolean {
  return (
    (name === 'custom_env' && ['copilot-cli', 'gemini-cli'].includes(vendor)) ||
    (name === 'platform_commands' && ['claude-code', 'cline'].includes(vendor)) ||
    (name === 'llm_evaluated' && vendor === 'kiro') ||
    (name === 'structured_output' && ['copilot-cli', 'opencode'].includes(vendor))
  );
}

function one(
  vendor: string,
  edition: HifEdition,
  id: string,
  title: string,
  made: JsonObject,
  checks: readonly Check[],
  mayRefuse: boolean,
): Scenario {
  return {
    id: `capability/${vendor}-${id}`,
    title: `${title}, encoded for ${vendor}`,
    vendor,
    steps: [encode(manifestOf(edition, [made]))],
    checks,
    mayRefuse,
  };
}

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
      false,
    ),
  ];
}

/** A target that has none of it: env and async on Cursor, the author's word against the default. */
function strategies(vendor: string, edition: HifEdition): Scenario[] {
  const lacks = (name: string): boolean =>
    !isOpen(name, vendor) &&
    ['unsupported', 'undocumented'].includes(
      capabilityRows().find((row) => row.name === name)?.cells[vendor]?.status ?? '',
    );
  const by = (name: string, strategy: string): JsonObject => hookOf(NEEDS[name] as Need, { [name]: strategy });
  const words = (name: string): readonly string[] => NEEDS[name]?.words ?? [];
  const made: Scenario[] = [];
  if (lacks('custom_env')) {
    made.push(
      one(
        vendor,
        edition,
        'strategy-block',
        'A hook whose author blocks without custom_env',
        by('custom_env', 'block'),
        [
          check(
            'HIF-DEG-001 HIF-DEG-007 HIF-PIPE-010',
            { kind: 'blocks', marker: COMMAND },
            'block stops the action altogether',
          ),
        ],
        true,
      ),
      one(
        vendor,
        edition,
        'strategy-warn',
        'A hook whose author warns without custom_env',
        by('custom_env', 'warn'),
        [
          check('HIF-DEG-002', { kind: 'present', marker: COMMAND }, 'warn keeps the hook'),
          check('HIF-DEG-002 HIF-DEG-008', { kind: 'warned', words: words('custom_env') }, 'warn emits a warning'),
        ],
        false,
      ),
      one(
        vendor,
        edition,
        'strategy-exclude',
        'A hook whose author excludes without custom_env',
        by('custom_env', 'exclude'),
        [
          check('HIF-DEG-003 HIF-DEG-007', { kind: 'gone', marker: COMMAND }, 'exclude leaves the hook out'),
          check(
            'HIF-DEG-004',
            { kind: 'warned', words: [...words('custom_env'), 'exclude', 'left out'] },
            'exclude warns that the hook was left out',
          ),
        ],
        true,
      ),
      one(
        vendor,
        edition,
        'strategy-of-another',
        'A hook whose author names another capability only',
        { ...hookOf(NEEDS['custom_env'] as Need), degradation: { configurable_cwd: 'exclude' } },
        [
          check(
            'HIF-DEG-006',
            { kind: 'present', marker: COMMAND },
            'A strategy for another capability changes nothing',
          ),
          check(
            'HIF-DEG-006',
            { kind: 'warned', words: words('custom_env') },
            'A missing strategy is the default of the registry',
          ),
        ],
        false,
      ),
    );
    if (lacks('async_execution'))
      made.push(
        one(
          vendor,
          edition,
          'strategy-async',
          'A hook whose author excludes without async_execution',
          by('async_execution', 'exclude'),
          [
            check(
              'HIF-DEG-007 HIF-DEG-003',
              { kind: 'gone', marker: COMMAND },
              "The author's strategy overrides the default",
            ),
          ],
          true,
        ),
        one(
          vendor,
          edition,
          'strategy-strictest',
          'A hook with two capabilities and two strategies',
          hook(
            'before_tool_execute',
            COMMAND,
            { degradation: { custom_env: 'block', async_execution: 'warn' } },
            { env: { A: 'b' }, async: true },
          ),
          [check('HIF-DEG-005', { kind: 'blocks', marker: COMMAND }, 'The strictest of several strategies prevails')],
          true,
        ),
      );
  }
  if (lacks('input_rewrite'))
    made.push(
      one(
        vendor,
        edition,
        'rewrite-warn',
        'A hook whose author warns without input_rewrite',
        by('input_rewrite', 'warn'),
        [check('HIF-CAP-065', { kind: 'present', marker: COMMAND }, 'Authors may override input_rewrite')],
        false,
      ),
    );
  if (lacks('llm_evaluated'))
    made.push(
      one(
        vendor,
        edition,
        'llm-warn',
        'A prompt whose author warns without llm_evaluated',
        by('llm_evaluated', 'warn'),
        [check('HIF-CAP-066', { kind: 'warned', words: words('llm_evaluated') }, 'Authors may override llm_evaluated')],
        true,
      ),
    );
  return made;
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
  return [...cells, ...strategies(vendor, edition), ...plain(vendor, edition)];
}

/** For `validate`: which capabilities are inferred from members alone, and that the author's list decides nothing. */
export function inferenceScenarios(vendor: string, edition: HifEdition): readonly Scenario[] {
  return capabilityRows().flatMap((row): Scenario[] => {
    const need = NEEDS[row.name];
    const ids = (row as CapabilityRow & { readonly requirements?: Readonly<Record<string, string>> }).requirements;
    const inferred = ids?.['inferred'];
    if (!need || inferred === undefined) return [];
    const three = ['structured_output', 'input_rewrite', 'platform_commands'].includes(row.name)
      ? ['HIF-CONF-018']
      : [];
    const validate = (id: string, made: JsonObject, present: boolean): Scenario => ({
      id: `validate/${vendor}-${row.name}-${id}`,
      title: `Capabilities of a hook ${present ? 'with' : 'without'} ${row.name}`,
      vendor,
      steps: [{ verb: 'validate', input: { json: manifestOf(edition, [made]) } }],
      checks: [
        check(
          [inferred, 'HIF-HK-019', ...three],
          { kind: 'capability', capability: row.name, present },
          `${row.name} is inferred from the members of a hook`,
        ),
      ],
    });
    return [
      validate('yes', hookOf(need), true),
      validate('no', hook('before_prompt', COMMAND, { capabilities: [row.name] }), false),
    ].filter(
      // READINGS 10; E-HIF-15: the list may not decide, and 1.0 doesn't ask for structured_output.
      (scenario) => !(row.name === 'structured_output' && (edition === '1.0' || scenario.id.endsWith('-no'))),
    );
  });
}
