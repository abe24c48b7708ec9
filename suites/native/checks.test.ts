/** What is said of single answers, where what the vendor makes of them is given: each check met, broken, and not put to the test. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../harness/model/json.ts';
import type { Answer } from '../../vendors/answer.ts';
import { type Contract, contractOf } from '../../vendors/contract.ts';
import { type Outcome, outcomeOf } from '../../vendors/outcome.ts';
import { checkAnswer } from './checks.ts';
import type { CheckResult } from './context.ts';

interface Asked {
  readonly vendor?: string;
  readonly event?: string;
  readonly out?: JsonObject | string;
  readonly err?: string;
  readonly code?: number;
  readonly payload?: unknown;
  /** Otherwise than the vendor has it. */
  readonly outcome?: Partial<Outcome>;
  readonly contract?: Partial<Contract>;
}

function checked(asked: Asked): readonly CheckResult[] {
  const { vendor = 'claude-code', event = 'PreToolUse', out = '', err = '', code = 0, payload } = asked;
  const stdout = typeof out === 'string' ? out : JSON.stringify(out);
  const answer: Answer = { end: { kind: 'exit', code }, stdout, stderr: err };
  const outcome = { ...outcomeOf(vendor, event, answer, payload), ...asked.outcome };
  const contract = { ...contractOf(vendor), ...asked.contract };
  return checkAnswer({ contract, event, answer, outcome, payload });
}

/** `+json` for a check that is met, `!json` for one that is broken. */
const said = (asked: Asked): readonly string[] =>
  checked(asked).map(({ kind, broken }) => `${broken === null ? '+' : '!'}${kind}`);
const broken = (asked: Asked): readonly string[] => said(asked).filter((one) => one.startsWith('!'));
const messages = (asked: Asked): readonly string[] =>
  checked(asked).flatMap((one) => (one.broken === null ? [] : [one.broken.message]));

const BLOCK = '{"decision":"block","reason":"no"}';
const DENY = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } };
const REASON = { permissionDecisionReason: 'not here' };
const DENIED = { hookSpecificOutput: { ...DENY.hookSpecificOutput, ...REASON } };
const READ = outcomeOf('claude-code', 'PreToolUse', { end: { kind: 'exit', code: 0 }, stdout: '', stderr: '' }).read;

describe('an object among other text', () => {
  const before = 'other text stands before the JSON object, so the answer is not read as one';
  const after = before.replace('before', 'after');
  test.each([
    ['an empty one on a line of its own', 'log\n{}', [before]],
    ['with white space around it', 'log\n \t{} \r\nmore', [before]],
    ['an answer in the middle of a line', `log: ${BLOCK} there`, [before]],
    ['text after it alone', `\n${BLOCK}\ndone`, [after]],
    ['an empty one with text after it alone', '{}\nmore', [after]],
    ['an empty one behind a word', 'log {}', []],
    ['an empty one right behind a word of its line', 'log\nabc{}', []],
    ['an empty one before a word', 'log\n{} more\nlog', []],
    ['an empty one right before a word', 'log\n{}abc', []],
    ['one that is no answer', 'log\n{"level":"info"}', []],
    ['an answer beyond a million characters', `${'x'.repeat(1_000_000)}\n${BLOCK}`, []],
  ])('%s', (_, out, expected) => {
    expect(messages({ out })).toEqual(expected);
  });

  test.each([
    ['zeros without an answer among them', 'a\0b'],
    ['a JSON string that holds a text', '"done"'],
    ['a byte order mark before a text', '\uFEFFchecked'],
  ])('is not what %s is', (_, out) => {
    expect(broken({ out })).toEqual([]);
  });

  test('is text where the vendor reads text, and nothing elsewhere', () => {
    expect(said({ event: 'UserPromptSubmit', out: 'checked' })).toContain('+json');
    expect(said({ event: 'UserPromptSubmit', out: '' })).not.toContain('+json');
    expect(said({ event: 'PreToolUse', out: 'checked' })).not.toContain('+json');
    expect(said({ out: {} })).toContain('+json');
  });
});

describe('an answer that is the payload', () => {
  const payload = { a: 1, b: [2], c: 'x', d: 4 };
  test('is told by three members that came back as they were', () => {
    const told = 'the answer is the payload that was sent (a, b, c…), not an answer';
    expect(messages({ out: { a: 1, b: [2], c: 'x' }, payload })).toContain(told);
    expect(messages({ out: payload, payload })).toContain(told);
    expect(said({ out: { a: 1, b: [2], e: 5 }, payload })).toContain('+json');
    expect(said({ out: { a: 2, b: [3], c: 'y', d: 5 }, payload })).toContain('+json');
    expect(said({ out: { e: 1, f: 2, g: 3 }, payload })).toContain('+json');
  });

  test('is nothing where no object was sent', () => {
    for (const sent of [undefined, null, 'text', ['a', 'b', 'c']])
      expect(said({ out: { 0: 'a', 1: 'b', 2: 'c' }, payload: sent })).toContain('+json');
  });
});

describe('a block on stderr', () => {
  test('is lost, unless something stands on stdout or it is read there', () => {
    expect(broken({ err: BLOCK })).toEqual(['!json']);
    expect(broken({ err: `\uFEFF${BLOCK}\n` })).toEqual(['!json']);
    expect(broken({ out: ' \n', err: BLOCK })).toEqual(['!json']);
    expect(broken({ out: 'log', err: BLOCK })).toEqual([]);
    expect(broken({ err: BLOCK, outcome: { read: { ...READ, from: 'stderr' } } })).toEqual([]);
    expect(broken({ err: BLOCK, outcome: { effect: 'deny', breaks: null } })).not.toContain('!json');
  });

  test('is one only as an answer that blocks', () => {
    expect(broken({ err: '{"decision":"approve","hookSpecificOutput":{"permissionDecision":"deny"}}' })).toEqual([
      '!json',
    ]);
    expect(broken({ err: '{"zeta":{"permissionDecision":"deny"}}' })).toEqual([]);
    expect(broken({ err: '{"decision":"approve"}' })).toEqual([]);
    expect(broken({ err: `{"decision":"block","reason":"${'x'.repeat(1_000_000)}"}` })).toEqual([]);
  });
});

describe('a vendor that reads no JSON', () => {
  const windsurf = (asked: Asked): readonly string[] =>
    broken({ vendor: 'windsurf', event: 'pre_run_command', ...asked });
  test('is given a block in a dialect that is not its own', () => {
    for (const out of [BLOCK, `log ${BLOCK}`, JSON.stringify(BLOCK), `\uFEFF${JSON.stringify(BLOCK)}`])
      expect(windsurf({ out })).toEqual(['!dialect']);
    expect(windsurf({ out: '{"permission":"allow","decision":"block"}' })).toEqual(['!dialect']);
    expect(windsurf({ err: BLOCK })).toEqual(['!dialect']);
    expect(windsurf({ out: '{"permission":"allow"}' })).toEqual([]);
    expect(windsurf({ out: 'fine' })).toEqual([]);
  });

  test('may be told it beside the exit code that blocks', () => {
    expect(windsurf({ out: BLOCK, err: 'no', code: 2 })).toEqual([]);
  });
});

describe('a reason', () => {
  const held = { effect: 'deny', breaks: null } as const;
  const reasons = (asked: Asked): readonly string[] =>
    said({ outcome: held, ...asked }).filter((one) => one.endsWith('reason'));
  test('is due where an action is held up', () => {
    expect(reasons({ out: DENIED })).toEqual(['+reason']);
    expect(reasons({ out: DENY })).toEqual(['!reason']);
    expect(reasons({ out: { ...DENY, reason: ' \n' } })).toEqual(['!reason']);
    expect(reasons({ out: { ...DENY, reason: 'no' } })).toEqual(['+reason']);
    expect(reasons({ out: { ...DENY, systemMessage: 'no' } })).toEqual(['!reason']);
    expect(reasons({ out: DENY, outcome: {} })).toEqual(['!reason']);
    expect(reasons({ out: {}, outcome: {} })).toEqual([]);
  });

  test('may be what the model is given', () => {
    const given = { hookSpecificOutput: { ...DENY.hookSpecificOutput, additionalContext: 'not here' } };
    expect(reasons({ out: given })).toEqual(['+reason']);
  });

  test('is a sentence, and no JSON', () => {
    expect(reasons({ out: { ...DENIED, reason: BLOCK } })).toEqual(['!reason']);
    expect(reasons({ out: { ...DENIED, reason: 'saw {"x":1}' } })).toEqual(['+reason']);
    expect(reasons({ err: BLOCK, code: 2 })).toEqual(['!reason']);
  });

  test('stands on stderr beside an exit code, and on stdout where that is read instead', () => {
    expect(reasons({ err: 'no', code: 2 })).toEqual(['+reason']);
    expect(reasons({ out: 'no', code: 2 })).toEqual(['!reason']);
    const gemini = { vendor: 'gemini-cli', event: 'BeforeTool', out: 'no', code: 2 } as const;
    const rule = (stderr: boolean, breaks: 'reason' | 'exit') => ({
      rules: [{ id: 'x', when: { stderr }, why: 'x', breaks }],
    });
    expect(reasons({ ...gemini, contract: rule(false, 'exit') })).toEqual(['+reason']);
    expect(reasons({ ...gemini, contract: rule(true, 'reason') })).toEqual(['+reason']);
    expect(reasons({ ...gemini, contract: rule(false, 'reason') })).toEqual(['!reason']);
    const read = { ...READ, from: 'stderr' } as const;
    expect(reasons({ ...gemini, contract: rule(false, 'exit'), outcome: { ...held, read } })).toEqual(['!reason']);
  });
});

describe('a block that stands elsewhere', () => {
  const flat = { permissionDecision: 'deny' };
  const dialect = (asked: Asked): readonly string[] => said(asked).filter((one) => one.endsWith('dialect'));
  test('is lost, unless another is heard', () => {
    expect(dialect({ out: flat })).toEqual(['!dialect']);
    expect(dialect({ out: { ...flat, ...DENIED } })).toEqual(['+dialect']);
    expect(dialect({ out: { ...flat, ...DENIED }, outcome: { effect: 'none' } })).toEqual(['+dialect']);
    expect(dialect({ out: flat, outcome: { effect: 'deny' } })).toEqual(['+dialect']);
    const allowed = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } };
    expect(dialect({ out: { ...flat, ...allowed } })).toEqual(['!dialect']);
    expect(dialect({ out: {} })).toEqual([]);
    expect(checked({ out: flat }).flatMap((one) => (one.kind === 'dialect' ? [one.broken?.actual] : []))).toEqual([
      '/permissionDecision: deny',
    ]);
  });

  test('on an event of another kind blocks nothing', () => {
    const other = { event: 'Notification', out: { ...DENY, decision: 'block' } };
    const found = checked(other).find(({ kind, broken: fault }) => kind === 'decide' && fault !== null);
    expect(found?.broken?.actual).toMatch(/^\/\w[\w/]*: (deny|block)$/);
    expect(said({ out: DENIED })).toContain('+decide');
    expect(said({ out: {} })).not.toContain('+decide');
  });
});

describe('a decision in JSON and an exit code', () => {
  const both = (asked: Asked): readonly string[] => said(asked).filter((one) => one.endsWith('contradiction'));
  test('say the same', () => {
    expect(both({ out: DENIED })).toEqual(['+contradiction']);
    expect(both({ out: { ...DENIED, decision: 'approve' }, code: 2, err: 'no' })).toEqual(['+contradiction']);
    expect(both({ out: { decision: 'approve' }, code: 2, err: 'no' })).toEqual(['!contradiction']);
    expect(both({ out: DENIED, code: 1 })).toEqual(['!contradiction']);
    expect(both({ out: {}, code: 2, err: 'no' })).toEqual([]);
  });
});

describe('what the vendor’s own rule calls a fault', () => {
  const LIST = '[1]';
  test.each(['reason', 'decide', 'contradiction', 'exit'] as const)('is told beside others: %s', (breaks) => {
    expect(broken({ out: LIST, outcome: { breaks } })).toEqual(expect.arrayContaining(['!json', `!${breaks}`]));
    expect(broken({ out: LIST, outcome: { breaks: null } })).toEqual(['!json']);
  });

  test('is not said to be met as well', () => {
    expect(said({ out: {}, outcome: { breaks: null } })).toContain('+type');
    const told = said({ out: {}, outcome: { breaks: 'type' } });
    expect(told).toContain('!type');
    expect(told).not.toContain('+type');
    expect(told).toContain('+json');
  });
});
