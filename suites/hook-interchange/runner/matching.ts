import type { JsonValue } from '../../../harness/model/json.ts';
import type { HifEdition } from '../documents.ts';
import { nativeTool, toolNames } from '../vocabulary.ts';
import { chainScenarios } from './chains.ts';
import { type Check, type HookSpec, type Scenario, toolPayload } from './scenario.ts';

/** Matchers of all kinds (seed, section 5; upstream 6), and where a command comes from (upstream 3.5). */

function check(requirements: string, expect: Check['expect'], says: string): Check {
  return { requirements: requirements.split(' '), expect, says };
}

interface Call {
  readonly name: string;
  readonly tool: string;
  readonly runs: boolean;
}

/** One hook with a matcher, and calls of which some are meant. */
function matcherScenarios(
  id: string,
  requirements: string,
  matcher: JsonValue,
  calls: readonly Call[],
  says: string,
): Scenario[] {
  return calls.map(
    ({ name, tool, runs }): Scenario => ({
      id: `matcher/${id}-${name}`,
      title: `Matcher ${JSON.stringify(matcher)} and a call of ${tool}`,
      hooks: [{ probe: { name: 'probe' }, hook: { matcher } }],
      payload: toolPayload(tool, 'claude-code'),
      checks: [
        check(
          requirements,
          { kind: 'ran', probes: runs ? ['probe'] : [] },
          `${says}: ${JSON.stringify(matcher)} and ${tool}`,
        ),
        check(requirements, { kind: 'decision', any: ['allow'] }, `${says}: ${JSON.stringify(matcher)} and ${tool}`),
      ],
    }),
  );
}

function call(tool: string, runs: boolean, name: string = tool): Call {
  return { name, tool, runs };
}

const GITHUB_ISSUE = 'mcp__github__create_issue';

/** A tool that no vocabulary has: the name stands for itself, so that new names work with what is older (upstream 6.1). */
function literal(): Scenario[] {
  const made = matcherScenarios(
    'literal',
    'HIF-MAT-024',
    'future_tool',
    [call('future_tool', true, 'same'), call('future_toolbox', false, 'longer-name'), call('shell', false)],
    'A bare string that is no canonical tool is the name of a tool as it stands',
  );
  const named = check('HIF-MAT-025', { kind: 'noticed', names: ['future_tool'] }, 'Such a name is warned about');
  return made.map((scenario) =>
    scenario.id === 'matcher/literal-same' ? { ...scenario, checks: [...scenario.checks, named] } : scenario,
  );
}

function kinds(): Scenario[] {
  const array: JsonValue = ['shell', 'file_write', { mcp: { server: 'github' } }];
  return [
    ...matcherScenarios(
      'bare',
      'HIF-MAT-001',
      'shell',
      [call('shell', true), call('file_read', false)],
      'A bare string is a canonical tool',
    ),
    ...matcherScenarios(
      'bare-part',
      'HIF-MAT-001',
      'shell',
      [call('shellcheck', false), call('powershell', false), call('mcp__shell__run', false)],
      'A bare string is the whole name of a tool',
    ),
    ...literal(),
    ...matcherScenarios(
      'pattern-case',
      'HIF-MAT-005',
      { pattern: '^(bash|SHELL)$' },
      [call('shell', false)],
      'Letter case counts in a pattern',
    ),
    ...matcherScenarios(
      'pattern',
      'HIF-MAT-005',
      { pattern: '.*' },
      [call('shell', true), call(GITHUB_ISSUE, true)],
      'A pattern is a regular expression on the tool name',
    ),
    ...matcherScenarios(
      'pattern-none',
      'HIF-MAT-005',
      { pattern: '^nothing-[0-9]+$' },
      [call('shell', false)],
      'A pattern that fits no tool selects none',
    ),
    ...matcherScenarios(
      'pattern-native',
      'HIF-MAT-006',
      { pattern: '^Bash$' },
      [call('shell', true), call('file_read', false)],
      'A pattern is compared with the native name',
    ),
    ...matcherScenarios(
      'pattern-canonical',
      'HIF-MAT-006',
      { pattern: '^shell$' },
      [call('shell', false)],
      'A pattern is compared with the native name',
    ),
    ...matcherScenarios(
      'pattern-part',
      'HIF-MAT-006',
      { pattern: '^(Read|Write|Edit)$' },
      [call('file_edit', true), call('shell', false)],
      'A pattern is compared with the native name',
    ),
    ...matcherScenarios(
      'mcp',
      'HIF-MAT-012',
      { mcp: { server: 'github', tool: 'create_issue' } },
      [
        call(GITHUB_ISSUE, true, 'same'),
        call('mcp__github__close_issue', false, 'other-tool'),
        call('mcp__github__create_issue_comment', false, 'longer-tool'),
        call('mcp__gitlab__create_issue', false, 'other-server'),
        call('shell', false),
      ],
      'An mcp matcher means one tool of one server',
    ),
    ...matcherScenarios(
      'mcp-server',
      'HIF-MAT-015',
      { mcp: { server: 'github' } },
      [
        call(GITHUB_ISSUE, true, 'one'),
        call('mcp__github__close_issue', true, 'another'),
        call('mcp__gitlab__create_issue', false, 'other-server'),
        call('mcp__github_enterprise__create_issue', false, 'longer-name'),
      ],
      'Without mcp.tool every tool of the server is meant',
    ),
    ...matcherScenarios(
      'array',
      'HIF-MAT-016',
      array,
      [call('shell', true), call('file_write', true), call(GITHUB_ISSUE, true, 'mcp'), call('web_fetch', false)],
      'An array matches when any of its elements does',
    ),
    ...matcherScenarios(
      'array-twice',
      'HIF-MAT-023',
      ['shell', { pattern: '.' }],
      [call('shell', true)],
      'A hook fires once for a call, however many elements match',
    ),
    ...matcherScenarios('array-empty', 'HIF-MAT-019', [], [call('shell', false)], 'An empty array is no wildcard'),
    ...matcherScenarios('string-empty', 'HIF-MAT-019', '', [call('shell', false)], 'An empty string is no wildcard'),
  ].map((scenario) =>
    /array-empty|string-empty/.test(scenario.id) ? { ...scenario, checks: scenario.checks.slice(0, 1) } : scenario,
  );
}

/** Matchers count after the call as they do before it. */
function afterwards(): Scenario[] {
  return (
    [
      ['shell', ['probe']],
      ['file_read', []],
    ] as const
  ).map(
    ([matcher, probes]): Scenario => ({
      id: `matcher/after-${matcher}`,
      title: `Matcher "${matcher}" on after_tool_execute and a call of shell`,
      event: 'after_tool_execute',
      payload: toolPayload('shell', 'claude-code'),
      hooks: [{ probe: { name: 'probe' }, hook: { matcher, blocking: false } }],
      checks: [
        check(
          'HIF-MAT-001',
          { kind: 'ran', probes },
          `A bare string is a canonical tool after the call, too: ${matcher}`,
        ),
      ],
    }),
  );
}

function omitted(): Scenario[] {
  const tools = ['shell', 'file_read', GITHUB_ISSUE];
  return [
    ...tools.map(
      (tool): Scenario => ({
        id: `matcher/none-${tool}`,
        title: `A hook without matcher and a call of ${tool}`,
        hooks: [{ probe: { name: 'probe' } }],
        payload: toolPayload(tool, 'claude-code'),
        checks: [
          check(
            'HIF-MAT-021 HIF-CONF-015',
            { kind: 'ran', probes: ['probe'] },
            'Without matcher a hook is for every tool',
          ),
        ],
      }),
    ),
    {
      id: 'matcher/ignored-on-session-start',
      title: 'A matcher on an event that is not about tools',
      event: 'session_start',
      payload: { session_id: 's' },
      hooks: [{ probe: { name: 'probe' }, hook: { matcher: 'shell' } }],
      checks: [
        check(
          'HIF-MAT-022',
          { kind: 'ran', probes: ['probe'] },
          'The matcher is ignored where the event is not about tools',
        ),
      ],
    },
  ];
}

/** Nine hooks, one for each canonical tool: exactly the one that is called runs. */
function vocabulary(provider: string): Scenario[] {
  const named = toolNames().filter((tool) => nativeTool(tool, provider) !== undefined);
  const hooks = (): HookSpec[] => named.map((tool) => ({ probe: { name: tool }, hook: { matcher: tool } }));
  return named.map((tool): Scenario => {
    const same = named.filter((other) => other !== tool && nativeTool(other, provider) === nativeTool(tool, provider));
    return {
      id: `vocabulary/${provider}-${tool}`,
      title: `A call of ${tool} by ${provider} and a hook for every tool`,
      provider,
      hooks: hooks(),
      payload: toolPayload(tool, provider),
      checks: [
        check(
          'HIF-MAT-001',
          { kind: 'ran', probes: [tool], except: same },
          `A bare string is a canonical tool: ${tool} of ${provider}`,
        ),
      ],
    };
  });
}

export function matchingScenarios(vendors: readonly string[], edition: HifEdition): readonly Scenario[] {
  return [...kinds(), ...afterwards(), ...omitted(), ...vendors.flatMap(vocabulary), ...chainScenarios(edition)];
}
