/** How a native configuration is read: every form of it that a provider has, and what is none. */
import { describe, expect, it } from 'vitest';
import { readNative } from './read.ts';

const hooksOf = (provider: string, config: unknown): unknown => readNative(provider, config).hooks;

describe('an entry', () => {
  it('stands in a group or alone, and says what it has', () => {
    const entry = { type: 'command', command: './a.sh', timeout: 10, async: true };
    const plain = { event: 'Stop', type: 'command', command: './a.sh', timeout: 10, async: true };
    expect(
      hooksOf('claude-code', { hooks: { Stop: [{ matcher: 'x', hooks: [entry, 'no', entry], own: 1 }] } }),
    ).toEqual([
      { ...plain, matcher: 'x', entry: { ...entry, own: 1 } },
      { ...plain, matcher: 'x', entry: { ...entry, own: 1 } },
    ]);
    expect(hooksOf('claude-code', { hooks: { Stop: [{ hooks: [{ ...entry, matcher: 'y' }] }] } })).toEqual([
      { ...plain, matcher: 'y', entry: { ...entry, matcher: 'y' } },
    ]);
    expect(hooksOf('claude-code', { hooks: { Stop: [{ ...entry, matcher: 'z' }, 3, null] } })).toEqual([
      { ...plain, matcher: 'z', entry },
    ]);
    expect(hooksOf('claude-code', { hooks: { Stop: entry } })).toEqual([{ ...plain, entry }]);
    expect(
      hooksOf('claude-code', { hooks: { Stop: [{ command: 3, matcher: 4, async: 'true', timeout: '10' }] } }),
    ).toEqual([{ event: 'Stop', type: 'command', async: false, entry: { command: 3, async: 'true', timeout: '10' } }]);
    expect(hooksOf('claude-code', { hooks: { Stop: [{ type: 'http', url: 'x' }] } })).toEqual([
      { event: 'Stop', type: 'http', async: false, entry: { type: 'http', url: 'x' } },
    ]);
  });

  it('has the members of its provider, the first of several names first', () => {
    const entry = {
      type: 'command',
      command: './later.sh',
      bash: './a.sh',
      powershell: 'a.ps1',
      timeoutSec: 3,
      timeout: 4,
      env: { A: 'b' },
      cwd: 'in',
      async: true,
    };
    expect(hooksOf('copilot-cli', { hooks: { preToolUse: [entry] } })).toEqual([
      {
        event: 'preToolUse',
        type: 'command',
        command: './a.sh',
        timeout: 3,
        env: { A: 'b' },
        cwd: 'in',
        windows: 'a.ps1',
        async: false,
        entry,
      },
    ]);
    const others = { command: './a.sh', timeout: 4, env: 'A=b', cwd: 3 };
    expect(hooksOf('copilot-cli', { hooks: { preToolUse: [others] } })).toEqual([
      { event: 'preToolUse', type: 'command', command: './a.sh', timeout: 4, async: false, entry: others },
    ]);
    expect(
      hooksOf('windsurf', { hooks: { x: [{ timeout: 3, env: { A: 'b' }, working_directory: 'in', cwd: 'no' }] } }),
    ).toMatchObject([{ event: 'x', cwd: 'in' }]);
    const [own] = readNative('windsurf', { hooks: { x: [{ timeout: 3, env: {}, undefined: 'no' }] } }).hooks;
    expect(Object.keys(own ?? {})).toEqual(['event', 'type', 'async', 'entry']);
  });

  it('has its time in seconds', () => {
    expect(hooksOf('gemini-cli', { hooks: { x: [{ timeout: 1500 }] } })).toMatchObject([{ timeout: 1.5 }]);
    expect(hooksOf('kiro', { hooks: { x: [{ timeout_ms: 1500 }] } })).toMatchObject([{ timeout: 1.5 }]);
    expect(hooksOf('cursor', { hooks: { x: [{ timeout: 0 }] } })).toMatchObject([{ timeout: 0 }]);
  });
});

it('one flat list is read, with the event in an entry', () => {
  const list = [
    { trigger: 'A', hookName: 'no', event: 'no', command: './a.sh', toolMatcher: 'x', matcher: 'y', timeoutMs: 2000 },
    { hookName: 'B', event: 'no', matcher: { toolName: 'y' }, timeout: 1000 },
    { event: 'C', matcher: 'z' },
    { event: 'D', matcher: { toolName: 3 } },
    { command: './lost.sh' },
    'no',
  ];
  const [a, b, c, d, ...more] = readNative('gemini-cli', { hooks: list }).hooks;
  expect(a).toEqual({
    event: 'A',
    matcher: 'x',
    type: 'command',
    command: './a.sh',
    timeout: 2,
    async: false,
    entry: { ...(list[0] as object), timeout: 2000 },
  });
  expect(b).toMatchObject({ event: 'B', matcher: 'y', timeout: 1 });
  expect(c).toEqual({ event: 'C', matcher: 'z', type: 'command', async: false, entry: list[2] });
  expect(d).toEqual({ event: 'D', type: 'command', async: false, entry: list[3] });
  expect(more).toEqual([]);
});

describe('a configuration', () => {
  it('may be a text, and files beside it', () => {
    const config = { hooks: { Stop: [{ command: './a.sh' }] } };
    const read = readNative('cursor', JSON.stringify(config), { 'a.sh': 'exit 0', 'b.json': { b: 1 } });
    expect(read.hooks.map(({ event }) => event)).toEqual(['Stop']);
    expect(read.text).toBe(`${JSON.stringify(config)}\na.sh\nexit 0\nb.json\n{"b":1}`);
    expect(readNative('cursor', config).text).toBe(JSON.stringify(config));
    expect(readNative('cursor', undefined).text).toBe('null');
    expect('problem' in read).toBe(false);
  });

  it.each([
    ['no JSON', '{', 'the configuration is no JSON object'],
    ['a list', [], 'the configuration is no JSON object'],
    ['nothing', undefined, 'the configuration is no JSON object'],
    ['hooks that are a text', { hooks: 'x' }, 'the member hooks is no object'],
    ['hooks that are null', { hooks: 3 }, 'the member hooks is no object'],
  ])('that is none has no hooks: %s', (_, config, problem) => {
    const text = typeof config === 'string' ? config : JSON.stringify(config ?? null);
    expect(readNative('cursor', config)).toEqual({ hooks: [], text, problem });
  });

  it('without hooks is one', () => {
    expect(readNative('cursor', {})).toEqual({ hooks: [], text: '{}' });
    expect(readNative('cursor', { hooks: { Stop: [] } }).hooks).toEqual([]);
  });

  it('that is a program has only its text', () => {
    expect(readNative('opencode', 'run()', { a: 'b' })).toEqual({ hooks: [], text: 'run()\na\nb' });
    expect(readNative('cline', { hooks: { Stop: [{ command: 'x' }] } }).hooks).toEqual([]);
  });
});
