/** What a run over a hook says: each fault once with its first case, and of each rule that nothing decided why. No process runs. */
import { describe, expect, test } from 'vitest';
import type { Case } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import type { End, Observation } from '../../harness/model/observation.ts';
import type { PlanContext } from '../../harness/model/suite.ts';
import { inShort, observed } from '../approved.ts';
import { subjectOf } from '../testing.ts';
import { hookInterchangeHooks } from './hook-suite.ts';

interface Spawned {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly end?: End;
}

const caseOf = (id: string): Case => ({ id, spawns: [{}] }) as unknown as Case;
const EXIT = (code: number): End => ({ kind: 'exit', code });
const HUNG: End = { kind: 'timeout', timeoutMs: 5000, forced: false };
const DENIAL = '{"decision":"deny","reason":"no"}';

function context(declaredTimeoutMs: number | null = null, ...undecidable: readonly string[]): PlanContext {
  const subject = subjectOf({ role: 'hook', spec: 'hook-interchange', declaredTimeoutMs });
  const rows = hookInterchangeHooks.requirements('hook', '1.0', subject);
  const catalogue = rows.map((row) => (undecidable.includes(row.id) ? { ...row, undecidable: 'nobody sees it' } : row));
  return { subject, edition: '1.0', catalogue, corpus: { fixtures: () => [] }, seed: 1, runs: 1, allEvents: false };
}

function judged(id: string, { stdout = '', stderr = '', end }: Spawned): ReturnType<typeof hookInterchangeHooks.judge> {
  const seen = observed(caseOf(id), [stdout], end === undefined ? { stderr } : { stderr, end });
  return hookInterchangeHooks.judge(caseOf(id), seen, context());
}

/** What is said of the run as a whole, one case a spawn. */
function run(spawned: readonly Spawned[], where: PlanContext = context()): readonly Finding[] {
  const facts = spawned.map((one, index) => ({
    case: caseOf(`case-${index}`),
    facts: judged(`case-${index}`, one).facts,
  }));
  return hookInterchangeHooks.judgeRun?.(facts, where) ?? [];
}
const short = (findings: readonly Finding[]): readonly string[] => [...inShort(findings)];

const OUTPUT = ['001', '005', '007', '009', '012', '014', '016', '017'].map((number) => `HIF-OUT-${number}`);
const marked = (mark: string, ...but: readonly string[]): readonly string[] =>
  OUTPUT.filter((id) => !but.includes(id)).map((id) => `${mark}${id}`);

describe('the rules for a hook', () => {
  test('are those about exit code and output, and its own limit where it declares one', () => {
    const ids = (limit: number | null): readonly string[] => context(limit).catalogue.map(({ id }) => id);
    expect(ids(null)).toEqual(['HIF-EXIT-014', ...OUTPUT]);
    expect(ids(5000)).toEqual(['HIF-EXIT-014', ...OUTPUT, 'DC-TIMEOUT']);
    const runner = hookInterchangeHooks.requirements('runner', '1.0', context().subject).map(({ id }) => id);
    expect(runner).not.toContain('HIF-EXIT-014');
  });
});

describe('one answer', () => {
  test('says at once what it meets, and keeps what it breaks for the run', () => {
    const good = judged('a', { stdout: DENIAL });
    expect(short(good.findings)).toEqual(['+DC-TIMEOUT', '+HIF-EXIT-014', ...marked('+')]);
    const bad = judged('a', { stdout: '{"decision":"block"}', end: EXIT(3) });
    expect(short(bad.findings)).toEqual(['+DC-TIMEOUT', ...marked('+', 'HIF-OUT-005')]);
  });

  test('that never came keeps no limit', () => {
    expect(short(judged('a', { end: HUNG }).findings)).toEqual([]);
  });

  test('of a case that was not run is none', () => {
    const nothing: Observation = { ...observed(caseOf('a'), []), spawns: [] };
    const judgement = hookInterchangeHooks.judge(caseOf('a'), nothing, context());
    expect(judgement).toEqual({ findings: [] });
    const facts = [{ case: caseOf('a'), facts: judgement.facts }];
    const findings = hookInterchangeHooks.judgeRun?.(facts, context()) ?? [];
    expect(findings.map((one) => ('reason' in one ? one.reason : one.kind))).toEqual(
      context().catalogue.map(() => 'no payload was fed'),
    );
  });
});

describe('a run', () => {
  test('whose answers are good has nothing to add', () => {
    expect(run([{ stdout: DENIAL }, {}])).toEqual([]);
  });

  test('says each fault once, with the first case that showed it', () => {
    const word = (decision: string): Spawned => ({ stdout: JSON.stringify({ decision }) });
    const findings = run([word('allow'), word('block'), word('block'), word('stop')]);
    expect(findings.map((one) => (one.kind === 'broken' ? [one.requirement, one.case] : one))).toEqual([
      ['HIF-OUT-005', 'case-1'],
      ['HIF-OUT-005', 'case-3'],
    ]);
  });

  test('tells faults of two rules apart', () => {
    const findings = run([{ stdout: '{"reason":7,"context":7}', end: EXIT(9) }]);
    expect(short(findings)).toEqual(['!HIF-EXIT-014', '!HIF-OUT-007', '!HIF-OUT-012']);
  });

  test('in which no answer held JSON decides no rule about it', () => {
    const findings = run([{}, {}]);
    expect(short(findings)).toEqual(marked('/'));
    for (const one of findings) expect(one).toMatchObject({ reason: 'no answer held JSON' });
    expect(short(run([{ stdout: 'all is well' }]))).toEqual(['!HIF-OUT-001', ...marked('/', 'HIF-OUT-001')]);
  });

  test('says nothing of what nobody could decide', () => {
    expect(short(run([{}], context(null, 'HIF-OUT-005', 'HIF-OUT-007')))).toEqual(
      marked('/', 'HIF-OUT-005', 'HIF-OUT-007'),
    );
  });

  test('in which it never came to an end breaks the limit that it declares', () => {
    const findings = run([{ stdout: DENIAL }, { end: HUNG }, { end: HUNG }], context(5000));
    expect(findings).toEqual([
      {
        kind: 'broken',
        requirement: 'DC-TIMEOUT',
        message: 'not what you declared: still running after 5 s',
        expected: 'an answer within 5 s',
        actual: 'still running at its limit',
        case: 'case-1',
      },
    ]);
    expect(short(run([{}, { end: HUNG }], context(5000)))).toEqual(['!DC-TIMEOUT', ...marked('/')]);
    expect(run([{ stdout: DENIAL }], context(5000))).toEqual([]);
  });

  test('in which it never came to an end within our limit leaves untested what no other answer decided', () => {
    expect(short(run([{ end: HUNG }]))).toEqual(['?HIF-EXIT-014', ...marked('?')]);
    expect(short(run([{}, { end: HUNG }]))).toEqual(marked('?'));
    expect(run([{ stdout: DENIAL }, { end: HUNG }])).toEqual([]);
    expect(short(run([{ end: HUNG }, { stdout: '{"reason":7}' }]))).toEqual(['!HIF-OUT-007']);
  });

  test('notices a decision on stderr once, and no other text there', () => {
    const stray = { stdout: '{}', stderr: DENIAL };
    const found = run([{ stdout: '{}' }, stray, stray]);
    expect(found).toMatchObject([{ kind: 'notice', id: 'HC-STDERR-DECISION', case: 'case-1' }]);
    expect(found).toHaveLength(1);
    for (const stderr of ['', 'blocked by policy', '["decision"]', '"decision"', '{"reason":"no"}'])
      expect(run([{ stdout: '{}', stderr }])).toEqual([]);
  });

  test('notices each member that nobody reads once, with the first case', () => {
    const own = (...names: readonly string[]): Spawned => ({
      stdout: JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))),
    });
    expect(run([own(), own('zeta'), own('zeta', 'alpha_x')])).toMatchObject([
      { kind: 'notice', id: 'HC-UNREAD', message: expect.stringContaining(': zeta'), case: 'case-1' },
      { kind: 'notice', id: 'HC-UNREAD', message: expect.stringContaining(': alpha_x'), case: 'case-2' },
    ]);
    expect(run([own('zeta'), own('zeta')])).toHaveLength(1);
  });
});
