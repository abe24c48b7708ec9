import type { JsonValue } from '../../../harness/model/json.ts';
import type { HifEdition } from '../documents.ts';
import { AGREED, formOf } from '../native/forms.ts';
import type { CanonicalMatcher } from '../native/select.ts';
import { mcpName } from '../native/write.ts';
import { nativeTool } from '../vocabulary.ts';
import { matched, selects } from './matched.ts';
import { check, encode, hook, manifestOf, type Scenario } from './scenario.ts';
import { sharing } from './tools-decode.ts';

/** Matchers of every form but the bare name: MCP, arrays, patterns, unknown names, none at all. */

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

/** RE2 knows flags within a pattern; where a target's expressions lack them, a warning says so as well. */
const FLAGS = { pattern: '(?i)[a-z_]*file' } as const;

export function matcherScenarios(vendor: string, edition: HifEdition): Scenario[] {
  const form = formOf(vendor);
  const mcp = SEPARATOR_IDS[vendor];
  const words = ['github', 'mcp', 'matcher'];
  const one: CanonicalMatcher = { mcp: { server: 'github', tool: 'create_issue' } };
  const whole: CanonicalMatcher = { mcp: { server: 'github' } };
  const everyMcp = ['mcp:github/close_issue', 'mcp:gitlab/create_issue', 'mcp:github2/create_issue'];
  const widens = form.covers !== undefined && form.syntax === 'none' ? everyMcp : [];
  // A provider that also knows an MCP tool by a name without its server can't tell the tools of that name apart.
  const serverless = form.mcp.some((name) => !name.includes('{server}'));
  const besideOne = serverless ? ['mcp:gitlab/create_issue', 'mcp:github2/create_issue'] : widens;
  // No row of edition 1.0 names MCP tools; its levels have one that asks for every form of matcher.
  const everyForm = edition === '1.0' && AGREED.includes(vendor) && !serverless ? ['HIF-CONF-006'] : [];
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
  const pattern: CanonicalMatcher = { pattern: `${(nativeTool('shell', vendor) ?? 'x').slice(0, 3)}[a-z_]*` };
  const lossy = ['matcher', 'pattern', 'tool', 'expression', 'regex', 'glob'];
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
          : [
              selects(
                [...(mcp === undefined ? [] : [mcp]), ...everyForm],
                one,
                besideOne,
                'An mcp matcher means one tool of one server',
                words,
              ),
            ]),
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
          edition === '0.1' ? ['HIF-MAT-012', 'HIF-PIPE-015', ...(mcp === undefined ? [] : [mcp])] : everyForm,
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
                {
                  kind: 'matcher-text',
                  marker: './m.sh',
                  any: ['pattern' in pattern ? pattern.pattern : ''],
                  exact: true,
                },
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
      'pattern-flags',
      json(FLAGS),
      AGREED.includes(vendor) && form.covers === undefined && vendor !== 'kiro'
        ? [
            check(
              'HIF-MAT-010',
              {
                kind: 'matcher-text',
                marker: './m.sh',
                any: [FLAGS.pattern],
                exact: true,
                words: [...lossy, 'flag', '(?i)'],
              },
              'The flags of a pattern are passed on with it',
            ),
          ]
        : [],
      true,
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
