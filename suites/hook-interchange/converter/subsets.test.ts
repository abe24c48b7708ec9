import { describe, expect, it } from 'vitest';
import type { Case } from '../../../harness/model/case.ts';
import type { Subject } from '../../../harness/model/subject.ts';
import { hookInterchange } from '../suite.ts';
import { contextOf, subjectOf } from '../testing.ts';
import { providers } from '../vocabulary.ts';

/** What a plan alone leaves without a verdict, if every case of it passes. */
function undecidedRows(changes: Partial<Subject>, edition: string): readonly string[] {
  const context = contextOf(subjectOf('converter', changes), edition);
  const { cases, notFed } = hookInterchange.plan(context);
  const facts = cases.map((one: Case) => ({ case: one, facts: { met: one.requirements, broken: [], aside: [] } }));
  const groups = hookInterchange.judgeRun?.(facts, context) ?? [];
  const decided = new Set([...cases, ...notFed].flatMap(({ requirements }) => requirements));
  for (const finding of groups)
    if ('requirement' in finding && finding.requirement !== undefined) decided.add(finding.requirement);
  return context.catalogue
    .filter((row) => row.grade !== 'info' && row.testability !== 'no' && !decided.has(row.id))
    .map(({ id }) => id);
}

const VERBS = ['decode', 'encode', 'validate'];

describe.each(['1.0', '0.1'])('a converter for a part, edition %s', (edition) => {
  it.each(providers())('has every row decided that binds one for %s alone', (vendor) => {
    expect(undecidedRows({ vendors: [vendor], vendorsDeclared: true }, edition)).toEqual([]);
  });

  it.each(VERBS)('has every row decided that binds one that can only %s', (verb) => {
    expect(undecidedRows({ command: [], commands: { [verb]: ['x'] } }, edition)).toEqual([]);
  });

  it.each(VERBS)('has every row decided that binds one that cannot %s', (verb) => {
    const commands = Object.fromEntries(VERBS.filter((one) => one !== verb).map((one) => [one, ['x']]));
    expect(undecidedRows({ command: [], commands }, edition)).toEqual([]);
  });
});
