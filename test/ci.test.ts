import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../harness/cli/commands.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Action {
  inputs: Record<string, { description: string; default: string }>;
  outputs: Record<string, { description: string; value: string }>;
  runs: { steps: { id?: string; run: string; env?: Record<string, string> }[] };
}
const action = parse(read('action.yml')) as Action;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'action-'));
  mkdirSync(join(folder, 'part'));
  writeFileSync(join(folder, 'part/two words.sh'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the action hands every input over as a variable and puts none into a script', () => {
  const [, run] = action.runs.steps;
  const handed = Object.values(run?.env ?? {}).map((value) => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1]);
  expect([...handed, 'working-directory'].sort()).toEqual(Object.keys(action.inputs).sort());
  for (const step of action.runs.steps) expect(step.run).not.toContain('${{');
  const script = read('action/run.sh');
  for (const name of Object.keys(run?.env ?? {})) expect(script).toContain(`\${${name}:-`);
});

test('the action’s step runs a command with spaces, and gives its outputs', async () => {
  const output = join(folder, 'output');
  const summary = join(folder, 'summary');
  const ran = await execa('bash', [join(ROOT, 'action/run.sh')], {
    cwd: join(folder, 'part'),
    reject: false,
    env: {
      GITHUB_WORKSPACE: folder,
      HC_COMMAND: "'./two words.sh' '$HOME' '*'",
      HC_VENDORS: 'gemini-cli, claude-code',
      HC_ARGS: "--only 'NV-*-EXIT'",
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
    },
  });
  expect(ran.exitCode).toBe(1);
  expect(ran.stdout).toMatch(/^::error file=/m);
  const values = Object.fromEntries(
    readFileSync(output, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('=', 2)),
  );
  expect(Object.keys(values).sort()).toEqual(Object.keys(action.outputs).sort());
  expect(values).toMatchObject({ 'exit-code': '1', failed: expect.stringMatching(/^[1-9]/) });
  // Where a later step finds them, which begins at the checkout.
  expect(values['report']).toBe('part/hookconf-reports/report.json');
  for (const name of ['report', 'html', 'junit', 'sarif', 'badge'])
    expect(existsSync(join(folder, values[name] ?? ''))).toBe(true);
  expect(readFileSync(summary, 'utf8')).toContain('## ❌ hookconf: failed');
  const report = JSON.parse(readFileSync(join(folder, values['report'] ?? ''), 'utf8'));
  expect(report.subjects[0].command).toEqual(['./two words.sh', '$HOME', '*']);
});

test('in a part of the repository, annotations and code scanning name files from its root', async () => {
  // A checkout as a job has it: the repository above, the hooks of one package below, described by a file further down.
  const output = join(folder, 'output-part');
  const config = {
    subjects: [{ name: 'two', command: ['./two words.sh'], vendors: ['claude-code'], events: ['Stop'] }],
  };
  mkdirSync(join(folder, 'part/conf'));
  writeFileSync(join(folder, 'part/conf/hooks.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'part/conf/two words.sh'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const ran = await execa('bash', [join(ROOT, 'action/run.sh')], {
    cwd: join(folder, 'part'),
    reject: false,
    env: {
      GITHUB_WORKSPACE: folder,
      HC_CONFIG: 'conf/hooks.json',
      HC_ARGS: "--only 'NV-CLAUDE-CODE-EXIT' --runs 1",
      HC_REPORTS: 'more',
      GITHUB_OUTPUT: output,
    },
  });
  expect(ran.exitCode).toBe(1);
  const annotated = [...ran.stdout.matchAll(/^::error file=([^,]*),/gm)].map((match) => match[1]);
  const sarif = JSON.parse(readFileSync(join(folder, 'part/more/results.sarif'), 'utf8')) as {
    runs: { results: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[] }[];
  };
  const uris = sarif.runs.flatMap(({ results }) =>
    results.flatMap(({ locations }) => locations.map((at) => at.physicalLocation.artifactLocation.uri)),
  );
  expect(new Set(annotated)).toEqual(new Set(['part/conf/two words.sh']));
  expect(new Set(uris)).toEqual(new Set(['part/conf/two%20words.sh']));
  for (const file of [...annotated, ...uris]) expect(existsSync(join(folder, decodeURI(file ?? '')))).toBe(true);
});

test.each([
  ['HC_COMMAND', "./guard.sh 'open", 'the input command has a quote that is not closed'],
  ['HC_ARGS', '--only "NV', 'the input args has a quote that is not closed'],
  ['HC_REPORTS', 'out\nexit-code=0', 'the input reports holds a line end'],
])('the action’s step runs nothing where %s cannot be read', async (name, value, message) => {
  const output = join(folder, `output-${name}`);
  const ran = await execa('bash', [join(ROOT, 'action/run.sh')], {
    cwd: folder,
    reject: false,
    env: { [name]: value, GITHUB_OUTPUT: output },
  });
  expect([ran.exitCode, ran.stdout]).toEqual([2, `::error title=hookconf::${message}`]);
  expect(readFileSync(output, 'utf8')).toBe('exit-code=2\n');
});

const blocks = [...read('docs/ci.md').matchAll(/```(yaml|sh)\n([\s\S]*?)```/g)].map((block) => ({
  language: block[1] ?? '',
  text: block[2] ?? '',
}));

test('the examples of docs/ci.md are YAML, and name inputs that the action has', () => {
  for (const { language, text } of blocks) if (language === 'yaml') expect(() => parse(text)).not.toThrow();
  const [workflow] = blocks;
  const steps = parse(workflow?.text ?? '').jobs.hooks.steps as { uses: string; with?: Record<string, unknown> }[];
  const own = steps.find((step) => step.uses.startsWith('OWNER/hookconf'));
  for (const name of Object.keys(own?.with ?? {})) expect(Object.keys(action.inputs)).toContain(name);
});

test('every command line of docs/ci.md is one that the program knows', () => {
  const lines = blocks.flatMap(({ text }) => [...text.matchAll(/npx hookconf (\w+)([^\n|]*)/g)]);
  expect(lines.length).toBeGreaterThan(8);
  for (const [, name, words = ''] of lines) {
    const command = COMMANDS.find((one) => one.name === name);
    expect(command, name).toBeDefined();
    for (const [, option] of words.matchAll(/--([a-z-]+)/g))
      expect(command?.options, `${name} --${option}`).toContain(option);
  }
});
