import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Case } from '../model/case.ts';
import type { Finding } from '../model/finding.ts';
import type { JsonValue } from '../model/json.ts';
import type { Observation } from '../model/observation.ts';
import { Engine } from '../process/engine.ts';
import { hook, launching, spawnPlan, testCase, text } from '../process/testing.ts';
import type { CaseResult } from '../report/case-result.ts';
import { askWorkers } from './by-worker.ts';

const engines: Engine[] = [];
let engine: Engine;
beforeEach(() => {
  engine = new Engine({ graceMs: 200 });
  engines.push(engine);
});
afterAll(async () => {
  for (const one of engines) await one.close();
});

const never = new AbortController().signal;
const launch = launching(hook('answers-lines.mjs'));

function saying(id: string, payload: JsonValue, timeoutMs = 50_000): Case {
  const spawns = [spawnPlan({ stdin: { kind: 'payload', payload, newline: false }, timeoutMs })];
  return { ...testCase({ spawns }), id, requirements: ['R'] };
}

/** Met when the subject said what the case wants: by default 1, or what it was asked to say. */
function judge(one: Case, observation: Observation): CaseResult {
  const [spawn] = observation.spawns;
  const said = (JSON.parse(text(spawn?.stdout).trim() || '{}') as { said?: unknown }).said;
  const met = said === 1 || said === 'a';
  const finding: Finding = met
    ? { kind: 'met', requirement: 'R' }
    : { kind: 'broken', requirement: 'R', message: 'm', expected: 'e', actual: 'a' };
  return {
    edition: '1',
    case: one,
    findings: [finding],
    facts: undefined,
    leaks: [],
    input: '',
    spawns: observation.spawns.length,
    timedOut: false,
    durations: [],
  };
}

async function asked(
  cases: readonly Case[],
  how = launch,
): Promise<{ told: string[]; cold: number; order: CaseResult[] }> {
  let cold = 0;
  const order: CaseResult[] = [];
  const results = await askWorkers(cases, {
    ask: (one) => engine.askWorker(one, how),
    judge,
    cold: async (one) => {
      cold += 1;
      return judge(one, await engine.runCase(one, how));
    },
    concurrency: 2,
    signal: never,
    onCase: (result) => order.push(result),
  });
  const told = cases.map((one) => {
    const result = results.get(one);
    return result === undefined ? 'nobody' : `${result.by}: ${result.findings.map(({ kind }) => kind).join(' ')}`;
  });
  return { told, cold, order };
}

describe('a run by a worker', () => {
  test('asks again for a sample and is content with the rest', async () => {
    const cases = Array.from({ length: 45 }, (_, n) => saying(`c${n}`, { say: 'a', n }));
    const { told, cold } = await asked(cases);
    expect(cold).toBe(3);
    expect(told.filter((one) => one === 'worker-and-process: met')).toHaveLength(3);
    expect(told.filter((one) => one === 'worker: met')).toHaveLength(42);
  });

  test('asks again for what is broken, and for what a worker that died or hangs owes', async () => {
    const { told } = await asked([
      saying('a', { say: 'a' }),
      saying('b', { say: 'b' }),
      saying('die', { say: 'die' }),
      saying('hang', { say: 'hang' }, 400),
      saying('after', { say: 'a' }),
    ]);
    expect(told).toEqual([
      'worker-and-process: met',
      'worker-and-process: broken',
      'worker-and-process: broken',
      'worker-and-process: broken',
      'worker: met',
    ]);
  });

  test('judges the process of its own where the worker answers otherwise, and says so', async () => {
    const { told } = await asked([saying('1', { say: 'count' }), saying('2', { say: 'count' })]);
    expect(told).toEqual(['worker-and-process: met', 'process-against-worker: met notice']);
  });

  test('gives up a command that is no worker after two answers that never came', async () => {
    const cat = launching('/bin/sh', '-c', 'cat >/dev/null; echo \'{"said":1}\'');
    const cases = Array.from({ length: 4 }, (_, n) => saying(`c${n}`, { say: 'a' }, 3000));
    const first = await asked(cases.slice(0, 2), cat);
    expect(first.told).toEqual(['process-against-worker: met notice', 'process-against-worker: met notice']);
    expect((await asked(cases.slice(2), cat)).told).toEqual(['nobody', 'nobody']);
  });

  test('leaves to a process of its own what needs one', async () => {
    const watched = { ...saying('w', { say: 'a' }), observeFiles: true };
    expect((await asked([watched])).told).toEqual(['nobody']);
  });

  test('has one worker for each environment, and few at once', async () => {
    const cases = Array.from({ length: 30 }, (_, n): Case => {
      const one = saying(`c${n}`, { say: 'a' });
      return { ...one, spawns: one.spawns.map((plan) => ({ ...plan, env: { EVENT: String(n % 10) } })) };
    });
    expect((await asked(cases)).told.every((one) => one.endsWith(': met'))).toBe(true);
  });
});
