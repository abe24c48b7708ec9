import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookInterchange } from '../suite.ts';
import { brokenIn, contextOf, requirementsWith, runCases, subjectOf } from '../testing.ts';
import { providers } from '../vocabulary.ts';

const root = join(import.meta.dirname, '../../..');

describe.each(['1.0', '0.1'])('the converter suite, edition %s', (edition) => {
  const subject = subjectOf('converter', { vendors: providers(), vendorsDeclared: true });
  const context = contextOf(subject, edition);
  const plan = hookInterchange.plan(context);
  const command = ['node', join(root, 'dist/reference/hif-converter.js'), '--edition', edition];

  it('plans cases under ids of their own, the same ones each time', () => {
    const ids = plan.cases.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(JSON.stringify(hookInterchange.plan(context)) === JSON.stringify(plan)).toBe(true);
  });

  it('finds nothing wrong with the reference, and decides every row that a black box can decide', async () => {
    const judged = await runCases(plan.cases, command, context);
    expect([...brokenIn(judged)]).toEqual([]);
    expect([...requirementsWith('untested', judged)]).toEqual([]);
    const facts = judged.map((one) => ({
      case: one.case,
      facts: hookInterchange.judge(one.case, one.observation, context).facts,
    }));
    const groups = hookInterchange.judgeRun?.(facts, context) ?? [];
    expect(groups.filter(({ kind }) => kind === 'broken')).toEqual([]);
    const cells = groups.filter((finding) => finding.kind === 'notice' && finding.id === 'HC-CELLS');
    expect(cells.length).toBeGreaterThanOrEqual(5);
    expect(JSON.stringify(cells)).not.toContain('(not');
    expect(JSON.stringify(cells)).toContain('claude-code was seen to have');
    const decided = new Set([...plan.cases, ...plan.notFed].flatMap(({ requirements }) => requirements));
    for (const finding of groups)
      if ('requirement' in finding && finding.requirement) decided.add(finding.requirement as string);
    const open = context.catalogue.filter(({ id, testability }) => testability !== 'no' && !decided.has(id));
    expect(open.map(({ id }) => id)).toEqual([]);
  });

  it('finds a program that answers every question alike', async () => {
    const parrot = [
      'sh',
      '-c',
      `cat > /dev/null; echo '{"config":{"hooks":{}},"files":{},"manifest":{"spec":"hooks/${edition}","hooks":[]},"errors":[],"capabilities":[],"warnings":[]}'`,
    ];
    const judged = await runCases(
      plan.cases.filter(({ id }) => /claude-code|validate/.test(id)),
      parrot,
      context,
    );
    const broken = brokenIn(judged);
    for (const id of ['HIF-MAP-001', 'HIF-TOOL-001', 'HIF-PIPE-001', 'HIF-PIPE-016', 'HIF-TOP-008', 'HIF-PD-004'])
      expect(broken.has(id)).toBe(true);
  });

  it('does not hold an undeclared provider against a converter that refuses it by name', async () => {
    const open = contextOf(subjectOf('converter'), edition);
    const refuser = [
      'sh',
      '-c',
      'cat > /dev/null; for last; do :; done; echo "$last is not supported" >&2; exit 1',
      'refuser',
    ];
    const cases = hookInterchange
      .plan(open)
      .cases.filter(({ id }) => id.includes('/kiro-preToolUse') || id.includes('events/kiro-core'));
    const judged = await runCases(cases, refuser, open);
    expect(brokenIn(judged).size).toBe(0);
    expect(requirementsWith('not-applicable', judged).size).toBeGreaterThan(0);
  });
});
