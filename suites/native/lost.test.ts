import { expect, test } from 'vitest';
import { contractOf } from '../../vendors/contract.ts';
import { outcomeOf } from '../../vendors/outcome.ts';
import { checkAnswer } from './checks.ts';

const deny = {
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' },
};
const block = '{"decision":"block","reason":"no"}';

/** What an answer at exit 0 breaks, and how it is said. */
function broken(slug: string, event: string, stdout: string, stderr = '', code = 0): readonly string[] {
  const answer = { end: { kind: 'exit', code } as const, stdout, stderr };
  const payload = { tool_name: 'Bash' };
  const outcome = outcomeOf(slug, event, answer, payload);
  return checkAnswer({ contract: contractOf(slug), event, answer, outcome, payload }).flatMap((one) =>
    one.broken === null ? [] : [`${one.kind}: ${one.broken.message}`],
  );
}

const claude = (stdout: unknown, stderr = ''): readonly string[] =>
  broken('claude-code', 'PreToolUse', typeof stdout === 'string' ? stdout : JSON.stringify(stdout), stderr);

test.each<[string, unknown, string]>([
  ['a banner', `Now using node v20\n${block}`, 'json: other text stands before'],
  ['a banner before an empty object', 'Now using node v20\n{}', 'json: other text stands before'],
  ['a text after it', `${block}\ndone`, 'json: other text stands after'],
  ['two documents', `${block}\n${block}`, 'json: 2 JSON objects'],
  ['a list', `[${block}]`, 'json: the output is a JSON array'],
  ['a string', JSON.stringify(block), 'json: the JSON object is printed as a JSON string'],
  ['UTF-16', Buffer.from(`\uFEFF${block}`, 'utf16le').toString('utf8'), 'json: the JSON is printed as UTF-16'],
  ['UTF-16 without a mark', Buffer.from(block, 'utf16le').toString('utf8'), 'json: the JSON is printed as UTF-16'],
  ['a byte order mark', `\uFEFF${block}`, 'json: a byte order mark stands before'],
  ['a fence', `\`\`\`json\n${block}\n\`\`\``, 'json: other text stands before'],
  ['a comma too many', block.replace('}', ',}'), 'json: the output begins as JSON does'],
  [
    'a member that is misspelt',
    { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDescision: 'deny' } },
    'dialect: the block stands in /hookSpecificOutput/permissionDescision',
  ],
  [
    'a member in another case',
    { hookSpecificOutput: { hookEventName: 'PreToolUse', permission_decision: 'deny' } },
    'dialect: the block stands in /hookSpecificOutput/permission_decision',
  ],
  [
    'an object around it',
    { result: deny },
    'dialect: the block stands in /result/hookSpecificOutput/permissionDecision',
  ],
])('a block is found that %s hides', (_, stdout, start) => {
  expect(claude(stdout)).toEqual([expect.stringMatching(new RegExp(`^${start.replaceAll('/', '\\/')}`))]);
});

test('a block on the stream that nobody reads is found, a log line on it is none', () => {
  expect(claude('', block)).toEqual(['json: the block is printed as JSON to stderr, where no answer is read']);
  expect(claude('', `saw ${block}`)).toEqual([]);
  expect(claude('', '{"decision":"allow","tool":"Bash"}')).toEqual([]);
});

test('where no JSON is read at all a block in it is in a dialect that is not the vendor’s', () => {
  for (const [slug, event] of [
    ['windsurf', 'pre_run_command'],
    ['kiro', 'preToolUse'],
  ] as const) {
    for (const text of [
      block,
      `log\n${block}`,
      JSON.stringify(block),
      Buffer.from(block, 'utf16le').toString('utf8'),
    ]) {
      expect(broken(slug, event, text).map((one) => one.split(':')[0])).not.toEqual([]);
    }
    expect(broken(slug, event, 'all is well')).toEqual([]);
    expect(broken(slug, event, '{"note":"all is well"}')).toEqual([]);
  }
});

test('what only sounds like a decision is none', () => {
  for (const document of [
    { systemMessage: 'deny' },
    { hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'block' } },
    { meta: { rule: 'deny', action_taken: 'none' } },
    { systemMessage: 'matched {} of {}' },
  ])
    expect(claude(document)).toEqual([]);
  expect(claude('matched {} of {} files')).toEqual([]);
});

test('an answer that the vendor refuses as a whole isn’t blamed for having no reason, too', () => {
  const input = {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: { cmd: 'ls' } },
  };
  expect(claude(input)).toEqual(['input: /hookSpecificOutput/updatedInput/command is missing']);
});

test('no exit code of Cline’s SDK blocks, and Copilot’s exit 2 has no place for a reason', () => {
  expect(broken('cline', 'tool_call', '', 'no', 2)).toEqual([expect.stringMatching(/^exit: .* exit 2 blocks nothing/)]);
  expect(broken('copilot-cloud-agent', 'preToolUse', '', '', 2)).toEqual([]);
});

test('a line of a log in brackets is no attempt at JSON, but to a vendor that takes it for one', () => {
  for (const line of ['[guard] DEBUG error=none', '[2026-11-28T12:00:00Z] 3 rules read']) {
    expect(claude(line)).toEqual([]);
    expect(broken('gemini-cli', 'BeforeTool', '', line)).toEqual([]);
    expect(broken('codex', 'PreToolUse', line)).toEqual([expect.stringMatching(/^json: output that begins as JSON/)]);
  }
  for (const attempt of [`[${block},`, '["deny"', '[\n']) {
    expect(broken('gemini-cli', 'BeforeTool', '', attempt)).toEqual([expect.stringMatching(/^json: /)]);
  }
});
