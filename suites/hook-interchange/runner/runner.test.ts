import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookInterchange } from '../suite.ts';
import { brokenIn, contextOf, requirementsWith, runCases, subjectOf } from '../testing.ts';

const root = join(import.meta.dirname, '../../..');
const command = ['node', join(root, 'dist/reference/hif-runner.js')];

describe.each(['1.0', '0.1'])('the runner suite, edition %s', (edition) => {
  const context = contextOf(subjectOf('runner'), edition, 20);
  const plan = hookInterchange.plan(context);

  it('plans the same cases for the same seed, under ids of their own', () => {
    const ids = plan.cases.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(JSON.stringify(hookInterchange.plan(context)) === JSON.stringify(plan)).toBe(true);
  });

  it('decides every row that a black box can decide', () => {
    const decided = new Set([...plan.cases, ...plan.notFed].flatMap(({ requirements }) => requirements));
    const open = context.catalogue.filter(({ id, testability }) => testability !== 'no' && !decided.has(id));
    expect(open.map(({ id }) => id)).toEqual([]);
  });

  it('finds nothing wrong with the reference', async () => {
    // Hooks that outlast thirty seconds are for a run of the whole suite.
    const judged = await runCases(
      plan.cases.filter(({ id }) => !id.includes('thirty')),
      command,
      context,
    );
    expect([...brokenIn(judged)]).toEqual([]);
    expect([...requirementsWith('untested', judged)]).toEqual([]);
  });

  it('finds a program that only says allow', async () => {
    const liar = ['sh', '-c', `cat > /dev/null; echo '{"decision":"allow","warnings":[]}'`];
    const judged = await runCases(
      plan.cases.filter(({ id }) => /exit\/|matcher\/|manifest\//.test(id)),
      liar,
      context,
    );
    const broken = brokenIn(judged);
    for (const id of ['HIF-EXIT-004', 'HIF-EXIT-006', 'HIF-MAT-021', 'HIF-TOP-008']) expect(broken.has(id)).toBe(true);
  });
});
