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
  if (kind === 'log') judgeLog(observation, all, verdicts);
  const facts: AgentHooksFacts = {
    ids: emissions.flatMap(({ fixture, events }) =>
      events.flatMap((event) => identified(event.value['event_id'], `${fixture.name} ${typeOfEvent(event)}`)),
    ),
    styles,
    emitted: kind === 'payload' ? emissions.map(({ fixture, events }) => [fixture.name, events.map(typeOfEvent)]) : [],
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
  if (kind === 'printed-name') {
    const ok = emission.events.some((event) => isCoreEvent(event.value['event_type']));
    verdicts.check('AH-MPX-008', ok, () => ({
      message: `${emission.fixture.event}, the spelling of section 8, gave ${emission.events.map(typeOfEvent).join(', ') || 'nothing'}; read both spellings`,
      expected: 'the event that the spelling of the product gives',
      actual: emission.events.map(typeOfEvent).join(', ') || 'nothing',
    }));
    return [];
  }
  return kind === 'log' ? [] : judgeEmission(emission, context.subject, verdicts);
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

/** AH-SEC-013, AH-WLD-001: with the switch set, the log holds every event that is emitted otherwise. */
function judgeLog(observation: Observation, emitted: readonly Emitted[], verdicts: Verdicts): void {
  const documents = logDocuments(observation, LOG_FILE);
  const logged = documents.flatMap(({ line }) => (isObject(line.value) ? [typeOfEvent({ value: line.value })] : []));
  const missing = emitted.map(typeOfEvent).filter((type) => !logged.includes(type));
  const ok = logged.length > 0 && missing.length === 0;
  for (const row of ['AH-SEC-013', 'AH-WLD-001'])
    verdicts.check(row, ok, () => ({
      message:
        logged.length === 0
          ? 'with AGENT_HOOKS_LOG set to a file, no event was written to it; append every event there'
          : `the file named by AGENT_HOOKS_LOG lacks ${[...new Set(missing.map((type) => (type === '' ? 'an event without a type' : type)))].join(', ')}; append every event there`,
      expected: 'every event in the file',
      actual: logged.length === 0 ? 'no file, or no event in it' : `${logged.length} events`,
    }));
  if (logged.length < documents.length || logged.some((type) => !isCoreEvent(type) && !isVendorEvent(type)))
    verdicts.notice('HC-AH-LOG', 'the file named by AGENT_HOOKS_LOG holds lines that are no Agent Hooks events');
}
