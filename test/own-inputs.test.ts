/** An input of ours that breaks the schema it keeps by plan is our fault wherever cases are run without the command line. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OwnFault } from '../harness/errors.ts';
import type { Case } from '../harness/model/case.ts';
import type { JsonObject } from '../harness/model/json.ts';
import type { Suite } from '../harness/model/suite.ts';
import { Field, type Wanted } from '../scripts/mutants/field.ts';
import { repositoryRoot } from '../scripts/mutants/hunt.ts';
import { subjectNamed } from '../scripts/mutants/plant.ts';
import { runCases } from '../suites/hook-interchange/testing.ts';
import { runSuite } from '../suites/testing.ts';

const root = repositoryRoot();

describe('an input that breaks its schema', () => {
  let field: Field;
  let good: Wanted;
  let bad: Case;

  beforeAll(async () => {
    const entry = subjectNamed(root, 'guard-node') as JsonObject;
    field = await Field.of(root, entry, { vendors: ['claude-code'], events: ['SessionEnd'] }, 0);
    const keeps = (one: Wanted): boolean => one.testCase.spawns.some(({ stdin }) => 'keeps' in stdin);
    const found = field.sample(Number.POSITIVE_INFINITY).find(keeps);
    if (found === undefined) throw new Error('no case keeps a schema');
    good = found;
    const spawns = good.testCase.spawns.map((spawn) =>
      spawn.stdin.kind === 'payload' ? { ...spawn, stdin: { ...spawn.stdin, payload: { hook_event_name: 7 } } } : spawn,
    );
    bad = { ...good.testCase, spawns };
  });

  afterAll(async () => await field.close());

  test('is our fault in a hunt for mutants and in a run of a variant', async () => {
    await expect(field.result({ ...good, testCase: bad }, null)).rejects.toThrow(OwnFault);
    expect((await field.observation(good, null)).fault).toBeUndefined();
  });

  test('is our fault in the tests of suites', async () => {
    const { suite, editions } = field.planned;
    const [edition] = editions;
    if (edition === undefined) throw new Error('nothing is planned');
    const broken: Suite = { ...suite, plan: () => ({ ...edition.plan, cases: [bad] }) };
    await expect(runSuite(broken, edition.context, ['true'])).rejects.toThrow(OwnFault);
    await expect(runCases([bad], ['true'], edition.context)).rejects.toThrow(OwnFault);
  });
});
