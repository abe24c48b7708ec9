import type { JsonValue } from '../../../harness/model/json.ts';
import type { HifEdition } from '../documents.ts';
import { AGREED, formOf } from '../native/forms.ts';
import type { CanonicalMatcher } from '../native/select.ts';
import { mcpName } from '../native/write.ts';
import { nativeTool, toolRows } from '../vocabulary.ts';
import { type Check, check, encode, hook, manifestOf, type Scenario } from './scenario.ts';
import { decodedToolScenarios, sharing } from './tools-decode.ts';

/** Tool names and matchers in both directions: bare, pattern, MCP, arrays, none, and what a target cannot say. */

function hasTool(tool: string, vendor: string): boolean {
  const form = formOf(vendor);
  return (
    nativeTool(tool, vendor) !== undefined || Object.values(form.covers ?? {}).some((tools) => tools.includes(tool))
  );
}

const SEPARATOR_IDS: Readonly<Record<string, string>> = {
  'claude-code': 'HIF-MCP-001',
  kiro: 'HIF-MCP-002',
  'factory-droid': 'HIF-MCP-003',
  'gemini-cli': 'HIF-MCP-004',
  'copilot-cli': 'HIF-MCP-005',
  cursor: 'HIF-MCP-006',
  windsurf: 'HIF-MCP-007',
  codex: 'HIF-MCP-008',
  cline: 'HIF-MCP-009',
};

function matched(
  vendor: string,
  edition: HifEdition,
  id: string,
  matcher: JsonValue,
  checks: readonly Check[],
  mayRefuse = false,
  event = 'before_tool_execute',
): Scenario {
  return {
    id: `tools/${vendor}-${id}`,
    title: `A hook with matcher ${JSON.stringify(matcher)}, encoded for ${vendor}`,
    vendor,
    steps: [encode(manifestOf(edition, [hook(event, './m.sh', { matcher })]))],
    checks,
    mayRefuse,
  };
}

function selects(
  requirements: string | readonly string[],
  matcher: CanonicalMatcher,
  beside: readonly string[],
  says: string,
  words: readonly string[],
  literals: readonly string[] = [],
): Check {
  return check(requirements, { kind: 'selects', marker: './m.sh', matcher, literals, beside, words }, says);
}

/** Where hooks are code, the native name must stand in it; Cline has no names and filters in the script, or warns. */
function textual(vendor: string, edition: HifEdition): Scenario[] {
  if (vendor === 'cline')
    return [
      matched(
        vendor,
        edition,
        'shell',
        'shell',
        [
          check(
            'HIF-TOOL-072',
            { kind: 'matcher-text', marker: './m.sh', any: ['tool'], words: ['matcher', 'shell', 'tool'] },
            'Matchers for Cline become a filter in the script',
          ),
        ],
        true,
      ),
    ];
  return toolRows().flatMap((row): Scenario[] => {
    const id = row.cells[vendor]?.requirement;
    const native = nativeTool(row.name, vendor);
    return id === undefined || native === undefined
      ? []
      : [
          matched(vendor, edition, row.name, row.name, [
            check(
              id,
              { kind: 'matcher-text', marker: './m.sh', any: [native] },
              `${row.name} is called ${native} on ${vendor}`,
            ),
          ]),
        ];
  });
}

function bare(vendor: string, edition: HifEdition): Scenario[] {
  const form = formOf(vendor);
  if (form.style === 'text') return textual(vendor, edition);
  return toolRows().map((row): Scenario => {
    const { name } = row;
    const cell = row.cells[vendor]?.requirement;
    const words = [name, 'matcher', 'tool'];
    if (!hasTool(name, vendor)) {
      const id = row.requirements?.['without'];
      return matched(
        vendor,
        edition,
        name,
        name,
        [
          selects(
            id === undefined ? [] : [id],
            name,
            [],
            `${vendor} has no ${name}: the hook is warned about rather than widened`,
            words,
          ),
          check(id === undefined ? [] : [id], { kind: 'warned', words }, `${vendor} has no ${name}`),
        ],
        true,
      );
    }
    const ids = [cell, 'HIF-MAT-002', 'HIF-PIPE-018', 'HIF-TOOL-070'].filter((one) => one !== undefined);
    const native = nativeTool(name, vendor);
    const named = native !== undefined && form.covers === undefined && form.ignoresMatchers !== true;
    return matched(vendor, edition, name, name, [
      selects(ids, name, sharing(name, vendor), `${name} means ${native ?? 'its own event'} on ${vendor}`, words),
      ...(named
        ? [
            check(
              ids,
              {
                kind: 'matcher-text',
                marker: './m.sh',
                any: [native, ...(form.aliases?.[name] ?? [])],
                ...(vendor === 'copilot-cli' ? { words } : {}),
              },
              `${name} is called ${native} on ${vendor}`,
            ),
          ]
        : []),
      ...(form.ignoresMatchers === true || vendor === 'copilot-cli'
        ? [
            check(
              'HIF-TOOL-071',
              vendor === 'copilot-cli'
                ? { kind: 'matcher-text', marker: './m.sh', any: [native ?? name], words }
                : { kind: 'warned', words },
              `A matcher for ${vendor} is warned about`,
            ),
          ]
        : []),
    ]);
  });
}

function split(vendor: string, edition: HifEdition): Scenario[] {
  const form = formOf(vendor);
  if (!form.covers) return [];
  const before =
    vendor === 'cursor'
      ? {
          shell: ['beforeShellExecution'],
          file_read: ['beforeReadFile'],
          mcp: ['beforeMCPExecution'],
          file_write: ['afterFileEdit'],
        }
      : {
          shell: ['pre_run_command'],
          file_read: ['pre_read_code'],
          file_write: ['pre_write_code'],
          mcp: ['pre_mcp_tool_use'],
        };
  const after =
    vendor === 'cursor'
      ? { shell: ['afterShellExecution'], mcp: ['afterMCPExecution'], file_edit: ['afterFileEdit'] }
      : {
          shell: ['post_run_command'],
          file_read: ['post_read_code'],
          file_edit: ['post_write_code'],
          mcp: ['post_mcp_tool_use'],
        };
  const sides = [
    {
      event: 'before_tool_execute',
      table: before as Readonly<Record<string, readonly string[]>>,
      id: vendor === 'cursor' ? 'HIF-MAP-003' : 'HIF-MAP-004',
    },
    {
      event: 'after_tool_execute',
      table: after as Readonly<Record<string, readonly string[]>>,
      id: vendor === 'cursor' ? 'HIF-MAP-014' : 'HIF-MAP-015',
    },
  ];
  return sides.flatMap(({ event, table, id }) =>
    Object.entries(table).map(([tool, any]): Scenario => {
      const matcher: JsonValue = tool === 'mcp' ? { mcp: { server: 'github', tool: 'create_issue' } } : tool;
      const generic = form.generic?.[event];
      // Edition 1.0 lists the first alternative only (E-HIF-36).
      const seedAlternative = tool === 'shell' || (event === 'after_tool_execute' && tool === 'file_edit');
      const ids = [
        ...(edition === '0.1' || seedAlternative ? [id] : []),
        'HIF-MAP-163',
        'HIF-PIPE-021',
        ...(vendor === 'cursor' && event === 'after_tool_execute' ? ['HIF-MAP-170'] : []),
      ];
      const late = vendor === 'cursor' && event === 'before_tool_execute' && tool === 'file_write';
      const names = [...any, ...(generic === undefined ? [] : [generic])];
      return {
        ...matched(vendor, edition, `split-${event}-${tool}`, matcher, [], false, event),
        checks: [
          check(
            ids,
            { kind: 'event', marker: './m.sh', any: names },
            `${event} for ${tool} is ${any.join(', ')} on ${vendor}`,
          ),
          ...(late
            ? [
                check(
                  'HIF-BLK-080 HIF-BLK-081',
                  { kind: 'warned', words: ['shift', 'after', 'prevent', 'observe', 'preToolUse', 'late'] },
                  'A hook that comes too late to prevent anything is warned about',
                ),
              ]
            : []),
        ],
      };
    }),
  );
}

function other(vendor: string, edition: HifEdition): Scenario[] {
  const form = formOf(vendor);
  const mcp = SEPARATOR_IDS[vendor];
  const words = ['github', 'mcp', 'matcher'];
  const one: CanonicalMatcher = { mcp: { server: 'github', tool: 'create_issue' } };
  const whole: CanonicalMatcher = { mcp: { server: 'github' } };
  const everyMcp = ['mcp:github/close_issue', 'mcp:gitlab/create_issue'];
  const widens = form.covers !== undefined && form.syntax === 'none' ? everyMcp : [];
  const json = (matcher: CanonicalMatcher): JsonValue => matcher as unknown as JsonValue;
  if (form.style === 'text')
    return mcp === undefined
      ? []
      : [
          matched(
            vendor,
            edition,
            'mcp',
            json(one),
            [check(mcp, { kind: 'warned', words }, `${vendor} has no name for MCP tools`)],
            true,
          ),
        ];
  const spelled = form.mcp.map((name) => mcpName(name, 'github', 'create_issue'));
  const written =
    vendor === 'codex'
      ? [check(mcp ?? [], { kind: 'warned', words }, 'codex has no name for MCP tools')]
      : vendor === 'vs-code-copilot'
        ? []
        : [
            check(
              mcp ?? [],
              {
                kind: 'matcher-text',
                marker: './m.sh',
                any: spelled,
                ...(['copilot-cli', 'windsurf', 'kiro'].includes(vendor) ? { words } : {}),
              },
              `An MCP tool is named ${spelled.join(' or ')} on ${vendor}`,
            ),
          ];
  const array: CanonicalMatcher = ['shell', 'file_write', whole];
  const shared = [...sharing('file_write', vendor), ...widens];
  const pattern: CanonicalMatcher = { pattern: `^${nativeTool('shell', vendor) ?? 'x'}$` };
  const lossy = ['matcher', 'pattern', 'tool'];
  return [
    matched(
      vendor,
      edition,
      'mcp',
      json(one),
      [
        ...written,
        ...(vendor === 'codex'
          ? []
          : [selects(mcp ?? [], one, widens, 'An mcp matcher means one tool of one server', words)]),
      ],
      true,
    ),
    matched(
      vendor,
      edition,
      'mcp-server',
      json(whole),
      [
        selects(
          edition === '0.1' ? ['HIF-MAT-012', 'HIF-PIPE-015', ...(mcp === undefined ? [] : [mcp])] : [],
          whole,
          widens,
          'An mcp matcher without tool means every tool of the server',
          words,
        ),
      ],
      true,
    ),
    matched(vendor, edition, 'array', json(array), [
      selects('HIF-PIPE-015 HIF-CONF-006', array, shared, 'An array means any of its elements', [
        'matcher',
        'mcp',
        'file_write',
        'tool',
      ]),
    ]),
    matched(
      vendor,
      edition,
      'literal',
      'future_tool',
      [
        selects(
          'HIF-PIPE-015',
          'future_tool',
          [],
          'A name that no vocabulary has is passed on as it is',
          ['future_tool', 'matcher', 'tool'],
          ['future_tool'],
        ),
        ...(AGREED.includes(vendor) && form.covers === undefined
          ? [
              check(
                'HIF-MAT-003',
                { kind: 'matcher-text', marker: './m.sh', any: ['future_tool'] },
                'A name that no vocabulary has is passed on as it is',
              ),
            ]
          : []),
        check('HIF-MAT-004', { kind: 'warned', words: ['future_tool'] }, 'Such a name is warned about'),
      ],
      form.covers !== undefined,
    ),
    matched(
      vendor,
      edition,
      'prototype',
      'constructor',
      [
        selects(
          'HIF-PIPE-015 HIF-SEC-007',
          'constructor',
          [],
          'Names of the prototype are names like any other',
          ['constructor', 'matcher', 'tool'],
          ['constructor'],
        ),
      ],
      form.covers !== undefined,
    ),
    matched(
      vendor,
      edition,
      'pattern',
      json(pattern),
      [
        ...(AGREED.includes(vendor) && form.covers === undefined && vendor !== 'kiro'
          ? [
              check(
                'HIF-MAT-010',
                { kind: 'matcher-text', marker: './m.sh', any: ['pattern' in pattern ? pattern.pattern : ''] },
                'A pattern is passed on unchanged',
              ),
            ]
          : []),
        ...(form.syntax === 'none'
          ? []
          : [selects('HIF-PIPE-015', pattern, [], 'A pattern selects what it matches', lossy)]),
      ],
      form.covers !== undefined,
    ),
    matched(
      vendor,
      edition,
      'array-empty',
      [],
      [selects('HIF-MAT-019', [], [], 'An empty array is no wildcard', ['matcher'])],
      true,
    ),
    matched(
      vendor,
      edition,
      'string-empty',
      '',
      [selects('HIF-MAT-019', '', [], 'An empty string is no wildcard', ['matcher'])],
      true,
    ),
    {
      ...matched(vendor, edition, 'omitted', 'none', []),
      title: `A hook without matcher, encoded for ${vendor}`,
      steps: [encode(manifestOf(edition, [hook('before_tool_execute', './m.sh')]))],
      checks: [
        check(
          'HIF-MAT-021 HIF-CONF-015',
          {
            kind: 'selects',
            marker: './m.sh',
            matcher: null,
            literals: [],
            beside: [],
            words: ['matcher', 'cover', 'tool', 'event'],
          },
          'Without matcher a hook is for every tool',
        ),
      ],
    },
    {
      ...matched(vendor, edition, 'not-about-tools', 'shell', []),
      title: `A matcher on an event that is not about tools, encoded for ${vendor}`,
      steps: [encode(manifestOf(edition, [hook('before_prompt', './m.sh', { matcher: 'shell' })]))],
      checks: [
        check(
          'HIF-MAT-022',
          { kind: 'without', text: nativeTool('shell', vendor) ?? 'run_command' },
          'The matcher is ignored where the event is not about tools',
        ),
        check(
          'HIF-MAT-022',
          { kind: 'present', marker: './m.sh' },
          'The matcher is ignored where the event is not about tools',
        ),
      ],
    },
    ...(
      [
        ['my_srv', 'do_it'],
        ['a__b', 'c'],
      ] as const
    ).map(
      ([server, tool]): Scenario => ({
        id: `tools/${vendor}-mcp-ambiguous-${server}`,
        title: `An MCP server called ${server}, encoded for ${vendor} and decoded again`,
        vendor,
        steps: [
          encode(manifestOf(edition, [hook('before_tool_execute', './m.sh', { matcher: { mcp: { server, tool } } })])),
          { verb: 'decode', input: { from: 0, member: 'config' } },
        ],
        checks:
          form.mcpServer === undefined
            ? []
            : [
                check(
                  'HIF-MCP-011',
                  { kind: 'ambiguous', server, tool },
                  `MCP names that hold the separator survive, or are warned about`,
                ),
              ],
      }),
    ),
  ];
}

export function toolScenarios(vendor: string, edition: HifEdition): readonly Scenario[] {
  return [
    ...bare(vendor, edition),
    ...split(vendor, edition),
    ...other(vendor, edition),
    ...decodedToolScenarios(vendor),
  ];
}
