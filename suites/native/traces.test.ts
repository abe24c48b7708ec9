/** Which payloads planted texts are put into, and what is said of what a hook leaves behind and lets out. */
import { describe, expect, test } from 'vitest';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { JsonObject } from '../../harness/model/json.ts';
import type { FileObservation, LeakHit } from '../../harness/model/observation.ts';
import { loadCorpus } from '../../harness/run/corpus.ts';
import { observation } from './testing.ts';
import { type Traced, traced, traceNotices } from './traces.ts';

test('a hook is given every kind of text that its payloads carry, in as few payloads as that takes', async () => {
  const fixtures = (await loadCorpus(['claude-code'])).fixtures('claude-code');
  const found = traced('claude-code', fixtures, 1);
  const kinds = new Set(found.flatMap(({ canaries }) => canaries.map(({ kind }) => kind)));
  for (const kind of ['prompt', 'tool-result', 'file-content', 'transcript', 'secret', 'identity'])
    expect(kinds).toContain(kind);
  expect(found.length).toBeLessThanOrEqual(6);
  expect(new Set(found.map(({ name }) => name)).size).toBe(found.length);
});

describe('of payloads', () => {
  const fixture = (event: string, stdin: JsonObject | undefined, delivery = 'stdin'): Fixture =>
    ({ vendor: 'claude-code', event, delivery, ...(stdin === undefined ? {} : { stdin }) }) as unknown as Fixture;
  const prompt = fixture('UserPromptSubmit', { prompt: 'say hello' });
  const bash = fixture('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });
  const write = fixture('PreToolUse', { tool_name: 'Write', tool_input: { file_path: '/x', content: 'text' } });
  const stop = fixture('Stop', { last_assistant_message: 'done' });
  const ran = fixture('PostToolUse', { tool_name: 'Bash', tool_response: { stdout: 'one', stderr: 'two' } });
  const kindsIn = ({ canaries }: Traced): readonly string[] => [
    ...new Set(canaries.flatMap(({ field, kind }) => (field.startsWith('/') ? [kind] : []))),
  ];
  const told = (...fixtures: readonly Fixture[]): readonly (readonly unknown[])[] =>
    traced('claude-code', fixtures, 1).map((one) => [one.name, one.fixture.event, ...kindsIn(one)]);

  test('the one that says most comes first, then what no other before it says', () => {
    expect(told(prompt, ran, stop)).toEqual([
      ['traces', 'PostToolUse', 'tool-result'],
      ['traces-2', 'UserPromptSubmit', 'prompt'],
      ['traces-3', 'Stop', 'transcript'],
    ]);
    expect(told(prompt, prompt, write, write)).toEqual([
      ['traces', 'UserPromptSubmit', 'prompt'],
      ['traces-2', 'PreToolUse', 'file-content'],
    ]);
  });

  test('one is taken even where nothing can be planted, for what surrounds it', () => {
    expect(told(bash)).toEqual([['traces', 'PreToolUse']]);
    expect(told(bash, bash)).toEqual([['traces', 'PreToolUse']]);
    expect(told(bash, prompt)).toEqual([['traces', 'UserPromptSubmit', 'prompt']]);
    expect(told()).toEqual([]);
  });

  test('only those count that come on stdin', () => {
    expect(told(fixture('UserPromptSubmit', { prompt: 'x' }, 'argv'), stop)).toEqual([
      ['traces', 'Stop', 'transcript'],
    ]);
    expect(told(fixture('UserPromptSubmit', undefined), stop)).toEqual([['traces', 'Stop', 'transcript']]);
    expect(told(fixture('UserPromptSubmit', undefined, 'argv'))).toEqual([]);
  });

  test('each has canaries of its own, by the seed and the vendor', () => {
    const values = (slug: string, seed: number): readonly string[] =>
      traced(slug, [prompt, stop], seed).flatMap(({ canaries }) => canaries.map(({ value }) => value));
    const all = [...values('claude-code', 1), ...values('claude-code', 2), ...values('gemini-cli', 1)];
    expect(new Set(all).size).toBe(all.length);
    expect(values('claude-code', 1)).toEqual(values('claude-code', 1));
    const [first, second] = traced('claude-code', [prompt, stop], 1);
    for (const { value } of first?.canaries.filter(({ field }) => field === '/prompt') ?? [])
      expect(JSON.stringify(first?.fixture.stdin)).toContain(value);
    expect(first?.env['EMAIL']).not.toBe(second?.env['EMAIL']);
  });
});

describe('what comes out', () => {
  const [one] = traced('claude-code', [], 1).concat([
    {
      name: 'x',
      fixture: {} as Fixture,
      env: {},
      files: [],
      canaries: [{ id: 'c', kind: 'prompt', field: '/prompt', value: 'v'.repeat(9) }],
    },
  ] as unknown as Traced[]);
  const notices = (changes: { readonly leaks?: readonly unknown[]; readonly files?: readonly unknown[] }) =>
    traceNotices(one?.canaries ?? [], {
      ...observation({}),
      leaks: (changes.leaks ?? []) as readonly LeakHit[],
      files: (changes.files ?? []) as readonly FileObservation[],
    });
  const leak = (channel: string, canary = 'c') => ({
    canary,
    channel,
    place: 'there',
    encoding: 'plain',
    spawn: 0,
    length: 9,
  });
  const file = (path: string, change = 'created') => ({ path, change, area: 'project' });

  test('on any channel but stdout', () => {
    for (const channel of ['stderr', 'file', 'request', 'argv', 'environment'])
      expect(notices({ leaks: [leak(channel)] }).map(({ id }) => id)).toEqual(['HC-TRACE']);
    expect(notices({ leaks: [leak('stdout')] })).toEqual([]);
    expect(notices({ leaks: [leak('stderr', 'another')] })).toEqual([]);
    expect(notices({ leaks: [leak('stderr'), leak('file')] })).toHaveLength(1);
  });

  test('and what lies about', () => {
    expect(notices({ files: [file('log.txt')] })).toEqual([
      { id: 'HC-LEFTOVER', message: 'it leaves a file behind, such as <project>/log.txt' },
    ]);
    expect(notices({ files: [file('.git/index'), file('a'), file('b')] })).toEqual([
      { id: 'HC-LEFTOVER', message: 'it leaves 2 files behind, such as <project>/a' },
    ]);
    expect(notices({ files: [file('a', 'changed'), file('b', 'deleted'), file('.git/index')] })).toEqual([]);
    expect(notices({ files: [file('old.git/')] })).toHaveLength(1);
    expect(notices({ leaks: [leak('file')], files: [file('a')] }).map(({ id }) => id)).toEqual([
      'HC-TRACE',
      'HC-LEFTOVER',
    ]);
  });
});
