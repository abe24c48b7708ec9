import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../harness/assets.ts';
import { checkBytes } from '../../harness/check/check-text.ts';
import { loadMutants } from '../../scripts/mutants/mutant.ts';

interface Cases {
  readonly documents: readonly {
    readonly id: string;
    readonly file: string;
    readonly reports: readonly string[];
    readonly message: string;
  }[];
  readonly mutants: readonly { readonly id: string; readonly mutant: string; readonly kills: readonly string[] }[];
}

const root = packageRoot();
const folder = join(root, 'fixtures/cases');
const { documents, mutants } = parse(readFileSync(join(folder, 'interchange.yaml'), 'utf8')) as Cases;

const read = (id: string, file: string): string => readFileSync(join(folder, id, file), 'utf8');

async function converted(args: readonly string[], input: string): Promise<Record<string, unknown>> {
  const done = await execa('node', [join(root, 'dist/reference/hif-converter.js'), '--edition', '0.1', ...args], {
    input,
  });
  return JSON.parse(done.stdout) as Record<string, unknown>;
}

/** Runs the reference runner in a copy of the case's folder. */
async function run(
  id: string,
  payload: unknown,
  manifest: string,
  edition = '0.1',
): Promise<{ outcome: Record<string, unknown>; folder: string }> {
  const project = mkdtempSync(join(tmpdir(), 'case-'));
  cpSync(join(folder, id), project, { recursive: true });
  writeFileSync(join(project, 'hooks.json'), manifest);
  const job = {
    manifest: 'hooks.json',
    edition,
    event: 'before_tool_execute',
    provider: 'claude-code',
    payload,
    interactive: false,
  };
  const done = await execa('node', [join(root, 'dist/reference/hif-runner.js')], {
    cwd: project,
    input: JSON.stringify(job),
  });
  return { outcome: JSON.parse(done.stdout) as Record<string, unknown>, folder: project };
}

const CALL = { tool_name: 'shell', native_tool_name: 'Bash', tool_input: { command: 'git push --force' } };

describe('mistakes in documents', () => {
  it.each(documents.map((one) => [`${one.id}/${one.file}`, one] as const))(
    '%s is reported',
    async (_, { id, file, reports, message }) => {
      const { findings } = await checkBytes(file, readFileSync(join(folder, id, file)), {});
      for (const report of reports) expect(findings.map(({ requirement }) => requirement)).toContain(report);
      expect(findings.some((finding) => finding.message.includes(message))).toBe(true);
    },
  );
});

describe('mistakes of runners and converters', () => {
  it.each(mutants.map((one) => [`${one.id}: ${one.mutant}`, one] as const))(
    '%s has a mutant that the suite must kill',
    (_, { mutant, kills }) => {
      const planted = loadMutants(root).find(({ id }) => id === mutant);
      for (const id of kills) expect(planted?.kills).toContain(id);
    },
  );

  it('19: timeouts are seconds in a manifest and milliseconds for Gemini CLI', async () => {
    const id = '19-migrate-keeps-seconds-as-milliseconds';
    const { manifest } = await converted(['decode', '--from', 'claude-code'], read(id, 'claude-settings.json'));
    expect(manifest).toEqual(JSON.parse(read(id, 'expected-canonical.json')));
    const { config } = await converted(['encode', '--to', 'gemini-cli'], JSON.stringify(manifest));
    expect(config).toEqual(JSON.parse(read(id, 'expected-gemini.json')));
  });

  it('25: a slow guard blocks when its author says so', async () => {
    const { outcome } = await run(
      '25-slow-guard-becomes-approval',
      CALL,
      read('25-slow-guard-becomes-approval', 'manifest.json'),
    );
    expect(outcome['decision']).toBe('block');
  });

  it('65: what a hook is given never reaches a shell', async () => {
    const payload = JSON.parse(read('65-payload-executed-by-the-shell', 'payload.json')) as object;
    const manifest = {
      spec: 'hooks/0.1',
      hooks: [{ event: 'before_tool_execute', handler: { type: 'command', command: 'cat > got.json' } }],
    };
    const { folder: project } = await run(
      '65-payload-executed-by-the-shell',
      { ...payload, ...CALL, tool_input: { command: '$(touch PWNED); touch PWNED' } },
      JSON.stringify(manifest),
    );
    expect([existsSync(join(project, 'got.json')), existsSync(join(project, 'PWNED'))]).toEqual([true, false]);
    rmSync(project, { recursive: true, force: true });
  });

  it('69: rewritten arguments are the ones that count', async () => {
    const manifest = {
      spec: 'hooks/0.1',
      hooks: [{ event: 'before_tool_execute', handler: { type: 'command', command: 'sh hook.sh' } }],
    };
    const { outcome } = await run('69-copied-args-not-used', CALL, JSON.stringify(manifest));
    expect(outcome['updated_input']).toEqual({ command: 'echo would remove build' });
  });

  it('71: nothing is lost on the way there and back, and nothing is widened', async () => {
    const id = '71-decode-loses-events-and-matchers';
    const { manifest } = await converted(['decode', '--from', 'claude-code'], read(id, 'claude-settings.json'));
    const { config } = await converted(['encode', '--to', 'claude-code'], JSON.stringify(manifest));
    expect(config).toEqual(JSON.parse(read(id, 'claude-settings.json')));
    const agent = await converted(['encode', '--to', 'gemini-cli'], read(id, 'agent-matcher.json'));
    expect(agent['config']).toEqual({ hooks: {} });
    const prototype = await converted(['encode', '--to', 'cursor'], read(id, 'prototype-name.json'));
    expect(JSON.stringify(prototype['config'])).toContain('"matcher":"constructor"');
  });
});
