import { describe, expect, it } from 'vitest';
import { validate } from '../../harness/validate/validate.ts';
import { requirementsInEdition } from '../editions.ts';
import { type HifEdition, manifestCases } from './documents.ts';
import { lossOn, manifestNotices } from './manifest.ts';

const hook = (more: object): object => ({
  event: 'before_tool_execute',
  handler: { type: 'command', command: './x.sh' },
  ...more,
});
const noticesOf = (more: object): readonly string[] =>
  manifestNotices({ spec: 'hooks/1.0', hooks: [hook(more)] }, '1.0').map(({ requirement }) => requirement);

describe('notices about manifests', () => {
  it('finds a pattern that no tool can match, and spares those about MCP tools', () => {
    expect(noticesOf({ matcher: { pattern: 'Bash(git commit*)' } })).toContain('HC-PATTERN');
    for (const pattern of ['^Bash$', 'run_shell', 'mcp__github__.*', '.'])
      expect(noticesOf({ matcher: { pattern } })).not.toContain('HC-PATTERN');
  });

  it('finds blocking that nothing honours', () => {
    expect(noticesOf({ event: 'session_end', blocking: true })).toContain('HC-BLOCKING');
    expect(noticesOf({ event: 'agent_stop', blocking: true })).not.toContain('HC-BLOCKING');
  });

  it('takes a timeout in the thousands for milliseconds', () => {
    expect(noticesOf({ handler: { type: 'command', command: 'x', timeout: 30_000 } })).toContain('HC-TIMEOUT');
    expect(noticesOf({ handler: { type: 'command', command: 'x', timeout: 30 } })).not.toContain('HC-TIMEOUT');
  });

  it('says what is lost where', () => {
    expect(lossOn('gemini-cli', { event: 'before_tool_execute', matcher: 'agent' })).toBeUndefined();
    expect(lossOn('windsurf', { event: 'session_start' })).toBeUndefined();
    expect(lossOn('cursor', { event: 'before_prompt', handler: { type: 'command', env: {} } })).toBe('custom_env');
    expect(lossOn('claude-code', { event: 'before_tool_execute', matcher: 'shell', blocking: true })).toBeNull();
  });
});

describe.each(['1.0', '0.1'] as HifEdition[])('hookconf check and the manifests of edition %s', (edition) => {
  // Information-grade rows and the rules about how hooks are run are no business of a document check.
  const bound = new Set(
    requirementsInEdition('hook-interchange', edition)
      .filter(({ grade, level }) => grade !== 'info' && level !== 'Runtime')
      .map(({ id }) => id),
  );
  const cases = manifestCases(edition).filter(
    ({ yaml, id, requirements }) => !yaml && id !== 'text-cut-off' && requirements.some((one) => bound.has(one)),
  );
  it.each(cases.map((one) => [one.id, one] as const))('%s', async (_, { text, owed }) => {
    const { valid, findings } = await validate(JSON.parse(text), {
      spec: 'hook-interchange',
      kind: 'manifest',
      edition,
    });
    const said = findings.filter(({ severity }) => severity !== 'info');
    if (owed === 'accept' || owed === 'quiet') expect(said.filter(({ severity }) => severity === 'fail')).toEqual([]);
    else expect([valid, said.length > 0]).not.toEqual([true, false]);
  });
});
