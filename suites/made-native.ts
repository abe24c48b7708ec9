/** What the plans of all emitter suites do alike with payloads and sessions that were made for a run. */
import type { Case } from '../harness/model/case.ts';
import type { Fixture } from '../harness/model/corpus.ts';
import type { PlanContext } from '../harness/model/suite.ts';
import { feedOf } from './feed.ts';
import { type MakeGenerated, simplerCases } from './generated.ts';
import { type MakeSession, simplerSessionCases } from './made-sessions.ts';
import type { EmitterContext } from './native-case.ts';

/** A maker of cases that keeps in each how its payload was made. */
export function madeCase(make: (name: string, title: string, inputs: readonly Fixture[]) => Case): MakeGenerated {
  return (name, title, inputs, about) => {
    const made = make(name, title, inputs);
    return { ...made, context: { ...(made.context as EmitterContext), ...about } };
  };
}

/** Smaller variants of a case that was made of a session or of a payload. */
export function simplerNativeCases(
  testCase: Case,
  context: PlanContext,
  session: MakeSession,
  generated: MakeGenerated,
): readonly Case[] {
  return (
    simplerSessionCases(testCase, context, feedOf(context).fixtures, session) ??
    simplerCases(testCase, context, generated)
  );
}
