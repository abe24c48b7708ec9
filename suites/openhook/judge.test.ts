/** What is said of the events that came of one native payload: ends, transcripts, prompts, files and what must not come out. */
import { describe, expect, test } from 'vitest';
import type { Canary, Substitution } from '../../harness/model/case.ts';
import type { JsonValue } from '../../harness/model/json.ts';
import type { LeakHit } from '../../harness/model/observation.ts';
import type { Judgement, PlanContext } from '../../harness/model/suite.ts';
import { testCase } from '../../harness/process/testing.ts';
import { inShort, observed } from '../approved.ts';
import { fixtureOf, subjectOf } from '../testing.ts';
import { judgeNative, type OpenHookFacts, typeOf } from './judge.ts';

type Document = Readonly<Record<string, unknown>>;

interface Given {
  readonly vendor?: string;
  readonly event: string;
  readonly name?: string;
  readonly stdin?: Readonly<Record<string, JsonValue>>;
  readonly substitutions?: readonly Substitution[];
  readonly canaries?: readonly Canary[];
  readonly leaks?: readonly LeakHit[];
}

let made = 0;
const event = (type: unknown, data?: Document, more: Document = {}): Document => ({
  openhook: '0.1',
  id: `0c9f3a1e-7a44-4d5b-8a8e-${String(100000000000 + made++)}`,
  source: 'claude-code',
  type,
  time: '2026-02-08T19:22:11.000Z',
  session_id: 'native',
  ...(data === undefined ? {} : { data }),
  ...more,
});

function judged(given: Given, events: readonly (Document | string)[]): Judgement {
  const { vendor = 'claude-code', event: of, name = `${vendor}/made`, stdin = {} } = given;
  const fixture = fixtureOf(vendor, of, { session_id: 'native', ...stdin }, name);
  const own = testCase({
    substitutions: given.substitutions ?? [],
    canaries: given.canaries ?? [],
    context: { kind: 'payload', inputs: [fixture] },
  });
  const lines = events.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  const seen = { ...observed(own, [lines.join('\n')]), leaks: given.leaks ?? [] };
  return judgeNative(own, seen, { subject: subjectOf({ role: 'emitter', spec: 'openhook' }) } as PlanContext);
}

/** What is said of one row: its mark, or nothing; of a notice its whole id. */
function said(row: string, given: Given, events: readonly Document[]): string {
  const short = [...inShort(judged(given, events).findings)];
  return short.includes(row) ? row : short.flatMap((one) => (one.slice(1) === row ? [one[0]] : [])).join('');
}

const END = event('session.end');
const OTHER = event('session.start');

test('an event whose type is no text has none', () => {
  expect(typeOf({ value: { type: 7 }, text: '', spawn: 0, line: 1 })).toBe('');
});

test('OH-EVT-008, OH-EVT-009: a session ends where it ends', () => {
  const row = (id: string, given: Given): readonly string[] => [said(id, given, [OTHER]), said(id, given, [END])];
  expect(row('OH-EVT-009', { event: 'SessionStart' })).toEqual(['+', '!']);
  expect(row('OH-EVT-009', { event: 'SessionEnd' })).toEqual(['', '']);
  expect(row('OH-EVT-008', { event: 'Stop' })).toEqual(['+', '!']);
  expect(row('OH-EVT-008', { event: 'SessionEnd' })).toEqual(['', '']);
  expect(row('OH-EVT-008', { vendor: 'windsurf', event: 'post_cascade_response' })).toEqual(['', '']);
  const unknown = (name: string, events: readonly Document[]): string =>
    said('HC-OH-UNKNOWN-EVENT', { event: name }, events);
  expect([unknown('Setup', [END]), unknown('Setup', [OTHER])]).toEqual(['HC-OH-UNKNOWN-EVENT', '']);
  expect(unknown('SubagentStop', [END])).toBe('HC-OH-UNKNOWN-EVENT');
  expect(unknown('SubagentStop', [event('session.end', undefined, { session_id: 'own' })])).toBe('');
});

test('OH-LVL-007: the transcript that a payload names is in session.end', () => {
  const ends = (data: Document, stdin: Given['stdin'] = { transcript_path: '/t' }): string =>
    said('OH-LVL-007', { event: 'SessionEnd', ...(stdin === undefined ? {} : { stdin }) }, [
      event('session.end', data),
    ]);
  expect([
    ends({ transcript_path: '/t' }),
    ends({ transcript_path: '' }),
    ends({}),
    ends({ transcript_path: 7 }),
  ]).toEqual(['+', '!', '!', '!']);
  expect(ends({}, {})).toBe('');
});

test('ours: the source is the vendor whose payload it is', () => {
  const from = (source: unknown, vendor = 'claude-code', name = 'Stop'): string =>
    said('HC-OH-SOURCE', { vendor, event: name }, [event('tool.end', undefined, { source })]);
  expect([from('claude-code'), from('acme'), from('cursor')]).toEqual(['', '', 'HC-OH-SOURCE']);
  expect(from('cursor', 'cline', 'TaskStart')).toBe('');
});

describe('OH-DAT-019: the length of a prompt in any usual unit', () => {
  const lengths = (prompt: string, given: readonly unknown[], from: readonly string[] = []): readonly string[] =>
    given.map((prompt_length) =>
      said(
        'OH-DAT-019',
        {
          event: 'UserPromptSubmit',
          stdin: { prompt },
          substitutions: from.map((one) => ({ from: one, to: 'project' })),
        },
        [event('prompt.submit', { prompt_length })],
      ),
    );
  test('units, code points, and characters as people see them', () => {
    expect(lengths('👩‍👧', [5, 3, 1, 2, 0, '1', undefined])).toEqual(['+', '+', '+', '!', '!', '', '']);
  });
  test('what is rewritten before it is sent is not counted', () => {
    expect(lengths('read /home/x', [1], ['/elsewhere', '/home/x'])).toEqual(['']);
    expect(lengths('read /home/y', [1], ['/elsewhere', '/home/x'])).toEqual(['!']);
  });
  test('a long text may have fewer characters than code points, unless it is ASCII', () => {
    expect(lengths('a'.repeat(9000), [9000, 8999])).toEqual(['+', '!']);
    expect(lengths('é'.repeat(9000), [9000, 8999, 1, 0, -1, 9001])).toEqual(['+', '+', '+', '!', '!', '!']);
    expect(lengths('e\u0301'.repeat(4096), [8192, 4096, 4000])).toEqual(['+', '+', '!']);
  });
});

describe('OH-ART-002: one file.write for each file that was changed, after it was', () => {
  const wrote = (path: unknown): Document => event('file.write', { path, operation: 'update' });
  const call = (tool_name: string): Given['stdin'] & object => ({ tool_name, tool_input: { file_path: '/a' } });
  const EDIT = 'claude-code/016-PostToolUse-Edit';
  const patch = '*** Begin Patch\n*** Add File: a\n*** Delete File: b\n*** End Patch';
  const patched: Given = {
    vendor: 'codex',
    event: 'PostToolUse',
    name: 'codex/011-PostToolUse-apply_patch',
    stdin: { tool_name: 'apply_patch', tool_input: { command: patch } },
  };
  test.each([
    ['before it', '!', { event: 'PreToolUse', stdin: call('Write') }, ['/a']],
    ['nothing before it', '', { event: 'PreToolUse', stdin: call('Write') }, []],
    ['of a tool that reads', '!', { event: 'PostToolUse', stdin: call('Read') }, ['/a']],
    ['of a tool that nobody knows', '', { event: 'PostToolUse', stdin: call('Own') }, ['/a']],
    ['of no tool', '', { event: 'Stop' }, ['/a']],
    ['of an edit', '+', { event: 'PostToolUse', name: EDIT, stdin: call('Edit') }, ['/a']],
    ['none of an edit', '', { event: 'PostToolUse', name: EDIT, stdin: call('Edit') }, []],
    ['two of an edit', '!', { event: 'PostToolUse', name: EDIT, stdin: call('Edit') }, ['/a', '/b']],
    ['one of a patch of two files', '!', patched, ['a']],
    ['two of a patch of two files', '+', patched, ['a', 'b']],
    ['two of one file of that patch', '!', patched, ['a', 'a']],
  ] as const)('%s: "%s"', (_, expected, given, paths) => {
    const events = [OTHER, ...paths.map(wrote)];
    expect(said('OH-ART-002', given, events)).toBe(expected);
    expect(said('OH-ART-003', given, events)).toBe(paths.length > 0 ? '+' : '');
  });
});

test('ours: the status of a tool is what its payload tells', () => {
  const status = (name: string, given: unknown, type = 'tool.end'): string =>
    said('HC-OH-STATUS', { event: 'PostToolUse', name }, [event(type, { tool_name: 'Bash', status: given })]);
  const [ok, failed] = ['claude-code/005-PostToolUse-Bash', 'claude-code/008-PostToolUseFailure-Bash'];
  expect([status(ok, 'success'), status(ok, 'error')]).toEqual(['', 'HC-OH-STATUS']);
  expect([status(failed, 'success'), status(failed, 'error')]).toEqual(['HC-OH-STATUS', '']);
  expect([status(ok, undefined), status(ok, 'error', 'tool.start'), status('claude-code/made', 'error')]).toEqual([
    '',
    '',
    '',
  ]);
});

describe('OH-SEC-004, OH-SEC-005: neither prompts nor what tools get and give come out', () => {
  const canary = (kind: Canary['kind']): Canary => ({ id: kind, value: 'v', field: `/${kind}`, kind, spawn: 0 });
  const hit = (kind: string, channel: LeakHit['channel']): LeakHit => ({
    canary: kind,
    channel,
    place: `${channel}, byte 0`,
    encoding: 'plain',
    spawn: 0,
    length: 1,
  });
  const leaked = (kinds: readonly Canary['kind'][], ...leaks: readonly LeakHit[]): readonly string[] =>
    ['OH-SEC-004', 'OH-SEC-005'].map((row) =>
      said(row, { event: 'Stop', canaries: kinds.map(canary), leaks }, [OTHER]),
    );
  test.each([
    [['', ''], [], []],
    [['+', ''], ['prompt'], []],
    [['', '+'], ['tool-result'], []],
    [['!', '+'], ['prompt', 'tool-input'], [hit('prompt', 'stdout')]],
    [['!', '+'], ['prompt', 'tool-input'], [hit('prompt', 'file')]],
    [['!', '+'], ['prompt', 'tool-input'], [hit('prompt', 'request')]],
    [['+', '+'], ['prompt', 'tool-input'], [hit('prompt', 'stderr')]],
    [['+', '!'], ['prompt', 'tool-input'], [hit('tool-input', 'stdout')]],
    [['', '!'], ['file-content'], [hit('file-content', 'file')]],
    [['+', ''], ['prompt', 'identity'], [hit('identity', 'stdout')]],
  ] as const)('%s', (expected, kinds, leaks) => {
    expect(leaked(kinds, ...leaks)).toEqual(expected);
  });
});

test('the run is told what came, of which tool, and in which envelope', () => {
  const call: Given = { event: 'PostToolUse', stdin: { tool_name: 'Write', tool_input: {} } };
  const events = [
    event('file.write', { path: '/a', operation: 'update' }),
    event('tool.end', {}, { session_id: undefined }),
  ];
  const facts = judged(call, events).facts as OpenHookFacts;
  expect(facts.ids.map(([, of]) => of)).toEqual(['claude-code/made file.write /a 0', 'claude-code/made tool.end ']);
  const common = { garbled: false, end: '', vendor: 'claude-code', canonical: 'after_tool_execute' };
  const both = { types: ['file.write'], came: ['file.write', 'tool.end'], event: 'PostToolUse' };
  expect(facts.emitted).toEqual([{ ...common, ...both, tool: 'file_write', native: 'Write', standsForTool: false }]);
  expect(facts.brokenEnvelope).toEqual(['OH-ENV-007']);
  const told = (given: Given, lines: readonly (Document | string)[] = []): unknown =>
    (judged(given, lines).facts as OpenHookFacts).emitted[0];
  expect(told({ event: 'Stop' }, ['[1]'])).toMatchObject({
    tool: '',
    native: 'Stop',
    standsForTool: false,
    garbled: true,
  });
  const shell = { vendor: 'cursor', event: 'beforeShellExecution' };
  expect(told(shell)).toMatchObject({ tool: 'shell', native: 'beforeShellExecution', standsForTool: true });
  expect(told({ event: 'NobodyKnows' })).toMatchObject({ canonical: null, standsForTool: false });
});
