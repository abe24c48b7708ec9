/** What the judge of one payload case says of what could be seen, row by row: met, broken, or nothing at all. */
import { describe, expect, test } from 'vitest';
import type { Case } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { JsonObject } from '../../harness/model/json.ts';
import type { End, Observation } from '../../harness/model/observation.ts';
import type { PlanContext } from '../../harness/model/suite.ts';
import { inShort, observed } from '../approved.ts';
import { judgePayloads, type PayloadFacts } from './judge.ts';
import type { CaseKind } from './make-case.ts';

type Role = 'hook' | 'emitter';

interface Seen {
  readonly role?: Role;
  readonly output?: 'stdout' | 'log';
  readonly id?: string;
  readonly vendor?: string;
  readonly end?: End;
  readonly stderr?: string;
  /** Nothing was started at all. */
  readonly unstarted?: boolean;
  readonly relation?: { readonly statement: string };
  readonly folders?: readonly string[];
}

const exit = (code: number): End => ({ kind: 'exit', code });
const KILLED: End = { kind: 'signal', signal: 'SIGKILL' };

const payload = (event: string, stdin: JsonObject = {}, vendor = 'claude-code'): Fixture =>
  ({ name: `${vendor}/${event}`, vendor, event, stdin }) as unknown as Fixture;

function judged(kind: CaseKind, inputs: readonly Fixture[], outputs: readonly string[], seen: Seen = {}) {
  const testCase = {
    id: seen.id ?? 'agent-payloads/claude-code/one',
    title: 'one',
    vendor: 'claude-code',
    event: 'Stop',
    requirements: ['AP-RDR-001', 'AP-EMI-018'],
    spawns: outputs,
    canaries: [],
    context: { kind, inputs, ...(seen.relation === undefined ? {} : { relation: seen.relation }) },
  } as unknown as Case;
  const { end = exit(0), stderr = '' } = seen;
  const all = observed(testCase, outputs, { end, stderr });
  const known = seen.folders === undefined ? all : { ...all, folders: seen.folders };
  const observation: Observation = seen.unstarted === true ? { ...known, spawns: [] } : known;
  const context = { subject: { role: seen.role ?? 'emitter', output: seen.output ?? 'stdout' } } as PlanContext;
  return judgePayloads(testCase, observation, context);
}

function said(...asked: Parameters<typeof judged>): readonly string[] {
  return [...inShort(judged(...asked).findings)];
}

const factsOf = (...asked: Parameters<typeof judged>): PayloadFacts => judged(...asked).facts as PayloadFacts;
const line = (kind: string, metadata: JsonObject = {}): string => `${JSON.stringify({ kind, metadata })}\n`;
/** A status line's payload before the first answer. */
const NULLS = { context_window: { used_percentage: null, current_usage: null } };
/** Of a kind that asks for nothing beside how it ended. */
const PLAIN = 'verbose';

describe('an event that is observed and nothing else', () => {
  const DENIES = '{"hookSpecificOutput":{"decision":{"behavior":"deny"}}}';
  test.each<[string, Role, string, boolean]>([
    ['nothing', 'emitter', '', true],
    ['a decision', 'emitter', '{"decision":"approve"}', false],
    ['the decision of a permission', 'emitter', `${line('x')}${DENIES}`, false],
    ['an event that tells of a decision', 'emitter', '{"kind":"permission.request","decision":"approve"}', true],
    ['an event with the answer in it', 'emitter', '{"kind":"rule.logged","hookSpecificOutput":{"decision":{}}}', true],
    ['a decision within something else', 'emitter', '{"note":{"decision":"approve"}}', true],
    ['context, which decides nothing', 'emitter', '{"hookSpecificOutput":{"additionalContext":"x"}}', true],
    ['text that is no JSON', 'emitter', '{"decision":"approve"', true],
    ['nothing', 'hook', '', true],
    ['a decision over several lines', 'hook', '{\n"decision" : "approve"\n}', false],
    ['a word of permission', 'hook', '{"permissionDecision":"ask"}', false],
    ['another input', 'hook', '{"updatedInput":{}}', false],
    ['context', 'hook', '{"hookSpecificOutput":{"additionalContext":"x"}}', true],
    ['what a vendor reads as a decision', 'hook', '{"kind":"x","decision":"approve"}', false],
  ])('%s of the %s', (_, role, stdout, ok) => {
    const mark = ok ? '+' : '!';
    expect(said(PLAIN, [payload('PermissionRequest')], [stdout], { role })).toEqual([`${mark}AP-EMI-017`]);
    expect(said(PLAIN, [payload('ConfigChange')], [stdout], { role })).toEqual([`${mark}AP-EMI-018`]);
    expect(said(PLAIN, [payload('PermissionRequest', {}, 'codex')], [stdout], { role })).toEqual([`${mark}AP-CDX-030`]);
    expect(said(PLAIN, [payload('SessionStart')], [stdout], { role })).toEqual([]);
  });

  test('ends with exit 0', () => {
    for (const how of [{ end: exit(2) }, { end: KILLED }, { unstarted: true }]) {
      expect(said(PLAIN, [payload('PermissionRequest')], [''], how)).toEqual(['!AP-EMI-017']);
      expect(said(PLAIN, [payload('ConfigChange')], [''], how)).toEqual(['!AP-EMI-018']);
      expect(said(PLAIN, [payload('StatusLine', NULLS)], [''], how)).toEqual(['!AP-STL-022']);
      expect(said(PLAIN, [payload('StatusLine')], [''], how)).toEqual([]);
      expect(said(PLAIN, [payload('PermissionRequest', {}, 'codex')], [''], how)).toEqual(['+AP-CDX-030']);
    }
  });
});

describe('what a hook writes', () => {
  const hook = { role: 'hook' } as const;
  const made = ['/t', '/t/home', '/t/tmp', '/t/project', '/t/project/shop-2'];
  test.each<[string, string, (readonly string[])?]>([
    ['', '+', made],
    ['', '+'],
    ['\n', '+', made],
    ['/t/project/shop-2\n', '+', made],
    ['/t/project/shop-2', '+', made],
    ['/t/project/shop-2/\r\n', '+', made],
    ['/t/home/../project/shop-2\n', '+', made],
    ['/t', '+', made],
    ['/', '+', made],
    ['/t/project/shop-3\n', '!', made],
    ['/t/project/shop-2x', '!', made],
    ['/t/project/shop-2\n', '?'],
    ['/repo/shop-2\n', '?', made],
    ['/tx\n', '?', made],
    ['done\n', '!', made],
    ['at /t/project/shop-2\n', '!', made],
    ['/t/project/shop-2\n/t/project\n', '!', made],
    ['{"hookSpecificOutput":{"decision":"/"}}', '!', made],
  ])('%j on WorktreeCreate: %s', (stdout, mark, folders) => {
    const seen = { ...hook, ...(folders === undefined ? {} : { folders }) };
    expect(said(PLAIN, [payload('WorktreeCreate')], [stdout], seen)).toEqual([`${mark}AP-EMI-019`]);
    expect(said(PLAIN, [payload('WorktreeCreate')], [stdout])).toEqual([]);
    expect(said(PLAIN, [payload('WorktreeRemove')], [stdout], hook)).toEqual([]);
  });

  const full = {
    context_window: { used_percentage: 42 },
    rate_limits: { five_hour: { used_percentage: 7 } },
    cost: { total_cost_usd: 0.125 },
  };
  const { rate_limits: _, ...planless } = full;
  const fresh = { context_window: { used_percentage: null }, cost: { total_cost_usd: 0 } };
  test.each<[string, string, JsonObject]>([
    ['[monitor] ctx 42% · 5h 7% · $0.125\n', '+', full],
    ['[monitor] ctx 42% · 5h 7% · $0.125\r\n', '+', full],
    ['[monitor] ctx 42% · 5h 7% · $0.125', '+', {}],
    ['[monitor] ctx 42% · $12.125', '+', planless],
    ['[monitor] ctx 42% · $0.125', '!', full],
    ['[monitor] 5h 7%', '+', { rate_limits: full.rate_limits }],
    ['[monitor] 5h 7%', '!', full],
    ['[monitor]\n', '+', fresh],
    ['[monitor] \n', '+', fresh],
    ['[monitor]', '+', {}],
    ['[monitor] ctx 0% · $0.000', '+', fresh],
    ['[monitor]\n', '!', planless],
    ['[monitor] ctx null% · $0.000', '!', fresh],
    ['[monitor] ctx % · $0.000', '!', fresh],
    ['', '!', full],
    ['ctx 42% · 5h 7% · $0.125', '!', full],
    ['[monitor] ctx 42% · 5h 7% · $0.1', '!', full],
    ['[monitor] ctx 42%5h 7%$0.125', '!', full],
    ['[monitor] $0.125 · ctx 42% · 5h 7%', '!', full],
    ['[monitor] ctx 42% · ctx 42% · 5h 7% · $0.125', '!', full],
    ['[monitor] · ', '!', fresh],
    ['[monitor]ctx 42% · 5h 7% · $0.125', '!', full],
    ['[monitor] ctx 42%\n[monitor] ctx 43%\n', '!', {}],
    ['x [monitor] ctx 42%', '!', {}],
  ])('%j as the status line: %s', (stdout, mark, stdin) => {
    const nulls = stdin === fresh ? ['+AP-STL-022'] : [];
    expect(said(PLAIN, [payload('StatusLine', stdin)], [stdout], hook)).toEqual([`${mark}AP-STL-019`, ...nulls].sort());
    expect(said(PLAIN, [payload('StatusLine', stdin)], [stdout])).toEqual(nulls);
    expect(said(PLAIN, [payload('Stop', stdin)], [stdout], hook)).toEqual([]);
  });

  test('nothing is said of what was never started', () => {
    for (const event of ['WorktreeCreate', 'StatusLine'])
      expect(said(PLAIN, [payload(event)], [''], { ...hook, unstarted: true })).toEqual([]);
  });
});

describe('a reader that is given what it cannot take', () => {
  const REFUSED = '{"ok":false,"reason":"no JSON"}';
  test.each<[string, End, string]>([
    ['', exit(0), '+'],
    ['', exit(1), '!'],
    [REFUSED, exit(1), '+'],
    ['{"ok"  :  false}', exit(1), '+'],
    ['{"ok":true}', exit(1), '!'],
    [`refused: ${REFUSED}\n`, exit(1), '+'],
    [JSON.stringify(JSON.parse(REFUSED), null, 2), exit(1), '+'],
    ['{"kind":"x","ok":false}', exit(1), '!'],
    ['{"kind":"x","metadata":{"ok":false}}', exit(1), '!'],
    [REFUSED, KILLED, '!'],
    ['', KILLED, '!'],
    [REFUSED, { kind: 'timeout', timeoutMs: 1, forced: false }, '!'],
  ])('and says %j, %j', (stdout, end, mark) => {
    expect(said('broken', [payload('Stop')], [stdout], { end })).toEqual([`${mark}AP-RDR-001`]);
    expect(said('generated', [payload('Stop')], [stdout], { end })).toEqual([`${mark}AP-RDR-001`]);
    expect(said(PLAIN, [payload('Stop')], [stdout], { end })).toEqual([]);
  });

  test('or was never started', () => {
    expect(said('broken', [payload('Stop')], [''], { unstarted: true })).toEqual(['!AP-RDR-001']);
  });

  test('a generated payload decides the rows of its case alone, and none about the run', () => {
    expect(said('generated', [payload('ConfigChange')], [''])).toEqual(['+AP-EMI-018', '+AP-RDR-001']);
    expect(said('generated', [payload('PermissionRequest')], [''])).toEqual(['+AP-RDR-001']);
    expect(judged('generated', [payload('Stop')], ['']).facts).toBeUndefined();
  });

  test('the same payload in another order of members should give the same events', () => {
    const relation = { statement: 'the order of members decides nothing' };
    const given = (...outputs: readonly string[]): readonly string[] =>
      said('generated', [payload('Stop'), payload('Stop')], outputs, { relation });
    expect(given(line('x'), line('x'))).toEqual(['+AP-RDR-001']);
    expect(given('', '')).toEqual(['+AP-RDR-001']);
    expect(given(line('x'), line('y'))).toEqual(['+AP-RDR-001', 'HC-RELATION']);
    expect(given(line('x'), '')).toEqual(['+AP-RDR-001', 'HC-RELATION']);
    expect(given(line('x') + line('y'), line('xy'))).toEqual(['+AP-RDR-001', 'HC-RELATION']);
    const findings = judged('generated', [payload('Stop'), payload('Stop')], [line('x') + line('y'), ''], { relation });
    expect(JSON.stringify(findings)).toContain('gave x, y and then nothing');
  });
});

describe('a payload without a member that it should have', () => {
  const REFUSAL = '{"ok":false,"reason":"no id"}\n';
  const rows = (...asked: [string, Seen]): readonly string[] =>
    said('missing', [payload('Stop')], [asked[0]], asked[1]);
  test.each<[string, string, Seen, readonly string[]]>([
    ['taken in silence', '', {}, ['+AP-RDR-002', '+AP-RDR-007']],
    ['taken, with its event', line('x'), {}, ['+AP-RDR-002']],
    ['complained of, with its event', line('x'), { stderr: 'no id: error' }, ['+AP-RDR-002', '+AP-RDR-007']],
    ['refused with a reason', '', { end: exit(1), stderr: 'no id' }, ['!AP-RDR-007', '+AP-RDR-002']],
    ['refused on stdout', '{"ok" : false, "reason": "no id"}', { end: exit(1) }, ['!AP-RDR-007', '+AP-RDR-002']],
    ['refused on stdout, and well', REFUSAL, {}, ['+AP-RDR-002', '+AP-RDR-007']],
    ['refused on stdout without a reason', '{"ok"  :  false}', {}, ['!AP-RDR-002', '+AP-RDR-007']],
    ['refused on stdout for no reason', '{"ok":false,"reason":" "}', {}, ['!AP-RDR-002', '+AP-RDR-007']],
    [
      'refused on stdout, with the reason beside it',
      '{"ok":false}',
      { stderr: 'no id' },
      ['+AP-RDR-002', '+AP-RDR-007'],
    ],
    ['refused on stdout, with an event', `${REFUSAL}${line('x')}`, {}, ['!AP-RDR-002', '!AP-RDR-007']],
    ['taken, with an event that is not ok', '{"kind":"x","ok":false}', {}, ['+AP-RDR-002']],
    ['refused without a reason', '{"ok":true}', { end: exit(1) }, ['!AP-RDR-002', '!AP-RDR-007']],
    ['refused, with an event', line('x'), { end: exit(1), stderr: 'no id' }, ['!AP-RDR-002']],
    ['refused loudly, with an event', line('x'), { end: exit(1), stderr: 'error' }, ['!AP-RDR-002', '!AP-RDR-007']],
    ['that ends it', '', { end: KILLED, stderr: 'no id' }, ['!AP-RDR-002', '!AP-RDR-007']],
    ['that nothing was started for', '', { unstarted: true }, ['!AP-RDR-002', '!AP-RDR-007']],
  ])('%s', (_, stdout, seen, expected) => {
    expect(rows(stdout, seen)).toEqual(expected);
  });
});

test.each<[string, Seen, readonly string[]]>([
  ['rdf-004-null', {}, ['+AP-RDF-004']],
  ['rdf-004-null', { stderr: 'custom_instructions is missing' }, ['!AP-RDF-004']],
  ['rdf-002-empty', { stderr: 'subagent_type is missing' }, ['+AP-RDF-002']],
  ['rdf-002-empty', { end: exit(1) }, ['!AP-RDF-002']],
  ['rdf-002-empty', { end: KILLED }, ['!AP-RDF-002']],
  ['rdf-002-empty', { unstarted: true }, ['!AP-RDF-002']],
  ['evt-054-zeta', { stderr: 'unknown event Zeta' }, ['+AP-EVT-054']],
  ['evt-054-zeta', { end: exit(1) }, ['!AP-EVT-054']],
  ['cdx-028-few-members', {}, ['+AP-CDX-028']],
  ['cdx-028-few-members', { stderr: 'one\ncwd is missing\n' }, ['!AP-CDX-028']],
  ['cdx-028-few-members', { end: exit(1) }, ['!AP-CDX-028']],
  ['stl-022-null', {}, []],
])('what is to be put up with: %s, %j', (name, seen, expected) => {
  const named = { ...seen, id: `agent-payloads/claude-code/${name}` };
  expect(said('tolerated', [payload('Stop')], [''], named)).toEqual(expected);
  expect(said(PLAIN, [payload('Stop')], [''], named)).toEqual([]);
});

describe('one payload with and without members that nobody may need', () => {
  const two = [payload('Stop'), payload('Stop')];
  test.each<[string, string, readonly string[]]>([
    [line('x'), line('x'), ['+AP-COM-018']],
    ['', '', ['+AP-COM-018']],
    [line('x'), line('y'), ['!AP-COM-018']],
    [line('x'), '', ['!AP-COM-018']],
    [line('x') + line('y'), line('xy'), ['!AP-COM-018']],
  ])('%j and %j', (full, lean, expected) => {
    expect(said('lean', two, [full, lean])).toEqual(expected);
    // Which lines of a log came of which payload can't be told.
    expect(said('lean', two, [full, lean], { output: 'log' })).toEqual([]);
    expect(said(PLAIN, two, [full, lean])).toEqual([]);
  });

  test('the second is refused', () => {
    const observation = observed({ spawns: two } as unknown as Case, ['', '']);
    const [full, lean] = observation.spawns;
    if (full === undefined || lean === undefined) throw new Error('two spawns');
    const refusals = [
      { ...lean, end: exit(1) },
      { ...lean, stderr: { ...lean.stderr, bytes: Buffer.from('permission_mode is missing\n') } },
    ];
    const testCase = { id: 'a', title: 'one', canaries: [], context: { kind: 'lean', inputs: two } } as unknown as Case;
    const context = { subject: { role: 'hook', output: 'stdout' } } as PlanContext;
    for (const refusal of refusals) {
      const said = (...spawns: Observation['spawns']): readonly string[] => [
        ...inShort(judgePayloads(testCase, { ...observation, spawns }, context).findings),
      ];
      expect(said(full, refusal)).toEqual(['!AP-COM-018']);
      // What is not taken with them tells nothing about a need for them.
      expect(said(refusal, refusal)).toEqual(['?AP-COM-018']);
      expect(said(refusal, lean)).toEqual(['?AP-COM-018']);
    }
  });
});

describe('a task that two payloads tell of', () => {
  const two = [payload('TaskCreated'), payload('PostToolUse')];
  const todo = (id?: string): string => line('todo.logged', id === undefined ? {} : { todoId: id });
  test.each<[string, string, readonly string[]]>([
    [todo('a'), todo('a'), ['+AP-EMI-020']],
    [line('x') + todo('a'), line('x') + todo('a'), ['+AP-EMI-020']],
    [todo('a'), todo('b'), ['!AP-EMI-020']],
    [todo('a'), todo(), []],
    [todo(), todo('a'), []],
    [line('todo.logged', { todoId: null }), todo('a'), []],
    ['', '', []],
  ])('%j and %j', (created, used, expected) => {
    expect(said('same-task', two, [created, used])).toEqual(expected);
    expect(said('same-task', two, [created, used], { output: 'log' })).toEqual([]);
    expect(said(PLAIN, two, [created, used])).toEqual([]);
  });
});

describe('an expanded prompt', () => {
  const long = payload('UserPromptExpansion', { prompt: 'é'.repeat(5000) });
  const kept = (text: string): string => line('user.prompt.expansion', { expandedPromptSnippet: text });
  test.each<[string, string, readonly string[]]>([
    ['its first 2 KB', kept(`${'é'.repeat(2048)}…`), ['+AP-PRIV-024']],
    ['its first 2 KB and three dots', kept(`${'é'.repeat(2048)}...`), ['+AP-PRIV-024']],
    ['characters of two units', kept('😀'.repeat(2048)), ['+AP-PRIV-024']],
    ['too much of it', kept('é'.repeat(2052)), ['!AP-PRIV-024']],
    ['nothing of it', line('x'), []],
    ['a snippet that is none', line('x', { expandedPromptSnippet: 7 }), []],
    ['its bytes', line('x', { expandedPromptBytes: 10_000 }), ['+AP-PRIV-025']],
    ['its characters', line('x', { expandedPromptBytes: 5000 }), ['!AP-PRIV-025']],
    ['nothing, as null', line('x', { expandedPromptBytes: null, expandedPromptSnippet: null }), []],
    ['its bytes as a text', line('x', { expandedPromptBytes: '10000' }), ['!AP-PRIV-025']],
  ])('of which %s is told', (_, stdout, expected) => {
    expect(said('large', [long], [stdout])).toEqual(expected);
    expect(said('large', [payload('UserPromptSubmit', { prompt: 'x' })], [stdout])).toEqual([]);
    expect(said('large', [payload('UserPromptExpansion', { prompt: 7 })], [stdout])).toEqual([]);
    expect(said(PLAIN, [long], [stdout])).toEqual([]);
  });
});

describe('for the rules about the whole run', () => {
  const shell = payload('PostToolUse', { tool_name: 'Bash' });
  const taken = (kind: CaseKind, input: Fixture, seen: Seen = {}) => factsOf(kind, [input], [''], seen).taken;

  test('each row that says a payload is taken is told whether it was', () => {
    const told = { form: 'vendor', what: 'claude-code PostToolUse of Bash', ok: true, how: 'exit code 0' };
    expect(taken('payload', shell)).toEqual([
      { ...told, row: 'AP-EVT-011' },
      { ...told, row: 'AP-TOOL-002' },
    ]);
    const codex = { row: 'AP-CDX-001', form: 'seed', what: 'codex SessionStart' };
    for (const kind of ['seed', 'tool'] as const)
      expect(taken(kind, payload('SessionStart', {}, 'codex'), { stderr: 'all\nis an error\n' })).toEqual([
        { ...codex, ok: false, how: 'exit code 0 and a complaint on stderr' },
      ]);
    expect(taken('payload', payload('TeammateIdle')).map(({ row }) => row)).toEqual(['AP-EVT-053']);
    expect(taken('payload', payload('SessionStart')).map(({ row }) => row)).toEqual(['AP-EVT-001']);
    for (const vendor of ['claude-code', 'codex']) expect(taken('payload', payload('Zeta', {}, vendor))).toEqual([]);
    expect(taken('broken', shell)).toEqual([]);
  });

  test.each<[Seen, boolean, string]>([
    [{ stderr: 'took it\n' }, true, 'exit code 0'],
    [{ end: exit(1) }, false, 'exit code 1'],
    [{ end: KILLED }, false, 'death by SIGKILL'],
    [{ unstarted: true }, false, 'never started'],
  ])('%j is taken: %s', (seen, ok, how) => {
    expect(taken('payload', payload('SessionStart'), seen)).toEqual([expect.objectContaining({ ok, how })]);
  });

  test('lines are judged of an emitter, one form apart from the other', () => {
    const out = line('setup.triggered', { lane: 'planning' });
    const lines = (kind: CaseKind, role: Role) => factsOf(kind, [payload('Setup')], [out], { role }).lines;
    expect(lines('payload', 'emitter')).toEqual([{ row: 'AP-EMI-011', fault: null, form: 'vendor' }]);
    expect(lines('seed', 'emitter')).toEqual([{ row: 'AP-EMI-011', fault: null, form: 'seed' }]);
    expect(lines('payload', 'hook')).toEqual([]);
    expect(lines('missing', 'emitter')).toEqual([]);
  });

  test('kinds of lines are told payload by payload', () => {
    const facts = factsOf(PLAIN, [shell, shell], ['', `${line('x')}no JSON\n{"note":1}\n[]\n${line('y')}`]);
    expect(facts).toEqual({ taken: [], lines: [], anyLine: true, kinds: [[], ['x', 'y']] });
    expect(factsOf(PLAIN, [shell], ['{"kind":7}']).anyLine).toBe(false);
    expect(factsOf(PLAIN, [shell], ['', line('x')]).kinds).toEqual([[]]);
    expect(factsOf(PLAIN, [], ['']).kinds).toEqual([]);
    expect(said('large', [], [''])).toEqual([]);
  });
});

test('copies from a rollout are asked of what emits lines, and of no hook', () => {
  const three = [payload('PostToolUse'), payload('PostToolUse'), payload('rollout')];
  expect(said('rollout', three, ['', '', ''])).toEqual(['!AP-XCK-002']);
  expect(said('rollout', three, ['', '', ''], { role: 'hook' })).toEqual([]);
  expect(said(PLAIN, three, ['', '', ''])).toEqual([]);
});
