/** What the lines that came of one payload meet and break, by the seed's text of what a collector emits. */
import { describe, expect, test } from 'vitest';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { JsonObject } from '../../harness/model/json.ts';
import { judgeEmitted, type Line, lineOf } from './emitted.ts';

interface Payload {
  readonly vendor?: string;
  readonly event: string;
  readonly tool?: string;
  readonly stdin?: JsonObject;
  readonly whole?: boolean;
}

function linesOf(values: readonly JsonObject[]): readonly Line[] {
  return values.flatMap((value) => lineOf(value) ?? []);
}

function told({ vendor = 'claude-code', event, tool = '', stdin = {}, whole = true }: Payload, lines: JsonObject[]) {
  return judgeEmitted({ vendor, event, stdin } as unknown as Fixture, tool, linesOf(lines), whole);
}

const said = (payload: Payload, lines: JsonObject[]): readonly string[] =>
  told(payload, lines).map(({ row, fault }) => `${fault === null ? '+' : '!'}${row}`);
const faults = (payload: Payload, lines: JsonObject[]): readonly unknown[] =>
  told(payload, lines).flatMap(({ fault }) => fault ?? []);

test('a member stands in metadata or at the top, and metadata goes before', () => {
  const line = lineOf({ kind: 'x', a: 1, b: 2, metadata: { a: 3 } });
  expect([line?.kind, line?.member('a'), line?.member('b'), line?.member('c')]).toEqual(['x', 3, 2, undefined]);
  expect(line?.text).toBe('{"kind":"x","a":1,"b":2,"metadata":{"a":3}}');
  expect(lineOf({ kind: 'x', metadata: ['a'], length: 4 })?.member('length')).toBe(4);
  for (const kind of [7, null, undefined, {}]) expect(lineOf({ kind })).toBeUndefined();
});

describe('an event of Claude Code', () => {
  const failure = { event: 'StopFailure', stdin: { error: 'rate_limit' } };
  const both = { event: 'StopFailure', stdin: { error: 'rate_limit', error_type: 'billing' } };
  const batch = { event: 'PostToolBatch', stdin: { tool_calls: [{}, {}] } };
  const listless = { event: 'PostToolBatch', stdin: { tool_calls: 'two' } };
  const reason = (stopReason: string | null): JsonObject => ({ kind: 'assistant.response', metadata: { stopReason } });
  const saved = (itemCount: string | number): JsonObject => ({
    kind: 'context.saved',
    metadata: { trigger: 'tool_batch_completed', itemCount },
  });
  test.each<[Payload, JsonObject[], string]>([
    [failure, [reason('error:rate_limit')], '+AP-EMI-005'],
    [failure, [reason('rate_limit')], '!AP-EMI-005'],
    [failure, [reason(null)], '!AP-EMI-005'],
    [failure, [{ kind: 'assistant.response' }], '!AP-EMI-005'],
    [failure, [], '!AP-EMI-005'],
    [failure, [{ ...reason('error:rate_limit'), kind: 'x' }], '!AP-EMI-005'],
    [failure, [{ ...reason('error:rate_limit'), kind: 'x' }, reason('x')], '!AP-EMI-005'],
    [failure, [reason('x'), reason('error:rate_limit'), { kind: 'x' }], '+AP-EMI-005'],
    [both, [reason('error:billing')], '+AP-EMI-005'],
    [both, [reason('error:rate_limit')], '!AP-EMI-005'],
    // What the payload doesn't say can be no other.
    [{ event: 'StopFailure' }, [reason('error:billing')], '+AP-EMI-005'],
    [{ event: 'StopFailure', stdin: { error_type: null } }, [reason('error:billing')], '+AP-EMI-005'],
    [{ event: 'StopFailure', stdin: { error_type: null, error: 'x' } }, [reason('error:billing')], '!AP-EMI-005'],
    [{ event: 'StopFailure', stdin: { error_type: null, error: 'x' } }, [reason('error:x')], '+AP-EMI-005'],
    [{ event: 'StopFailure' }, [reason(null)], '!AP-EMI-005'],
    [batch, [saved(2)], '+AP-EMI-001'],
    [batch, [saved(3)], '!AP-EMI-001'],
    [batch, [saved('2')], '!AP-EMI-001'],
    [listless, [saved(2)], '+AP-EMI-001'],
    [batch, [{ kind: 'context.saved', metadata: { itemCount: 2 } }], '!AP-EMI-001'],
    [batch, [{ kind: 'context.saved', metadata: { trigger: 'other', itemCount: 2 } }], '!AP-EMI-001'],
    [batch, [{ kind: 'context.saved', trigger: 'tool_batch_completed', itemCount: 2 }], '+AP-EMI-001'],
    [{ event: 'TaskCreated' }, [{ kind: 'todo.logged', todoState: 'added', todoId: 'a' }], '+AP-EMI-003'],
    [{ event: 'TaskCreated' }, [{ kind: 'todo.logged', todoState: 'added', todoId: null }], '!AP-EMI-003'],
    [{ event: 'TaskCreated' }, [{ kind: 'todo.logged', todoState: 'added' }], '!AP-EMI-003'],
  ])('%j and its lines %j', (payload, lines, expected) => {
    expect(said(payload, lines)).toEqual([expected]);
    expect(said({ ...payload, vendor: 'codex' }, lines)).toEqual([]);
    expect(said({ ...payload, event: 'Zeta' }, lines)).toEqual([]);
  });

  test('is named with what is missing or another', () => {
    expect(faults({ event: 'TaskCreated' }, [{ kind: 'todo.logged' }])).toEqual([
      'claude-code TaskCreated: todoState is missing, todoId is missing',
    ]);
    expect(faults({ event: 'Setup', tool: 'Bash' }, [])).toEqual(['claude-code Setup of Bash gave no setup.triggered']);
    expect(faults(batch, [saved(3)])).toEqual(['claude-code PostToolBatch: itemCount is 3, not 2']);
    expect(faults(failure, [reason('x')])).toEqual([
      'claude-code StopFailure: stopReason is "x", not "error:rate_limit"',
    ]);
    expect(faults({ event: 'Setup' }, [{ kind: 'setup.triggered', lane: 'x' }])).toEqual([
      'claude-code Setup: lane is "x", not "planning"',
    ]);
  });
});

test('an event of Codex that may be of several kinds, or of any', () => {
  const asked = { vendor: 'codex', event: 'PermissionRequest' };
  expect(said(asked, [{ kind: 'rule.logged' }])).toEqual(['+AP-CDX-029']);
  expect(said(asked, [{ kind: 'permission.request' }])).toEqual(['+AP-CDX-029']);
  expect(said(asked, [{ kind: 'x' }])).toEqual(['!AP-CDX-029']);
  expect(faults(asked, [])).toEqual(['codex PermissionRequest gave no rule.logged or permission.request']);
  const stop = { vendor: 'codex', event: 'Stop' };
  expect(said(stop, [{ kind: 'x', stopReason: 'stop_hook' }])).toEqual(['+AP-CDX-027']);
  expect(said(stop, [{ kind: 'x', stopReason: 'end_turn' }])).toEqual(['!AP-CDX-027']);
  expect(faults(stop, [])).toEqual(['codex Stop gave no event']);
});

describe('a call of a tool of Claude Code', () => {
  const used = (tool: string, input: JsonObject = {}, whole = true): Payload => ({
    event: 'PostToolUse',
    tool,
    stdin: { tool_input: input },
    whole,
  });
  const LSP = used('LSP', { operation: 'hover' });

  test.each<[Payload, JsonObject, readonly string[]]>([
    [LSP, { subtypeKey: 'grep_code', operation: 'lsp_hover' }, ['+AP-META-011']],
    [LSP, { subtypeKey: 'grep_code', operation: 'hover' }, ['!AP-META-011']],
    [LSP, { subtypeKey: 'x', operation: 'lsp_hover' }, ['!AP-META-011']],
    [used('LSP', { operation: 'hover' }, false), {}, []],
    [{ ...LSP, event: 'PreToolUse' }, {}, []],
    [used('Zeta'), {}, []],
    [used('Monitor'), { kind: 'monitor.observed' }, ['!AP-META-003', '+AP-EMI-016']],
    [used('Monitor'), {}, ['!AP-META-003', '!AP-EMI-016']],
    [used('CronDelete', { id: 'b', cron: 'a' }), { entityName: 'a' }, ['+AP-META-012']],
    [used('CronDelete', { id: 'b' }), { entityName: 'b' }, ['+AP-META-012']],
    [used('CronDelete', { id: 6 }), { entityName: '6' }, ['!AP-META-012']],
  ])('%j and a line with %j', (payload, metadata, expected) => {
    expect(said(payload, [{ kind: String(metadata['kind'] ?? 'tool.used'), metadata }])).toEqual(expected);
  });

  const SEMANTIC = { subtypeKey: 'run', subtypeGroup: 'shell', toolFamily: 'terminal', operation: 'run' };
  const EDIT = used('Edit', { replace_all: true });
  const semantic = (changes: JsonObject): readonly string[] =>
    said(EDIT, [{ kind: 'x' }, { kind: 'y', metadata: { editReplaceAll: true, ...SEMANTIC, ...changes } }]);
  const GOOD = ['+AP-META-009', '+AP-SEM-001', '+AP-SEM-003', '+AP-SEM-004', '+AP-SEM-005'];

  test('has the members of semantic metadata that are required, and others only as texts', () => {
    expect(semantic({})).toEqual(GOOD);
    expect(semantic({ toolFamily: 'shell' })).toEqual(GOOD.map((one) => one.replace('+AP-SEM-004', '!AP-SEM-004')));
    expect(semantic({ toolFamily: ['file'] })).toEqual(GOOD.map((one) => one.replace('+AP-SEM-004', '!AP-SEM-004')));
    expect(semantic({ operation: 7 })).toEqual(GOOD.map((one) => one.replace('+AP-SEM-005', '!AP-SEM-005')));
    expect(semantic({ entityType: 'file' })).toEqual([...GOOD, '+AP-SEM-006']);
    expect(semantic({ entityType: 7 })).toEqual([...GOOD, '!AP-SEM-006']);
    // Null is no string, and the document says where it is allowed; it is not left out either.
    expect(semantic({ entityType: null })).toEqual([...GOOD, '!AP-SEM-006']);
    expect(semantic({ operation: null })).toEqual(GOOD.map((one) => one.replace('+AP-SEM-005', '!AP-SEM-005')));
    expect(faults(EDIT, [{ kind: 'y', metadata: { editReplaceAll: true, ...SEMANTIC, sourceTool: null } }])).toEqual([
      'claude-code PostToolUse of Edit: sourceTool is null; leave it out where it has no value',
    ]);
  });

  test('of every line that has one', () => {
    const lines = (toolFamily: unknown): JsonObject[] => [
      { kind: 'y', metadata: { editReplaceAll: true, ...SEMANTIC } },
      { kind: 'z', metadata: { toolFamily } as JsonObject },
    ];
    expect(said(EDIT, lines('file'))).toEqual(GOOD);
    expect(said(EDIT, lines('shell'))).toEqual(GOOD.map((one) => one.replace('+AP-SEM-004', '!AP-SEM-004')));
  });

  test('of which a required one is missing', () => {
    const none = ['+AP-META-009', '!AP-SEM-001', '!AP-SEM-003', '!AP-SEM-004', '!AP-SEM-005'];
    expect(said(EDIT, [{ kind: 'y', metadata: { editReplaceAll: true } }])).toEqual(none);
    expect(faults(EDIT, [{ kind: 'y', metadata: { editReplaceAll: true, ...SEMANTIC, toolFamily: 'x' } }])).toEqual([
      'claude-code PostToolUse of Edit: toolFamily is "x"',
    ]);
    // Where nothing is told of a call, other rows report that.
    expect(said(EDIT, [])).toEqual(['!AP-META-009']);
    expect(said(LSP, [{ kind: 'y' }])).toEqual(['!AP-META-011']);
  });
});

describe('a call of a tool of Codex', () => {
  const PATCH = '*** Begin Patch of *** Add File: no.ts\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** End Patch\n';
  const used = (tool: string, stdin: JsonObject = {}): Payload => ({
    vendor: 'codex',
    event: 'PostToolUse',
    tool,
    stdin,
  });
  const copy = (crossCheck: unknown): JsonObject[] => [
    { kind: 'x' },
    { kind: 'y', metadata: { crossCheck } } as JsonObject,
  ];
  const hook = (dedupeKey: unknown): JsonObject[] => copy({ source: 'hook', dedupeKey });

  test('gives an event', () => {
    expect(said(used('Bash'), [{ kind: 'x' }])).toEqual(['+AP-CDX-023']);
    expect(said(used('Bash'), [])).toEqual(['!AP-CDX-023']);
    expect(faults(used('Bash'), [])).toEqual(['codex PostToolUse of Bash gave no event']);
    expect(said(used('web_search'), [])).toEqual([]);
    expect(said({ ...used('Bash'), event: 'PreToolUse' }, [])).toEqual([]);
  });

  test.each([
    ['apply_patch', '+AP-CDX-024', 'AP-XCK-003'],
    ['mcp__shop__list', '+AP-CDX-025', 'AP-XCK-004'],
  ])('of %s says which copy it is', (tool, handled, keyed) => {
    const call = used(tool, { tool_use_id: 'call_1', turn_id: 't' });
    const good = ['+AP-META-016', '+AP-XCK-001', `+${keyed}`];
    expect(said(call, hook('call_1'))).toEqual([handled, ...good]);
    expect(said(call, hook('call_2'))).toEqual([handled, '+AP-META-016', '+AP-XCK-001', `!${keyed}`]);
    expect(said(call, copy({ source: 'rollout', dedupeKey: 'call_1' }))).toEqual([
      handled,
      '+AP-META-016',
      '!AP-XCK-001',
      `+${keyed}`,
    ]);
    expect(said(call, copy({ source: 'hook' }))).toEqual([handled, '!AP-META-016', '+AP-XCK-001', `!${keyed}`]);
    expect(said(call, copy({ source: 7, dedupeKey: 'call_1' }))).toEqual([
      handled,
      '!AP-META-016',
      '!AP-XCK-001',
      `+${keyed}`,
    ]);
    expect(said(call, copy('hook'))).toEqual([handled, '!AP-META-016']);
    expect(said(call, [{ kind: 'x' }])).toEqual([handled, '!AP-META-016']);
  });

  const keyOf = (call: Payload, key: unknown): string => String(said(call, hook(key)).at(-1));

  test('of an MCP tool without an id has its name and its turn for a key', () => {
    const call = used('mcp__shop__list', { turn_id: 'turn-7' });
    expect(keyOf(call, 'mcp__shop__list:turn-7')).toBe('+AP-XCK-004');
    for (const key of ['mcp__shop__list', 'turn-7', 'mcp__shop__list:turn-8', 7])
      expect(keyOf(call, key)).toBe('!AP-XCK-004');
  });

  test.each(['input', 'command'])('of a patch in %s without an id has its first path and its length', (member) => {
    const call = used('apply_patch', { tool_input: { [member]: PATCH } });
    const { length } = PATCH;
    for (const path of ['src/a.ts', '/repo/shop/src/a.ts'])
      expect(keyOf(call, `apply_patch:${path}:${length}`)).toBe('+AP-XCK-003');
    for (const key of [
      `apply_patch:src/a.ts:${length - 1}`,
      `apply_patch:no.ts:${length}`,
      `apply_patch:/repo/no.ts:${length}`,
      `apply_patch:/repo/asrc/a.ts:${length}`,
      `apply_patch:lib/src/a.ts:${length}`,
      `patch:/repo/src/a.ts:${length}`,
      `/src/a.ts:${length}`,
      '',
      7,
      [`apply_patch:src/a.ts:${length}`],
    ])
      expect([key, keyOf(call, key)]).toEqual([key, '!AP-XCK-003']);
    expect(faults(call, hook('x'))).toEqual([
      `codex PostToolUse of apply_patch: crossCheck.dedupeKey is "x", not "apply_patch:src/a.ts:${length}"`,
    ]);
  });

  test.each(['Add', 'Delete'])('of a patch that begins with %s', (verb) => {
    const patch = `*** Begin Patch\n*** ${verb} File: src/b.ts\n*** Delete File: src/c.ts\n*** End Patch`;
    const call = used('apply_patch', { tool_input: { input: patch } });
    expect(keyOf(call, `apply_patch:src/b.ts:${patch.length}`)).toBe('+AP-XCK-003');
    expect(keyOf(call, `apply_patch:src/c.ts:${patch.length}`)).toBe('!AP-XCK-003');
  });

  test('of a patch that is none has no key to be right', () => {
    for (const input of ['no patch', 7, ['*** Add File: a.ts'], null])
      expect(keyOf(used('apply_patch', { tool_input: { input } as JsonObject }), 'apply_patch:a.ts:18')).toBe(
        '!AP-XCK-003',
      );
  });
});
