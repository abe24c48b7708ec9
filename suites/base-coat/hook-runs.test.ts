/** What a run says of a Base Coat hook: each case by the judge that is meant for it, and once what broke in many. */
import { describe, expect, test } from 'vitest';
import type { Canary, Case } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import type { End, Observation } from '../../harness/model/observation.ts';
import type { CaseFacts, PlanContext } from '../../harness/model/suite.ts';
import { inShort, observed } from '../approved.ts';
import type { HookInput } from './hook-events.ts';
import { baseCoatHooks } from './hook-suite.ts';
import { judgeOptIn, judgeOptInRun, OPT_IN } from './hook-telemetry.ts';

const ALL = ['BC-REN-001', 'BC-REN-002', 'BC-ERR-002', 'BC-ERR-003', 'BC-ERR-004', 'BC-REG-029', 'BC-PRV-001', OPT_IN];

function contextOf(ids: readonly string[] = ALL): PlanContext {
  const catalogue = ids.map((id) => (id === 'BC-ERR-009' ? { id, undecidable: 'says nothing' } : { id }));
  return { subject: { posture: null }, catalogue } as unknown as PlanContext;
}

interface Asked {
  readonly id?: string;
  readonly outputs?: readonly string[];
  readonly end?: End;
  readonly stderr?: string;
  readonly requirements?: readonly string[];
  readonly canaries?: readonly Canary[];
  readonly seen?: Partial<Observation>;
  readonly bound?: readonly string[];
}

function judged(
  input: Partial<HookInput> & { readonly rows?: unknown },
  asked: Asked = {},
): CaseFacts & { findings: readonly Finding[] } {
  const { outputs = [''], end, stderr, requirements = [], canaries = [], seen = {} } = asked;
  const context = { broken: false, readable: false, says: 'an event', ...input };
  const one = { id: asked.id ?? 'one', requirements, canaries, spawns: outputs, context } as unknown as Case;
  const changes = { ...(end === undefined ? {} : { end }), ...(stderr === undefined ? {} : { stderr }) };
  const { findings, facts } = baseCoatHooks.judge(
    one,
    { ...observed(one, outputs, changes), ...seen },
    contextOf(asked.bound),
  );
  return { case: one, facts, findings };
}

const said = (...asked: Parameters<typeof judged>): readonly string[] => [...inShort(judged(...asked).findings)];
const run = (all: readonly CaseFacts[], context = contextOf()): readonly Finding[] =>
  baseCoatHooks.judgeRun?.(all, context) ?? [];
/** What the run says that is broken or met, of all these cases. */
const decided = (...all: readonly CaseFacts[]): readonly string[] =>
  [...inShort(run(all))].filter((one) => !one.startsWith('/'));

describe('broken input', () => {
  const file = (change: string, total: number): Asked => ({
    seen: { files: [{ change, total }] as unknown as Observation['files'] },
  });
  const BROKEN = { broken: true, says: 'empty stdin' };
  const NOTED = ['+BC-ERR-002', '+BC-ERR-003', '+BC-ERR-004'];
  const SILENT = ['!BC-ERR-003'];

  test.each<[string, Asked, boolean]>([
    ['in a new log', file('created', 9), true],
    ['in a log that was there', file('changed', 9), true],
    ['on stderr', { stderr: 'not JSON' }, true],
    ['nowhere', {}, false],
    ['in a file that is empty', file('created', 0), false],
    ['by a file that is gone', file('deleted', 9), false],
  ])('is noted %s', (_, asked, noted) => {
    const one = judged(BROKEN, asked);
    expect([...inShort(one.findings)]).toEqual(noted ? NOTED : ['+BC-ERR-002', '+BC-ERR-004']);
    expect(decided(one)).toEqual(noted ? [] : SILENT);
  });

  test('that can be read may be passed by in silence, and one that was generated decides one row', () => {
    expect(decided(judged({ ...BROKEN, readable: true }))).toEqual([]);
    expect(said({ ...BROKEN, readable: true }, { stderr: 'no hook' })).toEqual(NOTED);
    expect(said({ ...BROKEN, readable: true, generated: true }, { stderr: 'x' })).toEqual(['+BC-ERR-002']);
    expect(decided(judged({ ...BROKEN, readable: true, generated: true }, { outputs: ['[]'] }))).toEqual([
      '!BC-ERR-002',
    ]);
    expect(decided(judged({ ...BROKEN, readable: true }, { outputs: ['[]'] }))).toEqual(['!BC-ERR-002', '!BC-ERR-004']);
  });
});

describe('a case', () => {
  test('of rows that do not bind decides nothing of them', () => {
    expect(said({}, { outputs: ['{"action":"passThrough"}'], bound: ['BC-REN-001'] })).toEqual(['+BC-REN-001']);
    const broken = judged({}, { outputs: ['[]'], bound: ['BC-REN-002'] });
    expect([broken.findings, decided(broken)]).toEqual([[], []]);
  });

  test('in which nothing was started says nothing', () => {
    expect(judged({}, { outputs: [] }).findings).toEqual([]);
  });

  test('of several spawns is about their sameness, one with planted texts about those', () => {
    expect(said({}, { outputs: ['{}', '{}', '{}'] })).toEqual(['+BC-REG-029']);
    expect(decided(judged({}, { outputs: ['{}', '[]', '{}'] }))).toEqual(['!BC-REG-029']);
    const canary = { id: 'a', kind: 'prompt', value: 'v', field: '/text', spawn: 0 } as Canary;
    const rows = [{ id: 'BC-PRV-001', kinds: ['prompt'], where: 'telemetry', says: 'of it' }];
    const planted = { rows, canaries: [canary] };
    expect(said(planted, { canaries: [canary] })).toEqual(['+BC-PRV-001']);
    const leaks = [{ canary: 'a', channel: 'request', place: 'a request' }] as unknown as Observation['leaks'];
    expect(decided(judged(planted, { canaries: [canary], seen: { leaks } }))).toEqual(['!BC-PRV-001']);
  });
});

describe('a run', () => {
  const first = judged({ says: 'a first event' }, { id: 'first', outputs: ['[]'] });
  const second = judged({ says: 'a first event' }, { id: 'second', outputs: ['[]'] });

  test('tells what broke once, of the first case, and with what it was given', () => {
    const found = run([first, second]).filter(({ kind }) => kind === 'broken');
    expect(found).toEqual([
      expect.objectContaining({
        requirement: 'BC-REN-001',
        case: 'first',
        message: expect.stringMatching(/ \(given a first event\)$/),
      }),
    ]);
    const [broken] = run([judged({ broken: true, says: 'empty stdin' })]).filter(({ kind }) => kind === 'broken');
    expect(JSON.stringify(broken)).not.toContain('(given');
  });

  test('says what nothing put to the test, of that which can be decided', () => {
    const open = (context: PlanContext, ...all: readonly CaseFacts[]): readonly string[] =>
      run(all, context).flatMap((one) => (one.kind === 'not-applicable' ? [one.requirement] : []));
    const some = contextOf(['BC-REN-001', 'BC-REG-029', 'BC-ERR-009', 'DC-TIMEOUT', OPT_IN]);
    expect(open(some, first)).toEqual(['BC-REG-029']);
    expect(open(some, judged({}, { outputs: ['', '', ''] }))).toEqual(['BC-REN-001']);
    expect(run([], some)).toEqual([]);
  });
});

describe('telemetry', () => {
  const request = (url: string, spawn = 1): Observation['requests'][number] =>
    ({ url, spawn, method: 'POST' }) as Observation['requests'][number];
  const optIn = (outputs: readonly string[], requests: Observation['requests'] = [], ends: readonly End[] = []) => {
    const all = observed({ spawns: outputs } as unknown as Case, outputs);
    const spawns = all.spawns.map((one, index) => ({ ...one, end: ends[index] ?? one.end }));
    return judgeOptIn({ ...all, spawns, requests });
  };

  test.each([
    ['/v2.1/track', true],
    ['/anything', true],
    ['/', true],
    ['https://dc.applicationinsights.azure.com/x', true],
    ['https://host.monitor.azure.com/', true],
    ['dc.services.visualstudio.com:443', true],
    ['http://host/v2/track', true],
    ['http://host/v2/tracks', false],
    ['http://example.org/', false],
    ['example.org:443', false],
    ['//example.org/', false],
  ])('a request to %s is such: %s', (url, sends) => {
    expect(optIn(['', ''], [request(url)])).toEqual({ sends, findings: [] });
  });

  const PASS = '{"action":"passThrough"}';
  const BLOCK = '{"action":"block","reason":"no"}';
  test.each<[string, string, boolean]>([
    ['', BLOCK, true],
    [' \n', BLOCK, true],
    [PASS, BLOCK, true],
    ['{}', BLOCK, true],
    ['{"action":7}', BLOCK, true],
    ['[]', BLOCK, true],
    ['no JSON', BLOCK, true],
    [BLOCK, BLOCK, true],
    [BLOCK, PASS, false],
    [BLOCK, '', false],
  ])('without the variable it answers %j, with it %j', (without, withIt, ok) => {
    expect(inShort(optIn([without, withIt]).findings).size).toBe(ok ? 0 : 1);
  });

  test('is sent only with the variable, and without it nothing breaks', () => {
    const { findings } = optIn(['', ''], [request('/v2/track', 0)]);
    expect([...inShort(findings)]).toEqual([`!${OPT_IN}`]);
    expect(optIn(['', ''], [request('/v2/track', -1)]).findings).toEqual([]);
    const failed = (end: End): readonly unknown[] => optIn([BLOCK, ''], [], [end]).findings;
    expect(failed({ kind: 'exit', code: 3 })).toEqual([
      expect.objectContaining({ expected: 'exit 0', actual: 'exit 3' }),
    ]);
    expect(failed({ kind: 'signal', signal: 'SIGKILL' })).toEqual([expect.objectContaining({ actual: 'signal' })]);
    expect(
      optIn(
        ['', ''],
        [],
        [
          { kind: 'exit', code: 0 },
          { kind: 'exit', code: 1 },
        ],
      ).findings,
    ).toEqual([]);
    expect(optIn([], [request('/x')])).toEqual({ sends: true, findings: [] });
    expect(optIn([BLOCK]).findings).toEqual([]);
  });

  test('is judged over the run, where any was seen', () => {
    const [good, bad] = [optIn(['', ''], [request('/x')]), optIn(['', ''], [request('/x', 0)])];
    const quiet = optIn(['', '']);
    expect([...inShort(judgeOptInRun([]))]).toEqual([]);
    expect([...inShort(judgeOptInRun([quiet]))]).toEqual([`/${OPT_IN}`]);
    expect([...inShort(judgeOptInRun([quiet, good]))]).toEqual([`+${OPT_IN}`]);
    expect([...inShort(judgeOptInRun([good, bad]))]).toEqual([]);
    expect([...inShort(judgeOptInRun([bad, good]))]).toEqual([]);
  });

  test('breaks its rule in a run only where some case showed that the hook has it', () => {
    const requirements = [OPT_IN];
    const seen = (url: string, spawn: number): Asked => ({
      outputs: ['', ''],
      requirements,
      seen: { requests: [request(url, spawn)] },
    });
    const early = judged({}, seen('http://example.org/', 0));
    const sends = judged({}, seen('/v2/track', 1));
    const plain = judged({}, { outputs: [PASS] });
    expect(early.findings).toEqual([]);
    expect(decided(early)).toEqual([]);
    expect([...inShort(run([early]))]).toContain(`/${OPT_IN}`);
    expect(decided(early, sends)).toEqual([`!${OPT_IN}`]);
    expect(decided(plain, sends)).toEqual([`+${OPT_IN}`]);
    // Beside what is told of it, it is not said to be untested as well.
    expect([...inShort(run([plain]))]).not.toContain(`/${OPT_IN}`);
    const own = run([early], contextOf([OPT_IN, 'BC-REN-001'])).map((one) =>
      'requirement' in one ? one.requirement : '',
    );
    expect(own).toEqual([OPT_IN, 'BC-REN-001']);
  });
});
