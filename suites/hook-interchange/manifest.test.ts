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

  it('finds a timeout that a provider cuts short on this event, and spares other events and shorter ones', () => {
    const of = (event: string, timeout: number): readonly string[] =>
      manifestNotices(
        { spec: 'hooks/1.0', hooks: [hook({ event, handler: { type: 'command', command: 'x', timeout } })] },
        '1.0',
      )
        .filter(({ requirement }) => requirement === 'HC-TIMEOUT')
        .map(({ message }) => message);
    expect(of('session_end', 20)).toEqual([
      '20 seconds are more than codex gives a hook on session_end (3); it is ended earlier there',
    ]);
    expect(of('session_end', 3)).toEqual([]);
    expect(of('session_start', 20)).toEqual([]);
    expect(of('session_end', 700)).toHaveLength(2);
  });

  it('says which member was probably meant, and never of what an author owns', () => {
    const of = (document: object, edition: HifEdition = '1.0'): readonly string[] =>
      manifestNotices(document, edition)
        .filter(({ requirement }) => requirement === 'HC-MEMBER')
        .map(({ message }) => message);
    const slips = {
      spec: 'hooks/1.0',
      hooks: [
        {
          ...hook({}),
          matchr: 'shell',
          blockin: true,
          timeout: 5,
          name: 'x',
          handler: { type: 'command', comand: 'x', timout: 1, timeouts: 2, environment: {} },
        },
      ],
      hoks: [],
    };
    expect(of(slips)).toEqual([
      'hooks[0] has a member "matchr", which readers ignore; did you mean "matcher"?',
      'hooks[0] has a member "blockin", which readers ignore; did you mean "blocking"?',
      'hooks[0] has a member "timeout", which is read in its handler and ignored here',
      'hooks[0] has a member "name", which is a member of edition 0.1 only and is ignored here',
      'hooks[0].handler has a member "comand", which readers ignore; did you mean "command"?',
      'hooks[0].handler has a member "timout", which readers ignore; did you mean "timeout"?',
      'hooks[0].handler has a member "timeouts", which readers ignore; did you mean "timeout"?',
      'hooks[0].handler has a member "environment", which readers ignore; did you mean "env"?',
    ]);
    const own = hook({
      comment: 'x',
      _note: 1,
      'x-owner': 'me',
      matcher: [{ mcp: { server: 's', toool: 'x' } }],
      provider_data: { 'claude-code': { timout: 1, matchr: 'x' } },
      handler: { type: 'http', url: 'https://x.example', headers: {}, env: { COMAND: 'x' }, platform: { linx: 'x' } },
    });
    expect(of({ $schema: 'x', spec: 'hooks/0.1', hooks: [own] }, '0.1')).toEqual([
      'hooks[0].matcher[0].mcp has a member "toool", which readers ignore; did you mean "tool"?',
    ]);
  });

  it('warns of addresses without https where the edition speaks of them', () => {
    const of = (url: string, edition: HifEdition): readonly unknown[] =>
      manifestNotices({ hooks: [hook({ handler: { type: 'http', url } })] }, edition)
        .filter(({ pointer }) => pointer.endsWith('/url'))
        .map(({ requirement, severity }) => [requirement, severity]);
    expect(of('http://hooks.example/x', '0.1')).toEqual([['HIF-SEC-009', 'warn']]);
    expect(of('HTTP://hooks.example/x', '1.0')).toEqual([['HC-HTTPS', undefined]]);
    for (const url of ['https://hooks.example', 'http://localhost:80/', 'http://127.0.0.1', 'http://[::1]:1/x', '/x'])
      expect(of(url, '0.1')).toEqual([]);
    expect(of('http://localhost.example', '0.1')).toHaveLength(1);
  });

  it('notices a variable in a header, which no sentence forbids', () => {
    const headers = { Authorization: 'Bearer $TOKEN', 'x/y': 'plain' };
    const handler = { type: 'http', url: 'https://hooks.example', headers };
    const of = (edition: HifEdition): readonly unknown[] =>
      manifestNotices({ hooks: [hook({ handler })] }, edition)
        .filter(({ pointer }) => pointer.includes('/headers/'))
        .map(({ requirement, pointer, severity }) => [requirement, pointer, severity]);
    const at = '/hooks/0/handler/headers/Authorization';
    expect(of('0.1')).toEqual([['HIF-SEC-011', at, undefined]]);
    expect(of('1.0')).toEqual([['HC-HTTPS', at, undefined]]);
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
