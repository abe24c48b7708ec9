import { formOf } from '../native/forms.ts';
import type { CanonicalMatcher } from '../native/select.ts';
import { mcpName, type NativeEntry, writeNative } from '../native/write.ts';
import { nativeTool, toolNames, toolRows } from '../vocabulary.ts';
import { type Check, check, decode, type Scenario } from './scenario.ts';

/** Tools that the provider tells by one name or one event, so that neither direction can keep them apart. */
export function sharing(tool: string, vendor: string): readonly string[] {
  const native = nativeTool(tool, vendor);
  const covers = Object.values(formOf(vendor).covers ?? {}).filter((tools) => tools.includes(tool));
  const byName = native === undefined ? [] : toolNames().filter((other) => nativeTool(other, vendor) === native);
  return [...new Set([...byName, ...covers.flat()])].filter((other) => other !== tool && other !== 'mcp');
}

/** Native matchers and the events that stand for tools, decoded. */
export function decodedToolScenarios(vendor: string): Scenario[] {
  const form = formOf(vendor);
  if (form.style === 'text' || form.ignoresMatchers === true) return [];
  const before = form.generic?.['before_tool_execute'] ?? form.gates?.[0] ?? 'PreToolUse';
  const one = (id: string, entry: NativeEntry, checks: readonly Check[]): Scenario => ({
    id: `tools/${vendor}-decode-${id}`,
    title: `${vendor}'s ${entry.event} with matcher ${JSON.stringify(entry.matcher) ?? 'absent'}`,
    vendor,
    steps: [decode(writeNative(vendor, [entry]))],
    checks,
  });
  const marker = './m.sh';
  const names = toolNames().filter((tool) => nativeTool(tool, vendor) !== undefined);
  const means = (
    requirements: string | readonly string[],
    any: readonly (CanonicalMatcher | null)[],
    says: string,
    literals: readonly string[] = [],
  ): Check => check(requirements, { kind: 'decoded-selects', marker, any, literals }, says);
  const row = (tool: string): string | undefined =>
    toolRows().find(({ name }) => name === tool)?.cells[vendor]?.requirement;
  const byName =
    form.syntax === 'none'
      ? []
      : names.map((tool): Scenario => {
          const both = [tool, ...sharing(tool, vendor)];
          const any: CanonicalMatcher[] = both.length > 1 ? [both, ...both] : [tool];
          return one(tool, { event: before, matcher: nativeTool(tool, vendor) ?? '', command: marker }, [
            means(
              [row(tool), ...(tool === 'shell' ? ['HIF-PIPE-003'] : [])].filter((id) => id !== undefined),
              any,
              `${nativeTool(tool, vendor)} of ${vendor} is ${tool}`,
            ),
          ]);
        });
  const events = Object.entries(form.covers ?? {}).map(([event, tools]): Scenario => {
    const isMcp = tools.includes('mcp');
    const any: CanonicalMatcher[] = isMcp
      ? [{ mcp: { server: '*' } }]
      : tools.length > 1
        ? [[...tools], ...tools]
        : [tools[0] ?? ''];
    const canonical = /^(after|post)/.test(event) ? ['after_tool_execute', 'file_changed'] : ['before_tool_execute'];
    const ids = [
      'HIF-MAP-164',
      'HIF-PIPE-006',
      ...tools
        .map(row)
        .filter((id) => id !== undefined && form.syntax === 'none')
        .map(String),
    ];
    return one(`event-${event}`, { event, command: marker }, [
      check(
        ids,
        { kind: 'decoded-event', marker, any: canonical },
        `${event} of ${vendor} is merged into ${canonical[0]}`,
      ),
      ...(isMcp ? [] : [means(ids, any, `${event} of ${vendor} is about ${tools.join(' and ')}`)]),
    ]);
  });
  const spelled = form.syntax === 'none' || vendor === 'codex' ? [] : form.mcp.slice(0, vendor === 'kiro' ? 2 : 1);
  const mcpEvent = vendor === 'cursor' ? 'beforeMCPExecution' : before;
  const mcp = spelled.map((name, at) =>
    one(`mcp-${at}`, { event: mcpEvent, matcher: mcpName(name, 'github', 'create_issue'), command: marker }, [
      check(
        'HIF-MCP-010',
        { kind: 'decoded-mcp', marker, server: 'github', tool: 'create_issue' },
        `The MCP name of ${vendor} becomes the structured form again`,
      ),
    ]),
  );
  const everything =
    form.syntax === 'none' || form.covers !== undefined
      ? []
      : form.everything.map((matcher) =>
          one(`everything-${matcher === '' ? 'empty' : 'star'}`, { event: before, matcher, command: marker }, [
            means('HIF-PIPE-003', [null], `The matcher ${JSON.stringify(matcher)} of ${vendor} selects every tool`),
            // Edition 1.0 doesn't say what a bare name is that no vocabulary has; no expression is a lone star.
            means(
              'HIF-PIPE-001',
              matcher === '' ? [null] : [null, matcher],
              `The matcher ${JSON.stringify(matcher)} of ${vendor} selects every tool`,
              matcher === '' ? [] : [matcher],
            ),
          ]),
        );
  const alternatives =
    ['exact', 'search', 'whole'].includes(form.syntax) && form.covers === undefined && names.includes('file_edit')
      ? [
          one(
            'alternatives',
            {
              event: before,
              matcher: `${nativeTool('file_edit', vendor)}|${nativeTool('file_write', vendor)}`,
              command: marker,
            },
            [means('HIF-PIPE-003', [['file_edit', 'file_write']], 'Alternatives are a list of tools')],
          ),
        ]
      : [];
  const foreign =
    vendor === 'claude-code'
      ? [
          one('canonical-literal', { event: before, matcher: 'shell', command: marker }, [
            check(
              'HIF-PIPE-003 HIF-PIPE-015',
              { kind: 'decoded-not', marker, value: 'shell' },
              'A literal that spells a canonical name does not become that name',
            ),
          ]),
        ]
      : [];
  return [...byName, ...events, ...mcp, ...everything, ...alternatives, ...foreign];
}
