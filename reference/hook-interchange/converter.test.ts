import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const converter = join(root, 'dist/reference/hif-converter.js');

interface Answer {
  readonly config?: { readonly hooks: Record<string, unknown[]> };
  readonly manifest?: { readonly spec: string; readonly hooks: Record<string, unknown>[] };
  readonly errors?: string[];
  readonly capabilities?: string[][];
  readonly warnings: { readonly message: string }[];
}

async function convert(args: readonly string[], input: unknown): Promise<{ code: number | undefined; answer: Answer }> {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  const done = await execa('node', [converter, ...args], { input: text, reject: false });
  return { code: done.exitCode, answer: (done.stdout === '' ? {} : JSON.parse(done.stdout)) as Answer };
}

const manifest = (hook: object, spec = 'hooks/0.1'): object => ({
  spec,
  hooks: [{ event: 'before_tool_execute', handler: { type: 'command', command: './x.sh' }, ...hook }],
});

describe('the reference converter', () => {
  it('encodes the first example of the specification for every provider of its table', async () => {
    const hook = { matcher: 'shell', handler: { type: 'command', command: './x.sh', timeout: 10 }, blocking: true };
    const expected: Record<string, object> = {
      'claude-code': {
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './x.sh', timeout: 10 }] }],
      },
      'gemini-cli': {
        BeforeTool: [
          { matcher: 'run_shell_command', hooks: [{ type: 'command', command: './x.sh', timeout: 10_000 }] },
        ],
      },
      cursor: { beforeShellExecution: [{ command: './x.sh', timeout: 10 }] },
      windsurf: { pre_run_command: [{ command: './x.sh' }] },
      'copilot-cli': { preToolUse: [{ type: 'command', bash: './x.sh', timeoutSec: 10, matcher: 'bash' }] },
      kiro: { preToolUse: [{ command: './x.sh', timeout_ms: 10_000, matcher: 'execute_bash' }] },
    };
    for (const [vendor, hooks] of Object.entries(expected)) {
      const { answer } = await convert(['encode', '--to', vendor], manifest(hook, 'hooks/1.0'));
      expect(answer.config?.hooks, vendor).toEqual(hooks);
    }
  });

  it('never widens a matcher that the target cannot say', async () => {
    const { answer } = await convert(['encode', '--to', 'gemini-cli'], manifest({ matcher: 'agent' }));
    expect(answer.config?.hooks).toEqual({});
    expect(answer.warnings.some((warning) => warning.message.includes('agent'))).toBe(true);
  });

  it('replaces a hook whose input_rewrite is missing by one that blocks', async () => {
    const { answer } = await convert(
      ['encode', '--to', 'cursor'],
      manifest({ matcher: 'shell', degradation: { input_rewrite: 'block' } }),
    );
    const [entry] = (answer.config?.hooks['beforeShellExecution'] ?? []) as { command: string }[];
    const run = await execa('sh', ['-c', entry?.command ?? ''], { reject: false });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain('input_rewrite');
  });

  it('brings native configurations back as they were', async () => {
    const native = {
      hooks: {
        PreToolUse: [{ matcher: 'Edit|Write', hooks: [{ type: 'command', command: './x', timeout: 30, once: true }] }],
        SessionStart: [{ matcher: 'startup', hooks: [{ type: 'command', command: './y' }] }],
        PostToolBatch: [{ hooks: [{ type: 'command', command: './z' }] }],
      },
    };
    const { answer } = await convert(['--edition', '0.1', 'decode', '--from', 'claude-code'], native);
    expect(answer.manifest?.hooks[0]?.['matcher']).toEqual(['file_edit', 'file_write']);
    const back = await convert(['encode', '--to', 'claude-code'], answer.manifest);
    expect(back.answer.config).toEqual(native);
  });

  it('refuses a manifest that breaks the format, and names every fault', async () => {
    const bad = { spec: 'hooks/0.1', hooks: [{ event: 5, handler: { command: 'x' }, blocking: 'yes' }] };
    expect((await convert(['encode', '--to', 'kiro'], bad)).code).toBe(1);
    const { answer } = await convert(['validate', '--to', 'kiro'], bad);
    expect(answer.errors).toHaveLength(3);
  });

  it('reads YAML and is not misled by names of the prototype', async () => {
    const yaml =
      'spec: hooks/0.1\nhooks:\n  - event: before_tool_execute\n    matcher: constructor\n    handler: {type: command, command: ./x}\n';
    const { answer } = await convert(['encode', '--to', 'claude-code'], yaml);
    expect(JSON.stringify(answer.config)).toContain('"matcher":"constructor"');
  });
});
