import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  bareSchemaName,
  configurationSchemaName,
  listedSchemaName,
  singleSchemaName,
} from '../../scripts/native/configuration.ts';
import { VENDORS } from '../../vendors/slugs.ts';
import { vendor } from '../../vendors/vendor.ts';
import { refusals, root, schema } from './ajv.ts';

interface NativeConfig {
  readonly providers: Readonly<Record<string, { readonly example: unknown }>>;
}

const registry = parse(readFileSync(join(root, 'registries/native-config.yaml'), 'utf8')) as NativeConfig;

function refused(slug: string, document: unknown): string {
  return refusals(schema(configurationSchemaName(slug)), document);
}

/** A group with one command, as most vendors write it. */
const grouped = (event: string, entry: object = {}): unknown => ({
  hooks: { [event]: [{ matcher: 'x', hooks: [{ type: 'command', command: './guard.sh', timeout: 10, ...entry }] }] },
});

test.each(Object.entries(registry.providers))(
  '%s: the example of the registry is what the vendor reads',
  (slug, { example }) => {
    expect(refused(slug, example)).toBe('');
  },
);

describe.each([
  ['claude-code', grouped('PreToolUse')],
  ['codex', grouped('PreToolUse')],
  ['gemini-cli', grouped('BeforeTool', { name: 'guard', env: { MODE: 'strict' } })],
  ['qwen-code', grouped('PreToolUse', { async: true })],
  ['factory-droid', grouped('PreToolUse')],
  [
    'augment',
    {
      hooks: {
        PreToolUse: [
          { matcher: 'view', hooks: [{ type: 'command', command: '/x.sh' }], metadata: { includeUserContext: false } },
        ],
      },
    },
  ],
  [
    'cursor',
    {
      version: 1,
      hooks: {
        preToolUse: [{ command: 'node gate.mjs', matcher: 'Shell|Write', timeout: 20, failClosed: true }],
        stop: [{ command: 'x', loop_limit: null }],
      },
    },
  ],
  ['windsurf', { hooks: { pre_run_command: [{ command: './guard.sh', show_output: true }] } }],
  [
    'copilot-cli',
    {
      version: 1,
      hooks: {
        preToolUse: [{ type: 'command', bash: './g.sh', timeoutSec: 15, env: { A: '1' } }],
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './g.sh' }] }],
      },
    },
  ],
  [
    'copilot-cloud-agent',
    { version: 1, hooks: { preToolUse: [{ type: 'command', bash: './g.sh' }], notification: [{ bash: 'x' }] } },
  ],
  [
    'vs-code-copilot',
    { hooks: { PreToolUse: [{ type: 'command', command: 'node gate.mjs', windows: 'node gate.mjs', timeout: 15 }] } },
  ],
  [
    'kiro',
    {
      name: 'agent',
      hooks: {
        preToolUse: [{ matcher: 'fs_write', command: 'node gate.mjs', timeout_ms: 5000, cache_ttl_seconds: 0 }],
      },
    },
  ],
] as const)('%s', (slug, example) => {
  test('takes its own form', () => {
    expect(refused(slug, example)).toBe('');
    expect(refused(slug, { hooks: {} })).toBe('');
  });

  test('refuses an event that it does not have, a member that it does not read, and a list that is none', () => {
    const text = JSON.stringify(example);
    expect(refused(slug, { hooks: { PreToolUze: [] } })).toContain('/hooks');
    expect(refused(slug, JSON.parse(text.replace('"command"', '"comand"').replace('"bash"', '"bsh"')))).not.toBe('');
    if (/timeout|show_output/.test(text)) {
      const wrong = text
        .replace(/"timeout(_ms|Sec)?":\d+/, '"timeout$1":"10s"')
        .replace('"show_output":true', '"show_output":1');
      expect(refused(slug, JSON.parse(wrong))).not.toBe('');
    }
    expect(refused(slug, { hooks: [] })).toContain('/hooks');
    expect(refused(slug, [])).not.toBe('');
  });
});

test('Factory Droid reads a file whose members are the events, with hooks around them or without', () => {
  const refused = (document: unknown): string => refusals(schema(bareSchemaName('factory-droid')), document);
  const wrapped = grouped('PreToolUse') as { hooks: object };
  for (const file of [wrapped, wrapped.hooks, {}]) expect(refused(file)).toBe('');
  const { hooks } = grouped('PreToolUze') as { hooks: object };
  for (const wrong of [hooks, { hooks }, { PreToolUse: {} }, { PreToolUse: [{ hooks: [{ type: 'command' }] }] }, []])
    expect([wrong, refused(wrong) !== '']).toEqual([wrong, true]);
});

test('Kiro reads files of standalone hooks as well', () => {
  const refused = (_: string, document: unknown): string => refusals(schema(listedSchemaName('kiro')), document);
  const hook = { name: 'gate', trigger: 'PreToolUse', matcher: 'fs_write|shell', timeout: 20, enabled: true };
  const action = { type: 'command', command: 'node gate.mjs' };
  const file = (changes: object): unknown => ({ version: 'v1', hooks: [{ ...hook, action, ...changes }] });
  expect(refused('kiro', file({}))).toBe('');
  expect(refused('kiro', file({ action: { type: 'agent', prompt: 'look' } }))).toBe('');
  expect(refused('kiro', { version: 'v1', hooks: [] })).toBe('');
  for (const wrong of [{ trigger: 'preToolUse' }, { name: 1 }, { timeout: '20' }, { comand: 'x' }, { action: {} }]) {
    expect([wrong, refused('kiro', file(wrong)) !== '']).toEqual([wrong, true]);
  }
});

interface HookFiles {
  readonly hook: object;
  readonly right: readonly object[];
  readonly wrong: readonly object[];
}

test('Kiro IDE 0.x reads one hook from a file', () => {
  const { hook, right, wrong } = parse(readFileSync(join(root, 'test/native/hook-files.yaml'), 'utf8')) as HookFiles;
  const refused = (changes: object): string => {
    const members = Object.entries({ ...hook, ...changes }).filter(([, value]) => value !== null);
    return refusals(schema(singleSchemaName('kiro')), Object.fromEntries(members));
  };
  for (const changes of right) expect([changes, refused(changes)]).toEqual([changes, '']);
  for (const changes of wrong) expect([changes, refused(changes) !== '']).toEqual([changes, true]);
});

test('Amp reads permission rules and the retired hooks, in a file that holds other settings as well', () => {
  const rule = { tool: 'Bash', matches: { cmd: '*deploy*' }, action: 'delegate', to: 'amp-gate' };
  const hook = {
    id: 'a',
    on: { event: 'tool:pre-execute', tool: ['edit_file'], 'input.contains': '.env' },
    action: { type: 'send-user-message', message: 'Leave it alone' },
  };
  const rules = (one: unknown): unknown => ({ 'amp.permissions': [one], 'amp.url': 'x' });
  const hooks = (one: unknown): unknown => ({ 'amp.hooks': [one] });
  for (const right of [rule, { tool: '*', action: 'ask' }, { tool: 'Bash', action: 'reject', message: 'no' }])
    expect(refused('amp', rules(right))).toBe('');
  expect(refused('amp', hooks(hook))).toBe('');
  expect(refused('amp', hooks({ ...hook, compatibilityDate: '2025-05-13' }))).toBe('');
  for (const wrong of [
    { ...rule, to: undefined },
    { ...rule, action: 'deny' },
    { ...rule, action: 'allow' },
    { ...rule, programm: 'x' },
    { action: 'ask' },
    { ...rule, context: 'main' },
  ])
    expect([wrong, refused('amp', rules(JSON.parse(JSON.stringify(wrong)))) !== '']).toEqual([wrong, true]);
  for (const wrong of [
    { ...hook, on: { event: 'PreToolUse' } },
    { ...hook, action: { type: 'redact-tool-input' } },
    { ...hook, action: { type: 'send-user-message' } },
    { ...hook, on: undefined },
  ])
    expect([wrong, refused('amp', hooks(JSON.parse(JSON.stringify(wrong)))) !== '']).toEqual([wrong, true]);
  expect(refused('amp', { 'amp.permissions': rule })).not.toBe('');
});

test.each(VENDORS)('%s has a schema of the documents that register its hooks, or says why there is none', (slug) => {
  // The schemas are made of these files, and native/opencode/config is an event of that name.
  const file = join(root, 'vendors', slug, 'configuration.yaml');
  expect(existsSync(file)).toBe(vendor(slug).config.undocumented === undefined);
});

interface Listed {
  readonly vendor: string;
  readonly config: unknown;
}
const examples = parse(readFileSync(join(root, 'test/native/configurations.yaml'), 'utf8')) as {
  readonly documented: readonly (Listed & { readonly source: string })[];
  readonly wrong: readonly (Listed & { readonly why: string })[];
};

test.each(examples.documented.map((one) => [one.vendor, one.source, one] as const))(
  '%s documents: %s',
  (_, __, one) => {
    expect(refused(one.vendor, one.config)).toBe('');
  },
);

test.each(examples.wrong.map((one) => [one.vendor, one.why, one] as const))('%s does not read: %s', (_, __, one) => {
  expect(refused(one.vendor, one.config)).not.toBe('');
});
