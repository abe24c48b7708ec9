/** What section 9 says of single events, and of what came out of a case with canaries. */
import { describe, expect, test } from 'vitest';
import type { Canary } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import type { LeakHit } from '../../harness/model/observation.ts';
import { testCase } from '../../harness/process/testing.ts';
import { inShort, observed } from '../approved.ts';
import type { Locate } from '../stream/emitted.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { judgeLeaks, judgePrivacyOfEvent, promptHashOf } from './privacy.ts';

type Document = Readonly<Record<string, unknown>>;

function ofEvent(value: Document, locate: Locate = () => undefined): readonly Finding[] {
  const verdicts = new Verdicts();
  judgePrivacyOfEvent({ value, text: '', spawn: 0, line: 1 }, verdicts, locate);
  const findings = verdicts.findings();
  inShort(findings);
  return findings;
}

/** What is said of a row where this is an event. */
const said = (row: string, value: Document): string | undefined =>
  ofEvent(value).find((one) => 'requirement' in one && one.requirement === row)?.kind;

const asked = (data: unknown): Document => ({ event_type: 'Prompt.Submitted', data });

test('a prompt is found in whatever form, a digest of one is none', () => {
  for (const prompt of [
    'fix it',
    { text: 'fix it' },
    [{ type: 'text', text: 'fix it' }],
    { parts: ['fix it'] },
    { value: 'fix it' },
  ])
    expect([prompt, said('AH-SEC-003', asked({ prompt }))]).toEqual([prompt, 'broken']);
  const both = { text: 'fix it', value: 'ab12', algorithm: 'sha256' };
  expect(said('AH-SEC-003', asked({ prompt: both }))).toBe('broken');
  for (const prompt of [
    '',
    {},
    [],
    6,
    null,
    { hash: 'sha256:ab12', length: 6 },
    { algorithm: 'sha256', value: 'ab12' },
  ])
    expect([prompt, said('AH-SEC-003', asked({ prompt }))]).toEqual([prompt, 'met']);
  expect(said('AH-SEC-003', asked(undefined))).toBe('met');
  expect(said('AH-SEC-003', { event_type: 'Agent.Response', data: { prompt: 'fix it' } })).toBe(undefined);
});

test('an address is no id of a user', () => {
  const of = (id: unknown): string | undefined => said('AH-SEC-008', { user: { id } });
  for (const id of ['a@b.example', 'a.b+c@d.e.f']) expect(of(id), id).toBe('broken');
  for (const id of ['', 'a', 'a@b', '@b.example', 'a@.', 'a@b.example of acme', 'by a@b.example', 'a@b@c.example'])
    expect(of(id), id).toBe('met');
  for (const id of [7, undefined]) expect(of(id)).toBe(undefined);
  expect(said('AH-SEC-008', { user: 'a@b.example' })).toBe(undefined);
});

test('a fault stands at its member, where it stands anywhere', () => {
  const value = { ...asked({ prompt_text: 'fix it' }), user: { id: 'a@b.example' } };
  const here: Locate = (_, pointer) => ({ file: pointer, line: 1, column: 1 });
  expect(ofEvent(value, here)).toMatchObject([
    { where: { file: '/data/prompt_text' }, actual: 'data.prompt_text' },
    { where: { file: '/user/id' } },
  ]);
  for (const one of ofEvent(value)) expect(one).not.toHaveProperty('where');
});

test('the hash of a prompt stands in Prompt.Submitted', () => {
  const hash = (event_type: string, prompt_hash: unknown): string | undefined =>
    promptHashOf({ value: { event_type, data: { prompt_hash } }, text: '', spawn: 0, line: 1 });
  expect(hash('Prompt.Submitted', 'sha256:AB')).toBe('sha256:ab');
  expect(hash('Prompt.Submitted', 7)).toBe(undefined);
  expect(hash('Agent.Response', 'sha256:ab')).toBe(undefined);
});

const canary = (kind: Canary['kind'], field: string, id: string = field, spawn = 0): Canary => ({
  id,
  value: id,
  field,
  kind,
  spawn,
});
/** The three parts of a text that is long. */
const parts = (kind: Canary['kind'], field: string, spawn = 0): readonly Canary[] =>
  ['start', 'middle', 'end'].map((part) => canary(kind, field, `${spawn}${field}@${part}`, spawn));

const out = ({ id }: Canary, channel: LeakHit['channel'] = 'stdout', encoding = 'plain'): LeakHit => ({
  canary: id,
  channel,
  place: channel,
  encoding,
  spawn: 0,
  length: 8,
});

function leaks(canaries: readonly Canary[], hits: readonly LeakHit[]): readonly Finding[] {
  const own = testCase({
    spawns: [],
    observeFiles: true,
    canaries,
  });
  const verdicts = new Verdicts();
  const found = judgeLeaks(own, { ...observed(own, []), leaks: hits }, verdicts);
  const all = [...verdicts.findings(), ...found];
  inShort(all);
  return all;
}

/** The rows of section 9 that are met, and those that are broken, by their last number. */
function rows(canaries: readonly Canary[], hits: readonly LeakHit[]): string {
  const all = [...inShort(leaks(canaries, hits))].filter((one) => /^[+!]/.test(one));
  return all.map((one) => one.replace('AH-SEC-0', '')).join(' ');
}

describe('what came out', () => {
  const prompt = canary('prompt', '/prompt');
  const answer = canary('transcript', '/last_message');
  const person = canary('identity', 'EMAIL');
  const secret = canary('secret', 'GITHUB_TOKEN');
  const input = canary('tool-input', '/tool_input/command');
  const result = parts('tool-result', '/tool_response');
  const member = parts('file-content', '/tool_response/file');
  const all = (canaries: readonly Canary[], channel?: LeakHit['channel']): readonly LeakHit[] =>
    canaries.map((one) => out(one, channel));

  test.each([
    ['nothing was planted', [], [], ''],
    ['a prompt stays', [prompt], [], '+02 +04 +14'],
    ['a prompt', [prompt], [out(prompt)], '!02 !04 !14'],
    ['an answer stays', [answer], [], '+06 +14'],
    ['an answer', [answer], [out(answer)], '!06 !14'],
    ['a person stays', [person], [], '+07'],
    ['a person', [person], [out(person)], '!07'],
    ['what no row is about', [secret, input], [out(secret), out(input)], ''],
    ['a person beside a prompt', [person, prompt], [out(person)], '!07 +02 +04 +14'],
    ['a prompt beside an answer', [answer, prompt], [out(prompt)], '!02 !04 !14 +06'],
    ['an output stays', result, [], '+10 +14'],
    ['a whole output', result, all(result), '!10 !14'],
    ['the beginning of an output', result, all(result.slice(0, 1)), '+10 +14'],
    ['its beginning and end', result, all(result.filter((_, index) => index !== 1)), '+10 +14'],
    ['all but its beginning', result, all(result.slice(1)), '+10 +14'],
    ['a member of an output stays', member, [], '+10 +11 +14'],
    ['a whole member of an output', member, all(member), '!10 !11 !14'],
    ['a whole output beside a member', [...result, ...member], all(result), '!10 !14 +11'],
    ['a short output, which has no middle', [canary('tool-result', '/tool_response/name')], [], ''],
    ['a prompt of many parts', parts('prompt', '/prompt'), [], '+02 +04 +14'],
    ['a whole person of many parts', parts('identity', '/user/name'), all(parts('identity', '/user/name')), '!07'],
    [
      'parts of two members',
      [...member, ...parts('tool-result', '/tool_response/out')],
      [out(member[0] as Canary), ...all(parts('tool-result', '/tool_response/out').slice(1))],
      '+10 +11 +14',
    ],
    [
      'parts of two outputs',
      [...result, ...parts('tool-result', '/tool_response', 1)],
      [out(result[0] as Canary), ...all(parts('tool-result', '/tool_response', 1).slice(1))],
      '+10 +14',
    ],
    ['parts in two places', result, [...all(result.slice(0, 1)), ...all(result.slice(1), 'file')], '+10 +14'],
  ] as const)('%s: %j', (_, canaries, hits, expected) => {
    expect(rows(canaries, hits)).toBe(expected);
  });

  test.each(['stdout', 'stderr', 'file', 'request'] as const)('is what a subject puts out: %s', (channel) => {
    expect(rows([prompt], [out(prompt, channel)])).toBe('!02 !04 !14');
  });
  test.each(['argv', 'environment'] as const)('is not what its children inherit: %s', (channel) => {
    expect(leaks([prompt], [out(prompt, channel)]).every(({ kind }) => kind === 'met')).toBe(true);
  });

  test('is listed with the rows that it touches', () => {
    expect(leaks([prompt, person], [out(prompt), out(person)]).filter(({ kind }) => kind === 'leak')).toEqual([
      { kind: 'leak', canary: '/prompt', requirements: ['AH-SEC-002', 'AH-SEC-004', 'AH-SEC-014'] },
      { kind: 'leak', canary: 'EMAIL', requirements: ['AH-SEC-007'] },
    ]);
    expect(leaks([prompt], []).filter(({ kind }) => kind === 'leak')).toEqual([]);
  });

  test('is named with its place', () => {
    const found = leaks([prompt], [out(prompt, 'stderr', 'base64')]);
    for (const [row, what] of [
      ['AH-SEC-002', 'the text of a prompt'],
      ['AH-SEC-014', 'content'],
    ] as const)
      expect(found).toContainEqual(
        expect.objectContaining({
          requirement: row,
          message: expect.stringMatching(`^${what} came out \\(/prompt on stderr, as base64\\); `),
          actual: '"/prompt" on stderr, as base64',
        }),
      );
  });
});
