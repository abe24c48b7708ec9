/** BC-PRV-008: telemetry to Application Insights is opt-in; without its variable the hook passes through and sends nothing (section 6). */
import type { Case, SpawnPlan } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import { isObject } from '../../harness/model/json.ts';
import type { Observation, RequestObservation, SpawnObservation } from '../../harness/model/observation.ts';
import { broken, met, shown } from '../answer-checks.ts';

export const OPT_IN = 'BC-PRV-008';
const VARIABLE = 'APPINSIGHTS_CONNECTION_STRING';

/** The variable leads to us, and so does what is sent elsewhere. */
export const TELEMETRY_SINK: NonNullable<Case['sink']> = {
  variable: VARIABLE,
  template: 'InstrumentationKey=00000000-0000-4000-8000-000000000000;IngestionEndpoint={url}',
  proxy: true,
};

/** What one event showed; the run as a whole is judged, as a hook may send on some of its events only. */
export interface OptIn {
  /** A request to the endpoint that the variable names, or to an ingestion service: the hook has such telemetry. */
  readonly sends: boolean;
  readonly findings: readonly Extract<Finding, { kind: 'broken' }>[];
}

/** The same event twice: first without the variable, then with it. A late request of the first is never held against it. */
export function optInSpawns(spawn: SpawnPlan): readonly SpawnPlan[] {
  return [{ ...spawn, withoutSinkVariable: true }, spawn];
}

export function isOptIn(testCase: Case): boolean {
  return testCase.requirements.includes(OPT_IN);
}

const INGESTION = /applicationinsights|\.visualstudio\.com|monitor\.azure\.com|\/v2(?:\.\d)?\/track\b/i;

function toTelemetry({ url }: RequestObservation): boolean {
  // A request by way of the proxy names its host; one to the endpoint itself is a bare path.
  return INGESTION.test(url) || (url.startsWith('/') && !url.startsWith('//'));
}

export function judgeOptIn(observation: Observation): OptIn {
  const [without, withIt] = observation.spawns;
  const sends = observation.requests.some(toTelemetry);
  if (without === undefined) return { sends, findings: [] };
  const findings: Extract<Finding, { kind: 'broken' }>[] = [];
  const fail = (message: string, expected: string, actual: string): void => {
    const finding = broken(OPT_IN, message, expected, actual);
    if (finding.kind === 'broken') findings.push(finding);
  };
  const early = observation.requests.find(({ spawn }) => spawn === 0);
  if (early !== undefined) {
    const message = `something is sent although ${VARIABLE} is not set; send only where it is`;
    fail(message, 'no request', `${early.method} ${early.url}`);
  }
  if (without.end.kind !== 'exit' || without.end.code !== 0) {
    const message = `without ${VARIABLE} the hook breaks; end with exit 0 and an answer that passes through`;
    fail(message, 'exit 0', without.end.kind === 'exit' ? `exit ${without.end.code}` : without.end.kind);
  } else if (actionOf(without) !== 'passThrough' && actionOf(without) !== actionOf(withIt ?? without)) {
    const message = `without ${VARIABLE} the hook answers otherwise than with it, and does not pass through`;
    fail(message, 'passThrough, or nothing', shown(without.stdout.bytes.toString('utf8')));
  }
  return { sends, findings };
}

function actionOf({ stdout }: SpawnObservation): string {
  const text = stdout.bytes.toString('utf8').trim();
  if (text === '') return 'passThrough';
  try {
    const parsed: unknown = JSON.parse(text);
    const action = isObject(parsed) ? parsed['action'] : undefined;
    return typeof action === 'string' ? action : 'passThrough';
  } catch {
    return 'passThrough'; // what is no JSON is told by the rules about the answer
  }
}

/** No member declares this telemetry: a hook that was seen to send it has it, and no other is bound by the rule. */
export function judgeOptInRun(all: readonly OptIn[]): readonly Finding[] {
  if (all.length === 0) return [];
  if (!all.some(({ sends }) => sends)) {
    const reason = `nothing was sent to Application Insights with ${VARIABLE} set, so the hook has no such telemetry`;
    return [{ kind: 'not-applicable', requirement: OPT_IN, reason }];
  }
  return all.some(({ findings }) => findings.length > 0) ? [] : [met(OPT_IN)];
}
