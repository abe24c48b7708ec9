import { describe, expect, test } from 'vitest';
import type { Finding } from '../model/finding.ts';
import { testCase } from '../process/testing.ts';
import type { CaseResult } from '../report/case-result.ts';
import { type Broken, differs, repeated, repeatPlan, settled } from './repeats.ts';

const brokenBy = ({ findings }: CaseResult): readonly Broken[] =>
  findings.filter((one): one is Broken => one.kind === 'broken' && one.requirement !== 'INFO');
const failing = (one: CaseResult): readonly string[] => brokenBy(one).map(({ requirement }) => requirement);
const met = (requirement: string): Finding => ({ kind: 'met', requirement });
const broken = (requirement: string): Finding => ({
  kind: 'broken',
  requirement,
  message: `${requirement} is broken`,
  expected: 'e',
  actual: 'a',
});
const outcome = (effect: 'deny' | 'none'): Finding => ({
  kind: 'outcome',
  vendor: 'claude-code',
  event: 'PreToolUse',
  scenario: 'shell',
  answer: 'x',
  effect,
  adds: [],
  why: 'w',
  provenance: 'recorded',
});

function result(findings: readonly Finding[], more: Partial<CaseResult> = {}): CaseResult {
  return {
    edition: '1',
    case: testCase({ spawns: [] }),
    findings,
    facts: 'of the first',
    leaks: [],
    input: '',
    spawns: 1,
    timedOut: false,
    durations: [7],
    ...more,
  };
}

describe('what is run again', () => {
  const plan = (results: readonly (CaseResult | undefined)[]): string =>
    repeatPlan(results, failing)
      .map(({ index, times }) => `${index}x${times}`)
      .join(' ');

  test('of each broken requirement the first case, three times at most', () => {
    expect(plan([result([broken('A')]), result([broken('A')]), result([broken('A'), broken('B')])])).toBe('0x3 2x3');
  });

  test('a few of the others, spread over the plan, once', () => {
    expect(plan(Array.from({ length: 100 }, () => result([met('A')])))).toBe('0x1 20x1 40x1 60x1 80x1');
    expect(plan([result([met('A')]), result([])])).toBe('0x1 1x1');
    expect(plan([])).toBe('');
  });

  test('not what hung, what we spoilt, what never ran, and what only a worker answered', () => {
    expect(
      plan([
        result([broken('A')], { timedOut: true }),
        result([], { fault: 'ours' }),
        undefined,
        result([met('A')], { by: 'worker' }),
        result([broken('B')], { by: 'worker-and-process' }),
      ]),
    ).toBe('4x3');
  });

  test('a hopeless subject costs no more than twenty', () => {
    const all = Array.from({ length: 50 }, (_, index) => `R${index}`);
    const plan50 = repeatPlan(
      all.map((id) => result([broken(id)])),
      failing,
    );
    expect(plan50).toHaveLength(20);
  });

  test('what has no verdict decides nothing', () => {
    expect(plan([result([broken('INFO')])])).toBe('0x1');
  });
});

describe('what it comes to', () => {
  test('runs that agree leave the first as it was', () => {
    const first = result([broken('A')]);
    expect(settled(first, [result([broken('A')], { durations: [99] })], { brokenBy })).toBe(first);
    expect(settled(first, [], { brokenBy })).toBe(first);
  });

  test('our own fault, and a limit that came when we were kept from running, say nothing about the subject', () => {
    const first = result([met('A')]);
    for (const again of [
      result([broken('A')], { fault: 'ours' }),
      result([broken('A')], { timedOut: true, starved: true }),
    ]) {
      expect(differs(first, again, brokenBy)).toBe(false);
      expect(settled(first, [again], { brokenBy })).toBe(first);
    }
  });

  test('what hung once is not decided, and says that it did not always', () => {
    const untested: Finding = { kind: 'untested', requirement: 'A', reason: 'still running' };
    const hung = result([untested], { timedOut: true, facts: 'of the second' });
    const all = settled(result([met('A'), outcome('none')]), [hung], { brokenBy });
    expect(all).toMatchObject({ findings: [untested], timedOut: true, facts: 'of the second', spawns: 1 });
    expect(all.runs).toEqual([
      { broken: [], decided: 'let pass', hung: false },
      { broken: [], hung: true },
    ]);
  });

  test('what broke is broken, also where another run hung', () => {
    const all = settled(result([broken('A')]), [result([], { timedOut: true })], { brokenBy });
    expect([all.findings, all.timedOut]).toEqual([[broken('A')], false]);
    expect(all.runs?.map(({ hung }) => hung)).toEqual([false, true]);
  });

  test('what broke once is broken, whichever run it was', () => {
    for (const [first, again] of [
      [result([broken('A')]), result([met('A')])],
      [result([met('A')]), result([broken('A')])],
    ] as const) {
      const all = settled(first, [again], { brokenBy });
      expect(all.findings).toContainEqual(broken('A'));
      expect(all.runs?.map(({ broken }) => broken.length).sort()).toEqual([0, 1]);
      expect([all.spawns, all.durations]).toEqual([1, [7]]);
    }
  });

  test('rules about a whole run see the run that broke one', () => {
    const lucky = result([met('A')]);
    expect(settled(lucky, [result([broken('A')], { facts: 'of the second' })], { brokenBy }).facts).toBe(
      'of the second',
    );
  });

  test('two runs that break different rules break both', () => {
    const all = settled(result([broken('A')]), [result([broken('B')])], { brokenBy });
    expect(all.findings).toEqual([broken('A'), broken('B')]);
  });

  test('what leaked in any run is told, also where another run is the one that is shown', () => {
    const hit = { canary: 'c', channel: 'stdout', place: 'stdout', encoding: 'plain', spawn: 0, length: 9 } as const;
    const leak: Finding = { kind: 'leak', canary: 'c', requirements: ['B'] };
    const leaking = result([broken('B'), leak], { leaks: [hit] });
    for (const [first, again] of [
      [result([broken('A')]), leaking],
      [leaking, result([broken('A')])],
    ] as const) {
      const all = settled(first, [again], { brokenBy });
      expect(all.leaks).toEqual([hit]);
      expect(all.findings).toContainEqual(leak);
    }
  });

  test('another effect on the same input is told and no verdict, other words are nothing', () => {
    const first = result([met('A'), outcome('deny')]);
    const all = settled(first, [result([met('A'), outcome('none')])], { brokenBy });
    expect(all.runs?.map(({ broken, decided }) => [broken, decided])).toEqual([
      [[], 'denied'],
      [[], 'let pass'],
    ]);
    expect(all.findings.slice(0, 2)).toEqual(first.findings);
    expect(all.findings.slice(2)).toEqual([
      expect.objectContaining({ kind: 'notice', id: 'HC-DETERMINISTIC', message: expect.stringContaining('deny') }),
    ]);
    const worded = { ...outcome('deny'), answer: 'other words' } as Finding;
    expect(settled(first, [result([met('A'), worded])], { brokenBy })).toBe(first);
  });

  test('who can remember what it was asked may decide otherwise, and may not hang or break a rule', () => {
    const settling = { brokenBy, remembers: true };
    const first = result([met('A'), outcome('deny')]);
    const all = settled(first, [result([met('A'), outcome('none')])], settling);
    expect(all.runs).toBeUndefined();
    expect(all.findings.slice(2)).toEqual([expect.objectContaining({ id: 'HC-DETERMINISTIC' })]);
    expect(settled(first, [result([], { timedOut: true })], settling).runs).toHaveLength(2);
    expect(settled(first, [result([broken('A')])], settling).runs).toHaveLength(2);
  });
});

test('a case is asked until it differs, and no longer', async () => {
  let asked = 0;
  const again = async (): Promise<CaseResult> => result(++asked === 2 ? [met('A')] : [broken('A')]);
  const options = { failing, brokenBy, again, concurrency: 1, signal: new AbortController().signal };
  const [one] = await repeated([result([broken('A')])], options);
  expect(asked).toBe(2);
  expect(one?.runs?.map(({ broken }) => broken)).toEqual([['A'], ['A'], []]);
});

test('a run that the machine spoilt is made up for, once', async () => {
  const hung = (starved: boolean): CaseResult => result([], { timedOut: true, starved });
  for (const [answers, differ] of [
    [[hung(true), hung(false)], true],
    [[hung(true), hung(true), hung(false)], false],
  ] as const) {
    let asked = 0;
    const again = async (): Promise<CaseResult> => answers[asked++] ?? result([]);
    const options = { failing, brokenBy, again, concurrency: 1, signal: new AbortController().signal };
    const [one] = await repeated([result([met('A')])], options);
    expect([asked, one?.runs !== undefined]).toEqual([2, differ]);
  }
});

test('an interruption decides nothing', async () => {
  const stop = new AbortController();
  const again = async (): Promise<CaseResult> => {
    stop.abort();
    return result([met('A')]);
  };
  const first = result([broken('A')]);
  expect(await repeated([first], { failing, brokenBy, again, concurrency: 1, signal: stop.signal })).toEqual([first]);
});
