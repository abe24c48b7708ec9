import { makeCanary } from '../../harness/leaks/canary.ts';
import type { Case, NotFed } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import { isObject, type JsonValue } from '../../harness/model/json.ts';
import type { Plan, PlanContext } from '../../harness/model/suite.ts';
import { type PlantedFixture, type PlantScope, plantIn, surroundings } from '../canaries.ts';
import { distinct } from '../feed.ts';
import { derived, withValue } from '../fixture-edit.ts';
import { brokenCases, generatedCases } from '../generated.ts';
import { registry } from '../registries.ts';
import { type CaseKind, generatedCase, type MakeCase, maker } from './make-case.ts';
import { patchText } from './patch-text.ts';
import { feedForPayloads, ownVendors } from './payload-feed.ts';
import { rolloutCases } from './rollout.ts';
import { seedEvents, seedTools } from './seed-payloads.ts';

/** Whether a pointer leads into what a tool gave back: of one call, or of a batch. */
export function isResult(pointer: string): boolean {
  return /^(\/tool_calls\/\d+)?\/tool_response(\/|$)/.test(pointer);
}

/** Fills the output of tools, patch bodies and summaries with canaries; nothing of them may leave the host. */
export function planted(fixture: Fixture, scope: PlantScope): PlantedFixture {
  return plantIn(fixture, scope, ({ pointer, kind }) =>
    isResult(pointer) && ['tool-result', 'file-content', 'prompt', 'transcript'].includes(kind)
      ? { how: 'parts' }
      : undefined,
  );
}

/** Free texts of a tool's input: what else stands there may be a word that a collector chooses by, or a path. */
const FREE = /\/(command|query|prompt|description|content|old_string|new_string|plan)$/;

/**
 * The same, and whatever else is sensitive in a payload. This contract lets a collector keep prompts, inputs and the error of a
 * failed call (E-AP-04, E-AP-06), so that no row is broken by it; the report lists all the same what came out.
 */
function plantedWhole(fixture: Fixture, scope: PlantScope): PlantedFixture {
  const own = planted(fixture, scope);
  const taken = new Set(own.canaries.map(({ field }) => field));
  // The text of a patch has cases of its own.
  const patch = toolOf(fixture) === 'apply_patch';
  const rest = plantIn(own.fixture, scope, ({ pointer, kind }) => {
    if (isResult(pointer) || taken.has(pointer)) return undefined;
    if (kind === 'prompt' || kind === 'transcript' || kind === 'tool-result') return { how: 'parts' };
    return kind === 'tool-input' && !patch && FREE.test(pointer) ? { how: 'append' } : undefined;
  });
  return { fixture: rest.fixture, canaries: [...own.canaries, ...rest.canaries] };
}

/** Inputs that no reader can take, and none may die of. */
const HOSTILE: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['empty', Buffer.alloc(0)],
  ['no-json', Buffer.from('not json at all\n')],
  ['cut-off', Buffer.from('{"session_id": "s", "hook_event_name": "PreToo')],
  ['null', Buffer.from('null\n')],
  ['number', Buffer.from('42\n')],
  ['text', Buffer.from('"PreToolUse"\n')],
  ['list', Buffer.from('[{"hook_event_name": "PreToolUse"}]\n')],
  [
    'wrong-types',
    Buffer.from('{"session_id": 5, "hook_event_name": ["x"], "tool_name": {}, "tool_input": "x", "cwd": null}\n'),
  ],
  ['nulls', Buffer.from('{"session_id": null, "hook_event_name": null, "tool_input": null, "tool_response": null}\n')],
  [
    'deep',
    Buffer.from(
      `{"session_id": "s", "hook_event_name": "PreToolUse", "tool_input": ${'['.repeat(2000)}${']'.repeat(2000)}}\n`,
    ),
  ],
  ['not-utf8', Buffer.concat([Buffer.from('{"session_id": "'), Buffer.from([0xff, 0xfe]), Buffer.from('"}\n')])],
  ['byte-order-mark', Buffer.from('\uFEFF{"session_id": "s", "hook_event_name": "Stop"}\n')],
  [
    'prototype',
    Buffer.from(
      '{"session_id": "s", "hook_event_name": "__proto__", "__proto__": {"x": 1}, "tool_name": "constructor"}\n',
    ),
  ],
];

/** Plans a subject that reads payloads of Claude Code and Codex. Pure. */
export function planPayloads(context: PlanContext): Plan {
  const own = ownVendors(context);
  const feed = feedForPayloads(context);
  const make = maker(context);
  const scope = (name: string): PlantScope => ({ seed: context.seed, scope: `agent-payloads/${name}`, spawn: 0 });
  const withCanaries = (kind: CaseKind, fixture: Fixture, title: string): Case => {
    const { fixture: fed, canaries } = plantedWhole(fixture, scope(fixture.name));
    return make(kind, fixture.name, title, [fed], canaries);
  };
  const around = (fixture: Fixture): Case => {
    const name = `${fixture.vendor}/surroundings`;
    const { env, files, canaries } = surroundings(fixture.vendor, scope(name));
    return make('payload', name, `secrets and names around the payload of ${fixture.event}`, [fixture], canaries, {
      env,
      files,
    });
  };
  // A payload on the command line is no payload on stdin: what a vendor passes as an argument is left to its own suite.
  const fed = feed.fixtures.filter((fixture) => fixture.delivery === 'stdin');
  const cases: Case[] = distinct(fed).map((fixture) =>
    withCanaries('payload', fixture, `${fixture.vendor} ${fixture.event}`),
  );
  cases.push(...first(fed, ({ vendor }) => vendor).map(around));
  const claude = fed.filter((fixture) => fixture.vendor === 'claude-code');
  const base = claude.find((fixture) => fixture.event === 'PostToolUse') ?? claude[0];
  if (base !== undefined) {
    const seeds = seedEvents(base);
    for (const fixture of seeds) cases.push(withCanaries('seed', fixture, `${fixture.event} in the form of the seed`));
    for (const fixture of seedTools(base))
      cases.push(withCanaries('tool', fixture, `PostToolUse of ${toolOf(fixture)}`));
    for (const fixture of seeds) cases.push(...missingMembers(fixture, make));
    for (const [name, fixture] of tolerated(seeds, base))
      cases.push(make('tolerated', `claude-code/${name}`, `${fixture.event}: ${name}`, [fixture]));
    for (const type of responseTypes(base))
      cases.push(withCanaries('payload', type, `tool_response as ${type.name.split('+').at(-1)}`));
    for (const fixture of first(claude, ({ event }) => event)) {
      const lean = derived(fixture, 'lean', without(fixture.stdin ?? {}, ['transcript_path', 'permission_mode']));
      cases.push(
        make('lean', lean.name, `${fixture.event} without transcript_path and permission_mode`, [fixture, lean]),
      );
    }
    cases.push(...large(seeds, make, scope));
    const routing = routingTrace(base);
    cases.push(make('routing', 'claude-code/routing', 'two sub-agents and their parent', routing));
    const task = sameTask(seeds, base);
    if (task.length === 2)
      cases.push(make('same-task', 'claude-code/same-task', 'a task created, by hook and by tool', task));
    if (context.subject.verbose !== null) {
      const log = planted(base, scope('claude-code/verbose'));
      cases.push(
        make('verbose', 'claude-code/verbose', 'the payload log switched on', [log.fixture], log.canaries, {
          env: context.subject.verbose,
        }),
      );
    }
  }
  const patch = fed.find(
    (fixture) => fixture.vendor === 'codex' && toolOf(fixture) === 'apply_patch' && fixture.event === 'PostToolUse',
  );
  const mcp = fed.find(
    (fixture) => fixture.vendor === 'codex' && toolOf(fixture).startsWith('mcp__') && fixture.event === 'PostToolUse',
  );
  if (patch !== undefined) {
    for (const one of patches(patch, scope))
      cases.push(make('patch', one.fixture.name, 'a patch of four kinds', [one.fixture], one.canaries));
    for (const one of withoutCallId(patch, mcp))
      cases.push(make('payload', one.name, `${toolOf(one)} without tool_use_id`, [one], [], { keeps: () => [] }));
    if (context.subject.rollout && mcp !== undefined) cases.push(...rolloutCases(patch, mcp, make, scope));
  }
  const prompt = fed.find(({ vendor, event }) => vendor === 'codex' && event === 'UserPromptSubmit');
  if (prompt !== undefined) {
    const few = without(prompt.stdin ?? {}, ['cwd', 'transcript_path', 'permission_mode']);
    const lean = derived(prompt, 'cdx-028-few-members', few);
    cases.push(make('tolerated', lean.name, 'codex UserPromptSubmit without cwd and transcript_path', [lean]));
  }
  const any = base ?? fed[0];
  if (any !== undefined)
    for (const [name, bytes] of HOSTILE)
      cases.push(
        make(
          'broken',
          `${any.vendor}/broken-${name}`,
          `input that no reader can take: ${name}`,
          [derived(any, `broken-${name}`, {})],
          [],
          { bytes },
        ),
      );
  cases.push(...generatedCases(context, fed, generatedCase(context)));
  cases.push(...brokenCases(context, fed, generatedCase(context)));
  return { cases, notFed: notFed(context, own) };
}

export function toolOf(fixture: Fixture): string {
  const tool = isObject(fixture.stdin) ? fixture.stdin['tool_name'] : undefined;
  return typeof tool === 'string' ? tool : '';
}

function first(fixtures: readonly Fixture[], key: (fixture: Fixture) => string): readonly Fixture[] {
  const seen = new Map<string, Fixture>();
  for (const fixture of fixtures) if (!seen.has(key(fixture))) seen.set(key(fixture), fixture);
  return [...seen.values()];
}

function without(payload: JsonValue, members: readonly string[]): JsonValue {
  if (!isObject(payload)) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !members.includes(name))) as JsonValue;
}

/** Each member that the table does not mark optional, removed in turn (AP-RDR-002). */
function missingMembers(fixture: Fixture, make: MakeCase): readonly Case[] {
  const fields = registry('claude-code-payloads').events.find(({ event }) => event === fixture.event)?.fields ?? [];
  return fields
    .filter(({ optional, name }) => optional !== true && isObject(fixture.stdin) && name in fixture.stdin)
    .map(({ name }) => {
      const made = derived(fixture, `without-${name}`, without(fixture.stdin ?? {}, [name]));
      return make('missing', made.name, `${fixture.event} without ${name}`, [made]);
    });
}

/** Odd payloads that a reader must live with, by the row that says so. */
function tolerated(seeds: readonly Fixture[], base: Fixture): readonly (readonly [string, Fixture])[] {
  const of = (event: string): Fixture | undefined => seeds.find((fixture) => fixture.event === event);
  const set = (event: string, name: string, member: string, value: JsonValue): (readonly [string, Fixture])[] => {
    const fixture = of(event);
    if (fixture === undefined) return [];
    return [[name, derived(fixture, name, withValue(fixture.stdin ?? {}, `/${member}`, value))] as const];
  };
  const compact = of('PreCompact');
  const zeta = { ...derived(base, 'zeta', withValue(base.stdin ?? {}, '/hook_event_name', 'Zeta')), event: 'Zeta' };
  return [
    ...set('SubagentStop', 'rdf-002-empty-type', 'subagent_type', ''),
    ...set('PreCompact', 'rdf-004-null', 'custom_instructions', null),
    ...set('PreCompact', 'rdf-004-empty', 'custom_instructions', ''),
    ...(compact === undefined
      ? []
      : [
          [
            'rdf-004-absent',
            derived(compact, 'rdf-004-absent', without(compact.stdin ?? {}, ['custom_instructions'])),
          ] as const,
        ]),
    ['evt-054-unknown-event', zeta] as const,
  ];
}

/** tool_response of every JSON type (E-AP-14). */
function responseTypes(base: Fixture): readonly Fixture[] {
  const types: readonly (readonly [string, JsonValue])[] = [
    ['text', 'total 12 lines of output'],
    ['list', [{ type: 'text', text: 'an answer in a block' }]],
    ['nested', { content: [{ type: 'text', text: 'deep down' }], structuredContent: { rows: ['first row'] } }],
    ['null', null],
    ['number', 7],
  ];
  return types.map(([name, value]) => derived(base, name, withValue(base.stdin ?? {}, '/tool_response', value)));
}

/** One patch with every kind of header; the text in the place of the seed, then where the vendor sends it (E-AP-24). */
function patches(base: Fixture, scope: (name: string) => PlantScope): readonly PlantedFixture[] {
  return ['input', 'command'].map((member) => {
    const name = `codex/patch-${member}`;
    const canaries = ['add', 'update'].map((part) =>
      makeCanary(scope(name), `/tool_input/${member}`, 'file-content', { part }),
    );
    const [add, update] = canaries.map(({ value }) => value);
    const patch = patchText(add ?? '', update ?? '');
    const stdin = withValue(withValue(base.stdin ?? {}, '/tool_input', { [member]: patch }), '/tool_response', 'Done!');
    return { fixture: { ...derived(base, `patch-${member}`, stdin), name }, canaries };
  });
}

/** Calls without an id, for which the seed gives keys to fall back on (E-AP-22). */
function withoutCallId(patch: Fixture, mcp: Fixture | undefined): readonly Fixture[] {
  const lean = (fixture: Fixture, name: string, stdin: JsonValue): Fixture => ({
    ...derived(fixture, name, without(stdin, ['tool_use_id'])),
    name: `codex/${name}`,
  });
  return [
    ...['input', 'command'].map((member) =>
      lean(
        patch,
        `patch-${member}-without-id`,
        withValue(patch.stdin ?? {}, '/tool_input', { [member]: patchText('one', 'two') }),
      ),
    ),
    ...(mcp === undefined ? [] : [lean(mcp, 'mcp-without-id', mcp.stdin ?? {})]),
  ];
}

/** Long texts with a canary late in them. */
function large(seeds: readonly Fixture[], make: MakeCase, scope: (name: string) => PlantScope): readonly Case[] {
  const wanted: readonly (readonly [event: string, member: string, length: number, at: number])[] = [
    ['PostCompact', 'compact_summary', 50 * 1024, 49 * 1024],
    ['UserPromptExpansion', 'prompt', 10 * 1024, 9 * 1024],
    ['PermissionRequest', 'tool_input', 100 * 1024, 90 * 1024],
  ];
  return wanted.flatMap(([event, member, length, place]) => {
    const fixture = seeds.find((one) => one.event === event);
    if (fixture === undefined) return [];
    const name = `claude-code/large-${event}`;
    const canary = makeCanary(scope(name), `/${member}`, event === 'PermissionRequest' ? 'tool-input' : 'prompt');
    // Not ASCII alone: a byte count is no character count.
    const text = `${'für alle Fälle '.repeat(Math.ceil(place / 15)).slice(0, place)}${canary.value}`.padEnd(
      length,
      ' und weiter',
    );
    const value = member === 'tool_input' ? { command: text } : text;
    const made = { ...derived(fixture, `large-${member}`, withValue(fixture.stdin ?? {}, `/${member}`, value)), name };
    return [make('large', name, `${event} with a long ${member}`, [made], [canary])];
  });
}

/** A parent, two sub-agents, one of them announced twice (AP-SUB). */
function routingTrace(base: Fixture): readonly Fixture[] {
  const payload = (name: string, event: string, members: Readonly<Record<string, JsonValue>>): Fixture => {
    const common = isObject(base.stdin) ? base.stdin : {};
    const stdin = {
      session_id: common['session_id'] as JsonValue,
      transcript_path: common['transcript_path'] as JsonValue,
      cwd: common['cwd'] as JsonValue,
      hook_event_name: event,
      ...members,
    };
    return { ...derived(base, name, stdin), name: `claude-code/${name}`, event };
  };
  const bash = { tool_name: 'Bash', tool_input: { command: 'ls' } };
  const agent = (id: string): Readonly<Record<string, JsonValue>> => ({
    agent_id: id,
    agent_type: 'Explore',
    subagent_type: 'Explore',
  });
  return [
    payload('parent-before', 'PreToolUse', { ...bash, tool_use_id: 'toolu_p1' }),
    payload('start-abc', 'SubagentStart', agent('abc')),
    payload('start-abc-again', 'SubagentStart', agent('abc')),
    payload('before-abc', 'PreToolUse', { ...bash, tool_use_id: 'toolu_a1', ...agent('abc') }),
    payload('after-abc', 'PostToolUse', {
      ...bash,
      tool_use_id: 'toolu_a1',
      tool_response: { stdout: 'x' },
      ...agent('abc'),
    }),
    payload('before-def', 'PreToolUse', { ...bash, tool_use_id: 'toolu_d1', ...agent('def') }),
    payload('stop-abc', 'Stop', { stop_hook_active: false, last_assistant_message: 'Done.', ...agent('abc') }),
    payload('subagent-stop-abc', 'SubagentStop', {
      ...agent('abc'),
      last_assistant_message: 'Done.',
      stop_reason: 'end_turn',
    }),
    payload('parent-after', 'PostToolUse', { ...bash, tool_use_id: 'toolu_p1', tool_response: { stdout: 'x' } }),
  ];
}

/** One task, told by the hook and by the tool that made it (AP-EMI-020). */
function sameTask(seeds: readonly Fixture[], base: Fixture): readonly Fixture[] {
  const hook = seeds.find((fixture) => fixture.event === 'TaskCreated');
  if (hook === undefined) return [];
  const name = 'Write the report';
  const told = withValue(withValue(hook.stdin ?? {}, '/task_name', name), '/task_subject', name);
  const input = { task_subject: name, subject: name, description: 'all of it' };
  const made = withValue(withValue(base.stdin ?? {}, '/tool_name', 'TaskCreate'), '/tool_input', input);
  return [
    derived(hook, 'same-task', told),
    derived(base, 'same-task', withValue(made, '/tool_response', { task: { id: '1' } })),
  ];
}

function notFed(context: PlanContext, own: readonly string[]): readonly NotFed[] {
  const rows = (pattern: RegExp): string[] => context.catalogue.map(({ id }) => id).filter((id) => pattern.test(id));
  const reasons: NotFed[] = [];
  if (!own.includes('codex'))
    reasons.push({
      requirements: rows(/^AP-(CDX|PRIV-01[2-7]|META-016|XCK)/),
      verdict: 'not-applicable',
      reason: "codex is none of the subject's vendors",
    });
  if (!own.includes('claude-code'))
    reasons.push({
      requirements: rows(/^AP-(EVT|TOOL|EMI|META-0(0|1[0-5])|STL|SUB|RDF|COM)/),
      verdict: 'not-applicable',
      reason: "claude-code is none of the subject's vendors",
    });
  if (context.subject.verbose === null)
    reasons.push({
      requirements: rows(/^AP-PRIV-02[012]/),
      verdict: 'not-applicable',
      reason: 'the subject does not tell how its payload log is switched on (verbose)',
    });
  if (!context.subject.rollout)
    reasons.push({
      requirements: rows(/^AP-XCK-00[257]/),
      verdict: 'not-applicable',
      reason: 'the subject does not read rollouts',
    });
  return reasons;
}
