/** What is planted in and around a payload, and what is said of what came out. */
import { expect, test } from 'vitest';
import type { LeakHit, Observation } from '../harness/model/observation.ts';
import type { SensitivePlace } from '../vendors/sensitive.ts';
import { leakedCanaries, leakFindings, namesSubject, placeOf, plantIn, surroundings } from './canaries.ts';
import { fixtureOf } from './testing.ts';

const SCOPE = { seed: 1, scope: 'a case', spawn: 0 };
const FED = fixtureOf('claude-code', 'UserPromptSubmit', { session_id: 'n', prompt: 'fix it' });

test('a payload gets canaries where they are asked for, and stays as it is elsewhere', () => {
  const seen: string[] = [];
  const made = plantIn(FED, SCOPE, ({ kind, pointer }) => {
    seen.push(`${kind} ${pointer}`);
    return kind === 'prompt' ? { how: 'append' } : undefined;
  });
  expect(seen).toContain('prompt /prompt');
  expect(made.canaries).toMatchObject([{ field: '/prompt', kind: 'prompt' }]);
  const value = made.canaries[0]?.value ?? '?';
  expect(made.fixture).toMatchObject({ ...FED, stdin: { session_id: 'n', prompt: expect.stringContaining(value) } });
  expect(made.fixture.stdin).toMatchObject({ prompt: expect.stringContaining('fix it') });
});

test('nothing is planted where nothing is asked for, or nothing is fed', () => {
  const none = plantIn(FED, SCOPE, () => undefined);
  expect(none).toEqual({ fixture: FED, canaries: [] });
  expect(none.fixture).toBe(FED);
  const { stdin: _, ...unfed } = FED;
  const other = plantIn(unfed, SCOPE, () => ({ how: 'append' }));
  expect(other).toEqual({ fixture: unfed, canaries: [] });
});

test('paths and names in an output say what it is about', () => {
  const of = (kind: SensitivePlace['kind'], pointer: string): boolean =>
    namesSubject({ kind, pointer } as SensitivePlace);
  for (const pointer of ['/r/path', '/r/filePath', '/r/FILE', '/r/file_name'])
    expect(of('tool-result', pointer)).toBe(true);
  for (const pointer of ['/r/files', '/path/stdout', '/r/text']) expect(of('tool-result', pointer)).toBe(false);
  expect(of('file-content', '/r/path')).toBe(false);
});

test('around a payload stand secrets in variables and a person in the configuration of git', () => {
  const around = surroundings('claude-code', SCOPE);
  const fields = around.canaries.map(({ field }) => field);
  for (const [field, kind] of [
    ['GITHUB_TOKEN', 'secret'],
    ['AWS_ACCESS_KEY_ID', 'secret'],
    ['EMAIL', 'identity'],
    ['.gitconfig user.email', 'identity'],
    ['.gitconfig user.name', 'identity'],
  ] as const) {
    expect(
      fields.filter((one) => one === field),
      field,
    ).toEqual([field]);
    expect(around.canaries.find((one) => one.field === field)).toMatchObject({ kind });
  }
  expect(new Set(around.canaries.map(({ value }) => value)).size).toBe(fields.length);
  const planted = (field: string): string => around.canaries.find((one) => one.field === field)?.value ?? '?';
  expect(Object.keys(around.env)).toEqual(fields.filter((field) => !field.startsWith('.gitconfig')));
  for (const [name, value] of Object.entries(around.env)) expect(value).toBe(planted(name));
  expect(planted('EMAIL')).toContain('@');
  expect(planted('.gitconfig user.name')).not.toContain('@');
  expect(planted('GITHUB_TOKEN')).toMatch(/^gh/);
  expect(planted('AWS_ACCESS_KEY_ID')).toMatch(/^AKIA/);
  expect(around.files).toEqual([
    {
      area: 'home',
      path: '.gitconfig',
      content: `[user]\n\tname = ${planted('.gitconfig user.name')}\n\temail = ${planted('.gitconfig user.email')}\n`,
    },
  ]);
  expect(planted('.gitconfig user.email')).toContain('@');
});

test('and what the vendor itself puts there, first', () => {
  const { env, canaries } = surroundings('claude-code', SCOPE);
  expect(canaries[0]).toMatchObject({ field: 'ANTHROPIC_API_KEY', kind: 'secret', value: env['ANTHROPIC_API_KEY'] });
  const cloud = surroundings('copilot-cloud-agent', SCOPE).canaries;
  expect(cloud.slice(0, 3).map(({ field, kind }) => `${kind} ${field}`)).toEqual([
    'prompt COPILOT_AGENT_PROMPT',
    'secret GITHUB_COPILOT_API_TOKEN',
    'secret GITHUB_COPILOT_GIT_TOKEN',
  ]);
  expect(Object.keys(surroundings('amp', SCOPE).env)).toEqual(['GITHUB_TOKEN', 'AWS_ACCESS_KEY_ID', 'EMAIL']);
});

test('each canary that came out is told once, where it was seen first', () => {
  const canary = (id: string): Parameters<typeof leakedCanaries>[0][number] => ({
    id,
    value: id,
    field: `/${id}`,
    kind: 'prompt',
    spawn: 0,
  });
  const hit = (id: string, channel: LeakHit['channel'], encoding = 'plain'): LeakHit => ({
    canary: id,
    channel,
    place: channel,
    encoding,
    spawn: 0,
    length: 1,
  });
  const leaks = [hit('b', 'stderr', 'hex'), hit('x', 'stdout'), hit('b', 'stdout'), hit('a', 'file')];
  const found = leakedCanaries([canary('a'), canary('b'), canary('c')], { leaks } as unknown as Observation);
  expect(found.map((one) => [one.canary.id, placeOf(one.hit)])).toEqual([
    ['b', 'stderr, as hex'],
    ['a', 'file'],
  ]);
  expect(leakFindings(new Map([['a', new Set(['R', 'S'])]]))).toEqual([
    { kind: 'leak', canary: 'a', requirements: ['R', 'S'] },
  ]);
});
