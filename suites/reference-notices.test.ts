/** The reference emitters are never told what is told of streams, played scenarios and deliveries that are out of order. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../harness/assets.ts';
import type { Case } from '../harness/model/case.ts';
import { agentHooksSuite } from './agent-hooks/index.ts';
import { openHookSuite } from './openhook/index.ts';
import { contextOf, runSuite, subjectOf } from './testing.ts';

const NEVER = new Set([
  'HC-EVENT-ORDER',
  'HC-EVENT-TIME',
  'HC-SCENARIO-EVENTS',
  'HC-SCENARIO-ACTIONS',
  'HC-MEDIA-TYPE',
  'HC-CLOUDEVENT',
  'HC-OH-SOURCE',
  'HC-OH-UNKNOWN-EVENT',
  'HC-SUBAGENT-ROUTING',
]);
const kindOf = (one: Case): string => (one.context as { readonly kind: string }).kind;
const EVENTS = ['SessionStart', 'PreToolUse', 'SubagentStop', 'SessionEnd'];

/** One payload case of each event and the first session; of scenarios all. */
function few(): (one: Case) => boolean {
  const seen = new Set<string>();
  return (one) => {
    const kind = kindOf(one);
    const key = kind === 'payload' ? `payload ${one.event}` : kind === 'scenario' ? one.id : kind;
    if (!['payload', 'session', 'scenario'].includes(kind) || seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}

const SUITES = [agentHooksSuite, openHookSuite];

test.each(
  SUITES.flatMap((suite) =>
    (['payloads', 'scenario'] as const).map((drive) => [`${suite.spec}, ${drive}`, suite, drive] as const),
  ),
)('%s', async (_, suite, drive) => {
  const played = drive === 'scenario';
  const subject = subjectOf({
    role: 'emitter',
    spec: suite.spec,
    vendors: played ? [] : ['claude-code'],
    command: ['x', '{vendor}', '{event}'],
    ...(played ? { drive: 'scenario' as const } : { events: { '*': EVENTS } }),
  });
  const program = join(
    packageRoot(),
    'dist/reference',
    played ? 'scenario-agent.js' : `${suite.spec === 'openhook' ? 'openhook' : 'agent-hooks'}-emitter.js`,
  );
  const command = [process.execPath, program, ...(played ? [suite.spec] : ['{vendor}', '{event}'])];
  const { findings, observations } = await runSuite(suite, await contextOf(suite, subject), command, few());
  expect(findings.flatMap((one) => (one.kind === 'notice' && NEVER.has(one.id) ? [one.message] : []))).toEqual([]);
  // Of a program that is silent nothing of the kind is told either.
  expect(observations.some(([, { spawns }]) => spawns.some(({ stdout }) => stdout.total > 0))).toBe(true);
  expect(findings.filter(({ kind }) => kind === 'met').length).toBeGreaterThan(10);
});
