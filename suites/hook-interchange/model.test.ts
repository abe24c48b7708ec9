/** What an event does with the hooks of a small manifest, by the texts' own tables: who is picked, what an answer means, what comes of all. */
import { describe, expect, test } from 'vitest';
import type { HifEdition } from './documents.ts';
import { type Matcher, type Maybe, type ModelEvent, type ModelHook, predict } from './model.ts';

const TOOL = 'before_tool_execute';
const BOTH: readonly HifEdition[] = ['1.0', '0.1'];

const hook = (changes: Partial<ModelHook> = {}): ModelHook => ({ event: TOOL, exit: 0, stdout: '', ...changes });
const call = (tool: string, provider: string = 'claude-code'): ModelEvent => ({ event: TOOL, tool, provider });
const of = (event: string): ModelEvent => ({ event, provider: 'claude-code' });

function picked(
  own: ModelHook,
  event: ModelEvent,
  edition: HifEdition,
): readonly [Maybe | undefined, string | undefined] {
  const { selected, selectedBecause } = predict([own], event, edition);
  return [selected[0], selectedBecause[0]];
}

describe('the event of a hook', () => {
  test.each([
    [TOOL, 'HIF-EVT-002', 'HIF-MAT-021'],
    ['after_tool_execute', 'HIF-EVT-003', 'HIF-MAT-021'],
    ['session_start', 'HIF-EVT-004', 'HIF-EVT-004'],
    ['session_end', 'HIF-EVT-005', 'HIF-EVT-005'],
    ['before_prompt', 'HIF-EVT-006', 'HIF-EVT-006'],
    ['agent_stop', 'HIF-EVT-007', 'HIF-EVT-007'],
  ])('%s is the one that it is registered for', (event, registered, unmatched) => {
    const other = event === 'session_start' ? 'agent_stop' : 'session_start';
    for (const edition of BOTH) {
      expect(picked(hook({ event }), of(event), edition)).toEqual(['yes', unmatched]);
      expect(picked(hook({ event: other }), of(event), edition)).toEqual(['no', registered]);
    }
  });

  test('takes no notice of a matcher where it is not about tools, which edition 1.0 does not say', () => {
    for (const event of ['session_start', 'before_prompt']) {
      const matched = hook({ event, matcher: 'shell' });
      expect(picked(matched, of(event), '0.1')).toEqual(['yes', 'HIF-MAT-022']);
      expect(picked(matched, of(event), '1.0')).toEqual(['either', 'HIF-MAT-022']);
    }
  });
});

describe('a matcher', () => {
  const github: Matcher = { mcp: { server: 'github' } };
  const issue: Matcher = { mcp: { server: 'github', tool: 'create_issue' } };
  const several: Matcher = ['shell', 'file_write', github];
  const rows: readonly (readonly [Matcher, ModelEvent, Maybe, string])[] = [
    ['shell', call('shell'), 'yes', 'HIF-MAT-001'],
    ['shell', call('file_read'), 'no', 'HIF-MAT-001'],
    ['shell', call('mcp__github__shell'), 'no', 'HIF-MAT-001'],
    // Cursor has one native name for both, and none for the next two.
    ['file_write', call('file_edit', 'cursor'), 'either', 'HIF-MAT-001'],
    ['file_write', call('file_write', 'cursor'), 'yes', 'HIF-MAT-001'],
    ['file_write', call('file_read', 'cursor'), 'no', 'HIF-MAT-001'],
    ['web_fetch', call('agent', 'cursor'), 'no', 'HIF-MAT-001'],
    ['future_tool', call('future_tool'), 'yes', 'HIF-MAT-001'],
    ['future_tool', call('future_toolbox'), 'no', 'HIF-MAT-001'],
    ['future_tool', call('shell'), 'no', 'HIF-MAT-001'],
    // The name of the tool as it stands.
    ['Bash', call('shell'), 'yes', 'HIF-MAT-001'],
    ['', of(TOOL), 'no', 'HIF-MAT-001'],
    [{ pattern: '.' }, of(TOOL), 'no', 'HIF-MAT-005'],
    [{ pattern: '.*' }, call('shell'), 'yes', 'HIF-MAT-005'],
    [{ pattern: '^$' }, call('shell'), 'no', 'HIF-MAT-005'],
    [{ pattern: '^Read$' }, call('shell'), 'no', 'HIF-MAT-005'],
    [{ pattern: 'Ba' }, call('shell'), 'either', 'HIF-MAT-005'],
    [{ pattern: 'mcp__github__.*' }, call('mcp__github__close'), 'yes', 'HIF-MAT-005'],
    [github, call('mcp__github__create_issue'), 'yes', 'HIF-MAT-015'],
    [github, call('mcp__github__c'), 'yes', 'HIF-MAT-015'],
    [github, call('mcp__github2__create_issue'), 'no', 'HIF-MAT-015'],
    [github, call('my_mcp__github__create_issue'), 'no', 'HIF-MAT-015'],
    [github, call('shell'), 'no', 'HIF-MAT-015'],
    [issue, call('mcp__github__create_issue'), 'yes', 'HIF-MAT-012'],
    [issue, call('mcp__github__create_issue_comment'), 'no', 'HIF-MAT-012'],
    [issue, call('mcp__gitlab__create_issue'), 'no', 'HIF-MAT-012'],
    [{ mcp: { server: 'my_srv', tool: 'do_it' } }, call('mcp__my_srv__do_it'), 'yes', 'HIF-MAT-012'],
    [several, call('shell'), 'yes', 'HIF-MAT-016'],
    [several, call('file_write'), 'yes', 'HIF-MAT-016'],
    [several, call('mcp__github__close'), 'yes', 'HIF-MAT-016'],
    [several, call('file_read'), 'no', 'HIF-MAT-016'],
    [['file_write', 'shell'], call('file_edit', 'cursor'), 'either', 'HIF-MAT-016'],
    [['shell', 'file_write'], call('file_edit', 'cursor'), 'either', 'HIF-MAT-016'],
    [['file_write', 'file_edit'], call('file_edit', 'cursor'), 'yes', 'HIF-MAT-016'],
    [[], call('shell'), 'no', 'HIF-MAT-016'],
  ];
  test.each(rows)('%j, of %j: %s', (matcher, event, selected, because) => {
    for (const edition of BOTH) expect(picked(hook({ matcher }), event, edition)).toEqual([selected, because]);
  });

  test('of a form that no edition has picks nothing', () => {
    const unknown = { regex: '.*' } as unknown as Matcher;
    for (const edition of BOTH) expect(picked(hook({ matcher: unknown }), call('shell'), edition)[0]).toBe('no');
  });

  test('that is a pattern is about the native name in edition 0.1; edition 1.0 does not say which', () => {
    const rows: readonly (readonly [string, Maybe, Maybe])[] = [
      ['^Bash$', 'yes', 'either'],
      ['shell', 'no', 'either'],
      ['Bash|shell', 'yes', 'yes'],
    ];
    for (const [pattern, bound, open] of rows) {
      expect(picked(hook({ matcher: { pattern } }), call('shell'), '0.1')[0]).toBe(bound);
      expect(picked(hook({ matcher: { pattern } }), call('shell'), '1.0')[0]).toBe(open);
    }
  });
});

describe('what a hook answers', () => {
  const says = (decision: unknown): string => JSON.stringify({ decision });
  const PRE = TOOL;
  const observed = ['after_tool_execute', 'session_start', 'session_end'] as const;
  type Row = readonly [string, Partial<ModelHook>, HifEdition | 'both', Maybe, Maybe, string];
  const hard = { blocking: true };
  const soft = { blocking: false };
  const rows: readonly Row[] = [
    [PRE, { ...hard, exit: 2 }, 'both', 'yes', 'no', 'HIF-EXIT-006'],
    ['before_prompt', { ...hard, exit: 2 }, 'both', 'yes', 'no', 'HIF-EXIT-006'],
    ['agent_stop', { ...hard, exit: 2 }, 'both', 'either', 'either', 'HIF-EXIT-006'],
    ...observed.map((event): Row => [event, { ...hard, exit: 2 }, 'both', 'no', 'either', 'HIF-EVT-052']),
    [PRE, { ...soft, exit: 2 }, '0.1', 'no', 'yes', 'HIF-EXIT-007'],
    [PRE, { ...soft, exit: 2 }, '1.0', 'no', 'either', 'HIF-EXIT-007'],
    [PRE, { exit: 2 }, '0.1', 'no', 'yes', 'HIF-EXIT-007'],
    [PRE, { ...hard, exit: 1 }, 'both', 'no', 'yes', 'HIF-EXIT-004'],
    [PRE, { ...soft, exit: 1, stdout: says('deny') }, 'both', 'no', 'yes', 'HIF-EXIT-004'],
    [PRE, { ...hard, exit: 3 }, 'both', 'no', 'yes', 'HIF-EXIT-010'],
    [PRE, { ...soft, exit: 255, stdout: says('deny') }, 'both', 'no', 'yes', 'HIF-EXIT-010'],
    [PRE, hard, 'both', 'no', 'no', 'HIF-EXIT-001'],
    [PRE, { ...hard, stdout: ' \n' }, 'both', 'no', 'no', 'HIF-EXIT-001'],
    [PRE, { ...hard, stdout: '{"reason":"r"}' }, 'both', 'no', 'no', 'HIF-EXIT-001'],
    [PRE, { ...hard, stdout: says('allow') }, 'both', 'no', 'no', 'HIF-EXIT-001'],
    [PRE, { ...hard, stdout: 'hello' }, '0.1', 'no', 'yes', 'HIF-DEC-007'],
    [PRE, { ...hard, stdout: '{}{}' }, '0.1', 'no', 'yes', 'HIF-DEC-007'],
    ...['["deny"]', '"deny"', 'null', '0'].map(
      (stdout): Row => [PRE, { ...hard, stdout }, '0.1', 'no', 'yes', 'HIF-DEC-011'],
    ),
    [PRE, { ...hard, stdout: 'hello' }, '1.0', 'no', 'either', 'HIF-EXIT-001'],
    [PRE, { ...hard, stdout: '["deny"]' }, '1.0', 'no', 'either', 'HIF-EXIT-001'],
    [PRE, { ...hard, stdout: says('deny') }, 'both', 'yes', 'either', 'HIF-EXIT-002'],
    ['before_prompt', { ...hard, stdout: says('deny') }, 'both', 'yes', 'either', 'HIF-EXIT-002'],
    ['agent_stop', { ...hard, stdout: says('deny') }, 'both', 'either', 'either', 'HIF-EXIT-002'],
    ...observed.map((event): Row => [event, { ...hard, stdout: says('deny') }, 'both', 'no', 'either', 'HIF-EVT-052']),
    [PRE, { ...hard, stdout: says('ask') }, '0.1', 'yes', 'either', 'HIF-DEC-005'],
    [PRE, { ...hard, stdout: says('ask') }, '1.0', 'either', 'either', 'HIF-DEC-005'],
    ['agent_stop', { ...hard, stdout: says('ask') }, 'both', 'either', 'either', 'HIF-DEC-005'],
    ...observed.map((event): Row => [event, { ...hard, stdout: says('ask') }, 'both', 'no', 'either', 'HIF-EVT-052']),
    [PRE, { ...soft, stdout: says('deny') }, 'both', 'either', 'either', 'HIF-TT-009'],
    [PRE, { ...soft, stdout: says('ask') }, 'both', 'either', 'either', 'HIF-TT-015'],
    ['agent_stop', { ...soft, stdout: says('deny') }, 'both', 'either', 'either', 'HIF-TT-009'],
    ['session_end', { ...soft, stdout: says('deny') }, 'both', 'no', 'either', 'HIF-EVT-052'],
    ['session_end', { ...soft, stdout: says('ask') }, 'both', 'no', 'either', 'HIF-EVT-052'],
    [PRE, { ...hard, stdout: says('block') }, 'both', 'either', 'either', 'HIF-OUT-006'],
    [PRE, { ...soft, stdout: says('block') }, 'both', 'either', 'either', 'HIF-OUT-006'],
    ['agent_stop', { ...hard, stdout: says('block') }, 'both', 'either', 'either', 'HIF-OUT-006'],
    ...observed.map((event): Row => [event, { ...hard, stdout: says('block') }, 'both', 'no', 'either', 'HIF-EVT-052']),
  ];
  test.each(rows)('on %s, %j, in edition %s', (event, answer, which, blocks, warns, because) => {
    for (const edition of which === 'both' ? BOTH : [which])
      expect(predict([hook({ event, ...answer })], of(event), edition).effects).toEqual([{ blocks, warns, because }]);
  });
});

describe('several hooks together', () => {
  const ok = hook();
  const stop = hook({ blocking: true, exit: 2 });
  const failed = hook({ exit: 1 });
  /** It may block or not. */
  const soft = hook({ stdout: '{"decision":"deny"}' });
  const elsewhere = (own: ModelHook): ModelHook => ({ ...own, event: 'session_start' });
  /** It may be picked or not. */
  const perhaps = (own: ModelHook): ModelHook => ({ ...own, matcher: 'file_write' });
  type Row = readonly [string, readonly ModelHook[], readonly number[], readonly number[], string, boolean];
  const rows: readonly Row[] = [
    ['none', [], [], [], 'allow', false],
    ['two that say nothing', [ok, ok], [0, 1], [0, 1], 'allow', false],
    ['one that blocks, and what is left to run or not', [stop, ok], [0], [0, 1], 'block', false],
    ['one that blocks in the middle', [ok, stop, ok], [0, 1], [0, 1, 2], 'block', false],
    ['one for another event', [elsewhere(stop), ok], [1], [1], 'allow', false],
    ['one that may block', [soft, ok], [0], [0, 1], 'allow block', false],
    ['one that may block and one that does', [soft, stop], [0], [0, 1], 'block', false],
    ['one that blocks and one that may', [stop, soft], [0], [0, 1], 'block', false],
    ['one that may be picked and would block', [perhaps(stop), ok], [], [0, 1], 'allow block', false],
    ['one that may be picked and says nothing', [perhaps(ok), ok], [1], [0, 1], 'allow', false],
    ['one that may be picked and would fail', [perhaps(failed), ok], [1], [0, 1], 'allow', false],
    ['one that may be picked and may block', [perhaps(soft), ok], [], [0, 1], 'allow block', false],
    ['one that fails', [failed, ok], [0, 1], [0, 1], 'allow', true],
    ['one that fails for another event', [elsewhere(failed), ok], [1], [1], 'allow', false],
    ['one that fails before a block', [failed, stop], [0, 1], [0, 1], 'block', true],
    ['one that fails behind a block', [stop, failed], [0], [0, 1], 'block', false],
    ['one that fails behind one that may block', [soft, failed], [0], [0, 1], 'allow block', false],
  ];
  test.each(rows)('%s', (_name, hooks, must, may, decisions, warns) => {
    const { selected, ...found } = predict(hooks, call('file_edit', 'cursor'), '1.0');
    expect(found).toMatchObject({ must, may, decisions: decisions.split(' '), warns });
    expect(selected).toHaveLength(hooks.length);
  });

  test('do not undo what the event only tells of, whatever they answer; that somebody is asked is not forbidden', () => {
    const decide = (event: string, own: Partial<ModelHook>): readonly string[] =>
      predict([hook({ event, blocking: true, ...own })], of(event), '1.0').decisions;
    const answers = [{ exit: 2 }, ...['deny', 'ask', 'block'].map((word) => ({ stdout: `{"decision":"${word}"}` }))];
    for (const answer of answers)
      for (const event of ['after_tool_execute', 'session_start', 'session_end'])
        expect(decide(event, answer)).toEqual(['allow', 'ask']);
    expect(decide('session_start', {})).toEqual(['allow']);
    expect(decide('before_prompt', { exit: 2 })).toEqual(['block']);
  });
});
