/** What is said of a consumer of events: what it must go on with, pass over, warn of, refuse, or keep to itself. */
import { describe, expect, test } from 'vitest';
import type { End, LeakHit, Observation } from '../harness/model/observation.ts';
import type { PlanContext } from '../harness/model/suite.ts';
import { inShort, observed } from './approved.ts';
import { type ConsumerContext, consumerCase, ended, judgeConsumer, noEvents, type Served } from './consumer.ts';
import { Verdicts } from './stream/verdicts.ts';
import { subjectOf } from './testing.ts';

const ONE: Served = { says: 'one', event: { a: 1 } };
const TWO: Served = { says: 'two', event: { a: 2 }, schema: 'x' };

const context = (declaredTimeoutMs: number | null = null): PlanContext =>
  ({
    subject: subjectOf({ role: 'runner', spec: 'agent-hooks', declaredTimeoutMs }),
    edition: '0.1.0',
    catalogue: [{ id: 'ROW' }, { id: 'OTHER' }],
  }) as unknown as PlanContext;

const EXIT = (code: number): End => ({ kind: 'exit', code });
const KILLED: End = { kind: 'signal', signal: 'SIGSEGV' };
const HUNG: End = { kind: 'timeout', timeoutMs: 1, forced: false };

interface Seen {
  /** Nothing was started. */
  readonly unstarted?: boolean;
  readonly ends?: readonly End[];
  readonly stderr?: readonly string[];
  readonly leaks?: readonly LeakHit['channel'][];
}

function said(
  kind: ConsumerContext['kind'],
  seen: Seen,
  more: Partial<ConsumerContext> = {},
): { readonly short: string; readonly messages: readonly string[] } {
  const about: ConsumerContext = { kind, rows: ['ROW'], served: [ONE, TWO], ...more };
  const testCase = consumerCase('agent-hooks', 'x', about, context());
  const { spawns, ...rest } = observed(testCase, []);
  const observation: Observation = {
    ...rest,
    spawns: (seen.unstarted === true ? [] : spawns).map((spawn, index) => {
      const bytes = Buffer.from(seen.stderr?.[index] ?? '');
      return {
        ...spawn,
        end: seen.ends?.[index] ?? EXIT(0),
        stderr: { bytes, total: bytes.length, truncated: false },
      };
    }),
    leaks: (seen.leaks ?? []).map((channel) => ({
      canary: 'c',
      channel,
      place: channel,
      encoding: 'plain',
      spawn: 0,
      length: 1,
    })),
  };
  const verdicts = new Verdicts();
  judgeConsumer(testCase, observation, verdicts);
  const findings = verdicts.findings();
  return {
    short: [...inShort(findings)].join(' '),
    messages: findings.flatMap((one) => ('message' in one ? [one.message] : [])),
  };
}

test('each event is given to a process of its own', () => {
  const bytes = Buffer.from('x');
  const about: ConsumerContext = {
    kind: 'accepts',
    rows: ['ROW', 'UNBOUND'],
    served: [ONE, TWO, { says: 'three', event: null, bytes }],
  };
  const made = consumerCase('agent-hooks', 'x', about, context(), { lingerMs: 5 });
  expect(made).toMatchObject({
    id: 'agent-hooks/consumer/x',
    title: 'one; two; three',
    requirements: ['ROW'],
    lingerMs: 5,
    observeFiles: false,
    files: [],
    substitutions: [],
    canaries: [],
    context: about,
  });
  expect(made.spawns.map(({ stdin, timeoutMs }) => [stdin, timeoutMs])).toEqual([
    [{ kind: 'payload', payload: { a: 1 }, newline: true }, 30_000],
    [{ kind: 'payload', payload: { a: 2 }, newline: true, keeps: [{ schema: 'x' }] }, 30_000],
    [{ kind: 'bytes', bytes }, 30_000],
  ]);
  expect(made.spawns[0]).toMatchObject({ appendArgs: [], placeholders: { edition: '0.1.0', event: '', vendor: '' } });
  expect(consumerCase('agent-hooks', 'x', about, context(7)).spawns[0]?.timeoutMs).toBe(7);
});

test('each end has its words', () => {
  const ends = [undefined, EXIT(3), KILLED, HUNG, { kind: 'not-started', reason: 'x' } as unknown as End];
  expect(ends.map(ended)).toEqual([
    'never started',
    'exit code 3',
    'death by SIGSEGV',
    'no end within its time',
    'no start',
  ]);
});

describe('a consumer', () => {
  const both = ['ROW', 'OTHER'];
  const version = { version: '9.9.9' };
  test.each<[string, ConsumerContext['kind'], Seen, string, Partial<ConsumerContext>?]>([
    ['goes on', 'accepts', {}, '+ROW'],
    ['goes on, for two rows', 'accepts', {}, '+OTHER +ROW', { rows: both }],
    ['gives up on the second', 'accepts', { ends: [EXIT(0), EXIT(1)] }, '!OTHER !ROW', { rows: both }],
    ['dies', 'accepts', { ends: [KILLED, EXIT(0)] }, '!ROW'],
    ['hangs', 'accepts', { ends: [HUNG, EXIT(0)] }, '!ROW'],
    ['ends alike', 'same-exit', {}, '+ROW'],
    ['refuses both alike', 'same-exit', { ends: [EXIT(3), EXIT(3)] }, '+ROW'],
    ['refuses one', 'same-exit', { ends: [EXIT(0), EXIT(3)] }, '!ROW'],
    ['dies twice alike', 'same-exit', { ends: [KILLED, KILLED] }, '!ROW'],
    ['has nothing to compare', 'same-exit', {}, '', { served: [ONE] }],
    ['ends alike, for two rows', 'same-exit', {}, '+OTHER +ROW', { rows: both }],
    ['says nothing', 'warns', {}, '!ROW', version],
    ['says something else', 'warns', { stderr: ['hm', 'hm'] }, '!ROW', version],
    ['names the version', 'warns', { stderr: ['no 9.9.9', '9.9.9?'] }, '+ROW', version],
    ['names it once of twice', 'warns', { stderr: ['no 9.9.9', ''] }, '!ROW', version],
    ['says anything', 'warns', { stderr: ['hm', 'hm'] }, '+ROW'],
    ['says nothing but spaces', 'warns', { stderr: [' \n', 'hm'] }, '!ROW'],
    ['handles what it knows', 'recognises', { ends: [EXIT(0), EXIT(7)] }, '+ROW'],
    ['refuses what it should know', 'recognises', { ends: [EXIT(1), EXIT(0)] }, '!ROW'],
    ['dies of what it needn’t know', 'recognises', { ends: [EXIT(0), KILLED] }, '!ROW'],
    ['recognises, for two rows', 'recognises', {}, '+OTHER +ROW', { rows: both }],
    ['takes what is none', 'malformed', {}, ''],
    ['refuses with a word', 'malformed', { ends: [EXIT(1), EXIT(1)], stderr: ['no', 'no'] }, ''],
    ['refuses without a word', 'malformed', { ends: [EXIT(1), EXIT(0)], stderr: ['', 'no'] }, 'HC-CONSUMER-INPUT'],
    ['dies with a word', 'malformed', { ends: [KILLED, EXIT(0)], stderr: ['no', 'no'] }, 'HC-CONSUMER-INPUT'],
    ['hangs with a word', 'malformed', { ends: [HUNG, EXIT(0)], stderr: ['no', 'no'] }, 'HC-CONSUMER-INPUT'],
    ['never starts', 'accepts', { unstarted: true }, '!ROW'],
    ['never starts, twice alike', 'same-exit', { unstarted: true }, '!ROW'],
    ['never starts, and is silent', 'warns', { unstarted: true }, '!ROW', version],
    ['never starts, and recognises nothing', 'recognises', { unstarted: true }, '!ROW'],
    ['never starts on what is none', 'malformed', { unstarted: true }, ''],
    ['is killed', 'accepts', { ends: [{ ...KILLED, code: 0 } as End] }, '!ROW'],
    ['keeps it to itself', 'confidential', {}, '+ROW'],
    ['tells it', 'confidential', { leaks: ['stdout'] }, '!ROW'],
    ['logs it', 'confidential', { leaks: ['stderr'] }, '!ROW'],
    ['writes it to a file', 'confidential', { leaks: ['file', 'argv'] }, '+ROW'],
    ['tells it, for two rows', 'confidential', { leaks: ['file', 'stdout'] }, '!OTHER !ROW', { rows: both }],
  ])('%s (%s)', (_, kind, seen, expected, more) => {
    expect(said(kind, seen, more).short).toBe(expected);
  });

  test('is told what it did', () => {
    const first = (...args: Parameters<typeof said>): string => said(...args).messages[0] ?? '';
    const failed = { ends: [EXIT(0), EXIT(1)] };
    expect(first('accepts', failed)).toBe('two: the consumer ended with exit code 1; it must go on');
    expect(first('same-exit', failed)).toContain('two: exit code 1 where the event without it gave exit code 0');
    expect(first('warns', {}, version)).toContain('names the version 9.9.9;');
    expect(first('recognises', { ends: [KILLED] })).toBe('one: death by SIGSEGV');
    expect(first('malformed', { ends: [EXIT(1)] })).toBe('one: the consumer ended with exit code 1 and said nothing');
    expect(first('malformed', { ends: [HUNG], stderr: ['x'] })).toBe(
      'one: the consumer ended with no end within its time',
    );
    expect(first('confidential', { leaks: ['stderr'] })).toContain('came out on stderr');
  });
});

test('what is no event is none in five ways', () => {
  const event = { a: 'bcdefghijklmn' };
  const given = noEvents(event).map(({ event: none, bytes }) => [none, bytes?.toString('latin1')]);
  expect(given).toEqual([
    [null, ''],
    [null, 'no event\n'],
    [null, '{"a":"bcde'],
    [null, '{"a":"bcde\xff\xfe'],
    [null, '[{"a":"bcdefghijklmn"}]\n'],
  ]);
  expect(new Set(noEvents(event).map(({ says }) => says)).size).toBe(5);
});
