/** What is said of sessions of sub-agents, of copies from a rollout, and of results that came out: each rule met, broken, and silent. */
import { describe, expect, test } from 'vitest';
import type { Canary, Case } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { JsonObject } from '../../harness/model/json.ts';
import type { LeakHit, Observation } from '../../harness/model/observation.ts';
import { inShort, observed } from '../approved.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { type Line, lineOf } from './emitted.ts';
import type { CaseKind } from './make-case.ts';
import { judgeLeaks } from './privacy.ts';
import { judgeRollout } from './rollout.ts';
import { judgeRouting } from './routing.ts';

const lines = (...all: readonly JsonObject[]): readonly Line[] => all.flatMap((one) => lineOf(one) ?? []);
const EMPTY = observed({ spawns: [] } as unknown as Case, []);

/** Marks of rows of one family by their last part: `+002`. */
function rows(family: string, verdicts: Verdicts): readonly string[] {
  return [...inShort(verdicts.findings())].map((one) => one.replace(family, ''));
}

describe('the events of a parent and two sub-agents', () => {
  const NAMES = [
    'parent-before',
    'start-abc',
    'start-abc-again',
    'before-abc',
    'before-def',
    'after-abc',
    'stop-abc',
    'subagent-stop-abc',
    'parent-after',
  ] as const;
  type Name = (typeof NAMES)[number];
  const inputs = NAMES.map((name) => ({ name: `claude-code/routing/${name}`, stdin: { session_id: 'p' } }));
  const usual = (name: Name): JsonObject => {
    if (name.startsWith('parent')) return { kind: 'x', sessionId: 'p' };
    return { kind: 'x', sessionId: name.endsWith('def') ? 'sub--def' : 'sub--abc', parentSessionId: 'p' };
  };

  /** `null`: nothing came of that payload. */
  function said(
    changes: Partial<Record<Name, JsonObject | null>> = {},
    files: readonly { path: string; change: string }[] = [],
  ): readonly string[] {
    const verdicts = new Verdicts();
    const all = NAMES.map((name) => {
      const change = changes[name];
      return change === null ? [] : lines({ ...usual(name), ...change } as JsonObject);
    });
    judgeRouting(inputs as unknown as Fixture[], all, { ...EMPTY, files } as unknown as Observation, verdicts);
    return rows('AP-SUB-', verdicts);
  }

  const ALL = Array.from({ length: 11 }, (_, index) => `+${String(index + 2).padStart(3, '0')}`);
  const but = (...broken: readonly string[]): readonly string[] =>
    [...ALL.filter((one) => !broken.includes(one.slice(1))), ...broken.map((one) => `!${one}`)].sort();
  const without = (...silent: readonly string[]): readonly string[] =>
    ALL.filter((one) => !silent.includes(one.slice(1)));
  const PARENT = { sessionId: 'p' };

  test.each<[Partial<Record<Name, JsonObject | null>>, readonly string[]]>([
    [{}, ALL],
    [{ 'start-abc': PARENT }, but('003', '006', '008')],
    [{ 'start-abc': PARENT, 'start-abc-again': PARENT }, but('003', '008')],
    [{ 'start-abc-again': PARENT }, but('006')],
    [{ 'before-abc': PARENT }, but('003', '009')],
    [{ 'before-abc': PARENT, 'before-def': PARENT }, but('002', '003', '009')],
    [{ 'before-def': { sessionId: 'sub--abc' } }, but('002')],
    [{ 'after-abc': PARENT }, but('010')],
    [{ 'stop-abc': PARENT }, but('011')],
    [{ 'subagent-stop-abc': PARENT }, but('012')],
    [{ 'parent-before': { sessionId: 'sub--abc' } }, but('004')],
    [{ 'parent-after': { sessionId: 'sub--abc' } }, but('004')],
    [{ 'start-abc': { parentSessionId: 'q' } }, but('005')],
    [{ 'before-abc': { parentSessionId: 'q' } }, but('005')],
    [{ 'before-abc': { parentSessionId: null } }, ALL],
    [{ 'start-abc': { parentSessionId: null }, 'before-abc': { parentSessionId: 7 } }, but('005')],
    [{ 'before-def': null }, without('002')],
    [{ 'before-abc': null }, without('002', '009')],
    [{ 'before-abc': null, 'before-def': null }, without('002', '009')],
    [{ 'start-abc': null }, without('006', '008')],
    [{ 'start-abc-again': null }, without('006')],
    [{ 'start-abc': null, 'start-abc-again': null }, without('006', '008')],
    [{ 'start-abc': null, 'before-abc': null }, without('002', '003', '005', '006', '008', '009')],
    [{ 'parent-before': null }, ALL],
    [{ 'parent-after': null }, ALL],
    [{ 'parent-after': null, 'parent-before': null }, without('004')],
    [{ 'after-abc': null, 'stop-abc': null, 'subagent-stop-abc': null }, without('010', '011', '012')],
  ])('%j', (changes, expected) => {
    expect(said(changes)).toEqual(expected);
  });

  test('whose parent no line names', () => {
    const bare = { parentSessionId: null };
    expect(said({ 'start-abc': bare, 'before-abc': bare })).toEqual([...without('005'), '?005'].sort());
  });

  test.each([
    ['session-cache.json', 'created', '!'],
    ['Sessions.db', 'created', '!'],
    ['agents/cache/one.sqlite', 'created', '!'],
    ['session-cache.json', 'changed', '+'],
    ['session-cache.json', 'deleted', '+'],
    ['sessions.log', 'created', '+'],
    ['todo-state.json', 'created', '+'],
  ])('with the file %s that is %s', (path, change, mark) => {
    expect(
      said({}, [
        { path: 'notes.txt', change: 'created' },
        { path, change },
      ]),
    ).toContain(`${mark}007`);
  });

  test('of which nothing came', () => {
    const verdicts = new Verdicts();
    judgeRouting([], [], EMPTY, verdicts);
    expect(rows('AP-SUB-', verdicts)).toEqual(['+007']);
  });
});

describe('a rollout beside the hooks of its calls', () => {
  const inputs = ['c1', 'c2', ''].map((id) => ({ stdin: { tool_name: 'x', tool_use_id: id } }) as unknown as Fixture);
  const copy = (source: unknown, dedupeKey: unknown, text = ''): JsonObject =>
    ({ kind: 'x', text, metadata: { crossCheck: { source, dedupeKey } } }) as JsonObject;
  const QUERY = 'lighthouse keeper wages 1911';
  const [h1, h2, r1, r2] = [copy('hook', 'c1'), copy('hook', 'c2'), copy('rollout', 'c1'), copy('rollout', 'c2')];
  const search = copy('rollout', 's', QUERY);

  function said(first: JsonObject[], second: JsonObject[], last: JsonObject[], attributed = true): readonly string[] {
    const verdicts = new Verdicts();
    judgeRollout(inputs, [lines(...first), lines(...second), lines(...last)], attributed, verdicts);
    return rows('AP-XCK-', verdicts);
  }

  test.each<[string, JsonObject[], JsonObject[], JsonObject[], readonly string[]]>([
    ['all are copies', [h1], [h2], [r1, r2, search], ['+002', '+005', '+007']],
    ['the search by its id', [h1], [h2], [r1, r2, copy('rollout', 's', 'ws_0a91c4e7')], ['+002', '+005', '+007']],
    ['the search is missing', [h1], [h2], [r1, r2], ['!007', '+002', '+005']],
    ['the search has no key', [h1], [h2], [r1, r2, copy('rollout', 7, QUERY)], ['!007', '+002', '+005']],
    ['the search has no mark', [h1], [h2], [r1, r2, { kind: 'x', text: QUERY }], ['!007', '+002', '+005']],
    ['the search is called a hook', [h1], [h2], [r1, r2, copy('hook', 's', QUERY)], ['!002', '!007', '+005']],
    ['a patch with another key', [copy('hook', 'q')], [h2], [r1, r2, search], ['!005', '+002', '+007']],
    ['a call with another key', [h1], [h2], [r1, search], ['!005', '+002', '+007']],
    ['the hooks gave no copies', [{ kind: 'x' }], [], [r1, r2, search], ['+002', '+007']],
    ['the hook spoke of a rollout', [r1], [r2], [r1, r2, search], ['+002', '+007']],
    ['nothing came of the rollout', [h1], [h2], [], ['!002']],
    ['nothing of the rollout is marked', [h1], [h2], [{ kind: 'x', text: QUERY }], ['!002']],
    ['nothing at all came', [], [], [], ['!002']],
  ])('%s', (_, first, second, last, expected) => {
    expect(said(first, second, last)).toEqual(expected);
  });

  test('whose lines nobody can tell apart: a copy of a hook is known by the id of its call', () => {
    expect(said([], [], [h1, h2, r1, r2, search], false)).toEqual(['+002', '+005', '+007']);
    expect(said([], [], [h1, h2, r1, search], false)).toEqual(['!005', '+002', '+007']);
    expect(said([], [], [r1, r2, search], false)).toEqual(['+002', '+007']);
    expect(said([], [], [copy('hook', 'q'), r1, search], false)).toEqual(['+002', '+007']);
    expect(said([], [], [h1, h2], false)).toEqual(['!002']);
  });
});

describe('a planted text', () => {
  const RESULT = '/tool_response/stdout';

  function judged(
    kind: CaseKind,
    [vendor, event, tool]: readonly [string, string, string?],
    field: string,
    out: { readonly hit?: boolean; readonly spawn?: number; readonly is?: string; readonly texts?: string[] } = {},
  ) {
    const canary = { id: 'one', kind: out.is ?? 'tool-result', value: 'v', field, spawn: out.spawn ?? 0 } as Canary;
    const input = { vendor, event, stdin: tool === undefined ? {} : { tool_name: tool } };
    const testCase = { spawns: out.texts ?? [''], canaries: [canary], context: { kind, inputs: [input] } };
    const hit = { canary: 'one', channel: 'stdout', place: 'stdout', encoding: 'plain' } as LeakHit;
    const seen = { ...observed(testCase as unknown as Case, out.texts ?? ['']), leaks: out.hit === true ? [hit] : [] };
    const verdicts = new Verdicts();
    const leaks = judgeLeaks(testCase as unknown as Case, seen, verdicts);
    return [...verdicts.findings(), ...leaks];
  }

  test.each<[CaseKind, readonly [string, string, string?], string, readonly string[]]>([
    ['payload', ['claude-code', 'PostToolUse', 'Bash'], RESULT, ['001', '002', '009']],
    ['payload', ['claude-code', 'PostToolUse', 'Bash'], '/tool_response/stderr', ['001', '003', '009']],
    ['payload', ['claude-code', 'PostToolUse', 'Bash'], '/tool_response', ['001', '002', '009']],
    ['payload', ['claude-code', 'PostToolUse', 'Read'], '/tool_response/file/content', ['001', '004', '009']],
    ['payload', ['claude-code', 'PostToolUse', 'Read'], '/tool_response/file/filePath', ['001', '009']],
    ['payload', ['claude-code', 'PostToolUse', 'mcp__a__b'], RESULT, ['001', '006', '009']],
    ['payload', ['claude-code', 'PostToolUse', 'Zeta'], RESULT, ['001', '009']],
    ['payload', ['claude-code', 'PostToolBatch'], '/tool_calls/0/tool_response', ['027']],
    ['payload', ['codex', 'PostToolUse', 'Bash'], RESULT, ['001', '009', '012']],
    ['payload', ['claude-code', 'PostToolUse', 'Bash'], '/tool_input/command', []],
    ['payload', ['claude-code', 'UserPromptSubmit'], '/prompt', []],
    ['large', ['claude-code', 'PostCompact'], '/compact_summary', ['026']],
    ['large', ['claude-code', 'UserPromptExpansion'], '/prompt', ['024']],
    ['large', ['claude-code', 'PreToolUse', 'Bash'], '/tool_input/command', ['023']],
    ['verbose', ['claude-code', 'PostToolUse', 'Bash'], RESULT, ['020']],
    ['patch', ['codex', 'PostToolUse', 'apply_patch'], '/tool_input/command', ['013']],
    ['rollout', ['codex', 'rollout'], 'function_call_output.output', ['012']],
  ])('%s, %j, in %s', (kind, about, field, touched) => {
    const marked = (mark: string): readonly string[] => touched.map((row) => `${mark}AP-PRIV-${row}`);
    expect([...inShort(judged(kind, about, field))]).toEqual(marked('+'));
    const leak = touched.length === 0 ? [] : [`leak:${touched.map((row) => `AP-PRIV-${row}`).join('&')}`];
    const found = [...inShort(judged(kind, about, field, { hit: true }))];
    expect(found.filter((one) => !one.startsWith('leak'))).toEqual(marked('!'));
    expect(found.filter((one) => one.startsWith('leak')).map((one) => one.split(/[:&]/).sort())).toEqual(
      leak.map((one) => one.split(/[:&]/).sort()),
    );
    // Of no payload of the case.
    expect(judged(kind, about, field, { hit: true, spawn: 3 })).toEqual([]);
  });

  test('of a patch within a rollout is a body, and not a result', () => {
    const about = ['codex', 'rollout'] as const;
    expect([...inShort(judged('rollout', about, 'custom_tool_call.input', { is: 'file-content' }))]).toEqual([
      '+AP-PRIV-013',
    ]);
  });

  test('that came out is named with its payload', () => {
    const texts = (...asked: Parameters<typeof judged>): string => JSON.stringify(judged(...asked));
    expect(texts('payload', ['codex', 'PostToolUse', 'Bash'], RESULT, { hit: true })).toContain(
      'stdout of codex PostToolUse Bash came out',
    );
    expect(texts('large', ['claude-code', 'PostCompact'], '/compact_summary', { hit: true })).toContain(
      'of claude-code PostCompact came out',
    );
  });

  const PATHS = ['src/added.ts', 'src/updated.ts', 'src/deleted.ts', 'src/moved.ts'];
  const patched = (texts: string[], body = ''): readonly string[] => {
    const testCase = { spawns: texts, canaries: [], context: { kind: 'patch', inputs: [] } } as unknown as Case;
    const requests = body === '' ? [] : [{ body: { bytes: Buffer.from(body) } }];
    const verdicts = new Verdicts();
    judgeLeaks(testCase, { ...observed(testCase, texts), requests } as unknown as Observation, verdicts);
    return rows('AP-PRIV-', verdicts);
  };
  const told = (paths: readonly string[]): string => JSON.stringify({ kind: 'file.changed', paths });

  test('in a patch keeps its paths', () => {
    const all = ['+014', '+015', '+016', '+017'];
    expect(patched([told(PATHS)])).toEqual(all);
    expect(patched([], told(PATHS))).toEqual(all);
    expect(patched([told(PATHS.slice(0, 2))], told(PATHS.slice(2)))).toEqual(all);
    for (const [index, path] of PATHS.entries()) {
      const expected = all.map((one, at) => (at === index ? one.replace('+', '!') : one)).sort();
      expect(patched([told(PATHS.filter((one) => one !== path))])).toEqual(expected);
    }
    // Only what emits something can be asked for paths.
    expect(patched(['done with all of them'])).toEqual([]);
    expect(patched([''])).toEqual([]);
  });
});
