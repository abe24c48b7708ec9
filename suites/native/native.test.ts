import { describe, expect, test } from 'vitest';
import type { Finding } from '../../harness/model/finding.ts';
import { brokenIds, judgeAll, planContext } from './testing.ts';

function broken(findings: readonly Finding[]): Extract<Finding, { kind: 'broken' }>[] {
  return findings.filter((finding) => finding.kind === 'broken');
}

function effects(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.flatMap((finding) => (finding.kind === 'outcome' ? [finding.effect] : [])))];
}

const TIMEOUT = { kind: 'timeout', timeoutMs: 0, forced: true } as const;

describe('a hook that does nothing', () => {
  test('breaks nothing and lets everything pass', async () => {
    const findings = judgeAll(await planContext(), () => ({}));
    expect(brokenIds(findings)).toEqual([]);
    expect(effects(findings)).toEqual(['none']);
    expect(findings.filter(({ kind }) => kind === 'untested')).toEqual([]);
    expect(findings.filter(({ kind }) => kind === 'notice')).toEqual([]);
  });
});

describe('a hook that fails', () => {
  test.each([
    ['exit 1', { end: { kind: 'exit', code: 1 } }],
    ['SIGKILL', { end: { kind: 'signal', signal: 'SIGKILL' } }],
  ] as const)('%s is an error of the hook, said once a vendor', async (_name, answer) => {
    const findings = judgeAll(await planContext(), () => answer);
    expect(broken(findings).map(({ requirement }) => requirement)).toEqual([
      'NV-CLAUDE-CODE-EXIT',
      'NV-GEMINI-CLI-EXIT',
    ]);
    expect(effects(findings)).toEqual(['error-open']);
  });
});

describe('a hook that hangs', () => {
  test('beyond the limit that the user gave is not what was declared', async () => {
    const findings = judgeAll(await planContext({ declaredTimeoutMs: 1000 }), () => ({ end: TIMEOUT }));
    expect(broken(findings).map(({ requirement, message }) => [requirement, message])).toMatchInlineSnapshot(`
      [
        [
          "DC-TIMEOUT",
          "UserPromptSubmit: not what you declared: still running after 1 s (on every one of 104 payloads of Claude Code); Claude Code would have waited 600 s, then: error-open, the hook is cancelled at its limit and the action goes on; what it had printed isn't read",
        ],
        [
          "DC-TIMEOUT",
          "BeforeAgent: not what you declared: still running after 1 s (on every one of 86 payloads of Gemini CLI); Gemini CLI would have waited 60 s, then: error-open, the hook is ended at its limit and the action goes on, even where a denial had been printed",
        ],
      ]
    `);
  });

  test('beyond our own limit alone is untested, with the option that decides it', async () => {
    const findings = judgeAll(await planContext(), () => ({ end: TIMEOUT }));
    expect(brokenIds(findings)).toEqual([]);
    const untested = findings.filter((finding) => finding.kind === 'untested');
    expect(untested.map(({ requirement }) => requirement)).toEqual([
      'NV-CLAUDE-CODE-EXIT',
      'NV-CLAUDE-CODE-TIMEOUT',
      'NV-GEMINI-CLI-EXIT',
      'NV-GEMINI-CLI-TIMEOUT',
    ]);
    expect(untested[0]?.reason).toContain('--timeout');
  });

  test('beyond the vendor limit breaks the vendor contract', async () => {
    const findings = judgeAll(await planContext({ declaredTimeoutMs: 60_000, vendors: ['gemini-cli'] }), () => ({
      end: TIMEOUT,
    }));
    expect(brokenIds(findings)).toEqual(['DC-TIMEOUT', 'NV-GEMINI-CLI-TIMEOUT']);
  });
});

describe('an answer', () => {
  const deny = (event: string): string =>
    JSON.stringify({
      hookSpecificOutput: { hookEventName: event, permissionDecision: 'deny', permissionDecisionReason: 'no' },
    });
  const tool = { vendors: ['claude-code'], events: { '*': ['before_tool_execute'] } };

  test.each([
    ['a denial', deny('PreToolUse'), 0, '', []],
    ['exit 2 with a reason', '', 2, 'no', []],
    ['exit 2 without one', '', 2, '', ['NV-CLAUDE-CODE-REASON']],
    ['the name of another event', deny('PostToolUse'), 0, '', ['NV-CLAUDE-CODE-EVENT-NAME']],
    ['a banner before the JSON', `Welcome\n${deny('PreToolUse')}`, 0, '', ['NV-CLAUDE-CODE-JSON']],
    ['text after the JSON', `${deny('PreToolUse')}\ndone`, 0, '', ['NV-CLAUDE-CODE-JSON']],
    ['two documents', deny('PreToolUse').repeat(2), 0, '', ['NV-CLAUDE-CODE-JSON']],
    ['JSON that is cut off', '{"decision": "block"', 0, '', ['NV-CLAUDE-CODE-JSON']],
    ['a word that is none', '{"decision": "deny"}', 0, '', ['NV-CLAUDE-CODE-WORD']],
    ['a wrong type', '{"continue": "no"}', 0, '', ['NV-CLAUDE-CODE-TYPE']],
    ['a flat permissionDecision', '{"permissionDecision": "deny"}', 0, '', ['NV-CLAUDE-CODE-DIALECT']],
    ['a denial with exit 1', deny('PreToolUse'), 1, '', ['NV-CLAUDE-CODE-CONTRADICTION']],
    ['an approval with exit 2', '{"decision": "approve"}', 2, 'no', ['NV-CLAUDE-CODE-CONTRADICTION']],
    ['exit 3', '', 3, 'no', ['NV-CLAUDE-CODE-EXIT']],
    ['plain text', 'checked', 0, '', []],
    ['a log line with braces', 'checked {3 rules}', 0, '', []],
  ] as const)('%s', async (_name, stdout, code, stderr, expected) => {
    const findings = judgeAll(await planContext(tool), () => ({ end: { kind: 'exit', code }, stdout, stderr }));
    expect(brokenIds(findings)).toEqual(expected);
  });

  test('in the name of another event is a notice while the events are not declared', async () => {
    const findings = judgeAll(await planContext({ vendors: ['claude-code'] }), () => ({ stdout: deny('PreToolUse') }));
    expect(brokenIds(findings)).toEqual([]);
    expect(findings.filter((finding) => finding.kind === 'notice')[0]?.message).toContain('--event');
  });
});
