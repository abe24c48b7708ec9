import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { execa } from 'execa';
import { afterAll, describe, expect, it, vi } from 'vitest';

const root = join(import.meta.dirname, '../..');
const runner = join(root, 'dist/reference/hif-runner.js');

interface Outcome {
  readonly decision: string;
  readonly reason?: string;
  readonly warnings: string[];
  readonly updated_input?: unknown;
}
interface Setup {
  readonly script: string;
  readonly hook?: object;
  readonly handler?: object;
  readonly job?: object;
  readonly native?: string;
}

const all = mkdtempSync(join(tmpdir(), 'runners-'));
afterAll(() => rmSync(all, { recursive: true, force: true }));

async function run({
  script,
  hook = {},
  handler = {},
  job = {},
  native = 'Bash',
}: Setup): Promise<{ outcome: Outcome; folder: string }> {
  const folder = mkdtempSync(join(all, 'runner-'));
  mkdirSync(join(folder, 'policy'));
  writeFileSync(join(folder, 'policy/x.sh'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'policy/x.sh'), 0o755);
  const own = { event: 'before_tool_execute', blocking: true, ...hook };
  const manifest = {
    spec: 'hooks/0.1',
    hooks: [{ ...own, handler: { type: 'command', command: './x.sh', ...handler } }],
  };
  writeFileSync(join(folder, 'policy/hooks.json'), JSON.stringify(manifest));
  const input = JSON.stringify({
    manifest: 'policy/hooks.json',
    edition: '0.1',
    event: 'before_tool_execute',
    provider: 'claude-code',
    payload: { tool_name: 'shell', native_tool_name: native, tool_input: { command: 'ls' } },
    interactive: false,
    ...job,
  });
  const done = await execa('node', [runner], { input, cwd: folder, reject: false });
  return {
    outcome: (done.exitCode === 0 ? JSON.parse(done.stdout) : { decision: 'refused', warnings: [] }) as Outcome,
    folder,
  };
}

describe('the reference runner', () => {
  it('follows the exit code contract', async () => {
    expect((await run({ script: 'exit 0' })).outcome).toEqual({ decision: 'allow', warnings: [] });
    const blocked = await run({ script: 'echo because >&2; exit 2' });
    expect(blocked.outcome).toMatchObject({ decision: 'block', reason: 'because' });
    const downgraded = await run({ script: 'exit 2', hook: { blocking: false } });
    expect(downgraded.outcome.decision).toBe('allow');
    expect(downgraded.outcome.warnings).toHaveLength(1);
    expect((await run({ script: 'kill -9 $$' })).outcome.decision).toBe('allow');
  });

  it('turns ask into block where nobody can answer', async () => {
    const script = `echo '{"decision":"ask"}'`;
    expect((await run({ script })).outcome.decision).toBe('block');
    expect((await run({ script, job: { interactive: true } })).outcome.decision).toBe('ask');
  });

  it('treats text on stdout as a hook error, and never applies rewritten input of a blocked call', async () => {
    expect((await run({ script: 'echo hello' })).outcome).toMatchObject({ decision: 'allow' });
    const script = `echo '{"decision":"deny","updated_input":{"command":"b"}}'`;
    expect((await run({ script })).outcome.updated_input).toBeUndefined();
  });

  it('ends a hook at its time limit, with its children', async () => {
    const { outcome, folder } = await run({
      script: "trap '' TERM; (while true; do date +%s%N > beat; sleep 0.1; done) & sleep 20",
      handler: { timeout: 1, timeout_action: 'block' },
    });
    expect(outcome.decision).toBe('block');
    // On a busy machine it may have been ended before its first beat.
    const beat = (): string => (existsSync(join(folder, 'beat')) ? readFileSync(join(folder, 'beat'), 'utf8') : '');
    await vi.waitUntil(
      async () => {
        const last = beat();
        await wait(500);
        return beat() === last;
      },
      { timeout: 15_000 },
    );
  });

  it('does not wait for async hooks, which still run to their end', async () => {
    const script = 'n=0; until [ -e go ] || [ $n = 500 ]; do sleep 0.1; n=$((n+1)); done; [ -e go ] && : > done';
    const { folder } = await run({ script, handler: { async: true } });
    writeFileSync(join(folder, 'go'), '');
    await vi.waitUntil(() => existsSync(join(folder, 'done')), { timeout: 50_000 });
  });

  it('compares patterns with the native name and MCP matchers with server and tool', async () => {
    const ran = async (matcher: unknown, native: string): Promise<boolean> =>
      (await run({ script: 'exit 2', hook: { matcher }, native })).outcome.decision === 'block';
    expect(await ran({ pattern: '^Bash$' }, 'Bash')).toBe(true);
    expect(await ran({ pattern: '^shell$' }, 'Bash')).toBe(false);
    expect(await ran({ mcp: { server: 'github' } }, 'mcp__github__x')).toBe(true);
    expect(await ran({ mcp: { server: 'github' } }, 'mcp__gitlab__x')).toBe(false);
  });

  it('never lets the payload reach a shell', async () => {
    const payload = {
      tool_name: 'shell',
      native_tool_name: 'Bash',
      tool_input: { command: '$(touch P) `touch P`; touch P' },
    };
    const { folder } = await run({ script: 'cat > got', job: { payload } });
    expect(existsSync(join(folder, 'P'))).toBe(false);
    expect(JSON.parse(readFileSync(join(folder, 'got'), 'utf8'))).toMatchObject(payload);
  });

  it('lets a policy of any scope deny', async () => {
    const policy = [
      { scope: 'system', disable_all_hooks: true },
      { scope: 'project', disable_all_hooks: false },
    ];
    expect((await run({ script: 'exit 2', job: { policy } })).outcome.decision).toBe('allow');
  });
});
