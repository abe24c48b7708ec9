import { createHash } from 'node:crypto';
import type { Case } from '../../harness/model/case.ts';
import { isObject } from '../../harness/model/json.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { Judgement, PlanContext } from '../../harness/model/suite.ts';
import { partOf } from '../../vendors/vendor.ts';
import { type Emission, emissionsOf, judgeEnds, judgeTimes } from '../emissions.ts';
import { generatedFindings } from '../generated.ts';
import { type EmitterContext, LOG_FILE } from '../native-case.ts';
import { logDocuments } from '../stream/collect.ts';
import type { Emitted } from '../stream/emitted.ts';
import { identified } from '../stream/ids.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { judgeEvent } from './event-rules.ts';
import { judgePairs } from './pairs.ts';
import { judgeEmission, type StyleFact, typeOfEvent } from './payload-rules.ts';
import type { CaseKind } from './plan.ts';
import { judgeLeaks, promptHashOf } from './privacy.ts';
import { judgeSessions } from './session-rules.ts';
import { isCoreEvent, isVendorEvent } from './taxonomy.ts';

/** What a case contributes to the rules about the whole run. */
export interface AgentHooksFacts {
  /** Identity of every event: its id, and what it is an event of (payload and type). */
  readonly ids: readonly (readonly [id: string, of: string])[];
  readonly styles: readonly StyleFact[];
  /** Event types that came of each payload, by fixture name. */
  readonly emitted: readonly (readonly [fixture: string, types: readonly string[]])[];
  /** Payloads that were fed with AGENT_HOOKS_LOG set, and the event types that stood in the file afterwards. */
  readonly logged?: { readonly fixtures: readonly string[]; readonly types: readonly string[] };
  readonly risks: readonly (readonly [score: number, level: string])[];
  readonly valid: number;
  readonly invalid: number;
}

const nowhere = (): undefined => undefined;
const LINES = { object: 'AH-ENV-001', oneLine: 'AH-REL-004' };

/** Judges one case of native payloads. Pure. */
export function judgeNative(testCase: Case, observation: Observation, context: PlanContext): Judgement {
  const { kind } = testCase.context as EmitterContext;
  const verdicts = new Verdicts();
  const leaks = judgeLeaks(testCase, observation, verdicts);
  if (kind === 'leaks') return { findings: [...verdicts.findings(), ...leaks] };
  const { emissions, all, valid, invalid, attributed } = emissionsOf(
    testCase,
    observation,
    context.subject,
    LINES,
    verdicts,
    (event) => judgeEvent(event, verdicts, nowhere),
  );
  judgeTimes('timestamp', emissions, observation, (ok, fault) => verdicts.check('AH-ENV-013', ok, fault));
  judgeEnds(emissions, verdicts);
  judgeHashes(emissions, testCase, verdicts);
  if (kind === 'generated') {
    const outOf = emissions.map(({ events }) => events.map(typeOfEvent).join(', ') || 'nothing');
    return { findings: generatedFindings(testCase, verdicts.findings(), outOf) };
  }
  const told = attributed ? emissions : [];
  const styles = told.flatMap((emission) => judgeByKind(kind as CaseKind, emission, context, verdicts));
  if (kind === 'session' || kind === 'two-sessions') {
    if (attributed) judgeSessions(told, verdicts);
    else if (kind === 'two-sessions') judgePairs(all, verdicts);
  }
  if (kind === 'printed-name') judgePrintedName(told, verdicts);
  const logged = kind === 'log' ? judgeLog(observation, all, verdicts) : undefined;
  const facts: AgentHooksFacts = {
    ids: emissions.flatMap(({ fixture, events }) =>
      events.flatMap((event) => identified(event.value['event_id'], `${fixture.name} ${typeOfEvent(event)}`)),
    ),
    styles,
    emitted: kind === 'payload' ? emissions.map(({ fixture, events }) => [fixture.name, events.map(typeOfEvent)]) : [],
    ...(logged === undefined
      ? {}
      : { logged: { fixtures: emissions.map(({ fixture }) => fixture.name), types: logged } }),
    risks: all.flatMap(riskOf),
    valid,
    invalid,
  };
  return { findings: [...verdicts.findings(), ...leaks], facts };
}

function judgeByKind(
  kind: CaseKind,
  emission: Emission,
  context: PlanContext,
  verdicts: Verdicts,
): readonly StyleFact[] {
  if (kind === 'unknown-event') {
    const core = emission.events.find((event) => isCoreEvent(event.value['event_type']));
    verdicts.check('AH-MPX-006', core === undefined, () => ({
      message: `a native event that nobody knows gave ${typeOfEvent(core as Emitted)}; it must give nothing, or an event with a vendor prefix`,
      expected: 'no event, or vendor.<name>.<event>',
      actual: typeOfEvent(core as Emitted),
    }));
    return [];
  }
  return kind === 'log' || kind === 'printed-name' ? [] : judgeEmission(emission, context.subject, verdicts);
}

/**
 * AH-MPX-008: the spelling of section 8 gives what the product's own gave just before it. What only the first payload of a
 * session gives is not asked for again.
 */
function judgePrintedName(emissions: readonly Emission[], verdicts: Verdicts): void {
  const [own, printed] = emissions;
  if (own === undefined || printed === undefined) return;
  const [expected, actual] = [own.events.map(typeOfEvent), printed.events.map(typeOfEvent)];
  const named = (types: readonly string[]): string => types.join(', ') || 'nothing';
  if (!expected.some(isCoreEvent))
    verdicts.untested('AH-MPX-008', `no event of Agent Hooks comes of ${own.fixture.event}, as the product spells it`);
  else
    verdicts.check('AH-MPX-008', actual.some(isCoreEvent) && actual.every((type) => expected.includes(type)), () => ({
      message: `${printed.fixture.event}, the spelling of section 8, gave ${named(actual)}, and ${own.fixture.event} gave ${named(expected)}; read both spellings`,
      expected: named(expected),
      actual: named(actual),
    }));
}

/** AH-DAT-010: sha256 over the UTF-8 bytes of the prompt that was fed. */
function judgeHashes(emissions: readonly Emission[], testCase: Case, verdicts: Verdicts): void {
  for (const { fixture, events } of emissions) {
    const prompt = partOf(fixture, 'prompt');
    // A prompt that names recorded paths is rewritten before it is sent; what its bytes are is then the harness's secret.
    // Half of a surrogate pair has no bytes in UTF-8.
    if (
      typeof prompt !== 'string' ||
      Buffer.from(prompt).toString() !== prompt ||
      testCase.substitutions.some(({ from }) => prompt.includes(from))
    )
      continue;
    const digest = `sha256:${createHash('sha256').update(prompt, 'utf8').digest('hex')}`;
    for (const event of events) {
      const hash = promptHashOf(event);
      if (hash === undefined || !/^sha256:[0-9a-f]{64}$/.test(hash)) continue;
      verdicts.check('AH-DAT-010', hash === digest, () => ({
        message:
          'prompt_hash is not the sha256 of the UTF-8 bytes of the prompt; hash the prompt as it came, untrimmed',
        expected: digest,
        actual: hash,
        input: event.text,
      }));
    }
  }
}

function riskOf(event: Emitted): readonly (readonly [number, string])[] {
  const risk = event.value['risk'] as { score?: unknown; level?: unknown } | undefined;
  if (typeof risk?.score !== 'number' || typeof risk.level !== 'string') return [];
  return [[risk.score, risk.level]];
}

/**
 * AH-SEC-013, AH-WLD-001: with the switch set, the log holds every event that is emitted otherwise. Gives the types that stand
 * in it: where nothing is emitted beside the log, other cases tell what should (run-rules.ts).
 */
function judgeLog(observation: Observation, emitted: readonly Emitted[], verdicts: Verdicts): readonly string[] {
  const documents = logDocuments(observation, LOG_FILE);
  const logged = documents.flatMap(({ line }) => (isObject(line.value) ? [typeOfEvent({ value: line.value })] : []));
  if (emitted.length > 0) checkLog(emitted.map(typeOfEvent), logged, verdicts);
  if (logged.length < documents.length || logged.some((type) => !isCoreEvent(type) && !isVendorEvent(type)))
    verdicts.notice('HC-AH-LOG', 'the file named by AGENT_HOOKS_LOG holds lines that are no Agent Hooks events');
  return logged;
}

/** Every event type that is emitted stands in the log. */
export function checkLog(emitted: readonly string[], logged: readonly string[], verdicts: Verdicts): void {
  const missing = [...new Set(emitted)].filter((type) => !logged.includes(type));
  const lacking = missing.map((type) => (type === '' ? 'an event without a type' : type)).join(', ');
  for (const row of ['AH-SEC-013', 'AH-WLD-001'])
    verdicts.check(row, logged.length > 0 && missing.length === 0, () => ({
      message:
        logged.length === 0
          ? 'with AGENT_HOOKS_LOG set to a file, no event was written to it; append every event there'
          : `the file named by AGENT_HOOKS_LOG lacks ${lacking}; append every event there`,
      expected: 'every event in the file',
      actual: logged.length === 0 ? 'no file, or no event in it' : `${logged.length} events`,
    }));
}
