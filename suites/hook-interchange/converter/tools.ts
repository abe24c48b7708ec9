import type { JsonValue } from '../../../harness/model/json.ts';
import type { HifEdition } from '../documents.ts';
import { formOf } from '../native/forms.ts';
import { demandedEvents, nativeEvents, nativeTool, toolRows } from '../vocabulary.ts';
import { matched, selects } from './matched.ts';
import { matcherScenarios } from './matcher-forms.ts';
import { check, type Scenario } from './scenario.ts';
import { decodedToolScenarios, sharing } from './tools-decode.ts';

/** Tool names and matchers in both directions: bare, pattern, MCP, arrays, none, and what a target cannot say. */

function hasTool(tool: string, vendor: string): boolean {
  const form = formOf(vendor);
  return (
    nativeTool(tool, vendor) !== undefined || Object.values(form.covers ?? {}).some((tools) => tools.includes(tool))
  );
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
          ...(form.ignoresMatchers === true
            ? [check('HIF-TOOL-071', { kind: 'warned', words }, `A matcher for ${vendor} is warned about`)]
            : []),
        ],
        true,
      );
    }
    const ids = [cell, 'HIF-MAT-002', 'HIF-PIPE-018', 'HIF-TOOL-070'].filter((one) => one !== undefined);
    const native = nativeTool(name, vendor);
    const own = demandedEvents('before_tool_execute', vendor, edition).flatMap((event) => form.covers?.[event] ?? []);
    // A split provider without an event for the tool: left out with a warning, or refused where nothing else is left.
    const late = edition === '0.1' && ['file_write', 'file_edit'].includes(name);
    const mayRefuse = form.covers !== undefined && !own.includes(name) && !late;
    const named = native !== undefined && form.covers === undefined && form.ignoresMatchers !== true;
    const checks = [
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
    ];
    return matched(vendor, edition, name, name, checks, mayRefuse);
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
      const seedAlternative = tool === (event === 'before_tool_execute' ? 'shell' : 'file_edit');
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

/** What selects tools may mean something else on other events, and a hook would never fire there (upstream 6). */
function notAboutTools(vendor: string, edition: HifEdition): Scenario[] {
  const form = formOf(vendor);
  if (form.style === 'text' || form.syntax === 'none' || nativeEvents('session_start', vendor).length === 0) return [];
  return [
    matched(
      vendor,
      edition,
      'on-session-start',
      'shell',
      [
        check(
          'HIF-MAT-026',
          { kind: 'matcher-text', marker: './m.sh', any: ['', '*'], exact: true },
          'A matcher on an event that is not about tools is not written',
        ),
      ],
      false,
      'session_start',
    ),
  ];
}

export function toolScenarios(vendor: string, edition: HifEdition): readonly Scenario[] {
  return [
    ...bare(vendor, edition),
    ...split(vendor, edition),
    ...notAboutTools(vendor, edition),
    ...matcherScenarios(vendor, edition),
    ...decodedToolScenarios(vendor),
  ];
}
