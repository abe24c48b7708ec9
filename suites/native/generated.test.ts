import { expect, test } from 'vitest';
import type { Case } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import type { PlanContext } from '../../harness/model/suite.ts';
import { loadCorpus } from '../../harness/run/corpus.ts';
import { contextOf } from './context.ts';
import { generatedInputs } from './generated.ts';
import { nativeSuite } from './index.ts';
import { observation, planContext, type Scripted } from './testing.ts';

const cases = (context: PlanContext): readonly Case[] =>
  nativeSuite.plan(context).cases.filter((one) => contextOf(one).kind === 'generated');

test('as many as were asked for over all vendors, the same for the same seed', async () => {
  const context = await planContext({ vendors: ['claude-code', 'cursor', 'gemini-cli'] }, { runs: 100 });
  const planned = cases(context);
  expect(planned).toHaveLength(100);
  expect(new Set(planned.map(({ vendor }) => vendor))).toEqual(new Set(['claude-code', 'cursor', 'gemini-cli']));
  expect(cases(context)).toEqual(planned);
  const labels = new Set(planned.flatMap((one) => (contextOf(one).variants ?? []).map(({ label }) => label)));
  expect(labels.size).toBe(7);
});

test('only on events and tools that the hook is registered for', async () => {
  const context = await planContext(
    { vendors: ['claude-code'], events: { '*': ['PreToolUse'] }, tools: ['shell'] },
    { runs: 30 },
  );
  for (const one of cases(context)) {
    expect(one.event).toBe('PreToolUse');
    expect(contextOf(one).payload).toMatchObject({ hook_event_name: 'PreToolUse', tool_name: 'Bash' });
  }
});

test('recorded places stay, something else is extreme', async () => {
  const fixtures = (await loadCorpus(['claude-code']))
    .fixtures('claude-code')
    .filter(({ event }) => event === 'PreToolUse');
  const inputs = generatedInputs(fixtures, 7, 40);
  for (const { fixture, payload } of inputs) {
    const real = fixture.stdin as { cwd: string; session_id: string };
    expect(payload).toMatchObject({ cwd: real.cwd, session_id: real.session_id });
  }
  expect(new Set(inputs.map(({ what }) => what)).size).toBeGreaterThan(10);
});

/** Judges the generated cases with an answer for each spawn, and gives the notices of the whole run. */
async function notices(answer: (spawn: number) => Scripted, guard = false): Promise<readonly string[]> {
  const context = await planContext({ vendors: ['claude-code'], events: { '*': ['PreToolUse'] }, guard }, { runs: 21 });
  const facts = cases(context).map((one) => {
    const seen = observation(...one.spawns.map((_, index) => answer(index)));
    return { case: one, facts: nativeSuite.judge(one, seen, context).facts };
  });
  const findings: readonly Finding[] = nativeSuite.judgeRun?.(facts, context) ?? [];
  expect(findings.filter(({ kind }) => kind === 'broken')).toEqual([]);
  return [...new Set(findings.flatMap((finding) => (finding.kind === 'notice' ? [finding.id] : [])))].sort();
}

test('the same answer to every form is no notice', async () => {
  expect(await notices(() => ({ end: { kind: 'exit', code: 2 }, stderr: 'no' }))).toEqual([]);
});

test('another answer to another form is a notice and fails nobody', async () => {
  const moody = (spawn: number): Scripted => (spawn === 0 ? {} : { end: { kind: 'exit', code: 2 }, stderr: 'no' });
  expect(await notices(moody)).toEqual(['HC-DETERMINISTIC', 'HC-EQUIVALENT']);
  expect(await notices((spawn) => (spawn === 0 ? {} : { stdout: 'more context' }))).toEqual([]);
});

test('a crash on one of them is a notice', async () => {
  expect(await notices(() => ({ end: { kind: 'exit', code: 1 } }))).toEqual(['HC-ROBUST']);
});
